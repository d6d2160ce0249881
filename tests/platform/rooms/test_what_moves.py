"""What a board says that moves is there: flights lead from what was to what is, and what stirs is known how to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string

from tafelrunde import games, rooms
from tafelrunde.game import SPECTATOR, Chance, Viewer
from tests.platform.rooms.contexts import match_context
from tests.platform.rooms.markup import Element, parse

SEED, SEATS, PLIES = b"\7" * 32, 3, 150
FLIGHTS = Path(rooms.__file__).parent / "static" / "tafelrunde" / "flights.js"
WAYS = re.findall(r"^  (\w+): \[\{", FLIGHTS.read_text("utf-8"), re.MULTILINE)


def shown(game: Any, state: Any, mover: int | None, viewer: Viewer) -> Element:
    """Board and players, as the viewer sees them."""
    given = {
        "v": "1.1",
        "room": {"game": game.slug, "game_name": "", "here": [], "nameless": 0, "offered": True},
        "match": match_context(game, state, mover, viewer, ["Ann", "Bob", "Cid"]),
    }
    return parse("".join(render_to_string(f"rooms/_{name}.html", given) for name in ("board", "players")))


def positions(game: Any) -> Iterator[tuple[Any, int | None]]:
    """A match as anybody plays it: each state, and who has made it."""
    state, mover = game.setup(SEATS, game.Options(), Chance(SEED, 0)), None
    yield state, mover
    for ply in range(1, PLIES):
        acting = [seat for seat in range(SEATS) if game.moves(state, seat)]
        if not acting:
            return
        mover, moves = acting[0], game.moves(state, acting[0])
        state = game.play(state, mover, moves[ply % len(moves)], Chance(SEED, ply))
        yield state, mover


def entries(page: Element, key: str) -> list[list[str]]:
    """The flights, or what stirs, as words."""
    found = page.one("course").attributes.get(key, "") or ""
    return [entry.strip().lstrip("+").split() for entry in found.split(";") if entry.strip()]


@pytest.mark.parametrize("viewer", [0, SPECTATOR], ids=str)
@pytest.mark.parametrize("slug", ["king_lui", "kings_gold", "skull_king"])
def test_everything_that_moves_is_there(slug: str, viewer: Viewer) -> None:
    game, before, moved = games.installed()[slug], set[str](), 0
    for state, mover in positions(game):
        page = shown(game, state, mover, viewer)
        now = {element.attributes.get("id") or "" for element in page.all()}
        for key in ("data-fly", "data-deal"):
            for start, goal, *picture in entries(page, key):
                assert start in before | now, start
                assert goal in now | before or goal == "chest", goal
                assert set(picture) <= now or game.result(state), "at the end nothing comes any more"
                moved += start in before
        for what, how in entries(page, "data-stir"):
            assert what in now
            assert how in WAYS
            moved += 1
        before = now
    assert moved > 20


def test_boards_move_by_no_way_of_their_own() -> None:
    """One mechanism, which knows when not to: a sheet has transitions at most, and of nothing but transform."""
    sheets = list(Path(rooms.__file__).parents[3].joinpath("games").rglob("*.css"))
    assert sheets
    for sheet in sheets:
        text = sheet.read_text("utf-8")
        assert "@keyframes" not in text
        assert "animation" not in text
        assert set(re.findall(r"transition: (\w+)", text)) <= {"transform"}
