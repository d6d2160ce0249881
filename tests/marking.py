"""Tables of the game `tricks` (tests/installed), which has marks, over the wire."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator, Mapping

from tests import wire
from tests.serving import ROOT, Served, serving

INSTALLED = str(ROOT / "tests" / "installed")


@contextlib.contextmanager
def tricky(environment: Mapping[str, str] | None = None, *, beside: Served | None = None) -> Iterator[Served]:
    """A server on which the game is installed."""
    with serving({"PYTHONPATH": INSTALLED, **(environment or {})}, beside=beside) as served:
        yield served


@contextlib.asynccontextmanager
async def match(server: Served, seats: int = 3, **wanted: str) -> AsyncIterator[wire.Table]:
    """A match of it that has begun, seat by seat; the first seat is to move."""
    async with wire.match(server, seats, game="tricks", **wanted) as table:
        yield table


async def mark(seat: wire.Wire, move: str | None, **more: int) -> str:
    """Mark it: `ok`, or the code of the refusal."""
    answer = await seat.ask(type="premove", move=move, **more)
    return str(answer.get("code", answer["type"]))


async def marked(seat: wire.Wire, move: str | None) -> None:
    """Wait until the seat's newest match says so."""
    await seat.match_where(lambda match: match["premove"] == move)
