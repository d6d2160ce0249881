"""The words of King's Gold: its dice, its moves, and how a person reads them."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations

from tafelrunde.game import Line, Seat, plural

Dice = tuple[int, ...]

COINS = (1, 2, 3)
"""The faces that are that many coins."""
SKULL, CROSSBONES, CANNON = 4, 5, 6
DICE = 5
REROLLS = 2
BONES_THAT_END = 3

ROLL, STOP = "roll", "stop"
WHICH: dict[str, tuple[int, ...]] = {
    f"reroll {' '.join(str(index + 1) for index in chosen)}": chosen
    for count in range(1, DICE + 1)
    for chosen in combinations(range(DICE), count)
}
"""Every reroll there can be, and the indices of the dice it rolls again."""

_FACES = {SKULL: Line("skull"), CROSSBONES: Line("crossbones"), CANNON: Line("cannon")}


@lru_cache(maxsize=2**13)
def rerolls(dice: Dice) -> tuple[str, ...]:
    """What can be done with dice that have been rolled and may be rolled again."""
    return _rerolls(tuple([die == CROSSBONES for die in dice]))


@cache
def _rerolls(locked: tuple[bool, ...]) -> tuple[str, ...]:
    free = [text for text, chosen in WHICH.items() if not any(locked[index] for index in chosen)]
    return (*sorted(free), STOP)


@cache
def plunders(seat: int, seats: int) -> tuple[str, ...]:
    """Whom five skulls can rob."""
    return tuple(f"plunder @{target}" for target in range(seats) if target != seat)


@lru_cache(maxsize=2**13)
def pairs(unused: Dice, seat: int, seats: int) -> tuple[str, ...]:
    """The combinations that these dice allow: a coin with a cannon, or with a skull to rob somebody."""
    return _pairs(tuple([coin for coin in COINS if coin in unused]), CANNON in unused, SKULL in unused, seat, seats)


@cache
def _pairs(coins: Dice, cannon: bool, skull: bool, seat: int, seats: int) -> tuple[str, ...]:
    cannons = [f"cannon {coin}" for coin in coins if cannon]
    targets = [target for target in range(seats) if target != seat]
    return (*cannons, *(f"skull {coin} @{target}" for coin in coins if skull for target in targets))


@cache
def meaning(move: str) -> tuple[str, int, int]:
    """A choice of what the dice do: the verb, the coin die and the seat that is robbed, 0 where there is none."""
    verb, *words = move.split()
    coin = next((int(word) for word in words if word[0] != "@"), 0)
    target = next((int(word[1:]) for word in words if word[0] == "@"), 0)
    return verb, coin, target


def spell(text: str) -> str:
    """A typed line in the spelling of the notation: case, spaces and the order of positions are forgiven."""
    verb, *words = text.casefold().replace(",", " ").split() or [""]
    return " ".join([verb, *(sorted(set(words)) if verb == "reroll" else words)])


def label(move: str) -> Line:
    """A move as a button shows it, with what it does; the purse may hold too little for a cannon's whole effect."""
    if move == ROLL:
        return Line("roll the dice")
    if move == STOP:
        return Line("stop: carry out the dice")
    if move in WHICH:
        return _label_of_reroll(WHICH[move])
    verb, coin, target = meaning(move) if move.startswith(("cannon ", "skull ", "plunder ")) else (move, 0, 0)
    if verb == "cannon":
        return Line("cannon with {n}: {n} from the purse for you, {n} for the king", n=coin)
    if verb == "skull":
        return Line("skull with {n}: up to {n} from {who} for you", n=coin, who=Seat(target))
    if verb == "plunder":
        return Line("five skulls: all the coins of {who} for you", who=Seat(target))
    return Line(move)


def _label_of_reroll(chosen: tuple[int, ...]) -> Line:
    if len(chosen) == DICE:
        return Line("roll all five dice again")
    positions = listed([Line(str(index + 1)) for index in chosen])
    return plural("roll die {dice} again", "roll dice {dice} again", len(chosen), dice=positions)


def face(die: int) -> Line:
    """What a die shows."""
    return _FACES.get(die) or Line(str(die))


def listed(entries: list[Line]) -> Line:
    """The entries, at least one, one after the other: "1, skull, 2"."""
    line = entries[0]
    for entry in entries[1:]:
        line = Line("{before}, {next}", before=line, next=entry)
    return line
