"""A mark: made before one's turn, seen by nobody else, played at the turn by itself, and gone whenever it must be."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest

from tests import wire
from tests.marking import mark, marked, match, tricky
from tests.serving import Served

DROPPED = "What you had marked cannot be played: choose another move."


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    """A server with a game that has marks, for the tests of this module."""
    with tricky({"BOT_PAUSE": "0.05"}) as served:
        yield served


async def test_a_mark_is_told_to_its_player_and_played_at_the_turn(server: Served) -> None:
    async with match(server) as (slug, seats, people), wire.connect(server, slug, people[1][1]) as tab:
        assert "play nine" in seats[1].match["premoves"]
        assert seats[0].match["premoves"] == []
        assert await mark(seats[1], "play nine") == "ok"
        for one in (seats[1], tab):
            await marked(one, "play nine")
        await seats[0].move("play seven")
        for one in (*seats, tab):
            told = await one.match_where(lambda match: match["ply"] == 2)
            assert told["board"]["played"] == [[0, "seven"], [1, "nine"]]
            assert told["premove"] is None
        record = httpx.get(
            f"{server.url}/api/matches/{tab.match['id']}", headers={"Authorization": f"Bearer {people[1][1]}"}
        ).json()
        assert [(made["ply"], made["move"], made["by"]) for made in record["moves"]] == [(2, "play nine", "premove")]


async def test_the_last_of_two_marks_stands_and_a_mark_may_be_taken_off(server: Served) -> None:
    async with match(server) as (slug, seats, people), wire.connect(server, slug, people[1][1]) as tab:
        assert await mark(seats[1], "play nine") == "ok"
        assert await mark(tab, "play seven") == "ok"
        await marked(seats[1], "play seven")
        assert await mark(seats[2], "play nine") == "ok"
        assert await mark(seats[2], None) == "ok"
        await marked(seats[2], None)
        await seats[0].move("play five")
        told = await seats[2].match_where(lambda match: match["ply"] == 2)
        assert told["board"]["played"][1] == [1, "seven"]
        assert (await seats[2].move("play seven"))["type"] == "ok"


async def test_several_marks_are_played_one_after_the_other_with_no_socket_open(server: Served) -> None:
    async with match(server) as (slug, seats, _people):
        assert await mark(seats[1], "play seven") == "ok"
        assert await mark(seats[2], "play seven") == "ok"
        for seat in seats[1:]:
            await seat.socket.close()
        assert (await seats[0].move("play nine"))["type"] == "ok"
        await seats[0].socket.close()
        async with wire.connect(server, slug) as visitor:
            told = await visitor.match_where(lambda match: match["ply"] == 3)
            assert told["board"]["played"] == [[0, "nine"], [1, "seven"], [2, "seven"]]


async def test_only_what_is_offered_to_ones_own_seat_before_ones_turn_can_be_marked(server: Served) -> None:
    async with match(server) as (slug, seats, _people):
        assert await mark(seats[0], "play nine") == "not_allowed_now"  # it is this seat's turn
        assert await mark(seats[1], "play ace") == "illegal_move"
        assert await mark(seats[1], "play nine", turn=1) == "stale_turn"
        [(_name, token)] = wire.players(server, 1)
        async with wire.connect(server, slug, token) as watcher, wire.connect(server, slug) as visitor:
            assert await mark(watcher, "play nine") == "not_seated"
            assert await mark(visitor, "play nine") == "signed_out"
            assert watcher.match["premoves"] == visitor.match["premoves"] == []
        assert await mark(seats[1], "play seven") == "ok"
        assert await mark(seats[1], "play ace") == "illegal_move"
        await marked(seats[1], "play seven")  # what is refused changes nothing
        await seats[0].say("/leave")
        await seats[1].match_where(lambda match: match["ply"] >= 2)
        assert await mark(seats[0], "play two") == "not_seated"
        await seats[1].say("/abort")
        await seats[2].say("/accept")
        await seats[1].match_where(lambda match: not match["to_move"])
        assert await mark(seats[1], "play two") == "match_over"


async def test_a_mark_that_cannot_be_played_at_its_turn_is_dropped_with_a_word_to_its_player_alone(
    server: Served,
) -> None:
    async with match(server) as (slug, seats, people):
        assert await mark(seats[1], "play nine") == "ok"
        await seats[0].move("play nine")
        await seats[1].until(lambda: DROPPED in seats[1].lines("system"))
        await marked(seats[1], None)
        assert seats[1].match["moves"]
        assert (await seats[1].move("play seven"))["type"] == "ok"
        for other in (seats[0], seats[2]):
            await other.ask(type="sync")
            assert DROPPED not in other.lines()
        async with wire.connect(server, slug, people[1][1]) as later, wire.connect(server, slug) as visitor:
            assert DROPPED in later.lines("system")
            assert DROPPED not in visitor.lines()


async def test_a_mark_that_is_not_offered_any_more_is_dropped_before_its_turn(server: Served) -> None:
    async with match(server) as (_slug, seats, _people):
        assert await mark(seats[2], "play five") == "ok"
        await seats[0].move("play two")
        await seats[2].until(lambda: DROPPED in seats[2].lines("system"))
        await marked(seats[2], None)
        assert seats[2].match["ply"] == 1


async def test_who_changes_hands_leaves_no_mark_behind(server: Served) -> None:
    async with match(server) as (_slug, seats, _people):
        assert await mark(seats[2], "play nine") == "ok"
        assert (await seats[2].say("/leave"))["type"] == "ok"
        assert (await seats[2].say("/join"))["type"] == "ok"
        await seats[2].match_where(lambda match: match["you"] == 2)
        await marked(seats[2], None)
        await seats[0].move("play seven")
        await seats[1].match_where(lambda match: match["moves"])
        await seats[1].move("play seven")
        assert (await seats[2].match_where(lambda match: match["moves"]))["ply"] == 2


async def test_a_typed_move_before_ones_turn_is_a_mark_for_who_has_switched_marks_on(server: Served) -> None:
    async with match(server) as (slug, seats, people):
        assert (await seats[1].say("/play nine"))["code"] == "not_your_turn"
        for line in ("/set hook on", "/prop SkullKingHook=On"):
            assert (await seats[1].say(line))["type"] == "ok"
        assert (await seats[1].say("/ PLAY  Nine"))["type"] == "ok"
        await marked(seats[1], "play nine")
        assert (await seats[1].say("/unmark"))["type"] == "ok"
        await marked(seats[1], None)
        assert (await seats[1].say("/play nine"))["type"] == "ok"
        assert (await seats[1].say("/play ace"))["code"] == "illegal_move"
        assert (await seats[0].say("/play seven"))["ply"] == 1
        await seats[0].match_where(lambda match: match["ply"] == 2)
        assert (await seats[1].say("/set hook off"))["type"] == "ok"
        assert (await seats[1].say("/play seven"))["code"] == "not_your_turn"
        async with wire.connect(server, slug, people[1][1]) as tab:
            assert (await tab.say("/play seven"))["code"] == "not_your_turn"


async def test_a_mark_is_played_before_the_clock_would_play(server: Served) -> None:
    async with match(server, pace="brisk") as (_slug, seats, _people):
        assert await mark(seats[1], "play seven") == "ok"
        await seats[0].move("play nine")
        await seats[2].match_where(lambda match: match["moves"])
        assert seats[2].match["board"]["played"] == [[0, "nine"], [1, "seven"]]


async def test_nobody_else_is_told_anything_of_a_mark(server: Served) -> None:
    async with match(server) as (slug, seats, people), wire.connect(server, slug) as visitor:
        others, before = (seats[0], seats[2], visitor), len(server.log)
        counts = {other: len(other.raw) for other in others}
        for move in ("play two", "play seven", None, "play nine"):
            assert await mark(seats[1], move) == "ok"
        await marked(seats[1], "play nine")
        for other in others:
            assert (await other.ask(type="sync"))["type"] == "ok"
            texts = other.raw[counts[other] :]
            # Who has come or gone may be told at any time, also while a mark is written.
            told = [frame for frame in map(json.loads, texts) if frame["type"] != "room"]
            assert [frame["type"] for frame in told] == ["welcome", "ok"]
            assert told[0]["match"]["premove"] is None
            assert not any('premove":"' in text for text in texts)
        number, room = seats[1].match["id"], f"/api/rooms/{slug}"
        for token in (people[0][1], people[2][1], None):
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            for address in (f"/api/matches/{number}", f"/api/matches/{number}/views/0", room):
                text = httpx.get(server.url + address, headers=headers).text
                assert "premove" not in text
                assert "play nine" not in text
            for page in (f"/rooms/{slug}/", f"/matches/{number}/"):
                assert 'data-mark="play' not in httpx.get(server.url + page).text
        assert "play nine" not in server.log[before:]
