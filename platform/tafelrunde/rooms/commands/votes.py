"""What needs everybody's agreement."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tafelrunde.matches.seats import seat_of

from .. import votes
from ..calls import CHANGE, PLAY, PLAYER, PLAYING, SEATED, RoomCall
from ..registry import command


def _has_a_vote(call: RoomCall) -> bool:
    own = seat_of(call.match_seats, call.caller.pk)
    return call.vote is not None and own is not None and not own.left and call.caller.pk not in call.vote.yes


@command(
    "accept",
    "yes",
    "ok",
    "agree",
    about=PLAY,
    who=PLAYER,
    when=PLAYING,
    does=CHANGE,
    button=gettext_lazy("Agree"),
    offered=_has_a_vote,
)
def accept(call: RoomCall) -> str | None:
    """/accept: agree to what is voted on."""
    agreed = call.vote is not None and call.caller.pk in call.vote.yes
    votes.accept(call.room, call.caller)
    return _("You have agreed already.") if agreed else None


@command(
    "refuse",
    "no",
    "decline",
    "reject",
    about=PLAY,
    who=PLAYER,
    when=PLAYING,
    does=CHANGE,
    button=gettext_lazy("Refuse"),
    offered=_has_a_vote,
    expected=False,
)
def refuse(call: RoomCall) -> None:
    """/refuse: do not agree to what is voted on, or take back what you have asked for."""
    votes.refuse(call.room, call.caller)


@command("abort", "cancel", "stop", about=PLAY, who=SEATED, when=PLAYING, does=CHANGE)
def abort(call: RoomCall) -> None:
    """/abort: end the match without a result, if all who play agree."""
    votes.ask_abort(call.room, call.caller)
