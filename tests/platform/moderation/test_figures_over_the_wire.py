"""The figures of a running site over a moderator's socket: by themselves, from all processes, and to nobody else."""

from __future__ import annotations

import pytest

from tests import wire
from tests.platform.admin.desk import session_of_an_admin
from tests.serving import Served, serving
from tests.visitors import Visitor
from tests.wire import Frame, Wire

MODERATOR = """
from django_otp import DEVICE_ID_SESSION_KEY
from django_otp.plugins.otp_totp.models import TOTPDevice
from django.contrib.sessions.backends.db import SessionStore
from tafelrunde.accounts import moderators
from tafelrunde.accounts.models import Player
player = Player.objects.get(name="{name}")
moderators.make_moderator(player, None)
session = SessionStore("{session}")
session[DEVICE_ID_SESSION_KEY] = TOTPDevice.objects.create(user=player).persistent_id
session.save()
"""
NO_MODERATOR = """
from tafelrunde.accounts import moderators
from tafelrunde.accounts.models import Player
moderators.take_moderator(Player.objects.get(name="{name}"), None)
"""
NO_APP = """
from tafelrunde.accounts import two_factor
from tafelrunde.accounts.models import Player
two_factor.switch_off(Player.objects.get(name="{name}"))
"""


def run(server: Served, program: str, **values: str) -> None:
    server.manage("shell", "-v", "0", "-c", program.format(**values))


def moderator(server: Served, name: str) -> dict[str, str]:
    """What a new moderator's browser brings, in which a code has been shown."""
    visitor = Visitor(server).sign_up(name)
    run(server, MODERATOR, name=name, session=visitor.client.cookies["sessionid"])
    return visitor.headers


def figures(wired: Wire) -> Frame:
    """The newest."""
    found: Frame = next(frame["figures"] for frame in reversed(wired.frames) if "figures" in frame)
    return found


async def test_they_come_by_themselves_as_people_come_and_play(own_server: Served) -> None:
    admin = {"Cookie": f"sessionid={session_of_an_admin(own_server)}"}
    async with wire.figures(own_server, admin) as desk:
        assert (desk.frames[0]["type"], figures(desk)["matches"], figures(desk)["moves"]) == ("welcome", 0, 0)
        async with wire.match(own_server) as (slug, seats, _people):
            async with wire.connect(own_server, slug):
                await desk.until(lambda: figures(desk)["nameless"] == figures(desk)["spectators"] == 1)
            mover = next(seat for seat in seats if seat.match["moves"])
            assert (await mover.move(mover.match["moves"][0]))["type"] == "ok"
            await desk.until(lambda: figures(desk)["moves"] == 1)
            await desk.until(lambda: (figures(desk)["nameless"], figures(desk)["spectators"]) == (0, 0))
            now = figures(desk)
            assert [now[name] for name in ("here", "members", "guests", "sockets", "rooms")] == [4, 4, 0, 4, 1]
            assert now["games"] == [{"game": "king_lui", "name": "King Lui", "matches": 1}]
        await desk.until(lambda: (figures(desk)["here"], figures(desk)["rooms"]) == (1, 0))


@pytest.mark.parametrize("program", [NO_MODERATOR, NO_APP])
async def test_who_is_no_moderator_any_more_or_has_no_second_factor_is_out(server: Served, program: str) -> None:
    name = "Mona" if program == NO_MODERATOR else "Milla"
    async with wire.figures(server, moderator(server, name)) as desk:
        assert desk.frames[0]["type"] == "welcome"
        run(server, program, name=name)
        assert await desk.until_closed() == 4423


async def test_neither_a_token_nor_a_session_without_a_code_opens_it(server: Served) -> None:
    [(name, token)] = wire.players(server, 1)
    visitor = Visitor(server).sign_up("Melusine")
    for player in (name, "Melusine"):
        run(server, "from tafelrunde.accounts import moderators; from tafelrunde.accounts.models import Player; "
            "moderators.make_moderator(Player.objects.get(name='{name}'), None)", name=player)  # fmt: skip
    for headers in ({"Authorization": f"Bearer {token}"}, visitor.headers):
        async with wire.figures(server, headers) as desk:
            assert await desk.until_closed() == 4423
            assert [frame["code"] for frame in desk.frames] == ["not_allowed_now"]


@pytest.mark.several
async def test_two_processes_come_to_one_picture(own_server: Served) -> None:
    admin = {"Cookie": f"sessionid={session_of_an_admin(own_server)}"}
    with serving(beside=own_server) as other:
        async with (
            wire.match(own_server) as (slug, seats, people),
            wire.connect(other, slug, people[0][1]),
            wire.connect(other, slug),
            wire.figures(other, admin) as desk,
        ):
            await desk.until(lambda: len(figures(desk)["processes"]) == 2)
            await desk.until(lambda: figures(desk)["here"] == 5)
            mover = next(seat for seat in seats if seat.match["moves"])
            assert (await mover.move(mover.match["moves"][0]))["type"] == "ok"
            await desk.until(lambda: figures(desk)["moves"] == 1)
            now = figures(desk)
            assert [now[name] for name in ("members", "nameless", "spectators", "sockets")] == [4, 1, 1, 6]
            assert (now["matches"], now["rooms"], now["silent"]) == (1, 1, 0)
            here, there = now["processes"]
            assert (here["this"], there["this"]) == (True, False)
            assert [(one["members"], one["moves"], one["matches"]) for one in (here, there)] == [(2, 0, 1), (3, 1, 1)]
        async with wire.figures(other, admin) as desk:
            own_server.kill()
            await desk.until(lambda: len(figures(desk)["processes"]) == 1)
