"""Whether resample keeps to what a viewer was shown earlier in the match, and no view shows any more.

No single state can tell: what was forgotten is not in it. So the kit makes twins. Beginning some plies earlier, when
the viewer still saw it, the unseen is drawn anew many times; each twin is played on, the viewer's own moves as they
were, the others' by lot among those that would have looked the same, and dropped where there are none. All that remain
are worlds in which the viewer has had the same history. What all of them agree on (seen with the eyes of the other
seats, or found by the viewer's next move) the viewer could know; where resampling the present state often says
otherwise, it has forgotten. And where the twins differ while resampling always keeps the truth, it draws too little
anew: a bot would know what it was never shown. Chance ends such a stretch, since no history tells what it will draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any, Final

from ..chance import Chance
from ..interface import Viewer
from .canonical import canonical, digest, json_text
from .inquiry import AnyGame, Inquiry, called, raised, viewers
from .playing import CountedChance, Played, told

_SELDOM: Final = 6
_LONGEST: Final = 6  # plies of a stretch
_TWINS: Final = 48
_FEWEST: Final = 10  # twins that agree
_SUSPECT: Final = 1e-3
_SURE: Final = 1e-9  # once in so many runs of an honest game there may be a false alarm

Probes = Counter[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class _Difference:
    rule: str
    ply: int
    message: str
    known: int
    other: int


def check_memory(inquiry: Inquiry, played: Played) -> None:
    """Compare twins and resampled states at the end of one stretch, chosen by lot; not in each of long matches."""
    lot, plies = played.case.lot("memory"), len(played.log)
    if not plies or lot.below(min(_SELDOM, 1 + plies // 10) * inquiry.closely):
        return
    start = lot.below(plies)
    viewer = lot.pick(viewers(played.case.seats))
    inquiry.at(start, told(played.log[:start]))
    memory = _Memory(inquiry.game, played, viewer, start)
    try:
        found = memory.difference(start + 1 + lot.below(_LONGEST), _TWINS, _SUSPECT)
        if found is not None:  # by so many comparisons some are odd by chance: look closer
            found = memory.difference(found.ply, 8 * _TWINS, _SURE)
    except Exception as error:  # noqa: BLE001  a game may raise anything
        inquiry.tell("resample", f"playing on from resampled states raises {raised(error)}")
        return
    if found is not None:
        inquiry.at(found.ply, told(played.log[: found.ply]))
        inquiry.tell(found.rule, found.message, f"{found.known} times", f"{found.other} times")


class _Memory:
    """One viewer's history in one match, from one ply on."""

    def __init__(self, game: AnyGame, played: Played, viewer: Viewer, start: int) -> None:
        self.game, self.played = game, played
        self.viewer, self.start = viewer, start
        self.seats = played.case.seats
        self._lot = played.case.lot(f"twins of {viewer}", start)

    def difference(self, until: int, count: int, chance: float) -> _Difference | None:
        """Where twins and resampled states disagree, unless it may be so by as little `chance` as this."""
        ply, twins = self._twins(until, count)
        if ply == self.start:
            return None
        truth = self.played.states[ply]
        move = self._own_move(truth)
        known = self._probe(truth, move)
        twin_probes = [self._probe(twin, move) for twin in twins]
        drawn_probes = [self._probe(self._resampled(truth), move) for _ in range(count)]
        for what in {key: None for probes in (known, *drawn_probes) for key in probes}:
            twin = [probes[what] for probes in twin_probes if probes[what] != known[what]]
            drawn = [probes[what] for probes in drawn_probes if probes[what] != known[what]]
            if drawn and not twin and _odds(len(twin_probes), len(drawn_probes), len(drawn)) <= chance:
                message = f"{called(self.viewer)} was shown all that tells {_often(what)}; resample has forgotten it"
                return _Difference("shown", ply, message, known[what], drawn[0])
            if known[what] and twin and not drawn and _odds(len(drawn_probes), len(twin_probes), len(twin)) <= chance:
                message = f"{called(self.viewer)} cannot know {_often(what)}; resample never draws it anew"
                return _Difference("resample", ply, message, known[what], twin[0])
        return None

    def _twins(self, until: int, count: int) -> tuple[int, Sequence[Any]]:
        """How far enough of the twins come, and those that do."""
        states, ply = self.played.states, self.start
        twins = [self._resampled(states[ply]) for _ in range(count)]
        while ply < until and ply + 1 < len(states) and not self.played.drew[ply + 1]:
            seen = self._seen(states[ply + 1])
            nexts = [self._follow(twin, *self.played.log[ply], seen) for twin in twins]
            alive = [twin for twin in nexts if twin is not None]
            if len(alive) < _FEWEST:
                break
            ply, twins = ply + 1, alive
        return ply, twins

    def _follow(self, twin: Any, seat: int, move: str, seen: tuple[str, ...]) -> Any:
        """The twin one ply on, where the viewer is shown the same; else None."""
        moves = self.game.moves(twin, seat)
        for each in ([move] if move in moves else []) if seat == self.viewer else self._lot.shuffle(moves):
            chance = CountedChance(self._seed(), 0)
            after = self.game.play(twin, seat, each, chance)
            if not chance.drawn and self._seen(after) == seen:
                return after
        return None

    def _seen(self, state: Any) -> tuple[str, ...]:
        game, viewer = self.game, self.viewer
        waiting = [bool(game.moves(state, seat)) for seat in range(self.seats)]
        own = game.moves(state, viewer) if isinstance(viewer, int) else ()
        view, story = game.view(state, viewer), game.story(state, viewer)
        return json_text(view), canonical(story), str(waiting), str(own)

    def _own_move(self, state: Any) -> str | None:
        own = self.game.moves(state, self.viewer) if isinstance(self.viewer, int) else ()
        return self._lot.pick(own) if own else None

    def _probe(self, state: Any, move: str | None) -> Probes:
        """What others see of this state, and what the viewer sees after their own next move, value by value."""
        probes: Probes = Counter()
        own = self.game.view(state, self.viewer)
        for other in viewers(self.seats):
            if other != self.viewer:
                theirs = self.game.view(state, other)
                theirs = {key: value for key, value in theirs.items() if key not in own or own[key] != value}
                probes.update(_values(theirs, f"the view of {called(other)}"))
        if move is not None and isinstance(self.viewer, int):
            chance = CountedChance(self._seed(), 0)
            after = self.game.play(state, self.viewer, move, chance)
            if not chance.drawn:
                probes.update(_values(self.game.view(after, self.viewer), f"the own view after {move!r}"))
        return probes

    def _resampled(self, state: Any) -> Any:
        return self.game.resample(state, self.viewer, Chance(self._seed(), 0))

    def _seed(self) -> bytes:
        return digest(self.played.case.key, "twin", self._lot.below(1 << 32))


def _odds(without: int, among: int, deviations: int) -> float:
    """How likely it is that so many deviations all fall `among` these, if both are of one kind (Fisher's test)."""
    return comb(among, deviations) / comb(among + without, deviations)


def _often(what: tuple[str, str]) -> str:
    return f"how often {what[1]} is at {what[0]}"


def _values(view: Any, path: str) -> Iterator[tuple[str, str]]:
    """Each value with the keys on the way to it; in a list it counts what is there, not where."""
    if isinstance(view, dict):
        for key, value in view.items():
            yield from _values(value, f"{path}.{key}")
    elif isinstance(view, list):
        for value in view:
            yield from _values(value, f"{path}[]")
    else:
        yield path, json_text(view)
