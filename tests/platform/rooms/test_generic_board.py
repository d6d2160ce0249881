"""The board of a game that brings none: words only, one button a move, groups, names, the result as a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import override_settings

from tafelrunde import games
from tafelrunde.game import SPECTATOR, Chance, Game, Line
from tafelrunde.rooms.templatetags import boards
from tests.game.conformance.honest import Cards, Twelve
from tests.platform.rooms.markup import Element, parse

NAMES = ["Ann", "<b>Bob</b>", "Cem"]
RAW = re.compile(r"[{}\[\]_]|\bnull\b|\bNone\b|\bTrue\b|\bFalse\b")


class Cards66(Twelve):
    """Says nothing of its own about how it looks; what may be played may be marked."""

    slug = "cards"

    def moves(self, state: Cards, seat: int) -> Sequence[str]:
        if seat != state.turn or not state.hands[seat]:
            return ()
        return ["bid 10", "bid 9", "play red-7", "play scary-mary pirate", "ready", "rob @1"]

    def premoves(self, state: Cards, seat: int) -> Sequence[str]:
        return ["play red-7", "play scary-mary pirate"] if seat != state.turn else ()


class Said(Cards66):
    """The same with labels of its own."""

    slug = "said"

    def label(self, move: str) -> Line:
        return Line("steal from {who}", who="Bob") if move.startswith("rob") else Line("please {move}", move=move)


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    plugins = {game.slug: games.Plugin(game, {game.ruleset: game}, "tests") for game in (Cards66(), Said())}
    everything = games.Registry({**games.registry().plugins, **plugins})
    monkeypatch.setattr(games, "registry", lambda: everything)
    boards._template.cache_clear()
    with override_settings(GENERIC_BOARD=True):
        yield
    boards._template.cache_clear()


def match_of(game: Game[Any, Any], state: Any, seat: int | None, seats: int = 3, **more: Any) -> dict[str, Any]:
    """What the page's context holds of a match, as far as boards are given it."""
    result = game.result(state)
    return {
        "id": 7,
        "game": game.slug,
        "version": 3,
        "you": seat,
        "turn": 1,
        "moves": [] if seat is None else sorted(game.moves(state, seat)),
        "premoves": [] if seat is None else sorted(game.premoves(state, seat)),
        "mark": "",
        "board": game.view(state, SPECTATOR if seat is None else seat),
        "names": NAMES[:seats],
        "mover": None,
        "over": result is not None,
        "result": result and result.as_json(),
        "to_move": [seat for seat in range(seats) if game.moves(state, seat)],
        **more,
    }


def drawn(game: Game[Any, Any], state: Any, seat: int | None, **more: Any) -> Element:
    """The board, parsed."""
    html = render_to_string("matches/_board.html", {"shown": match_of(game, state, seat, **more), "ply": 1})
    return parse(html)


def begin(game: Game[Any, Any], seats: int = 3) -> Any:
    return game.setup(seats, game.Options(), Chance(bytes(32), 0))


def buttons(board: Element) -> dict[str, str]:
    """What is written on the button of each move."""
    return {one.attributes["data-move"]: one.text() for one in board.all("button")}


def words(board: Element) -> str:
    """All that is read or said of it."""
    said = [one.attributes[name] for one in board.all() for name in ("aria-label", "title") if name in one.attributes]
    return " ".join([board.text(), *said])


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("slug", sorted(games.installed()))
def test_whole_matches_are_shown_in_words_with_a_button_for_each_move(slug: str, seat: int | None) -> None:
    game, lot = games.installed()[slug], Chance(b"board", 0)
    state, ply = begin(game), 0
    while game.result(state) is None:
        board = drawn(game, state, seat)
        assert not RAW.search(words(board).replace(NAMES[1], "")), words(board)
        moves = [] if seat is None else [*game.moves(state, seat), *game.premoves(state, seat)]
        assert sorted(buttons(board)) == sorted(moves)
        assert all(buttons(board).values())
        mover = next(mover for mover in range(3) if game.moves(state, mover))
        ply += 1
        state = game.play(state, mover, lot.pick(game.moves(state, mover)), Chance(bytes(32), ply))
    end = drawn(game, state, seat)
    assert len(end.all("tr")) == 4
    assert not RAW.search(words(end).replace(NAMES[1], "")), words(end)


def test_moves_are_grouped_by_their_first_word_and_say_it_once() -> None:
    board = drawn(Cards66(), begin(Cards66()), 0)
    assert [group.attributes.get("aria-label", "") for group in board.classed("group")] == ["bid", "play", ""]
    assert buttons(board) == {
        "bid 9": "9",
        "bid 10": "10",
        "play red-7": "Red 7",
        "play scary-mary pirate": "Scary mary pirate",
        "ready": "Ready",
        "rob @1": "Rob <b>Bob</b>",
    }
    red = next(one for one in board.all("button") if one.attributes["data-move"] == "play red-7")
    assert red.attributes["aria-label"] == "play red 7"


def test_labels_of_the_game_are_used() -> None:
    shown = buttons(drawn(Said(), begin(Said()), 0))
    assert (shown["bid 9"], shown["rob @1"], shown["ready"]) == ("Bid 9", "Steal from Bob", "Please ready")


def test_what_may_be_marked_is_offered_and_what_is_marked_shows_it() -> None:
    game = Cards66()
    board = drawn(game, begin(game), 1, mark="play red-7")
    assert sorted(buttons(board)) == ["play red-7", "play scary-mary pirate"]
    assert [one.attributes["data-move"] for one in board.classed("marked")] == ["play red-7"]
    assert "mark for your turn" in board.one("deeds-title").text()


def test_it_says_whose_turn_it_is() -> None:
    state = begin(Cards66())
    assert drawn(Cards66(), state, 0).one("whose").text() == "It is your turn."
    assert drawn(Cards66(), state, 1).one("whose").text() == "Ann is to move."
    assert drawn(Cards66(), state, None, to_move=[0, 2]).one("whose").text() == "To move: Ann, Cem."


def test_the_result_is_a_table_in_the_order_of_places() -> None:
    game = Cards66()
    state, result = begin(game), {"scores": [3, 9, 3], "ranks": [2, 1, 2], "winners": [1], "details": {}}
    board = drawn(game, state, 0, result=result, over=True, to_move=[], moves=[])
    rows = [" ".join(cell.text() for cell in row.all() if cell.tag in {"td", "th"}) for row in board.all("tr")]
    assert rows == ["Place Player Points", "1 <b>Bob</b> 9", "2 Ann 3", "2 Cem 3"]
    assert board.one("whose").text() == "The match is over."
