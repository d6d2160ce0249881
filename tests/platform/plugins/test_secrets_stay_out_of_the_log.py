"""However much is logged: no seed, token, password, session, whisper or typed move is in it."""

from __future__ import annotations

import base64
import contextlib
import json
from typing import Any

import httpx
import pytest

from tests import wire
from tests.platform.plugins.conftest import Serve
from tests.platform.plugins.matchsticks import SECRET
from tests.serving import Served
from tests.visitors import PASSWORD, Visitor

WHISPER, WRONG, FIGURES = "the-cook-is-a-thief", "not-my-password-at-all", "a-token-for-prometheus"
SAID = "good-evening-everybody"


def seed(server: Served, match: int) -> bytes:
    code = f"from tafelrunde.matches.models import Match; print(bytes(Match.objects.get(pk={match}).seed).hex())"
    return bytes.fromhex(server.manage("shell", "-v", "0", "-c", code).strip())


@pytest.mark.parametrize("how", ["json", "console"])
async def test_it_holds_no_secret(serve: Serve, how: str) -> None:
    secrets = [PASSWORD, WHISPER, WRONG, SECRET, FIGURES, SAID, "take 1", "take 2", "take 3"]
    loud = {"LOG_LEVEL": "DEBUG", "LOG_FORMAT": how, "STICKS_BROKEN": "play:take 3,label", "METRICS_TOKEN": FIGURES}
    with serve(**loud) as server, contextlib.ExitStack() as stack:
        visitor = Visitor(server)
        stack.callback(visitor.client.close)
        visitor.sign_up("Olga")
        secrets.append(visitor.client.cookies["sessionid"])
        visitor.sign_out()
        visitor.post("/accounts/login/", login="Olga", password=WRONG)
        secrets.append(visitor.sign_in("Olga").client.cookies["sessionid"])
        httpx.get(f"{server.url}/metrics", headers={"Authorization": f"Bearer {FIGURES}"})
        httpx.get(f"{server.url}/api/games", headers={"Authorization": "Bearer tr_a-wrong-one"})
        number = await play_and_talk(server, secrets)
        visitor.client.get(f"/matches/{number}/")
        secrets += forms(seed(server, number))
        secrets.append((server.home / "secret_key").read_text())
        server.stop()
        log = server.log
    assert [secret for secret in secrets if secret in log] == []
    assert "tr_" not in log
    about_the_match(log, number, how)


async def play_and_talk(server: Served, secrets: list[str]) -> int:
    """Moves by click and typed, a whisper, and a move at which the rules fail: the number of the match."""
    async with wire.match(server, 2, game="sticks") as (_slug, seats, people):
        secrets += [token for _name, token in people]
        assert (await seats[0].say(f"/w {people[1][0]} {WHISPER}"))["type"] == "ok"
        assert (await seats[0].say(SAID))["type"] == "ok"
        assert (await seats[0].say("/take 1"))["type"] == "ok"
        await seats[1].match_where(lambda match: match["moves"])
        assert (await seats[1].move("take 2"))["type"] == "ok"
        await seats[0].match_where(lambda match: match["moves"])
        assert (await seats[0].say("/take 3"))["code"] == "suspended"
        return int(seats[0].match["id"])


def forms(seed: bytes) -> list[str]:
    """As which it might be written."""
    return [seed.hex(), repr(seed)[2:-1], base64.b64encode(seed).decode()]


def about_the_match(log: str, number: int, how: str) -> None:
    """It says where the rules have failed."""
    if how == "console":
        assert f"match {number}: seat 0 could not play" in log
        return
    lines: list[dict[str, Any]] = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    [line] = [line for line in lines if "could not play" in line["event"]]
    assert (line["match"], line["seat"], line["level"]) == (number, 0, "error")
    assert isinstance(line["player"], int)
    assert line["place"] == "test-table"
    assert line["request"]
