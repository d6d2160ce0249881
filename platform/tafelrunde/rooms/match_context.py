"""What the templates of a match's page are given: plain values in the language that is active now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from tafelrunde.accounts.names import called
from tafelrunde.game import SPECTATOR, Viewer
from tafelrunde.matches import position as fold
from tafelrunde.matches.frames import story_of
from tafelrunde.matches.models import Entry, Match
from tafelrunde.matches.position import Change
from tafelrunde.matches.replay import Replay, Step
from tafelrunde.matches.texts import render

from .chart import chart

Context = dict[str, Any]


def whole(match: Match, replayed: Replay, ply: int, viewer: Viewer, *, hides: bool = False) -> Context:
    """All of the page, at one ply; where it `hides` what comes later, nothing in it depends on that before the end."""
    given, last = step(match, replayed, replayed.steps[ply], viewer), len(replayed.steps) - 1
    until = ply if hides else last
    given |= {
        "hides": hides,
        "hidden": until < last,
        "starts": replayed.rounds(),
        "rounds": list(_rounds(replayed, viewer, until)),
        "viewers": _viewers(replayed, viewer),
        "ending": _ending(replayed) if until == last else "",
    }
    if replayed.over:
        chance = f"/api/matches/{match.pk}/chance"
        given |= {"seed": replayed.seed.hex(), "chance": chance, **_chart(replayed, ply, until)}
    return given


def step(match: Match, replayed: Replay, shown: Step, viewer: Viewer) -> Context:
    """One ply, as the viewer saw it then."""
    position, names, seat = shown.position, shown.names, viewer if isinstance(viewer, int) else None
    last = len(replayed.steps) - 1
    starts = replayed.rounds()
    return {
        "match": match,
        "game": match.game,
        "over": replayed.over,
        "ply": shown.ply,
        "last": last,
        "viewer": SPECTATOR.value if seat is None else seat,
        "seen_by": _seen_by(replayed, viewer),
        "progress": render(shown.progress, names),
        "story": story_of(replayed.game, position, viewer),
        "made": _made(replayed, shown) if replayed.over or (shown.move and shown.move.seat == seat) else None,
        "game_name": render(replayed.game.name),
        "shown": {
            "id": match.pk,
            "game": match.game,
            "ruleset": match.ruleset,
            "version": position.version,
            "board": replayed.game.view(position.state, viewer),
            "moves": [],
            "premoves": [],
            "mark": "",
            "you": seat,
            "turn": None,
            "names": names,
            "mover": position.mover,
            "over": position.over,
            "result": position.result.as_json() if position.result else None,
            "to_move": list(position.to_move),
        },
        "seats": [
            {
                "seat": n,
                "name": sitter.called,
                "bot": bool(sitter.bot),
                "absent": n in position.away,
                "to_move": n in position.to_move,
            }
            for n, sitter in enumerate(position.sitters)
        ],
        "to": {
            "first": 0,
            "round_before": max((start for start in starts if start < shown.ply), default=0),
            "before": max(0, shown.ply - 1),
            "next": min(last, shown.ply + 1),
            "round_next": min((start for start in starts if start > shown.ply), default=last),
            "last": last,
        },
    }


def _seen_by(replayed: Replay, viewer: Viewer) -> str:
    return replayed.last.sitters[viewer].called if isinstance(viewer, int) else _("a spectator")


def _viewers(replayed: Replay, viewer: Viewer) -> list[Context]:
    """Through whose eyes the reader may look."""
    seats = [
        {"value": seat, "name": sitter.called, "chosen": seat == viewer}
        for seat, sitter in enumerate(replayed.last.sitters)
        if replayed.over or seat == viewer
    ]
    if replayed.over or viewer is SPECTATOR:
        seats.append({"value": SPECTATOR.value, "name": _("spectator"), "chosen": viewer is SPECTATOR})
    return seats


def _rounds(replayed: Replay, viewer: Viewer, until: int) -> Iterator[Context]:
    """The moves up to a ply in their rounds, and what happened to seats; of a running match the viewer's own moves."""
    starts = [start for start in replayed.rounds() if start <= until]
    for start, end in zip(starts, [*starts[1:], until], strict=True):
        entries = [] if start else list(_events(replayed, replayed.steps[0]))
        for shown in replayed.steps[start + 1 : end + 1]:
            assert shown.move is not None
            if replayed.over or shown.move.seat == viewer:
                entries.append({"ply": shown.ply, **_made(replayed, shown)})
            entries += _events(replayed, shown)
        first = replayed.steps[start]
        yield {"ply": start, "text": render(first.progress, first.names) or _("The beginning"), "entries": entries}


def _made(replayed: Replay, shown: Step) -> Context:
    """Who made a move, and what it was."""
    if shown.move is None or shown.mover is None:
        return {}
    return {
        "seat": shown.move.seat,
        "name": shown.mover.called,
        "move": render(replayed.game.label(shown.move.move), shown.names),
        "by": shown.move.by,
        "by_label": Entry.By(shown.move.by).label,
    }


def _events(replayed: Replay, shown: Step) -> Iterator[Context]:
    for change, name in shown.events:
        yield {"event": told(replayed, change, name)}


def told(replayed: Replay, change: Change, name: str) -> str:
    """What has happened to a seat or the match, in words."""
    if change.kind == fold.ADJUDICATED:
        winners = [replayed.last.sitters[int(seat)].called for seat in change.move.split()]
        return _("An admin has decided. Winning: {names}.").format(names=", ".join(winners))
    if change.kind == fold.REPLACED:
        assert change.sitter is not None
        return _("{name} takes the seat of {other}.").format(name=change.sitter.called, other=called(name))
    return {
        fold.ABSENT: _("{name} is away, a bot plays."),
        fold.BACK: _("{name} is back."),
        fold.LEFT: _("{name} has left, a bot plays."),
        fold.ABORTED: _("The match was aborted."),
        fold.RESUMED: _("The match rested, and an admin has let it go on."),
    }[change.kind].format(name=called(name))


def _ending(replayed: Replay) -> str:
    """How a match ended that was not played to its end."""
    ends = [event for event in replayed.steps[-1].events if event[0].kind in {fold.ABORTED, fold.ADJUDICATED}]
    return told(replayed, *ends[-1]) if ends else ""


def _chart(replayed: Replay, ply: int, until: int) -> Context:
    names = [sitter.called for sitter in replayed.last.sitters]
    parts = [(start, render(replayed.steps[start].progress, names)) for start in replayed.rounds() if start <= until]
    scores = [(at, row) for at, row in replayed.scores() if at <= until]
    drawn = chart(scores, names, parts, len(replayed.steps) - 1)
    if drawn is None:
        return {}
    ends = {"first_part": parts[0][1], "last_part": parts[-1][1], "parted": len(parts) > 1}
    return {"chart": drawn, "cursor": drawn.x(ply), **ends}
