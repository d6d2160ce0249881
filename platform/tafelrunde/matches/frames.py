"""What one viewer is told of a match: the wire's `match`, in the language that is active now."""

from __future__ import annotations

from typing import Any

from tafelrunde.game import Viewer
from tafelrunde.games import AnyGame

from .due import shown_deadline
from .live import LiveMatch
from .marks import markable, standing
from .position import Position
from .texts import render


def match_json(live: LiveMatch, viewer: Viewer) -> dict[str, Any]:
    """The match as the viewer may see it. Nothing in it depends on what they may not know."""
    game, position = live.game, live.position
    seat = viewer if isinstance(viewer, int) else None
    return {
        "id": live.id,
        "game": game.slug,
        "ruleset": game.ruleset,
        "commitment": live.commitment,
        "version": position.version,
        "ply": position.ply,
        "you": seat,
        "turn": None if seat is None else position.turns[seat],
        "to_move": position.to_move,
        "moves": [] if seat is None else sorted(position.legal[seat]),
        "premoves": premoves(live, viewer),
        "premove": premove(live, viewer),
        "board": game.view(position.state, viewer),
        "story": story(live, viewer),
        "seats": seats_json(live),
        "deadline": shown_deadline(live, seat),
        "result": position.result.as_json() if position.result else None,
    }


def premoves(live: LiveMatch, viewer: Viewer) -> list[str]:
    """What the viewer may mark now, sorted."""
    if live.marks is None or not isinstance(viewer, int):
        return []
    return sorted(markable(live.game, live.position, viewer))


def premove(live: LiveMatch, viewer: Viewer) -> str | None:
    """The viewer's own mark."""
    mark = standing(live.marks, live.position, viewer) if isinstance(viewer, int) else None
    return None if mark is None else mark.move


def story(live: LiveMatch, viewer: Viewer) -> list[str]:
    """What has just happened, as the viewer may know it; empty before the first move."""
    return story_of(live.game, live.position, viewer)


def story_of(game: AnyGame, position: Position, viewer: Viewer) -> list[str]:
    """The story of a position, with the names of who sat there when it happened."""
    if position.mover is None:
        return []
    names = [sitter.name for sitter in position.cast]
    return [render(line, names) for line in game.story(position.state, viewer)]


def seats_json(live: LiveMatch) -> list[dict[str, Any]]:
    """Who sits at the match."""
    away = live.position.away
    return [
        {
            "seat": seat,
            "player": sitter.name,
            "bot": sitter.bot or None,
            "absent": seat in away,
            "rating": (rating := live.rating(seat)) and rating.number,
        }
        for seat, sitter in enumerate(live.position.sitters)
    ]
