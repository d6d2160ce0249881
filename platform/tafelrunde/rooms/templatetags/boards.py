"""For boards: items by seat or name, and the template a game brings for something, else the plain one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import Library
from django.template.loader import get_template, select_template
from django.templatetags.static import static
from django.utils.safestring import mark_safe

from tafelrunde import games
from tafelrunde.live.quick import nodes as quick

from .. import generic_board

register = Library()

_PLAIN: Final = "rooms/plain/"
_DRAWN: Final = frozenset({"board.html", "players.html", "head.html", "cover.html"})
_GIVEN: Final = (
    "moves",
    "you",
    "turn",
    "names",
    "mover",
    "over",
    "result",
    "to_move",
    "version",
    "premoves",
    "mark",
)


@register.simple_tag
def board(match: Mapping[str, Any]) -> str:
    """The game's own board, from the view and the values of ``_GIVEN``: it cannot show what it is not given."""
    given = {name: match[name] for name in _GIVEN} | {"view": match["board"], "match_id": match["id"]}
    if match.get("eyes") is not None:
        given["you"] = match["eyes"]  # a spectator who looks into a hand sees the board as its player, without moves
    template = _template(match["game"], "board.html")
    if template.template.name.startswith(_PLAIN):
        given |= generic_board.given(match)
    return mark_safe(quick.render(template, given=given)[0])  # noqa: S308 - a template escapes


@register.simple_tag
def mine(match: Mapping[str, Any]) -> str:
    """What the reader may do, and which turn it is for: beside the board, never in what is shared."""
    given: dict[str, object] = {"match": match["id"], "ply": match["ply"]}
    if match["you"] is not None:
        given |= {"turn": match["turn"], "moves": "|".join(match["moves"])}
        if match["marks"]:
            given |= {"premoves": "|".join(match["premoves"]), "mark": match["mark"]}
    data = "".join([f' data-{name}="{escape(str(value))}"' for name, value in given.items()])
    return mark_safe(f'<div id="mine" hidden{data}></div>')  # noqa: S308 - escaped above


@register.filter
def at(items: Mapping[Any, Any] | Sequence[Any] | None, key: Any) -> Any:
    """``names|at:seat``, ``view.king|at:dish``: the item, None where there is none."""
    if items is None or key is None:
        return None
    try:
        return items[key]
    except (LookupError, TypeError):
        return None


@register.filter
def of_game(name: str, game: str) -> Any:
    """``{% include "board.html"|of_game:match.game %}``: the game's own template, else ``rooms/plain/<name>``."""
    return _template(game, name)


@lru_cache(maxsize=256)
def _template(game: str, name: str) -> Any:
    plain = f"{_PLAIN}{name}"
    return (
        get_template(plain) if settings.GENERIC_BOARD and name in _DRAWN else select_template([f"{game}/{name}", plain])
    )


@register.simple_tag
def picture(game: str) -> str:
    """``{% picture game.slug %}``: the address of a game's own ``<slug>/picture.svg``, else of the house's."""
    return static(_picture(game))


@lru_cache(maxsize=256)
def _picture(game: str) -> str:
    own = f"{game}/picture.svg"
    return own if games.find(game) is not None and finders.find(own) else "tafelrunde/picture.svg"


@register.filter
def same(one: Any, other: Any) -> bool:
    """``view.starter|same:seat``: are the two equal and not None? For what a tag wants as a value."""
    return one is not None and bool(one == other)


@register.filter
def total(counts: Mapping[Any, int]) -> int:
    """``view.king|total``: the sum of what is counted."""
    return sum(counts.values())


@register.filter
def beside(items: Any, other: Any) -> list[tuple[Any, ...]]:
    """Two or more side by side: ``table|beside:plate|beside:king`` by key, ``seats|beside:view.last`` by position.

    >>> beside(beside({"ham": 1}, {"ham": 2}), {"ham": 3})
    [('ham', 1, 2, 3)]
    """
    if isinstance(items, Mapping):
        items = items.items()
    if isinstance(other, Mapping):
        return [(*item, other.get(item[0])) for item in items]
    return list(zip(items, other, strict=True))
