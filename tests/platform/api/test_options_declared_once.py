"""A game declares its options once: the room's form, /option, the API's schema and every check are made of that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.game import Line, choice, number, switch
from tafelrunde.refusals import Refusal
from tafelrunde.rooms import context, registry
from tafelrunde.rooms.calls import call_in
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tests.game.conformance.honest import Dice

from .conftest import Program

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class EveryKind:
    goal: int = number(12, range(5, 21), label=Line("Points to win"))
    ones: str = choice("lose", {"lose": Line("lose the turn"), "skip": Line("count nothing")}, label=Line("Ones"))
    short: bool = switch(False, label=Line("A short game"))


class Terms(Dice):
    slug = "terms"
    name = Line("Terms")
    Options = EveryKind


class Bare(Dice):
    slug = "bare"
    name = Line("Bare")


GOOD: list[tuple[str, Any, str]] = [("goal", 7, "7"), ("ones", "skip", "SKIP"), ("short", True, "yes")]
BAD: list[tuple[str, Any, str]] = [
    ("goal", 21, "goal is one of: 5 to 20."),
    ("ones", "maybe", "ones is one of: lose, skip."),
    ("short", "perhaps", "short is one of: on, off."),
]


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    plugins = {game.slug: games.Plugin(game, {game.ruleset: game}, "tests") for game in (Terms(), Bare())}
    everything = games.Registry({**games.registry().plugins, **plugins})
    monkeypatch.setattr(games, "registry", lambda: everything)


@pytest.fixture
def table(ann: Player) -> Room:
    return open_room(ann, "terms", "Terms")


def say(room: Room, player: Player, line: str) -> Any:
    return registry.run(call_in(room, player, "en"), line)


def form(room: Room) -> dict[str, dict[str, Any]]:
    room.refresh_from_db()
    return {option["name"]: option for option in context.options(room)}


def test_the_form_has_each_option_with_all_its_values(table: Room) -> None:
    shown = form(table)
    assert list(shown)[:3] == ["goal", "ones", "short"]
    assert [value["value"] for value in shown["goal"]["values"]] == [str(n) for n in range(5, 21)]
    assert shown["ones"]["values"] == [
        {"value": "lose", "label": "lose the turn"},
        {"value": "skip", "label": "count nothing"},
    ]
    assert (shown["short"]["label"], shown["short"]["value"]) == ("A short game", "off")


@pytest.mark.parametrize(("name", "value", "typed"), GOOD)
def test_a_good_value_is_taken_typed_and_as_json(
    table: Room, ann: Player, anns: Program, name: str, value: Any, typed: str
) -> None:
    say(table, ann, f"/option {name} {typed}")
    table.refresh_from_db()
    assert table.options[name] == value
    made = anns.post("/api/rooms", {"game": "terms", "options": {name: value}})
    assert made.status_code == 201
    assert Room.objects.get(slug=made.json()["slug"]).options[name] == value


@pytest.mark.parametrize(("name", "value", "words"), BAD)
def test_a_bad_value_is_refused_with_what_would_be_good(
    table: Room, ann: Player, anns: Program, name: str, value: Any, words: str
) -> None:
    with pytest.raises(Refusal) as refused:
        say(table, ann, f"/option {name} {value}")
    assert (refused.value.code, str(refused.value.text)) == ("bad_argument", words)
    answer = anns.post("/api/rooms", {"game": "terms", "options": {name: value}})
    assert (answer.status_code, answer.json()) == (422, {"code": "bad_argument", "text": words})


def test_an_option_that_is_none_is_refused_with_those_that_are(anns: Program) -> None:
    for game, words in (
        ("terms", "There is no option speed. Options: goal, ones, short."),
        ("bare", "this game has none."),
    ):
        answer = anns.post("/api/rooms", {"game": game, "options": {"speed": 1}})
        assert answer.status_code == 422
        assert answer.json()["text"].endswith(words)


def test_the_api_describes_them_by_game(anybodys: Program) -> None:
    listed = {game["slug"]: game["options_schema"] for game in anybodys.get("/api/games").json()["items"]}
    shapes = anybodys.get("/api/openapi.json").json()["components"]["schemas"]
    assert {slug: {**shapes[f"Options_{slug}"], **schema} for slug, schema in listed.items()} == {
        slug: shapes[f"Options_{slug}"] for slug in listed
    }
    assert shapes["NewRoom"]["discriminator"]["mapping"].keys() == listed.keys()
    assert listed["bare"] == {"type": "object", "properties": {}, "additionalProperties": False}
    goal, ones, short = listed["terms"]["properties"].values()
    assert goal == {"title": "Points to win", "type": "integer", "minimum": 5, "maximum": 20, "default": 12}
    assert (ones["enum"], ones["default"]) == (["lose", "skip"], "lose")
    assert (short["type"], short["default"]) == ("boolean", False)
