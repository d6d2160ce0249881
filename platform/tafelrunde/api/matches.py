"""Matches: the record, and what could be seen at each ply."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest
from ninja import Path, Query, Router

from tafelrunde.game import SPECTATOR, Viewer
from tafelrunde.matches import records
from tafelrunde.matches.models import Match

from . import shapes
from .callers import ALL, caller

router = Router(tags=["matches"], auth=ALL)
Number = Annotated[int, Path(ge=0, lt=2**63)]  # databases take none that is larger
Viewed = Annotated[int | Literal["spectator"] | None, Query(None, description="a seat counted from 0, or spectator")]


@router.get("/{id}", response={200: shapes.Match, 401: shapes.Error, 404: shapes.Error, 422: shapes.Error})
def one_match(request: HttpRequest, id: Number) -> dict[str, Any]:
    """The record of a match; while it runs, without the seed and with the caller's own moves only."""
    return records.match_json(_match(id), caller(request))


@router.get(
    "/{id}/views/{ply}",
    response={200: dict[str, Any]} | dict.fromkeys((401, 403, 404, 409, 422), shapes.Error),
)
def one_view(request: HttpRequest, id: Number, ply: Number, viewer: Viewed = None) -> dict[str, Any]:
    """The board after so many moves: the caller's own view, or once the match is over that of any `viewer`."""
    seen_by: Viewer | None = SPECTATOR if viewer == "spectator" else viewer
    return records.view_json(_match(id), ply, caller(request), seen_by)


def _match(id: int) -> Match:
    match = Match.objects.filter(pk=id).first()
    if match is None:
        raise Http404
    return match
