"""Plays one match by lot and looks at everything on the way."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from ..chance import Chance
from ..interface import Logged
from .canonical import canonical, digest
from .cases import Case
from .inquiry import BrokenMatchError, Inquiry, about, called, shown, viewers
from .report import Where
from .states import Moves, check_bot, check_last_scores, check_result, check_state, check_statistics, to_move

_AGAIN: Final = 4  # every so many plies, by lot: ask twice what is shown
_DEEP: Final = 8  # every so many plies, by lot: what is too dear for each


class CountedChance(Chance):
    """Chance that knows whether it was asked."""

    __slots__ = ("drawn",)

    def __init__(self, seed: bytes, ply: int) -> None:
        super().__init__(seed, ply)
        self.drawn = 0

    def below(self, bound: int) -> int:
        self.drawn += 1
        return super().below(bound)


@dataclass(slots=True)
class Played:
    """A match as far as it came: the state after k moves, and whether that move asked chance; `close` are the plies
    that were looked at closely, each with its state as text.
    """

    case: Case
    states: list[Any] = field(default_factory=list)
    close: dict[int, str] = field(default_factory=dict)
    log: list[tuple[int, str]] = field(default_factory=list)
    drew: list[bool] = field(default_factory=list)
    whole: bool = False


def told(log: list[tuple[int, str]]) -> str:
    """The last move in words."""
    return f"seat {log[-1][0]} plays {log[-1][1]!r}" if log else "the setup"


def pick(moves: Moves, lot: Chance) -> tuple[int, str]:
    """One move of somebody who has some."""
    seat = lot.pick([seat for seat, listed in moves.items() if listed])
    return seat, lot.pick(moves[seat])


def play_match(inquiry: Inquiry, case: Case) -> Played:
    """The match, played to its end or to the first thing that makes going on impossible."""
    played = Played(case)
    inquiry.where = Where(case.number, case.seats, case.written(), 0, told([]), inquiry.report.seed)
    with suppress(BrokenMatchError):
        _play(inquiry, played)
    inquiry.report.matches += 1
    inquiry.report.plies += len(played.log)
    return played


def _play(inquiry: Inquiry, played: Played) -> None:
    case = played.case
    chance = CountedChance(case.seed, 0)
    state = inquiry.ask("setup", case.seats, case.options, chance)
    _same(inquiry, played, state, inquiry.ask("setup", case.seats, case.options, Chance(case.seed, 0)))
    played.drew.append(bool(chance.drawn))
    for ply in range(inquiry.limits.plies + 1):
        lot = case.lot("play", ply)
        inquiry.at(ply, told(played.log))
        played.states.append(state)
        edge = ply == 0 or inquiry.ask("result", state) is not None
        if edge or lot.below(inquiry.closely) == 0:
            state = _close_step(inquiry, played, state, lot, deep=edge or lot.below(_DEEP) == 0)
        else:
            state = _step(inquiry, played, state, pick(to_move(inquiry, state, case.seats), lot))
        if played.whole:
            return
    _tell_endless(inquiry, played)


def _close_step(inquiry: Inquiry, played: Played, state: Any, lot: Chance, *, deep: bool) -> Any:
    """Hold the state and a move by lot to everything that is promised; the state after it, or the end."""
    case, ply = played.case, len(played.log)
    before = played.close[ply] = canonical(state)
    moves = check_state(inquiry, state, case.seats, lot, deep=deep)
    if not any(moves.values()):
        _check_end(inquiry, played, state, before)
        played.whole = True
        return state
    seat, move = pick(moves, lot)
    if lot.below(_DEEP) == 0:
        _ask_bots(inquiry, case, state, moves, ply)
    _try_others(inquiry, played, moves, lot, deep=deep)
    after = _step(inquiry, played, state, (seat, move))
    if (changed := canonical(state)) != before:
        _who_changed(inquiry, played, moves, (seat, move), (before, changed))
    _same(inquiry, played, after, inquiry.ask("play", state, seat, move, Chance(case.seed, ply + 1)))
    return after


def _step(inquiry: Inquiry, played: Played, state: Any, move: tuple[int, str]) -> Any:
    """The state after a move, which is in the log from now on."""
    chance = CountedChance(played.case.seed, len(played.log) + 1)
    after = inquiry.ask("play", state, *move, chance)
    played.drew.append(bool(chance.drawn))
    played.log.append(move)
    inquiry.at(len(played.log), told(played.log))
    return after


def _tell_endless(inquiry: Inquiry, played: Played) -> None:
    """The finding about a match without an end: whether it goes in a circle, and how far it has come."""
    last = canonical(played.states[-1])
    earlier = [ply for ply, state in enumerate(played.states[:-1]) if canonical(state) == last]
    message = f"after {len(played.log)} moves by lot there is still no result"
    if earlier:
        again = f"the state is the one that was there after {_moves(earlier[-1])}"
        inquiry.tell("ends", f"{message}; it goes in a circle: {again}", last, last)
        return
    half = len(played.states) // 2
    inquiry.tell("ends", f"{message}; before is the state after {_moves(half)}", canonical(played.states[half]), last)


def _moves(count: int) -> str:
    return f"{count} move{'' if count == 1 else 's'}"


def _same(inquiry: Inquiry, played: Played, state: Any, again: Any) -> None:
    """The same call once more has given the same state, and one viewer is shown the same of it."""
    first, second = canonical(state), canonical(again)
    if "unchanged" in inquiry.report.rules:  # then the same call was not given the same state
        return
    if first != second:
        inquiry.tell("repeats", f"{told(played.log)}, twice with the same chance, gives two states", first, second)
        return
    case = played.case
    lot = case.lot("same", len(played.log))
    if lot.below(_AGAIN):
        return
    viewer = lot.pick(viewers(case.seats))
    once, twice = (shown(inquiry, each, viewer, case.seats) for each in (state, again))
    for what, text in once.items():
        if text != twice[what]:
            inquiry.tell("repeats", f"{what} of {called(viewer)} is not the same twice", text, twice[what])


def _try_others(inquiry: Inquiry, played: Played, moves: Moves, lot: Chance, *, deep: bool) -> None:
    """Play moves that are not taken: one at each ply, now and then all of them."""
    state, case, ply = played.states[-1], played.case, len(played.log)
    listed = [(seat, move) for seat, several in moves.items() for move in several]
    for seat, move in lot.shuffle(listed)[:60] if deep else [lot.pick(listed)]:
        after = inquiry.ask("play", state, seat, move, Chance(case.seed, ply + 1))
        if deep:
            inquiry.at(ply + 1, told([(seat, move)]))
            to_move(inquiry, after, case.seats)
            inquiry.at(ply, told(played.log))


def _ask_bots(inquiry: Inquiry, case: Case, state: Any, moves: Moves, ply: int) -> None:
    lot = case.lot("bots", ply)
    seat, _ = pick(moves, lot)
    for bot in lot.shuffle(inquiry.game.bots())[:1]:
        check_bot(inquiry, bot, state, seat, moves[seat], digest(case.key, "bot", ply))


def _check_end(inquiry: Inquiry, played: Played, state: Any, before: str) -> None:
    result = inquiry.ask("result", state)
    check_result(inquiry, result, played.case.seats)
    check_last_scores(inquiry, state, result)
    log = tuple(Logged(ply, seat, move) for ply, (seat, move) in enumerate(played.log, 1))
    check_statistics(inquiry, log, state, played.case.seats)
    if (changed := canonical(state)) != before:
        _who_changed(inquiry, played, {}, None, (before, changed))


def _who_changed(
    inquiry: Inquiry, played: Played, moves: Moves, move: tuple[int, str] | None, seen: tuple[str, str]
) -> None:
    """Play it all again from the seed, call by call, to name the one that changes the state it is given."""
    case, log = played.case, played.log[:-1] if move else played.log
    ply = len(log)
    inquiry.at(ply, told(log))
    state = inquiry.ask("setup", case.seats, case.options, Chance(case.seed, 0))
    for at, (seat, played_move) in enumerate(log, 1):
        state = inquiry.ask("play", state, seat, played_move, Chance(case.seed, at))
    calls: list[tuple[str, tuple[Any, ...]]] = [("result", ()), ("progress", ()), ("scores", ()), ("open_scores", ())]
    calls += [(name, (viewer,)) for name in ("view", "story") for viewer in viewers(case.seats)]
    calls += [(name, (seat,)) for name in ("moves", "premoves") for seat in range(case.seats)]
    calls += [("play", (*(move or ()), Chance(case.seed, ply + 1)))] if move else []
    for name, args in calls:
        before = canonical(state)
        inquiry.ask(name, state, *args)
        if (after := canonical(state)) != before:
            inquiry.tell("unchanged", f"{about(name, (state, *args))} changes the state it is given", before, after)
            inquiry.at(len(played.log), told(played.log))
            return
    inquiry.tell("unchanged", "a call changes the state it is given, though none does when it is made again", *seen)
    inquiry.at(len(played.log), told(played.log))
