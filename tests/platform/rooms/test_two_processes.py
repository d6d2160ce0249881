"""One site served by two processes: what happens at one is true at the other, and is done once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest

from tests import wire
from tests.serving import Served, serving

pytestmark = pytest.mark.several
HURRY = {"HOST_AFTER": "1.5", "ABSENT_AFTER": "1.5", "BOT_PAUSE": "0.05"}
Pair = tuple[Served, Served]


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    """Two processes on the same data, for the tests of this module."""
    with serving(HURRY) as one, serving(HURRY, beside=one) as other:
        yield one, other


@pytest.fixture
def own_pair() -> Iterator[Pair]:
    """Two for this test alone, by which no vote is long."""
    hurry = {**HURRY, "VOTE_SECONDS": "4"}
    with serving(hurry) as one, serving(hurry, beside=one) as other:
        yield one, other


async def told(one: wire.Wire, text: str) -> None:
    """Wait for a line of the room."""
    await one.until(lambda: text in one.lines("system"))


async def test_who_is_here_is_seen_at_both_and_two_tabs_at_two_processes_are_one_person(pair: Pair) -> None:
    one, other = pair
    async with wire.table(one, 2) as (slug, seats, people):
        names = sorted(name for name, _token in people)
        async with wire.connect(other, slug) as visitor, wire.connect(other, slug, people[1][1]) as tab:
            assert (await visitor.room_where(lambda room: len(room["here"]) == 2))["here"] == names
            await seats[1].socket.close()
            assert (await tab.say("still here"))["type"] == "ok"
            await visitor.until(lambda: "still here" in visitor.lines("say"))
            assert visitor.room["here"] == names
            await tab.socket.close()
            await visitor.room_where(lambda room: room["here"] == [people[0][0]])
            await seats[0].room_where(lambda room: room["here"] == [people[0][0]])


async def test_a_vote_of_people_at_two_processes(pair: Pair) -> None:
    one, other = pair
    async with wire.match(one) as (slug, seats, people), wire.connect(other, slug, people[2][1]) as far:
        await seats[2].socket.close()
        await seats[0].say("/abort")
        vote = (await far.room_where(lambda room: room["vote"]))["vote"]
        assert vote["waiting"] == [people[1][0], people[2][0]]
        answers = await asyncio.gather(far.say("/accept"), seats[1].say("/accept"))
        assert [answer["type"] for answer in answers] == ["ok", "ok"]
        for wired in (far, seats[0]):
            await wired.match_where(lambda match: not match["to_move"])
            await wired.room_where(lambda room: room["vote"] is None)
            await told(wired, "The match is aborted.")


async def test_a_vote_whose_time_is_out_ends_once(own_pair: Pair) -> None:
    one, other = own_pair
    async with wire.match(one) as (slug, seats, _people), wire.connect(other, slug) as visitor:
        await seats[0].say("/abort")
        await visitor.room_where(lambda room: room["vote"])
        await visitor.room_where(lambda room: room["vote"] is None)
        assert (await seats[0].say("so be it"))["type"] == "ok"
        await visitor.until(lambda: "so be it" in visitor.lines("say"))
        assert visitor.lines("system").count("Not all have agreed in time: nothing changes.") == 1


async def test_a_vote_goes_on_when_the_process_it_began_at_is_killed(own_pair: Pair) -> None:
    one, other = own_pair
    async with wire.match(one) as (slug, seats, people), wire.connect(other, slug, people[1][1]) as far:
        await seats[0].say("/abort")
        await far.room_where(lambda room: room["vote"])
        await asyncio.to_thread(one.kill)
        await far.room_where(lambda room: room["vote"] is None)
        await far.until(lambda: far.lines("system")[-1].startswith(("Not all have agreed", "The match is aborted")))


async def test_a_seat_is_handed_over_to_somebody_at_the_other_process(pair: Pair) -> None:
    one, other = pair
    [(name, token)] = wire.players(one, 1)
    async with wire.match(one) as (slug, seats, _people), wire.connect(other, slug, token) as newcomer:
        await seats[0].socket.close()
        await newcomer.match_where(lambda match: match["seats"][0]["absent"])
        assert (await newcomer.say("/join 1"))["type"] == "ok"
        await seats[1].room_where(lambda room: room["vote"])
        await asyncio.gather(*(seat.say("/accept") for seat in seats[1:]))
        await newcomer.match_where(lambda match: match["you"] == 0 and match["board"]["plate"] is not None)
        await seats[1].match_where(lambda match: match["seats"][0]["player"] == name)
        await wire.play_until_its_turn(newcomer, seats[1:])
        assert (await newcomer.move(newcomer.match["moves"][-1]))["type"] == "ok"


async def test_back_at_the_other_process_before_the_vote_ends(pair: Pair) -> None:
    one, other = pair
    [(_name, token)] = wire.players(one, 1)
    async with wire.match(one) as (slug, seats, people), wire.connect(one, slug, token) as newcomer:
        await seats[0].socket.close()
        await newcomer.match_where(lambda match: match["seats"][0]["absent"])
        assert (await newcomer.say("/join 1"))["type"] == "ok"
        async with wire.connect(other, slug, people[0][1]) as back:
            await back.match_where(lambda match: match["you"] == 0 and not match["seats"][0]["absent"])
            await newcomer.room_where(lambda room: room["vote"] is None)
            await newcomer.until(lambda: newcomer.lines("system")[-1] == f"The vote is over: {people[0][0]} is back.")
            assert newcomer.match["you"] is None


async def test_a_host_at_the_other_process_stays_host_until_they_go(pair: Pair) -> None:
    one, other = pair
    async with wire.table(one, 2) as (slug, seats, people):
        async with wire.connect(other, slug, people[0][1]):
            await seats[0].socket.close()
            with pytest.raises(TimeoutError):
                await seats[1].until(lambda: seats[1].room["host"] != people[0][0], patience=4)
        await seats[1].room_where(lambda room: room["host"] == people[1][0])
        assert seats[1].lines("system").count(f"{people[1][0]} is host now.") == 1


async def test_a_deadline_is_kept_by_the_process_that_is_left(own_pair: Pair) -> None:
    one, other = own_pair
    async with wire.match(one) as (slug, seats, people), wire.connect(other, slug, people[1][1]) as far:
        await seats[0].socket.close()
        await far.room_where(lambda room: people[0][0] not in room["here"])  # else only silence tells
        await asyncio.to_thread(one.kill)
        await far.match_where(lambda match: match["seats"][0]["absent"] and match["ply"] >= 1)


async def test_whispers_reach_the_lobby_of_the_other_process(pair: Pair) -> None:
    one, other = pair
    [(_ann, anns), (bob, bobs), (_cid, cids)] = wire.players(one, 3)
    async with wire.lobby(one, anns) as here, wire.lobby(other, bobs) as there, wire.lobby(other, cids) as third:
        await here.until(lambda: [f for f in here.frames if bob in f.get("online", [])])
        assert (await here.say(f"/tell {bob} psst"))["type"] == "ok"
        await there.until(lambda: there.lines("whisper") == ["psst"])
        answer = await there.say("/reply yes?")
        assert answer["type"] == "ok", answer
        await here.until(lambda: here.lines("whisper") == ["psst", "yes?"])
        await third.ask(type="sync")
        assert not [text for text in third.raw if "psst" in text or "yes?" in text]


async def test_the_people_of_a_killed_process_are_gone_a_few_seconds_later(own_pair: Pair) -> None:
    one, other = own_pair
    async with wire.table(one, 2) as (slug, _seats, people), wire.connect(other, slug) as visitor:
        await visitor.room_where(lambda room: len(room["here"]) == len(people))
        await asyncio.to_thread(one.kill)
        await visitor.until(lambda: visitor.room["here"] == [], patience=25)


async def test_each_process_counts_what_somebody_says_by_itself(pair: Pair) -> None:
    one, other = pair
    [(_name, token)] = wire.players(one, 1)
    slug = wire.open_room(one, token)
    async with wire.connect(one, slug, token) as here, wire.connect(other, slug, token) as there:
        begun = time.monotonic()
        said_at_once = (tab.say(f"line {number}") for number in range(20) for tab in (here, there))
        answers = await asyncio.gather(*said_at_once)
        seconds = time.monotonic() - begun
        said = sum(answer["type"] == "ok" for answer in answers)
        assert {answer.get("code") for answer in answers} == {None, "too_fast"}
        assert said <= 2 * (8 + seconds + 1)
        await here.until(lambda: len(here.lines("say")) == said)
        await there.until(lambda: len(there.lines("say")) == said)
