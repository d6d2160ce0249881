"""Pages: the lobby, a room, a game's rules; and the two ways to a table."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_GET, require_POST

from tafelrunde import games
from tafelrunde.accounts.guests import make_guest
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.preferences import preferences_of
from tafelrunde.accounts.views import too_fast
from tafelrunde.game import SPECTATOR
from tafelrunde.live import refusing
from tafelrunde.live.sockets import Person
from tafelrunde.matches.live import LiveMatch
from tafelrunde.people.seeing import read_online
from tafelrunde.refusals import Refusal

from . import admitting, channels, chat, context, door, frames, learning, my_turns, opening
from .calls import CHANGE, Call
from .changes import game_name, game_of
from .listing import games_offered, read_rows
from .models import Room
from .picture import match_in, picture_of
from .play_now import own_match
from .play_now import play_now as find_table
from .slowing import refuse_too_many


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """Who is playing what, and ways to join."""
    rows = [{**row.as_json(), "v": f"{row.version}.0"} for row in read_rows().values()]
    player = _player(request)
    own = own_match(player) if player else None
    offered = games_offered()
    given = {
        "rooms": rows,
        "games": offered,
        "learn": next((game for game in offered if game["learns"]), None),
        "online": read_online().seen_by(player.pk if player else None),
        "lines": chat.last_lines(None, player),
        "commands": context.commands(Call(player, get_language() or "en")),
        "channels": [{"name": name, "title": channels.title(name)} for name in channels.NAMES],
        "turns": my_turns.of([player.pk])[player.pk] if player else (),
        "own": own and {"slug": own.slug, "name": own.name, "game_name": game_name(game_of(own))},
    }
    return render(request, "lobby/lobby.html", given)


@require_GET
def room(request: HttpRequest, slug: str) -> HttpResponse:
    """A room as this reader sees it; the socket goes on from here. Who may not come in stands at its door."""
    found = Room.objects.select_related("host", "match").filter(slug=slug).first()
    if found is None:
        raise Http404
    player = _player(request)
    if (refused := door.refused(request, found)) is not None:
        return door.page(request, found, refused)
    admitting.remember(request.session, found, player.pk if player else None)
    person = Person(player.pk, player.name, player.guest) if player else None
    picture = picture_of(found)
    live = match_in(found)
    viewer = live.viewer(player.pk if player else None) if live else SPECTATOR
    hook, lines = preferences_of(player)["hook"] == "on", chat.last_lines(found, player)

    def page(live: LiveMatch | None) -> HttpResponse:
        given = context.whole(picture, live, viewer, person, hook)
        return render(request, "rooms/room.html", {**given, "lines": lines})

    return frames.told(live, viewer, page)


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """One click from here to a seat; who has no name gets one."""
    try:
        found = find_table(_somebody(request), request.POST.get("game") or None)
    except Refusal as refusal:
        return _refused(request, refusal)
    return redirect("room", found.slug)


@require_POST
def learn(request: HttpRequest, slug: str) -> HttpResponse:
    """One click from here to the first steps in a game; who has no name gets one."""
    game = games.find(slug)
    if game is None or game.tutorial is None:
        raise Http404
    try:
        found = learning.learn(_somebody(request), game)
    except Refusal as refusal:
        return _refused(request, refusal)
    return redirect("room", found.slug)


@require_POST
def new_room(request: HttpRequest) -> HttpResponse:
    """A room of one's own."""
    try:
        wanted = {name: request.POST.get(name, "") for name in ("game", "name")}
        entry = request.POST.get("entry") or Room.Entry.OPEN
        opened = opening.open_room(_somebody(request), wanted["game"], wanted["name"], entry=entry)
    except Refusal as refusal:
        return _refused(request, refusal)
    return redirect("room", opened.slug)


def _somebody(request: HttpRequest) -> Player:
    """Who asks for a table, with a new name if need be. Refusal `too_fast` for who does it as often as a flood."""
    player = _player(request)
    if player is None:
        return make_guest(request)
    refuse_too_many(CHANGE, player.pk)
    return player


def _refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Who has to wait gets a page that says so, for anything else the lobby has a word."""
    if refusal.code == "too_fast":
        return too_fast(request, refusal)
    messages.error(request, refusing.shown(refusal))
    return redirect("lobby")


def _player(request: HttpRequest) -> Player | None:
    return request.user if isinstance(request.user, Player) else None
