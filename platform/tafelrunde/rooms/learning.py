"""First steps: a room in which a game's tutorial is played, and what its learner is told there.

The room is as any other that is unlisted: it closes when it has been left, and its next match is a real one.
"""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tafelrunde.accounts.models import Player
from tafelrunde.game import Viewer
from tafelrunde.game.tutorial import LEARNER
from tafelrunde.games import AnyGame
from tafelrunde.house import offers
from tafelrunde.matches import lessons
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.models import Match
from tafelrunde.matches.texts import render
from tafelrunde.refusals import Refusal

from .models import Room
from .opening import open_room
from .seating import add_bot, sit
from .starting import begin_tutorial


def learn(player: Player, game: AnyGame) -> Room:
    """The room in which the player takes first steps, where they have begun to, or a new one.

    Refusal `not_allowed_now` for a game without a tutorial, and those of opening a room.
    """
    if game.tutorial is None:
        raise Refusal("not_allowed_now", _("There are no first steps for this game: its rules are there to be read."))
    offers.refuse_if_off(game.slug)
    begun = Room.objects.filter(
        seats__player=player, game=game.slug, match__tutorial=True, match__status=Match.Status.PLAYING
    )
    found = begun.order_by("-pk").first()
    if found is not None:
        return found
    with transaction.atomic():
        room = open_room(player, game.slug, options=game.tutorial.options, entry=Room.Entry.UNLISTED)
        sit(room, player, LEARNER)
        if game.tutorial.seats > 1:
            add_bot(room, player, count=game.tutorial.seats - 1)
        begin_tutorial(room, player)
    room.refresh_from_db()
    return room


def first_with_tutorial() -> AnyGame:
    """The first game offered here that can be learnt at a table. Refusal `game_off` where there is none."""
    found = next((game for game in offers.offered().values() if game.tutorial is not None), None)
    if found is None:
        raise Refusal("game_off", _("No game that is offered here has first steps to be taken."))
    return found


def lesson(live: LiveMatch, viewer: Viewer) -> dict[str, Any] | None:
    """What the learner is told now, and what of the board is pointed at; None for everybody else."""
    tutorial, position = live.tutorial, live.position
    if tutorial is None or viewer != LEARNER:
        return None
    step = lessons.next_step(live, position)
    done = tutorial.done(position.ply)
    return {
        "say": render(tutorial.said(position.ply), live.names),
        "point": ";".join(step.point) if step and not position.over else "",
        "number": min(done + 1, tutorial.moves),
        "of": tutorial.moves,
        "learnt": tutorial.step(position.ply) is None,
        "over": position.over,
    }
