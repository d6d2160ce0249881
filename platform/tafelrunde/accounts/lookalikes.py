"""What looks alike: the skeleton of a text after Unicode's list of confusables (UTS 39), and the scripts it is in.

The data comes with the package `confusable-homoglyphs`: the list itself, and each character's script. A newer list may
give other skeletons: whoever raises the package's version renews `Player.key` as the migration 0002 does.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from confusable_homoglyphs.categories import alias
from confusable_homoglyphs.utils import load

_ONE_SCRIPT: Final = (
    frozenset({"HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"HAN", "HANGUL"}),
    frozenset({"HAN", "BOPOMOFO"}),
)
"""Japanese, Korean and Chinese mix scripts in one word, and it is still one way of writing."""

_ANY: Final = frozenset({"COMMON", "INHERITED"})


def skeleton(text: str) -> str:
    """Equal for texts that cannot be told apart at a glance, whatever case they are in; a skeleton is its own skeleton.

    As a capital I is a small l to the eye and a small i to whoever does not mind case, these three are one.
    """
    now = _folded(text)
    for _ in range(4):  # what a letter looks like may have a small form, which looks like something again
        before, now = now, _folded("".join(map(_prototypes().get, now, now)))
        if now == before:
            break
    return now


def scripts(text: str) -> frozenset[str]:
    """The scripts of its letters; digits, signs and what several scripts share do not count."""
    return frozenset(map(alias, text)) - _ANY


def of_one_script(text: str) -> bool:
    """Is it written as one language is written?"""
    used = scripts(text)
    return len(used) <= 1 or any(used <= together for together in _ONE_SCRIPT)


def shared(char: str) -> bool:
    """Does it belong to no script of its own?"""
    return alias(char) in _ANY


def _folded(text: str) -> str:
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return unicodedata.normalize("NFD", folded).replace("i", "l")


@cache
def _prototypes() -> Mapping[str, str]:
    """What each character looks like. The package links both ways; a prototype is the one that more are linked to."""
    linked: Mapping[str, list[dict[str, Any]]] = load("confusables.json")
    found: dict[str, str] = {}
    for char, others in linked.items():
        if len(char) == len(others) == 1:
            other: str = others[0]["c"]
            back = linked.get(other, [])
            if len(back) > 1 or other < char:
                found[char] = other
    return found
