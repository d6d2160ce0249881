"""What boards are written with: items by seat or name, and the template a game brings, else the plain one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.template import Library
from django.template.loader import select_template

register = Library()


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
    return select_template([f"{game}/{name}", f"rooms/plain/{name}"])


@register.filter
def same(one: Any, other: Any) -> bool:
    """``view.starter|same:seat``: are the two equal and not None? For what a tag wants as a value."""
    return one is not None and bool(one == other)
