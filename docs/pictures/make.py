"""Makes the README's pictures from the running product: `python -m docs.pictures.make`, from the top of the repository.

The table is always the same one: the seed, the people and what they say are chosen here.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import struct
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page, async_playwright

from king_lui import GAME
from king_lui.state import State
from tests import ports
from tests.browser.arranged import Arranged, arranged
from tests.browser.chromium import SWITCHES, installed
from tests.browser.house import House
from tests.serving import Served

HERE = Path(__file__).parent
PEOPLE = ("Ada", "Bertil", "Clara", "David")
TALK = ((0, "Who fed the chicken to Emerald?"), (1, "Not me. She just looks full."), (0, "Ada, hands off the wine!"))


async def main() -> None:
    with opened() as served:
        await take_pictures(served)


@contextlib.contextmanager
def opened() -> Iterator[Served]:
    """A server of its own, with data that is thrown away; nobody is taken for absent meanwhile."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault(ports.RUN, folder)
        served = Served(Path(folder), {"ABSENT_AFTER": "3600", "BOT_PAUSE": "0.05"})
        served.start()
        try:
            yield served
        finally:
            served.end()


async def take_pictures(served: Served) -> None:
    """One at a desk by day, one on a phone by night."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=installed(), args=SWITCHES)
        house = House(browser, served)
        await asyncio.to_thread(house.invite, *PEOPLE)
        async with arranged(house, in_the_middle, choose=varied, plays_on=False, name="Evening round") as match:
            watcher = await house.enter(match.path, house.person())
            await talk(match)
            desk = await house.enter(match.path, match.me, width=1440, height=900, color_scheme="light")
            await take(desk, "table.png")
            phone = await house.enter(match.path, match.me, width=390, height=844, color_scheme="dark")
            await take(phone, "phone.png")
            await watcher.close()
        await house.close()
        assert house.unexpected() == []


def in_the_middle(state: State) -> bool:
    """Much to see: a dragon, full and empty plates, dishes to choose from, one of them perhaps too much."""
    view = GAME.view(state, 0)
    king, table, own = view["king"], view["table"], view["plate"]
    too_much = [table[dish] + own[dish] > king[dish] for dish in table if table[dish]]
    return bool(
        view["round"] >= 7
        and view["dragons"] == 1
        and sum(map(bool, king.values())) >= 6
        and sum(map(bool, own.values())) >= 4
        and len(too_much) >= 4
        and 1 <= sum(too_much) <= 2
    )


def varied(moves: Sequence[str]) -> str:
    """Now this dish, now that; dragons are left to wait."""
    dishes = [move for move in moves if move.startswith("take")]
    return dishes[len(moves) % len(dishes)] if dishes else moves[-1]


async def talk(match: Arranged) -> None:
    """A little chat, so that one sees where it is."""
    for number, text in TALK:
        assert (await match.company[number].say(text))["type"] == "ok"


async def take(page: Page, name: str) -> None:
    """As large as the window, with everything in it loaded."""
    await page.locator('#board [aria-disabled="false"]').first.wait_for()
    await page.wait_for_load_state("networkidle")
    (HERE / name).write_bytes(squeezed(await page.screenshot()))


def squeezed(png: bytes) -> bytes:
    """The same picture in fewer bytes: browsers compress in a hurry."""
    signature, at, chunks, pixels = png[:8], 8, list[tuple[bytes, bytes]](), b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        data = png[at + 8 : at + 8 + length]
        if kind == b"IDAT":
            pixels += data
        else:
            chunks.append((kind, data))
        at += length + 12
    chunks.insert(-1, (b"IDAT", zlib.compress(zlib.decompress(pixels), 9)))
    packed = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
    return signature + b"".join(packed)


if __name__ == "__main__":
    asyncio.run(main())
