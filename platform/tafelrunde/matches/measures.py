"""What is counted of matches for `/metrics`: moves and how long they take, commits, deadlines, bots.

A move pays for three looks at the clock and four additions (bench/README.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Final

from django.utils import timezone
from prometheus_client.metrics_core import Metric

from tafelrunde.live import metrics, pulse
from tafelrunde.live.metrics import Counts, Spread, Spreads, counter, gauge, histogram

from . import live as matches
from . import position as fold
from .live import LiveMatch, Request
from .models import Deadline

SLOW: Final = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
AT_ONCE: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)

_judged, _committed, _told = Spread(), Spread(), Spread()
_moves, _failed = Counts(), Counts()
_commits, _entries, _late, _thinking = Spread(), Spread(AT_ONCE), Spread(SLOW), Spreads(SLOW)
_to_tell: Final[list[float]] = []
MOVES: Final = "moves"
DEADLINES: Final = "deadlines"
"""How many have been made here, and how late what was due is done here: what the moderators' figures show."""


def judged(request: Request) -> None:
    """A change is on its way to the log."""
    _judged.add(perf_counter() - request.asked)


def committed(live: LiveMatch, request: Request) -> None:
    """It is in the log."""
    asked, change = request.asked, request.change
    _committed.add(perf_counter() - asked)
    _to_tell.append(asked)
    if change.kind == fold.MOVE:
        _moves[live.game.slug, change.by] += 1


def told() -> None:
    """All that has been committed since this was called last is told."""
    now = perf_counter()
    for asked in _to_tell:
        _told.add(now - asked)
    _to_tell.clear()


def failed(outcome: str) -> None:
    """A change did not get into the log, for the first time or for good."""
    _failed[outcome,] += 1


def wrote(entries: int, began: float) -> None:
    """In the log's thread: a commit of so many entries that began then, by the same clock."""
    _commits.add(perf_counter() - began)
    _entries.add(entries)


def count_queue(queued: Callable[[], int]) -> None:
    """`queued` knows how many changes wait for the log's next commit."""
    says = "Changes that wait for the next commit of the log."
    metrics.register(lambda: [gauge("log_queue", says, queued())])


def was_due(seconds: float) -> None:
    """In the thread of the deadlines: what was claimed had been due for so long."""
    _late.add(seconds)
    pulse.delayed(DEADLINES, seconds)


def thought(game: str, bot: str, began: float) -> None:
    """A bot has chosen, or the fallback for it, after it was asked then."""
    _thinking[game, bot].add(perf_counter() - began)


def _collect() -> Iterator[Metric]:
    states, waiting = Counts(), 0
    for live in matches.all_loaded():
        states[live.game.slug, _state(live)] += 1
        waiting += len(live.waiting)
    yield gauge("matches", "Matches in the memory of this process.", dict(states), ["game", "state"])
    yield gauge("waiting_requests", "Changes that wait for the one before them in their match.", waiting)
    yield counter("moves", "Moves committed, by who made them.", _moves, ["game", "by"])
    yield counter("not_committed", "Changes that the log did not take: late, unsaved, unmarked.", _failed, ["outcome"])
    steps = Spreads()
    steps.update({("judged",): _judged, ("committed",): _committed, ("told",): _told})
    yield histogram("move_seconds", "From the request for a change to this step of it.", steps, ["step"])
    yield histogram("commit_seconds", "How long a commit of the log took.", _commits)
    yield histogram("commit_entries", "How many entries a commit of the log held.", _entries)
    yield histogram("deadline_lateness_seconds", "How long something had been due when it was claimed.", _late)
    yield histogram("bot_thinking_seconds", "From the question to a bot to its move.", _thinking, ["game", "bot"])


def _state(live: LiveMatch) -> str:
    if live.position.over:
        return "over"
    return "resting" if live.suspended else "playing"


def _ask() -> Iterator[Metric]:
    due = Deadline.objects.filter(due__lte=timezone.now()).count()
    yield gauge("deadlines_due", "What is due now and not yet done, over all processes.", due)


pulse.watch(MOVES, lambda: sum(_moves.values()))
metrics.register(_collect)
metrics.register_question(_ask)
