"""Entry at two processes: who loses it loses their socket everywhere at once, and who has it comes in everywhere."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests import wire
from tests.serving import Served, serving

pytestmark = pytest.mark.several
NO_ENTRY = 4423
Pair = tuple[Served, Served]


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    """Two processes on the same data."""
    with serving() as one, serving(beside=one) as other:
        yield one, other


def code(wired: wire.Wire) -> str:
    """The code of the last refusal."""
    return str([frame for frame in wired.frames if frame["type"] == "refusal"][-1]["code"])


def enter(server: Served, slug: str, token: str, password: str) -> int:
    answer = httpx.post(
        f"{server.url}/api/rooms/{slug}/entry",
        json={"password": password},
        headers={"Authorization": f"Bearer {token}"},
    )
    return answer.status_code


async def test_a_new_password_closes_the_sockets_of_who_loses_entry_and_of_nobody_else(pair: Pair) -> None:
    one, other = pair
    async with wire.table(one, 2) as (slug, seats, _people):
        stranger = wire.players(one, 1)[0][1]
        async with wire.connect(other, slug, stranger) as near, wire.connect(other, slug) as nameless:
            assert (await seats[0].say("/entry password plums"))["type"] == "ok"
            for wired in (near, nameless):
                assert await wired.until_closed() == NO_ENTRY
                assert code(wired) == "password_needed"
        for seat in seats:
            await seat.room_where(lambda room: room["entry"] == "password")
            assert (await seat.say("still here"))["type"] == "ok"
        async with wire.connect(other, slug, stranger) as shut:
            assert await shut.until_closed() == NO_ENTRY
            assert [frame["type"] for frame in shut.frames] == ["refusal"], "and nothing of the room was told"
        assert enter(other, slug, stranger, "pears") == 403
        assert enter(other, slug, stranger, "plums") == 200
        async with wire.connect(one, slug, stranger) as inside:
            assert inside.room["entry"] == "password"
            await seats[0].say("/entry password walnuts")
            assert await inside.until_closed() == NO_ENTRY
        assert (await seats[1].say("and I stay"))["type"] == "ok"


async def test_a_ban_closes_at_the_other_process_and_keeps_out(pair: Pair) -> None:
    one, other = pair
    async with wire.table(one, 2) as (slug, seats, people):
        name, token = people[1]
        async with wire.connect(other, slug, token) as tab:
            assert (await seats[0].say(f"/ban {name}"))["type"] == "ok"
            for wired in (tab, seats[1]):
                assert await wired.until_closed() == NO_ENTRY
                assert code(wired) == "banned"
        async with wire.connect(other, slug, token) as shut:
            assert await shut.until_closed() == NO_ENTRY, "not as who is banned from the site"
            assert code(shut) == "banned"
        assert (await seats[0].say(f"/unban {name}"))["type"] == "ok"
        async with wire.connect(other, slug, token) as back:
            assert back.room["slug"] == slug


async def test_a_lock_at_one_process_holds_at_the_other_and_who_is_inside_comes_back(pair: Pair) -> None:
    one, other = pair
    async with wire.table(one, 1) as (slug, seats, _people):
        stranger, watcher = (token for _name, token in wire.players(one, 2))
        async with wire.connect(other, slug, watcher) as inside:
            await seats[0].room_where(lambda room: len(room["here"]) == 2)
            assert (await seats[0].say("/lock"))["type"] == "ok"
            await inside.room_where(lambda room: room["locked"])
            async with wire.connect(other, slug, stranger) as shut:
                assert await shut.until_closed() == NO_ENTRY
                assert code(shut) == "not_allowed_now"
        async with wire.connect(other, slug, watcher) as back:
            assert back.room["locked"]
            assert (await seats[0].say("/unlock"))["type"] == "ok"
            await back.room_where(lambda room: not room["locked"])
        async with wire.connect(other, slug, stranger) as open_again:
            assert open_again.room["slug"] == slug


async def test_who_waits_is_seated_once_by_two_processes(pair: Pair) -> None:
    one, other = pair
    async with wire.table(one, 3) as (slug, seats, people):
        assert (await seats[0].say("/bot 2"))["type"] == "ok"
        waiting = wire.players(one, 2)
        async with wire.connect(other, slug, waiting[0][1]) as first, wire.connect(one, slug, waiting[1][1]) as second:
            await first.say("/queue")
            await second.say("/queue")
            await seats[0].room_where(lambda room: room["queue"] == [name for name, _token in waiting])
            async with wire.connect(other, slug, people[1][1]) as far:
                await far.say("/leave")
                await seats[2].say("/leave")
            room = await seats[0].room_where(lambda room: not room["queue"])
            assert {name for name, _token in waiting} <= {seat["player"] for seat in room["seats"]}
            assert len(room["seats"]) == 5


async def test_a_match_begins_by_itself_once_and_is_seen_at_both(pair: Pair) -> None:
    one, other = pair
    async with wire.table(one, 1) as (slug, seats, _people), wire.connect(other, slug) as visitor:
        await seats[0].say("/autostart on")
        await seats[0].say("/bot 4")
        room = await visitor.room_where(lambda room: room["starts_at"])
        assert room["match"] is None
        await visitor.room_where(lambda room: room["match"])
        await visitor.match_where(lambda match: match["seats"])
        assert visitor.lines("system").count("The match begins.") == 1


async def test_a_room_that_is_unlisted_leaves_the_lobby_of_the_other_process(pair: Pair) -> None:
    one, other = pair
    async with wire.table(one, 1) as (slug, seats, _people), wire.lobby(other) as hall:
        await hall.until(lambda: slug in rows(hall))
        await seats[0].say("/entry password plums")
        await hall.until(lambda: rows(hall)[slug]["entry"] == "password")
        await seats[0].say("/entry unlisted")
        await hall.until(lambda: any(frame["type"] == "gone" and frame["slug"] == slug for frame in hall.frames))


def rows(hall: wire.Wire) -> dict[str, wire.Frame]:
    """The newest row of each room that the lobby was told of."""
    found: dict[str, wire.Frame] = {}
    for frame in hall.frames:
        told = frame["rooms"] if frame["type"] == "welcome" else [frame["room"]] if frame["type"] == "room" else []
        found |= {row["slug"]: row for row in told}
    return found


@pytest.mark.parametrize("shutting", ["/entry password plums", "/lock"])
async def test_who_is_invited_by_name_comes_in_at_any_process_and_others_do_not(pair: Pair, shutting: str) -> None:
    one, other = pair
    async with wire.table(one, 2) as (slug, seats, _people):
        [(name, invited), (_name, stranger)] = wire.players(one, 2)
        assert (await seats[0].say(shutting))["type"] == "ok"
        async with wire.connect(other, slug, invited) as early:
            assert await early.until_closed() == NO_ENTRY
        assert (await seats[0].say(f"/invite {name}"))["type"] == "ok"
        async with wire.connect(other, slug, invited) as inside, wire.connect(other, slug, stranger) as shut:
            assert inside.room["slug"] == slug
            assert await shut.until_closed() == NO_ENTRY
            await seats[1].room_where(lambda room: name in room["here"])
            assert (await seats[0].say(f"/ban {name}"))["type"] == "ok"
            assert await inside.until_closed() == NO_ENTRY
        async with wire.connect(one, slug, invited) as again:
            assert await again.until_closed() == NO_ENTRY
            assert code(again) == "banned"
