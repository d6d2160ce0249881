"""Looking for matches: by game, player, result, time and whether they counted; the newest first, in pages.

Nobody finds what they may not see: neither matches of rooms that are closed to them, nor those of somebody who does not
show them.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import MAX, name_key
from tafelrunde.matches.models import Entry, Match, MatchSeat
from tafelrunde.matches.texts import render as render_line
from tafelrunde.people import seeing

from .admitting import Comer, comer
from .changes import RUNNING
from .endings import wants_hidden
from .match_lists import LARGEST, PER_PAGE, MatchList, Row, before, rows_of

AT_ONCE: Final = 50
MOST_LOOKED_AT: Final = 2000
WON, LOST, ABORTED, PLAYING = "won", "lost", "aborted", "playing"
_RESULTS: Final = (
    ("", gettext_lazy("any")),
    (WON, gettext_lazy("the player has won")),
    (LOST, gettext_lazy("the player has not won")),
    (ABORTED, gettext_lazy("aborted")),
    (PLAYING, gettext_lazy("being played")),
)
_RATED: Final = (("", gettext_lazy("all")), ("yes", gettext_lazy("rated")), ("no", gettext_lazy("not rated")))


class SearchForm(forms.Form):
    """What to look for; all of it may be left out."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    player = forms.CharField(
        label=gettext_lazy("Player"),
        required=False,
        max_length=MAX,
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}),
    )
    result = forms.ChoiceField(label=gettext_lazy("Result"), required=False, choices=_RESULTS)
    rated = forms.ChoiceField(label=gettext_lazy("Ranking"), required=False, choices=_RATED)
    since = forms.DateField(
        label=gettext_lazy("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    until = forms.DateField(
        label=gettext_lazy("To"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def __init__(self, data: Any, reader: Player | None) -> None:
        super().__init__(data)
        self.reader = reader
        installed = sorted(games.installed().values(), key=lambda game: game.slug)
        choices = [("", _("all")), *((game.slug, render_line(game.name)) for game in installed)]
        self.fields["game"].choices = choices  # type: ignore[attr-defined]

    def clean_player(self) -> Player | None:
        """The player of that name, who shows their matches to the reader."""
        name = self.cleaned_data["player"].strip().removeprefix("@")
        if not name:
            return None
        player = Player.objects.filter(key=name_key(name), erased=None).first()
        if player is None:
            raise forms.ValidationError(_("There is no player {name}.").format(name=name))
        if not seeing.may_see("matches", player, self.reader):
            raise forms.ValidationError(_("{name} does not show these matches to you.").format(name=player.name))
        return player

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("result") in (WON, LOST) and not cleaned.get("player") and "player" not in self.errors:
            self.add_error("player", _("Whose result? Name a player."))
        return cleaned


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """``/matches/?player=Ann&result=won&rated=yes``: the form, and what is found."""
    reader = request.user if isinstance(request.user, Player) else None
    form = SearchForm(request.GET, reader)
    found = None
    if form.is_valid():
        found = search(form.cleaned_data, comer(reader, request.session), before(request), wants_hidden(request))
    asked = request.GET.copy()
    asked.pop("before", None)
    return render(request, "matches/search.html", {"form": form, "list": found, "query": asked.urlencode()})


def search(wanted: Mapping[str, Any], reader: Comer | None, until: int | None, hides: bool) -> MatchList:
    """A page of what is found. It looks at so many matches and no more: `older` goes on from there."""
    rows: list[Row] = []
    looked_at, last = 0, LARGEST if until is None else until
    stored = _filtered(wanted)
    while looked_at < MOST_LOOKED_AT:
        numbers = list(stored.filter(pk__lt=last).order_by("-pk").values_list("pk", flat=True)[:AT_ONCE])
        for row in _of_result(rows_of(numbers, reader, hides), wanted):
            if len(rows) == PER_PAGE:
                return MatchList(rows, older=rows[-1].match.pk, newest=until is None)
            rows.append(row)
        looked_at += len(numbers)
        if len(numbers) < AT_ONCE:
            return MatchList(rows, older=None, newest=until is None)
        last = numbers[-1]
    return MatchList(rows, older=last, newest=until is None)


def _filtered(wanted: Mapping[str, Any]) -> QuerySet[Match]:
    """What the database can tell."""
    found = Match.objects.all()
    if wanted["game"]:
        found = found.filter(game=wanted["game"])
    if wanted["rated"]:
        found = found.filter(rated=wanted["rated"] == "yes")
    if wanted["since"]:
        found = found.filter(started__gte=_moment(wanted["since"], dt.time.min))
    if wanted["until"]:
        found = found.filter(started__lte=_moment(wanted["until"], dt.time.max))
    if wanted["player"]:
        begun = MatchSeat.objects.filter(player=wanted["player"]).values("match")
        taken = Entry.objects.filter(player=wanted["player"]).values("match")
        found = found.filter(Q(pk__in=begun) | Q(pk__in=taken))
    statuses = {ABORTED: [Match.Status.ABORTED], PLAYING: RUNNING, WON: [Match.Status.OVER], LOST: [Match.Status.OVER]}
    return found.filter(status__in=statuses[wanted["result"]]) if wanted["result"] else found


def _moment(day: dt.date, time: dt.time) -> dt.datetime:
    return dt.datetime.combine(day, time, timezone.get_current_timezone())


def _of_result(rows: list[Row], wanted: Mapping[str, Any]) -> Iterator[Row]:
    """Those that the player has won, or has not, where that was asked for."""
    if wanted["result"] not in (WON, LOST):
        yield from rows
        return
    seats = _seats_at_the_end(wanted["player"], [row.match.pk for row in rows])
    for row in rows:
        winners = row.match.result["winners"] if row.match.result else ()
        if bool(seats.get(row.match.pk, set()).intersection(winners)) == (wanted["result"] == WON):
            yield row


def _seats_at_the_end(player: Player, matches: list[int]) -> dict[int, set[int]]:
    """In which seats of these matches the player sat to the end."""
    holders: dict[tuple[int, int], int | None] = {}
    for match, seat, first in MatchSeat.objects.filter(match__in=matches).values_list("match", "seat", "player"):
        holders[match, seat] = first
    taken = Entry.objects.filter(match__in=matches, player__isnull=False).order_by("match", "version")
    for match, seat, later in taken.values_list("match", "seat", "player"):
        holders[match, seat] = later
    found: dict[int, set[int]] = {}
    for (match, seat), holder in holders.items():
        if holder == player.pk:
            found.setdefault(match, set()).add(seat)
    return found
