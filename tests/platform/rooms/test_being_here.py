"""A room on the wire: who is here, who sits, what is said, and who may see it."""

from __future__ import annotations

import asyncio

from tests import wire
from tests.serving import Served


async def test_everybody_sees_who_comes_and_goes_and_two_tabs_are_one_person(server: Served) -> None:
    async with wire.table(server, 1) as (slug, [host], people):
        [(name, token)] = wire.players(server, 1)
        async with wire.connect(server, slug, token) as first:
            assert (await host.room_where(lambda room: len(room["here"]) == 2))["here"] == sorted([people[0][0], name])
            async with wire.connect(server, slug, token):
                await first.socket.close()
                await host.say("are you still here?")
                assert name in host.room["here"]
        assert (await host.room_where(lambda room: len(room["here"]) == 1))["here"] == [people[0][0]]


async def test_a_visitor_without_a_name_sees_all_and_is_asked_to_come_in_before_talking(server: Served) -> None:
    async with wire.table(server, 2) as (slug, [host, _other], _people), wire.connect(server, slug) as visitor:
        assert visitor.frames[0]["me"] is None
        assert (await visitor.say("hello"))["code"] == "signed_out"
        assert (await visitor.say("/join"))["code"] == "signed_out"
        await host.say("hello everybody")
        await visitor.until(lambda: "hello everybody" in visitor.lines("say"))


async def test_who_watches_without_a_name_is_counted_and_stays_nameless(server: Served) -> None:
    async with wire.table(server, 1) as (slug, [host], [(name, _token)]), wire.lobby(server) as lobby:
        async with wire.connect(server, slug), wire.connect(server, slug):
            await lobby.room_where(lambda row: (row["slug"], row["here"]) == (slug, 3))
            assert host.room["here"] == [name]
            await host.say("/who")
            await host.until(lambda: "Watching: 2 without a name" in host.lines("system"))
        await lobby.room_where(lambda row: (row["slug"], row["here"]) == (slug, 1))


async def test_a_whisper_reaches_only_its_two_people_now_and_later(server: Served) -> None:
    async with wire.table(server, 3) as (slug, [ann, bob, cleo], people):
        assert (await ann.say(f"/tell {people[1][0]} psst"))["type"] == "ok"
        await bob.until(lambda: "psst" in bob.lines("whisper"))
        await ann.until(lambda: "psst" in ann.lines("whisper"))
        await cleo.say("what?")
        await ann.say("nothing")
        await cleo.until(lambda: "nothing" in cleo.lines())
        assert "psst" not in cleo.lines()
        for (_name, token), sees in zip(people, (True, True, False), strict=True):
            async with wire.connect(server, slug, token) as later:
                assert ("psst" in later.lines("whisper")) is sees


async def test_the_last_hundred_lines_are_there_for_who_comes_later(server: Served) -> None:
    async with wire.table(server, 1) as (slug, [host], people):
        for n in range(4):
            await host.say(f"line {n}")
        async with wire.connect(server, slug, people[0][1]) as later:
            assert later.lines("say") == [f"line {n}" for n in range(4)]
            assert later.frames[0]["chat"][-1]["from"] == people[0][0]


async def test_fifty_people_at_the_last_seat_are_one_seated_and_forty_nine_refused(server: Served) -> None:
    async with wire.table(server, 4) as (slug, [host, *_rest], _people):
        crowd = wire.players(server, 50)
        wires = [wire.connect(server, slug, token) for _name, token in crowd]
        open_wires = [await one.__aenter__() for one in wires]
        answers = await asyncio.gather(*(one.say("/join") for one in open_wires))
        assert sorted(answer.get("code", "ok") for answer in answers) == sorted(["ok"] + ["room_full"] * 49)
        room = await host.room_where(lambda room: len(room["seats"]) == 5)
        assert room["seats"][4]["player"] in {name for name, _token in crowd}
        for one in wires:
            await one.__aexit__(None, None, None)


async def test_start_against_leave_has_one_outcome_that_everybody_sees(server: Served) -> None:
    for _ in range(5):
        async with wire.table(server, 3) as (_slug, seats, _people):
            started, left = await asyncio.gather(seats[0].say("/start"), seats[2].say("/leave"))
            assert left["type"] == "ok"
            if started["type"] == "ok":
                match = await seats[1].match_where(lambda match: match["seats"][2]["absent"])
                assert len(match["seats"]) == 3
            else:
                assert started["code"] == "not_allowed_now"
                assert len((await seats[1].room_where(lambda room: len(room["seats"]) == 2))["seats"]) == 2


async def test_again_begins_the_next_match_with_the_same_people(server: Served) -> None:
    async with wire.match(server) as (_slug, seats, _people):
        first = seats[0].match["id"]
        await asyncio.gather(*(seat.play_to_the_end() for seat in seats))
        answers = await asyncio.gather(*(seat.say("/again") for seat in seats))
        assert [answer["type"] for answer in answers].count("ok") == 1
        for seat in seats:
            match = await seat.match_where(lambda match: match["id"] > first)
            assert (match["version"], match["result"]) == (0, None)
