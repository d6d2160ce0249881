"""A game that is switched off: no way leads to a new match of it, and what is being played goes on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from tafelrunde import games
from tafelrunde.accounts.models import Player, Token
from tafelrunde.games import Plugin, Registry
from tafelrunde.house import offers
from tafelrunde.matches import amending
from tafelrunde.matches.models import Match
from tafelrunde.refusals import Refusal
from tafelrunde.rooms import choices, opening, play_now, seating, starting
from tafelrunde.rooms.commands import table
from tafelrunde.rooms.listing import games_offered
from tafelrunde.rooms.models import Room
from tests.platform.rooms.speaking import call, say
from tests.platform.rooms.test_game_and_options import Duel


@pytest.fixture(autouse=True)
def _switched_off(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    """King Lui is off, once what the test needs has been made; Quick Duel is on."""
    for name in ("room", "match", "waiting"):
        if name in request.fixturenames:
            request.getfixturevalue(name)
    plugins = {
        "king_lui": games.registry().plugins["king_lui"],
        "quick_duel": Plugin(Duel(), {"1": Duel()}, "tests"),
    }
    monkeypatch.setattr(games, "registry", lambda: Registry(plugins))
    offers.switch("king_lui", False, None)


@pytest.fixture
def waiting(ann: Player) -> Room:
    """Ann's room in which nothing is played yet."""
    room = opening.open_room(ann, "king_lui", "Waiting")
    seating.sit(room, ann)
    seating.add_bot(room, ann, count=2)
    return room


def refused(decide: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as refusal:
        decide()
    return refusal.value.code


def test_no_room_for_it_is_opened(client: Client, ann: Player) -> None:
    assert refused(lambda: opening.open_room(ann, "king_lui")) == "game_off"
    client.force_login(ann)
    page = client.post("/rooms/new/", {"game": "king_lui"}, follow=True).content.decode()
    assert "switched off" in page
    assert not Room.objects.exists()


def test_nor_by_a_program(client: Client, ann: Player) -> None:
    bearer = {"Authorization": f"Bearer {Token.make(ann, 'test')}"}
    answer = client.post("/api/rooms", {"game": "king_lui"}, content_type="application/json", headers=bearer)
    assert (answer.status_code, answer.json()["code"]) == (409, "game_off")
    assert [game["slug"] for game in client.get("/api/games").json()["items"]] == ["quick_duel"]


def test_no_match_of_it_begins(waiting: Room, ann: Player) -> None:
    assert refused(lambda: starting.start(waiting, ann)) == "game_off"
    assert refused(lambda: say(waiting, ann, "/start")) == "game_off"
    offers.switch("king_lui", True, None)
    starting.start(waiting, ann)


def test_nor_another_one(room: Room, match: Match, ann: Player) -> None:
    amending.abort(match)
    assert refused(lambda: starting.again(room, ann)) == "game_off"


def test_it_cannot_be_chosen_but_another_one_can(waiting: Room, ann: Player) -> None:
    seating.remove(waiting, ann, 2)
    choices.set_game(waiting, ann, "quick_duel")
    assert refused(lambda: choices.set_game(waiting, ann, "king_lui")) == "game_off"
    assert refused(lambda: say(waiting, ann, "/game king lui")) == "game_off"


def test_it_is_offered_nowhere(client: Client, waiting: Room, ann: Player) -> None:
    assert [game["slug"] for game in games_offered()] == ["quick_duel"]
    assert 'value="king_lui"' not in client.get("/").content.decode()
    assert [line.partition(":")[0] for line in say(waiting, ann, "/game")] == ["quick_duel"]


def test_a_button_that_would_be_refused_is_not_shown(
    waiting: Room, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert table._can_start(call(waiting, ann))
    monkeypatch.setattr(offers, "is_offered", lambda slug: slug != "king_lui")
    assert not table._can_start(call(waiting, ann))


def test_play_now_takes_another_game(ann: Player, waiting: Room) -> None:
    assert refused(lambda: play_now.play_now(ann, "king_lui")) == "game_off"
    bob = Player.objects.create_user("Bob")
    offers.switch("quick_duel", False, None)
    assert refused(lambda: play_now.play_now(bob)) == "game_off"


def test_but_leads_back_to_a_match_that_is_being_played(room: Room, match: Match, ann: Player) -> None:
    assert play_now.play_now(ann) == room
    assert play_now.play_now(ann, "king_lui") == room


def test_what_is_being_played_goes_on(match: Match) -> None:
    match.refresh_from_db()
    assert match.status == Match.Status.PLAYING
    assert amending.leave_match(match, Player.objects.get(name="Ann"))
