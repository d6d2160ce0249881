"""A move on the wire: played once, whatever is clicked, sent twice or sent late."""

from __future__ import annotations

import asyncio

import httpx

from tests import wire
from tests.serving import Served


async def test_a_word_that_is_a_move_and_a_command_is_the_move_for_who_plays(server: Served) -> None:
    async with wire.match(server, 2, game="kings_gold") as (slug, seats, _people):
        while not any("stop" in seat.match["moves"] for seat in seats):
            before = seats[0].match
            [mover] = [seat for seat in seats if seat.match["moves"]]
            assert (await mover.move(mover.match["moves"][0]))["type"] == "ok"
            for seat in seats:
                await seat.newer_than(before)
        [mover] = [seat for seat in seats if "stop" in seat.match["moves"]]
        [other] = [seat for seat in seats if seat is not mover]
        assert (await other.say("/stop"))["code"] == "not_your_turn"
        ply = mover.match["ply"]
        assert (await mover.say("/stop"))["ply"] == ply + 1
        async with wire.connect(server, slug) as visitor:
            assert visitor.room["vote"] is None
        assert (await other.say("/abort"))["type"] == "ok"
        await mover.room_where(lambda room: room["vote"] and room["vote"]["kind"] == "abort")


async def test_a_move_is_acknowledged_with_its_ply_and_told_to_everybody(server: Served) -> None:
    async with wire.match(server) as (_slug, seats, _people):
        move = seats[0].match["moves"][0]
        assert await seats[0].move(move) == {"type": "ok", "ref": "r4", "ply": 1}
        for seat in seats:
            told = await seat.match_where(lambda match: match["ply"] == 1)
            assert told["to_move"] == [1]
            assert told["board"]["last"][0]["type"] == move.split()[0]


async def test_the_same_click_ten_times_at_once_is_one_move_with_ten_acknowledgements(server: Served) -> None:
    async with wire.match(server) as (_slug, seats, _people):
        move = seats[0].match["moves"][0]
        answers = await asyncio.gather(*(seats[0].move(move, turn=0) for _ in range(10)))
        assert [(answer["type"], answer["ply"]) for answer in answers] == [("ok", 1)] * 10
        assert (await seats[1].match_where(lambda match: match["ply"] >= 1))["ply"] == 1


async def test_a_second_tab_sees_the_move_and_cannot_make_another_of_the_same_turn(server: Served) -> None:
    async with wire.match(server) as (slug, seats, people), wire.connect(server, slug, people[0][1]) as tab:
        first, second = seats[0].match["moves"][:2]
        answers = await asyncio.gather(seats[0].move(first, turn=0), tab.move(second, turn=0))
        assert sorted(answer["type"] for answer in answers) == ["ok", "refusal"]
        assert [answer["code"] for answer in answers if answer["type"] == "refusal"] == ["stale_turn"]
        for one in (seats[0], tab):
            assert (await one.match_where(lambda match: match["ply"] == 1))["turn"] == 1


async def test_a_committed_move_sent_again_gets_its_ok_again_and_another_move_is_stale(server: Served) -> None:
    async with wire.match(server) as (_slug, seats, _people):
        first, second = seats[0].match["moves"][:2]
        await seats[0].move(first)
        await seats[1].match_where(lambda match: match["moves"])
        await seats[1].move(seats[1].match["moves"][0])
        assert (await seats[0].move(first, turn=0))["ply"] == 1
        assert (await seats[0].move(second, turn=0))["code"] == "stale_turn"


async def test_others_moves_do_not_make_a_turn_stale(server: Served) -> None:
    async with wire.match(server) as (_slug, seats, _people):
        await seats[0].move(seats[0].match["moves"][0])
        await seats[1].match_where(lambda match: match["moves"])
        assert seats[1].match["turn"] == 0
        assert (await seats[1].move(seats[1].match["moves"][0], turn=0))["type"] == "ok"


async def test_who_is_not_to_move_or_does_not_sit_here_is_told_so(server: Served) -> None:
    async with wire.match(server) as (slug, seats, _people):
        move = seats[0].match["moves"][0]
        assert (await seats[1].move(move))["code"] == "not_your_turn"
        assert (await seats[0].move("take gold"))["code"] == "illegal_move"
        assert (await seats[0].move(move, turn=7))["code"] == "stale_turn"
        [(_name, token)] = wire.players(server, 1)
        async with wire.connect(server, slug, token) as watcher, wire.connect(server, slug) as visitor:
            assert (await watcher.move(move, turn=0))["code"] == "not_seated"
            assert (await visitor.move(move, turn=0))["code"] == "signed_out"


async def test_without_a_match_there_is_nothing_to_play(server: Served) -> None:
    async with wire.table(server, 3) as (_slug, seats, _people):
        answer = await seats[0].ask(type="move", move="kitchen", turn=0)
        assert answer["code"] == "not_allowed_now"


async def test_a_typed_move_is_a_move_in_any_order_and_case_and_never_a_line(server: Served) -> None:
    async with wire.match(server) as (_slug, seats, _people):
        assert (await seats[0].say("/ KITCHEN"))["ply"] == 1
        await seats[1].match_where(lambda match: match["ply"] == 1)
        assert (await seats[2].say("/kitchen"))["code"] == "not_your_turn"
        assert (await seats[1].say("/take gold"))["code"] == "illegal_move"
        assert not any("itchen" in line or "gold" in line.casefold() for line in seats[1].lines("say"))


async def test_a_move_may_be_typed_in_wide_letters(server: Served) -> None:
    async with wire.match(server) as (_slug, seats, _people):
        assert (await seats[0].say("／ｋｉｔｃｈｅｎ"))["ply"] == 1


async def test_a_mark_is_refused_where_the_game_has_none(server: Served) -> None:
    async with wire.match(server) as (_slug, seats, _people):
        assert (await seats[1].ask(type="premove", move="kitchen"))["code"] == "not_allowed_now"
        assert (await seats[1].ask(type="premove", move=None))["type"] == "ok"


async def test_a_whole_match_ends_for_everybody_and_is_over(server: Served) -> None:
    async with wire.match(server) as (_slug, seats, people):
        await asyncio.gather(*(seat.play_to_the_end() for seat in seats))
        results = [(await seat.match_where(lambda match: match["result"]))["result"] for seat in seats]
        assert results[0] == results[1] == results[2]
        last = seats[0].match
        assert last["moves"] == []
        assert (await seats[0].move("kitchen"))["code"] == "match_over"
        record = httpx.get(f"{server.url}/api/matches/{last['id']}").json()
        assert len(record["moves"]) == last["ply"]
        assert record["result"] == last["result"]
        assert [seat["player"] for seat in record["seats"]] == [name for name, _token in people]
