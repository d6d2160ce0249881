"""A moment of a match of King's Gold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from .notation import CANNON, SKULL, Dice, meaning

PAYMENT = 3
"""What the king wants of who brings nothing home."""


class Effect(NamedTuple):
    """What dice did: the wire's `type` and what belongs to it, None where nothing does."""

    type: str
    coin: int | None = None
    target: int | None = None
    gain: int | None = None
    king: int | None = None
    paid: int | None = None


class Gold(NamedTuple):
    """Where the sixty coins are."""

    purse: int
    king: int
    coins: tuple[int, ...]


class Turn(NamedTuple):
    """A turn that is over: the dice as they lay, and what they did."""

    seat: int
    dice: Dice
    effects: tuple[Effect, ...]


class Deed(NamedTuple):
    """The last move: who made it, its first word, what it rolled, and what came of it at once."""

    seat: int
    verb: str
    rolled: Dice
    effects: tuple[Effect, ...]


class FirstRoll(NamedTuple):
    """What a seat threw to be the first player."""

    seat: int
    dice: Dice


@dataclass(frozen=True)
class State:
    """A moment of a match."""

    gold: Gold
    active: int | None
    turn: int
    """Turns that have begun."""
    phase: str
    dice: Dice
    rerolls_left: int
    unused: Dice
    effects: tuple[Effect, ...]
    """What was carried out so far in a turn that goes on."""
    legal: tuple[str, ...]
    last: Turn | None
    first_rolls: tuple[tuple[FirstRoll, ...], ...]
    deed: Deed | None
    robbed: tuple[int, ...]
    """How many coins each seat has taken from others in turns that are over."""


def replace(state: State, **changes: Any) -> State:
    """The state with changes; dataclasses.replace does the same in twice the time."""
    new = object.__new__(State)
    new.__dict__.update(state.__dict__)
    new.__dict__.update(changes)
    return new


def carry_out(gold: Gold, seat: int, unused: Dice, choice: str) -> tuple[Gold, Dice, Effect]:
    """What one choice does, and the dice that are left for others."""
    verb, coin, target = meaning(choice)
    if verb == "plunder":
        gold, effect = plunder(gold, seat, target)
        return gold, (), effect
    left = list(unused)
    left.remove(coin)
    left.remove(CANNON if verb == "cannon" else SKULL)
    gold, effect = fire(gold, seat, coin) if verb == "cannon" else rob(gold, seat, coin, target)
    return gold, tuple(left), effect


def fire(gold: Gold, seat: int, coin: int) -> tuple[Gold, Effect]:
    """A cannon with a coin die: as much for the king as for the seat, and of a short purse the odd coin for him."""
    gain = min(coin, gold.purse // 2)
    king = min(coin, gold.purse - gain)
    moved = Gold(gold.purse - gain - king, gold.king + king, _given(gold.coins, seat, gain))
    return moved, Effect("cannon", coin=coin, gain=gain, king=king)


def rob(gold: Gold, seat: int, coin: int, target: int) -> tuple[Gold, Effect]:
    """A skull with a coin die: as many coins of the target, or all it has."""
    gain = min(coin, gold.coins[target])
    coins = _given(_given(gold.coins, target, -gain), seat, gain)
    return Gold(gold.purse, gold.king, coins), Effect("skull", coin=coin, target=target, gain=gain)


def plunder(gold: Gold, seat: int, target: int) -> tuple[Gold, Effect]:
    """Five skulls: all the target has."""
    gain = gold.coins[target]
    coins = _given(_given(gold.coins, target, -gain), seat, gain)
    return Gold(gold.purse, gold.king, coins), Effect("plunder", target=target, gain=gain)


def pay(gold: Gold, seat: int) -> tuple[Gold, Effect]:
    """The king's payment, or all the seat has."""
    paid = min(PAYMENT, gold.coins[seat])
    return Gold(gold.purse, gold.king + paid, _given(gold.coins, seat, -paid)), Effect("pay", paid=paid)


def five_alike(gold: Gold, seat: int, dice: Dice) -> tuple[Gold, Effect]:
    """Five cannons take the purse, five coins what is the king's."""
    if dice[0] == CANNON:
        return Gold(0, gold.king, _given(gold.coins, seat, gold.purse)), Effect("purse", gain=gold.purse)
    return Gold(gold.purse, 0, _given(gold.coins, seat, gold.king)), Effect("king", gain=gold.king)


def more_robbed(robbed: tuple[int, ...], seat: int, effects: tuple[Effect, ...]) -> tuple[int, ...]:
    """What each seat has robbed after a turn of this one."""
    return _given(robbed, seat, sum(effect.gain or 0 for effect in effects if effect.target is not None))


def _given(coins: tuple[int, ...], seat: int, gain: int) -> tuple[int, ...]:
    return (*coins[:seat], coins[seat] + gain, *coins[seat + 1 :])
