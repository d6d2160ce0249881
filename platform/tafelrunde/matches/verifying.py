"""Is a match in the database what was played? Everything is worked out again from its seed and its log."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tafelrunde import games
from tafelrunde.game import Chance, commitment, read_options
from tafelrunde.games import AnyGame

from . import position as fold
from .draws import Draw, RecordingChance
from .models import Entry, Match
from .position import Change, Position, Sitter
from .reading import read_log

SEAT_EVENTS = frozenset({fold.ABSENT, fold.BACK, fold.LEFT, fold.REPLACED})


class Wrong(Exception):
    """Something is not as it should be, and what."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: `name` is commitment, moves, chance or result."""

    name: str
    ok: bool
    text: str


def verify(match: Match, game: AnyGame) -> Iterator[Check]:
    """Each check of a match, in order. Nothing in it tells what the match still hides."""
    yield _check("commitment", lambda: _commitment(match))
    played: list[_Played] = []
    yield _check("moves", lambda: _moves(match, game, played))
    yield _check("chance", lambda: _chance(match, game, played))
    yield _check("result", lambda: _result(match, played))


def rules_of(match: Match) -> AnyGame | None:
    """The rules by which the match was played, if they are installed."""
    return games.find(match.game, match.ruleset)


@dataclass(frozen=True, slots=True)
class _Played:
    """A position of the match, and the move that led to it."""

    position: Position
    change: Change | None


def _check(name: str, look: Any) -> Check:
    try:
        return Check(name, True, look())
    except Wrong as wrong:
        return Check(name, False, str(wrong))
    except Exception as error:  # noqa: BLE001 - whatever the rules raise on a log that cannot be
        return Check(name, False, f"{type(error).__name__}: {error}")


def _commitment(match: Match) -> str:
    found = commitment(bytes(match.seed))
    if found != match.commitment:
        raise Wrong(
            _("The seed's SHA-256 is {found}, but {shown} was shown.").format(found=found, shown=match.commitment)
        )
    return _("The seed's SHA-256 is {shown}, as was shown from the start.").format(shown=match.commitment)


def _moves(match: Match, game: AnyGame, played: list[_Played]) -> str:
    sitters = [Sitter(seat.player_id, seat.bot, seat.name) for seat in match.seats.all()]
    options = read_options(game.Options, match.options)
    position = fold.begin(game, sitters, options, bytes(match.seed), match.started.timestamp())
    played.append(_Played(position, None))
    rows = Entry.objects.filter(match=match).order_by("version").values_list("version", "ply", "turn")
    for (version, ply, turn), change in zip(rows, read_log(match.pk), strict=True):
        fault = _fault(position, change, version, ply, turn)
        if fault:
            raise Wrong(_("Entry {version}: {fault}.").format(version=version, fault=fault))
        position = fold.after(game, bytes(match.seed), position, change)
        played.append(_Played(position, change))
    return ngettext("{n} move, legal in its turn.", "{n} moves, each of them legal in its turn.", position.ply).format(
        n=position.ply
    )


def _fault(position: Position, change: Change, version: int, ply: int, turn: int | None) -> str:
    """What is wrong with an entry of the log, given all before it; empty where nothing is."""
    if position.over:
        return _("the match is over before it")
    if version != position.version + 1:
        return _("version {version} is missing").format(version=position.version + 1)
    if ply != position.ply + (change.kind == fold.MOVE):
        return _("it says that it is ply {ply}").format(ply=ply)
    if change.kind == fold.MOVE:
        return _fault_of_move(position, change, turn)
    seats = range(len(position.sitters))
    if change.kind in SEAT_EVENTS and change.seat not in seats:
        return _("there is no seat {seat}").format(seat=change.seat + 1)
    if change.kind == fold.REPLACED and change.sitter is None:
        return _("nobody takes the seat")
    return ""


def _fault_of_move(position: Position, change: Change, turn: int | None) -> str:
    seat, move = change.seat, change.move
    if seat not in position.to_move:
        return _("seat {seat} is not to move").format(seat=seat + 1)
    if turn != position.turns[seat]:
        return _("seat {seat} makes its move {turn} out of turn").format(seat=seat + 1, turn=turn)
    if move not in position.legal[seat]:
        return _("{move} is no legal move of seat {seat}").format(move=repr(move), seat=seat + 1)
    return ""


def _chance(match: Match, game: AnyGame, played: list[_Played]) -> str:
    if not played:
        raise Wrong(_("There is no match to look at."))
    draws = list(_draws(match, game, played))
    for ply, group in groupby(draws, key=lambda draw: draw.ply):
        chance = Chance(bytes(match.seed), ply)
        if any(draw.outcome != draw.again(chance) for draw in group):
            raise Wrong(_("What was drawn at ply {ply} does not follow from the seed.").format(ply=ply))
    return ngettext(
        "{n} draw of chance, and it follows from the seed.",
        "{n} draws of chance, and all of them follow from the seed.",
        len(draws),
    ).format(n=len(draws))


def _draws(match: Match, game: AnyGame, played: list[_Played]) -> Iterator[Draw]:
    """What chance is asked when the rules run again; they must come to the same states as before."""
    seed, seats = bytes(match.seed), len(played[0].position.sitters)
    chance = RecordingChance(seed, 0)
    state = game.setup(seats, read_options(game.Options, match.options), chance)
    yield from chance.draws
    for one in played:
        if one.change is not None and one.change.kind == fold.MOVE:
            chance = RecordingChance(seed, one.position.ply)
            state = game.play(state, one.change.seat, one.change.move, chance)
            yield from chance.draws
        if state != one.position.state:
            raise Wrong(_("The rules give another state at ply {ply} when asked again.").format(ply=one.position.ply))


def _result(match: Match, played: list[_Played]) -> str:
    if not played:
        raise Wrong(_("There is no match to look at."))
    position, status = played[-1].position, match.status
    found = json.loads(json.dumps(position.result.as_json())) if position.result else None
    if found != match.result:
        raise Wrong(_("The log leads to {found}, but {stored} is stored.").format(found=found, stored=match.result))
    if position.over != (status in {Match.Status.OVER, Match.Status.ABORTED}):
        raise Wrong(_("The log and the stored status do not agree about whether it is over."))
    if position.aborted != (status == Match.Status.ABORTED):
        raise Wrong(_("The log and the stored status do not agree about whether it was aborted."))
    if not position.over:
        return _("The match is not over, and nothing is stored.")
    return _("The stored result is what the moves lead to.") if found else _("It was aborted, and has no result.")
