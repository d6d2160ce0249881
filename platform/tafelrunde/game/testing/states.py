"""Holds one state to the rules: who is to move, what is listed, what is shown, what may be marked or typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ..chance import Chance
from ..interface import Bot, Decision, Game, Logged, Viewer
from ..layout import Zone
from ..lines import Line
from ..result import Result
from .canonical import digest, json_text
from .forms import json_fault, moves_fault, mutable_part, ranks_fault
from .inquiry import BrokenMatchError, Inquiry, called, viewers
from .teaching import check_rules_part

Moves = dict[int, tuple[str, ...]]

BOT_SECONDS: Final = 0.005
_JUNK: Final = ("", " ", "/", "@", "@9", "-1", "{0}", "%s", "\0", "🂡", "ß" * 3, "x" * 5000, "'; --", "\n\n", "null")


def check_state(inquiry: Inquiry, state: Any, seats: int, lot: Chance, *, deep: bool) -> Moves:
    """Who may play what, with all that a state promises by itself; `deep` adds what is too dear for each ply."""
    moves = to_move(inquiry, state, seats)
    over = not any(moves.values())
    for viewer in viewers(seats) if deep else lot.shuffle(viewers(seats))[:2]:
        view = _view(inquiry, state, viewer)
        _story(inquiry, state, viewer, seats)
        if isinstance(viewer, int) and moves[viewer]:
            _fallback(inquiry, view, moves[viewer])
    _public(inquiry, state, seats)
    for seat in range(seats):
        _marks(inquiry, state, seat, over=over)
    if deep:
        if fault := mutable_part(state):
            inquiry.tell("immutable", fault)
        view = inquiry.ask("view", state, lot.pick(viewers(seats)))
        _layout(inquiry, view, seats)
        check_rules_part(inquiry, view)
        for seat, listed in moves.items():
            _read(inquiry, state, seat, listed)
    return moves


def to_move(inquiry: Inquiry, state: Any, seats: int, rule: str = "to move") -> Moves:
    """The moves of each seat; a finding unless somebody has some exactly while there is no result."""
    moves: Moves = {}
    for seat in range(seats):
        listed = inquiry.ask("moves", state, seat)
        if fault := moves_fault(listed, inquiry.limits.moves):
            inquiry.tell("notation", f"the moves of seat {seat}: {fault}")
            if isinstance(listed, str) or not isinstance(listed, Sequence):
                raise BrokenMatchError
        moves[seat] = tuple(listed)
        for move in moves[seat]:
            _label(inquiry, move)
    result = inquiry.ask("result", state)
    waiting = [seat for seat, listed in moves.items() if listed]
    if result is None and not waiting:
        inquiry.tell(rule, "nobody has a move, and there is no result")
        raise BrokenMatchError
    if result is not None and waiting:
        inquiry.tell(rule, f"there is a result, and seat {waiting[0]} still has moves: {moves[waiting[0]][0]}")
        raise BrokenMatchError
    return moves


def check_bot(inquiry: Inquiry, bot: Bot, state: Any, seat: int, moves: Sequence[str], seed: bytes) -> None:
    """A bot plays one of its moves, given what it would be given at a table."""
    samples = iter(range(1_000_000))
    decision = Decision(
        seat=seat,
        view=inquiry.ask("view", state, seat),
        moves=moves,
        chance=Chance(seed, 0),
        sample=lambda: inquiry.game.resample(state, seat, Chance(digest(seed.hex(), next(samples)), 0)),
        seconds=BOT_SECONDS,
    )
    move = inquiry.watch("choose", lambda: bot.choose(decision), lambda: f"the bot {bot.slug}")
    if move not in moves:
        inquiry.tell("bots", f"the bot {bot.slug} plays {move!r} for seat {seat}, which is none of {_few(moves)}")


def check_result(inquiry: Inquiry, result: Any, seats: int) -> None:
    """A result names every seat, its ranks are competition ranks, and who shares the first has won."""
    for fault in _result_faults(result, seats):
        inquiry.tell("result", fault)


def _result_faults(result: Any, seats: int) -> Iterator[str]:
    if not isinstance(result, Result):
        yield f"{result!r:.100} is no Result"
        return
    for name, values in (("scores", result.scores), ("ranks", result.ranks)):
        if len(values) != seats:
            yield f"{name} are given for {len(values)} of {seats} seats"
            return
        if any(type(value) is not int for value in values):
            yield f"{name} are {values}, not whole numbers"
            return
    if fault := ranks_fault(result.ranks, result.winners):
        yield fault
    if fault := json_fault(result.as_json(), "result"):
        yield fault


def _view(inquiry: Inquiry, state: Any, viewer: Viewer) -> Any:
    view = inquiry.ask("view", state, viewer)
    fault = json_fault(view, "view") if isinstance(view, dict) else f"it is a {type(view).__name__}, not a dict"
    if fault:
        inquiry.tell("json", f"the view of {called(viewer)}: {fault}")
    elif (size := len(json_text(view))) > inquiry.limits.view:
        inquiry.tell("json", f"the view of {called(viewer)} has {size} characters")
    return view


def _story(inquiry: Inquiry, state: Any, viewer: Viewer, seats: int) -> None:
    story = inquiry.ask("story", state, viewer)
    if isinstance(story, (str, Line)) or not isinstance(story, Sequence):
        inquiry.tell("story", f"the story for {called(viewer)} is a {type(story).__name__}, not a sequence of Lines")
        return
    if len(story) > inquiry.limits.story:
        inquiry.tell("story", f"the story for {called(viewer)} has {len(story)} Lines for one move")
    for line in story:
        inquiry.line(line, f"the story for {called(viewer)}", seats)


def _public(inquiry: Inquiry, state: Any, seats: int) -> None:
    inquiry.line(inquiry.ask("progress", state), "the progress", seats)
    for name in ("scores", "open_scores"):
        scores = inquiry.ask(name, state)
        if scores is not None and (len(scores) != seats or any(type(score) is not int for score in scores)):
            inquiry.tell("scores", f"{name} are {scores!r:.100} for {seats} seats")


def check_last_scores(inquiry: Inquiry, state: Any, result: Any) -> None:
    """A chart of open scores ends where the result is."""
    scores = inquiry.ask("open_scores", state)
    if scores is None or not isinstance(result, Result) or len(scores) != len(result.scores):
        return
    if tuple(scores) != tuple(result.scores):
        inquiry.tell("scores", f"open_scores end with {scores!r:.100}, the result says {result.scores!r:.100}")


def _label(inquiry: Inquiry, move: str) -> None:
    if move in inquiry.labelled:
        return
    inquiry.labelled.add(move)
    if type(inquiry.game).label is not Game.label:  # by default a move is shown in notation, which is never translated
        inquiry.line(inquiry.ask("label", move), f"the label of {move!r}")
    verbs = inquiry.game.verbs()
    if verbs and move.partition(" ")[0] not in verbs:
        inquiry.tell("notation", f"{move!r} begins with none of the game's verbs, {_few(list(verbs))}")


def _marks(inquiry: Inquiry, state: Any, seat: int, *, over: bool) -> None:
    marks = inquiry.ask("premoves", state, seat)
    if fault := moves_fault(marks, inquiry.limits.moves):
        inquiry.tell("premoves", f"seat {seat}: {fault}")
        return
    if marks and over:
        inquiry.tell("premoves", f"seat {seat} may mark {marks[0]!r} when it is over")
    for move in marks:
        _label(inquiry, move)


def _fallback(inquiry: Inquiry, view: Any, listed: Sequence[str]) -> None:
    move = inquiry.ask("fallback", view, listed)
    if move not in listed:
        inquiry.tell("fallback", f"it is {move!r}, which is none of {_few(listed)}")


def _read(inquiry: Inquiry, state: Any, seat: int, listed: Sequence[str]) -> None:
    good = {*listed, *inquiry.ask("premoves", state, seat)}
    for move in listed:
        if (read := inquiry.ask("read", move, state, seat)) != move:
            inquiry.tell("read", f"seat {seat} types {move!r}, and it is read as {read!r}")
    strange = (*_JUNK, *(f"{move} {move}" for move in listed[:2]), *sorted(inquiry.labelled)[:20])
    for text in strange:
        read = inquiry.ask("read", text, state, seat)
        if read is not None and read not in good:
            inquiry.tell(
                "read", f"seat {seat} types {text[:80]!r}, and it is read as {read!r}, which is no move of theirs"
            )


def _layout(inquiry: Inquiry, view: Any, seats: int) -> None:
    zones = inquiry.ask("layout", view)
    if not isinstance(zones, Sequence) or not all(isinstance(zone, Zone) for zone in zones):
        inquiry.tell("layout", f"{zones!r:.100} is no sequence of Zones")
        return
    if type(inquiry.game).layout is Game.layout:  # the default's words are the platform's
        return
    for zone in zones:
        inquiry.line(zone.label, "the label of a zone", seats)
        for label, count in zone.items:
            inquiry.line(label, "a label in a zone", seats)
            if count is not None and type(count) is not int:
                inquiry.tell("layout", f"{label.message!r} is counted as {count!r}")


def check_statistics(inquiry: Inquiry, log: Sequence[Logged], state: Any, seats: int) -> None:
    """Of each seat, exactly what is declared is counted, in whole numbers, none below 0."""
    names = set(inquiry.game.counted())
    counts = inquiry.ask("statistics", log, state)
    if not names and not counts:
        return
    if not isinstance(counts, Sequence) or len(counts) != seats:
        inquiry.tell("statistics", f"they are {counts!r:.100} for {seats} seats")
        return
    for seat, count in enumerate(counts):
        if not isinstance(count, Mapping) or set(count) != names:
            inquiry.tell("statistics", f"of seat {seat} {count!r:.100} is counted, declared are {sorted(names)}")
        elif any(type(number) is not int or number < 0 for number in count.values()):
            inquiry.tell("statistics", f"of seat {seat} they are {count!r:.100}")
    if list(inquiry.ask("statistics", log, state)) != list(counts):
        inquiry.tell("statistics", "asked again about the same match they are others")


def _few(moves: Sequence[str]) -> str:
    return ", ".join(moves[:5]) + (f" … ({len(moves)})" if len(moves) > 5 else "")
