"""What has to hold after a run, whatever has happened: asked of the database and of what the players were told."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import psycopg

from .lateness import Span, within
from .notes import Notes
from .replay import Replayed, Row
from .site import HURRY

LATEST: Final = 5.0
LATE_OR_UNSAVED: Final = ("stale_turn", "not_your_turn", "not_allowed_now", "match_over", "not_saved")
EXPECTED: Final = frozenset(
    {f"{frame} {code}" for frame in ("move", "premove", "say") for code in LATE_OR_UNSAVED} | {"premove illegal_move"}
)
"""Refusals that players meet who send twice, late, or while the database is away; all others would be faults.

What may be marked changes with what others play, so a mark may come too late for that; a move never does.
"""
CONNECTIONS: Final = re.compile(
    r"^(django\.db\.utils\.(OperationalError|InterfaceError)|psycopg\.(OperationalError|InterfaceError|errors\.\w+)"
    r"|psycopg_pool\.PoolTimeout|redis\.exceptions\.(ConnectionError|TimeoutError)|(Connection\w*|Timeout)Error)\b"
)
"""The last line of a trace that tells of a database or a layer that was away."""
SAID_AT_THE_START: Final = re.compile(r"^(Tafelrunde is open at|Press|Ctrl|There is no admin|\s*$|\s*http)")


def moves(matches: Sequence[Replayed], notes: Notes) -> Iterator[str]:
    """Every acknowledged move is in the log, once, as the ply that was acknowledged."""
    logged: dict[tuple[int, int, int], list[tuple[str, int]]] = {}
    for match in matches:
        for entry in match.log:
            if entry["kind"] == "move":
                turn = (match.id, entry["seat"], entry["turn"])
                logged.setdefault(turn, []).append((entry["move"], entry["ply"]))
    for turn, said in notes.acknowledged.items():
        if logged.get(turn) != list(said):
            yield f"{turn} was acknowledged as {said}, the log has {logged.get(turn)}"


def results(matches: Sequence[Replayed]) -> Iterator[str]:
    """Every match is over, and its stored result is that of its rules."""
    for match in matches:
        status, last = match.row["status"], match.stood[-1]
        aborted = match.log[-1]["kind"] == "aborted" if match.log else False
        if status != ("aborted" if aborted else "over"):
            yield f"match {match.id} is {status}"
        elif not aborted and (last.result is None or last.result.as_json() != match.row["result"]):
            yield f"match {match.id}: its log leads to {last.result}, stored is {match.row['result']}"


def sights(matches: Sequence[Replayed], notes: Notes) -> Iterator[str]:
    """Whatever anybody was ever shown of a match is the fold of its log for that viewer, the last sight included."""
    known = {match.id: match for match in matches}
    for sight, digests in notes.seen.items():
        match = known.get(sight.match)
        if match is None or sight.version >= len(match.stood):
            yield f"{sight} was shown, and is in no log"
        elif digests != {match.shown(sight.version, sight.seat)}:
            yield f"{sight} was shown otherwise than the log has it ({len(digests)} ways)"


def last_sights(matches: Sequence[Replayed], last: Sequence[tuple[str, dict[str, Any]]]) -> Iterator[str]:
    """What each player was shown last is the end of the log."""
    known = {match.id: match for match in matches}
    for name, shown in last:
        log = known[shown["id"]].log
        if shown["version"] != len(log):
            yield f"{name} was shown match {shown['id']} last at version {shown['version']}, its log has {len(log)}"
        you = known[shown["id"]].players.get(shown["you"], name)
        if you != name:
            yield f"{name} was shown match {shown['id']} as {you}"


def deadlines(matches: Sequence[Replayed], unable: list[Span]) -> Iterator[tuple[float, float, str]]:
    """Of each move that came after it was due: by how much, how much of that nobody could help, and which it was.

    Nobody can help while no database or no process is there, nor while the machine itself lets programs wait.
    """
    for match in matches:
        for entry, due, at in match.lateness(float(HURRY["BOT_PAUSE"])):
            if at > due:
                what = f"match {match.id}, ply {entry['ply']} by {entry['by']}, at {entry['at']:%H:%M:%S.%f}"
                yield at - due, within(unable, due, at), what


def too_late(late: Iterable[tuple[float, float, str]]) -> Iterator[str]:
    """Moves that came too late, and could have come sooner."""
    for seconds, excused, text in late:
        if seconds - excused > LATEST:
            yield f"{text} came {seconds:.1f} s late, of which {excused:.1f} s could not be helped"


def lines(connection: psycopg.Connection[Row], notes: Notes) -> Iterator[str]:
    """What was said and acknowledged is there once; nothing that was said is there twice."""
    rows = connection.execute("SELECT name, text FROM rooms_chatline WHERE kind = 'say'").fetchall()
    stored = Counter((row["name"], row["text"]) for row in rows)
    for said in notes.said:
        if stored[said] != 1:
            yield f"{said} was acknowledged and is there {stored[said]} times"
    for said, number in stored.items():
        if number > 1:
            yield f"{said} is there {number} times"


def ratings(connection: psycopg.Connection[Row]) -> Iterator[str]:
    """Every rated match that has a result is rated once, and no other. What it gave, `rerate --check` recomputes."""
    over = "SELECT id FROM matches_match WHERE status = 'over' AND rated ORDER BY id"
    rated = "SELECT match AS id FROM ratings_ratedmatch ORDER BY match"
    should, have = ([row["id"] for row in connection.execute(query).fetchall()] for query in (over, rated))
    if should != have:
        yield f"over are {should}, rated are {have}"


def recomputed(told: str) -> list[str]:
    """What `rerate --check` has found wrong."""
    return [line for line in told.splitlines() if not line.endswith("all ratings are as stored")]


def refusals(notes: Notes) -> Iterator[str]:
    """None but those that such players must meet."""
    for code, number in notes.refusals.items():
        if code not in EXPECTED:
            yield f"{number} refusals {code}"


def logs(written: str) -> Iterator[str]:
    """Nothing went wrong in a process but connections to what was away."""
    for line in written.splitlines():
        if not line.startswith("{"):
            if not SAID_AT_THE_START.match(line):
                yield f"not logged but printed: {line}"
            continue
        record: dict[str, Any] = json.loads(line)
        trace = str(record.get("exception", "")).strip()
        if (trace or record["level"] in {"error", "critical"}) and not _is_of_a_connection(trace):
            yield f"{record['level']}: {record['event']}: {trace[-1500:]}"


def _is_of_a_connection(trace: str) -> bool:
    last = [line for line in trace.splitlines() if line and not line.startswith((" ", "\t", "+", "|"))]
    return any(CONNECTIONS.match(line) for line in last[-2:])
