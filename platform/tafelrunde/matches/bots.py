"""Bots at a match's seats: each is shown what its seat may see, and moves as a player would.

To the bots that a game brings comes the sage, for every game that it can search: it thinks in a process apart. All
others think in a thread of their own, so that one that never comes to an end takes nothing away from anybody: its match
goes on with the game's fallback, and it is not asked again before it has come to that end: nothing can stop a thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final
from weakref import WeakKeyDictionary

from django.db import connections

from tafelrunde.game import Bot, Chance, Decision, new_seed
from tafelrunde.game.sage import Sage, can_search
from tafelrunde.games import AnyGame
from tafelrunde.refusals import Refusal

from . import faults, lessons, measures, play, suspending, thinking
from . import position as fold
from .live import LiveMatch
from .position import Position
from .thinker import Task

PATIENCE = 4.0
"""Seconds after which a bot has thought for too long: before somebody else looks after its match."""
QUEUE = 0.8
"""Seconds that a sage waits until it can think; while it cannot, the game's first bot plays for it."""
_AT_ONCE: Final = max(4, 2 * (os.cpu_count() or 1))
_given_up: Final[set[tuple[str, str]]] = set()
log = logging.getLogger(__name__)


def offered(game: AnyGame, playouts: int | None = None) -> Sequence[Bot]:
    """The bots that may sit at this game: its own, the one to offer first in front, and behind them the sage.

    With `playouts` the sage thinks for so many, whatever time that takes.
    """
    own = tuple(game.bots())
    if not can_search(game) or any(bot.slug == Sage.slug for bot in own):
        return own
    return (*own, Sage(game, playouts))


def find(game: AnyGame, slug: str) -> Bot | None:
    """The bot of that slug."""
    return next((bot for bot in offered(game) if bot.slug == slug), None)


def stand_in(game: AnyGame) -> Bot:
    """The bot that plays for people who are away: the game's first."""
    return game.bots()[0]


async def move(live: LiveMatch, seat: int) -> bool:
    """Let the bot of the seat choose, and ask for its move; when that is answered, whether it has been played."""
    position = live.position
    step = lessons.next_step(live, position)
    if step is not None and step.seat == seat:
        return await _ask(live, seat, step.move, position.turns[seat], fold.BOT)
    decision = _decision(live, position, seat)
    if decision is None:
        return False
    bot = find(live.game, position.sitters[seat].bot) or stand_in(live.game)
    asked = time.perf_counter()
    if isinstance(bot, Sage):
        chosen = await _think_apart(live, position.state, decision)
    else:
        chosen = await _think(live, bot, decision)
    measures.thought(live.game.slug, bot.slug, asked)
    return await _ask(live, seat, chosen, position.turns[seat], fold.BOT)


async def fall_back(live: LiveMatch, seat: int) -> bool:
    """Play what the game plays when a player's time is out; when that is answered, whether it has been played."""
    position = live.position
    decision = _decision(live, position, seat)
    if decision is None:
        return False
    return await _ask(live, seat, _fallback(live, decision), position.turns[seat], fold.CLOCK)


async def _ask(live: LiveMatch, seat: int, move: str, turn: int, by: str) -> bool:
    answer = await play.asked(lambda done: play.play_move(live, seat, move, turn, done, by=by))
    if isinstance(answer, Refusal):
        log.debug("match %s: the %s at seat %s was too late: %s", live.id, by, seat, answer.code)
    return not isinstance(answer, Refusal)


def _decision(live: LiveMatch, position: Position, seat: int) -> Decision | None:
    """What the seat knows; None where the rules cannot say, and the match rests."""
    try:
        view = live.game.view(position.state, seat)
    except Exception as error:  # noqa: BLE001  it is logged
        suspending.cannot_tell(live, seat, error)
        return None
    return Decision(
        seat=seat,
        view=view,
        moves=position.legal[seat],
        chance=Chance(new_seed(), 0),
        sample=_samples(live.game, position.state, seat),
        seats=len(position.sitters),
    )


async def _think(live: LiveMatch, bot: Bot, decision: Decision) -> str:
    """What the bot chooses, in a thread; the fallback where that takes too long, or still does elsewhere."""
    name = live.game.slug, bot.slug
    if name in _given_up:
        return _fallback(live, decision)
    async with _limits().threads:
        try:
            work = partial(_choose, live, bot.slug, partial(bot.choose, decision), decision)
            return await asyncio.wait_for(_in_thread(work, partial(_given_up.discard, name)), PATIENCE)
        except TimeoutError:
            _given_up.add(name)
    log.error("match %s: bot %s at seat %s comes to no end: the fallback plays", live.id, bot.slug, decision.seat)
    return _fallback(live, decision)


async def _think_apart(live: LiveMatch, state: Any, decision: Decision) -> str:
    """What the sage chooses, in a process of its own; while there is none for it, what the game's first bot does."""
    if len(decision.moves) == 1:
        return decision.moves[0]
    thinkers = _limits().thinkers
    with contextlib.suppress(TimeoutError, thinking.NotReadyError):
        await asyncio.wait_for(thinkers.acquire(), QUEUE)
        task = Task(live.game, state, decision.seat, decision.seats, secrets.randbits(128))
        try:
            return await _in_thread(partial(_choose, live, Sage.slug, partial(thinking.ask, task), decision))
        finally:
            thinkers.release()
    return await _think(live, stand_in(live.game), decision)


class _Limits:
    """How many bots may think at once in one loop: in threads, and in processes."""

    def __init__(self) -> None:
        self.threads = asyncio.Semaphore(_AT_ONCE)
        self.thinkers = asyncio.Semaphore(thinking.AT_ONCE)


_of_loop: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, _Limits]] = WeakKeyDictionary()


def _limits() -> _Limits:
    return _of_loop.setdefault(asyncio.get_running_loop(), _Limits())


def _in_thread(work: Callable[[], str], ended: Callable[[], None] = lambda: None) -> asyncio.Future[str]:
    """Do it in a thread that nobody waits for, not even the end of the process; `ended` is called on the loop."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[str] = loop.create_future()

    def tell(result: str | Exception) -> None:
        ended()
        if done.done():
            return
        if isinstance(result, Exception):
            done.set_exception(result)
        else:
            done.set_result(result)

    def run() -> None:
        result: str | Exception
        try:
            result = work()
        except Exception as error:  # noqa: BLE001  it is raised on the loop
            result = error
        connections.close_all()  # what a fault was written by
        if not loop.is_closed():
            loop.call_soon_threadsafe(tell, result)

    threading.Thread(target=run, daemon=True, name="bot").start()
    return done


def _choose(live: LiveMatch, bot: str, choose: Callable[[], str], decision: Decision) -> str:
    """What the bot chooses; where it fails or cheats, that is logged and the game's fallback is played."""
    try:
        chosen = choose()
    except thinking.NotReadyError:
        raise
    except Exception as error:  # noqa: BLE001  it is logged
        faults.report(log, error, "match %s: bot %s failed at seat %s", live.id, bot, decision.seat)
        faults.note(faults.raised(live.id, "bot", error, live.position.ply, decision.seat))
    else:
        if chosen in decision.moves:
            return chosen
        log.error("match %s: bot %s at seat %s chose what is no move", live.id, bot, decision.seat)
    return _fallback(live, decision)


def _fallback(live: LiveMatch, decision: Decision) -> str:
    """The game's fallback; where that fails or is no move, that is logged and the first move is played."""
    try:
        chosen = live.game.fallback(decision.view, decision.moves)
    except Exception as error:  # noqa: BLE001  it is logged
        faults.report(log, error, "match %s: the fallback at seat %s failed", live.id, decision.seat)
        faults.note(faults.raised(live.id, "fallback", error, live.position.ply, decision.seat))
    else:
        if chosen in decision.moves:
            return chosen
        log.error("match %s: the fallback at seat %s is no move", live.id, decision.seat)
    return decision.moves[0]


def _samples(game: AnyGame, state: Any, seat: int) -> Callable[[], Any]:
    chance = Chance(new_seed(), 0)
    return lambda: game.resample(state, seat, chance)
