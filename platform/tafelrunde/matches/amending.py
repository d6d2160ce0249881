"""Changes of a match that are no moves, written in the caller's transaction: who sits there, and an end by decision.

They race with moves like everything else: the log takes one entry a version, whoever is late looks again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tafelrunde.accounts.models import Player
from tafelrunde.live import bus
from tafelrunde.refusals import Refusal

from . import live as matches
from . import position as fold
from . import turns
from .append import Append
from .entries import entry
from .live import LiveMatch
from .log import commit
from .models import Entry, Match
from .position import Change, Sitter

TRIES: Final = 10


def leave_match(match: Match, player: Player) -> bool:
    """From now on a bot plays the player's seat; False where there is nothing to leave."""

    def left(live: LiveMatch) -> Change | None:
        seat = live.position.seat_of(player.pk)
        return None if seat is None or seat in live.position.left else Change(fold.LEFT, seat, fold.now())

    return amend(match, left)


def rejoin_match(match: Match, player: Player) -> bool:
    """The player plays their own seat again; False where it is not theirs or the match is over."""

    def back(live: LiveMatch) -> Change | None:
        seat = live.position.seat_of(player.pk)
        return Change(fold.BACK, seat, fold.now()) if seat is not None and seat in live.position.away else None

    return amend(match, back)


def replace_player(match: Match, seat: int, player: Player) -> bool:
    """The player takes the seat of somebody who is away; False if nobody is away there any more."""

    def replaced(live: LiveMatch) -> Change | None:
        if seat not in live.position.away:
            return None
        return Change(fold.REPLACED, seat, fold.now(), sitter=Sitter(player.pk, "", player.name))

    return amend(match, replaced)


def abort(match: Match) -> bool:
    """End the match without a result; False if it is over already."""
    return amend(match, lambda _live: Change(fold.ABORTED, fold.NO_SEAT, fold.now()))


def abort_anyhow(match: Match) -> bool:
    """The same for a match that perhaps cannot be read, since its rules are not installed or broken."""
    try:
        return abort(match)
    except Refusal:
        return _abort_unread(match)


def adjudicate(match: Match, winners: Sequence[int]) -> bool:
    """End the match with these winners; False if it is over already. Refusal for seats that are not there.

    One match a transaction: its end may hold the lock of the ratings.
    """

    def decided(live: LiveMatch) -> Change:
        if not winners or not set(winners) <= set(range(len(live.position.sitters))):
            raise Refusal("bad_argument", _("Name the winning seats."))
        try:
            live.game.scores(live.position.state)  # they become part of the result
        except Exception as error:
            text = _("The rules of this match fail, so its scores cannot be told: you can only abort it.")
            raise Refusal("suspended", text) from error
        return Change(fold.ADJUDICATED, fold.NO_SEAT, fold.now(), move=" ".join(map(str, sorted(set(winners)))))

    return amend(match, decided)


def amend(match: Match, decide: Callable[[LiveMatch], Change | None]) -> bool:
    """Append what `decide` makes of the match as it is now; False where that is nothing, or the match is over."""
    for _try in range(TRIES):
        try:
            return _try_to_amend(match, decide)
        except IntegrityError:
            continue  # a move was faster: look again
    raise IntegrityError(f"match {match.pk}: no version was free in {TRIES} tries")


def _try_to_amend(match: Match, decide: Callable[[LiveMatch], Change | None]) -> bool:
    live = matches.read(match.pk)
    change = None if live.position.over else decide(live)
    if change is None:
        return False
    position = live.after(change)
    append = entry(live, change, position)
    with transaction.atomic():
        commit([append])
    transaction.on_commit(lambda: _tell(match, append))
    live.advance(position, change)  # it is nobody else's: by whom it is now played
    transaction.on_commit(lambda: turns.tell([live]))
    return True


def _abort_unread(match: Match) -> bool:
    """As `abort`, with what the log alone says of how far the match is."""
    for _try in range(TRIES):
        if not Match.objects.filter(pk=match.pk, status__in=(Match.Status.PLAYING, Match.Status.SUSPENDED)).exists():
            return False
        last = Entry.objects.filter(match=match).order_by("-version").first()
        version, ply = (last.version, last.ply) if last else (0, 0)
        append = Append(
            match=match.pk,
            version=version + 1,
            kind=fold.ABORTED,
            ply=ply,
            seat=fold.NO_SEAT,
            turn=None,
            move="",
            by="",
            at=fold.now(),
            due=None,
            status=Match.Status.ABORTED,
            turns=(),
            marks=True,
        )
        try:
            with transaction.atomic():
                commit([append])
        except IntegrityError:
            continue  # something was faster: look again
        transaction.on_commit(partial(_tell, match, append))
        return True
    raise IntegrityError(f"match {match.pk}: no version was free in {TRIES} tries")


def _tell(match: Match, append: Append) -> None:
    bus.publish("matches", moved=[[append.match, append.version]])
    if append.status is not None:
        bus.publish("ended", place=match.place)
    if append.due is not None:
        bus.publish("due", at=append.due)
