"""A room with a match whose seed a test has chosen, on a running server."""

from __future__ import annotations

from collections.abc import Sequence

from tests.serving import Served

_BEGIN = """
from tafelrunde.accounts.models import Player
from tafelrunde.matches import start as matches
from tafelrunde.rooms import opening, seating, starting
players = [Player.objects.get(name=name) for name in {people!r}]
room = opening.open_room(players[0], {game!r}, {name!r})
for player in players:
    seating.sit(room, player)
type(room).objects.filter(pk=room.pk).update(draw_seats=False)
matches.new_seed = lambda: bytes.fromhex({seed!r})
starting.start(room, players[0])
print(room.slug)
"""


def begin(server: Served, game: str, people: Sequence[str], seed: bytes, name: str = "", then: str = "") -> list[str]:
    """A match of these people, in this order, the first one the host: all words printed, the slug of the room first.

    `then` is what else is done on the server; it knows `room`.
    """
    program = _BEGIN.format(people=list(people), game=game, name=name, seed=seed.hex()) + then
    return server.manage("shell", "-v", "0", "-c", program).split()
