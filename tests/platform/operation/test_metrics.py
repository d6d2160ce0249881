"""What Prometheus reads of a process, and who may read it."""

from __future__ import annotations

import httpx
import pytest
from prometheus_client.metrics_core import Metric

from tafelrunde.live import metrics
from tafelrunde.live.metrics import Counts, Spread
from tafelrunde.live.operation import ForOperators
from tests import wire
from tests.platform.operation.figures import Figures, figures
from tests.serving import Served, serving

TOKEN = "a-token-for-prometheus"


async def test_a_match_is_counted(own_server: Served) -> None:
    before = figures(own_server)
    async with wire.match(own_server, 3) as (_slug, seats, _people):
        mover = next(seat for seat in seats if seat.match["moves"])
        assert (await mover.move("nothing"))["code"] == "illegal_move"
        match = mover.match
        assert (await mover.move(match["moves"][0]))["type"] == "ok"
        await mover.newer_than(match)
        assert (await mover.say("well played"))["type"] == "ok"
        now = figures(own_server)
    assert now.sum("sockets", form="json", who="member") == 3
    assert now.sum("rooms") == 1
    assert now.sum("matches", game="king_lui", state="playing") == 1
    assert now.sum("moves_total", game="king_lui", by="player") == 1
    assert now.sum("refusals_total", code="illegal_move") == 1
    assert now.sum("chat_lines_total", kind="say") == 1
    assert [now.sum("move_seconds_count", step=step) for step in ("judged", "committed", "told")] == [1, 1, 1]
    assert 0 < now.sum("move_seconds_sum", step="judged") <= now.sum("move_seconds_sum", step="committed")
    assert now.sum("move_seconds_sum", step="committed") <= now.sum("move_seconds_sum", step="told") < 30
    assert now.sum("commit_seconds_count") == 1
    assert now.sum("commit_entries_sum") == 1
    assert now.sum("http_request_seconds_count", status="2xx") > before.sum("http_request_seconds_count", status="2xx")
    queues = ("log_queue", "waiting_requests", "bus_queue", "deadlines_due")
    assert [now.sum(queue) for queue in queues] == [0, 0, 0, 0]
    assert {f"tafelrunde_{queue}" for queue in queues} < now.names()


async def test_a_bot_is_counted_and_how_late_it_was_looked_after() -> None:
    with serving({"BOT_PAUSE": "0.05"}) as served:
        async with wire.table(served, 2) as (_slug, seats, _people):
            for line in ("/bot", "/start"):
                assert (await seats[0].say(line))["type"] == "ok"
            await seats[0].match_where(lambda match: match["ply"] == 0)
            for seat in (seats[0], seats[1]):
                match = await seat.match_where(lambda match: match["moves"])
                assert (await seat.move(match["moves"][0]))["type"] == "ok"
            await seats[0].match_where(lambda match: match["ply"] >= 3)
            now = figures(served)
    assert now.sum("moves_total", by="bot") >= 1
    assert now.sum("bot_thinking_seconds_count", game="king_lui") >= 1
    assert now.sum("deadline_lateness_seconds_count") >= 1


async def asked(client: str, **headers: str) -> int:
    """The status that somebody at this address gets."""
    sent: list[dict[str, object]] = []

    async def send(event: dict[str, object]) -> None:
        sent.append(event)

    encoded = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "GET", "path": "/metrics", "client": [client, 1], "headers": encoded}
    await ForOperators(None)(scope, None, send)
    status = sent[0]["status"]
    assert isinstance(status, int)
    return status


@pytest.fixture
def _no_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "_in_a_thread", [])


@pytest.mark.usefixtures("_no_questions")
@pytest.mark.parametrize("client", ["127.0.0.1", "::1"])
async def test_this_machine_may_read_them(client: str) -> None:
    assert await asked(client) == 200


@pytest.mark.usefixtures("_no_questions")
@pytest.mark.parametrize("client", ["192.0.2.7", "2001:db8::7", "", "nonsense"])
async def test_nobody_else_may(client: str) -> None:
    assert await asked(client) == 404
    assert await asked(client, authorization="Bearer ") == 404


@pytest.mark.usefixtures("_no_questions")
@pytest.mark.parametrize("header", ["x_forwarded_for", "forwarded", "x_real_ip"])
async def test_what_a_proxy_passes_on_is_not_of_this_machine(header: str) -> None:
    assert await asked("127.0.0.1", **{header: "127.0.0.1"}) == 404


def test_who_has_the_token_may_read_them_from_anywhere() -> None:
    with serving({"METRICS_TOKEN": TOKEN, "TRUSTED_PROXIES": "1"}) as served:

        def status(**headers: str) -> int:
            given = {"X-Forwarded-For": "192.0.2.7", **headers}
            return httpx.get(f"{served.url}/metrics", headers=given).status_code

        assert status(Authorization=f"Bearer {TOKEN}") == 200
        assert status(Authorization=f"Bearer {TOKEN}x") == 404
        assert status() == 404


async def test_figures_that_fail_hide_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = Counts()
    counts.count("b")

    def broken() -> list[Metric]:
        raise RuntimeError

    monkeypatch.setattr(metrics, "_in_a_thread", [])
    good = [metrics.counter("things", "Things.", counts, ["kind"])]
    monkeypatch.setattr(metrics, "_on_the_loop", [broken, lambda: good])
    body, _content_type = await metrics.page("")
    assert Figures(body.decode()).sum("things_total", kind="b") == 1


def test_a_spread_counts_as_prometheus_does() -> None:
    spread = Spread((1.0, 2.0))
    for value in (0.5, 1.0, 1.5, 7.0):
        spread.add(value)
    assert spread.buckets() == [("1.0", 2.0), ("2.0", 3.0), ("+Inf", 4.0)]
    assert spread.total == 10.0
