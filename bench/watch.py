"""A bot with a watch, and what it says of its moves."""

from __future__ import annotations

from time import process_time

from tafelrunde.game import Bot, Decision


class Timed(Bot):
    """Plays as the bot does. `times` are the seconds of processor time of its choices."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.times: list[float] = []

    def choose(self, decision: Decision) -> str:
        began = process_time()
        move = self.bot.choose(decision)
        self.times.append(process_time() - began)
        return move

    def __str__(self) -> str:
        times = sorted(self.times)
        mean, most = sum(times) / len(times), times[len(times) * 999 // 1000]
        return f"a move {mean * 1000:.2f} ms, 999 in 1,000 within {most * 1000:.1f} ms"
