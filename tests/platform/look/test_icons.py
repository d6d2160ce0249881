"""Whatever a browser, a phone or a list of bookmarks asks for as a picture of the site is there."""

from __future__ import annotations

import re
import struct

import httpx
import pytest

from tafelrunde.rooms.templatetags.boards import picture
from tests.serving import Served

STATIC = "/static/tafelrunde/"
PNG = b"\x89PNG\r\n\x1a\n"


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(PNG)
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@pytest.mark.parametrize(
    ("name", "size"), [("icon-180", 180), ("icon-192", 192), ("icon-512", 512), ("icon-maskable-512", 512)]
)
def test_pictures_of_all_sizes(server: Served, name: str, size: int) -> None:
    answer = httpx.get(f"{server.url}{STATIC}{name}.png")
    assert answer.headers["content-type"] == "image/png"
    assert size_of(answer.content) == (size, size)


def test_what_is_asked_for_without_being_named(server: Served) -> None:
    icon = httpx.get(f"{server.url}/favicon.ico")
    assert icon.status_code == 200
    assert icon.content.startswith(b"\0\0\1\0")
    for name in ("apple-touch-icon", "apple-touch-icon-precomposed"):
        assert size_of(httpx.get(f"{server.url}/{name}.png").content) == (180, 180)


def test_every_page_names_them(server: Served) -> None:
    page = httpx.get(f"{server.url}/").text
    for address in re.findall(r'<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"', page):
        answer = httpx.get(f"{server.url}{address}")
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
    assert page.count('rel="icon"') == page.count('rel="apple-touch-icon"') == 1


def test_a_sheet_brings_the_tokens_without_another_request(server: Served) -> None:
    page = httpx.get(f"{server.url}/").text
    [address] = re.findall(r'<link rel="stylesheet" href="([^"]+/site\.[^"]+)"', page)
    sheet = httpx.get(f"{server.url}{address}").text
    assert "@import" not in sheet
    assert "--paper: light-dark(" in sheet
    assert sheet.index("--paper:") < sheet.index("var(--paper)")


def test_each_game_has_its_own_picture_and_one_that_brings_none_the_houses(server: Served) -> None:
    page = httpx.get(f"{server.url}/").text
    shown = re.findall(r'<img class="picture" src="([^"]+)" alt="" width="320" height="180">', page)
    assert [address.split("/")[2] for address in shown] == ["king_lui", "kings_gold", "skull_king"]
    for address in shown:
        answer = httpx.get(f"{server.url}{address}")
        assert answer.headers["content-type"] == "image/svg+xml"
        assert 'viewBox="0 0 320 180"' in answer.text
    assert picture("nothing").startswith(f"{STATIC}picture.")
