"""A match that rests goes on: judged again from its log, with the rules that are installed now."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tafelrunde.game import SPECTATOR, Viewer
from tafelrunde.live import bus
from tafelrunde.refusals import Refusal

from . import amending
from . import live as matches
from . import position as fold
from .due import next_due
from .live import LiveMatch
from .models import Fault, Match
from .position import Change


def resume(match: Match) -> None:
    """Let a match that rests go on from where it was, in the caller's transaction; nobody loses time over the rest.

    Refusal `not_allowed_now` where it does not rest, `suspended` where its rules are not there or fail again.
    """
    with transaction.atomic():
        resting = Match.objects.select_for_update(no_key=True).filter(pk=match.pk, status=Match.Status.SUSPENDED)
        if not resting.exists():
            raise Refusal("not_allowed_now", _("This match does not rest."))
        resting.update(status=Match.Status.PLAYING)
        amending.amend(match, _go_on)


def _go_on(live: LiveMatch) -> Change:
    try:
        _try_again(live)
    except Exception as error:
        kind = type(error).__name__
        text = _("It fails again at ply {ply}, with {error}: it stays as it was.")
        raise Refusal("suspended", text.format(ply=live.position.ply, error=kind)) from error
    return Change(fold.RESUMED, fold.NO_SEAT, fold.now())


def _try_again(live: LiveMatch) -> None:
    """Ask the rules for all that frames show, and for the moves at which they have failed here before."""
    game, position = live.game, live.position
    viewers: list[Viewer] = [*range(len(position.sitters)), SPECTATOR]
    for viewer in viewers:
        game.view(position.state, viewer)
        game.story(position.state, viewer)
    for seat in range(len(position.sitters)):
        for move in (*position.legal[seat], *game.premoves(position.state, seat)):
            game.label(move)
    game.progress(position.state)
    next_due(live, position)
    for fault in Fault.objects.filter(match=live.id, where="play", ply=position.ply).exclude(seat=None):
        assert fault.seat is not None
        if fault.move in position.legal[fault.seat]:
            next_due(live, live.after(Change(fold.MOVE, fault.seat, fold.now(), fault.move, fold.PLAYER)))


def _suspended(message: bus.Message) -> None:
    """Wherever it was that the rules failed, the match rests here, too."""
    live = matches.loaded(message["match"])
    if live is not None and not live.suspended:
        live.suspended = True
        matches.tell(live)


bus.on("suspended", _suspended)
