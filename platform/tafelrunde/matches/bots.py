"""Bots at a match's seats: each is shown what its seat may see, and moves as a player would."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from tafelrunde.game import Bot, Chance, Decision, new_seed
from tafelrunde.games import AnyGame
from tafelrunde.refusals import Refusal

from . import play
from . import position as fold
from .live import LiveMatch
from .position import Position

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
    chosen = await asyncio.to_thread(_choose, live, bot, _decision(live, position, seat))
    await _ask(live, seat, chosen, position.turns[seat], fold.BOT)


async def fall_back(live: LiveMatch, seat: int) -> None:
    """Play what the game plays when a player's time is out; returns when that is answered."""
    position = live.position
    chosen = _fallback(live, _decision(live, position, seat))
    await _ask(live, seat, chosen, position.turns[seat], fold.CLOCK)


async def _ask(live: LiveMatch, seat: int, move: str, turn: int, by: str) -> None:
    answered: asyncio.Future[int | Refusal] = asyncio.get_running_loop().create_future()
    play.play_move(live, seat, move, turn, answered.set_result, by=by)
    answer = await answered
    if isinstance(answer, Refusal):
        log.debug("match %s: the %s at seat %s was too late: %s", live.id, by, seat, answer.code)


def _decision(live: LiveMatch, position: Position, seat: int) -> Decision:
    return Decision(
        seat=seat,
        view=live.game.view(position.state, seat),
        moves=position.legal[seat],
        chance=Chance(new_seed(), 0),
        sample=_samples(live.game, position.state, seat),
    )


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
