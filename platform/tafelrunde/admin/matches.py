"""Matches: seats, log, and an end by decision. What players must not know while they play, an admin does not see."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import called, name_key
from tafelrunde.game import commitment
from tafelrunde.house import acts
from tafelrunde.live import refusing
from tafelrunde.matches import live
from tafelrunde.matches.models import Entry, Match, MatchSeat
from tafelrunde.refusals import Refusal
from tafelrunde.rooms import rulings
from tafelrunde.rooms.changes import RUNNING
from tafelrunde.rooms.models import Room

from .acting import Act, ActsAdmin, Table, acts_on, link_to
from .faults import faults_of
from .forms import ToldForm
from .site import site

MOST_ENTRIES = 500
HIDDEN = gettext_lazy("shown when the match is over")


class WinnersForm(ToldForm):
    """Who wins, and why."""

    winners = forms.MultipleChoiceField(label=gettext_lazy("Winners"), widget=forms.CheckboxSelectMultiple)
    field_order = ["winners", "reason"]

    def __init__(self, data: Any, *, things: Sequence[Model]) -> None:
        super().__init__(data, things=things)
        winners = self.fields["winners"]
        assert isinstance(winners, forms.MultipleChoiceField)
        winners.choices = [
            (seat, label) for match in things if isinstance(match, Match) for seat, label in _named(match)
        ]

    def answers(self) -> dict[str, Any]:
        return {**self.cleaned_data, "winners": [int(seat) for seat in self.cleaned_data["winners"]]}


def _abort(match: Match, by: Player, answers: dict[str, Any]) -> None:
    rulings.abort_match(match, by, answers["reason"])


def _adjudicate(match: Match, by: Player, answers: dict[str, Any]) -> None:
    rulings.adjudicate_match(match, by, answers["winners"], answers["reason"])


def _resume(match: Match, by: Player, answers: dict[str, Any]) -> None:
    rulings.resume_match(match, by, answers["reason"])


def _rests(match: Match) -> bool:
    return match.status == Match.Status.SUSPENDED


def _runs(match: Match) -> bool:
    return match.status in RUNNING


ABORT = Act(
    "abort",
    gettext_lazy("Abort the match"),
    _abort,
    ToldForm,
    possible=_runs,
    many=True,
    warning=gettext_lazy("It ends without a result, and cannot be taken up again."),
)
ADJUDICATE = Act(
    "adjudicate",
    gettext_lazy("Decide the match"),
    _adjudicate,
    WinnersForm,
    possible=_runs,
    warning=gettext_lazy("It ends now. The winners share the first rank, all others come behind them."),
)

RESUME = Act(
    "resume",
    gettext_lazy("Let the match go on"),
    _resume,
    ToldForm,
    possible=_rests,
    many=True,
    warning=gettext_lazy(
        "It is played again from its log, by the rules installed now. If they fail again, it rests on."
    ),
)


@admin.register(Match, site=site)
class MatchAdmin(ActsAdmin[Match]):
    """The list of matches, and a match."""

    acts: ClassVar = (RESUME, ABORT, ADJUDICATE)
    list_display = ("id", "game", "status", "people", "where", "pace", "started", "ended")
    list_filter = ("status", "game", "pace", "rated", "started")
    search_fields = ("=id", "place")
    search_help_text = gettext_lazy("Number of the match, address of its room, or somebody who plays")
    ordering = ("-id",)
    fields = (
        "game",
        "rules",
        "status",
        "where",
        "options",
        "pace",
        "rated",
        "started",
        "ended",
        "commitment_of_seed",
        "seed_when_over",
        "outcome",
        "page",
    )
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).prefetch_related("seats")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Match], search_term: str
    ) -> tuple[QuerySet[Match], bool]:
        found, more = super().get_search_results(request, queryset, search_term)
        key = name_key(search_term.strip())
        if not key:
            return found, more
        began = MatchSeat.objects.filter(player__key=key).values("match")
        took = Entry.objects.filter(player__key=key).values("match")
        return queryset.filter(Q(pk__in=found.values("pk")) | Q(pk__in=began) | Q(pk__in=took)), more

    @admin.display(description=gettext_lazy("players"))
    def people(self, match: Match) -> str:
        return ", ".join(called(seat.name) for seat in match.seats.all())

    @admin.display(description=gettext_lazy("room"), ordering="place")
    def where(self, match: Match) -> SafeString | str:
        room = Room.objects.filter(slug=match.place).first()
        return match.place if room is None else link_to(room, match.place)

    @admin.display(description=gettext_lazy("ruleset"))
    def rules(self, match: Match) -> str:
        installed = games.find(match.game, match.ruleset) is not None
        return match.ruleset if installed else _("{ruleset}, which is not installed").format(ruleset=match.ruleset)

    @admin.display(description=gettext_lazy("commitment"))
    def commitment_of_seed(self, match: Match) -> SafeString:
        return format_html("<code>{}</code>", commitment(bytes(match.seed)))

    @admin.display(description=gettext_lazy("seed"))
    def seed_when_over(self, match: Match) -> SafeString | str:
        return str(HIDDEN) if _runs(match) else format_html("<code>{}</code>", bytes(match.seed).hex())

    @admin.display(description=gettext_lazy("its page for all"))
    def page(self, match: Match) -> SafeString:
        address = reverse("match", args=[match.pk])
        return format_html('<a href="{}">{}</a>', address, address)

    @admin.display(description=gettext_lazy("result"))
    def outcome(self, match: Match) -> SafeString | str:
        if match.result is None:
            return _("Scores so far: {scores}").format(scores=_scores(match)) if _runs(match) else "–"
        seats, result = list(match.seats.all()), match.result
        lines = (
            (rank, seats[seat].name, score)
            for rank, seat, score in sorted(zip(result["ranks"], range(len(seats)), result["scores"], strict=True))
        )
        ranks = format_html_join("", "<li>{}. {}: {}</li>", lines)
        decided = _("An admin has decided so.") if result.get("details", {}).get("adjudicated") else ""
        return format_html("<ul>{}</ul>{}", ranks, decided)

    def tables(self, match: Match) -> list[Table]:
        seats = list(match.seats.select_related("player"))
        return [faults_of(match), _seats(match, seats), _log(match, seats), acts_on(acts.Kind.MATCH, match.pk)]


def _seats(match: Match, seats: Sequence[MatchSeat]) -> Table:
    state: dict[int, str] = {}
    now: dict[int, Player | None] = {}
    for entry in match.log.exclude(kind=Entry.Kind.MOVE).filter(seat__gte=0).select_related("player"):
        state[entry.seat] = "" if entry.kind in (Entry.Kind.BACK, Entry.Kind.REPLACED) else entry.get_kind_display()
        now[entry.seat] = entry.player or now.get(entry.seat)
    rows = [
        (
            seat.seat + 1,
            link_to(seat.player, called(seat.name)) if seat.player else _("{name}, a bot").format(name=seat.name),
            link_to(now.get(seat.seat)) if now.get(seat.seat) else "",
            state.get(seat.seat, ""),
        )
        for seat in seats
    ]
    return Table(_("Seats"), [_("Seat"), _("At the start"), _("Taken over by"), _("Now")], rows)


def _log(match: Match, seats: Sequence[MatchSeat]) -> Table:
    names = [called(seat.name) for seat in seats]
    hide = _runs(match)
    entries = list(match.log.order_by("-version").select_related("player")[: MOST_ENTRIES + 1])
    rows = [
        (
            entry.version,
            entry.ply,
            entry.at,
            names[entry.seat] if 0 <= entry.seat < len(names) else "",
            entry.get_kind_display(),
            _what(entry, hide),
            entry.get_by_display() if entry.by else "",
        )
        for entry in entries[:MOST_ENTRIES]
    ]
    head = [_("Version"), _("Ply"), _("When"), _("Seat"), _("What"), _("Move"), _("By")]
    note = _("While the match is played, moves are not shown: some are secret.") if hide else ""
    more = _("Only the last {n} are shown.").format(n=MOST_ENTRIES) if len(entries) > MOST_ENTRIES else ""
    return Table(_("Log"), head, rows, more=more, note=note)


def _what(entry: Entry, hide: bool) -> str:
    if entry.kind == Entry.Kind.MOVE:
        return "…" if hide else entry.move
    if entry.kind == Entry.Kind.ADJUDICATED:
        return _("winners: {seats}").format(seats=", ".join(str(int(seat) + 1) for seat in entry.move.split()))
    return entry.player.name if entry.player else ""


def _scores(match: Match) -> str:
    """The public scores, where the match can be read and the game tells them."""
    try:
        read = live.read(match.pk)
    except Refusal as refusal:
        return refusing.shown(refusal)
    try:
        scores = read.game.scores(read.position.state)
    except Exception:  # noqa: BLE001  its rules may be why somebody looks here
        return _("the rules cannot tell")
    return "–" if scores is None else json.dumps(list(scores)).strip("[]")


def _named(match: Match) -> list[tuple[str, str]]:
    return [(str(seat.seat), f"{seat.seat + 1}: {called(seat.name)}") for seat in match.seats.all()]
