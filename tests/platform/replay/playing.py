"""Playing matches into the log, faster than by sockets."""

from __future__ import annotations

from collections.abc import Sequence

from tafelrunde.accounts.models import Player
from tafelrunde.matches import live, log
from tafelrunde.matches import position as fold
from tafelrunde.matches.append import Append
from tafelrunde.matches.entries import status_of
from tafelrunde.matches.models import Match
from tafelrunde.matches.position import Change, Position, Sitter


class Play:
    """A match whose log grows here. `position` is where it stands, `made` what was appended."""

    def __init__(self, match: Match) -> None:
        self.match = match
        table = live.read(match.pk)
        self.game, self.seed, self.position = table.game, table.seed, table.position
        self.positions: list[Position] = [table.position]

    def move(self, by: str = fold.PLAYER, choice: int = 0) -> Play:
        """Whoever is to move plays one of their moves."""
        seat = self.position.to_move[0]
        turn, moves = self.position.turns[seat], self.position.legal[seat]
        self._append(Change(fold.MOVE, seat, fold.now(), moves[choice % len(moves)], by), turn)
        return self

    def moves(self, plies: int | None = None, by: Sequence[str] = (fold.PLAYER,)) -> Play:
        """So many moves, or to the end, one way after the other."""
        done = 0
        while not self.position.over and done != plies:
            self.move(by[done % len(by)], done)
            done += 1
        return self

    def happens(self, kind: str, seat: int = fold.NO_SEAT, player: Player | None = None, move: str = "") -> Play:
        """Something happens to a seat or the match."""
        sitter = Sitter(player.pk, "", player.name) if player else None
        self._append(Change(kind, seat, fold.now(), move, "", sitter), None)
        return self

    def _append(self, change: Change, turn: int | None) -> None:
        position = fold.after(self.game, self.seed, self.position, change)
        result = position.result.as_json() if position.result else None
        player = change.sitter.player if change.sitter else None
        log.commit(
            [
                Append(
                    self.match.pk,
                    position.version,
                    change.kind,
                    position.ply,
                    change.seat,
                    turn,
                    change.move,
                    change.by,
                    change.at,
                    None,
                    status_of(position),
                    result,
                    player,
                )
            ]
        )
        self.position = position
        self.positions.append(position)
        self.match.refresh_from_db()
