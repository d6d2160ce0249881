"""A very small site for tests of the server itself: a few sockets and pages, each with one habit."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Any

from tafelrunde.live import background
from tafelrunde.live.sockets import SEND_TEXT

SendText = Callable[[str, bool], None]

released = asyncio.Event()
"""Set by GET /release: now the consumer of /held begins to read."""
gone = asyncio.Event()
"""Set when a socket has gone."""
poured = 0
"""Bytes that the consumer of /pour has sent."""


async def application(scope: Any, receive: Any, send: Any) -> None:
    kind, path = scope["type"], scope["path"]
    if path == "/body":
        await body(receive, send)
        return
    if path in DIRECT:
        await DIRECT[path](scope["extensions"][SEND_TEXT], receive, send)
        return
    await (PAGES[path](send) if kind == "http" else SOCKETS[path](receive, send))


async def echo(receive: Any, send: Any) -> None:
    """Sends back what it gets: its length."""
    await accept(receive, send)
    while (event := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": str(len(event["text"]))})
    say("a socket has gone")
    gone.set()


async def held(receive: Any, send: Any) -> None:
    """Reads nothing before it is released; then counts until it gets ``end``."""
    await accept(receive, send)
    await released.wait()
    count = 0
    while (event := await receive())["type"] == "websocket.receive":
        if event["text"] == "end":
            await send({"type": "websocket.send", "text": str(count)})
        count += 1


async def pour(receive: Any, send: Any) -> None:
    """Sends without end."""
    global poured
    await accept(receive, send)
    leaving = asyncio.ensure_future(receive())
    while not leaving.done():
        await send({"type": "websocket.send", "text": "x" * 10_000})
        poured += 10_000
        await asyncio.sleep(0)
    gone.set()


async def mirror(send_text: SendText, receive: Any, send: Any) -> None:
    """Sends back what it gets, twice over, by the direct way; in two frames, or with a close behind it, if asked to."""
    await accept(receive, send)
    while (event := await receive())["type"] == "websocket.receive":
        text = event["text"]
        send_text(text * 2, text.startswith("more"))
        if text == "more and another":
            send_text("another", False)
        if text == "more and close":
            await send({"type": "websocket.close", "code": 4000})


async def pour_directly(send_text: SendText, receive: Any, send: Any) -> None:
    """Sends without end by the direct way."""
    global poured
    await accept(receive, send)
    leaving = asyncio.ensure_future(receive())
    while not leaving.done():
        send_text("x" * 10_000, False)
        poured += 10_000
        await asyncio.sleep(0)
    gone.set()


async def body(receive: Any, send: Any) -> None:
    """Says how long the request's body is."""
    length, more = 0, True
    while more:
        event = await receive()
        length, more = length + len(event["body"]), event["more_body"]
    await answer(send, str(length))


async def release(send: Any) -> None:
    released.set()
    await answer(send, "released")


async def after_gone(send: Any) -> None:
    """Begins to answer at once, and ends when a socket has gone: with what was poured."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": b"0", "more_body": True})
    await gone.wait()
    await send({"type": "http.response.body", "body": str(poured).encode()})


async def accept(receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})


async def answer(send: Any, text: str) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": text.encode()})


async def beat() -> None:
    """A background task that says when it begins and ends."""
    say("the beat begins")
    try:
        await asyncio.Event().wait()
    finally:
        say("the beat ends")


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


PAGES = {"/release": release, "/after-gone": after_gone}
DIRECT = {"/mirror": mirror, "/pour-directly": pour_directly}
SOCKETS = {"/echo": echo, "/held": held, "/pour": pour}

background.register("beat", beat)
