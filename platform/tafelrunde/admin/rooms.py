"""Rooms: who is there, and closing them."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import name_key
from tafelrunde.house import acts
from tafelrunde.live import presence
from tafelrunde.matches.models import Match
from tafelrunde.rooms import rulings
from tafelrunde.rooms.models import Room, RoomSeat

from .acting import MOST_ROWS, Act, ActsAdmin, Table, acts_on, link_to
from .forms import ToldForm
from .site import site


def _close(room: Room, by: Player, answers: dict[str, Any]) -> None:
    rulings.close_room(room, by, answers["reason"])


CLOSE = Act(
    "close",
    gettext_lazy("Close the room"),
    _close,
    ToldForm,
    many=True,
    warning=gettext_lazy("A match that is being played ends without a result. All matches stay in the records."),
)


@admin.register(Room, site=site)
class RoomAdmin(ActsAdmin[Room]):
    """The list of rooms, and a room."""

    acts: ClassVar = (CLOSE,)
    list_display = ("name", "address", "game", "host_link", "seated", "here", "match_link", "created")
    list_filter = ("match__status", "game", "pace")
    list_select_related = ("host", "match")
    search_fields = ("name", "slug")
    search_help_text = gettext_lazy("Name or address of the room, or somebody who hosts it or sits there")
    ordering = ("-created",)
    fields = ("name", "address", "game", "options", "pace", "rated", "host_link", "match_link", "created", "emptied")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Room]:
        return super().get_queryset(request).annotate(taken=Count("seats"))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Room], search_term: str
    ) -> tuple[QuerySet[Room], bool]:
        found, more = super().get_search_results(request, queryset, search_term)
        key = name_key(search_term.strip())
        if not key:
            return found, more
        seated = RoomSeat.objects.filter(player__key=key).values("room")
        return queryset.filter(Q(pk__in=found.values("pk")) | Q(pk__in=seated) | Q(host__key=key)), more

    @admin.display(description=gettext_lazy("address"), ordering="slug")
    def address(self, room: Room) -> SafeString:
        return format_html('<a href="/rooms/{}/">/rooms/{}/</a>', room.slug, room.slug)

    @admin.display(description=gettext_lazy("host"), ordering="host__key")
    def host_link(self, room: Room) -> SafeString | str:
        return link_to(room.host)

    @admin.display(description=gettext_lazy("seated"), ordering="taken")
    def seated(self, room: Room) -> int:
        taken: int = room.taken  # type: ignore[attr-defined]  # annotated
        return taken

    @admin.display(description=gettext_lazy("here"))
    def here(self, room: Room) -> int:
        return len(presence.here(room.slug))

    @admin.display(description=gettext_lazy("match"))
    def match_link(self, room: Room) -> SafeString | str:
        match = room.match
        return "–" if match is None else link_to(match, f"{match.pk}, {match.get_status_display()}")

    def tables(self, room: Room) -> list[Table]:
        here = presence.here(room.slug)
        seats = [
            (
                row.seat + 1,
                link_to(row.player) if row.player else _("{bot}, a bot").format(bot=row.bot),
                _("yes") if row.player_id in here else "",
            )
            for row in room.seats.select_related("player")
        ]
        watching = Player.objects.filter(pk__in=here).exclude(room_seats__room=room).order_by("key")
        return [
            Table(_("Seats"), [_("Seat"), _("Who"), _("Here")], seats),
            Table(_("Watching"), [_("Who")], [(link_to(player),) for player in watching]),
            _played_in(room),
            acts_on(acts.Kind.ROOM, room.slug),
        ]


def _played_in(room: Room) -> Table:
    found = Match.objects.filter(place=room.slug).order_by("-pk")[:MOST_ROWS]
    rows = [(link_to(match, match.pk), match.game, match.get_status_display(), match.started) for match in found]
    return Table(_("Matches"), [_("Match"), _("Game"), _("Status"), _("Started")], rows)
