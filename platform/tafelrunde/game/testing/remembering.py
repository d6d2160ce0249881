"""Whether resample keeps to what a viewer was shown earlier in the match, and no view shows any more.

No single state can tell: what was forgotten is not in it. So the kit makes twins. Beginning some plies earlier, when
the viewer still saw it, the unseen is drawn anew many times; each twin is played on, the viewer's own moves as they
were, the others' by lot, and kept while the viewer is shown exactly what was shown in the match. All that remain are
worlds in which the viewer has had the same history. What all of them agree on (seen with the eyes of the other seats,
or found by the viewer's next move) the viewer could know; where resampling the present state says otherwise, and
often, it has forgotten. Chance ends such a stretch, since nobody's history tells what will be drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..chance import Chance
from ..interface import Viewer
from .canonical import canonical, digest, json_text
from .inquiry import AnyGame, Inquiry, called, viewers
from .playing import CountedChance, Played, told

_TWINS: Final = 14
_SURE: Final = 48
_LONGEST: Final = 10
_ATTEMPTS: Final = 12

Probes = dict[str, str]


def check_memory(inquiry: Inquiry, played: Played) -> None:
    """Compare twins and resampled states at the end of one stretch of the match, chosen by lot."""
    if len(played.states) < 2:
        return
    lot = played.case.lot("memory")
    start = _start(played, lot)
    viewer = lot.pick(viewers(played.case.seats))
    inquiry.at(start, told(played.log[:start]))
    memory = _Memory(inquiry.game, played, viewer, start)
    try:
        found = memory.forgotten(_TWINS) and memory.forgotten(
            _SURE
        )  # the second time to be sure, which is rare and dear
    except Exception as error:  # noqa: BLE001  a game may raise anything
        inquiry.tell("resample", f"playing on from resampled states raises {type(error).__name__}: {error}")
        return
    if found:
        ply, what, known, drawn = found
        inquiry.at(ply, told(played.log[:ply]))
        since = f"what {called(viewer)} was shown since ply {start}"
        inquiry.tell("shown", f"{since} leaves one possibility for {what}, and resample draws others", known, drawn)


def _start(played: Played, lot: Chance) -> int:
    """Half the time the last draw of chance before some ply, where everything is fresh; else just any ply."""
    ply = lot.below(len(played.states) - 1)
    if lot.below(2):
        return ply
    return max(at for at in range(ply + 1) if played.drew[at] or at == 0)


class _Memory:
    """One viewer's history in one match, from one ply on."""

    def __init__(self, game: AnyGame, played: Played, viewer: Viewer, start: int) -> None:
        self.game, self.played = game, played
        self.viewer, self.start = viewer, start
        self.seats = played.case.seats
        self._lot = played.case.lot(f"twins of {viewer}", start)
        self._length = 1 + self._lot.below(_LONGEST)

    def forgotten(self, count: int) -> tuple[int, str, str, str] | None:
        """Ply, what, the only possibility and what resample draws instead; None where nothing is amiss."""
        ply, twins = self._twins(count)
        if ply == self.start:
            return None
        truth = self.played.states[ply]
        move = self._own_move(truth)
        known = self._probe(truth, move)
        for twin in twins:
            probes = self._probe(twin, move)
            known = {what: text for what, text in known.items() if probes.get(what) == text}
        drawn = [self._probe(self._resampled(truth), move) for _ in twins]
        for what, text in known.items():
            others = [probes.get(what, "nothing") for probes in drawn if probes.get(what) != text]
            if 2 * len(others) >= len(drawn):
                return ply, what, text, others[0]
        return None

    def _twins(self, count: int) -> tuple[int, list[Any]]:
        """How far at least three in four of the twins come, and those that do."""
        states, ply = self.played.states, self.start
        twins = [self._resampled(states[ply]) for _ in range(count)]
        while ply - self.start < self._length and ply + 1 < len(states) and not self.played.drew[ply + 1]:
            seen = self._seen(states[ply + 1])
            nexts = [self._follow(twin, *self.played.log[ply], seen) for twin in twins]
            alive = [twin for twin in nexts if twin is not None]
            if 4 * len(alive) < 3 * count:
                break
            ply, twins = ply + 1, alive
        return ply, twins

    def _follow(self, twin: Any, seat: int, move: str, seen: tuple[str, ...]) -> Any:
        """The twin one ply on, where the viewer is shown the same; else None."""
        moves = [move] if seat == self.viewer else self._lot.shuffle(self.game.moves(twin, seat))[:_ATTEMPTS]
        for each in moves:
            if each not in self.game.moves(twin, seat):
                return None
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
        """What others see of this state, and what the viewer sees after their own next move, leaf by leaf."""
        probes: Probes = {}
        for other in viewers(self.seats):
            if other != self.viewer:
                probes |= _leaves(self.game.view(state, other), f"what {called(other)} sees at ")
        if move is not None and isinstance(self.viewer, int):
            chance = CountedChance(self._seed(), 0)
            after = self.game.play(state, self.viewer, move, chance)
            if not chance.drawn:
                probes |= _leaves(self.game.view(after, self.viewer), f"what {move!r} will show at ")
        return probes

    def _resampled(self, state: Any) -> Any:
        return self.game.resample(state, self.viewer, Chance(self._seed(), 0))

    def _seed(self) -> bytes:
        return digest(self.played.case.key, "twin", self._lot.below(1 << 32))


def _leaves(view: Any, path: str) -> Probes:
    return dict(_walk(view, path))


def _walk(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _walk(item, f"{path}.{key}")
    elif isinstance(value, list):
        yield f"{path} (how many)", str(len(value))
        for at, item in enumerate(value):
            yield from _walk(item, f"{path}[{at}]")
    else:
        yield path, json_text(value)
