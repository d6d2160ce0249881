"""Who plays King's Gold when no person does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import exp, sqrt

from tafelrunde.game import Bot, Decision, Line

from .notation import BONES_THAT_END, CANNON, COINS, CROSSBONES, DICE, SKULL, STOP, WHICH, Dice, pairs, plunders
from .state import Gold, carry_out, five_alike, pay

FACES = range(1, 7)
HANDS = tuple(combinations_with_replacement(FACES, DICE))
"""Every throw of five dice there can be, sorted."""

CALM, SWELL = 1.0, 0.6
"""How many coins of a lead still count for little: when the purse is nearly empty, and how that grows with it."""


class Deckhand(Bot):
    """Stops as soon as the dice bring anything, else rolls all it may again; of combinations it takes any."""

    slug = "deckhand"
    name = Line("deckhand")

    def choose(self, decision: Decision) -> str:
        moves, dice = decision.moves, tuple(decision.view["dice"])
        if STOP not in moves:
            return decision.chance.pick(moves)
        return STOP if pairs(dice, decision.seat, 2) else max(moves, key=len)


class Captain(Bot):
    """Rolls what it may expect most of, to the last reroll of the turn, and lets the dice do what serves it best."""

    slug = "captain"
    name = Line("captain")

    def choose(self, decision: Decision) -> str:
        moves, view, seat = decision.moves, decision.view, decision.seat
        if len(moves) == 1:
            return moves[0]
        gold = Gold(view["purse"], view["king"], tuple(view["coins"]))
        if STOP in moves:
            return _plan(gold, seat).best(tuple(view["dice"]), view["rerolls_left"], moves)
        return max(moves, key=lambda move: _after(gold, seat, tuple(view["unused"]), move))


class _Plan:
    """What a turn is worth, exactly, to a captain who knows what every outcome of the dice is worth."""

    def __init__(self, gold: Gold, seat: int) -> None:
        self.stopped = {hand: _carried_out(gold, seat, hand) for hand in HANDS}
        last = _expected(self.stopped)
        first = _expected({hand: max(last[kept] for kept in _keeps(hand)) for hand in HANDS})
        self.kept = (last, last, first)
        """By rerolls left, for dice that are kept: what the turn will be worth when the others are rolled again."""

    def best(self, dice: Dice, rerolls_left: int, moves: Sequence[str]) -> str:
        kept = self.kept[rerolls_left]
        return max(
            moves, key=lambda move: kept[_left(dice, WHICH[move])] if move != STOP else self.stopped[_left(dice)]
        )


@lru_cache(maxsize=256)
def _plan(gold: Gold, seat: int) -> _Plan:
    return _Plan(gold, seat)


def _expected(hands: dict[Dice, float]) -> dict[Dice, float]:
    """For any dice that are kept, what to expect where five are worth this."""
    worth = dict(hands)
    for count in reversed(range(DICE)):
        for kept in combinations_with_replacement(FACES, count):
            worth[kept] = sum([worth[more] for more in _one_more(kept)]) / len(FACES)
    return worth


@cache
def _one_more(kept: Dice) -> tuple[Dice, ...]:
    return tuple(tuple(sorted((*kept, face))) for face in FACES)


@cache
def _keeps(hand: Dice) -> tuple[Dice, ...]:
    """What can be kept of five dice: all crossbones at least, all five at most."""
    bones, rest = hand.count(CROSSBONES), [die for die in hand if die != CROSSBONES]
    kept = [(*chosen, *[CROSSBONES] * bones) for count in range(len(rest) + 1) for chosen in combinations(rest, count)]
    return tuple({tuple(sorted(dice)) for dice in kept}) if bones < BONES_THAT_END else (hand,)


def _left(dice: Dice, chosen: Sequence[int] = ()) -> Dice:
    return tuple(sorted([die for index, die in enumerate(dice) if index not in chosen]))


def _carried_out(gold: Gold, seat: int, hand: Dice) -> float:
    """What a player who stops with these dice has of them."""
    if hand.count(CROSSBONES) >= BONES_THAT_END:
        return _worth(pay(gold, seat)[0], seat)
    if hand[-1] in COINS or hand[0] == CANNON:
        return _worth(five_alike(gold, seat, hand)[0], seat)
    choices = plunders(seat, len(gold.coins)) if hand[0] == hand[-1] == SKULL else pairs(hand, seat, len(gold.coins))
    return _best(gold, seat, hand, choices) if choices else _worth(pay(gold, seat)[0], seat)


def _best(gold: Gold, seat: int, unused: Dice, choices: Sequence[str]) -> float:
    """What the choices are worth if the best is made, robbing the richest."""
    richest = max((coins, other) for other, coins in enumerate(gold.coins) if other != seat)[1]
    sensible = [choice for choice in choices if "@" not in choice or choice.endswith(f"@{richest}")]
    return max([_after(gold, seat, unused, choice) for choice in sensible])


def _after(gold: Gold, seat: int, unused: Dice, choice: str) -> float:
    gold, unused, _ = carry_out(gold, seat, unused, choice)
    choices = pairs(unused, seat, len(gold.coins)) if gold.purse else ()
    return _best(gold, seat, unused, choices) if choices else _worth(gold, seat)


@lru_cache(maxsize=2**13)
def _worth(gold: Gold, seat: int) -> float:
    """About how likely the seat is to win: before every other, by the lead and by what may still happen to it."""
    own = gold.coins[seat]
    spread = CALM + SWELL * sqrt(gold.purse) if gold.purse else 0.01
    worth = 1.0
    for other, coins in enumerate(gold.coins):
        if other != seat:
            worth /= 1 + exp(min(30.0, (coins - own) / spread))
    return worth
