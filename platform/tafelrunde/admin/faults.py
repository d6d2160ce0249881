"""What has gone wrong in the rules of games while they were played, with traces; to be read."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.formats import localize
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tafelrunde.matches.models import Fault, Match

from .acting import ActsAdmin, Table, link_to
from .site import site

HIDDEN = gettext_lazy("shown when the match is over")
OVER = (Match.Status.OVER, Match.Status.ABORTED)


@admin.register(Fault, site=site)
class FaultAdmin(ActsAdmin[Fault]):
    """The list of faults, the newest first, and one with its trace."""

    list_display = ("last", "game", "in_match", "where", "what", "count")
    list_display_links = ("last",)
    list_filter = ("game", "where", "last")
    search_fields = ("game", "trace", "=match__id")
    search_help_text = gettext_lazy("Game, number of the match, or words of the trace")
    fields: ClassVar = (
        "game", "rules", "in_match", "where", "ply", "seat_number", "shown_move", "said", "count", "first", "last",
        "shown_trace",
    )  # fmt: skip
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Fault]:
        return super().get_queryset(request).select_related("match")

    @admin.display(description=gettext_lazy("match"), ordering="match")
    def in_match(self, fault: Fault) -> SafeString | str:
        return link_to(fault.match, f"{fault.match_id} ({fault.match.get_status_display()})")

    @admin.display(description=gettext_lazy("ruleset"))
    def rules(self, fault: Fault) -> str:
        return fault.match.ruleset

    @admin.display(description=gettext_lazy("what"))
    def what(self, fault: Fault) -> str:
        return kind_of(fault)

    @admin.display(description=gettext_lazy("seat"))
    def seat_number(self, fault: Fault) -> str:
        return "–" if fault.seat is None else str(fault.seat + 1)

    @admin.display(description=gettext_lazy("move"))
    def shown_move(self, fault: Fault) -> str:
        return _when_over(fault, fault.move)

    @admin.display(description=gettext_lazy("what it said"))
    def said(self, fault: Fault) -> str:
        return _when_over(fault, fault.words)

    @admin.display(description=gettext_lazy("trace"))
    def shown_trace(self, fault: Fault) -> SafeString:
        return format_html('<pre class="trace">{}</pre>', fault.trace)


def kind_of(fault: Fault) -> str:
    """The kind of the exception: the last line of the trace."""
    return fault.trace.rpartition("\n")[2]


def faults_of(match: Match) -> Table:
    """What has gone wrong in a match."""
    rows = [
        (link_to(fault, localize(localtime(fault.last))), fault.where, kind_of(fault), fault.ply, fault.count)
        for fault in match.faults.all()
    ]
    return Table(_("What went wrong"), [_("Last"), _("Where"), _("What"), _("Ply"), _("How often")], rows)


def _when_over(fault: Fault, text: str) -> str:
    if not text:
        return "–"
    return text if fault.match.status in OVER else str(HIDDEN)
