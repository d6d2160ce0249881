"""The board of a game that brings none: zones out of `Game.layout`, moves as buttons, grouped by their first words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from tafelrunde import games
from tafelrunde.game import Game, Zone
from tafelrunde.games import AnyGame
from tafelrunde.matches.texts import render

_SEAT: Final = re.compile(r"@(\d+)\b")
_NUMBER: Final = re.compile(r"(\d+)")
_JOINT: Final = re.compile(r"(?<=\w)[-_](?=\w)")


def given(match: Mapping[str, Any]) -> dict[str, Any]:
    """What the template is given beside the values of every board."""
    game = games.find(match["game"], match.get("ruleset"))
    assert game is not None  # a match without its rules is not shown
    names = match["names"]
    return {
        "zones": [_zone(zone, names) for zone in game.layout(match["board"])],
        "groups": _groups(game, match["moves"], names),
        "marks": _groups(game, match["premoves"], names),
        "movers": [names[seat] for seat in match["to_move"]],
        "standings": _standings(match["result"], names),
    }


def _zone(zone: Zone, names: Sequence[str]) -> dict[str, Any]:
    items = [{"text": render(label, names), "count": count} for label, count in zone.items]
    return {"label": render(zone.label, names), "items": items}


def _groups(game: AnyGame, moves: Iterable[str], names: Sequence[str]) -> list[dict[str, Any]]:
    """The moves by their first words in notation; those that are alone come together, at the end."""
    by_verb: dict[str, list[str]] = {}
    for move in sorted(moves, key=_by_number):
        by_verb.setdefault(move.partition(" ")[0], []).append(move)
    groups = [_group(game, several, names) for several in by_verb.values() if len(several) > 1]
    alone = [move for several in by_verb.values() if len(several) == 1 for move in several]
    return [*groups, *([{"head": "", "moves": [_button(game, move, names) for move in alone]}] if alone else [])]


def _by_number(move: str) -> list[tuple[int, str]]:
    """``bid 10`` comes after ``bid 9``."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in _NUMBER.split(move)]


def _group(game: AnyGame, moves: Sequence[str], names: Sequence[str]) -> dict[str, Any]:
    """What all labels begin with is said once, above them."""
    buttons = [_button(game, move, names) for move in moves]
    heads = {button["label"].partition(" ")[0] for button in buttons}
    if len(heads) > 1 or not all(" " in button["label"] for button in buttons):
        return {"head": "", "moves": buttons}
    return {"head": heads.pop(), "moves": [{**each, "text": each["label"].partition(" ")[2]} for each in buttons]}


def _button(game: AnyGame, move: str, names: Sequence[str]) -> dict[str, str]:
    label = label_of(game, move, names)
    return {"move": move, "label": label, "text": label, "id": move.replace(" ", "·")}


def label_of(game: AnyGame, move: str, names: Sequence[str]) -> str:
    """A move in words: those of the game, else its notation without what is only there for typing."""
    if type(game).label is not Game.label:
        return render(game.label(move), names)
    text = _JOINT.sub(" ", move)
    return _SEAT.sub(lambda found: names[int(found[1])] if int(found[1]) < len(names) else found[0], text)


def _standings(result: Mapping[str, Any] | None, names: Sequence[str]) -> list[dict[str, Any]]:
    """Who came in which place, the first one first."""
    if result is None:
        return []
    rows = zip(result["ranks"], names, result["scores"], strict=True)
    return [{"rank": rank, "name": name, "score": score} for rank, name, score in sorted(rows, key=lambda row: row[0])]
