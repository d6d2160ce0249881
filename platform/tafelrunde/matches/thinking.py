"""Sages think in processes of their own, so that no other move waits for them: here those are started, asked and ended.

Who asks is a thread, as every bot has one. A thinker is started when it is first needed; one that dies or comes to no
end is killed, and the next question starts another. None outlives the server: its end is the end of their input.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import socket
import subprocess
import sys
import time
from multiprocessing.connection import Connection
from typing import Final

from .thinker import READY, Answer, Task

AT_ONCE: Final = max(1, (os.cpu_count() or 1) - 1)
"""How many of them there are at most."""
GRACE = 3.0
"""Seconds beyond its time after which a thinker has come to no end."""
START: Final = 60.0
"""Seconds after which one that is not ready never will be."""
LARGEST: Final = 100_000
"""Bytes of a question; what is larger might not be taken in one go, and would hold up who asks."""
log = logging.getLogger(__name__)


class ThinkingError(Exception):
    """A thinker has failed, died, or come to no end."""


class NotReadyError(Exception):
    """No thinker has started yet."""


def ask(task: Task) -> str:
    """The move. NotReadyError or ThinkingError if there is none in time. For `AT_ONCE` threads at the same time."""
    question = pickle.dumps(task)
    if len(question) > LARGEST:
        raise ThinkingError(f"a state of {task.game.slug} has {len(question)} bytes: too many to think about")
    thinker = _take()
    try:
        answer = thinker.ask(question, task.seconds + GRACE)
    except NotReadyError:
        if thinker.age < START:
            _idle.append(thinker)
        else:
            thinker.end()
        raise
    except (EOFError, OSError) as error:
        thinker.end()
        raise ThinkingError("a thinker has died") from error
    except BaseException:
        thinker.end()
        raise
    _idle.append(thinker)
    if answer.error:
        raise ThinkingError(answer.error)
    return answer.move


async def keep() -> None:
    """Have no thinkers when the process no longer serves."""
    try:
        await asyncio.Event().wait()
    finally:
        close()


def close() -> None:
    """End all of them."""
    for thinker in list(_running):
        thinker.end()
    _idle.clear()


class _Thinker:
    """The server's end of one of the processes."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tafelrunde.matches.thinker"],
                stdin=theirs.fileno(),
                stdout=2,  # what a game prints goes where errors go
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        self._pipe, self._ready, self._started = Connection(ours.detach()), False, time.monotonic()
        _running.add(self)

    @property
    def age(self) -> float:
        """Seconds since it was started."""
        return time.monotonic() - self._started

    @property
    def alive(self) -> bool:
        """Has it not ended yet, as far as anybody has noticed?"""
        return self._process.poll() is None

    def ask(self, question: bytes, patience: float) -> Answer:
        """Its answer within so many seconds."""
        until = time.monotonic() + patience
        if not self._ready:
            if not self._pipe.poll(patience):
                raise NotReadyError
            self._ready = self._pipe.recv_bytes() == READY
        self._pipe.send_bytes(question)
        if not self._pipe.poll(max(0.0, until - time.monotonic())):
            raise ThinkingError(f"a thinker has come to no end in {patience:.1f} s")
        return Answer(*pickle.loads(self._pipe.recv_bytes()))  # noqa: S301  from a process of our own

    def end(self) -> None:
        """Kill it: it holds nothing that could be lost."""
        _running.discard(self)
        self._process.kill()
        self._process.wait()
        self._pipe.close()


_idle: Final[list[_Thinker]] = []
_running: Final[set[_Thinker]] = set()


def _take() -> _Thinker:
    """One that nobody else has."""
    while _idle:
        try:
            thinker = _idle.pop()
        except IndexError:  # another thread was faster
            break
        if thinker.alive:
            return thinker
        thinker.end()
    return _Thinker()
