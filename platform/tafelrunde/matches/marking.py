"""Marking a move for one's turn, taking a mark off, and dropping one that cannot be played.

Whoever changes marks holds the log's next version meanwhile, and judges by the newest: so a mark is there before the
entry that makes it due, or it is refused. Processes tell each other that marks have changed, never how; each reads.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Final

from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tafelrunde.accounts import barred
from tafelrunde.live import bus
from tafelrunde.live.threads import ask, ask_first
from tafelrunde.refusals import Refusal

from . import faults, suspending
from . import live as matches
from .live import LiveMatch
from .marks import Marked, Marks, markable, read_marks, standing, stands
from .models import Entry, Mark, Match
from .position import Position

TRIES: Final = 10
log = logging.getLogger(__name__)
Listener = Callable[[LiveMatch, int], None]
Teller = Callable[[str, int], None]
_listeners: list[Listener] = []
_tellers: list[Teller] = []
_tasks: set[asyncio.Task[None]] = set()


def listen(listener: Listener) -> None:
    """Call `listener(live, seat)` on the loop whenever the mark of a seat has changed and nothing else."""
    _listeners.append(listener)


def when_dropped(teller: Teller) -> None:
    """Call `teller(place, player)` in the transaction in which a player's mark is dropped, so that they learn of it."""
    _tellers.append(teller)


async def mark(live: LiveMatch, seat: int, player: int, move: str | None, turn: int | None = None) -> None:
    """Mark this move for the seat's next turn in place of what was marked, or with None take the mark off; returns when
    that is committed. Refusal if it may not be, or if `turn` (by default the next one) has come.
    """
    refused = barred.refusal_for(player)
    if refused is not None:
        raise refused
    position = live.position
    if not live.suspended and may_mark(live, position, seat) is None:
        raise suspending.rests()
    wanted = Marked(player, seat, position.turns[seat] if turn is None else turn, move or "")
    try:
        await ask(_put, live, position, wanted)
    except (Refusal, DatabaseError):
        raise
    except Exception as error:
        suspending.suspend(live, "premoves", error, seat)
        raise suspending.rests() from error
    bus.publish("marks", match=live.id)


def take_off(match: int, player: int) -> None:
    """Take off what the player has marked in a match. For any thread; Refusal as for `mark`."""
    live = matches.read(match)
    seat = live.position.seat_of(player)
    if seat is None:
        raise _not_seated()
    _put(live, live.position, Marked(player, seat, live.position.turns[seat], ""))
    transaction.on_commit(lambda: bus.publish("marks", match=match))


def _put(live: LiveMatch, position: Position, wanted: Marked) -> None:
    for _try in range(TRIES):
        try:
            with transaction.atomic():
                _put_now(live, position, wanted)
        except IntegrityError:
            continue  # a move was faster: look again
        return
    raise IntegrityError(f"match {live.id}: no version was free in {TRIES} tries")


def _put_now(live: LiveMatch, position: Position, wanted: Marked) -> None:
    if _hold(live.id) != position.version:
        position = matches.read(live.id).position
    _refuse(live, position, wanted)
    if wanted.move:
        row = Mark(match_id=live.id, player_id=wanted.player, seat=wanted.seat, turn=wanted.turn, move=wanted.move)
        unique, fields = ["match", "player"], ["seat", "turn", "move"]
        Mark.objects.bulk_create([row], update_conflicts=True, unique_fields=unique, update_fields=fields)
    else:
        Mark.objects.filter(match=live.id, player=wanted.player).delete()


def _hold(match: int) -> int:
    """The newest version of the match's log: until the transaction ends nobody appends to it.

    IntegrityError where somebody just has. An entry that is never committed keeps others waiting for its version, and
    so needs nothing of them: a lock would have to be asked for with every move.
    """
    newest = Entry.objects.filter(match=match).order_by("-version").values_list("version", flat=True).first() or 0
    held = Entry.objects.create(match_id=match, version=newest + 1, kind=Entry.Kind.BACK, ply=0, at=timezone.now())
    held.delete()
    return newest


def _refuse(live: LiveMatch, position: Position, wanted: Marked) -> None:
    seat, status = wanted.seat, Match.objects.values_list("status", flat=True).get(pk=live.id)
    if position.sitters[seat].player != wanted.player or seat in position.left:
        raise _not_seated()
    if position.over or status not in {Match.Status.PLAYING, Match.Status.SUSPENDED}:
        raise Refusal("match_over", _("The match is over."))
    if status == Match.Status.SUSPENDED or live.suspended:
        raise suspending.rests()
    if wanted.turn != position.turns[seat]:
        raise Refusal("stale_turn", _("The match has moved on: look again."))
    if not wanted.move:
        return
    if position.legal[seat]:
        raise Refusal("not_allowed_now", _("It is your turn: play your move."))
    found = markable(live.game, position, seat)
    if not found:
        raise Refusal("not_allowed_now", _("Nothing can be marked now."))
    if wanted.move not in found:
        raise Refusal("illegal_move", _("That cannot be marked now."))


def _not_seated() -> Refusal:
    return Refusal("not_seated", _("You do not sit in this match."))


async def drop(live: LiveMatch, mark: Marked) -> bool:
    """The mark cannot be played in the position that this process knows: it goes, and its player is told.

    False where that position is not the newest: then nothing happens.
    """
    version = live.position.version
    dropped = await ask(_drop, live.id, live.place, version, mark)
    if dropped:
        bus.publish("marks", match=live.id)
    return dropped


def _drop(match: int, place: str, version: int, mark: Marked) -> bool:
    rows = Mark.objects.filter(match=match, player=mark.player, turn=mark.turn, move=mark.move)
    try:
        with transaction.atomic():
            for tell in _tellers:  # first: rooms are locked before matches, as everywhere
                tell(place, mark.player)
            if _hold(match) != version:
                raise IntegrityError
            if not rows.delete()[0]:
                transaction.set_rollback(True)  # somebody else has told them
    except IntegrityError:
        return False
    return True


def may_mark(live: LiveMatch, position: Position, seat: int) -> Sequence[str] | None:
    """What the seat may mark; None where the rules cannot say, and the match rests. On the loop."""
    try:
        return markable(live.game, position, seat)
    except Exception as error:  # noqa: BLE001  it is logged
        faults.report(log, error, "match %s: what seat %s may mark cannot be said", live.id, seat)
        suspending.suspend(live, "premoves", error, seat)
        return None


# --- what this process knows --------------------------------------------------------------------------------------


def look(live: LiveMatch) -> None:
    """The match has changed: its marks may have gone, or have become due or impossible. On the loop."""
    if live.marks is None or not live.marks.by_seat:
        return
    if all(stands(mark, live.position) for mark in live.marks.by_seat.values()):
        _look_at_standing(live)
    else:
        _soon(read_again(live), f"read the marks of match {live.id}")


async def read_again(*lives: LiveMatch) -> None:
    """Take on what the database has, but for matches of which a reading that began later was faster."""
    asked: list[tuple[LiveMatch, Marks, int]] = []
    for live in lives:
        if live.marks is not None:
            live.marks.asked += 1
            asked.append((live, live.marks, live.marks.asked))
    found = await ask_first(read_marks, [live.id for live, _marks, _n in asked])
    for live, marks, number in asked:
        if number > marks.taken:
            marks.taken = number
            _take(live, marks, found[live.id])


async def heal(lives: Sequence[LiveMatch]) -> None:
    """The same for running matches of which a hint may have been lost."""
    marked = [live for live in lives if live.marks is not None and not live.position.over]
    if marked:
        await _try(read_again(*marked), "read the marks of matches again")


def _take(live: LiveMatch, marks: Marks, found: Mapping[int, Marked]) -> None:
    position = live.position
    before = [standing(marks, position, seat) for seat in range(len(position.sitters))]
    marks.by_seat = {seat: mark for seat, mark in found.items() if mark.turn >= position.turns[seat]}
    for seat, old in enumerate(before):
        if standing(marks, position, seat) != old:
            _tell(live, seat)
    if any(mark.turn < position.turns[seat] for seat, mark in found.items()):
        _soon(_clear_away(live.id, position), f"clear away marks of match {live.id}")
    _look_at_standing(live)


async def _clear_away(match: int, position: Position) -> None:
    """Marks for turns that are over: who moved by hand in a process that had not heard of one yet has left it there."""
    over = Q()
    for seat, turn in enumerate(position.turns):
        over |= Q(seat=seat, turn__lt=turn)
    await ask(Mark.objects.filter(over, match=match).delete)


def _look_at_standing(live: LiveMatch) -> None:
    if live.suspended:
        return
    position = live.position
    for seat in range(len(position.sitters)):
        mark = standing(live.marks, position, seat)
        if mark is None:
            continue
        if seat in position.to_move:
            bus.hear("due", {"at": time.time()})
        elif (found := may_mark(live, position, seat)) is not None and mark.move not in found:
            _soon(drop(live, mark), f"drop a mark in match {live.id}")


def _tell(live: LiveMatch, seat: int) -> None:
    for listener in _listeners:
        try:
            listener(live, seat)
        except Exception:
            log.exception("telling of a mark in match %s failed", live.id)


def _soon(work: Coroutine[Any, Any, object], name: str) -> None:
    task = asyncio.create_task(_try(work, name), name=name)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


async def _try(work: Coroutine[Any, Any, object], name: str) -> None:
    """What fails here is done by the next who looks: at the turn, with the heartbeat, or elsewhere."""
    try:
        await work
    except Exception:
        log.warning("failed: %s", name, exc_info=True)


def _heard(message: bus.Message) -> None:
    live = matches.loaded(message["match"])
    if live is not None and live.marks is not None:
        _soon(read_again(live), f"read the marks of match {live.id}")


bus.on("marks", _heard)
