"""Signing out, a new password, a revoked token and a ban close sockets at once, on a real server."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest

from tests import wire
from tests.serving import Served
from tests.visitors import PASSWORD, Visitor

_numbers = count(1)

BAN = """
from tafelrunde.accounts import sanctions
from tafelrunde.accounts.models import Player
sanctions.ban(Player.objects.get(name="{name}"), None, "You have flooded the chat.")
"""
LIFT = """
from tafelrunde.accounts import sanctions
from tafelrunde.accounts.models import Player, Sanction
sanctions.lift(Sanction.objects.get(player__name="{name}", lifted=None), None)
"""


def a_name() -> str:
    """Nobody else's."""
    return f"Closed-{next(_numbers):03}"


@pytest.fixture
def slug(server: Served) -> str:
    """A room."""
    [(_name, token)] = wire.players(server, 1)
    return wire.open_room(server, token)


async def test_signing_out_closes_every_tab_of_the_browser_and_no_other_browser(server: Served, slug: str) -> None:
    name = a_name()
    here = Visitor(server).sign_up(name)
    there = Visitor(server).sign_in(name)
    async with (
        wire.connect(server, slug, headers=here.headers) as first,
        wire.connect(server, slug, headers=here.headers) as second,
        wire.connect(server, slug, headers=there.headers) as other,
    ):
        assert first.frames[0]["me"]["name"] == name
        await asyncio.to_thread(here.sign_out)
        assert [await first.until_closed(), await second.until_closed()] == [4401, 4401]
        assert (await other.say("still here"))["type"] == "ok"


async def test_a_new_password_closes_all_and_what_is_valid_comes_back(server: Served, slug: str) -> None:
    name = a_name()
    here = Visitor(server).sign_up(name)
    there = Visitor(server).sign_in(name)
    new = {"oldpassword": PASSWORD, "password1": "a-better-one-9", "password2": "a-better-one-9"}
    async with (
        wire.connect(server, slug, headers=here.headers) as mine,
        wire.connect(server, slug, headers=there.headers) as other,
    ):
        page = "/accounts/password/change/"
        assert (await asyncio.to_thread(here.post, page, page, **new)).status_code == 302
        assert [await mine.until_closed(), await other.until_closed()] == [4401, 4401]
    async with wire.connect(server, slug, headers=here.headers) as mine:
        assert mine.frames[0]["me"]["name"] == name
    async with wire.connect(server, slug, headers=there.headers) as other:
        assert other.frames[0]["me"] is None


async def test_a_revoked_token_closes_what_it_has_opened(server: Served, slug: str) -> None:
    here = Visitor(server).sign_up(a_name())
    made = await asyncio.to_thread(here.post, "/me/tokens/", "/me/tokens/", name="bot")
    token = made.text.partition("<code>")[2].partition("<")[0]
    async with (
        wire.connect(server, slug, token) as program,
        wire.connect(server, slug, headers=here.headers) as browser,
    ):
        address = made.text.partition('<form method="post" action="/me/tokens/')[2].partition('"')[0]
        await asyncio.to_thread(here.post, f"/me/tokens/{address}", "/me/tokens/")
        assert await program.until_closed() == 4401
        assert (await browser.say("still here"))["type"] == "ok"
    async with wire.connect(server, slug, token) as again:
        assert again.frames[0]["code"] == "signed_out"
        assert await again.until_closed() == 4401


async def test_a_ban_closes_all_with_why_and_nothing_opens_until_it_is_lifted(server: Served, slug: str) -> None:
    """Here the ban comes from another process without a layer between, so the hint is lost: the beat finds it."""
    [(name, token)] = wire.players(server, 1)
    async with wire.connect(server, slug, token) as program:
        await asyncio.to_thread(server.manage, "shell", "-v", "0", "-c", BAN.format(name=name))
        refusal = await program.until(lambda: next((f for f in program.frames if f["type"] == "refusal"), None))
        assert (refusal["code"], refusal["until"], refusal["ref"]) == ("banned", None, None)
        assert refusal["text"] == "You are banned: You have flooded the chat."
        assert await program.until_closed() == 4003
    async with wire.connect(server, slug, token) as again:
        assert again.frames[0]["code"] == "banned"
        assert await again.until_closed() == 4003
    await asyncio.to_thread(server.manage, "shell", "-v", "0", "-c", LIFT.format(name=name))
    async with wire.connect(server, slug, token) as again:
        assert again.frames[0]["me"]["name"] == name
        assert (await again.say("/join"))["type"] == "ok"


async def test_a_guest_at_a_table_becomes_a_member_and_keeps_seat_match_and_words(server: Served, slug: str) -> None:
    here = Visitor(server)
    await asyncio.to_thread(here.post, "/guest/")
    [(_name, token)] = wire.players(server, 1)
    async with wire.connect(server, slug, headers=here.headers) as guest:
        assert guest.frames[0]["me"]["guest"] is True
        assert (await guest.say("/join"))["type"] == "ok"
        assert (await guest.say("hello from a guest"))["type"] == "ok"
        async with wire.connect(server, slug, token) as other:
            assert (await other.say("/join"))["type"] == "ok"
            name = a_name()
            await asyncio.to_thread(here.sign_up, name)
            assert await guest.until_closed() == 4401
            async with wire.connect(server, slug, headers=here.headers) as member:
                me = member.frames[0]["me"]
                assert (me["name"], me["guest"], me["seat"]) == (name, False, 0)
                assert "hello from a guest" in member.lines("say")
                await other.room_where(lambda room: any(seat["player"] == name for seat in room["seats"]))
