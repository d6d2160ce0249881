"""People, a room, and who is here: as in the tests of rooms."""

from __future__ import annotations

from tests.platform.rooms.conftest import committed, here, people, playing, room, told

__all__ = ["committed", "here", "people", "playing", "room", "told"]
