"""Plays the same matches in two fresh processes that hash differently, and compares all that the game says.

What hangs on the order of a set, on an address in memory or on what was played before shows here, and nowhere else.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, Final

from ..chance import Chance
from .canonical import canonical, json_text
from .cases import Case
from .inquiry import AnyGame, Inquiry, called, viewers
from .playing import pick
from .report import Where

_HASH_SEEDS: Final = ("1", "2")
_SECONDS: Final = 120
_ANSWER: Final = "from tafelrunde.game.testing.elsewhere import answer; answer()"
Said = tuple[int, int, str, str]


def check_elsewhere(inquiry: Inquiry, cases: Sequence[Case]) -> None:
    """Tell the first thing that is not the same in another process."""
    inquiry.where = None
    try:
        question = pickle.dumps((inquiry.game, tuple(cases), inquiry.limits.plies))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        inquiry.tell("repeats", f"the game cannot be handed to another process: {error}")
        return
    answers = [_ask(question, seed) for seed in _HASH_SEEDS]
    for text in answers:
        if isinstance(text, str):
            inquiry.tell("repeats", f"the game cannot be played in another process: {text}")
            return
    for first, second in zip_longest(*answers):
        if first != second:
            _tell(inquiry, cases, tuple(first or second), first and first[3], second and second[3])
            return


def answer() -> None:
    """In the other process: read the question, play, print all that was said."""
    game, cases, plies = pickle.loads(sys.stdin.buffer.read())  # noqa: S301  from our own parent process
    json.dump([said for case in cases for said in transcript(game, case, plies)], sys.stdout)


def transcript(game: AnyGame, case: Case, plies: int) -> Iterator[Said]:
    """Match, ply, what and its text, for everything a game says in a match played by lot."""
    state = game.setup(case.seats, case.options, Chance(case.seed, 0))
    for ply in range(plies + 1):
        yield case.number, ply, "the state", canonical(state)
        moves = {seat: tuple(game.moves(state, seat)) for seat in range(case.seats)}
        yield case.number, ply, "the moves", canonical(moves)
        for viewer in viewers(case.seats):
            yield case.number, ply, f"the view of {called(viewer)}", json_text(game.view(state, viewer))
            yield case.number, ply, f"the story for {called(viewer)}", canonical(game.story(state, viewer))
        for what in (game.progress, game.scores, game.open_scores, game.result):
            yield case.number, ply, f"the {what.__name__}", canonical(what(state))
        if not any(moves.values()):
            return
        seat, move = pick(moves, case.lot("elsewhere", ply))
        state = game.play(state, seat, move, Chance(case.seed, ply + 1))


def _ask(question: bytes, hash_seed: str) -> list[Any] | str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", _ANSWER]
    try:
        done = subprocess.run(  # noqa: S603  our own interpreter with our own words
            command, input=question, env=environment, capture_output=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return f"no answer for {_SECONDS} s"
    if done.returncode:
        return done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
    answers: list[Any] = json.loads(done.stdout)
    return answers


def _tell(inquiry: Inquiry, cases: Sequence[Case], said: Said, first: str | None, second: str | None) -> None:
    number, ply, what, _ = said
    case = next(case for case in cases if case.number == number)
    inquiry.where = Where(number, case.seats, case.written(), ply, seed=inquiry.report.seed)
    message = f"{what} is not the same in two processes: something hangs on the order of a set, or on hidden randomness"
    inquiry.tell("repeats", message, first or "nothing", second or "nothing")
