"""Live figures for moderators: what each process says of itself, and what they come to.

Processes tell them over the bus when one asks, and one asks while somebody looks: else nobody says anything.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import os
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
from django.db.models import Count
from django.utils import timezone

from tafelrunde import games
from tafelrunde.game import SPECTATOR
from tafelrunde.live import bus, presence, pulse, sockets
from tafelrunde.matches import live as matches
from tafelrunde.matches import measures
from tafelrunde.matches.models import Deadline, Match
from tafelrunde.matches.texts import render

from . import tables
from .listing import LOBBY
from .models import Room

PATIENCE, FRESH, SILENT, SELDOM = 0.5, 1.0, 10.0, 0.5
"""Seconds: how long answers are awaited; how old one may be that needs no other; after which an old one is none; and
between two answers of one process, however many ask.
"""


class Told(msgspec.Struct, frozen=True):
    """What one process says of itself. People are told by number, so that who is here twice is counted once; times
    are milliseconds, the worst of the last minute.
    """

    process: str
    pid: int
    members: frozenset[int]
    guests: frozenset[int]
    nameless: int
    spectators: frozenset[int]
    rooms: int
    matches: int
    moves: int
    sockets: int
    loop_lag: int
    deadline_lag: int


@dataclass(frozen=True, slots=True)
class Heard:
    """This process first, then the others that have answered; and how many have not."""

    processes: Sequence[Told]
    silent: int = 0


@dataclass(frozen=True, slots=True)
class House:
    """What only the database knows: open rooms, matches that run, and for how long something has been due."""

    rooms: int
    matches: Mapping[str, int] = field(default_factory=dict)
    overdue: int = 0


class _Known:
    """The last answer of each process and when it came; who waits for one; when this process answered last."""

    told: dict[str, tuple[float, Told]] = {}
    waiting: set[asyncio.Event] = set()
    answered: float = float("-inf")


def own() -> Told:
    """How it stands in this process; on the loop."""
    there = [(socket.person, socket.here_as) for socket in sockets.all_open()]
    return Told(
        process=bus.PROCESS,
        pid=os.getpid(),
        members=frozenset(person.id for person, _ in there if person is not None and not person.guest),
        guests=frozenset(person.id for person, _ in there if person is not None and person.guest),
        nameless=sum(person is None for person, _ in there),
        spectators=frozenset(_spectators()),
        rooms=len(tables.all_tables()),
        matches=len(matches.running()),
        moves=pulse.in_a_minute(measures.MOVES),
        sockets=len(there),
        loop_lag=round(1000 * pulse.worst(pulse.LOOP)),
        deadline_lag=round(1000 * pulse.worst(measures.DEADLINES)),
    )


def _spectators() -> set[int]:
    """Who watches a match that is played without a seat in it; without a name by the number of their socket."""
    played = [table for table in tables.all_tables() if table.match is not None and not table.match.position.over]
    return {socket.here_as for table in played for socket in list(table.sockets) if table.viewer(socket) == SPECTATOR}


async def gather() -> Heard:
    """Ask all processes, and wait for those that answer in a moment; on the loop."""
    began = time.monotonic()
    bus.tell_others("figures_asked", process=bus.PROCESS)
    heard = asyncio.Event()
    _Known.waiting.add(heard)
    try:
        async with asyncio.timeout(PATIENCE):
            while not _all_since(began - FRESH):
                heard.clear()
                await heard.wait()
    except TimeoutError:
        pass  # who is busy answers later, or is counted as silent
    finally:
        _Known.waiting.discard(heard)
    others = presence.processes()
    for process in _Known.told.keys() - others:
        del _Known.told[process]
    lately = [told for at, told in _Known.told.values() if time.monotonic() - at < SILENT]
    return Heard([own(), *sorted(lately, key=lambda told: told.process)], len(others) - len(lately))


def gathered() -> Heard:
    """The same in a thread; where nothing serves there is nobody to ask."""
    if not bus.serves():
        return Heard([own()])
    found: list[Heard] = []
    done = threading.Event()

    async def find() -> None:
        try:
            found.append(await gather())
        finally:
            done.set()

    def begin() -> None:
        task = asyncio.get_running_loop().create_task(find(), name="gather figures")
        _finding.add(task)
        task.add_done_callback(_finding.discard)

    bus.on_loop(begin)
    done.wait(2 * PATIENCE + FRESH)
    return found[0] if found else Heard([])


_finding: Final[set[asyncio.Task[None]]] = set()


def read_house() -> House:
    """Ask the database."""
    running = Match.objects.filter(status=Match.Status.PLAYING).values_list("game").annotate(n=Count("pk"))
    now = timezone.now()
    due = Deadline.objects.filter(due__lte=now).order_by("due").values_list("due", flat=True).first()
    late = 0 if due is None else round(1000 * (now - due).total_seconds())
    return House(Room.objects.count(), dict(running.order_by("game")), late)


def together(heard: Heard, house: House, reports: int) -> dict[str, Any]:
    """All processes together and each by itself, for a program or a template, in the language that is active now."""
    told = heard.processes
    members = frozenset[int]().union(*(one.members for one in told))
    guests = frozenset[int]().union(*(one.guests for one in told))
    nameless = sum(one.nameless for one in told)
    return {
        "at": round(time.time() * 1000),
        "here": len(members) + len(guests) + nameless,
        "members": len(members),
        "guests": len(guests),
        "nameless": nameless,
        "spectators": len(frozenset[int]().union(*(one.spectators for one in told))),
        "open_rooms": house.rooms,
        "rooms": len(presence.occupied() - {LOBBY}),
        "matches": sum(house.matches.values()),
        "games": [{"game": slug, "name": _name(slug), "matches": n} for slug, n in house.matches.items()],
        "moves": sum(one.moves for one in told),
        "sockets": sum(one.sockets for one in told),
        "reports": reports,
        "loop_lag": max((one.loop_lag for one in told), default=0),
        "deadline_lag": max([house.overdue, *(one.deadline_lag for one in told)]),
        "silent": heard.silent,
        "processes": [_by_itself(one) for one in told],
    }


def for_template(found: Mapping[str, Any]) -> dict[str, Any]:
    """What their template is given."""
    return {"figures": found, "at": dt.datetime.fromtimestamp(found["at"] / 1000, dt.UTC)}


def _by_itself(told: Told) -> dict[str, Any]:
    people = {name: len(getattr(told, name)) for name in ("members", "guests", "spectators")}
    here = people["members"] + people["guests"] + told.nameless
    return {**msgspec.to_builtins(told), **people, "here": here, "this": told.process == bus.PROCESS}


def _name(slug: str) -> str:
    game = games.find(slug)
    return slug if game is None else render(game.name)


def _asked(message: bus.Message) -> None:
    if message["process"] == bus.PROCESS or time.monotonic() - _Known.answered < SELDOM:
        return
    _Known.answered = time.monotonic()
    bus.tell_others("figures", **msgspec.to_builtins(own()))


def _heard(message: bus.Message) -> None:
    told = msgspec.convert(message, Told)
    _Known.told[told.process] = (time.monotonic(), told)
    for waiting in _Known.waiting:
        waiting.set()


def _all_since(moment: float) -> bool:
    return all(_Known.told.get(process, (0.0,))[0] > moment for process in presence.processes())


def listen() -> None:
    """Answer those who ask, from the start of the process."""
    bus.on("figures_asked", _asked)
    bus.on("figures", _heard)
