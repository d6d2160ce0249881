"""The words of Skull King: its cards, its moves, and how a person reads them.

A *face* is a card as it lies in a trick: itself, but Scary Mary is `scary-mary pirate` or `scary-mary escape`.
"""

from __future__ import annotations

from tafelrunde.game import Line

Hand = tuple[str, ...]
"""Cards, sorted as strings."""
Faces = tuple[str, ...]
"""Faces in the order of play."""

COLOURS = ("red", "yellow", "blue")
SUITS = (*COLOURS, "black")
HIGHEST = 13
KING = "skull-king"
MARY = "scary-mary"
ROLES = ("pirate", "escape")
ROUNDS = 10
READY = "ready"

CARDS = (
    *(f"{suit}-{rank}" for suit in SUITS for rank in range(1, HIGHEST + 1)),
    *(f"pirate-{n}" for n in range(1, 6)),
    *(f"escape-{n}" for n in range(1, 6)),
    *(f"mermaid-{n}" for n in range(1, 3)),
    KING,
    MARY,
)
"""All cards, in the order in which they go into a shuffle."""

_FACES_OF = {card: tuple(f"{card} {role}" for role in ROLES) if card == MARY else (card,) for card in CARDS}
CARD_OF = {face: card for card, faces in _FACES_OF.items() for face in faces}
"""The card that a face is of; every face there is."""
PLAYS_OF = {card: tuple(f"play {face}" for face in faces) for card, faces in _FACES_OF.items()}
"""The ways to play a card."""
BIDS_OF = tuple(tuple(f"bid {n}" for n in range(size + 1)) for size in range(ROUNDS + 1))
"""The bids that a hand of so many cards can make."""
MOVES = (*BIDS_OF[-1], *(move for card in CARDS for move in PLAYS_OF[card]), READY)
"""Every move there can be."""


def _kind(face: str) -> str:
    return face.removeprefix(f"{MARY} ").rstrip("-0123456789")


KIND = {face: _kind(face) for face in CARD_OF}
"""What a face counts as: one of SUITS, `pirate`, `escape`, `mermaid` or `skull-king`."""
RANK = {face: int(face.partition("-")[2]) for face, kind in KIND.items() if kind in SUITS}
"""The number on the card of a suit."""
OF_COLOUR = {colour: frozenset(card for card in CARDS if _kind(card) == colour) for colour in COLOURS}
SPECIAL = frozenset(card for card in CARDS if _kind(card) not in SUITS)
_MAY_FOLLOW = {colour: cards | SPECIAL for colour, cards in OF_COLOUR.items()}


def suit_of(trick: Faces) -> str | None:
    """The suit of a trick: that of its first colour or black card."""
    for face in trick:
        if face in RANK:
            return KIND[face]
    return None


def plays(hand: Hand, suit: str | None) -> tuple[str, ...]:
    """What a hand may play to a trick of this suit."""
    if suit in OF_COLOUR and not OF_COLOUR[suit].isdisjoint(hand):
        hand = tuple(filter(_MAY_FOLLOW[suit].__contains__, hand))
    return tuple([move for card in hand for move in PLAYS_OF[card]])


def spell(text: str) -> str:
    """A typed line in the spelling of the notation: case and spaces are forgiven, and spaces for hyphens."""
    return _SPELLINGS.get(_words(text), "")


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.casefold().replace("-", " ").split())


_SPELLINGS = {_words(move): move for move in MOVES}

_NAMED = {
    "red": Line("red {n}"),
    "yellow": Line("yellow {n}"),
    "blue": Line("blue {n}"),
    "black": Line("black {n}"),
    "pirate": Line("pirate {n}"),
    "escape": Line("escape {n}"),
    "mermaid": Line("mermaid {n}"),
}
NAMES = {
    **{card: Line(_NAMED[_kind(card)].message, n=int(card.partition("-")[2])) for card in CARDS[:-2]},
    KING: Line("the Skull King"),
    MARY: Line("Scary Mary"),
    f"{MARY} pirate": Line("Scary Mary as a pirate"),
    f"{MARY} escape": Line("Scary Mary as an escape"),
}
"""Cards and faces in words."""


def label(move: str) -> Line:
    """A move as a button shows it."""
    verb, _, what = move.partition(" ")
    if move not in MOVES:
        return Line(move)
    if verb == "bid":
        return Line("bid {n}", n=int(what))
    if verb == "play":
        return Line("play {card}", card=NAMES[what])
    return Line("ready")
