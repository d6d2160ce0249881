"""What people read in the chat: addresses of this site are links, and nothing else is."""

from __future__ import annotations

import pytest
from django.conf import LazySettings

from tafelrunde.rooms import frames


@pytest.fixture(autouse=True)
def site(settings: LazySettings) -> None:
    """Where people find the site."""
    settings.ORIGINS = ["https://table.example"]


def line(text: str) -> str:
    return frames.lines([{"id": 1, "kind": "say", "from": "Ann", "text": text}])


def test_an_address_of_this_site_is_a_link() -> None:
    shown = line(
        "Come in: https://table.example/invited/ab-C_9:z/, it is nice. Or https://table.example/matches/3/?ply=4."
    )
    assert '<a href="https://table.example/invited/ab-C_9:z/">https://table.example/invited/ab-C_9:z/</a>, it' in shown
    assert '<a href="https://table.example/matches/3/?ply=4">https://table.example/matches/3/?ply=4</a>.' in shown


@pytest.mark.parametrize(
    "text",
    [
        "https://elsewhere.example/invited/abc/",
        "https://table.example.evil.example/x",
        "javascript://table.example/%0aalert(1)",
        "https://table.example@evil.example/",
    ],
)
def test_addresses_of_others_are_text(text: str) -> None:
    assert "<a" not in line(text)


def test_what_is_around_a_link_is_escaped() -> None:
    shown = line('<b>"x"</b> https://table.example/rooms/a/"onclick=alert(1) <script>')
    assert "<script>" not in shown
    assert "<b>&quot;" not in shown
    assert '<a href="https://table.example/rooms/a/">' in shown
    assert "&quot;onclick=alert(1)" in shown
