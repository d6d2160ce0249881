"""Marks outlive the process that took them, and another process plays them: once, and by what stands at last."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests import wire
from tests.marking import mark, marked, match, tricky
from tests.serving import Served

Pair = tuple[Served, Served]


@pytest.fixture
def pair() -> Iterator[Pair]:
    """Two processes on the same data."""
    with tricky() as one, tricky(beside=one) as other:
        yield one, other


async def test_an_acknowledged_mark_survives_a_kill_and_is_played_with_its_player_gone() -> None:
    with tricky() as server:
        async with match(server) as (slug, seats, people):
            assert await mark(seats[1], "play nine") == "ok"
            server.kill()
        server.start()
        async with wire.connect(server, slug, people[1][1]) as back:
            assert back.match["premove"] == "play nine"
        async with wire.connect(server, slug, people[0][1]) as first:
            assert (await first.move("play seven"))["type"] == "ok"
            told = await first.match_where(lambda match: match["ply"] == 2)
            assert told["board"]["played"][1] == [1, "nine"]


async def test_a_kill_right_after_the_move_that_brings_the_turn_loses_no_mark() -> None:
    with tricky() as server:
        async with match(server) as (slug, seats, _people):
            assert await mark(seats[1], "play nine") == "ok"
            await seats[0].send(type="move", move="play seven", turn=0, ref="last")
            await seats[0].until(lambda: [frame for frame in seats[0].frames if frame.get("ref") == "last"])
            server.kill()
        server.start()
        async with wire.connect(server, slug) as visitor:
            told = await visitor.match_where(lambda match: match["ply"] == 2)
            assert told["board"]["played"] == [[0, "seven"], [1, "nine"]]


@pytest.mark.several
async def test_a_mark_made_at_one_process_is_seen_and_played_by_the_other(pair: Pair) -> None:
    one, other = pair
    async with match(one) as (slug, seats, people), wire.connect(other, slug, people[1][1]) as tab:
        assert await mark(seats[1], "play nine") == "ok"
        await marked(tab, "play nine")
        assert await mark(tab, "play seven") == "ok"
        await marked(seats[1], "play seven")
        async with wire.connect(other, slug, people[0][1]) as first:
            await asyncio.to_thread(one.kill)
            assert (await first.move("play nine"))["type"] == "ok"
            told = await tab.match_where(lambda match: match["ply"] == 2)
            assert told["board"]["played"] == [[0, "nine"], [1, "seven"]]


@pytest.mark.several
async def test_marks_of_two_tabs_at_two_processes_while_the_turn_arrives_make_one_move(pair: Pair) -> None:
    one, other = pair
    async with match(one) as (slug, seats, people), wire.connect(other, slug, people[1][1]) as tab:
        answers = await asyncio.gather(
            mark(seats[1], "play nine"), mark(tab, "play two"), seats[0].move("play seven"), mark(seats[1], None)
        )
        told = await tab.match_where(lambda match: match["ply"] >= 1 and (match["ply"] == 2 or match["moves"]))
        if told["moves"] and answers[1] == answers[3] == "ok":  # off, or on its way: then it comes
            await tab.send(type="move", move="play five", turn=0)
        elif told["moves"]:
            assert (await tab.move("play five", turn=0))["type"] == "ok"
        for seat in (*seats, tab):
            ended = await seat.match_where(lambda match: match["ply"] == 2)
            assert ended["board"]["played"] == tab.match["board"]["played"]
            assert [who for who, _card in ended["board"]["played"]] == [0, 1]
        assert seats[2].match["to_move"] == [2]
