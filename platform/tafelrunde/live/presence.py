"""Who has a socket open where, over all processes: soft state that each process tells and lets expire.

What is asked here may be asked in any thread: a list is taken of what the loop may be changing.

A process tells each change at once, that it is alive every `ALIVE` seconds and all it knows every `BEAT` seconds; what
a killed process had told is forgotten after `FORGET` seconds of silence: its sockets went with it. Were that shorter,
one that is only busy for a while would lose its people. `place` is any name, here a room's slug. Who has no name is
counted, too, each socket for itself: under a number that is no player's (`nameless`).
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter, defaultdict
from collections.abc import Callable

from . import bus

ALIVE, BEAT, FORGET, LONG_GONE = 2.0, 15.0, 10.0, 3600.0
Listener = Callable[[str, int, bool], None]

_started = time.time()
_mine: defaultdict[str, Counter[int]] = defaultdict(Counter)
_others: dict[str, tuple[float, dict[str, set[int]]]] = {}
_gone: dict[tuple[str, int], float] = {}
_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Call ``listener(place, player, here)`` when somebody has come or gone."""
    _listeners.append(listener)


def enter(place: str, player: int) -> None:
    """A socket of the player has opened here."""
    was_here = is_here(place, player)
    _mine[place][player] += 1
    _gone.pop((place, player), None)
    if _mine[place][player] == 1:
        bus.tell_others("presence", process=bus.PROCESS, place=place, player=player, here=True)
    if not was_here:
        _changed(place, player, True)


def leave(place: str, player: int) -> None:
    """A socket of the player has closed here."""
    _mine[place][player] -= 1
    if _mine[place][player] > 0:
        return
    del _mine[place][player]
    if not _mine[place]:
        del _mine[place]
    bus.tell_others("presence", process=bus.PROCESS, place=place, player=player, here=False)
    _check_gone(place, player)


def is_here(place: str, player: int) -> bool:
    """Has the player a socket open at the place, in any process?"""
    return player in _mine.get(place, ()) or any(player in where.get(place, ()) for _, where in list(_others.values()))


def nameless() -> int:
    """What a socket of somebody without a name is counted as: below 0, which is no player."""
    return -1 - secrets.randbits(62)


def here(place: str) -> set[int]:
    """All players who have."""
    return {player for player in _at(place) if player > 0}


def nameless_here(place: str) -> int:
    """How many more watch without a name."""
    return sum(player < 0 for player in _at(place))


def _at(place: str) -> set[int]:
    others = (where.get(place, set()) for _, where in list(_others.values()))
    return {*list(_mine.get(place, ()))}.union(*others)


def online() -> set[int]:
    """All players who have a socket open anywhere."""
    mine = (list(players) for players in list(_mine.values()))
    others = (players for _, where in list(_others.values()) for players in list(where.values()))
    return {player for player in set[int]().union(*mine, *others) if player > 0}


def processes() -> set[str]:
    """The other processes that are alive, as this one has heard."""
    return set(_others)


def occupied() -> set[str]:
    """All places where somebody has a socket open, with or without a name."""
    others = (where for _, where in list(_others.values()))
    return {*list(_mine)}.union(*([place for place, who in list(where.items()) if who] for where in others))


def places(player: int) -> set[str]:
    """Where the player has a socket open."""
    mine = [place for place, players in list(_mine.items()) if player in players]
    others = (where for _, where in list(_others.values()))
    return {*mine}.union(*([place for place, players in list(where.items()) if player in players] for where in others))


def gone_since(place: str, player: int) -> float | None:
    """When the last socket of the player closed, in seconds since 1970; None while one is open.

    For who has not been seen since this process began to serve, it is that moment: a restart takes nobody's seat.
    """
    return None if is_here(place, player) else max(_gone.get((place, player), 0.0), _started)


async def run() -> None:
    """Say that this process is alive, and forget processes that have fallen silent, as long as it serves."""
    global _started
    _started = time.time()
    while True:
        _tell_all({})
        for _beat in range(int(BEAT / ALIVE)):
            before = time.time()
            await asyncio.sleep(ALIVE)
            bus.tell_others("alive", process=bus.PROCESS)
            if bus.in_touch() and time.time() - before < 2 * ALIVE:
                forget_silent()
            else:
                excuse_silent()
        for pair in [pair for pair, at in _gone.items() if time.time() - at > LONG_GONE]:
            del _gone[pair]


def forget_silent() -> None:
    """Whatever a process had told that has not been heard of for long is true no more."""
    for process in [process for process, (at, _) in _others.items() if time.time() - at > FORGET]:
        _forget(process)


def excuse_silent() -> None:
    """While this process could hear nobody, silence has said nothing: everybody has their time anew."""
    for process, (_, where) in _others.items():
        _others[process] = (time.time(), where)


def _heard_alive(message: bus.Message) -> None:
    process = message["process"]
    if process == bus.PROCESS:
        return
    if process in _others:
        _others[process] = (time.time(), _others[process][1])
    else:
        bus.tell_others("presence_asked")  # it was thought to be gone


def _ask_all(_message: bus.Message) -> None:
    """The others can be heard from now on: ask what they know, and say what this process knows."""
    bus.tell_others("presence_asked")
    _tell_all({})


def _tell_all(_message: bus.Message) -> None:
    where = {place: list(players) for place, players in _mine.items()}
    bus.tell_others("presence_all", process=bus.PROCESS, where=where)


def _heard(message: bus.Message) -> None:
    process, place, player = message["process"], message["place"], message["player"]
    if process == bus.PROCESS:
        return
    was_here = is_here(place, player)
    _, where = _others.get(process, (0.0, {}))
    _others[process] = (time.time(), where)
    if message["here"]:
        where.setdefault(place, set()).add(player)
        _gone.pop((place, player), None)
        if not was_here:
            _changed(place, player, True)
    else:
        where.get(place, set()).discard(player)
        if was_here:
            _check_gone(place, player)


def _heard_all(message: bus.Message) -> None:
    process = message["process"]
    if process == bus.PROCESS:
        return
    before = _pairs(_others.get(process, (0.0, {}))[1])
    missed = {pair for pair in _pairs(message["where"]) if not is_here(*pair)}
    _others[process] = (time.time(), {place: set(players) for place, players in message["where"].items()})
    for place, player in before - _pairs(message["where"]):
        _check_gone(place, player)
    for place, player in missed:
        _gone.pop((place, player), None)
        _changed(place, player, True)


def _forget(process: str) -> None:
    _, where = _others.pop(process)
    for place, player in _pairs(where):
        _check_gone(place, player)


def _pairs(where: dict[str, set[int]] | dict[str, list[int]]) -> set[tuple[str, int]]:
    return {(place, player) for place, players in where.items() for player in players}


def _check_gone(place: str, player: int) -> None:
    if not is_here(place, player):
        if player > 0:
            _gone[place, player] = time.time()
        _changed(place, player, False)


def _changed(place: str, player: int, here: bool) -> None:
    for listener in _listeners:
        listener(place, player, here)


bus.on("presence", _heard)
bus.on("presence_all", _heard_all)
bus.on("presence_asked", _tell_all)
bus.on("alive", _heard_alive)
bus.on("connected", _ask_all)
