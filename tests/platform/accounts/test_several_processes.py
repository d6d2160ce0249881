"""What is decided in one process holds in the others at once."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator

import pytest

from tests import wire
from tests.platform.accounts.test_closing_sockets import BAN, a_name
from tests.serving import Served, serving
from tests.visitors import PASSWORD, Visitor

pytestmark = pytest.mark.several
SOON = 20.0
"""Seconds: a process that has not been told looks by itself every thirty."""


@pytest.fixture(scope="module")
def site() -> Iterator[tuple[Served, Served]]:
    """Two processes of one site."""
    with serving() as one, serving(beside=one) as two:
        yield one, two


@pytest.fixture
def slug(site: tuple[Served, Served]) -> str:
    """A room on both."""
    [(_name, token)] = wire.players(site[0], 1)
    return wire.open_room(site[0], token)


async def test_signing_out_in_one_closes_the_tabs_in_the_other(slug: str, site: tuple[Served, Served]) -> None:
    one, two = site
    here = Visitor(one).sign_up(a_name())
    async with (
        wire.connect(one, slug, headers=here.headers) as first,
        wire.connect(two, slug, headers=here.headers) as second,
    ):
        before = time.monotonic()
        await asyncio.to_thread(here.sign_out)
        assert [await first.until_closed(), await second.until_closed()] == [4401, 4401]
        assert time.monotonic() - before < SOON


async def test_a_new_password_in_one_closes_the_other_browsers_tabs_in_the_other(
    slug: str, site: tuple[Served, Served]
) -> None:
    one, two = site
    name, page = a_name(), "/accounts/password/change/"
    here, there = Visitor(one).sign_up(name), Visitor(two).sign_in(name)
    new = {"oldpassword": PASSWORD, "password1": "a-better-one-9", "password2": "a-better-one-9"}
    async with wire.connect(two, slug, headers=there.headers) as tab:
        before = time.monotonic()
        assert (await asyncio.to_thread(here.post, page, page, **new)).status_code == 302
        assert await tab.until_closed() == 4401
        assert time.monotonic() - before < SOON
    async with wire.connect(two, slug, headers=there.headers) as tab:
        assert tab.frames[0]["me"] is None


async def test_a_ban_closes_the_sockets_of_all_processes_at_once(slug: str, site: tuple[Served, Served]) -> None:
    one, two = site
    [(name, token)] = wire.players(one, 1)
    async with wire.connect(one, slug, token) as first, wire.connect(two, slug, token) as second:
        await asyncio.to_thread(one.manage, "shell", "-v", "0", "-c", BAN.format(name=name))
        for program in (first, second):
            assert await program.until_closed() == 4003
            assert program.frames[-1]["code"] == "banned"
    for server in site:
        async with wire.connect(server, slug, token) as again:
            assert again.frames[0]["code"] == "banned"


async def test_no_socket_that_opens_while_one_signs_out_survives(slug: str, site: tuple[Served, Served]) -> None:
    here = Visitor(site[0]).sign_up(a_name())
    headers = here.headers

    async def keep_coming(server: Served, tabs: contextlib.AsyncExitStack, is_here: asyncio.Event) -> list[wire.Wire]:
        """A tab after another, until one is nobody's any more."""
        opened: list[wire.Wire] = []
        while True:
            tab = await tabs.enter_async_context(wire.connect(server, slug, headers=headers))
            if tab.frames and tab.frames[0].get("me") is None:
                return opened
            opened.append(tab)
            is_here.set()
            await asyncio.sleep(0.02)

    async with contextlib.AsyncExitStack() as tabs:
        first = [asyncio.Event() for _ in range(4)]
        comers = zip(site * 2, first, strict=True)
        coming = [asyncio.create_task(keep_coming(server, tabs, is_here)) for server, is_here in comers]
        await asyncio.gather(*(is_here.wait() for is_here in first))
        await asyncio.to_thread(here.sign_out)
        opened = [tab for each in await asyncio.gather(*coming) for tab in each]
        async with asyncio.timeout(SOON):
            assert {await tab.until_closed() for tab in opened} == {4401}
