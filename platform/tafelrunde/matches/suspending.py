"""Matches whose rules have raised: they rest until an admin lets them go on (`resuming`). No other match is touched."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from django.db import DatabaseError, transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from tafelrunde.game import Viewer
from tafelrunde.live import bus
from tafelrunde.live.threads import ask
from tafelrunde.refusals import Refusal

from . import faults
from .faults import Raised
from .models import Deadline, Match
from .position import Change

if TYPE_CHECKING:
    from .live import LiveMatch

log = logging.getLogger(__name__)
WRONG: Final = gettext_noop("This match rests: something is wrong with its rules. An admin has been told.")
"""What people are told of it, as a line in their room and as a refusal."""
Teller = Callable[[Match], None]
_tellers: list[Teller] = []
_tasks: set[asyncio.Task[None]] = set()


class Unplayable(Exception):
    """The rules have raised at `ply`, where the log says `change`; `why` is what they raised."""

    def __init__(self, ply: int, change: Change) -> None:
        super().__init__(ply)
        self.ply, self.change = ply, change

    @property
    def why(self) -> BaseException:
        return self.__cause__ or self


def when_suspended(teller: Teller) -> None:
    """Call `teller` in the transaction in which a match is suspended, once for each time that it is."""
    _tellers.append(teller)


def suspend(live: LiveMatch, where: str, error: BaseException, seat: int | None = None, move: str = "") -> None:
    """The rules have raised in `where`: nothing is played in this match any more. In any thread."""
    live.suspended = True
    fault = faults.raised(live.id, where, error, live.position.ply, seat, move)
    try:
        asyncio.get_running_loop()
    except RuntimeError:  # a page is being made
        _save(fault)
        return
    task = asyncio.create_task(_save_soon(fault), name=f"suspend match {live.id}")
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


def cannot_tell(live: LiveMatch, viewer: Viewer, error: BaseException) -> None:
    """The rules have raised when they were asked what to tell this viewer.

    Logged once; who is told of the match next is told that it rests, without the rules being asked again.
    """
    live.untold.add(viewer)
    if live.suspended:
        return
    seat = viewer if isinstance(viewer, int) else None
    who = "a spectator" if seat is None else live.names[seat]
    text = "match %s rests: its rules could not tell %s of ply %s"
    faults.report(log, error, text, live.id, who, live.position.ply)
    suspend(live, "view", error, seat)


def save(fault: Raised) -> None:
    """Write the fault and, if its match is being played, that it rests now."""
    with transaction.atomic():
        if not _rests_from_now(fault):
            transaction.set_rollback(True)  # also what others have told already
        else:
            transaction.on_commit(lambda: bus.publish("suspended", match=fault.match))
    with transaction.atomic():
        faults.write(fault)


def _rests_from_now(fault: Raised) -> bool:
    """False where it is not being played, or not any more."""
    playing = Match.objects.filter(pk=fault.match, status=Match.Status.PLAYING)
    row = playing.first()
    if row is None:
        return False
    for tell in _tellers:  # first: rooms are locked before matches, as everywhere
        tell(row)
    Deadline.objects.filter(match=row.pk).delete()
    return playing.update(status=Match.Status.SUSPENDED) == 1


def save_unreadable(row: Match, error: Exception) -> None:
    """The same for a log that the rules cannot play again, as often as somebody reads it; in any thread."""
    fault = faults.raised(row.pk, "setup", error)
    if isinstance(error, Unplayable):
        fault = faults.raised(row.pk, "log", error.why, error.ply, error.change.seat, error.change.move)
    if row.status != Match.Status.PLAYING:
        faults.note(fault)
        return
    try:
        save(fault)
    except (DatabaseError, OSError):
        log.warning("match %s: it could not be saved that it rests", fault.match, exc_info=True)


def rests() -> Refusal:
    """The refusal for whatever is asked of a match that rests."""
    return Refusal("suspended", _(WRONG))


def not_installed() -> Refusal:
    """The refusal where nobody has its rules."""
    return Refusal("suspended", _("This match rests: its rules are not installed here."))


def unreadable() -> Refusal:
    """The refusal where its rules can make no sense of its log."""
    return Refusal("suspended", _("This match rests: its rules cannot read it any more."))


async def _save_soon(fault: Raised) -> None:
    await ask(_save, fault)


def _save(fault: Raised) -> None:
    try:
        save(fault)
    except Exception:  # its process plays no move in it all the same, and others find out for themselves
        log.exception("match %s: it could not be saved that it rests", fault.match)
