"""One process's live matches: each is the last committed position, and what is on its way to the log.

A live match is made from the log when somebody needs it and let go when nobody does. It is touched on the loop only.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db import DatabaseError

from tafelrunde import games
from tafelrunde.game import SPECTATOR, Viewer, read_options
from tafelrunde.games import AnyGame
from tafelrunde.live import bus
from tafelrunde.live.threads import ask, ask_first
from tafelrunde.ratings import ranking
from tafelrunde.ratings.ranking import Shown
from tafelrunde.refusals import Refusal

from . import faults, holidays, reading, suspending
from . import position as fold
from .marks import Marks, can_mark, read_marks
from .models import SECONDS, Match
from .position import Change, Position, Sitter

if TYPE_CHECKING:
    from .frames import Shared

BEAT, IDLE = 15.0, 60.0
log = logging.getLogger(__name__)
Answer = Callable[[int | Refusal], None]


@dataclass(slots=True)
class Request:
    """A change that somebody wants. `answer` is called once: with the ply when it is committed, or with a Refusal.

    `player` is who asks, where somebody does: when it is judged, they must still sit there and not be banned.
    `asked` is when, by a clock that is for measuring only.
    """

    change: Change
    turn: int | None
    answer: Answer
    player: int | None = None
    asked: float = field(default_factory=time.perf_counter)

    def tell(self, done: int | Refusal) -> None:
        """Answer. A bug in that is the asker's trouble, and nobody else's."""
        try:
            self.answer(done)
        except Exception:
            log.exception("an answer could not be given to seat %s", self.change.seat)


class LiveMatch:
    """A match in memory. `position` is always a committed one; at most one change is in flight, others wait.

    `pace` is the seconds that a player has for a move, None without a clock. `began` are those who began it, `ratings`
    what is shown beside players' names: as it was when the match was read, somebody took a seat, or it ended. `heard`
    is the newest version that another process has told of since the log was last read. `marks` is None where the
    game has none. A `daily` match goes on with nobody here; its clocks stand during `holidays`. `shared` is
    what `frames` has made of the position for all viewers. `untold` are those for whom the
    rules have failed. `tutorial` is the script that leads it, where it is a tutorial.
    """

    __slots__ = (
        "_touched",
        "began",
        "commitment",
        "daily",
        "game",
        "heard",
        "holders",
        "holidays",
        "id",
        "in_flight",
        "marks",
        "options",
        "pace",
        "place",
        "played",
        "position",
        "rated",
        "ratings",
        "seed",
        "shared",
        "stale",
        "suspended",
        "tutorial",
        "untold",
        "waiting",
    )

    def __init__(self, match: Match, game: AnyGame, sitters: Sequence[Sitter]) -> None:
        self.id, self.game, self.place = match.pk, game, match.place
        self.seed, self.commitment = bytes(match.seed), match.commitment
        self.options = read_options(game.Options, match.options)
        self.pace, self.daily = SECONDS.get(match.pace), match.pace == Match.Pace.DAILY
        self.holidays: Mapping[int, Sequence[tuple[float, float]]] = {}
        self.rated, self.began = match.rated, tuple(sitters)
        self.tutorial = game.tutorial if match.tutorial else None
        self.ratings: Mapping[int, Shown] = {}
        self.played: tuple[list[tuple[int, str]], ...] = tuple([] for _ in sitters)
        self.position = fold.begin(game, sitters, self.options, self.seed, match.started.timestamp())
        self.in_flight: tuple[Request, Position] | None = None
        self.waiting: deque[Request] = deque()
        self.marks = Marks() if can_mark(game) else None
        self.stale = False
        self.heard = 0
        self.suspended = match.status == Match.Status.SUSPENDED
        self.untold: set[Viewer] = set()
        self.holders = 0
        self.shared: Shared | None = None
        self._touched = time.monotonic()

    def follow(self, changes: Sequence[Change]) -> None:
        """What the log says has happened. Unplayable where the rules cannot follow."""
        for change in changes:
            try:
                position = self.after(change)
            except Exception as error:
                raise suspending.Unplayable(self.position.ply, change) from error
            self.advance(position, change)

    def after(self, change: Change) -> Position:
        """The position that the change would lead to."""
        return fold.after(self.game, self.seed, self.position, change)

    def advance(self, position: Position, change: Change) -> None:
        """The change is committed."""
        if change.kind == fold.MOVE:
            self.played[change.seat].append((position.ply, change.move))
        elif change.kind == fold.RESUMED:
            self.suspended = False
            self.untold.clear()
        self.position = position
        self._touched = time.monotonic()

    def viewer(self, player: int | None) -> Viewer:
        """The seat of a player who has not left, else SPECTATOR."""
        seat = self.position.seat_of(player)
        return SPECTATOR if seat is None or seat in self.position.left else seat

    def rating(self, seat: int) -> Shown | None:
        """What is shown beside the name of who sits there; None for bots, and who has no rating yet."""
        player = self.position.sitters[seat].player
        return None if player is None else self.ratings.get(player)

    @property
    def names(self) -> list[str]:
        """Who sits there now, by seat, as their names are kept."""
        return [sitter.name for sitter in self.position.sitters]

    def rename(self, player: int, name: str) -> None:
        """Call a player otherwise from now on, also in what is on its way to the log."""
        self.position = fold.renamed(self.position, player, name)
        if self.in_flight is not None:
            request, following = self.in_flight
            self.in_flight = request, fold.renamed(following, player, name)

    @property
    def idle(self) -> bool:
        """May it be let go?"""
        busy = self.holders or self.in_flight or self.waiting
        return not busy and (self.position.over or time.monotonic() - self._touched > IDLE)


Listener = Callable[[LiveMatch], None]
_matches: dict[int, LiveMatch] = {}
_loading: dict[int, asyncio.Task[LiveMatch]] = {}
_heard_meanwhile: dict[int, int] = {}
_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Call `listener` on the loop whenever a live match of this process has changed."""
    _listeners.append(listener)


def tell(live: LiveMatch) -> None:
    """The match has changed: tell who listens. A bug in telling is logged, the match goes on."""
    for listener in _listeners:
        try:
            listener(live)
        except Exception:
            log.exception("telling of match %s failed", live.id)


def loaded(match: int) -> LiveMatch | None:
    """The live match of this process, if it is one."""
    return _matches.get(match)


def all_loaded() -> list[LiveMatch]:
    """All live matches of this process."""
    return list(_matches.values())


def count() -> int:
    """How many are live in this process."""
    return len(_matches)


async def find(match: int) -> LiveMatch:
    """The live match, made from the log if need be. Refusal `suspended` where it cannot be made."""
    live = _matches.get(match)
    if live is not None:
        return live
    task = _loading.get(match)
    if task is None:
        task = _loading[match] = asyncio.create_task(_load(match))
        task.add_done_callback(lambda _task: _loading.pop(match, None))
    return await asyncio.shield(task)


async def _load(match: int) -> LiveMatch:
    """Read it, and once more if another process has moved it on meanwhile."""
    version = -1
    try:
        while version < _heard_meanwhile.setdefault(match, 0):
            _heard_meanwhile[match] = 0
            live = await ask_first(read, match)
            version = live.position.version
    finally:
        del _heard_meanwhile[match]
    return _matches.setdefault(match, live)


def adopt(live: LiveMatch) -> None:
    """A match that has just begun: this process need not read it. For any thread; after the commit."""
    bus.on_loop(lambda: _adopt(live))


def _adopt(live: LiveMatch) -> None:
    if live.id not in _matches and live.id not in _loading:
        _matches[live.id] = live


def heard(match: int, version: int) -> LiveMatch | None:
    """Another process has moved a match on: that it has is not forgotten while this one is busy with it."""
    if match in _heard_meanwhile:
        _heard_meanwhile[match] = max(_heard_meanwhile[match], version)
    live = _matches.get(match)
    if live is not None:
        live.heard = max(live.heard, version)
    return live


def read(match: int, ply: int | None = None) -> LiveMatch:
    """The match as the log has it now, or had it at a ply; not shared with anybody.

    Refusal `suspended` where its rules are not installed, or can no longer make sense of its log.
    """
    changes = reading.read_log(match, until=ply)
    row = reading.read_row(match)  # after the log: it knows whether the match rests now
    game = games.find(row.game, row.ruleset)
    if game is None:
        raise suspending.not_installed()
    sitters = reading.read_sitters(match)
    try:
        live = LiveMatch(row, game, sitters)
        live.follow(changes)
    except Exception as error:
        faults.report(log, error, "match %s: the log of %s entries cannot be played again", match, len(changes))
        suspending.save_unreadable(row, error)
        raise suspending.unreadable() from error
    live.suspended = row.status == Match.Status.SUSPENDED
    live.ratings = read_ratings(live)
    live.holidays = holidays.of_match(live)
    if live.marks is not None and ply is None and not live.position.over:
        live.marks.by_seat = read_marks([match])[match]
    return live


def read_ratings(live: LiveMatch) -> Mapping[int, Shown]:
    """What is to be shown beside the names of those who sit there now; none is better than no match."""
    players = [sitter.player for sitter in live.position.sitters if sitter.player is not None]
    try:
        return ranking.shown(live.game.slug, players, live.id if live.position.over else None) if players else {}
    except (DatabaseError, OSError):
        log.warning("match %s: the ratings cannot be read", live.id, exc_info=True)
        return live.ratings


async def catch_up(live: LiveMatch) -> None:
    """Read what other processes have committed. Nothing may be in flight."""
    live.heard = 0  # what is heard from here on may be newer than what is read
    changes = await ask_first(reading.read_log, live.id, live.position.version)
    live.stale = False
    live.follow(changes)
    if changes and (live.position.over or any(change.sitter for change in changes)):
        live.ratings = await ask(read_ratings, live)
        live.holidays = await ask(holidays.of_match, live)
    if changes:
        tell(live)


def running() -> list[LiveMatch]:
    """The live matches of this process that have not ended."""
    return [live for live in _matches.values() if not live.position.over]


async def behind(lives: Sequence[LiveMatch]) -> list[LiveMatch]:
    """Those of them of which the log knows more than this process."""
    known = {live.id: live for live in lives if not live.position.over and live.in_flight is None}
    newest = await ask(reading.newest, list(known))
    return [known[match] for match, version in newest.items() if version > known[match].position.version]


def let_go() -> None:
    """Forget the matches that nobody here needs any more."""
    for live in [live for live in _matches.values() if live.idle]:
        del _matches[live.id]
