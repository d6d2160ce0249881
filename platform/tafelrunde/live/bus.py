"""What one process tells the others: one channel of the layer per process, many events in one message.

An event is a hint that something has changed; whoever hears it reads the truth from the database. So a lost, late or
doubled event costs nothing but time, and the heartbeats of matches and presence make up for it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, get_channel_layer
from django.conf import settings
from redis.exceptions import RedisError

Message = dict[str, Any]
Handler = Callable[[Message], None]

PROCESS: Final = secrets.token_hex(6)
GROUP: Final = "tafelrunde"
MOST_AT_ONCE, MOST_WAITING = 500, 20_000
PAUSES = (0.1, 0.5, 1.0, 2.0, 4.0)
"""Seconds after each attempt to tell the others that failed: long enough for a server that is started anew."""
HANGS, ECHO, DEAF, AGAIN = 3.0, 2.0, 9.0, 0.5
"""Seconds after which a layer hangs that has not taken what was sent; between words that this process says to hear
itself; after which, having heard none, it is deaf, whatever its connection says; and until it connects anew."""

log = logging.getLogger(__name__)
_handlers: defaultdict[str, list[Handler]] = defaultdict(list)


class Deaf(Exception):
    """The layer brings nothing any more."""


class _Running:
    """The loop that serves, and what is to be told to the other processes; None where nothing serves."""

    loop: asyncio.AbstractEventLoop | None = None
    outbox: asyncio.Queue[tuple[str, Message]] | None = None
    sends: bool = True
    heard: float = 0.0


def on(kind: str, handler: Handler) -> None:
    """Call `handler` on the loop for each event of the kind, of this process or another."""
    _handlers[kind].append(handler)


def publish(kind: str, **message: Any) -> None:
    """Tell this process at once and the others through the layer. For any thread; after the commit, never before."""
    loop = _Running.loop
    if loop is None:
        _without_a_loop(kind, message)
    elif loop is _current_loop():
        _tell(kind, message)
    else:
        loop.call_soon_threadsafe(_tell, kind, message)


def on_loop(do: Callable[[], None]) -> None:
    """Have something done on the loop that serves, before what is published after it; nothing where none serves."""
    loop = _Running.loop
    if loop is not None and loop is _current_loop():
        do()
    elif loop is not None:
        loop.call_soon_threadsafe(do)


def serves() -> bool:
    """Does a loop of this process serve?"""
    return _Running.loop is not None


def has_others() -> bool:
    """Is there a way to other processes? Who would have much to make for them asks first."""
    return _Running.outbox is not None


def tell_others(kind: str, **message: Any) -> None:
    """Tell the other processes only; on the loop. Where too much waits to be told, the oldest is forgotten."""
    if _Running.outbox is None:
        return
    while _Running.outbox.qsize() >= MOST_WAITING:
        _Running.outbox.get_nowait()
    _Running.outbox.put_nowait((kind, message))


def in_touch() -> bool:
    """Does the layer take what is sent, and bring what is said? Otherwise nothing may be heard from others."""
    return _Running.sends and time.monotonic() - _Running.heard < DEAF


def waiting() -> int:
    """How many events wait to be told to the others."""
    return 0 if _Running.outbox is None else _Running.outbox.qsize()


async def run() -> None:
    """Carry events between this process and the others while it serves; handlers of `connected` hear when it can."""
    _Running.loop = asyncio.get_running_loop()
    if not settings.REDIS_URL:
        await asyncio.Event().wait()  # the only process: nobody else to tell
    outbox = _Running.outbox = asyncio.Queue()
    try:
        while True:
            try:
                await asyncio.create_task(_carry(_layer(), outbox))  # a group that fails leaves its task half cancelled
            except* (Deaf, OSError, RedisError) as gone:
                log.warning("the layer is away: connecting anew: %s", gone.exceptions[0])
            await _part_from(_layer())
            await asyncio.sleep(AGAIN)
    finally:
        _Running.outbox = None


async def _carry(layer: BaseChannelLayer, outbox: asyncio.Queue[tuple[str, Message]]) -> None:
    async with asyncio.timeout(DEAF):
        channel = await layer.new_channel()
        await layer.group_add(GROUP, channel)
    _Running.heard = time.monotonic()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(_send(layer, outbox))
        tasks.create_task(_receive(layer, channel))
        tasks.create_task(_notice_deafness())
        hear("connected", {})


async def _part_from(layer: BaseChannelLayer) -> None:
    """Close what is left of the connections: the next ones begin anew."""
    try:
        async with asyncio.timeout(HANGS):
            await layer.flush()
    except (OSError, RedisError):
        log.debug("closing connections that are gone", exc_info=True)
    _heed_cancellation()


def hear(kind: str, message: Message) -> None:
    """Call the handlers of the kind; a bug in one is logged and hurts no other."""
    for handler in _handlers[kind]:
        try:
            handler(message)
        except Exception:
            log.exception("handling %s failed", kind)


def _tell(kind: str, message: Message) -> None:
    hear(kind, message)
    tell_others(kind, **message)


def _without_a_loop(kind: str, message: Message) -> None:
    """From a management command or a test: nobody listens here, the serving processes do."""
    if _current_loop() is not None:
        hear(kind, message)
    elif settings.REDIS_URL:
        async_to_sync(_layer().group_send)(GROUP, _packet([(kind, message)]))


async def _send(layer: BaseChannelLayer, outbox: asyncio.Queue[tuple[str, Message]]) -> None:
    while True:
        events = [await outbox.get()]
        while not outbox.empty() and len(events) < MOST_AT_ONCE:
            events.append(outbox.get_nowait())
        for pause in PAUSES:
            try:
                async with asyncio.timeout(HANGS):
                    await layer.group_send(GROUP, _packet(events))
                _Running.sends = True
                break
            except Exception:
                _Running.sends = False
                log.exception("%d events cannot be sent to the other processes now", len(events))
                await asyncio.sleep(pause)
        _heed_cancellation()


async def _receive(layer: BaseChannelLayer, channel: str) -> None:
    while True:
        packet = await layer.receive(channel)
        _heed_cancellation()
        _Running.heard = time.monotonic()
        if packet["from"] != PROCESS:
            for kind, message in packet["events"]:
                hear(kind, message)


async def _notice_deafness() -> None:
    """Deaf when not even one's own words come back. A process that has been busy listens first."""
    while True:
        before = time.monotonic()
        tell_others("echo")
        await asyncio.sleep(ECHO)
        now = time.monotonic()
        if now - before < 2 * ECHO and now - _Running.heard > DEAF:
            raise Deaf(f"nothing has been heard for {now - _Running.heard:.0f} s, not even what was said here")


def _heed_cancellation() -> None:
    """The client of the layer swallows a cancellation that comes while it connects; without this we would go on."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


def _layer() -> BaseChannelLayer:
    layer = get_channel_layer()
    assert layer is not None
    return layer


def _packet(events: list[tuple[str, Message]]) -> Message:
    return {"type": "bus", "from": PROCESS, "events": events}


def _current_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
