"""Slowing down who is too fast: first with a word how long to wait, then, if that does not help, by closing."""

from __future__ import annotations

from weakref import WeakValueDictionary

from django.utils.translation import gettext_lazy as _

from tafelrunde.live.limits import Bucket
from tafelrunde.live.sockets import FLOOD, Person, Socket
from tafelrunde.refusals import Refusal

MOST_REFUSED = 200
LINES_PER_SECOND, LINES_AT_ONCE = 1.0, 8.0

_lines: WeakValueDictionary[int, Bucket] = WeakValueDictionary()


class Brake:
    """Of one socket."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.refused = 0

    def slow_down(self, bucket: Bucket) -> None:
        """Refusal `too_fast` where the bucket is empty; who does not listen is cut off."""
        wait = bucket.take()
        if not wait:
            self.refused = max(0, self.refused - 1)
            return
        self.refused += 1
        if self.refused > MOST_REFUSED:
            self.socket.close(FLOOD)
        text = _("Not so fast: wait a moment, then go on.")
        raise Refusal("too_fast", text, wait=max(1, round(wait * 1000)))


def lines_of(person: Person | None) -> Bucket:
    """How many lines a person may say, in however many tabs and rooms of this process."""
    bucket = _lines.get(person.id) if person is not None else None
    if bucket is None:
        bucket = Bucket(LINES_PER_SECOND, LINES_AT_ONCE)
        if person is not None:
            _lines[person.id] = bucket
    return bucket
