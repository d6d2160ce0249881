"""Playing: the one way by which a match changes while it is live, whoever asks for it.

Judged in memory without waiting, committed by the log, then answered and told. While one change of a match is on its
way, others wait their turn; if another process was first, this one catches up and judges again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from tafelrunde.accounts import barred
from tafelrunde.live import bus
from tafelrunde.live.portions import in_portions
from tafelrunde.ratings.ranking import Shown
from tafelrunde.refusals import Refusal

from . import faults, hints, lessons, marking, measures, suspending, turns
from . import live as matches
from . import position as fold
from .append import Append
from .entries import entry
from .live import Answer, LiveMatch, Request
from .log import Log, Outcome
from .position import Change

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


async def asked(ask: Callable[[Answer], None]) -> int | Refusal:
    """What is answered to a request that `ask` makes with what it is given."""
    answered: asyncio.Future[int | Refusal] = asyncio.get_running_loop().create_future()
    ask(answered.set_result)
    return await answered


def change_seat(live: LiveMatch, seat: int, kind: str, answer: Answer) -> None:
    """Somebody is absent or back, or the match is at its end without a result; `answer` as for a move."""
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
        append = entry(live, request.change, position, request.turn)
    except Refusal as refusal:
        request.tell(refusal)
    except Exception as error:  # noqa: BLE001  it is logged
        text = "match %s: seat %s could not play at ply %s"
        faults.report(log, error, text, live.id, change.seat, live.position.ply)
        suspending.suspend(live, "play", error, change.seat, change.move)
        request.tell(suspending.rests())
    else:
        live.in_flight = request, position
        _writer().put(append)
        measures.judged(request)


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
        raise suspending.rests()
    if turn != position.turns[seat]:
        raise Refusal("stale_turn", _("The match has moved on: look again."))
    if not position.legal[seat]:
        raise Refusal("not_your_turn", _("It is not your turn."))
    if change.move not in position.legal[seat]:
        raise Refusal("illegal_move", _("That cannot be played now."))
    if change.by != fold.PLAYER and position.bot_plays(seat) != (change.by == fold.BOT):
        raise Refusal("not_allowed_now", _("Somebody else plays this seat now."))
    if live.tutorial is not None:
        lessons.refuse_other_moves(live, seat, change.move)
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
        raise suspending.rests()
    if change.kind == fold.ABSENT and position.bot_plays(change.seat):
        return position.ply
    if change.kind == fold.BACK and change.seat not in position.away:
        return position.ply
    return None


def _writer() -> Log:
    if _Writer.log is None:
        _Writer.log = Log(asyncio.get_running_loop(), _done)
    return _Writer.log


def queued() -> int:
    """How many changes wait for the log's next commit."""
    return 0 if _Writer.log is None else _Writer.log.queued


def close() -> None:
    """Commit what is on its way; for a server that stops."""
    if _Writer.log is not None:
        _Writer.log.close()
        _Writer.log = None


def _done(batch: Sequence[tuple[Append, Outcome, Mapping[int, Shown] | None]]) -> None:
    """On the loop, after a commit: answer, tell this process's sockets, then the other processes."""
    moved: list[tuple[LiveMatch, Change]] = []
    touched: list[LiveMatch] = []
    for append, outcome, ratings in batch:
        live = matches.loaded(append.match)
        assert live is not None
        assert live.in_flight is not None
        request, position = live.in_flight
        live.in_flight = None
        touched.append(live)
        if outcome is not Outcome.COMMITTED:
            measures.failed(outcome.value)
        if outcome is Outcome.COMMITTED:
            live.advance(position, request.change)
            live.ratings = live.ratings if ratings is None else ratings
            measures.committed(live, request)
            request.tell(position.ply)
            moved.append((live, request.change))
        elif outcome is Outcome.LATE:
            live.stale = True
            live.waiting.appendleft(request)
        elif outcome is Outcome.UNMARKED:
            request.tell(Refusal("not_allowed_now", _("That is not marked any more.")))
        else:
            live.stale = True
            request.tell(Refusal("not_saved", _("The move could not be saved: try again in a moment.")))
    for live, _change in moved:
        matches.tell(live)
        marking.look(live)
    first_due = min((append.due for append, _outcome, _ratings in batch if append.due is not None), default=None)
    if first_due is not None:
        bus.hear("due", {"at": first_due})
    if moved:
        hints.tell_others(moved)
        turns.tell(live for live, _change in moved)
        measures.told()
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
        marking.look(live)
    except suspending.Unplayable as broken:
        _cannot_follow(live, broken)
    except Exception:
        log.warning("match %s: the log cannot be read", live.id, exc_info=True)
        while live.waiting:
            live.waiting.popleft().tell(Refusal("not_saved", _("The move could not be saved: try again in a moment.")))
        live.stale = False  # what is judged meanwhile is judged again by the log's versions
    go_on(live)


def _follow(live: LiveMatch, change: Change) -> None:
    try:
        live.follow([change])
    except suspending.Unplayable as broken:
        _cannot_follow(live, broken)
    else:
        matches.tell(live)
        marking.look(live)


def _cannot_follow(live: LiveMatch, broken: suspending.Unplayable) -> None:
    faults.report(log, broken.why, "match %s: the log cannot be followed", live.id)
    suspending.suspend(live, "log", broken.why, broken.change.seat, broken.change.move)


def catch_up(live: LiveMatch) -> None:
    """It has turned out that the log knows more."""
    if live.in_flight is None and not live.stale:
        live.stale = True
        go_on(live)


def heard(message: bus.Message) -> None:
    """Another process has moved these matches on."""
    for match, version, *move in message["moved"]:
        live = matches.heard(match, version)
        if live is None:
            continue
        change = hints.told(live, version, move)
        if change is not None:
            _follow(live, change)
        if live.in_flight is None and not live.stale:
            go_on(live)


async def beat() -> None:
    """Every few seconds: catch up where a hint was lost, let go of what nobody needs. As long as the process serves."""
    try:
        while True:
            await _look_around(matches.BEAT)
    finally:
        close()


async def _look_around(over: float = 0.0) -> None:
    matches.let_go()
    async for lives in in_portions(matches.running(), over):
        try:
            behind = await matches.behind(lives)
        except Exception:  # closing the log because of it would hold up everybody
            log.warning("the log cannot be read", exc_info=True)
            continue
        for live in behind:
            catch_up(live)
        await marking.heal(lives)


bus.on("matches", heard)
measures.count_queue(queued)
