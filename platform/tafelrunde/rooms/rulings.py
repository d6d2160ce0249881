"""What an admin decides about a match or a room. Each asks not who calls, and is one transaction: the deed, a line for
those at the table, and the act in the log of admins.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from django.db import DatabaseError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tafelrunde.accounts.models import Player
from tafelrunde.house import acts
from tafelrunde.matches import amending
from tafelrunde.matches.models import Match
from tafelrunde.refusals import Refusal

from . import chat
from .changes import RUNNING, locked
from .models import Room
from .opening import remove
from .typed import one_line

log = logging.getLogger(__name__)


@transaction.atomic
def abort_match(match: Match, by: Player | None, reason: str = "") -> None:
    """End the match without a result, also one whose rules are gone or broken. Refusal `match_over` if it has ended."""
    reason = one_line(reason)
    if not amending.abort_anyhow(match):
        raise _over()
    _tell(
        match,
        gettext_noop("An admin has ended the match."),
        gettext_noop("An admin has ended the match: {reason}"),
        reason,
    )
    acts.record(acts.What.ABORTED, by, on_match(match), reason)


@transaction.atomic
def adjudicate_match(match: Match, by: Player | None, winners: Sequence[int], reason: str = "") -> None:
    """End the match with these seats, counted from 0, as winners. Refusal `match_over`, `suspended`, `bad_argument`."""
    reason = one_line(reason)
    try:
        decided = amending.adjudicate(match, winners)
    except (Refusal, DatabaseError):
        raise
    except Exception as error:
        log.exception("match %s cannot be read to be decided", match.pk)
        raise Refusal("suspended", _("The rules of this match are broken: it can only be aborted.")) from error
    if not decided:
        raise _over()
    _tell(
        match,
        gettext_noop("An admin has decided the match."),
        gettext_noop("An admin has decided the match: {reason}"),
        reason,
    )
    acts.record(acts.What.ADJUDICATED, by, on_match(match), reason, winners=sorted(set(winners)))


@transaction.atomic
def close_room(room: Room, by: Player | None, reason: str = "") -> None:
    """Close the room: its running match ends without a result, who is here is told why, sockets close with 4404.

    Its matches stay. Refusal `no_such_room` if it has closed meanwhile.
    """
    room, reason = locked(room), one_line(reason)
    running = room.match if room.match is not None and room.match.status in RUNNING else None
    aborted = running is not None and amending.abort_anyhow(running)
    if reason:
        chat.system(room, gettext_noop("An admin has closed this room: {reason}"), reason=reason)
    else:
        chat.system(room, gettext_noop("An admin has closed this room."))
    details = {"aborted": running.pk} if aborted and running is not None else {}
    acts.record(acts.What.CLOSED, by, acts.On(acts.Kind.ROOM, room.slug, room.name), reason, **details)
    remove(room)


def on_match(match: Match) -> acts.On:
    """A match, for the log of acts."""
    return acts.On(acts.Kind.MATCH, match.pk, _("{game} in {place}").format(game=match.game, place=match.place))


def _tell(match: Match, message: str, with_reason: str, reason: str) -> None:
    room = Room.objects.filter(slug=match.place).first()
    if room is None:
        return
    if reason:
        chat.system(room, with_reason, reason=reason)
    else:
        chat.system(room, message)


def _over() -> Refusal:
    return Refusal("match_over", _("The match is over."))
