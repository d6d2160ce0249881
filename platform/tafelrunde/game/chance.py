"""Shuffles and dice that anyone can check afterwards: HMAC-SHA256 over a secret seed, as docs/chance.md describes.

A match's seed is 32 secret bytes; `commitment` of it is shown from the start, the seed itself when the match is over.
What this does not prove: an operator could have chosen among seeds before the match began.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
from collections.abc import Iterable, Sequence
from typing import TypeVar

Item = TypeVar("Item")

SEED_BYTES = 32
_SPAN = 1 << 32
_WORDS = struct.Struct(">8I")


def new_seed() -> bytes:
    """A seed from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """What is shown of a seed before the match: its SHA-256, in hex."""
    return hashlib.sha256(seed).hexdigest()


class Chance:
    """The stream of chance at one ply of a match (0: the setup, k: its k-th move). Costs nothing until it is asked."""

    __slots__ = ("_block", "_ply", "_seed", "_words")

    def __init__(self, seed: bytes, ply: int) -> None:
        self._seed, self._ply = seed, ply
        self._block = 0
        self._words: list[int] = []

    def below(self, bound: int) -> int:
        """A number from 0 up to, not including, `bound` (1 … 2³²), each as likely as the others."""
        if not 0 < bound <= _SPAN:
            raise ValueError(f"chance is drawn below 1 to 2**32, not {bound}")
        limit, words = _SPAN - _SPAN % bound, self._words
        while True:
            if not words:
                self._draw_words()
            number = words.pop()
            if number < limit:
                return number % bound

    def shuffle(self, items: Iterable[Item]) -> tuple[Item, ...]:
        """The items in a new order; the given ones stay as they are."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        """`count` dice, each from 1 to `sides`."""
        below = self.below
        return tuple([1 + below(sides) for _ in range(count)])

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[self.below(len(items))]

    def _draw_words(self) -> None:
        """The next digest as numbers, the first one last, where it is taken."""
        message = f"{self._ply}:{self._block}".encode("ascii")
        self._words += reversed(_WORDS.unpack(hmac.digest(self._seed, message, "sha256")))
        self._block += 1
