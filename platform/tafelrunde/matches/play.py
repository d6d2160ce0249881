"""Playing: the one way by which a match changes while it is live, whoever asks for it.

Judged in memory without waiting, committed by the log, then answered and told. While one change of a match is on its
way, others wait their turn; if another process was first, this one catches up and judges again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence

from channels.db import database_sync_to_async
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tafelrunde.accounts import barred
from tafelrunde.game import Viewer
from tafelrunde.live import bus
from tafelrunde.ratings.ranking import Shown
from tafelrunde.refusals import Refusal

from . import live as matches
from . import position as fold
from .due import next_due
from .live import Answer, LiveMatch, Request
from .log import Append, Log, Outcome
from .models import Deadline, Match
from .position import Change, Position
from .standings import standings

MOST_WAITING = 64
log = logging.getLogger(__name__)


class _Writer:
    """The log of this process; made when the first match changes."""

    log: Log | None = None
    tasks: set[asyncio.Task[None]] = set()


def play_move(
    live: LiveMatch,
    seat: int,
    move: str,
    turn: int,
    answer: Answer,
    by: str = fold.PLAYER,
    player: int | None = None,
) -> None:
    """Play a move in exact notation as the seat's `turn`-th. `answer` gets the ply after the commit, or a Refusal.

    `player` is who plays it, where a person does.
    """
    submit(live, Request(Change(fold.MOVE, seat, fold.now(), move, by), turn, answer, player))


def change_seat(live: LiveMatch, seat: int, kind: str, answer: Answer) -> None:
    """Somebody is absent or back; `answer` as for a move."""
    submit(live, Request(Change(kind, seat, fold.now()), None, answer))


def submit(live: LiveMatch, request: Request) -> None:
    """Judge a request now, or when those before it are done."""
    if live.in_flight is None and not live.stale:
        _judge(live, request)
    elif len(live.waiting) < MOST_WAITING:
        live.waiting.append(request)
    else:
        request.tell(Refusal("too_fast", _("Too much at once: wait a moment."), wait=1000))


def _judge(live: LiveMatch, request: Request) -> None:
    change = request.change
    try:
        done = _refuse(live, request)
        if done is not None:
            request.tell(done)
            return
        position = live.after(change)
        append = _append(live, request, position)
    except Refusal as refusal:
        request.tell(refusal)
    except Exception:
        log.exception(
            "match %s: seat %s could not play %r at ply %s", live.id, change.seat, change.move, live.position.ply
        )
        suspend(live)
        request.tell(suspended())
    else:
        live.in_flight = request, position
        _writer().put(append)


def _refuse(live: LiveMatch, request: Request) -> int | None:
    """Raise a Refusal, or give the ply if this very request is committed already."""
    change, position = request.change, live.position
    if change.kind != fold.MOVE:
        return _refuse_seat(live, change)
    seat, turn = change.seat, request.turn
    assert turn is not None
    if 0 <= turn < position.turns[seat]:
        ply, move = live.played[seat][turn]
        if move == change.move and change.by == fold.PLAYER:
            return ply
        raise Refusal("stale_turn", _("You have already moved."))
    if request.player is not None:
        _refuse_player(live, seat, request.player)
    if position.over:
        raise Refusal("match_over", _("The match is over."))
    if live.suspended:
        raise suspended()
    if turn != position.turns[seat]:
        raise Refusal("stale_turn", _("The match has moved on: look again."))
    if not position.legal[seat]:
        raise Refusal("not_your_turn", _("It is not your turn."))
    if change.move not in position.legal[seat]:
        raise Refusal("illegal_move", _("That cannot be played now."))
    if change.by in {fold.BOT, fold.CLOCK} and position.bot_plays(seat) != (change.by == fold.BOT):
        raise Refusal("not_allowed_now", _("Somebody else plays this seat now."))
    return None


def _refuse_player(live: LiveMatch, seat: int, player: int) -> None:
    """While a request waited, its player may have been banned, or the seat may have changed hands."""
    refused = barred.refusal_for(player)
    if refused is not None:
        raise refused
    if live.viewer(player) != seat:
        raise Refusal("not_seated", _("You do not sit in this match."))


def _refuse_seat(live: LiveMatch, change: Change) -> int | None:
    position = live.position
    if position.over:
        raise Refusal("match_over", _("The match is over."))
    if live.suspended:
        raise suspended()
    if change.kind == fold.ABSENT and position.bot_plays(change.seat):
        return position.ply
    if change.kind == fold.BACK and change.seat not in position.away:
        return position.ply
    return None


def _append(live: LiveMatch, request: Request, position: Position) -> Append:
    change = request.change
    return Append(
        match=live.id,
        version=position.version,
        kind=change.kind,
        ply=position.ply,
        seat=change.seat,
        turn=request.turn,
        move=change.move,
        by=change.by,
        at=change.at,
        due=next_due(live, position),
        player=change.sitter.player if change.sitter else None,
        status=status_of(position),
        result=position.result.as_json() if position.result else None,
        standings=standings(live, position),
    )


def status_of(position: Position) -> str | None:
    """What the match is from now on, if this is its end."""
    if position.aborted:
        return Match.Status.ABORTED
    return Match.Status.OVER if position.over else None


def _writer() -> Log:
    if _Writer.log is None:
        _Writer.log = Log(asyncio.get_running_loop(), _done)
    return _Writer.log


def close() -> None:
    """Commit what is on its way; for a server that stops."""
    if _Writer.log is not None:
        _Writer.log.close()
        _Writer.log = None


def _done(batch: Sequence[tuple[Append, Outcome, Mapping[int, Shown] | None]]) -> None:
    """On the loop, after a commit: answer, tell this process's sockets, then the other processes."""
    moved: list[LiveMatch] = []
    touched: list[LiveMatch] = []
    for append, outcome, ratings in batch:
        live = matches.loaded(append.match)
        assert live is not None
        assert live.in_flight is not None
        request, position = live.in_flight
        live.in_flight = None
        touched.append(live)
        if outcome is Outcome.COMMITTED:
            live.advance(position, request.change)
            live.ratings = live.ratings if ratings is None else ratings
            request.tell(position.ply)
            moved.append(live)
        elif outcome is Outcome.LATE:
            live.stale = True
            live.waiting.appendleft(request)
        else:
            live.stale = True
            request.tell(Refusal("not_saved", _("The move could not be saved: try again in a moment.")))
    for live in moved:
        matches.tell(live)
    for append, _outcome, _ratings in batch:
        if append.due is not None:
            bus.hear("due", {"at": append.due})
    if moved:
        matches.tell_others(moved)
    for live in touched:
        go_on(live)


def go_on(live: LiveMatch) -> None:
    """Judge what waits; catch up first where another process may have been ahead."""
    if live.in_flight is None and live.heard > live.position.version:
        live.stale = True
    if live.stale:
        task = asyncio.create_task(_catch_up(live), name=f"catch up {live.id}")
        _Writer.tasks.add(task)
        task.add_done_callback(_Writer.tasks.discard)
        return
    while live.waiting and live.in_flight is None and not live.stale:
        _judge(live, live.waiting.popleft())


async def _catch_up(live: LiveMatch) -> None:
    try:
        await matches.catch_up(live)
    except Exception:
        log.warning("match %s: the log cannot be read", live.id, exc_info=True)
        while live.waiting:
            live.waiting.popleft().tell(Refusal("not_saved", _("The move could not be saved: try again in a moment.")))
        live.stale = False  # what is judged meanwhile is judged again by the log's versions
    go_on(live)


def heard(message: bus.Message) -> None:
    """Another process has moved these matches on."""
    for match, version in message["moved"]:
        live = matches.heard(match, version)
        if live is not None and live.in_flight is None and not live.stale:
            go_on(live)


async def beat() -> None:
    """Every few seconds: catch up where a hint was lost, let go of what nobody needs. As long as the process serves."""
    try:
        while True:
            await asyncio.sleep(matches.BEAT)
            await _look_around()
    finally:
        close()


async def _look_around() -> None:
    matches.let_go()
    try:
        behind = await matches.behind()
    except Exception:  # closing the log because of it would hold up everybody
        log.warning("the log cannot be read", exc_info=True)
        return
    for live in behind:
        if live.in_flight is None and not live.stale:
            live.stale = True
            go_on(live)


def suspended() -> Refusal:
    """The refusal for whoever wants something of a match that rests."""
    return Refusal("suspended", _("This match rests: something is wrong with its rules. An admin has been told."))


def rest(live: LiveMatch, viewer: Viewer) -> None:
    """The rules could not tell this viewer of the match: it rests. To be called where that error is handled.

    Logged once; whoever is told of it next is told that it rests, without asking the rules again.
    """
    live.untold.add(viewer)
    if not live.suspended:
        who = live.names[viewer] if isinstance(viewer, int) else viewer.value
        log.exception("match %s rests: its rules could not tell %s of ply %s", live.id, who, live.position.ply)
        suspend(live)


def suspend(live: LiveMatch) -> None:
    """Let the match rest, here at once and in the database as soon as may be; for any thread."""
    live.suspended = True
    shared = matches.loaded(live.id)
    if shared is not None:
        shared.suspended = True
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:  # a page is made in a thread
        _save_suspended(live.id)
        return
    task = loop.create_task(database_sync_to_async(_save_suspended, thread_sensitive=False)(live.id))
    _Writer.tasks.add(task)
    task.add_done_callback(_Writer.tasks.discard)


def _save_suspended(match: int) -> None:
    with transaction.atomic():
        Match.objects.filter(pk=match, status=Match.Status.PLAYING).update(status=Match.Status.SUSPENDED)
        Deadline.objects.filter(match=match).delete()


bus.on("matches", heard)
