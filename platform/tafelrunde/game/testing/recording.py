"""Recorded matches: rules that change under the same ruleset would break the matches of that ruleset, and show here."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from ..chance import Chance
from ..options import read_options, write_options
from .canonical import digest
from .cases import Case
from .inquiry import AnyGame, called, viewers
from .playing import pick, told
from .report import Finding, Report, Where

_MOST_PLIES = 5000


def record(game: AnyGame, seats: int, options: Any = None, seed: int = 1) -> dict[str, Any]:
    """A match played by lot, as JSON: what was played, a digest of what each viewer saw at each ply, the result."""
    options = game.Options() if options is None else options
    case = Case(0, seats, options, digest(seed, "recorded"), str(seed))
    state = game.setup(seats, options, Chance(case.seed, 0))
    log: list[tuple[int, str]] = []
    seen = [_seen(game, state, seats)]
    while any(moves := _moves(game, state, seats).values()):
        if len(log) == _MOST_PLIES:
            raise ValueError(f"{game.slug} has no result after {_MOST_PLIES} moves")
        seat, move = pick(dict(enumerate(moves)), case.lot("record", len(log)))
        log.append((seat, move))
        state = game.play(state, seat, move, Chance(case.seed, len(log)))
        seen.append(_seen(game, state, seats))
    result = game.result(state)
    return {
        "game": game.slug,
        "ruleset": game.ruleset,
        "seats": seats,
        "options": write_options(options),
        "seed": case.seed.hex(),
        "log": [[seat, move] for seat, move in log],
        "seen": seen,
        "result": result and result.as_json(),
    }


def replay(game: AnyGame, recording: Mapping[str, Any]) -> Report:
    """A report with at most one finding: the first thing that is not as it was recorded."""
    report = Report(game.slug, None, 1, len(recording["log"]))
    report.findings.extend(_differences(game, recording))
    return report


def _differences(game: AnyGame, recording: Mapping[str, Any]) -> Iterator[Finding]:
    if (game.slug, game.ruleset) != (recording["game"], recording["ruleset"]):
        due = f"{recording['game']} {recording['ruleset']}"
        yield Finding("recorded", f"this is a match of {due}, not of {game.slug} {game.ruleset}")
        return
    seats, seed = recording["seats"], bytes.fromhex(recording["seed"])
    log: list[tuple[int, str]] = [(seat, move) for seat, move in recording["log"]]
    state = game.setup(seats, read_options(game.Options, recording["options"]), Chance(seed, 0))
    for ply in range(len(log) + 1):
        where = Where(0, seats, recording["options"], ply, told(log[:ply]))
        for what, now in _seen(game, state, seats).items():
            if now != (then := recording["seen"][ply][what]):
                yield Finding("recorded", f"what {what} sees is not what was recorded", where, then, now)
                return
        if ply == len(log):
            break
        seat, move = log[ply]
        if move not in game.moves(state, seat):
            yield Finding("recorded", f"{move!r} was played by seat {seat}, and is no longer one of its moves", where)
            return
        state = game.play(state, seat, move, Chance(seed, ply + 1))
    result = game.result(state)
    now = json.dumps(result and result.as_json(), sort_keys=True)
    if now != (then := json.dumps(recording["result"], sort_keys=True)):
        yield Finding("recorded", "the result is not the one that was recorded", where, then, now)


def _moves(game: AnyGame, state: Any, seats: int) -> dict[int, tuple[str, ...]]:
    return {seat: tuple(game.moves(state, seat)) for seat in range(seats)}


def _seen(game: AnyGame, state: Any, seats: int) -> dict[str, str]:
    """A digest of the view and the moves per viewer; the order of keys and of moves is no rule of a game."""
    moves = _moves(game, state, seats)
    return {
        called(viewer): _short([game.view(state, viewer), sorted(moves[viewer]) if isinstance(viewer, int) else []])
        for viewer in viewers(seats)
    }


def _short(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:12]
