"""Play now: from one click to a seat among people, or to a running match against bots."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction
from django.db.models import Prefetch
from django.utils.translation import gettext as _

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.games import AnyGame
from tafelrunde.house import offers
from tafelrunde.live import presence
from tafelrunde.matches.models import Match
from tafelrunde.refusals import Refusal

from .changes import RUNNING
from .models import Room, RoomSeat
from .opening import open_room
from .seating import add_bot, sit
from .starting import start

USUAL = 4


def play_now(player: Player, game_slug: str | None = None) -> Room:
    """A room in which the player sits: the own running one, one where people wait, or a new one against bots."""
    own = own_match(player, game_slug)
    if own is not None:
        return own
    game = _game(game_slug)
    games_meant = [game.slug] if game_slug else list(offers.offered())
    for room in _waiting(player, games_meant):
        try:
            sit(room, player)
        except Refusal:
            continue  # somebody else took the last seat, or they have just begun
        return room
    return _against_bots(player, game)


def own_match(player: Player, game_slug: str | None = None) -> Room | None:
    """The room in which the player's match goes on, the newest of several; one that rests keeps nobody from another,
    nor does a daily one, which goes on without them, nor a tutorial.
    """
    playing = Room.objects.filter(seats__player=player, match__status=Match.Status.PLAYING).select_related("match")
    playing = playing.exclude(match__pace=Match.Pace.DAILY).exclude(match__tutorial=True)
    if game_slug:
        playing = playing.filter(game=game_slug)
    for room in playing.order_by("-match__started"):
        if room.match is not None and games.find(room.match.game, room.match.ruleset) is not None:
            return room
    return None


def _game(slug: str | None) -> AnyGame:
    if slug:
        game = games.find(slug)
        if game is None:
            raise Refusal("game_off", _("This game is not installed here."))
        offers.refuse_if_off(slug)
        return game
    first = next(iter(offers.offered().values()), None)
    if first is None:
        raise Refusal("game_off", _("No game is offered here for now."))
    return first


def _waiting(player: Player, games_meant: list[str]) -> Iterator[Room]:
    """Rooms in which somebody waits who is here now; where the player waits already comes first, then the fullest."""
    rooms = (
        Room.objects.filter(game__in=games_meant, entry=Room.Entry.OPEN, locked=False)
        .exclude(match__status__in=RUNNING)
        .prefetch_related(Prefetch("seats", RoomSeat.objects.select_related("player")))
    )
    found: list[tuple[bool, int, int, Room]] = []
    for room in rooms:
        rows = list(room.seats.all())
        people = {row.player_id for row in rows if row.player_id is not None}
        game = games.find(room.game)
        waits = (people | {room.host_id}) & (presence.here(room.slug) - {player.pk})
        if game is not None and waits and (player.pk in people or len(rows) < max(game.seats)):
            found.append((player.pk not in people, -len(people), room.pk, room))
    return (room for *_order, room in sorted(found, key=lambda entry: entry[:3]))


def _against_bots(player: Player, game: AnyGame) -> Room:
    seats = max(min(game.seats), min(USUAL, max(game.seats)))
    with transaction.atomic():
        room = open_room(player, game.slug)
        sit(room, player)
        if seats > 1:
            add_bot(room, player, count=seats - 1)
        start(room, player)
    room.refresh_from_db()
    return room
