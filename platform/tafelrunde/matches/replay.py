"""A match played again from its log: where it stood after each ply, who sat there then, who made each move."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from django.utils.translation import gettext_lazy as _

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.game import SPECTATOR, Line, Viewer, read_options
from tafelrunde.games import AnyGame
from tafelrunde.refusals import Refusal

from . import faults, suspending
from . import position as fold
from .draws import Draw, RecordingChance
from .models import Match
from .position import Change, Position, Sitter
from .reading import read_log

log = logging.getLogger(__name__)
Told = TypeVar("Told")
KEPT = 64
"""So many matches that are over are kept in memory, each some hundred positions that share most of what they hold."""


@dataclass(frozen=True, slots=True)
class Step:
    """The match right after its `ply`-th move, as it was told then, and what happened to seats before the next one."""

    ply: int
    position: Position
    move: Change | None
    mover: Sitter | None
    progress: Line
    events: tuple[tuple[Change, str], ...]
    """Each with the name of who sat at its seat until then."""

    @property
    def names(self) -> list[str]:
        """Who sat there, by seat, in the language that is active now."""
        return [sitter.called for sitter in self.position.sitters]


@dataclass(frozen=True, slots=True)
class Replay:
    """All of a match as far as it has come. `last` is where it stands: after the last ply, and what followed it."""

    match: int
    game: AnyGame
    options: Any
    seed: bytes
    steps: tuple[Step, ...]
    last: Position

    @property
    def over(self) -> bool:
        """Is everything open to everybody?"""
        return self.last.over

    def viewer(self, player: Player | None) -> Viewer:
        """What a player is to this match: their seat, if they have not left it."""
        seat = self.last.seat_of(player.pk if player else None)
        return SPECTATOR if seat is None or seat in self.last.left else seat

    def viewer_for(self, player: Player | None, wanted: Viewer | None) -> Viewer:
        """Whose view the player gets: while the match runs their own, once it is over any. Refusal for another."""
        own = self.viewer(player)
        if wanted is not None and wanted != own and not self.over:
            raise Refusal("not_allowed_now", _("While the match runs you see what you see at the table."))
        if isinstance(wanted, int) and not 0 <= wanted < len(self.last.sitters):
            raise Refusal("bad_argument", _("There is no such seat."))
        return own if wanted is None else wanted

    def step(self, ply: int) -> Step:
        """The step of a ply. Refusal where it has not come."""
        if not 0 <= ply < len(self.steps):
            raise Refusal("bad_argument", _("This match has %(plies)d moves so far.") % {"plies": len(self.steps) - 1})
        return self.steps[ply]

    def rounds(self) -> list[int]:
        """The plies at which the game's progress says something new, the first of them 0."""
        return [step.ply for step in self.steps if step.ply == 0 or step.progress != self.steps[step.ply - 1].progress]

    def scores(self) -> list[tuple[int, Sequence[int]]]:
        """What each seat had after each ply, as far as the game says so: for who may see everything."""
        scored = ((step.ply, self.game.open_scores(step.position.state)) for step in self.steps)
        return [(ply, scores) for ply, scores in scored if scores is not None]

    def draws(self) -> Iterator[Draw]:
        """What chance was asked at each ply, and what it gave."""
        chance = RecordingChance(self.seed, 0)
        self.game.setup(len(self.last.sitters), self.options, chance)
        yield from chance.draws
        for before, step in zip(self.steps, self.steps[1:], strict=False):
            assert step.move is not None
            chance = RecordingChance(self.seed, step.ply)
            self.game.play(before.position.state, step.move.seat, step.move.move, chance)
            yield from chance.draws


def replay(match: Match) -> Replay:
    """The match as the log has it now. Refusal `suspended` where its rules are not installed."""
    if match.status in {Match.Status.OVER, Match.Status.ABORTED}:
        return _finished(match.pk, bytes(match.seed), match.ended)
    return _read(match)


@lru_cache(maxsize=KEPT)
def _finished(match: int, _seed: bytes, _ended: object) -> Replay:
    return _read(Match.objects.get(pk=match))


def _read(match: Match) -> Replay:
    game = games.find(match.game, match.ruleset)
    if game is None:
        raise suspending.not_installed()
    changes = read_log(match.pk)
    try:
        return _play_again(match, game, changes)
    except Exception as error:
        faults.report(log, error, "match %s: the log of %s entries cannot be played again", match.pk, len(changes))
        faults.note(faults.raised(match.pk, "replay", error))
        raise suspending.unreadable() from error


def asked(match: int, where: str, ask: Callable[[], Told]) -> Told:
    """What the rules say when they are asked about a replay. Refusal `suspended` where they fail: an admin is told."""
    try:
        return ask()
    except Refusal:
        raise
    except Exception as error:
        faults.report(log, error, "match %s cannot be shown", match)
        faults.note(faults.raised(match, where, error))
        text = _("The rules of this match cannot show it: something is wrong with them.")
        raise Refusal("suspended", text) from error


def _play_again(match: Match, game: AnyGame, changes: Sequence[Change]) -> Replay:
    seed, options = bytes(match.seed), read_options(game.Options, match.options)
    sitters = [Sitter(seat.player_id, seat.bot, seat.name) for seat in match.seats.all()]
    position = fold.begin(game, sitters, options, seed, match.started.timestamp())
    told: list[tuple[Position, Change | None, Sitter | None]] = [(position, None, None)]
    events: list[list[tuple[Change, str]]] = [[]]
    for change in changes:
        sitter = position.sitters[change.seat] if change.seat != fold.NO_SEAT else None
        position = fold.after(game, seed, position, change)
        if change.kind == fold.MOVE:
            told.append((position, change, sitter))
            events.append([])
        else:
            events[-1].append((change, sitter.name if sitter else ""))
    steps = tuple(
        Step(ply, then, move, mover, game.progress(then.state), tuple(happened))
        for ply, ((then, move, mover), happened) in enumerate(zip(told, events, strict=True))
    )
    return Replay(match.pk, game, options, seed, steps, position)
