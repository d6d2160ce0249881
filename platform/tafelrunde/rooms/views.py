"""Pages: the lobby, a room, a game's rules; and the two ways to a table."""

from __future__ import annotations

from copy import copy

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_GET, require_POST

from tafelrunde import games
from tafelrunde.accounts.guests import make_guest
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.preferences import preferences_of
from tafelrunde.game import SPECTATOR
from tafelrunde.live.sockets import Person
from tafelrunde.matches import live as matches
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.texts import render as render_line
from tafelrunde.refusals import Refusal

from . import chat, context, opening
from .calls import Call
from .listing import games_offered, read_online, read_rows
from .models import Room
from .picture import Picture, picture_of
from .play_now import play_now as find_table


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """Who is playing what, and ways to join."""
    rows = [{**row.as_json(), "v": f"{row.version}.0"} for row in read_rows().values()]
    player = _player(request)
    given = {
        "rooms": rows,
        "games": games_offered(),
        "online": read_online(),
        "lines": chat.last_lines(None, player),
        "commands": context.commands(Call(player, get_language() or "en")),
    }
    return render(request, "lobby/lobby.html", given)


@require_GET
def room(request: HttpRequest, slug: str) -> HttpResponse:
    """A room as this reader sees it; the socket goes on from here."""
    found = Room.objects.select_related("host", "match").filter(slug=slug).first()
    if found is None:
        raise Http404
    player = _player(request)
    person = Person(player.pk, player.name, player.guest) if player else None
    picture = picture_of(found)
    live = _match(picture)
    viewer = live.viewer(player.pk if player else None) if live else SPECTATOR
    given = context.whole(picture, live, viewer, person, preferences_of(player)["hook"] == "on")
    return render(request, "rooms/room.html", {**given, "lines": chat.last_lines(found, player)})


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """One click from here to a seat; who has no name gets one."""
    try:
        found = find_table(_player(request) or make_guest(request), request.POST.get("game") or None)
    except Refusal as refusal:
        messages.error(request, str(refusal.text))
        return redirect("lobby")
    return redirect("room", found.slug)


@require_POST
def new_room(request: HttpRequest) -> HttpResponse:
    """A room of one's own."""
    try:
        host = _player(request) or make_guest(request)
        opened = opening.open_room(host, request.POST.get("game", ""), request.POST.get("name", ""))
    except Refusal as refusal:
        messages.error(request, str(refusal.text))
        return redirect("lobby")
    return redirect("room", opened.slug)


@require_GET
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """How a game is played."""
    game = games.find(slug)
    if game is None:
        raise Http404
    given = {"game": slug, "game_name": render_line(game.name)}
    return render(request, "rooms/rules.html", given)


def _player(request: HttpRequest) -> Player | None:
    return request.user if isinstance(request.user, Player) else None


def _match(picture: Picture) -> LiveMatch | None:
    """The room's match, as it is live here or as the log has it."""
    match = picture.room.match_id
    if match is None:
        return None
    try:
        live = matches.loaded(match)
        return matches.read(match) if live is None else copy(live)  # the loop may move the live one on meanwhile
    except Refusal:
        return None
