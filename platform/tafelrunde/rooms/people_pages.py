"""Pages of what people are to each other: conversations, friends, watch and ignore list; and their buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tafelrunde.accounts.me import for_players
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.views import next_address, too_fast
from tafelrunde.live import refusing
from tafelrunde.people import conversations, friends, ignoring, seeing, watching
from tafelrunde.refusals import Refusal

from . import chat, inviting, whispers
from .calls import CHANGE, TALK
from .match_lists import before
from .models import Room, RoomSeat
from .slowing import refuse_too_many

PER_PAGE: Final = 30
Act = Callable[[Player, Player], object]
ACTS: Final[Mapping[str, Act]] = {
    "friend": friends.befriend,
    "unfriend": friends.part,
    "watch": watching.watch,
    "unwatch": watching.unwatch,
    "ignore": ignoring.ignore,
    "unignore": ignoring.heed,
    "invite": lambda player, other: _invite(player, other),
}
"""What the buttons of a profile do, by the names of their commands."""


@require_GET
@for_players
def conversations_page(request: HttpRequest, player: Player) -> HttpResponse:
    """With whom one has whispered and written, the newest first."""
    page = Paginator(conversations.of(player), PER_PAGE).get_page(request.GET.get("page"))
    lines = whispers.newest_of([row.newest for row in page])
    rows = [{"other": row.other, "unread": row.unread, "line": lines.get(row.newest)} for row in page]
    return render(request, "people/conversations.html", {"page": page, "rows": rows})


@require_http_methods(["GET", "POST"])
@for_players
def conversation(request: HttpRequest, player: Player, name: str) -> HttpResponse:
    """What one has said with somebody, and a line to say more. Who looks at the newest has read it."""
    other = _other(name)
    if request.method == "POST":
        return _write(request, player, other)
    thread = whispers.thread(player, other, before(request))
    if thread.newest and thread.lines:
        conversations.read(player, other, thread.lines[-1]["id"])
    given = {"other": other, "thread": thread, "ignored": ignoring.does(player, other), **_here(player, other)}
    return render(request, "people/conversation.html", given)


@require_GET
@for_players
def friends_page(request: HttpRequest, player: Player) -> HttpResponse:
    """Friends, who asks, for whom one watches, whom one ignores."""
    given = {
        "friends": [{"player": one, **_here(player, one)} for one in friends.friends(player)],
        "asking": friends.asking(player),
        "asked": friends.asked(player),
        "watched": watching.watched(player),
        "ignored": ignoring.ignored(player),
    }
    return render(request, "people/friends.html", given)


@require_POST
@for_players
def act(request: HttpRequest, player: Player, name: str, what: str) -> HttpResponse:
    """A button: what its command does. Back to where it was pressed."""
    other = _other(name)
    if what not in ACTS:
        raise Http404
    try:
        refuse_too_many(CHANGE, player.pk)
        ACTS[what](player, other)
    except Refusal as refusal:
        if refusal.code == "too_fast":
            return too_fast(request, refusal)
        messages.error(request, refusing.shown(refusal))
    return redirect(next_address(request) if "next" in request.POST else "friends")


def table_of(player: Player) -> Room | None:
    """The table at which somebody sits, and may invite to: where they sat down last."""
    seat = RoomSeat.objects.filter(player=player).select_related("room").order_by("-pk").first()
    return seat.room if seat else None


def ties(reader: Player | None, other: Player) -> dict[str, Any]:
    """What the buttons of somebody's page depend on."""
    if reader is None or reader.pk == other.pk:
        return {}
    tie = friends.between(reader, other)
    state = "" if tie is None else "friend" if tie.accepted else "asked" if tie.asker_id == reader.pk else "asking"
    ignored = ignoring.does(reader, other)
    return {
        "friendship": "" if ignored and state == "asking" else state,
        "watches": watching.does(reader, other),
        "ignores": ignored,
    }


def _invite(player: Player, other: Player) -> None:
    room = table_of(player)
    if room is None:
        raise Refusal("not_seated", _("Sit down at a table first, then you can invite to it."))
    inviting.invite(room, player, other.name)


def _write(request: HttpRequest, player: Player, other: Player) -> HttpResponse:
    text = request.POST.get("text", "")
    try:
        refuse_too_many(TALK, player.pk)
        if seeing.places(other, player):
            whispers.whisper(player, other.name, text)
        else:
            whispers.letter(player, other.name, text)
            messages.success(request, _("{name} finds your letter when they come.").format(name=other.name))
    except Refusal as refusal:
        if refusal.code == "too_fast":
            return too_fast(request, refusal)
        messages.error(request, refusing.shown(refusal))
    return redirect("conversation", other.name)


def _here(reader: Player, other: Player) -> dict[str, Any]:
    return {"here": bool(seeing.places(other, reader))}


def _other(name: str) -> Player:
    try:
        return chat.player_named(name)
    except Refusal:
        raise Http404 from None
