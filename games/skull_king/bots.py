"""Who plays Skull King when no person does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tafelrunde.game import Bot, Decision, Line, View

from .notation import CARD_OF, HIGHEST, KIND, KING, MARY, OF_COLOUR, RANK, Faces, suit_of
from .tricks import points_for, taker

_ABOVE_SUITS = {"escape": 0, "mermaid": 2 * HIGHEST + 1, "pirate": 2 * HIGHEST + 2, KING: 2 * HIGHEST + 3}
POWER = {
    face: _ABOVE_SUITS[kind] if kind in _ABOVE_SUITS else RANK[face] + HIGHEST * (kind == "black")
    for face, kind in KIND.items()
}
"""How much a face takes, by a rough order that forgets which suit was led."""
STRONG = POWER["black-9"]
"""From here on a card is likely to take a trick."""
AMONG_FOUR = {"escape": 0.0, "mermaid": 0.62, KING: 0.75, "pirate": 0.9}
"""How likely a special card takes the trick it is played to at a table of four, as bots play."""
LIKELY = 0.48
"""From here on a bosun counts on a card."""
EAGER = 0.5
"""How likely a follower who can beat a card does so."""


def careful(view: View, moves: Sequence[str]) -> str:
    """A move that is never foolish: it bids the strong cards, and takes as cheaply or ducks as richly as it can."""
    verb = moves[0].partition(" ")[0]
    if verb == "bid":
        return f"bid {sum(POWER.get(card, STRONG) >= STRONG for card in view['hand'])}"
    return f"play {_thrifty(view, _faces(moves))}" if verb == "play" else moves[0]


def _faces(moves: Sequence[str]) -> Faces:
    return tuple(move.partition(" ")[2] for move in moves)


def _table(view: View) -> Faces:
    """The trick on the table, as faces."""
    return tuple(f"{card['card']} {card['as']}" if "as" in card else card["card"] for card in view["trick"])


def _wanted(view: View) -> int:
    """How many tricks the viewer still has to take; below 0 it has too many already."""
    seat = (view["leader"] + len(view["trick"])) % len(view["bids"])
    return int(view["bids"][seat] - view["won"][seat])


def _thrifty(view: View, faces: Faces) -> str:
    table = _table(view)
    taking = [face for face in faces if taker((*table, face)) == len(table)]
    ducks = [face for face in faces if face not in taking]
    power = POWER.__getitem__
    if _wanted(view) > 0:
        if not taking:
            return min(faces, key=power)
        return min(taking, key=power) if table else max(taking, key=power)
    return max(ducks, key=power) if ducks else min(faces, key=power)


class Deckhand(Bot):
    """Bids its strong cards, then takes what it needs and ducks the rest, one trick at a time."""

    slug = "deckhand"
    name = Line("deckhand")

    def choose(self, decision: Decision) -> str:
        return careful(decision.view, decision.moves)


class Bosun(Bot):
    """Bids what will likely take, then plays for the most points it can expect, by the odds of this trick and the rest.

    It knows its view alone, and of the cards that are gone only those of the last trick.
    """

    slug = "bosun"
    name = Line("bosun")

    def choose(self, decision: Decision) -> str:
        view, moves = decision.view, decision.moves
        if not decision.seconds:  # a sage asks, in thought: many matches by a rule of thumb tell more than few by odds
            return careful(view, moves)
        if view["phase"] == "bid":
            return f"bid {_likely_tricks(view)}"
        return f"play {_Trick(view, decision.seat).best(_faces(moves))}" if view["phase"] == "play" else moves[0]


def _likely_tricks(view: View) -> int:
    """How many cards of the hand will likely take theirs; among three no more than among four, or it bids too high."""
    seats = max(4, len(view["bids"]))
    return sum(takes(card, seats) > LIKELY for card in view["hand"])


@cache
def takes(card: str, seats: int) -> float:
    """How likely a card is to take the trick it will be played to, as bots play."""
    face = f"{MARY} pirate" if card == MARY else card
    rank, kind = RANK.get(face, 0), KIND[face]
    of_suit = 0.35 + 0.015 * rank if kind == "black" else 0.0014 * rank**2
    return float(AMONG_FOUR.get(kind, of_suit) ** ((seats - 1) / 3))


def _spread(chances: Sequence[float]) -> list[float]:
    """How likely these cards are to take 0, 1, 2 … tricks in all."""
    odds = [1.0]
    for chance in chances:
        odds = [more * chance + fewer * (1 - chance) for more, fewer in zip([0.0, *odds], [*odds, 0.0], strict=True)]
    return odds


def _points(bid: int, made: int, odds: Sequence[float], hand: int) -> float:
    """The points to expect for a bid when so many tricks are made and the others come by these odds."""
    return sum(chance * points_for(bid, made + more, hand) for more, chance in enumerate(odds))


class _Trick:
    """What a bosun makes of a trick in which it is to play."""

    def __init__(self, view: View, seat: int) -> None:
        self.table = _table(view)
        self.hand: list[str] = view["hand"]
        self.seats = len(view["bids"])
        self.followers = self.seats - len(self.table) - 1
        self.bid, self.won, self.round = view["bids"][seat], view["won"][seat], view["round"]
        last = view["last_trick"]["cards"] if view["last_trick"] else []
        seen = {*self.hand, *map(CARD_OF.__getitem__, self.table), *(card["card"] for card in last)}
        self.unseen = [face for face, card in CARD_OF.items() if card not in seen and not face.endswith(" escape")]

    def best(self, faces: Faces) -> str:
        """The face to expect most from; of equals, the one that takes more."""
        return max(faces, key=lambda face: (round(self._worth(face), 6), POWER[face]))

    def _worth(self, face: str) -> float:
        rest = list(self.hand)
        rest.remove(CARD_OF[face])
        odds = _spread([takes(card, self.seats) for card in rest])
        chance = self._odds_of_taking(face)
        taken, missed = (_points(self.bid, self.won + more, odds, self.round) for more in (1, 0))
        return chance * taken + (1 - chance) * missed

    def _odds_of_taking(self, face: str) -> float:
        trick = (*self.table, face)
        if taker(trick) != len(trick) - 1:
            return 0.0
        beaten = sum(self._follows(other, trick) for other in self.unseen if taker((*trick, other)) == len(trick))
        one = beaten / max(1, len(self.unseen))
        any_of_them = 1 - (1 - one) ** len(self.hand)
        return (1 - one - EAGER * (any_of_them - one)) ** self.followers

    def _follows(self, face: str, trick: Faces) -> float:
        """How likely it is that who has this card may play it."""
        suit = suit_of(trick)
        if suit not in OF_COLOUR or KIND[face] == suit or face not in RANK:
            return 1.0
        of_suit = sum(KIND[other] == suit for other in self.unseen) / max(1, len(self.unseen))
        return float((1 - of_suit) ** (len(self.hand) - 1))
