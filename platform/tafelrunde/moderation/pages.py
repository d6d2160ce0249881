"""The pages of moderators: the queue of reports, a report, a player. Each button calls a function that decides."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tafelrunde.accounts import moderators, sanctions, two_factor
from tafelrunde.accounts.me import for_players
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import called, name_key
from tafelrunde.accounts.views import next_address
from tafelrunde.house.models import AdminAct
from tafelrunde.live import refusing
from tafelrunde.matches.models import Match
from tafelrunde.refusals import Refusal

from . import notes, outcomes, reliability, reports, warnings
from .forms import DecisionForm, NameForm, NoteForm

PER_PAGE, MOST = 25, 20
View = Callable[..., HttpResponse]


def for_moderators(view: View, admins: bool = False) -> View:
    """Strangers are asked to sign in first; whoever is no moderator has no business here."""

    @wraps(view)
    def asked(request: HttpRequest, player: Player, *args: Any, **kwargs: Any) -> HttpResponse:
        if not (moderators.is_admin(player) if admins else moderators.is_moderator(player)):
            return render(request, "403.html", status=403)
        return two_factor.staff_or_led(request) or view(request, player, *args, **kwargs)

    return for_players(asked)


def for_admins(view: View) -> View:
    """The same for admins alone."""
    return for_moderators(view, admins=True)


@require_GET
@for_moderators
def queue(request: HttpRequest, player: Player) -> HttpResponse:
    """The open reports, the oldest first."""
    page = Paginator(reports.waiting(player), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "moderation/queue.html", {"page": page})


@require_GET
@for_moderators
def settled(request: HttpRequest, player: Player) -> HttpResponse:
    """What has come of reports, the newest first."""
    page = Paginator(reports.settled(player), PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "moderation/settled.html", {"page": page})


@require_http_methods(["GET", "POST"])
@for_moderators
def report(request: HttpRequest, player: Player, pk: int) -> HttpResponse:
    """A report with what was said and what is known of who is reported; a button settles it."""
    if request.method == "POST":
        return _settle(request, player, pk)
    found = get_object_or_404(reports.seen_by(player).select_related("by", "about", "settled_by"), pk=pk)
    open_ = found.settled is None
    given = {
        "report": found,
        "lines": [{**line, "time": dt.datetime.fromtimestamp(line["at"] / 1000, dt.UTC)} for line in found.lines],
        "match": Match.objects.filter(pk=found.match).first() if found.match is not None else None,
        "form": DecisionForm(initial={"why": _("Please be fair and friendly to the others.")}),
        "choices": outcomes.choices(player, found.about) if open_ and outcomes.may_settle(player, found) else [],
        **_known(player, found.about, but=found.pk),
    }
    return render(request, "moderation/report.html", given)


def _settle(request: HttpRequest, player: Player, pk: int) -> HttpResponse:
    form = DecisionForm(request.POST)
    try:
        if not form.is_valid():
            raise Refusal("bad_argument", _("That is no good reason."))
        done = outcomes.settle(pk, player, request.POST.get("outcome", ""), form.cleaned_data["why"])
    except Refusal as refusal:
        messages.error(request, refusing.shown(refusal))
        return (
            redirect("moderation_report", pk)
            if reports.seen_by(player).filter(pk=pk).exists()
            else redirect("moderation")
        )
    text = _("{name}: {outcome}. The report is settled.")
    messages.success(request, text.format(name=called(done.about.name), outcome=done.get_outcome_display()))
    return redirect("moderation")


@require_GET
@for_moderators
def find(request: HttpRequest, player: Player) -> HttpResponse:
    """The player of a name, however it is written."""
    name = request.GET.get("name", "").strip().removeprefix("@")
    found = Player.objects.filter(key=name_key(name)).first() if name and "\0" not in name else None
    if found is None:
        messages.error(request, _("There is no player {name}.").format(name=name.replace("\0", "")[:40]))
        return redirect("moderation")
    return redirect("moderation_person", found.pk)


@require_http_methods(["GET", "POST"])
@for_moderators
def person(request: HttpRequest, player: Player, pk: int) -> HttpResponse:
    """What moderators know of a player, and what they may decide about them."""
    about = get_object_or_404(Player, pk=pk)
    if request.method == "POST":
        try:
            _act(request, player, about)
        except Refusal as refusal:
            messages.error(request, refusing.shown(refusal))
        return redirect("moderation_person", pk)
    may = moderators.may_decide_about(player, about)
    given: dict[str, Any] = {
        "form": DecisionForm(),
        "note_form": NoteForm() if may else None,
        "name_form": NameForm(initial={"name": about.name}) if may and about.erased is None else None,
        "choices": outcomes.choices(player, about),
        "about_staff": moderators.is_moderator(about),
        **_known(player, about),
    }
    held = [sanction for sanction in (given.get("muted"), given.get("banned_by")) if sanction is not None]
    given["lifts"] = [sanction.kind for sanction in held if outcomes.may_change(player, sanction)]
    return render(request, "moderation/person.html", given)


def _lift(kind: str) -> Callable[[HttpRequest, Player, Player], None]:
    return lambda request, by, about: outcomes.lift(about, by, kind)


def _note(request: HttpRequest, by: Player, about: Player) -> None:
    notes.write(about, by, request.POST.get("text", ""))


def _remove_note(request: HttpRequest, by: Player, about: Player) -> None:
    number = request.POST.get("note", "")
    notes.remove(int(number) if number.isascii() and number.isdigit() and len(number) < 19 else 0, by)


def _rename(request: HttpRequest, by: Player, about: Player) -> None:
    outcomes.rename(about, by, request.POST.get("name", ""))


ACTS: Final[Mapping[str, Callable[[HttpRequest, Player, Player], None]]] = {
    "lift_mute": _lift(sanctions.MUTE),
    "lift_ban": _lift(sanctions.BAN),
    "note": _note,
    "remove_note": _remove_note,
    "rename": _rename,
}


def _act(request: HttpRequest, by: Player, about: Player) -> None:
    act = ACTS.get(request.POST.get("act", ""))
    if act is not None:
        act(request, by, about)
        messages.success(request, _("Done."))
        return
    form = DecisionForm(request.POST)
    if not form.is_valid():
        raise Refusal("bad_argument", _("That is no good reason."))
    done = outcomes.decide(about, by, request.POST.get("outcome", ""), form.cleaned_data["why"])
    messages.success(request, _("{label}: {name}. Done.").format(label=done.label, name=called(about.name)))


def _known(player: Player, about: Player, but: int = 0) -> dict[str, Any]:
    """What helps to decide about somebody, for who may: nobody reads what is known of themselves."""
    known = {"about": about, "reliability": reliability.of(about)}
    if not moderators.may_decide_about(player, about) or player.pk == about.pk:
        return known
    others = reports.seen_by(player).filter(about=about).exclude(pk=but).order_by("-pk")
    return {
        **known,
        "muted": sanctions.in_force_on(about, sanctions.MUTE),
        "banned_by": sanctions.in_force_on(about, sanctions.BAN),
        "notes": notes.about(about),
        "other_reports": others[:MOST],
        "acts": AdminAct.objects.filter(kind=AdminAct.Kind.PLAYER, on_id=str(about.pk))[:MOST],
    }


@require_POST
@for_players
def warnings_read(request: HttpRequest, player: Player) -> HttpResponse:
    """Somebody has read what they were warned of."""
    warnings.read(player)
    return redirect(next_address(request))
