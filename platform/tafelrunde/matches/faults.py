"""Rules that raise: each fault is a row for admins, counted, with where in the code it was and nothing that is secret.

What an exception says may hold a hand or a bid (``KeyError: 'red-7'``): the trace has the places and the kinds of the
exceptions alone; the words of the last one are kept apart, like the move, to be shown when the match is over.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from tafelrunde.live.threads import ask

from .models import Fault, Match

MOST, MOST_OF_A_MATCH, LONGEST_TRACE, LONGEST_WORDS = 500, 10, 8000, 300
PAUSE: Final = 10.0
"""Seconds in which the same fault of a match is written once by a process, however often it comes."""
_FRAMES: Final = 20
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Raised:
    """What was raised in a match: `where` is the function of the rules, or what was done with them."""

    match: int
    where: str
    trace: str
    words: str = ""
    ply: int = 0
    seat: int | None = None
    move: str = ""

    @property
    def key(self) -> str:
        """The same for what is the same fault: raised in the same line of the rules, whoever has asked them."""
        lines = self.trace.splitlines()
        places = [line for line in lines if line.startswith("  File ")]
        return hashlib.sha256("\0".join([self.where, *places[-1:], *lines[-1:]]).encode()).hexdigest()


def raised(
    match: int, where: str, error: BaseException, ply: int = 0, seat: int | None = None, move: str = ""
) -> Raised:
    """What there is to say of an exception."""
    return Raised(match, where, trace_of(error), _words(error), ply, seat, _storable(move))


def trace_of(error: BaseException) -> str:
    """Where it was raised, and out of what, in the manner of Python, without a value of any variable."""
    parts = ["".join(_trace(one)) for one in reversed(list(_chain(error)))]
    trace = _storable("\nand from that:\n".join(parts))
    return trace if len(trace) <= LONGEST_TRACE else "…" + trace[1 - LONGEST_TRACE :]


def report(logger: logging.Logger, error: BaseException, message: str, *values: object) -> None:
    """As `Logger.exception`, but with no value of the match: who reads a log may not know what it hides."""
    logger.error(f"{message}\n%s", *values, trace_of(error))


def note(fault: Raised) -> None:
    """Write a fault that suspends nothing: from the loop soon, from another thread now. Never raises."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        _write(fault)
    else:
        _soon(fault)


def write(fault: Raised) -> None:
    """One more of this fault, in the caller's transaction if there is one; the oldest go where there are too many."""
    now = timezone.now()
    same = Fault.objects.filter(match=fault.match, key=fault.key)
    again = {"count": F("count") + 1, "last": now, "ply": fault.ply, "seat": fault.seat, "move": fault.move[:120]}
    if same.update(**again, words=fault.words):
        return
    if Fault.objects.filter(match=fault.match).count() >= MOST_OF_A_MATCH:
        newest = Fault.objects.filter(match=fault.match).order_by("-pk").values("pk")[:1]
        Fault.objects.filter(pk__in=list(newest.values_list("pk", flat=True))).update(count=F("count") + 1, last=now)
        return
    game = Match.objects.filter(pk=fault.match).values_list("game", flat=True).first()
    if game is None:
        return
    try:
        with transaction.atomic():
            Fault.objects.create(
                match_id=fault.match,
                key=fault.key,
                game=game,
                where=fault.where,
                trace=fault.trace,
                words=fault.words,
                ply=fault.ply,
                seat=fault.seat,
                move=fault.move[:120],
                first=now,
                last=now,
            )
    except IntegrityError:
        same.update(**again)  # somebody else has just written the first one
    kept = Fault.objects.order_by("-last", "-pk").values_list("pk", flat=True)
    if too_many := list(kept[MOST : MOST + 100]):
        Fault.objects.filter(pk__in=too_many).delete()


class _Told:
    """When this process has last written which fault."""

    at: dict[tuple[int, str], float] = {}
    tasks: set[asyncio.Task[None]] = set()


def _write(fault: Raised) -> None:
    now, key = time.monotonic(), (fault.match, fault.key)
    if now - _Told.at.get(key, -PAUSE) < PAUSE:
        return
    if len(_Told.at) > MOST:
        _Told.at.clear()
    _Told.at[key] = now
    try:
        with transaction.atomic():
            write(fault)
    except Exception:
        log.warning("match %s: a fault of its rules cannot be written", fault.match, exc_info=True)


def _soon(fault: Raised) -> None:
    task = asyncio.create_task(ask(_write, fault))
    _Told.tasks.add(task)
    task.add_done_callback(_Told.tasks.discard)


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The exception and what it came from, the last one first."""
    seen: list[BaseException] = []
    now: BaseException | None = error
    while now is not None and now not in seen and len(seen) < 5:
        seen.append(now)
        yield now
        now = now.__cause__ or (None if now.__suppress_context__ else now.__context__)


def _trace(error: BaseException) -> list[str]:
    frames = traceback.extract_tb(error.__traceback__)
    shown = traceback.StackSummary.from_list(frames[-_FRAMES:]).format()
    return [*shown, f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")]


def _words(error: BaseException) -> str:
    try:
        return _storable(str(error)[:LONGEST_WORDS])
    except Exception:  # noqa: BLE001  whatever an exception of a plugin does when it is asked
        return ""


def _storable(text: str) -> str:
    """Without what no database takes: NUL, and halves of characters."""
    return text.replace("\0", "").encode(errors="replace").decode()
