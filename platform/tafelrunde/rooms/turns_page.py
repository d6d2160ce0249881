"""The page of one's daily matches and of one's holidays, and the one that ends mails about turns."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tafelrunde.accounts.me import for_players
from tafelrunde.accounts.models import Player
from tafelrunde.live import refusing
from tafelrunde.matches import holidays
from tafelrunde.refusals import Refusal

from . import my_turns, turn_mail


@require_GET
@for_players
def page(request: HttpRequest, player: Player) -> HttpResponse:
    """Where it is one's turn, where one waits for others, and holidays."""
    others = my_turns.waiting_for_others(player)
    given = {
        "turns": my_turns.of([player.pk])[player.pk],
        "others": [{"slug": room.slug, "name": room.name, "game_name": my_turns.name_of(room.game)} for room in others],
        "holiday": holidays.on_now(player),
        "days_left": holidays.days_left(player),
        "days_a_year": holidays.DAYS,
    }
    return render(request, "turns/page.html", given)


@require_GET
@for_players
def go(request: HttpRequest, player: Player, slug: str) -> HttpResponse:
    """The way from a mail to a room, where it is their turn: strangers are asked to sign in first."""
    return redirect("room", slug)


@csrf_exempt  # mail programs post here with nothing but the address, which is proof enough and can do nothing else
@require_http_methods(["GET", "POST"])
def mail_off(request: HttpRequest, token: str) -> HttpResponse:
    """End the mails about turns to whoever got this link by one. Signs nobody in, and says not who it is."""
    player = turn_mail.player_of(token)
    if player is None:
        raise Http404
    if request.method == "POST":
        turn_mail.switch_off(player)
    return render(request, "turns/mail_off.html", {"off": request.method == "POST"})


@require_POST
@for_players
def holiday(request: HttpRequest, player: Player) -> HttpResponse:
    """Begin a holiday of some days now, or, with `end`, come back from it."""
    try:
        if "end" in request.POST:
            holidays.end(player)
            messages.success(request, _("Welcome back: your clocks run on."))
        else:
            days = request.POST.get("days", "")
            holidays.begin(player, int(days) if days.isascii() and days.isdigit() and len(days) < 4 else 0)
            messages.success(request, _("Have a good time. The clocks of your daily matches stand."))
    except Refusal as refusal:
        messages.error(request, refusing.shown(refusal))
    return redirect("turns")
