"""The page of a game's rules, and the part of it that matters at a table just now."""

from __future__ import annotations

import logging

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.games import AnyGame
from tafelrunde.house import offers
from tafelrunde.matches import faults
from tafelrunde.matches.texts import render as render_line

from . import door
from .models import Room
from .picture import match_in

log = logging.getLogger(__name__)


def address(game: AnyGame, room: Room | None = None, player: int | None = None) -> str:
    """Where the rules of a game are; with a room, the part that matters now to this player at its table."""
    part = part_of(game, room, player) if room is not None else ""
    return reverse("rules", args=[game.slug]) + (f"#{part}" if part else "")


def part_of(game: AnyGame, room: Room, player: int | None) -> str:
    """The part of the rules that matters now in the room's match; empty where there is none, or nobody can say."""
    live = match_in(room) if room.game == game.slug else None
    if live is None:
        return ""
    try:
        return live.game.rules_part(live.game.view(live.position.state, live.viewer(player)))
    except Exception as error:  # noqa: BLE001  it is logged
        faults.report(log, error, "match %s: nobody knows which part of the rules matters", room.match_id)
        return ""


@require_GET
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """How a game is played; with ``?room=`` it opens at the part that matters there now."""
    game = games.find(slug)
    if game is None:
        raise Http404
    if "room" in request.GET:
        return redirect(_part_address(request, game))
    given = {"game": slug, "game_name": render_line(game.name), "learns": slug in offers.offered() and game.tutorial}
    return render(request, "rooms/rules.html", given)


def _part_address(request: HttpRequest, game: AnyGame) -> str:
    room = Room.objects.filter(slug=request.GET["room"].replace("\0", "")).first()
    if room is None or door.refused(request, room) is not None:
        return address(game)
    return address(game, room, request.user.pk if isinstance(request.user, Player) else None)
