"""A process that thinks for a sage: it is told of a decision on its standard input, a socket, and answers with a move.

It knows neither Django nor the database, and ends as soon as the server that started it is gone, however that went.
What it is told holds the state of the match, because states are drawn anew where they are needed, not in the server;
`decide` is all that touches it, and gives the sage what any bot is given.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import threading
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Final, NamedTuple

from tafelrunde.game import Bot, Chance, Decision, Game
from tafelrunde.game.playouts import Imagined
from tafelrunde.game.sage import SECONDS, Sage

NICE: Final = 10
"""How far it stands behind the server where both want the processor."""
MEMORY: Final = 1 << 30
"""Bytes of address space that it may have."""
READY: Final = b"ready"


class Task(NamedTuple):
    """A decision on its way to a thinker. All chance in it comes from `seed`."""

    game: Game[Any, Any]
    state: Any
    seat: int
    seats: int
    seed: int
    seconds: float = SECONDS
    playouts: int | None = None


class Answer(NamedTuple):
    """The move, or what went wrong."""

    move: str = ""
    error: str = ""


def decide(task: Task, bot: Bot) -> str:
    """The bot's choice. It is given what its seat sees and states drawn anew; the true one stays in here."""
    game, state, seat = task.game, task.state, task.seat
    unseen = Imagined(task.seed)
    return bot.choose(
        Decision(
            seat=seat,
            view=game.view(state, seat),
            moves=game.moves(state, seat),
            chance=Chance(str(task.seed).encode("ascii"), 0),
            sample=lambda: game.resample(state, seat, unseen),
            seconds=task.seconds,
            seats=task.seats,
        )
    )


def main() -> None:
    """Think for as long as somebody may ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is for the server
    _be_modest()
    server, tasks = Connection(sys.stdin.fileno()), SimpleQueue[bytes]()
    threading.Thread(target=_listen, args=[server, tasks], daemon=True).start()
    server.send_bytes(READY)
    while True:
        server.send_bytes(pickle.dumps(tuple(_answer(tasks.get()))))


def _listen(server: Connection, tasks: SimpleQueue[bytes]) -> None:
    """Take what is asked; when the server is gone, end at once, whatever is being thought about."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            tasks.put(server.recv_bytes())
    os._exit(0)


def _answer(message: bytes) -> Answer:
    try:
        task: Task = pickle.loads(message)  # noqa: S301  from the server that started us
        return Answer(decide(task, Sage(task.game, task.playouts)))
    except Exception as error:  # noqa: BLE001  a game may raise anything: the server logs it
        return Answer(error=f"{type(error).__name__}: {error}")


def _be_modest() -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICE)
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    main()
