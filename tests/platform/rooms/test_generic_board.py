"""The board of a game that brings none: words only, one button a move, groups, names, the result as a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import override_settings

from tafelrunde import games
from tafelrunde.game import Chance, Game, Line
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
    monkeypatch.setattr(games, "registry", lambda before=games.registry(): games.Registry({**before.plugins, **plugins}))
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
        "board": game.view(state, games_viewer(seat)),
        "names": NAMES[:seats],
        "mover": None,
        "over": result is not None,
        "result": result and result.as_json(),
        "to_move": [seat for seat in range(seats) if game.moves(state, seat)],
        **more,
    }


def games_viewer(seat: int | None) -> Any:
    from tafelrunde.game import SPECTATOR

    return SPECTATOR if seat is None else seat


def drawn(game: Game[Any, Any], state: Any, seat: int | None, **more: Any) -> Element:
    """The board, parsed."""
    html = render_to_string("matches/_board.html", {"shown": match_of(game, state, seat, **more), "ply": 1})
    return parse(html)
