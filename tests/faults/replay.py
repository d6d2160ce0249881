"""Matches played again from seed and log by the pure rules: nothing of the platform but the interface of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import psycopg

from tafelrunde.game import SPECTATOR, Chance, Result, read_options
from tafelrunde.games import AnyGame, find

from .notes import digest

Row = dict[str, Any]
PACES: Final = {"brisk": 30.0, "relaxed": 90.0}
ENDS: Final = frozenset({"aborted", "adjudicated"})


class Wrong(Exception):
    """The log says what the rules do not allow."""


@dataclass(frozen=True, slots=True)
class At:
    """A match at a version. `since` is when each seat's decision became its own; bots play the seats in `bots`."""

    state: Any
    ply: int
    moves: tuple[Sequence[str], ...]
    turns: tuple[int, ...]
    since: tuple[float, ...]
    bots: frozenset[int]
    result: Result | None


@dataclass(slots=True)
class Replayed:
    """A stored match: its row, its log, and where it stood after each entry (at 0: before the first)."""

    row: Row
    game: AnyGame
    players: Mapping[int, str]
    log: list[Row]
    stood: list[At]

    @property
    def id(self) -> int:
        """Of the match."""
        return int(self.row["id"])

    def shown(self, version: int, seat: int | None) -> bytes:
        """What this viewer has to see at this version, as a digest."""
        at = self.stood[version]
        view = {
            "ply": at.ply,
            "to_move": [seat for seat, moves in enumerate(at.moves) if moves],
            "turn": None if seat is None else at.turns[seat],
            "moves": [] if seat is None else sorted(at.moves[seat]),
            "board": self.game.view(at.state, SPECTATOR if seat is None else seat),
            "result": at.result.as_json() if at.result else None,
        }
        return digest(view)

    def lateness(self, pause: float) -> Iterator[tuple[Row, float, float]]:
        """Of each move: its entry, when it was due (a bot's after its pause, a mark's at once), when it was made."""
        for entry, at in zip(self.log, self.stood, strict=False):
            seat, limit = entry["seat"], PACES.get(self.row["pace"])
            if entry["kind"] != "move":
                continue
            if seat in at.bots:
                limit = pause
            elif entry["by"] == "premove":
                limit = 0.0
            if limit is not None:
                yield entry, at.since[seat] + limit, entry["at"].timestamp()


def replayed(connection: psycopg.Connection[Row]) -> list[Replayed]:
    """All matches of the database. Wrong if one cannot be played again."""
    rows = connection.execute("SELECT * FROM matches_match ORDER BY id").fetchall()
    return [_replay(connection, row) for row in rows]


def _replay(connection: psycopg.Connection[Row], row: Row) -> Replayed:
    given = {"match": row["id"]}
    seats = connection.execute(
        "SELECT * FROM matches_matchseat WHERE match_id = %(match)s ORDER BY seat", given
    ).fetchall()
    log = connection.execute(
        "SELECT * FROM matches_entry WHERE match_id = %(match)s ORDER BY version", given
    ).fetchall()
    game = find(row["game"], row["ruleset"])
    if game is None:
        raise Wrong(f"match {row['id']}: no game {row['game']}")
    seed, options = bytes(row["seed"]), read_options(game.Options, row["options"])
    state = game.setup(len(seats), options, Chance(seed, 0))
    began = (row["started"].timestamp(),) * len(seats)
    bots = frozenset(seat["seat"] for seat in seats if seat["bot"])
    stood = [At(state, 0, _moves(game, state, len(seats)), (0,) * len(seats), began, bots, game.result(state))]
    for number, entry in enumerate(log, 1):
        if entry["version"] != number:
            raise Wrong(f"match {row['id']}: entry {number} has version {entry['version']}")
        stood.append(_after(game, seed, stood[-1], entry))
    players = {seat["seat"]: seat["name"] for seat in seats if not seat["bot"]}
    return Replayed(row, game, players, log, stood)


def _after(game: AnyGame, seed: bytes, before: At, entry: Row) -> At:
    seat, when = entry["seat"], entry["at"].timestamp()
    if entry["kind"] in ENDS:
        return replace(before, moves=((),) * len(before.moves))
    if entry["kind"] != "move":
        since = tuple(when if other == seat else at for other, at in enumerate(before.since))
        bots = before.bots | {seat} if entry["kind"] in {"absent", "left"} else before.bots - {seat}
        return replace(before, since=since, bots=bots)
    if entry["ply"] != before.ply + 1 or entry["turn"] != before.turns[seat]:
        raise Wrong(f"match {entry['match_id']}: ply {before.ply + 1} is out of order: {entry}")
    if entry["move"] not in before.moves[seat]:
        raise Wrong(f"match {entry['match_id']}: ply {entry['ply']} is no legal move: {entry['move']}")
    state = game.play(before.state, seat, entry["move"], Chance(seed, entry["ply"]))
    moves = _moves(game, state, len(before.moves))
    return At(
        state=state,
        ply=entry["ply"],
        moves=moves,
        turns=tuple(turn + (other == seat) for other, turn in enumerate(before.turns)),
        since=tuple(
            when if moves[other] and (other == seat or not before.moves[other]) else at
            for other, at in enumerate(before.since)
        ),
        bots=before.bots,
        result=game.result(state),
    )


def _moves(game: AnyGame, state: Any, seats: int) -> tuple[Sequence[str], ...]:
    return tuple(game.moves(state, seat) for seat in range(seats))
