"""Bots at a match's seats: each is shown what its seat may see, and moves as a player would.

A bot thinks in a thread of its own, so that one that never comes to an end takes nothing away from anybody: its match
goes on with the game's fallback, and it is not asked again before it has come to that end: nothing can stop a thread.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tafelrunde.game import Bot, Chance, Decision, new_seed
from tafelrunde.games import AnyGame
from tafelrunde.refusals import Refusal

from . import play
from . import position as fold
from .live import LiveMatch
from .position import Position

PATIENCE = 4.0
"""Seconds after which a bot has thought for too long: before somebody else looks after its match."""
_AT_ONCE: Final = max(4, 2 * (os.cpu_count() or 1))
_given_up: Final[set[tuple[str, str]]] = set()
log = logging.getLogger(__name__)


def find(game: AnyGame, slug: str) -> Bot | None:
    """The game's bot of that slug."""
    return next((bot for bot in game.bots() if bot.slug == slug), None)


def stand_in(game: AnyGame) -> Bot:
    """The bot that plays for people who are away: the game's first."""
    return game.bots()[0]


async def move(live: LiveMatch, seat: int) -> None:
    """Let the bot of the seat choose, in a thread, and ask for its move; returns when that is answered."""
    position = live.position
    bot = find(live.game, position.sitters[seat].bot) or stand_in(live.game)
    decision = _decision(live, position, seat)
    if decision is None:
        return
    chosen = await _think(live, bot, decision)
    await _ask(live, seat, chosen, position.turns[seat], fold.BOT)


async def fall_back(live: LiveMatch, seat: int) -> None:
    """Play what the game plays when a player's time is out; returns when that is answered."""
    position = live.position
    decision = _decision(live, position, seat)
    if decision is None:
        return
    chosen = _fallback(live, decision)
    await _ask(live, seat, chosen, position.turns[seat], fold.CLOCK)


async def _ask(live: LiveMatch, seat: int, move: str, turn: int, by: str) -> None:
    answered: asyncio.Future[int | Refusal] = asyncio.get_running_loop().create_future()
    play.play_move(live, seat, move, turn, answered.set_result, by=by)
    answer = await answered
    if isinstance(answer, Refusal):
        log.debug("match %s: the %s at seat %s was too late: %s", live.id, by, seat, answer.code)


def _decision(live: LiveMatch, position: Position, seat: int) -> Decision | None:
    """What is to be decided; None where the rules cannot tell, and the match rests."""
    try:
        view = live.game.view(position.state, seat)
    except Exception:  # noqa: BLE001  it is logged
        play.rest(live, seat)
        return None
    return Decision(
        seat=seat,
        view=view,
        moves=position.legal[seat],
        chance=Chance(new_seed(), 0),
        sample=_samples(live.game, position.state, seat),
    )


async def _think(live: LiveMatch, bot: Bot, decision: Decision) -> str:
    """What the bot chooses, in a thread; the fallback where that takes too long, or still does elsewhere."""
    name = live.game.slug, bot.slug
    if name in _given_up:
        return _fallback(live, decision)
    async with _thinking():
        try:
            work = partial(_choose, live, bot, decision)
            return await asyncio.wait_for(_in_thread(work, partial(_given_up.discard, name)), PATIENCE)
        except TimeoutError:
            _given_up.add(name)
    log.error("match %s: bot %s at seat %s comes to no end: the fallback plays", live.id, bot.slug, decision.seat)
    return _fallback(live, decision)


class _Thinking:
    """How many bots may think at once, in the loop that is running."""

    loop: asyncio.AbstractEventLoop | None = None
    at_once = asyncio.Semaphore()


def _thinking() -> asyncio.Semaphore:
    loop = asyncio.get_running_loop()
    if _Thinking.loop is not loop:
        _Thinking.loop, _Thinking.at_once = loop, asyncio.Semaphore(_AT_ONCE)
    return _Thinking.at_once


def _in_thread(work: Callable[[], str], ended: Callable[[], None]) -> asyncio.Future[str]:
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
        if not loop.is_closed():
            loop.call_soon_threadsafe(tell, result)

    threading.Thread(target=run, daemon=True, name="bot").start()
    return done


def _choose(live: LiveMatch, bot: Bot, decision: Decision) -> str:
    """What the bot chooses; where it fails or cheats, that is logged and the game's fallback is played."""
    try:
        chosen = bot.choose(decision)
    except Exception:
        log.exception("match %s: bot %s failed at seat %s", live.id, bot.slug, decision.seat)
    else:
        if chosen in decision.moves:
            return chosen
        log.error("match %s: bot %s at seat %s chose %r, which is no move", live.id, bot.slug, decision.seat, chosen)
    return _fallback(live, decision)


def _fallback(live: LiveMatch, decision: Decision) -> str:
    """The game's fallback; where that fails or is no move, that is logged and the first move is played."""
    try:
        chosen = live.game.fallback(decision.view, decision.moves)
    except Exception:
        log.exception("match %s: the fallback at seat %s failed", live.id, decision.seat)
    else:
        if chosen in decision.moves:
            return chosen
        log.error("match %s: the fallback at seat %s is %r, which is no move", live.id, decision.seat, chosen)
    return decision.moves[0]


def _samples(game: AnyGame, state: Any, seat: int) -> Callable[[], Any]:
    chance = Chance(new_seed(), 0)
    return lambda: game.resample(state, seat, chance)
