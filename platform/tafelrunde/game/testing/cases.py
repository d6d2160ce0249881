"""Which matches are played: seats × options, all of them where they are few, every value and then by lot where not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from math import prod
from typing import Any

from ..chance import Chance
from ..options import declared, write_options
from .canonical import digest
from .inquiry import AnyGame


@dataclass(frozen=True, slots=True)
class Case:
    """One match to be played. `seed` is its chance; everything the kit draws for itself comes from `key`."""

    number: int
    seats: int
    options: Any
    seed: bytes
    key: str

    def lot(self, purpose: str, ply: int = 0) -> Chance:
        """Chance of the kit's own, never that of the match."""
        return Chance(digest(self.key, purpose), ply)

    def written(self) -> dict[str, Any]:
        """The options as JSON."""
        return write_options(self.options)


def cases(game: AnyGame, matches: int, seed: int) -> tuple[Case, ...]:
    """The matches of a run, the same ones for the same seed."""
    found = []
    for number, (seats, options) in enumerate(islice(_settings(game, matches, seed), matches)):
        key = f"{seed}.{number}"
        found.append(Case(number, seats, options, digest(key, "match"), key))
    return tuple(found)


def _settings(game: AnyGame, matches: int, seed: int) -> Iterator[tuple[int, Any]]:
    lot = Chance(digest(seed, "settings"), 0)
    choices = {option.name: tuple(option.values) for option in declared(game.Options)}
    if len(game.seats) * prod(map(len, choices.values())) <= matches:
        whole = [dict(zip(choices, values, strict=True)) for values in product(*choices.values())]
        every = lot.shuffle((seats, game.Options(**options)) for options, seats in product(whole, game.seats))
        while True:
            yield from every
    singles: list[dict[str, Any]] = [{name: value} for name, values in choices.items() for value in values]
    seats = lot.shuffle(game.seats)
    for number, given in enumerate([{}, *singles]):
        yield seats[number % len(seats)], game.Options(**given)
    while True:
        drawn = {name: lot.pick(values) for name, values in choices.items()}
        yield lot.pick(seats), game.Options(**drawn)
