"""Plays a game by lot and holds it to everything its interface promises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .cases import cases
from .declared import check_declared
from .elsewhere import check_elsewhere
from .hiding import Hiding
from .inquiry import AnyGame, Inquiry, Limits
from .playing import play_match
from .remembering import check_memory
from .report import Report
from .teaching import check_tutorial

_UPSETTING: Final = {"leak", "resample", "accepted", "to move"}  # with these broken no memory can be compared
_ELSEWHERE: Final = 3  # so many matches at most
_MOST_BROKEN: Final = 5


def check_game(
    game: AnyGame,
    matches: int = 100,
    seed: int = 1,
    *,
    only: int | None = None,
    limits: Limits | None = None,
    closely: int = 1,
    translated: Callable[[str], bool] | None = None,
) -> Report:
    """All that is wrong with a game, as far as so many matches show it: the first finding for each rule.

    The same seed plays the same matches; `only` plays just one of them, by the number a finding names. With `closely`
    only one ply in so many is looked at closely, at all others it is just played on: for many matches in a short time.
    Messages for which `translated` says no are listed in the report, not held against the game.
    """
    report = Report(getattr(game, "slug", type(game).__name__), seed, asked=matches)
    inquiry = Inquiry(game, report, limits or Limits(), closely)
    if not check_declared(inquiry):
        return report
    check_tutorial(inquiry)
    chosen = [case for case in cases(game, matches, seed) if only in (None, case.number)]
    hiding = Hiding(inquiry)
    broken = 0
    for case in chosen:
        try:
            played = play_match(inquiry, case)
            hiding.check(played)
            if hiding.wanted and not report.rules & _UPSETTING:
                check_memory(inquiry, played)
            broken += not played.whole
        except RecursionError:  # not out of the game itself: that would be a finding already
            inquiry.tell("raises", "what it gives is nested too deeply to be walked through, or holds itself")
            broken += 1
        if broken == _MOST_BROKEN:
            break
    if only is None:
        hiding.judge()
    if not broken:
        check_elsewhere(inquiry, chosen[:_ELSEWHERE])
    inquiry.judge_speed()
    if translated is not None:
        report.untranslated = tuple(sorted(message for message in report.messages if not translated(message)))
    return report
