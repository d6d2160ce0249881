"""What is counted of rooms for `/metrics`: who is here, what is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from prometheus_client.metrics_core import Metric

from tafelrunde.live import bus, metrics, sockets
from tafelrunde.live.metrics import Counts, counter, gauge
from tafelrunde.live.sockets import Socket

_lines = Counts()


def said(kind: str) -> None:
    """A line of chat has been said; in any thread, after the commit."""
    _lines.count(kind)


def count_rooms(here: Callable[[], int]) -> None:
    """`here` knows in how many rooms there is somebody."""
    metrics.register(lambda: [gauge("rooms", "Rooms with somebody in this process.", here())])


def _collect() -> Iterator[Metric]:
    here = Counts()
    for socket in sockets.all_open():
        here["html" if socket.html else "json", _who(socket)] += 1
    yield gauge("sockets", "Open WebSockets, by what they read and who is there.", dict(here), ["form", "who"])
    yield gauge("bus_queue", "What waits to be told to the other processes.", bus.waiting())
    yield counter("chat_lines", "Lines of chat said here, by kind.", _lines, ["kind"])


def _who(socket: Socket) -> str:
    if socket.person is None:
        return "nobody"
    return "guest" if socket.person.guest else "member"


metrics.register(_collect)
