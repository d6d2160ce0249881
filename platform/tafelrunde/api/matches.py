"""Matches: the record, and what could be seen at each ply."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest
from ninja import Path, Query, Router

from tafelrunde.game import SPECTATOR, Viewer
from tafelrunde.matches import records
from tafelrunde.matches.models import Match
from tafelrunde.rooms.seeing import may_see

from . import shapes
from .callers import ALL, caller, comer
from .shapes import answers

router = Router(tags=["matches"], auth=ALL)
Number = Annotated[int, Path(ge=0, lt=2**63)]  # databases take none that is larger
Viewed = Annotated[int | Literal["spectator"] | None, Query(None, description="a seat counted from 0, or spectator")]


@router.get("/{id}", response=answers(200, shapes.Match, 404, 422), summary="The record")
def one_match(request: HttpRequest, id: Number) -> dict[str, Any]:
    """The record of a match; while it runs, without the seed and with the caller's own moves only."""
    reader = caller(request)
    return records.match_json(_match(id, request), reader)


@router.get("/{id}/views/{ply}", response=answers(200, dict[str, Any], 404, 409, 422), summary="What was seen")
def one_view(request: HttpRequest, id: Number, ply: Number, viewer: Viewed = None) -> dict[str, Any]:
    """The board after so many moves: the caller's own view, or once the match is over that of any `viewer`."""
    seen_by: Viewer | None = SPECTATOR if viewer == "spectator" else viewer
    reader = caller(request)
    return records.view_json(_match(id, request), ply, reader, seen_by)


@router.get("/{id}/chance", response=answers(200, shapes.ChanceLog, 404, 409, 422), summary="What chance gave")
def one_chance(request: HttpRequest, id: Number) -> dict[str, Any]:
    """Once the match is over: what chance was asked at each ply and what it gave, to be drawn again from the seed."""
    return records.chance_json(_match(id, request))


def _match(id: int, request: HttpRequest) -> Match:
    match = Match.objects.select_related("private", "room").filter(pk=id).first()
    if match is None or not may_see(match, comer(request)):
        raise Http404
    return match
