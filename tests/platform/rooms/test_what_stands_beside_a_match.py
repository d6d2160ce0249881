"""A frame about a match is given less of the room than a page: nothing that its fragments show may be missing."""

import re
from typing import Any

import pytest
from django.template.loader import get_template

from tafelrunde.rooms import context, picture
from tafelrunde.rooms.models import Room

FRAGMENTS = ("board", "players", "story")


def _source(name: str) -> str:
    template: Any = get_template(name)
    source: str = template.template.source
    return source


def named(fragment: str) -> set[str]:
    """What of the room a fragment names."""
    return set(re.findall(r"\broom\.(\w+)", _source(f"rooms/_{fragment}.html")))


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_what_a_fragment_shows_of_the_room_stands_beside_the_match(playing: Room, fragment: str) -> None:
    shown = picture.read(playing.slug)
    assert shown is not None
    assert named(fragment) <= context.beside(shown, None).keys()


def test_a_page_is_given_all_of_it_too(playing: Room) -> None:
    shown = picture.read(playing.slug)
    assert shown is not None
    assert context.beside(shown, None).items() <= context.room(shown, None).items()
