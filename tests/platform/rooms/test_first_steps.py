"""First steps: a real table that a script leads, which counts for nothing and ends in a match against bots."""

from __future__ import annotations

import asyncio
import contextlib

import httpx
import pytest

from tafelrunde import games
from tafelrunde.matches.models import Match, MatchSeat
from tafelrunde.moderation import reliability
from tafelrunde.refusals import Refusal
from tafelrunde.rooms import registry
from tafelrunde.rooms.learning import learn
from tafelrunde.rooms.match_lists import matches_in_room, matches_of_player
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.play_now import own_match, play_now
from tafelrunde.rooms.seeing import may_see
from tests import wire
from tests.platform.rooms.speaking import Here, People, answer, call, refused
from tests.serving import Served

OWN = ["take wine", "kitchen", "feed cheese fruit", "kitchen", "wait"]
GAME = games.installed()["king_lui"]


def test_a_room_of_ones_own_that_nobody_finds(people: People) -> None:
    room = learn(people["Bob"], GAME)
    assert (room.host, room.entry, room.game) == (people["Bob"], Room.Entry.UNLISTED, "king_lui")
    match = room.match
    assert match is not None
    assert GAME.tutorial is not None
    assert (match.tutorial, match.rated, bytes(match.seed)) == (True, False, GAME.tutorial.seed)
    assert [seat.bot for seat in match.seats.order_by("seat")] == ["", "courtier", "courtier"]
    assert match.seats.get(seat=0).player == people["Bob"]


def test_who_has_begun_comes_back_to_where_they_were(people: People) -> None:
    assert learn(people["Bob"], GAME) == learn(people["Bob"], GAME)
    assert learn(people["Ann"], GAME) != learn(people["Bob"], GAME)


def test_it_keeps_nobody_from_playing(people: People, here: Here) -> None:
    room = learn(people["Bob"], GAME)
    assert own_match(people["Bob"]) is None
    assert play_now(people["Bob"]) != room


def test_it_is_in_no_list_and_counts_for_nothing(people: People) -> None:
    room = learn(people["Bob"], GAME)
    match, reader = room.match, None
    assert match is not None
    Match.objects.filter(pk=match.pk).update(status=Match.Status.ABORTED)
    match.refresh_from_db()
    assert not may_see(match, reader)
    assert matches_of_player(people["Bob"], reader).rows == []
    assert matches_in_room(room.slug, reader).rows == []
    assert MatchSeat.objects.filter(player=people["Bob"]).count() == 1
    assert reliability.of(people["Bob"]).matches == 0


def test_a_game_without_a_tutorial_says_so(people: People) -> None:
    with pytest.raises(Refusal, match="no first steps"):
        learn(people["Bob"], games.installed()["kings_gold"])


def test_the_command_leads_there(room: Room, people: People) -> None:
    assert refused(room, None, "/learn").code == "signed_out"
    assert refused(room, people["Bob"], "/learn kings gold").code == "not_allowed_now"
    for where in (room, None):
        told = answer(where, people["Bob"], "/learn")
        assert told is not None
        assert told.go == f"/rooms/{Room.objects.get(match__tutorial=True).slug}/"


def test_the_tool_offers_it_before_the_first_match(room: Room, people: People) -> None:
    assert "/learn" in [button.say for button in registry.buttons(call(room, people["Bob"]))]
    room.game = "kings_gold"
    room.save()
    assert "/learn" not in [button.say for button in registry.buttons(call(room, people["Bob"]))]


async def start_learning(server: Served, token: str) -> str:
    """The address of the room, as the command gives it."""
    async with wire.lobby(server, token) as lobby:
        await lobby.send(type="say", text="/learn king lui", ref="learn")
        await lobby.until(lambda: any(frame["type"] == "go" for frame in lobby.frames))
        found = next(frame for frame in lobby.frames if frame["type"] == "go")
    return str(found["address"]).strip("/").split("/")[-1]


async def own_turn(learner: wire.Wire, turn: int) -> wire.Frame:
    return await learner.match_where(lambda match: match["moves"] and match["turn"] == turn)


async def test_the_script_is_played_to_its_end_and_a_real_match_follows(server: Served) -> None:
    [(_name, token)] = wire.players(server, 1)
    slug = await start_learning(server, token)
    async with wire.connect(server, slug, token) as learner:
        assert learner.match["tutorial"] is True
        for turn, move in enumerate(OWN):
            match = await own_turn(learner, turn)
            other = next(one for one in match["moves"] if one != move)
            refusal = await learner.move(other)
            assert (refusal["type"], refusal["code"]) == ("refusal", "not_allowed_now")
            assert "This once, try:" in refusal["text"]
            assert learner.match["ply"] == match["ply"]
            assert (await learner.move(move))["type"] == "ok"
        ended = await learner.match_where(lambda match: not match["to_move"])
        assert (ended["ply"], ended["result"]) == (13, None)
        assert httpx.get(f"{server.url}/api/matches/{ended['id']}").status_code == 404
        assert (await learner.say("/again"))["type"] == "ok"
        real = await learner.match_where(lambda match: match["id"] != ended["id"])
        assert real["tutorial"] is False
        assert real["commitment"] != ended["commitment"]


async def test_a_killed_server_and_another_device_lose_nothing(own_server: Served) -> None:
    [(_name, token)] = wire.players(own_server, 1)
    slug = await start_learning(own_server, token)
    async with wire.connect(own_server, slug, token) as learner:
        await own_turn(learner, 0)
        await learner.move(OWN[0])
        own_server.kill()
    own_server.start()
    async with wire.connect(own_server, slug, token) as learner:
        await own_turn(learner, 1)
        await learner.move(OWN[1])
    async with contextlib.AsyncExitStack() as stack:
        devices = [await stack.enter_async_context(wire.connect(own_server, slug, token)) for _device in range(2)]
        for turn, move in list(enumerate(OWN))[2:]:
            await asyncio.gather(*(own_turn(one, turn) for one in devices))
            assert (await devices[turn % 2].move(move))["type"] == "ok"
        for one in devices:
            await one.match_where(lambda match: not match["to_move"] and match["ply"] == 13)
