"""Reporting somebody: a line or a form, and what goes with it: the last that was said where it is reported, the
whispers between the two, and how far the match was.
"""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tafelrunde.accounts.me import for_players
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.views import too_fast
from tafelrunde.live import presence, refusing
from tafelrunde.matches.models import Entry
from tafelrunde.moderation import reports
from tafelrunde.moderation.forms import ReportForm
from tafelrunde.moderation.reports import LINES, Context
from tafelrunde.refusals import Refusal

from . import chat
from .calls import CHANGE
from .models import ChatLine, Room
from .slowing import refuse_too_many

_KEPT: Final = ("id", "at", "kind", "from", "to", "text", "letter")


def report(by: Player, name: str, why: str, room: Room | None) -> Player:
    """Report the player of that name, from a room or the lobby (None). Gives whom."""
    about = chat.player_named(name)
    reports.report(by, about, why, context(by, about, room))
    return about


def context(by: Player, about: Player, room: Room | None) -> Context:
    """What moderators are shown: of whispers only those between the two, of a room what all could read."""
    whispers = ChatLine.objects.filter(Q(player=by, to=about) | Q(player=about, to=by), room=None)
    rows = list(whispers.select_related("to").order_by("-id")[:LINES])
    if room is not None:
        rows += ChatLine.objects.filter(room=room, to=None).select_related("to").order_by("-id")[:LINES]
    newest = sorted(rows, key=lambda row: row.pk)[-LINES:]
    lines = [_line(row) for row in newest]
    if room is None:
        return Context(lines=lines)
    return Context(room.slug, room.name, room.match_id, _ply(room.match_id), lines)


@require_http_methods(["GET", "POST"])
@for_players
def page(request: HttpRequest, player: Player, name: str) -> HttpResponse:
    """A form for who does not type: with what is said in the room where both are, if they are in one."""
    try:
        about = chat.player_named(name)
    except Refusal:
        raise Http404 from None
    form = ReportForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            refuse_too_many(CHANGE, player.pk)
            reports.report(player, about, form.cleaned_data["why"], context(player, about, _room_of(player, about)))
        except Refusal as refusal:
            if refusal.code == "too_fast":
                return too_fast(request, refusal)
            form.add_error(None, refusing.shown(refusal))
        else:
            messages.success(request, thanks(about))
            return redirect("lobby") if about.guest else redirect("player", about.name)
    return render(request, "moderation/reporting.html", {"form": form, "about": about})


def thanks(about: Player) -> str:
    """What who reports is told."""
    return _("{name} is reported. Moderators see what was said; you will hear when they have looked at it.").format(
        name=about.name
    )


def _room_of(by: Player, about: Player) -> Room | None:
    """The room where both are; where they are in several, one of them."""
    both = presence.places(by.pk) & presence.places(about.pk)
    return Room.objects.filter(slug__in=both).order_by("-match", "pk").first()


def _line(row: ChatLine) -> dict[str, Any]:
    """A line as it is kept, with the numbers of who says it and to whom, as names change: what the room says in
    English, as moderators may read any language.
    """
    with translation.override("en"):
        shown = chat.shown(chat.stored(row))
    if "address" in shown:  # an invitation; where to is nobody's concern here, and may be named after anybody
        shown["text"] = "/invite"
    return {name: shown[name] for name in _KEPT if name in shown} | {"by": row.player_id, "whom": row.to_id}


def _ply(match: int | None) -> int | None:
    if match is None:
        return None
    return Entry.objects.filter(match=match).order_by("-version").values_list("ply", flat=True).first() or 0
