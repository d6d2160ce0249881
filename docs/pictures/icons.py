"""Makes the icons that are asked for beside `icon.svg`.

`python -m docs.pictures.icons`, from the top of the repository, after each change of the mark.
"""

from __future__ import annotations

import asyncio
import struct
from pathlib import Path
from typing import Final

from playwright.async_api import Page, async_playwright

from docs.pictures.make import squeezed
from tests.browser.chromium import SWITCHES, installed

STATIC: Final = Path(__file__).parents[2] / "platform" / "tafelrunde" / "rooms" / "static" / "tafelrunde"
GROUND: Final = "#8e1f2b"
"""What is behind the mark where a system cuts the corners itself."""


async def main() -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=installed(), args=SWITCHES)
        page = await browser.new_page()
        for size in (192, 512):
            (STATIC / f"icon-{size}.png").write_bytes(await drawn(page, size))
        (STATIC / "icon-180.png").write_bytes(await drawn(page, 180, full=1))
        (STATIC / "icon-maskable-512.png").write_bytes(await drawn(page, 512, full=0.8))
        (STATIC / "favicon.ico").write_bytes(bundled({size: await drawn(page, size) for size in (16, 32, 48)}))
        await browser.close()


async def drawn(page: Page, size: int, full: float = 0) -> bytes:
    """The mark as a PNG of so many pixels each way; with `full` up to the edges, the mark taking that share."""
    svg = (STATIC / "icon.svg").read_text("utf-8")
    share = full or 1
    ground = GROUND if full else "transparent"
    style = f"margin:0;display:grid;place-items:center;width:{size}px;height:{size}px;background:{ground}"
    await page.set_viewport_size({"width": size, "height": size})
    await page.set_content(
        f'<body style="{style}">{svg.replace("<svg", f"<svg width={size * share} height={size * share}")}'
    )
    return squeezed(await page.screenshot(omit_background=True))


def bundled(pictures: dict[int, bytes]) -> bytes:
    """An ICO of PNGs."""
    at = 6 + 16 * len(pictures)
    entries, data = b"", b""
    for size, png in pictures.items():
        entries += struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(png), at + len(data))
        data += png
    return struct.pack("<HHH", 0, 1, len(pictures)) + entries + data


if __name__ == "__main__":
    asyncio.run(main())
