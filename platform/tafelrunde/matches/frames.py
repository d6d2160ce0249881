"""What one viewer is told of a match: the wire's `match`, in the language that is active now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from django.conf import settings
from django.utils.translation import get_language

from tafelrunde.game import Line, Viewer
from tafelrunde.games import AnyGame

from .due import shown_deadline
from .live import LiveMatch
from .marks import markable, standing
from .position import Position
from .texts import render

encode_json = msgspec.json.Encoder().encode


@dataclass(slots=True)
class Shared:
    """What all viewers of a position are told alike, made once; and the texts of its story by language and line.

    `head` is the content as JSON, up to where each viewer's own begins. `page` is for what pages show alike to all, by
    a name of whoever made it.
    """

    position: Position
    ratings: object
    content: dict[str, Any]
    head: bytes
    texts: list[tuple[str, Line, str]]
    page: dict[object, Any]


def match_json(live: LiveMatch, viewer: Viewer, eyes: int | None = None) -> dict[str, Any]:
    """The match as the viewer may see it. Nothing in it depends on what they may not know.

    A spectator may be shown the board as a seat sees it, by its `eyes`: its moves and its mark are told all the same to
    its player alone.
    """
    return shared(live).content | _told_to(live, viewer, get_language() or settings.LANGUAGE_CODE, eyes)


def match_text(live: LiveMatch, viewer: Viewer, language: str, eyes: int | None = None) -> str:
    """The same as JSON, in any language: what is alike for all is encoded once."""
    own = _told_to(live, viewer, language, eyes)
    return (shared(live).head + encode_json(own)[1:]).decode()


def shared(live: LiveMatch) -> Shared:
    """What is alike for all, of the position as it is now."""
    known, position = live.shared, live.position
    if known is None or known.position is not position or known.ratings is not live.ratings:
        content = {
            "id": live.id,
            "game": live.game.slug,
            "ruleset": live.game.ruleset,
            "commitment": live.commitment,
            "tutorial": live.tutorial is not None,
            "version": position.version,
            "ply": position.ply,
            "to_move": position.to_move,
            "seats": _seats(live) if known is None or _sit_anew(known, live) else known.content["seats"],
            "result": position.result.as_json() if position.result else None,
        }
        known = live.shared = Shared(position, live.ratings, content, encode_json(content)[:-1] + b",", [], {})
    return known


def _sit_anew(known: Shared, live: LiveMatch) -> bool:
    """Does anybody sit there who did not, or is somebody away or back, or rated anew? No move of a player does that."""
    was, now = known.position, live.position
    same = was.sitters is now.sitters and was.absent is now.absent and was.left is now.left
    return not same or known.ratings is not live.ratings


def _told_to(live: LiveMatch, viewer: Viewer, language: str, eyes: int | None) -> dict[str, Any]:
    if eyes is None:
        return _own(live, viewer, language)
    return {
        "you": None,
        "turn": None,
        "moves": [],
        "premoves": [],
        "premove": None,
        "board": live.game.view(live.position.state, eyes),
        "story": story(live, eyes, language),
        "deadline": shown_deadline(live, None),
        "peek": eyes,
    }


def _own(live: LiveMatch, viewer: Viewer, language: str) -> dict[str, Any]:
    position, marks = live.position, live.marks is not None
    seat = viewer if isinstance(viewer, int) else None
    return {
        "you": seat,
        "turn": None if seat is None else position.turns[seat],
        "moves": [] if seat is None else sorted(position.legal[seat]),
        "premoves": premoves(live, viewer) if marks else [],
        "premove": premove(live, viewer) if marks else None,
        "board": live.game.view(position.state, viewer),
        "story": story(live, viewer, language),
        "deadline": shown_deadline(live, seat),
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


def story(live: LiveMatch, viewer: Viewer, language: str) -> list[str]:
    """What has just happened, as the viewer may know it; empty before the first move.

    Each line in each language is rendered once, however many viewers are told it.
    """
    if live.position.mover is None:
        return []
    known = shared(live)
    return [_told(known, line, language) for line in live.game.story(known.position.state, viewer)]


def _told(known: Shared, line: Line, language: str) -> str:
    for its_language, other, text in known.texts:
        if its_language == language and (other is line or other == line):
            return text
    text = render(line, [sitter.name for sitter in known.position.cast], language)
    known.texts.append((language, line, text))
    return text


def story_of(game: AnyGame, position: Position, viewer: Viewer) -> list[str]:
    """The story of a position, with the names of who sat there when it happened."""
    if position.mover is None:
        return []
    names = [sitter.name for sitter in position.cast]
    return [render(line, names) for line in game.story(position.state, viewer)]


def _seats(live: LiveMatch) -> list[dict[str, Any]]:
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
