"""A match of three people, moves in it, and another process that is faster."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Any

from asgiref.sync import sync_to_async

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.matches import deadlines, play, suspending
from tafelrunde.matches.append import Append
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.log import commit
from tafelrunde.matches.models import Match
from tafelrunde.matches.position import Sitter
from tafelrunde.matches.start import start_match
from tafelrunde.refusals import Refusal


def new_match(*bots: str, game: str = "king_lui", pace: str = Match.Pace.NONE) -> int:
    """Ann, Bob and Cleo play, by default King Lui without a clock, and these bots with them."""
    people = [Player.objects.create_user(name) for name in ("Ann", "Bob", "Cleo")]
    sitters = [Sitter(player.pk, "", player.name) for player in people]
    sitters += [Sitter(None, bot, f"Bot-{n}") for n, bot in enumerate(bots)]
    return start_match(games.installed()[game], {}, sitters, "somewhere", pace).pk


async def asked(ask: Callable[[Callable[[int | Refusal], None]], Any]) -> int | Refusal:
    """The answer to a request."""
    answered: asyncio.Future[int | Refusal] = asyncio.get_running_loop().create_future()
    ask(answered.set_result)
    return await asyncio.wait_for(answered, 60)


async def done(*kinds: Iterable[asyncio.Task[Any]]) -> None:
    """Wait for all of these tasks of this loop; those that another test has left behind with its loop never end."""
    here = asyncio.get_running_loop()
    while tasks := [task for kind in kinds for task in kind if task.get_loop() is here]:
        await asyncio.wait(tasks)
        await asyncio.sleep(0)  # for those who wait for them


async def saved() -> None:
    """Wait until it is saved that matches rest."""
    await done(suspending._tasks)


async def move(live: LiveMatch, seat: int, text: str, turn: int) -> int | str:
    """The ply, or the code of the refusal."""
    answer = await asked(lambda done: play.play_move(live, seat, text, turn, done))
    return answer.code if isinstance(answer, Refusal) else answer


async def moved(live: LiveMatch, seat: int) -> None:
    """The seat's player makes the first of their moves."""
    assert isinstance(await move(live, seat, live.position.legal[seat][0], live.position.turns[seat]), int)


async def do_what_is_due(live: LiveMatch) -> None:
    """As the process does that claims it now; nothing else is due."""
    claimed, _next = await sync_to_async(deadlines.claim)(time.time())
    for claim in claimed:
        assert claim.match == live.id
        await deadlines._do(claim)


@sync_to_async
def elsewhere(live: LiveMatch, seat: int, text: str, turn: int = 0, version: int | None = None) -> None:
    """Another process commits a move first; without seat changes, its ply is its version."""
    version = live.position.version + 1 if version is None else version
    commit([Append(live.id, version, "move", version, seat, turn, text, "player", time.time(), 1e9)])
