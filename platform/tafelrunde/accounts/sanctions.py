"""What admins decide about people: mute, ban, lift, rename, sign out. Each is one function, which asks not who calls.

Each writes its act into the log of admins in the same transaction; `by` is None where nobody is signed in, as in a
management command.

Who is banned is nobody to us: pages show them what they show to anyone, sockets close with 4003, programs get 403, and
nobody of that name can sign in. Who is muted plays on and types commands, but says nothing. A sanction ends by itself.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import lazy
from django.utils.translation import gettext as _

from tafelrunde.house import acts
from tafelrunde.house.models import AdminAct
from tafelrunde.house.plain import tidy
from tafelrunde.live import bus
from tafelrunde.live.prepared import Prepared
from tafelrunde.refusals import Code, Refusal

from . import revocation
from .models import LONGEST_REASON, NAME_TAKEN, Player, Sanction, in_force
from .names import tidy_name, validate_name

MUTE, BAN = Sanction.Kind.MUTE, Sanction.Kind.BAN
_NOT_LIFTED = Prepared[Sanction](
    lambda player, kinds: Sanction.objects.filter(lifted=None, player=player, kind__in=kinds).order_by("kind", "-pk")
)
_CODES: Final[dict[str, Code]] = {MUTE: "muted", BAN: "banned"}


def mute(player: Player, by: Player | None, reason: str, until: dt.datetime | None = None) -> Sanction:
    """The player says nothing until then (None: for good). Takes the place of a mute that holds already."""
    return _decide(MUTE, player, by, reason, until, acts.What.MUTED)


def ban(player: Player, by: Player | None, reason: str, until: dt.datetime | None = None) -> Sanction:
    """The player stays away until then (None: for good), and is told why; their sockets close once this is committed.

    Takes the place of a ban that holds already. A guest is banned with their session.
    """
    if by is not None and by.pk == player.pk:
        raise Refusal("bad_argument", _("You cannot ban yourself."))
    sanction = _decide(BAN, player, by, reason, until, acts.What.BANNED)
    ends = milliseconds(sanction.until)
    transaction.on_commit(lambda: bus.publish("ban", player=player.pk, until=ends, reason=sanction.reason))
    return sanction


@transaction.atomic
def lift(sanction: Sanction, by: Player | None, reason: str = "") -> None:
    """It holds no longer."""
    if _lift(sanction.player, sanction.kind, by):
        acts.record(acts.What.LIFTED, by, acts.on_player(sanction.player), reason, kind=sanction.kind)
    sanction.refresh_from_db()


@transaction.atomic
def rename(player: Player, name: str, by: Player | None = None, reason: str = "") -> None:
    """Give the player another name; their sockets come back with it. What was played under the old one keeps it."""
    before = acts.on_player(player)
    player.name = tidy_name(name)
    try:
        validate_name(player.name)
        with transaction.atomic():
            player.save(update_fields=["name"])
    except (ValidationError, IntegrityError) as error:
        player.refresh_from_db()
        text = error.messages[0] if isinstance(error, ValidationError) else NAME_TAKEN
        raise Refusal("bad_argument", text) from None
    acts.record(acts.What.RENAMED, by, before, reason, to=player.name)
    revocation.revoke_player(player)
    transaction.on_commit(lambda: bus.publish("renamed", player=player.pk))


@transaction.atomic
def sign_out_everywhere(player: Player, *, tokens: bool = False, by: Player | None = None, reason: str = "") -> None:
    """End all sessions of the player and close all sockets; with `tokens` their programs are out, too, for good."""
    Player.objects.filter(pk=player.pk).update(sessions_ended=F("sessions_ended") + 1)
    player.refresh_from_db(fields=["sessions_ended"])
    if tokens:
        player.tokens.all().delete()
    acts.record(acts.What.SIGNED_OUT, by, acts.on_player(player), reason, tokens=tokens)
    revocation.revoke_player(player)


def in_force_on(player: Player, *kinds: str) -> Sanction | None:
    """What holds against the player of these kinds, a ban first."""
    now = timezone.now()
    return next((one for one in _NOT_LIFTED.all(player.pk, kinds) if one.until is None or one.until > now), None)


def refuse_banned(player: Player) -> None:
    """Refusal `banned` if the player is."""
    _refuse(player, BAN)


def refuse_silenced(player: Player) -> None:
    """Refusal `muted` or `banned` if the player may not speak: for whatever others would read."""
    _refuse(player, BAN, MUTE)


def refusal(sanction: Sanction) -> Refusal:
    """What the person is told, in the language of whoever reads it; `until` is in ms since 1970, None for good."""
    return _refusal(sanction.kind, sanction.until, sanction.reason)


def ban_refusal(until: int | None, reason: str) -> Refusal:
    """The same of what the bus says of a ban."""
    return _refusal(BAN, None if until is None else dt.datetime.fromtimestamp(until / 1000, dt.UTC), reason)


def milliseconds(at: dt.datetime | None) -> int | None:
    """A time as the wire has it."""
    return None if at is None else int(at.timestamp() * 1000)


@transaction.atomic
def _decide(
    kind: str, player: Player, by: Player | None, reason: str, until: dt.datetime | None, what: AdminAct.What
) -> Sanction:
    reason = tidy(reason)
    if not 0 < len(reason) <= LONGEST_REASON:
        text = _("Give a reason of at most {n} characters: the player reads it.")
        raise Refusal("bad_argument", text.format(n=LONGEST_REASON))
    if until is not None and until <= timezone.now():
        raise Refusal("bad_argument", _("The end has to be in the future."))
    _lift(player, kind, by)
    acts.record(what, by, acts.on_player(player), reason, until=None if until is None else until.isoformat())
    return Sanction.objects.create(player=player, kind=kind, reason=reason, until=until, by=by)


@transaction.atomic
def _lift(player: Player, kind: str, by: Player | None) -> bool:
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # one decision about a player at a time
    holding = Sanction.objects.filter(in_force(), player=player, kind=kind)
    lifted = holding.update(lifted=timezone.now(), lifted_by=by) > 0
    if lifted and kind == BAN:
        transaction.on_commit(lambda: bus.publish("lift", player=player.pk))
    return lifted


def _refuse(player: Player, *kinds: str) -> None:
    if sanction := in_force_on(player, *kinds):
        raise refusal(sanction)


def _refusal(kind: str, until: dt.datetime | None, reason: str) -> Refusal:
    return Refusal(_CODES[kind], _told(kind, until, reason), until=milliseconds(until))


def _text(kind: str, until: dt.datetime | None, reason: str) -> str:
    if until is None:
        text = _("You are banned: {reason}") if kind == BAN else _("You are muted: {reason}")
        return text.format(reason=reason)
    text = _("You are banned until {end}: {reason}") if kind == BAN else _("You are muted until {end}: {reason}")
    end = date_format(timezone.localtime(until), "DATETIME_FORMAT")
    return text.format(end=_("{time} (UTC)").format(time=end), reason=reason)


_told = lazy(_text, str)
