"""Votes, hosts and whispers as the people at the sockets see them, by a server that is in a hurry."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest

from tests import wire
from tests.serving import Served, serving

HURRY = {"HOST_AFTER": "1", "ABSENT_AFTER": "1", "BOT_PAUSE": "0.05"}
OUT_OF_TIME = "Not all have agreed in time: nothing changes."
SHORT = 0.8
"""Seconds of a break after which a host is still host there."""


@pytest.fixture(scope="module")
def hasty() -> Iterator[Served]:
    """A server where hosts are followed after a second. Votes last as long as they do by default."""
    with serving(HURRY) as server:
        yield server


async def test_a_vote_is_seen_by_all_and_ends_the_match(hasty: Served) -> None:
    async with wire.match(hasty) as (slug, seats, people), wire.connect(hasty, slug) as visitor:
        assert (await seats[0].say("/abort"))["type"] == "ok"
        vote = (await visitor.room_where(lambda room: room["vote"]))["vote"]
        names = [name for name, _token in people]
        assert vote == {
            "kind": "abort",
            "seat": None,
            "by": names[0],
            "yes": [names[0]],
            "waiting": names[1:],
            "until": vote["until"],
        }
        await asyncio.gather(*(seat.say("/accept") for seat in seats[1:]))
        for one in (*seats, visitor):
            await one.room_where(lambda room: room["vote"] is None)
            over = await one.match_where(lambda match: not match["to_move"])
            assert (over["result"], over["moves"]) == (None, [])
        assert (await seats[1].say("/again"))["type"] == "ok"
        await visitor.match_where(lambda match: match["to_move"])


async def test_a_vote_that_nobody_answers_ends_by_itself() -> None:
    with serving({**HURRY, "VOTE_SECONDS": "1"}) as server:
        async with wire.match(server) as (_slug, seats, _people):
            await seats[0].say("/abort")
            await seats[1].until(lambda: OUT_OF_TIME in seats[1].lines("system"))
            await seats[1].room_where(lambda room: room["vote"] is None)
            assert (await seats[0].say("so be it"))["type"] == "ok"
            await seats[1].until(lambda: "so be it" in seats[1].lines("say"))
            assert seats[1].lines("system").count(OUT_OF_TIME) == 1
            assert (await seats[0].say("/abort"))["type"] == "ok"


async def test_who_closes_the_page_is_not_waited_for(hasty: Served) -> None:
    async with wire.match(hasty) as (_slug, seats, people):
        await seats[0].say("/abort")
        await seats[1].say("/accept")
        await seats[2].socket.close()
        await seats[0].match_where(lambda match: not match["to_move"])
        await seats[0].room_where(lambda room: people[2][0] not in room["here"])


async def test_an_absent_players_seat_goes_to_a_newcomer_with_all_that_belongs_to_it(hasty: Served) -> None:
    async with wire.match(hasty) as (slug, seats, people):
        [(name, token)] = wire.players(hasty, 1)
        hand = seats[0].match["board"]["plate"]
        async with wire.connect(hasty, slug, token) as newcomer:
            await seats[0].socket.close()
            await newcomer.match_where(lambda match: match["seats"][0]["absent"])
            assert (await newcomer.say("/join 1"))["type"] == "ok"
            vote = (await newcomer.room_where(lambda room: room["vote"]))["vote"]
            assert (vote["kind"], vote["seat"], vote["by"]) == ("seat", 0, name)
            assert newcomer.match["board"]["plate"] is None
            for seat in seats[1:]:
                assert (await seat.say("/accept"))["type"] == "ok"
            mine = await newcomer.match_where(lambda match: match["you"] == 0)
            assert mine["board"]["plate"].keys() == hand.keys()
            assert (mine["seats"][0]["player"], mine["seats"][0]["absent"]) == (name, False)
            await seats[1].room_where(lambda room: {"seat": 0, "player": name, "bot": None} in room["seats"])
            async with wire.connect(hasty, slug, people[0][1]) as before:
                assert (before.match["you"], before.match["board"]["plate"]) == (None, None)
                assert before.match["moves"] == []
            await wire.play_until_its_turn(newcomer, seats[1:])
            assert (await newcomer.move(newcomer.match["moves"][0]))["type"] == "ok"


async def test_whoever_is_back_before_the_vote_ends_keeps_the_seat(hasty: Served) -> None:
    async with wire.match(hasty) as (slug, seats, people):
        [(_name, token)] = wire.players(hasty, 1)
        async with wire.connect(hasty, slug, token) as newcomer:
            await seats[0].socket.close()
            await newcomer.match_where(lambda match: match["seats"][0]["absent"])
            await newcomer.say("/join 1")
            await seats[1].room_where(lambda room: room["vote"])
            async with wire.connect(hasty, slug, people[0][1]) as back:
                await back.match_where(lambda match: match["you"] == 0 and not match["seats"][0]["absent"])
                await seats[1].room_where(lambda room: room["vote"] is None)
                assert (await seats[1].say("/accept"))["code"] == "not_allowed_now"
                assert seats[1].match["seats"][0]["player"] == people[0][0]


async def test_a_vote_survives_a_kill() -> None:
    with serving({**HURRY, "VOTE_SECONDS": "600"}) as server:
        async with wire.match(server) as (slug, seats, people):
            await seats[0].say("/abort")
            await seats[1].say("/accept")
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            async with wire.connect(server, slug, people[1][1]), wire.connect(server, slug, people[2][1]) as last:
                vote = last.room["vote"]
                assert (vote["by"], vote["yes"]) == (people[0][0], [people[0][0], people[1][0]])
                assert people[2][0] in vote["waiting"]
                assert (await last.say("/accept"))["type"] == "ok"
                await last.match_where(lambda match: not match["to_move"])


async def test_a_vote_ends_in_time_although_the_server_was_killed() -> None:
    with serving({**HURRY, "VOTE_SECONDS": "4"}) as server:
        async with wire.match(server) as (slug, seats, people):
            await seats[0].say("/abort")
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            async with wire.connect(server, slug, people[1][1]) as one:
                await one.room_where(lambda room: room["vote"] is None)
                await one.until(lambda: OUT_OF_TIME in one.lines("system"))


async def test_a_host_who_goes_is_followed_also_after_a_kill() -> None:
    with serving(HURRY) as server:
        async with wire.table(server, 3) as (slug, seats, people):
            names = [name for name, _token in people]
            await seats[0].socket.close()
            await seats[2].room_where(lambda room: room["host"] == names[1])
            assert (await seats[1].say("/bot"))["type"] == "ok"
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            async with wire.connect(server, slug, people[2][1]) as left:
                await left.room_where(lambda room: room["host"] == names[2])


async def test_a_host_with_two_tabs_stays_host(hasty: Served) -> None:
    async with wire.table(hasty, 2) as (slug, seats, people), wire.connect(hasty, slug, people[0][1]):
        await seats[0].socket.close()
        await seats[1].room_where(lambda room: len(room["here"]) == 2)
        with pytest.raises(TimeoutError):
            await seats[1].until(lambda: seats[1].room["host"] != people[0][0], patience=2.5)


async def test_a_host_stays_host_over_a_short_break(hasty: Served) -> None:
    seconds = SHORT
    while seconds >= SHORT:  # where the machine has made it a long one, it says nothing
        async with wire.table(hasty, 2) as (slug, seats, people):
            gone = time.monotonic()
            await seats[0].socket.close()
            async with wire.connect(hasty, slug, people[0][1]):
                seconds = time.monotonic() - gone
                if seconds < SHORT:
                    with pytest.raises(TimeoutError):
                        await seats[1].until(lambda: seats[1].room["host"] != people[0][0], patience=2)


async def test_a_command_that_leads_elsewhere_is_answered_with_the_way(hasty: Served) -> None:
    async with wire.table(hasty, 1) as (slug, [host], people), wire.lobby(hasty) as visitor:
        await visitor.send(type="say", text=f"/goto {people[0][0]}", ref="go")
        await visitor.until(lambda: [f for f in visitor.frames if f.get("ref") == "go"])
        [go] = [frame for frame in visitor.frames if frame["type"] == "go"]
        assert go == {"type": "go", "address": f"/rooms/{slug}/"}
        assert (await host.say("/newroom Tea for two"))["type"] == "ok"
        [go] = [frame for frame in host.frames if frame["type"] == "go"]
        assert go["address"].startswith("/rooms/tea-for-two")


async def test_whispers_reach_the_lobby_and_come_back_and_nobody_else_sees_them(hasty: Served) -> None:
    async with wire.table(hasty, 1) as (_slug, [host], [(ann, _token)]):
        [(bob, bobs), (_cid, cids)] = wire.players(hasty, 2)
        async with wire.lobby(hasty, bobs) as there, wire.lobby(hasty, cids) as other, wire.lobby(hasty) as visitor:
            assert (await host.say(f"/tell {bob} psst"))["type"] == "ok"
            await there.until(lambda: there.lines("whisper") == ["psst"])
            assert (await there.say("/reply yes?"))["type"] == "ok"
            await host.until(lambda: host.lines("whisper") == ["psst", "yes?"])
            for one in (other, visitor):
                await one.ask(type="sync")
                assert not [text for text in one.raw if "psst" in text or "yes?" in text]
        async with wire.lobby(hasty, bobs) as again:
            assert again.lines("whisper") == ["psst", "yes?"]
            assert (await again.say("/r still here"))["type"] == "ok"
            await host.until(lambda: "still here" in host.lines("whisper"))
            assert (await again.say(f"/tell {ann} and so on"))["type"] == "ok"


async def test_in_the_lobby_one_asks_for_help_and_who_is_there_and_is_refused_the_rest(hasty: Served) -> None:
    [(name, token)] = wire.players(hasty, 1)
    async with wire.lobby(hasty, token) as there, wire.lobby(hasty) as visitor:
        for line in ("/help", "/who", "/rooms", "/game"):
            assert (await there.say(line))["type"] == "ok"
        await there.until(lambda: any(name in line for line in there.lines("system")))
        assert any(line.startswith("People: /tell ") for line in there.lines("system"))
        for line, code in (("hello", "not_allowed_now"), ("/start", "not_allowed_now"), ("/strat", "unknown_command")):
            assert (await there.say(line))["code"] == code
        assert (await there.ask(type="move", move="kitchen", turn=0))["code"] == "not_allowed_now"
        assert (await visitor.say(f"/tell {name} hi"))["code"] == "signed_out"
        await there.send(type="say", text=7)
        await there.until(lambda: [frame for frame in there.frames if frame.get("code") == "bad_frame"])
