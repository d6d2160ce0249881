"""People: finding a player, what belongs to them, and what an admin decides about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.formats import localize
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tafelrunde.accounts import admins, merging, moderators, sanctions, two_factor
from tafelrunde.accounts.members import find_member
from tafelrunde.accounts.models import Player, Sanction, in_force
from tafelrunde.accounts.names import MAX, name_key
from tafelrunde.accounts.sanctions import BAN, MUTE
from tafelrunde.house import acts
from tafelrunde.house.models import AdminAct
from tafelrunde.live import presence
from tafelrunde.matches.models import Match
from tafelrunde.refusals import Refusal
from tafelrunde.rooms import looking_in

from .acting import MOST_ROWS, Act, ActsAdmin, Table, acts_on, link_to
from .forms import ActForm, MergeForm, SanctionForm
from .site import site


class NameForm(ActForm):
    """Another name, and why."""

    name = forms.CharField(
        label=gettext_lazy("New name"), max_length=MAX, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    field_order = ["name", "reason"]

    def __init__(self, data: Any, *, things: Sequence[Model]) -> None:
        super().__init__(data, things=things)
        self.fields["name"].initial = str(things[0])


class SignOutForm(ActForm):
    """Programs, too? And why."""

    tokens = forms.BooleanField(
        label=gettext_lazy("Their tokens end, too"),
        required=False,
        help_text=gettext_lazy("Programs that use one are out for good."),
    )
    field_order = ["tokens", "reason"]


def _mute(player: Player, by: Player, answers: dict[str, Any]) -> None:
    sanctions.mute(player, by, answers["reason"], answers["until"])


def _ban(player: Player, by: Player, answers: dict[str, Any]) -> None:
    sanctions.ban(player, by, answers["reason"], answers["until"])


def _make_moderator(player: Player, by: Player, answers: dict[str, Any]) -> None:
    moderators.make_moderator(player, by, answers["reason"])


def _take_moderator(player: Player, by: Player, answers: dict[str, Any]) -> None:
    moderators.take_moderator(player, by, answers["reason"])
    looking_in.end(player)


def _lift(kind: str) -> Callable[[Player, Player, dict[str, Any]], None]:
    def do(player: Player, by: Player, answers: dict[str, Any]) -> None:
        sanction = sanctions.in_force_on(player, kind)
        if sanction is None:
            raise Refusal("not_allowed_now", _("That is so already."))
        sanctions.lift(sanction, by, answers["reason"])

    return do


def _sign_out(player: Player, by: Player, answers: dict[str, Any]) -> None:
    sanctions.sign_out_everywhere(player, tokens=answers["tokens"], by=by, reason=answers["reason"])


def _rename(player: Player, by: Player, answers: dict[str, Any]) -> None:
    sanctions.rename(player, answers["name"], by, answers["reason"])


def _merge(player: Player, by: Player, answers: dict[str, Any]) -> None:
    member = find_member(answers["member"])
    if member is None:
        raise Refusal("bad_argument", _("There is no member {name}.").format(name=answers["member"]))
    merging.merge(player, member, by, answers["reason"])


def _make_admin(player: Player, by: Player, answers: dict[str, Any]) -> None:
    admins.make_admin(player, by, answers["reason"])


def _take_admin(player: Player, by: Player, answers: dict[str, Any]) -> None:
    admins.take_admin(player, by, answers["reason"])
    looking_in.end(player)


def _reset_two_factor(player: Player, by: Player, answers: dict[str, Any]) -> None:
    two_factor.reset(player, by, answers["reason"])


def _is(kind: str, wanted: bool) -> Callable[[Player], bool]:
    return lambda player: (sanctions.in_force_on(player, kind) is not None) == wanted


ACTS = (
    Act("mute", gettext_lazy("Mute"), _mute, SanctionForm, possible=_is(MUTE, False), many=True),
    Act("unmute", gettext_lazy("Lift the mute"), _lift(MUTE), possible=_is(MUTE, True), many=True),
    Act(
        "ban",
        gettext_lazy("Ban"),
        _ban,
        SanctionForm,
        possible=_is(BAN, False),
        many=True,
        warning=gettext_lazy("All their sockets close at once; in a match a bot takes over when their time is up."),
    ),
    Act("unban", gettext_lazy("Lift the ban"), _lift(BAN), possible=_is(BAN, True), many=True),
    Act("sign_out", gettext_lazy("Sign out everywhere"), _sign_out, SignOutForm, many=True),
    Act(
        "make_moderator",
        gettext_lazy("Make a moderator"),
        _make_moderator,
        possible=lambda player: not moderators.is_moderator(player) and not player.guest,
        warning=gettext_lazy("They read reports, and may warn, mute and ban members and guests."),
    ),
    Act(
        "take_moderator",
        gettext_lazy("No moderator any more"),
        _take_moderator,
        possible=lambda player: moderators.is_moderator(player) and not player.is_superuser,
    ),
    Act("rename", gettext_lazy("Rename"), _rename, NameForm),
    Act(
        "merge",
        gettext_lazy("Merge into a member"),
        _merge,
        MergeForm,
        possible=lambda player: player.guest and player.erased is None,
        warning=gettext_lazy("Their matches, words and rooms become the member's, and the guest is gone for good."),
    ),
    Act(
        "reset_two_factor",
        gettext_lazy("Reset two-factor sign-in"),
        _reset_two_factor,
        possible=two_factor.is_on,
        warning=gettext_lazy("For who has lost their app and their codes: their password alone lets them in then."),
    ),
    Act(
        "make_admin",
        gettext_lazy("Make an admin"),
        _make_admin,
        possible=lambda player: not player.is_superuser and not player.guest,
        warning=gettext_lazy("They can do all that you can do here, also take your place."),
    ),
    Act("take_admin", gettext_lazy("No admin any more"), _take_admin, possible=lambda player: player.is_superuser),
)


class KindFilter(admin.SimpleListFilter):
    """Guests, members, moderators, admins."""

    title = gettext_lazy("kind")
    parameter_name = "kind"
    FILTERS: ClassVar[dict[str, Q]] = {
        "guest": Q(guest=True),
        "member": Q(guest=False),
        "moderator": Q(moderator__isnull=False),
        "admin": Q(is_superuser=True),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("guest", gettext_lazy("guests")),
            ("member", gettext_lazy("members")),
            ("moderator", gettext_lazy("moderators")),
            ("admin", gettext_lazy("admins")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> QuerySet[Player]:
        return queryset.filter(self.FILTERS.get(self.value() or "", Q()))


class SanctionedFilter(admin.SimpleListFilter):
    """Who is muted or banned now."""

    title = gettext_lazy("sanction")
    parameter_name = "sanction"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("any", gettext_lazy("any")), *Sanction.Kind.choices]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> QuerySet[Player]:
        if not self.value():
            return queryset
        holding = Sanction.objects.filter(in_force(), player=OuterRef("pk"))
        return queryset.filter(Exists(holding if self.value() == "any" else holding.filter(kind=self.value())))


@admin.register(Player, site=site)
class PlayerAdmin(ActsAdmin[Player]):
    """The list of players, and a player."""

    acts: ClassVar = ACTS
    list_display = ("named", "kind", "sanctioned", "email", "joined", "last_login", "online")
    list_filter = (KindFilter, SanctionedFilter, "joined")
    search_fields = ("name", "email", "=id")
    search_help_text = gettext_lazy("A name (however it is written), an e-mail address, or a number")
    ordering = ("-joined",)
    fields = ("named", "kind", "id", "email", "sanctioned", "online", "joined", "last_login", "password_kept")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        return super().get_queryset(request).select_related("moderator").prefetch_related("sanctions")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        found, more = super().get_search_results(request, queryset, search_term)
        key = name_key(search_term.strip().removeprefix("@"))
        if not key:
            return found, more
        return queryset.filter(Q(pk__in=found.values("pk")) | Q(key__contains=key)), more

    @admin.display(description=gettext_lazy("name"), ordering="name")
    def named(self, player: Player) -> str:
        return str(player)

    @admin.display(description=gettext_lazy("kind"))
    def kind(self, player: Player) -> str:
        if player.erased is not None:
            return _("former player")
        if player.is_superuser:
            return _("admin")
        if hasattr(player, "moderator"):
            return _("moderator")
        return _("guest") if player.guest else _("member")

    @admin.display(description=gettext_lazy("sanction"))
    def sanctioned(self, player: Player) -> str:
        holding = [sanction for sanction in player.sanctions.all() if sanction.holds()]
        return ", ".join(_until(sanction) for sanction in holding)

    @admin.display(description=gettext_lazy("online"), boolean=True)
    def online(self, player: Player) -> bool:
        return player.pk in presence.online()

    @admin.display(description=gettext_lazy("can sign in with a password"), boolean=True)
    def password_kept(self, player: Player) -> bool:
        return player.has_usable_password()

    def tables(self, player: Player) -> list[Table]:
        return [
            _sanctions(player),
            _rooms(player),
            _matches(player),
            _tokens(player),
            acts_on(acts.Kind.PLAYER, player.pk),
            _acts_by(player),
        ]


def _until(sanction: Sanction) -> str:
    if sanction.until is None:
        return _("{kind} for good").format(kind=sanction.get_kind_display())
    return _("{kind} until {end}").format(kind=sanction.get_kind_display(), end=localize(localtime(sanction.until)))


def _sanctions(player: Player) -> Table:
    rows = [
        (
            sanction.get_kind_display(),
            sanction.created,
            _("for good") if sanction.until is None else sanction.until,
            sanction.reason,
            link_to(sanction.by),
            sanction.lifted or "",
            _("holds") if sanction.holds() else "",
        )
        for sanction in player.sanctions.select_related("by").order_by("-pk")[:MOST_ROWS]
    ]
    head = [_("What"), _("From"), _("Until"), _("Reason"), _("By"), _("Lifted"), _("Now")]
    return Table(_("Sanctions"), head, rows)


def _rooms(player: Player) -> Table:
    seats = player.room_seats.select_related("room__match").order_by("-pk")[:MOST_ROWS]
    rows = [(link_to(seat.room), str(seat.seat + 1), _running(seat.room.match)) for seat in seats]
    hosted = player.hosted_rooms.select_related("match").exclude(seats__player=player).order_by("-pk")[:MOST_ROWS]
    rows += [(link_to(room), _("host"), _running(room.match)) for room in hosted]
    return Table(_("Rooms"), [_("Room"), _("Seat"), _("Match")], rows)


def _running(match: Match | None) -> str:
    return "" if match is None else match.get_status_display()


def _matches(player: Player) -> Table:
    played = Match.objects.filter(Q(seats__player=player) | Q(log__player=player)).distinct().order_by("-pk")
    rows = [
        (link_to(match, match.pk), match.game, match.place, match.get_status_display(), match.started)
        for match in played[:MOST_ROWS]
    ]
    return Table(_("Matches"), [_("Match"), _("Game"), _("Room"), _("Status"), _("Started")], rows)


def _tokens(player: Player) -> Table:
    rows = [
        (token.name, token.created, token.used or _("never")) for token in player.tokens.order_by("-pk")[:MOST_ROWS]
    ]
    return Table(_("Tokens"), [_("Name"), _("Made"), _("Last used")], rows)


def _acts_by(player: Player) -> Table:
    found = AdminAct.objects.filter(by_id=player.pk)[:MOST_ROWS]
    rows = [(act.at, act.get_what_display(), act.on_name, act.reason) for act in found]
    return Table(_("What this admin has done"), [_("When"), _("What"), _("To whom"), _("Why")], rows)
