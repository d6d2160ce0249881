"""Which values of an option hosts may choose is what admins have decided, whichever way somebody chooses."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tafelrunde.accounts.models import Player, Token
from tafelrunde.game import declared
from tafelrunde.house import offers, terms
from tafelrunde.house.models import AdminAct, OfferedGame
from tafelrunde.house.terms import Term
from tafelrunde.matches.models import Match
from tafelrunde.refusals import Refusal
from tafelrunde.rooms import choices, context, opening, play_now, seating, starting
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.picture import picture_of, room_json
from tests.platform.plugins.conftest import Install
from tests.platform.plugins.matchsticks import RULESETS
from tests.platform.rooms.speaking import refused, say, texts

STICKS = RULESETS["1"]


@pytest.fixture(autouse=True)
def _installed(install: Install, db: None) -> None:
    install("1")


@pytest.fixture
def room(ann: Player) -> Room:
    """Ann's room, opened before anything is decided, with her choice of four at once."""
    room = opening.open_room(ann, "sticks", options={"most": 4})
    seating.sit(room, ann)
    seating.add_bot(room, ann)
    return room


def decide(boss: Player | None = None, **wanted: tuple[list[Any], Any]) -> bool:
    """Offer these values, with this default."""
    return terms.decide("sticks", {name: Term(*term) for name, term in wanted.items()}, boss, "why")


def hear(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process has heard what is decided."""
    off, decided = offers._read()
    monkeypatch.setattr(offers._Heard, "decided", decided)
    assert not off


def test_without_a_decision_all_that_the_game_declares_is_offered() -> None:
    assert terms.offered(STICKS) == declared(STICKS.Options)
    assert offers.heard_options(STICKS) == declared(STICKS.Options)


def test_a_new_room_begins_with_the_admins_defaults(ann: Player) -> None:
    decide(most=([2, 3], 2), last_wins=([True, False], False))
    assert opening.open_room(ann, "sticks").options == {"most": 2, "last_wins": False}
    assert play_now.play_now(ann, "sticks").options == {"most": 2, "last_wins": False}


def test_so_does_a_room_that_changes_to_the_game(ann: Player) -> None:
    decide(most=([2], 2))
    room = opening.open_room(ann, "king_lui")
    assert choices.set_game(room, ann, "sticks").options == {"most": 2, "last_wins": True}


@pytest.mark.parametrize("way", ["command", "form", "program"])
def test_what_is_not_offered_is_refused_with_what_is(room: Room, ann: Player, client: Client, way: str) -> None:
    decide(most=([2, 3], 3))
    good = "most is one of: 2, 3."
    if way == "program":
        bearer = {"Authorization": f"Bearer {Token.make(ann, 'test')}"}
        wanted = {"game": "sticks", "options": {"most": 4}}
        answer = client.post("/api/rooms", wanted, content_type="application/json", headers=bearer)
        assert (answer.status_code, answer.json()) == (422, {"code": "bad_argument", "text": good})
        return
    no = refused(room, ann, "/option most 4") if way == "command" else _refused_to_open(ann, {"most": 4})
    assert (no.code, str(no.text)) == ("bad_argument", good)


def _refused_to_open(host: Player, options: dict[str, Any]) -> Refusal:
    with pytest.raises(Refusal) as refused:
        opening.open_room(host, "sticks", options=options)
    return refused.value


def test_what_is_offered_can_be_chosen(room: Room, ann: Player) -> None:
    decide(most=([2, 3], 3))
    say(room, ann, "/option most 2")
    room.refresh_from_db()
    assert room.options["most"] == 2


def test_form_command_and_programs_show_what_is_offered(
    room: Room, ann: Player, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide(most=([2, 3], 2))
    hear(monkeypatch)
    shown = next(option for option in context.options(room) if option["name"] == "most")
    assert [choice["value"] for choice in shown["values"]] == ["2", "3"]
    assert (shown["value"], room_json(picture_of(room))["options"]["most"]) == ("2", 2)
    assert say(room, ann, "/option most")[0].startswith("most = 2: Most sticks at once; one of 2, 3")
    listed = {game["slug"]: game for game in client.get("/api/games").json()["items"]}
    most = next(option for option in listed["sticks"]["options"] if option["name"] == "most")
    assert (most["default"], [value["value"] for value in most["values"]]) == (2, [2, 3])


def test_a_room_that_has_chosen_what_is_not_offered_any_more_is_told_at_the_next_start(room: Room, ann: Player) -> None:
    decide(most=([2, 3], 2))
    match = starting.start(room, ann)
    assert match.options == {"most": 2, "last_wins": True}
    assert "Most sticks at once: “4” is not offered any more, so it is “2”." in texts(room)
    room.refresh_from_db()
    assert room.options == match.options


def test_a_choice_that_is_still_offered_stays(room: Room, ann: Player) -> None:
    decide(most=([2, 4], 2))
    assert starting.start(room, ann).options["most"] == 4
    assert not [text for text in texts(room) if "offered" in text]


def test_a_running_match_keeps_its_options(room: Room, ann: Player) -> None:
    match = starting.start(room, ann)
    decide(most=([2], 2))
    assert Match.objects.get(pk=match.pk).options["most"] == 4


def test_every_decision_is_an_act_and_none_twice(boss: Player) -> None:
    assert decide(boss, most=(["2", "3"], "2"))
    assert not decide(boss, most=([3, 2], 2))
    act = AdminAct.objects.get()
    assert (act.what, act.by_name, act.on_id, act.reason) == ("options", "Boss", "sticks", "why")
    assert act.details == {"options": {"most": {"values": [2, 3], "default": 2}}}
    assert decide(boss, most=([2, 3, 4], 3))
    assert OfferedGame.objects.get().options == {}


@pytest.mark.parametrize(
    "wanted", [{"most": ([], 2)}, {"most": ([2], 3)}, {"most": ([2, 9], 2)}, {"most": ([2], 9)}, {"gone": ([1], 1)}]
)
def test_what_makes_no_sense_is_refused(wanted: dict[str, tuple[list[Any], Any]]) -> None:
    with pytest.raises(Refusal) as no:
        decide(None, **wanted)
    assert no.value.code == "bad_argument"
    assert not AdminAct.objects.exists()


def test_values_that_the_game_no_longer_has_are_passed_over() -> None:
    OfferedGame.objects.create(slug="sticks", options={"most": {"values": [7, 2], "default": 7}, "old": {"values": []}})
    most, last_wins = terms.offered(STICKS)
    assert (list(most.values), most.default, last_wins) == ([2], 2, declared(STICKS.Options)[1])
    OfferedGame.objects.update(options={"most": {"values": [7, 8], "default": 7}})
    assert terms.offered(STICKS) == declared(STICKS.Options)


def test_the_admins_page_asks_for_values_and_default(desk: Client) -> None:
    address = "/admin/house/offeredgame/act/options/?id=sticks"
    page = desk.get(address).content.decode()
    assert "Most sticks at once: offered" in page
    no_default = {"values_most": ["2", "3"], "default_most": "4", "values_last_wins": ["on"], "default_last_wins": "on"}
    assert "The default has to be one of" in desk.post(address, no_default).content.decode()
    assert desk.post(address, {**no_default, "default_most": "3", "reason": "shorter"}).status_code == 302
    most, last_wins = terms.offered(STICKS)
    assert (list(most.values), most.default, list(last_wins.values)) == ([2, 3], 3, [True])
    rows = {row["slug"]: row for row in desk.get("/admin/house/offeredgame/").context["games"]}
    assert rows["sticks"]["options"] == ["Most sticks at once: 3, 2", "The last stick wins: on"]
    assert AdminAct.objects.get().reason == "shorter"
