"""What matches keep of a person: seats, moves, marks. Who leaves for good leaves their moves, under no name."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final

from django.utils.translation import gettext as _

from tafelrunde.accounts.holdings import Holding
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import FORMER
from tafelrunde.live import bus
from tafelrunde.refusals import Refusal

from . import amending
from . import live as matches
from .models import Entry, Holiday, Mark, Match, MatchSeat, Turn, TurnMail
from .position import MOVE, REPLACED
from .seats import own_seat

RUNNING: Final = (Match.Status.PLAYING, Match.Status.SUSPENDED)


def _seats(player: Player) -> dict[int, set[int]]:
    """In which matches the player has sat, and where."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    for match, seat in MatchSeat.objects.filter(player=player).values_list("match", "seat"):
        found[match].add(seat)
    for match, seat in Entry.objects.filter(player=player, kind=REPLACED).values_list("match", "seat"):
        found[match].add(seat)
    return found


def _matches(player: Player) -> list[dict[str, Any]]:
    seats = _seats(player)
    rows = Match.objects.filter(pk__in=seats).order_by("pk")
    moves = _moves({row.pk: _told(row, player, seats[row.pk]) for row in rows})
    return [
        {
            "number": row.pk,
            "game": row.game,
            "ruleset": row.ruleset,
            "place": row.place,
            "status": row.status,
            "rated": row.rated,
            "started": row.started,
            "ended": row.ended,
            "seats": sorted(seats[row.pk]),
            "result": row.result,
            "moves": moves.get(row.pk, []),
        }
        for row in rows
    ]


def _told(match: Match, player: Player, seats: set[int]) -> set[int]:
    """Of which of these seats the moves are the player's to know: while the match runs, of the one they have now."""
    return seats & {own_seat(match, player.pk)} if match.status in RUNNING else seats


def _moves(seats: dict[int, set[int]]) -> dict[int, list[dict[str, Any]]]:
    """What was played at these seats, by whomever: by bots, too, while the player was away."""
    found: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = Entry.objects.filter(match__in=seats, kind=MOVE).order_by("match", "version")
    for match, ply, seat, move, by, at in rows.values_list("match", "ply", "seat", "move", "by", "at").iterator():
        if seat in seats[match]:
            found[match].append({"ply": ply, "seat": seat, "move": move, "by": by, "at": at})
    return found


def _leave(player: Player) -> None:
    """A bot plays on where the player sat, and the seats they had bear no name."""
    for match in Match.objects.filter(pk__in=_seats(player), status=Match.Status.PLAYING).order_by("pk"):
        try:
            amending.leave_match(match, player)
        except Refusal as refusal:
            if refusal.code != "suspended":
                raise
    MatchSeat.objects.filter(player=player).update(name=FORMER)


def _hand_on(guest: Player, member: Player) -> None:
    """The seats of a guest are the member's, under the name that they had. Refusal where that cannot be."""
    theirs, own = _seats(guest), _seats(member)
    if Match.objects.filter(pk__in=theirs, status__in=RUNNING).exists():
        text = _("{name} still plays in a match: take it over when that is finished.")
        raise Refusal("not_allowed_now", text.format(name=guest.name))
    if theirs.keys() & own.keys():
        text = _("{name} and you have sat in the same match, so you are two people.")
        raise Refusal("not_allowed_now", text.format(name=guest.name))
    MatchSeat.objects.filter(player=guest).update(player=member)
    Entry.objects.filter(player=guest).update(player=member)


def _marks(player: Player) -> list[Any]:
    return list(Mark.objects.filter(player=player).order_by("pk").values("match", "seat", "turn", "move"))


def _turns(player: Player) -> dict[str, Any]:
    return {
        "turns": list(Turn.objects.filter(player=player).order_by("pk").values("match", "since", "mailed")),
        "last_mail": TurnMail.objects.filter(player=player).values_list("sent", flat=True).first(),
        "holidays": list(Holiday.objects.filter(player=player).order_by("pk").values("begins", "ends")),
    }


def _forget_turns(player: Player) -> None:
    """A bot plays on where the player sat: nobody is waited for, written to, or away."""
    for kind in (Turn, TurnMail, Holiday):
        kind.objects.filter(player=player).delete()


HOLDINGS: Final = (
    Holding("marks", ("matches.Mark.player",), _marks, lambda player: Mark.objects.filter(player=player).delete()),
    Holding(
        "turns",
        ("matches.Turn.player", "matches.TurnMail.player", "matches.Holiday.player"),
        _turns,
        _forget_turns,
    ),
    Holding("matches", ("matches.MatchSeat.player", "matches.Entry.player"), _matches, _leave, _hand_on),
)


def _heard(message: bus.Message) -> None:
    """In the matches that are live here the name goes, too: what is told from now on is without it."""
    for live in matches.all_loaded():
        if any(sitter.player == message["player"] for sitter in (*live.position.sitters, *live.position.cast)):
            live.rename(message["player"], FORMER)
            matches.tell(live)


bus.on("former", _heard)
