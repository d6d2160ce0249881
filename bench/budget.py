"""What a move of King Lui cannot do without, each part alone: ``python bench/budget.py``. See bench/README.md.

Processor time of one thread with nothing beside it, in µs of a move; of a few rounds the best, so other programs matter
little. `bench.load` measures what comes on top under load: frames that come in, tasks, threads that take the
interpreter from each other, caches that are cold.
"""

from __future__ import annotations

import asyncio
import os
import queue
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "platform"), str(ROOT / "games")]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tafelrunde.settings")
SEATS, ROUNDS, MATCHES, BATCH = 4, 12, 6, 8
FRAME = 1_100
"""Bytes of a frame of King Lui."""
_READER = """
import socket, selectors
wait, port = selectors.DefaultSelector(), int(input())
for _ in range({seats}):
    one = socket.create_connection(("127.0.0.1", port))
    wait.register(one, selectors.EVENT_READ)
while True:
    for key, _mask in wait.select():
        if not key.fileobj.recv(1 << 20):
            raise SystemExit
"""


class Parts:
    """The processor time of each part, by round."""

    def __init__(self) -> None:
        self.rounds: list[defaultdict[str, float]] = []
        self.moves = 0

    def begin(self) -> None:
        """Another round."""
        self.rounds.append(defaultdict(float))
        self.moves = 0

    def time(self, part: str, work: Callable[..., Any], *given: Any) -> Any:
        """What it gives, with its time added to the part."""
        began = time.thread_time()
        done = work(*given)
        self.rounds[-1][part] += time.thread_time() - began
        return done

    def end(self) -> None:
        """From now on the round is in µs of a move."""
        self.rounds[-1] = defaultdict(float, {part: 1e6 * took / self.moves for part, took in self.rounds[-1].items()})

    def best(self) -> dict[str, float]:
        """Of each part the best round."""
        return {part: min(one[part] for one in self.rounds) for part in self.rounds[0]}


def main() -> None:
    """Print it."""
    with tempfile.TemporaryDirectory(prefix="tafelrunde-budget-") as home:
        os.environ.update(TAFELRUNDE_HOME=home, LOG_LEVEL="ERROR")
        import django

        django.setup()
        parts = of_matches() | {
            f"{SEATS + 1} frames into sockets": (SEATS + 1) * sending(),
            f"to the log's thread and back, for {BATCH} moves at once": handing_over() / BATCH,
        }
    for part, took in parts.items():
        print(f"{took:7.1f}  {part}")
    print(f"{sum(parts.values()):7.1f}  together")


def of_matches() -> dict[str, float]:
    """All that happens in a match, from /again to its rating, in one thread."""
    from django.core.management import call_command

    from tafelrunde.accounts.models import Player
    from tafelrunde.matches import live as matches
    from tafelrunde.matches.live import LiveMatch
    from tafelrunde.rooms import picture, registry, seating, starting
    from tafelrunde.rooms.calls import call_in
    from tafelrunde.rooms.opening import open_room

    call_command("migrate", verbosity=0)
    people = [Player.objects.create_user(f"player{n}") for n in range(SEATS)]
    room = open_room(people[0], "king_lui")
    for player in people:
        seating.sit(room, player)
    begun: list[LiveMatch] = []
    matches.adopt = begun.append  # type: ignore[assignment]  # no loop serves here
    parts = Parts()
    parts.begin()
    starting.start(room, people[0])
    _play(begun[-1], parts)
    parts.rounds.clear()
    for _round in range(ROUNDS):
        parts.begin()
        for number in range(MATCHES):
            by = people[number % SEATS]
            parts.time("a match: /again", lambda by=by: registry.run(call_in(room, by, "en"), "/again"))
            parts.time("a match: its room read", picture.read, room.slug)
            _play(begun[-1], parts)
        parts.end()
    return parts.best()


def _play(live: Any, parts: Parts) -> None:
    """To the end, with moves by lot; commits of `BATCH` at once, as under load."""
    from tafelrunde.matches import frames, log

    waiting: list[Any] = []
    for request, position, append in _moves(live, parts):
        live.advance(position, request)
        for viewer in range(SEATS):
            parts.time(f"{SEATS} frames: views, stories, JSON", frames.match_text, live, viewer, "en")
        waiting.append(append)
        if position.over:
            parts.time("a match: its end, with the rating", log.commit, waiting)
        elif len(waiting) == BATCH:
            parts.time(f"the log: a commit of {BATCH}", log.commit, waiting)
            waiting.clear()


def _moves(live: Any, parts: Parts) -> Iterator[tuple[Any, Any, Any]]:
    from tafelrunde.matches import position as fold
    from tafelrunde.matches.entries import entry
    from tafelrunde.matches.position import Change

    lot = random.Random(live.id)
    while not live.position.over:
        parts.moves += 1
        seat = live.position.to_move[0]
        change = Change(fold.MOVE, seat, fold.now(), lot.choice(list(live.position.legal[seat])), fold.PLAYER)
        position = parts.time("rules and position", live.after, change)
        yield (
            change,
            position,
            parts.time("what the log gets", entry, live, change, position, live.position.turns[seat]),
        )


def sending() -> float:
    """A frame into a socket of this machine, from which another process reads."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        reader = subprocess.Popen([sys.executable, "-c", _READER.format(seats=SEATS)], stdin=subprocess.PIPE, text=True)
        assert reader.stdin is not None
        reader.stdin.write(f"{server.getsockname()[1]}\n")
        reader.stdin.close()
        sockets = [server.accept()[0] for _seat in range(SEATS)]
    for one in sockets:
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    best, payload = float("inf"), bytes(FRAME)
    for _round in range(ROUNDS):
        took = 0.0
        for _turn in range(300):
            began = time.thread_time()
            for one in sockets:
                one.send(payload)
            took += time.thread_time() - began
            time.sleep(0.0002)
        best = min(best, took / 300 / SEATS)
    for one in sockets:
        one.close()
    reader.wait(10)
    return 1e6 * best


def handing_over() -> float:
    """From the loop to a thread that waits, and back."""
    import uvloop

    there: queue.SimpleQueue[asyncio.Future[None] | None] = queue.SimpleQueue()

    async def measure() -> float:
        loop, best = asyncio.get_running_loop(), float("inf")

        def answer() -> None:
            while (waiting := there.get()) is not None:
                loop.call_soon_threadsafe(waiting.set_result, None)

        thread = threading.Thread(target=answer)
        thread.start()
        for _round in range(ROUNDS):
            began = time.process_time()
            for _turn in range(500):
                there.put(waiting := loop.create_future())
                await waiting
            best = min(best, (time.process_time() - began) / 500)
        there.put(None)
        thread.join()
        return 1e6 * best

    return uvloop.run(measure())


if __name__ == "__main__":
    main()
