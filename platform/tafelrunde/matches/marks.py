"""Marks (premoves that stand): which there are in a match, and what becomes of them in the transaction of an entry.

A mark is a row per player and match, for one turn of their seat: whatever ends that turn ends the mark. What a process
knows of a match's marks is `Marks`; the rows are the truth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, connection

from tafelrunde.game import Game
from tafelrunde.games import AnyGame

from . import position as fold
from .models import Deadline, Mark
from .position import Position

if TYPE_CHECKING:
    from .append import Append


@dataclass(frozen=True, slots=True)
class Marked:
    """The move that a player has marked for their seat's `turn`-th."""

    player: int
    seat: int
    turn: int
    move: str


@dataclass(slots=True)
class Marks:
    """A match's marks by seat, as this process last read them: the `taken`-th of the readings `asked` for."""

    by_seat: Mapping[int, Marked] = field(default_factory=dict)
    asked: int = 0
    taken: int = 0


class Unmarked(IntegrityError):
    """The mark that was to be played stands no longer: another process has taken it off, or put another there."""


def can_mark(game: AnyGame) -> bool:
    """Has the game marks at all? Known of its class: others never pay for them."""
    return type(game).premoves is not Game.premoves


def markable(game: AnyGame, position: Position, seat: int) -> Sequence[str]:
    """What the seat may mark now; nothing at its turn: then it plays."""
    if position.over or position.legal[seat]:
        return ()
    return game.premoves(position.state, seat)


def standing(marks: Marks | None, position: Position, seat: int) -> Marked | None:
    """The mark of who sits there, if it is for the turn that is the seat's next."""
    if marks is None or not marks.by_seat:
        return None
    mark = marks.by_seat.get(seat)
    return mark if mark is not None and stands(mark, position) else None


def stands(mark: Marked, position: Position) -> bool:
    """Is it for what comes next, by who plays that seat?"""
    seat = mark.seat
    mine = position.sitters[seat].player == mark.player and seat not in position.away
    return mine and mark.turn == position.turns[seat] and not position.over


def read_marks(matches: Iterable[int]) -> dict[int, dict[int, Marked]]:
    """What the database knows, by match and seat."""
    found: dict[int, dict[int, Marked]] = {match: {} for match in matches}
    rows = Mark.objects.filter(match__in=list(found))
    for match, player, seat, turn, move in rows.values_list("match", "player", "seat", "turn", "move"):
        found[match][seat] = Marked(player, seat, turn, move)
    return found


def unknown(marks: Marks | None, position: Position) -> tuple[tuple[int, int], ...]:
    """The seats and turns of the people to move who have no mark that this process knows of: they may have one."""
    if marks is None or position.over:
        return ()
    return tuple(
        (seat, position.turns[seat])
        for seat in position.to_move
        if not position.bot_plays(seat) and standing(marks, position, seat) is None
    )


def settle(append: Append) -> None:
    """In the transaction of an entry: the mark goes that is played by it, or that has no turn to wait for any more."""
    found = Mark.objects.filter(match=append.match)
    if append.by == fold.PREMOVE:
        assert append.turn is not None
        played, _rows = found.filter(seat=append.seat, turn=append.turn, move=append.move).delete()
        if not played:
            raise Unmarked(f"match {append.match}: the mark of seat {append.seat} stands no longer")
    if append.status is not None:
        found.delete()
    elif append.unmark:
        found.filter(seat=append.seat).delete()


def upsert_due(append: Append, due: Any, at_once: Any) -> tuple[str, list[Any]]:
    """Statement that sets a match's deadline: `at_once` if a seat of `append.unknown` has a mark after all, else `due`.

    Also one of another process, of which no word has come yet: whoever marks holds the log's next version meanwhile.
    """
    quote = connection.ops.quote_name
    seats = " OR ".join(["(seat = %s AND turn = %s)"] * len(append.unknown))
    sql = (
        f"INSERT INTO {quote(Deadline._meta.db_table)} (match_id, due) VALUES (%s, CASE WHEN EXISTS ("  # noqa: S608
        f"SELECT 1 FROM {quote(Mark._meta.db_table)} WHERE match_id = %s AND ({seats})) THEN %s ELSE %s END) "
        "ON CONFLICT (match_id) DO UPDATE SET due = excluded.due"
    )
    values = [number for seat_and_turn in append.unknown for number in seat_and_turn]
    return sql, [append.match, append.match, *values, at_once, due]
