"""Whether a game keeps its secrets: what is shown stays the same when the unseen is drawn anew."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from ..chance import Chance
from ..interface import SPECTATOR, Game, Viewer
from .canonical import canonical, digest
from .inquiry import BrokenMatchError, Inquiry, called, shown, viewers
from .playing import Played, pick, told
from .states import to_move

_FURTHER: Final = 12  # every so many comparisons, by lot: play on from the resampled state
_PLIES_ON: Final = 8


class Hiding:
    """The leak check over a whole run; it remembers for whom resampling has ever made a difference."""

    def __init__(self, inquiry: Inquiry) -> None:
        self.inquiry = inquiry
        game = inquiry.game
        self.wanted = game.hidden is True or type(game).resample is not Game.resample
        self.tried: Counter[Viewer] = Counter()
        self.changed: Counter[Viewer] = Counter()

    def check(self, played: Played) -> None:
        """Compare at each ply that is looked at closely for one viewer by lot, at setup and end for all of them."""
        if not self.wanted:
            return
        everyone = viewers(played.case.seats)
        for ply in played.close:
            lot = played.case.lot("hiding", ply)
            self.inquiry.at(ply, told(played.log[:ply]))
            at_edge = ply in (0, len(played.log)) and lot.below(self.inquiry.closely) == 0
            for viewer in everyone if at_edge else (lot.pick(everyone),):
                try:
                    self._compare(played, ply, viewer, lot)
                except BrokenMatchError:
                    return

    def judge(self) -> None:
        """The finding about a game that hides something and never draws it anew, for spectators or for any seat."""
        if self.inquiry.game.hidden is not True:
            return
        self.inquiry.where = None
        seats = [viewer for viewer in self.tried if viewer is not SPECTATOR]
        if seats and not any(self.changed[seat] for seat in seats):
            self.inquiry.tell("resample", "something is hidden, and resample changes nothing for any seat")
        if self.tried[SPECTATOR] and not self.changed[SPECTATOR]:
            self.inquiry.tell("resample", "something is hidden, and resample changes nothing for a spectator")

    def _compare(self, played: Played, ply: int, viewer: Viewer, lot: Chance) -> None:
        inquiry, seats, state, before = self.inquiry, played.case.seats, played.states[ply], played.close[ply]
        seed = digest(played.case.key, "resample", lot.below(1 << 30))
        drawn = inquiry.ask("resample", state, viewer, Chance(seed, 0))
        if canonical(state) != before:
            inquiry.tell("unchanged", "resample changes the state it is given", before, canonical(state))
        self.tried[viewer] += 1
        if not self.changed[viewer]:  # compared with another one, since either may be written otherwise than the truth
            other = inquiry.ask("resample", state, viewer, Chance(seed, 1))
            self.changed[viewer] += canonical(drawn) != canonical(other)
        first = shown(inquiry, state, viewer, seats)
        _equal(inquiry, first, shown(inquiry, drawn, viewer, seats), viewer)
        if lot.below(_FURTHER) == 0:
            again = inquiry.ask("resample", state, viewer, Chance(seed, 0))
            if canonical(again) != canonical(drawn):
                inquiry.tell("repeats", "resample with the same chance gives two states")
            _equal(inquiry, first, shown(inquiry, inquiry.ask("resample", drawn, viewer, lot), viewer, seats), viewer)
            self._play_on(drawn, seats, lot)

    def _play_on(self, state: Any, seats: int, lot: Chance) -> None:
        """A resampled state is one like any other: it can be played, and resampled for anybody else."""
        inquiry = self.inquiry
        other = lot.pick(viewers(seats))
        first = shown(inquiry, state, other, seats)
        _equal(inquiry, first, shown(inquiry, inquiry.ask("resample", state, other, lot), other, seats), other)
        if inquiry.report.rules & {"accepted", "to move"}:  # then it is no fault of the resampled state
            return
        for _ in range(_PLIES_ON):
            moves = to_move(inquiry, state, seats, "resample")
            if not any(moves.values()):
                return
            seat, move = pick(moves, lot)
            state = inquiry.ask("play", state, seat, move, lot, rule="resample")


def _equal(inquiry: Inquiry, first: dict[str, str], second: dict[str, str], viewer: Viewer) -> None:
    for what, text in first.items():
        if text != second[what]:
            inquiry.tell(
                "leak",
                f"{what} of {called(viewer)} changes when what {called(viewer)} cannot see is drawn anew: "
                f"it shows too much, or resample has changed what was shown",
                text,
                second[what],
            )
            return
