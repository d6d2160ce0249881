"""Pages on which moderators decide for all: what is announced, which words are not said; and hints, for admins."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tafelrunde.accounts.models import Player
from tafelrunde.house import announcements, words
from tafelrunde.live import refusing
from tafelrunde.refusals import Refusal

from .forms import AnnouncementForm, WordForm
from .hints import DAYS, hints
from .pages import for_admins, for_moderators
from .traces import KEPT


@require_http_methods(["GET", "POST"])
@for_moderators
def announcements_page(request: HttpRequest, player: Player) -> HttpResponse:
    """What is announced now, with a way to end it; and something new."""
    form = AnnouncementForm(request.POST if "text" in request.POST else None)
    if request.method == "POST":
        try:
            if number := request.POST.get("end"):
                announcements.end(int(number) if number.isdecimal() and len(number) < 19 else 0, player)
                messages.success(request, _("It is announced no longer."))
                return redirect("moderation_announcements")
            if form.is_valid():
                announcements.announce(form.cleaned_data["text"], player, form.until())
                messages.success(request, _("It is announced in all rooms and on all pages."))
                return redirect("moderation_announcements")
        except Refusal as refusal:
            messages.error(request, refusing.shown(refusal))
    given = {"form": form, "now": announcements.read()}
    return render(request, "moderation/announcements.html", given)


@require_http_methods(["GET", "POST"])
@for_moderators
def words_page(request: HttpRequest, player: Player) -> HttpResponse:
    """The words that are not said here."""
    form = WordForm(request.POST if "word" in request.POST else None)
    if request.method == "POST":
        try:
            if word := request.POST.get("allow"):
                words.allow(word.replace("\0", ""), player)
                messages.success(request, _("“{word}” may be said again.").format(word=word))
                return redirect("moderation_words")
            if form.is_valid():
                word = words.bar(form.cleaned_data["word"], player)
                messages.success(request, _("“{word}” is not said here any more.").format(word=word))
                return redirect("moderation_words")
        except Refusal as refusal:
            messages.error(request, refusing.shown(refusal))
    return render(request, "moderation/words.html", {"form": form, "words": words.listed()})


@require_GET
@for_admins
def hints_page(request: HttpRequest, player: Player) -> HttpResponse:
    """What looks odd, for admins to look at."""
    given = {"hints": hints(), "days": DAYS, "kept": KEPT.days}
    return render(request, "moderation/hints.html", given)
