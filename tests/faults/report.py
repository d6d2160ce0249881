"""What was done in a run and what it came to, in words and figures."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise

from .lateness import Lateness
from .notes import Notes
from .plan import Kind
from .replay import Replayed
from .site import Site

Late = Sequence[tuple[float, float, str]]


def report(site: Site, notes: Notes, matches: Sequence[Replayed], late: Late, machine: Lateness, seed: int) -> str:
    """For whoever wants to know."""
    entries = [entry for match in matches for entry in match.log]
    by = Counter(entry["by"] or entry["kind"] for entry in entries)
    games = Counter(match.game.slug for match in matches)
    ends = Counter(match.row["status"] for match in matches)
    latest = max(late, default=(0.0, 0.0, "none"))
    told = [
        ("matches", f"{len(matches)}: {_counts(games)}; {_counts(ends)}"),
        ("log", f"{len(entries)} entries: {_counts(by)}"),
        ("acknowledged moves", f"{len(notes.acknowledged)}; the slowest after {notes.slowest:.1f} s"),
        ("frames sent twice, late", f"{notes.twice}, {notes.late}; {notes.unknown} moves never had an answer"),
        ("views checked", f"{len(notes.seen)}; lines said {len(notes.said)}; marks {notes.marks}"),
        ("connections", f"{notes.connections}; ended with {_counts(notes.closed)}"),
        *((kind.value, f"{site.done[kind]}") for kind in Kind),
        ("refusals", _counts(notes.refusals) or "none"),
        ("longest time without a move", f"{_longest_pause(matches):.1f} s"),
        ("latest deed after its deadline", f"{latest[0]:.1f} s, {latest[1]:.1f} s not to be helped ({latest[2]})"),
        ("the machine let programs wait", f"{machine.worst:.2f} s at most"),
    ]
    width = max(len(what) for what, _figure in told)
    return "\n".join([f"\nFaults, seed {seed}", *(f"  {what:<{width}}  {figure}" for what, figure in told)])


def suffered(site: Site) -> str:
    """What was done to all, and when the processes had a match in hand for long: for who looks for a cause."""
    did = [(span.begin, f"{what} for {span.end - span.begin:.1f} s") for span, what in site.suffered]
    records = (json.loads(line) for server in site.servers for line in server.log.splitlines() if line.startswith("{"))
    slow = [(_moment(record["timestamp"]), record["event"]) for record in records if " in hand for " in record["event"]]
    return "\n".join(f"{datetime.fromtimestamp(at, UTC):%H:%M:%S.%f} {what}" for at, what in sorted([*did, *slow]))


def _moment(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


def _counts(counts: Counter[str] | Counter[int]) -> str:
    return ", ".join(f"{number} {what}" for what, number in counts.most_common())


def _longest_pause(matches: Sequence[Replayed]) -> float:
    """The longest time in which nothing moved anywhere."""
    times = sorted(entry["at"].timestamp() for match in matches for entry in match.log)
    return max((after - before for before, after in pairwise(times)), default=0.0)
