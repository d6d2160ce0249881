"""Asks a game and keeps what comes of it: every call is timed, and what it raises is a finding, never an error here."""

from __future__ import annotations

import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any, Final

from ..interface import SPECTATOR, Game, Viewer
from ..lines import Line
from .canonical import canonical, contrast, json_text, shorten
from .forms import line_fault, messages
from .report import Finding, Report, Where

AnyGame = Game[Any, Any]

_RAISING: Final = {"play": "accepted", "resample": "resample", "read": "read", "choose": "bots", "fallback": "fallback"}
_MOST_SAMPLES: Final = 20_000


@dataclass(frozen=True, slots=True)
class Limits:
    """What a game may take. Seconds are of the processor, so a busy machine breaks none of them."""

    plies: int = 5000
    moves: int = 2000
    view: int = 65_536
    story: int = 50
    usual_seconds: float = 0.01
    slowest_seconds: float = 0.25


class BrokenMatchError(Exception):
    """This match cannot go on; why is in the report."""


class Inquiry:
    """One run of the kit over one game; `closely` is how many plies go by for each one that is looked at closely."""

    def __init__(self, game: AnyGame, report: Report, limits: Limits, closely: int = 1) -> None:
        self.game, self.report, self.limits, self.closely = game, report, limits, closely
        self.where: Where | None = None
        self.labelled: set[str] = set()
        self._lines: set[tuple[str, int | None]] = set()
        self._seconds: dict[str, list[float]] = defaultdict(list)

    def tell(self, rule: str, message: str, before: str = "", after: str = "") -> None:
        """Add a finding at the present place, both texts cut to where they differ."""
        before, after = contrast(before, after)
        self.report.add(Finding(rule, message, self.where, before, after))

    def at(self, ply: int, move: str) -> None:
        """From now on findings are about the state at this ply."""
        if self.where is not None:
            self.where = replace(self.where, ply=ply, move=move)

    def ask(self, name: str, *args: Any, rule: str | None = None) -> Any:
        """What the game answers; BrokenMatchError where it raises."""
        asked: Callable[..., Any] = getattr(self.game, name)
        state = args[0] if name == "play" else None
        return self.watch(name, lambda: asked(*args), lambda: about(name, args), rule, state)

    def watch(
        self, name: str, call: Callable[[], Any], about: Callable[[], str], rule: str | None = None, state: Any = None
    ) -> Any:
        """What a call gives, timed as `name`; BrokenMatchError where it raises, with the `state` it was given."""
        try:
            answer, seconds = _timed(call)
            if seconds > self.limits.slowest_seconds:
                seconds = min(seconds, _timed(call)[1])  # once may have been the garbage collector
        except (Exception, SystemExit) as error:
            rule, what = rule or _RAISING.get(name, "raises"), raised(error)
            before = "" if state is None else shorten(canonical(state))
            self.report.add(Finding(rule, f"{about()} raises {what}", self.where, before, before and what))
            raise BrokenMatchError from error
        if seconds > self.limits.slowest_seconds:
            self.tell("speed", f"{about()} takes {seconds:.2f} s, more than {self.limits.slowest_seconds} s")
        if len(taken := self._seconds[name]) < _MOST_SAMPLES:
            taken.append(seconds)
        return answer

    def line(self, line: Any, what: str, seats: int | None = None) -> None:
        """Hold a Line to its promises, and keep its messages for the translator."""
        known = canonical(line), seats
        if known in self._lines:
            return
        self._lines.add(known)
        fault = line_fault(line, seats)
        if fault is not None:
            self.tell("lines", f"{what}: {fault}")
        elif isinstance(line, Line):
            self.report.messages.update(messages(line))

    def judge_speed(self) -> None:
        """The finding about what is usually slow, if something is."""
        for name, seconds in self._seconds.items():
            usual = median(seconds)
            if usual > self.limits.usual_seconds:
                allowed = self.limits.usual_seconds
                self.tell("speed", f"{name} usually takes {usual * 1000:.1f} ms, more than {allowed * 1000:.1f} ms")


def viewers(seats: int) -> tuple[Viewer, ...]:
    """Every seat, and the spectator."""
    return (*range(seats), SPECTATOR)


def called(viewer: Viewer) -> str:
    """A viewer in words."""
    return "a spectator" if viewer is SPECTATOR else f"seat {viewer}"


def shown(inquiry: Inquiry, state: Any, viewer: Viewer, seats: int) -> dict[str, str]:
    """All that a viewer is shown of a state, as text by what it is: the public part, and what is theirs."""
    ask = inquiry.ask
    texts = {
        "the view": json_text(ask("view", state, viewer)),
        "the story": canonical(ask("story", state, viewer)),
        "the progress": canonical(ask("progress", state)),
        "the scores": canonical(ask("scores", state)),
        "the result": canonical(ask("result", state)),
        "who is to move": str([seat for seat in range(seats) if ask("moves", state, seat)]),
    }
    if isinstance(viewer, int):
        texts["the moves"] = canonical(ask("moves", state, viewer))
        texts["the premoves"] = canonical(ask("premoves", state, viewer))
    return texts


def about(name: str, args: Sequence[Any]) -> str:
    """A call in words; the state, which is its first argument, is left out."""
    told = [repr(arg)[:60] for arg in args[1:] if isinstance(arg, (int, str)) or arg is SPECTATOR]
    return f"{name}({', '.join(['…', *told])})"


def raised(error: BaseException) -> str:
    """An exception in words, with the line that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{place}"


def _timed(call: Callable[[], Any]) -> tuple[Any, float]:
    started = time.thread_time()
    answer = call()
    return answer, time.thread_time() - started
