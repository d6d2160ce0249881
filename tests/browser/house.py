"""People at one server, each in a browser of their own; what goes wrong in any of their pages fails the test."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Dialog, Page, Request, WebError, WebSocket

from tests import wire
from tests.serving import Served

PATIENCE = 60_000  # ms
NAMES = "Ada Bertil Clara David Elsa Felix Greta Hugo Ida Jonas Klara Ludwig Maja Nils Olga Paul".split()
AT_ONCE = 48

_MAKE_PEOPLE = """
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from tafelrunde.accounts.models import Player, Token
for name in {names!r}:
    player = Player.objects.create_user(name)
    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.create()
    print(name, Token.make(player, "browser"), session.session_key)
"""
_WATCH_POLICY = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} forbids ${event.blockedURI} ${event.sample}`));
"""

_numbers = count(1)
_spare: WeakKeyDictionary[Served, list[Person]] = WeakKeyDictionary()


@dataclass(frozen=True)
class Person:
    """A member, with a token for programs and a session for browsers."""

    name: str
    token: str
    session: str


@asynccontextmanager
async def house_at(browser: Browser, server: Served) -> AsyncIterator[House]:
    """The browsers of one test, at this server. Whatever goes wrong in a page fails the test."""
    house = House(browser, server)
    yield house
    await house.close()
    assert house.unexpected() == []


class House:
    """The browsers of one test. `faults` are what no page may do: errors, broken policies, requests to others."""

    def __init__(self, browser: Browser, server: Served) -> None:
        self.browser, self.server = browser, server
        self.faults: list[str] = []
        self.requests: list[Request] = []
        self.sent: list[tuple[Page, dict[str, Any]]] = []
        self._contexts: list[BrowserContext] = []
        self._expected: list[str] = []
        self._ears: list[tuple[Page, str, asyncio.Event]] = []
        self._hears: defaultdict[Page, asyncio.Event] = defaultdict(asyncio.Event)

    def expect(self, *parts: str) -> None:
        """Faults that hold one of these texts belong to what the test does."""
        self._expected += parts

    def person(self) -> Person:
        """Somebody whom no other test has."""
        if not _spare.get(self.server):
            self.invite(*(f"{NAMES[i % len(NAMES)]}{next(_numbers)}" for i in range(AT_ONCE)))
        return _spare[self.server].pop()

    def invite(self, *names: str) -> None:
        """Have people of these names, who are `person` next."""
        lines = self.server.manage("shell", "-v", "0", "-c", _MAKE_PEOPLE.format(names=names)).splitlines()
        _spare.setdefault(self.server, []).extend(Person(*line.split()) for line in reversed(lines))

    def next(self, *people: Person) -> None:
        """These are `person` next, in this order."""
        _spare.setdefault(self.server, []).extend(reversed(people))

    def room(self, host: Person, **wanted: Any) -> str:
        """A new room: the path of its page."""
        return f"/rooms/{wire.open_room(self.server, host.token, **wanted)}/"

    async def enter(
        self, path: str = "/", person: Person | None = None, *, width: int = 1280, height: int = 800, **more: Any
    ) -> Page:
        """Somebody (or a stranger) opens this page in a browser of their own."""
        context = await self.context(person, width=width, height=height, **more)
        page = await context.new_page()
        await page.goto(f"{self.server.url}{path}")
        await self.connected(page)
        return page

    async def connected(self, page: Page) -> None:
        """Wait until the page hears from the server: before, nothing can be sent. At once, if it has no socket."""
        if await page.locator("body[data-ws]").count():
            async with asyncio.timeout(PATIENCE / 1000):
                await self._hears[page].wait()

    def ear(self, page: Page, part: str) -> asyncio.Event:
        """Set as soon as the page is sent something that holds this text."""
        self._ears.append((page, part, asyncio.Event()))
        return self._ears[-1][2]

    async def context(
        self, person: Person | None, *, width: int = 1280, height: int = 800, **more: Any
    ) -> BrowserContext:
        """A browser of their own. Nothing moves unless `reduced_motion` says otherwise."""
        wanted = {"locale": "en-GB", "reduced_motion": "reduce", **more}
        context = await self.browser.new_context(viewport={"width": width, "height": height}, **wanted)
        self._contexts.append(context)
        context.set_default_timeout(PATIENCE)
        await context.add_init_script(_WATCH_POLICY)
        if person:
            await context.add_cookies([{"name": "sessionid", "value": person.session, "url": self.server.url}])
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)
        context.on("request", self._on_request)
        context.on("page", self._on_page)
        return context

    async def close(self) -> None:
        """Everybody leaves."""
        for context in self._contexts:
            await context.close()

    def frames(self, page: Page, kind: str) -> list[dict[str, Any]]:
        """What this page has sent over its sockets, of this kind."""
        return [frame for sender, frame in self.sent if sender == page and frame["type"] == kind]

    def unexpected(self) -> list[str]:
        """The faults that do not belong to the test."""
        return [fault for fault in self.faults if not any(part in fault for part in self._expected)]

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "assert"}:
            self.faults.append(f"console: {message.text} ({message.location['url']})")

    def _on_error(self, error: WebError) -> None:
        self.faults.append(f"error: {error.error}")

    def _on_request(self, request: Request) -> None:
        self.requests.append(request)
        self._is_ours(request.url)

    def _on_page(self, page: Page) -> None:
        page.on("websocket", partial(self._on_socket, page))
        page.on("dialog", self._on_dialog)

    def _on_heard(self, page: Page, text: str | bytes) -> None:
        self._hears[page].set()
        for listener, part, ear in self._ears:
            if listener == page and part in str(text):
                ear.set()

    def _on_socket(self, page: Page, socket: WebSocket) -> None:
        self._is_ours(socket.url)
        self._hears[page].clear()
        socket.on("framereceived", partial(self._on_heard, page))
        socket.on("framesent", lambda data: self.sent.append((page, json.loads(data))))

    async def _on_dialog(self, dialog: Dialog) -> None:
        self.faults.append(f"dialog: {dialog.message}")
        await dialog.dismiss()

    def _is_ours(self, url: str) -> None:
        address = urlsplit(url)
        if address.scheme not in {"data", "blob"} and address.netloc != urlsplit(self.server.url).netloc:
            self.faults.append(f"another origin: {url}")
