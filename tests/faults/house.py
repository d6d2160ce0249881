"""Thirty tables of all installed games, their players, and those of the plan's faults that are theirs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

import httpx

from tafelrunde import games

from .notes import Notes
from .plan import Fault, Kind
from .players import Player
from .site import Site

TABLES: Final = 30
PATIENCE: Final = 300.0
"""Seconds for what must have an end, on a machine that is busy with other things."""


class House:
    """The tables. Bots sit at every second of a game, clocks run at three of ten, at every third somebody watches."""

    def __init__(self, site: Site, seed: int) -> None:
        self.site, self.notes = site, Notes()
        self._people = iter(site.servers[0].manage("createplayers", str(TABLES * 5), "--prefix", "storm").splitlines())
        self.tables = [self._table(number, seed) for number in range(TABLES)]
        self.players = [player for table in self.tables for player in table]
        self._seated = [player for player in self.players if player.sits]
        self._clocked = [player for player in self._seated if player.is_clocked]

    def _table(self, number: int, seed: int) -> list[Player]:
        slugs = sorted(games.installed())
        least = min(games.installed()[slugs[number % len(slugs)]].seats)
        bots = number // len(slugs) % 2
        sitting = max(2, least - bots + number % 2)
        names = [next(self._people).split() for _person in range(sitting + (number % 3 == 0))]
        pace = "brisk" if number % 10 >= 7 else "none"
        room = self._open(names[0][1], slugs[number % len(slugs)], pace)
        return [
            Player(
                name,
                token,
                room,
                self.site.addresses,
                self.notes,
                Random(f"{seed} {name}"),
                begin=["/join", *["/bot"] * (bots if seat == 0 else 0)] if seat < sitting else (),
                is_clocked=pace == "brisk",
            )
            for seat, (name, token) in enumerate(names)
        ]

    def _open(self, token: str, game: str, pace: str) -> str:
        wanted = {"game": game, "name": "Stormy table", "pace": pace}
        answer = httpx.post(
            f"{self.site.servers[0].url}/api/rooms",
            json=wanted,
            headers={"Authorization": f"Bearer {token}"},
            timeout=PATIENCE,
        )
        answer.raise_for_status()
        return str(answer.json()["slug"])

    async def suffer(self, fault: Fault) -> None:
        """Let something happen to one of the players."""
        match fault.kind:
            case Kind.CUT:
                _one_of(self.players, fault).cut()
            case Kind.SILENCE:
                _one_of(self._clocked, fault).fall_silent(fault.seconds)
            case Kind.ABSENCE:
                _one_of(self._seated, fault).go_away(fault.seconds)
            case Kind.VOTE:
                await _one_of(self._seated, fault).ask_to_abort()
            case _:
                raise ValueError(f"{fault.kind.value}: that is the site's trouble")
        self.site.done[fault.kind] += 1

    async def until(self, so: Callable[[Player], bool], what: str) -> None:
        """Wait until it is so of all players."""
        end = time.monotonic() + PATIENCE
        while waiting := [player for player in self.players if not so(player)]:
            told = [(player.name, player.slug, player.told) for player in waiting[:5]]
            assert time.monotonic() < end, f"{len(waiting)} players, not {what}: {told}"
            await asyncio.sleep(0.2)  # their news come by a hundred sockets


def _one_of(players: Sequence[Player], fault: Fault) -> Player:
    return players[fault.whom % len(players)]
