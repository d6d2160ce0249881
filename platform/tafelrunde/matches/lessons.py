"""Tutorials: matches that a game's script leads. Where one is follows from its ply, so nothing else is kept of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from tafelrunde.game.tutorial import LEARNER, Step
from tafelrunde.refusals import Refusal

from .position import Position
from .texts import render

if TYPE_CHECKING:
    from .live import LiveMatch

DAY = 86_400.0
"""For so many seconds a tutorial waits for its learner; then bots play it to its end, and its room can close."""
SLOWER = 2.5
"""So many times longer than in other matches bots wait, for there is something to read."""


def next_step(live: LiveMatch, position: Position) -> Step | None:
    """What the script wants next; None in other matches, at its end, and where by now the rules do not allow it."""
    step = live.tutorial.step(position.ply) if live.tutorial else None
    if step is None or step.move not in position.legal[step.seat]:
        return None
    return step


def is_done(live: LiveMatch, position: Position) -> bool:
    """Has the script come to its end, so that the match is to end, too?"""
    return live.tutorial is not None and not position.over and live.tutorial.step(position.ply) is None


def refuse_other_moves(live: LiveMatch, seat: int, move: str) -> None:
    """Refusal `not_allowed_now`, in friendly words, for what may be played elsewhere and is not what is being shown."""
    if is_done(live, live.position):
        raise Refusal("not_allowed_now", _("That was all of the first steps: a real match comes next."))
    step = next_step(live, live.position)
    if step is None or (step.seat, step.move) == (seat, move):
        return
    if seat != LEARNER:
        raise Refusal("not_allowed_now", _("The script wants another move."))
    label = render(live.game.label(step.move), live.names)
    text = _("That may be played, too, and in a real match you may well do it. This once, try: {move}.")
    raise Refusal("not_allowed_now", text.format(move=label))
