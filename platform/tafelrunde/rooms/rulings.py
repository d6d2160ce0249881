"""What an admin decides about a match or a room. Each asks not who calls, and is one transaction: the deed, a line for
those at the table, and the act in the log of admins.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tafelrunde.accounts.models import Player
from tafelrunde.house import acts
from tafelrunde.matches import amending, resuming
from tafelrunde.matches.models import Match
from tafelrunde.refusals import Refusal

from . import chat
from .changes import RUNNING, changed, locked
from .models import Room
from .opening import remove
from .typed import one_line


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
    if not amending.adjudicate(match, winners):
        raise _over()
    _tell(
        match,
        gettext_noop("An admin has decided the match."),
        gettext_noop("An admin has decided the match: {reason}"),
        reason,
    )
    acts.record(acts.What.ADJUDICATED, by, on_match(match), reason, winners=sorted(set(winners)))


@transaction.atomic
def resume_match(match: Match, by: Player | None, reason: str = "") -> None:
    """Let a match that rests go on, judged again from its log by the rules installed now.

    Refusal `not_allowed_now` where it does not rest, `suspended` where its rules fail again: then it rests on.
    """
    reason = one_line(reason)
    room = Room.objects.select_for_update(no_key=True).filter(match=match).first()
    resuming.resume(match)
    _tell(
        match,
        gettext_noop("An admin has let the match go on."),
        gettext_noop("An admin has let the match go on: {reason}"),
        reason,
    )
    if room is not None:
        changed(room)  # also for those who could not see the match any more
    acts.record(acts.What.RESUMED, by, on_match(match), reason)


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
