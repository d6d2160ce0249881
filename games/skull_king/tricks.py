"""Tricks: who takes one, and what it brings to have taken them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .notation import CARD_OF, KIND, KING, MARY, RANK, Faces, suit_of

TRICK_POINTS = 20
MISS_POINTS = 10
ZERO_POINTS = 10
PIRATE_BONUS = 30
KING_BONUS = 50


class Trick(NamedTuple):
    """A trick that is complete."""

    leader: int
    faces: Faces
    winner: int
    bonus: int

    def played(self) -> Iterator[tuple[int, str]]:
        """Seat and face, in the order of play."""
        return in_turn(self.leader, self.faces, len(self.faces))


def in_turn(leader: int, faces: Faces, seats: int) -> Iterator[tuple[int, str]]:
    """Who played which face, in the order of play."""
    return (((leader + place) % seats, face) for place, face in enumerate(faces))


def complete(leader: int, faces: Faces) -> Trick:
    """The trick, now that every seat has played to it."""
    place = taker(faces)
    return Trick(leader, faces, (leader + place) % len(faces), bonus(faces, faces[place]))


def taker(faces: Faces) -> int:
    """The place in the order of play that takes the trick, as far as it has come."""
    kinds = [KIND[face] for face in faces]
    if "skull-king" in kinds:
        return kinds.index("mermaid" if "mermaid" in kinds else "skull-king")
    for kind in ("pirate", "mermaid"):
        if kind in kinds:
            return kinds.index(kind)
    suit = "black" if "black" in kinds else suit_of(faces)
    if suit is None:
        return 0
    _, place = max((RANK[face], place) for place, face in enumerate(faces) if kinds[place] == suit)
    return place


def bonus(faces: Faces, taking: str) -> int:
    """What the taking card adds if its player's bid is kept. Scary Mary is a pirate here whatever she was declared."""
    if taking == KING:
        return PIRATE_BONUS * sum(KIND[face] == "pirate" or CARD_OF[face] == MARY for face in faces)
    return KING_BONUS if KIND[taking] == "mermaid" and KING in faces else 0


def points_for(bid: int, made: int, hand: int) -> int:
    """The points for a bid in the round of so many cards, without bonuses."""
    if bid == 0:
        return -ZERO_POINTS * hand if made else ZERO_POINTS * hand
    return TRICK_POINTS * bid if made == bid else -MISS_POINTS * abs(made - bid)
