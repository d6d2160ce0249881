"""Templates without a server: drawn from what they are given alone; text stays text, every button has a name."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string

from tafelrunde import games
from tafelrunde.game import SPECTATOR, Chance, Viewer
from tests.platform.rooms.contexts import match_context
from tests.platform.rooms.markup import Element, parse

GAME = games.installed()["king_lui"]
NASTY = "<script>alert('1')</script>\"><b onclick=x>&amp;"
NAMES = ["Ann", NASTY, "Chiara", "courtier"]


def state_after(plies: int, seed: bytes = b"\7" * 32, **options: Any) -> tuple[Any, int | None]:
    """A match of four in which the first legal move is always played; who moved last."""
    state, mover = GAME.setup(4, GAME.Options(**options), Chance(seed, 0)), None
    for ply in range(1, plies + 1):
        seats = [seat for seat in range(4) if GAME.moves(state, seat)]
        if not seats:
            break
        mover = seats[0]
        state = GAME.play(
            state, mover, GAME.moves(state, mover)[ply % 3 % len(GAME.moves(state, mover))], Chance(seed, ply)
        )
    return state, mover


def match_of(state: Any, mover: int | None, viewer: Viewer) -> dict[str, Any]:
    """The match as the page's context holds it."""
    match = match_context(GAME, state, mover, viewer, NAMES)
    you = match["you"]
    seats = [{**seat, "bot": seat["seat"] == 3, "absent": False, "me": seat["seat"] == you} for seat in match["seats"]]
    return {
        **match,
        "story": [],
        "commitment": "c0ffee",
        "my_turn": you in match["to_move"],
        "seed": "5eed" if match["result"] else None,
        "seats": seats,
    }


def room_of(**more: Any) -> dict[str, Any]:
    """The room as the page's context holds it: two sit, two seats are open."""
    ann = {"seat": 0, "name": "Ann", "bot": False, "bot_slug": "", "here": True, "host": True, "me": False}
    return {
        "slug": "evening",
        "name": NASTY,
        "host": "Ann",
        "game": "king_lui",
        "game_name": "King Lui",
        "games": [{"slug": "king_lui", "name": "King Lui"}, {"slug": "other", "name": NASTY}],
        "bots": [{"slug": "courtier", "name": NASTY}, {"slug": "sage", "name": "sage"}],
        "options": [
            {
                "name": "open_plates",
                "label": NASTY,
                "value": "off",
                "value_label": "off",
                "values": [{"value": "on", "label": "on"}, {"value": "off", "label": "off"}],
            }
        ],
        "sitters": [ann, {**ann, "seat": 1, "name": NASTY, "host": False}, None, None],
        "here": ["Ann", NASTY],
        "nameless": 2,
        "offered": True,
        **more,
    }


def fragments(me: dict[str, Any] | None, match: dict[str, Any] | None, *names: str) -> Element:
    """Some fragments of a room, parsed: which fails where they are not well-formed."""
    tool = {
        "buttons": [{"say": "/start", "label": NASTY, "primary": True}],
        "commands": [{"name": "tell", "usage": "/tell NAME TEXT", "help": NASTY, "people": True}],
        "end": {"alone": False} if me else None,
    }
    given = {"v": "3.9", "room": room_of(), "me": me, "tool": tool, "match": match, "next": NASTY}
    return parse("".join(render_to_string(f"rooms/_{name}.html", given) for name in names))


ANN = {"name": "Ann", "guest": False, "seat": 0}
CHIARA = {"name": "Chiara", "guest": True, "seat": None}
ALL = ("board", "seats", "players", "story", "tool")
MOMENTS = {
    "the beginning": (0, {}),
    "a turn": (9, {}),
    "a later turn": (30, {}),
    "open plates": (30, {"open_plates": True}),
    "the end": (1000, {}),
}


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR], ids=str)
@pytest.mark.parametrize(("plies", "options"), MOMENTS.values(), ids=MOMENTS.keys())
@pytest.mark.parametrize("me", [ANN, CHIARA, None], ids=["host", "guest", "nobody"])
def test_a_page_is_sound(viewer: Viewer, plies: int, options: dict[str, Any], me: dict[str, Any] | None) -> None:
    state, mover = state_after(plies, **options)
    assert_sound(fragments(me, match_of(state, mover, viewer), *ALL))


@pytest.mark.parametrize("me", [ANN, CHIARA, None], ids=["host", "guest", "nobody"])
def test_a_waiting_room_is_sound(me: dict[str, Any] | None) -> None:
    assert_sound(fragments(me, None, *ALL))


def assert_sound(page: Element) -> None:
    """No script, no style, no handler in it; every id once; every button and choice has a name."""
    seen: set[str] = set()
    for element in page.all():
        assert element.tag not in {"script", "style", "iframe", "object"}
        assert not [name for name in element.attributes if name.startswith("on") or name == "style"]
        if name := element.attributes.get("id"):
            assert name not in seen, f"the id {name} twice"
            seen.add(name)
    for button in page.all("button"):
        assert button.attributes.get("aria-label") or button.text().strip()
        assert button.attributes.get("type") in {"button", "submit"}
    for choice in page.all("select"):
        assert [label for label in page.all("label") if label.attributes.get("for") == choice.attributes["id"]]


def test_names_are_shown_as_they_are() -> None:
    state, mover = state_after(9)
    page = fragments(ANN, match_of(state, mover, SPECTATOR), "players")
    assert [element.attributes["data-name"] for element in page.all("b") if "data-name" in element.attributes] == NAMES


def test_the_board_is_drawn_from_the_view_alone() -> None:
    state, mover = state_after(20)
    for viewer in (0, 1, SPECTATOR):
        other = GAME.resample(state, viewer, Chance(b"\1" * 32, 1))
        assert GAME.view(other, 3) != GAME.view(state, 3) or other.kitchen != state.kitchen
        one, two = (
            render_to_string(
                "rooms/_board.html", {"v": "1.1", "room": room_of(), "match": match_of(each, mover, viewer)}
            )
            for each in (state, other)
        )
        assert one == two


def test_a_spectator_is_shown_no_plate_and_given_no_moves() -> None:
    state, mover = state_after(20)
    page = fragments(None, match_of(state, mover, SPECTATOR), "board")
    ids = {element.attributes.get("id", "") for element in page.all()}
    assert not [name for name in ids if name.startswith("plate-")]
    mine = page.one("mine").attributes
    assert "data-moves" not in mine
    assert "data-turn" not in mine


def test_what_may_be_done_stands_apart_from_what_is_shared() -> None:
    state, mover = state_after(20)
    (active,) = [seat for seat in range(4) if GAME.moves(state, seat)]
    page = fragments(None, match_of(state, mover, active), "board")
    assert page.one("mine").attributes["data-moves"] == "|".join(sorted(GAME.moves(state, active)))
    buttons = [button for button in page.all("button") if {"data-move", "data-word"} & button.attributes.keys()]
    assert len(buttons) >= 16
    assert {button.attributes["aria-disabled"] for button in buttons} == {"true"}


def test_flights_lead_from_and_to_what_is_there() -> None:
    for plies in range(1, 40):
        state, mover = state_after(plies)
        for viewer in (mover, SPECTATOR):
            assert viewer is not None
            page = fragments(None, match_of(state, mover, viewer), "board", "players")
            course = page.one("course").attributes
            flights = [flight.strip(" +") for key in ("data-fly", "data-deal") for flight in course[key].split(";")]
            for name in {name for flight in flights for name in flight.split()}:
                assert page.one(name)


def test_a_take_beyond_the_king_is_warned_of_on_ones_turn_alone() -> None:
    state, mover = state_after(3)
    (active,) = [seat for seat in range(4) if GAME.moves(state, seat)]
    view = GAME.view(state, active)
    beyond = {
        f"table-{dish}" for dish, n in view["table"].items() if n and n + view["plate"][dish] > view["king"][dish]
    }
    warning = fragments(None, match_of(state, mover, active), "board").one("warning").attributes
    assert beyond
    assert set(filter(None, warning["data-warn"].split(";"))) == beyond
    other = fragments(None, match_of(state, mover, (active + 1) % 4), "board")
    assert "warning" not in {element.attributes.get("id") for element in other.all()}


def test_feeding_is_spoken_of_only_where_it_can_be_done() -> None:
    for plies in range(40):
        state, mover = state_after(plies)
        [seat] = [seat for seat in range(4) if GAME.moves(state, seat)]
        shown = render_to_string(
            "rooms/_board.html", {"v": "1.1", "room": room_of(), "match": match_of(state, mover, seat)}
        )
        feeds = any(move.startswith("feed") for move in GAME.moves(state, seat))
        assert feeds == ("feed Emerald" in shown or "Feed it" in shown)


def test_the_end_names_all_winners_all_points_and_the_seed() -> None:
    state, mover = state_after(1000)
    match = match_of(state, mover, 0)
    page = fragments(ANN, match, "board")
    result = match["result"]
    (won,) = page.classed("won")
    assert [strong.text() for strong in won.all("strong")] == [NAMES[seat] for seat in result["winners"]]
    assert str(max(result["scores"])) in won.text()
    shelves = page.classed("guest")
    assert len(shelves) == 4
    for shelf, points in zip(shelves, result["details"]["points"], strict=True):
        assert [int(cell.all("b")[-1].text()) for cell in shelf.classed("points")] == list(points.values())
    assert page.one("again").attributes["data-say"] == "/again"
    assert "5eed" in page.one("proof").text()
    assert "c0ffee" in page.one("proof").text()


def test_open_seats_are_there_to_be_clicked() -> None:
    assert fragments(CHIARA, None, "seats").one("sit-3").attributes["data-say"] == "/join 3"
    assert fragments(None, None, "seats").one("sit-3").attributes["form"] == "guest"


def test_only_the_host_has_choices_and_may_free_seats() -> None:
    host, guest = (fragments(me, None, "seats") for me in (ANN, CHIARA))
    assert host.one("set-open_plates").attributes["data-option"] == "/option open_plates"
    assert host.one("unseat-2").attributes["data-say"] == "/kick 2"
    assert not guest.all("select")
    assert "unseat-2" not in {element.attributes.get("id") for element in guest.all()}


@pytest.mark.parametrize("kind", ["say", "emote", "whisper", "system", "story"])
def test_a_line_is_text(kind: str) -> None:
    line = {"id": 5, "at": 0, "kind": kind, "from": NASTY, "text": NASTY}
    page = parse(render_to_string("rooms/_lines.html", {"lines": [line]}))
    assert {element.tag for element in page.all()} <= {"template", "li", "b", "i", "bdi"}
    assert NASTY in page.one("line-5").text()


def test_an_answer_without_an_id_is_a_line_without_one() -> None:
    line = {"id": None, "at": 0, "kind": "system", "from": None, "text": "You can …"}
    (shown,) = parse(render_to_string("rooms/_lines.html", {"lines": [line]})).all("li")
    assert "id" not in shown.attributes


def test_the_lobby_shows_names_as_they_are() -> None:
    row: dict[str, Any] = {"slug": "evening", "name": NASTY, "game_name": "King Lui", "host": NASTY, "v": "3.0"}
    row |= {"seated": 2, "seats": 5, "here": 3, "playing": False}
    page = parse(render_to_string("lobby/_rooms.html", {"rooms": [row], "whole": True}))
    assert_sound(page)
    assert page.one("room-evening").attributes["data-v"] == "3.0"
    assert NASTY in page.one("room-evening").text()
