"""What a page knows of a match, for tests that draw boards without one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tafelrunde.game import Viewer


def match_context(game: Any, state: Any, mover: int | None, viewer: Viewer, names: Sequence[str]) -> dict[str, Any]:
    """The match in this state, as the viewer sees it, in the words of the page's context."""
    result, you = game.result(state), viewer if isinstance(viewer, int) else None
    to_move = [seat for seat in range(len(names)) if game.moves(state, seat)]
    return {
        "id": 7,
        "version": 9,
        "ply": 9,
        "game": game.slug,
        "you": you,
        "turn": None if you is None else 2,
        "moves": [] if you is None else sorted(game.moves(state, you)),
        "premoves": [],
        "mark": "",
        "marks": False,
        "board": game.view(state, viewer),
        "result": result and result.as_json(),
        "played_result": result and result.as_json(),
        "to_move": to_move,
        "progress": "round 3",
        "mover": mover,
        "over": result is not None,
        "names": names,
        "seats": [{"seat": seat, "name": name, "to_move": seat in to_move} for seat, name in enumerate(names)],
    }
