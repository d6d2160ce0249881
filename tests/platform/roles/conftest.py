from __future__ import annotations

from collections.abc import Callable

import pytest

from tafelrunde.accounts.models import Player
from tafelrunde.live import presence
from tests.platform.roles.world import Town


@pytest.fixture
def town(db: None, monkeypatch: pytest.MonkeyPatch) -> Town:
    """Somebody of each role, all of them present wherever somebody looks."""

    def everybody(_place: str = "") -> set[int]:
        return set(Player.objects.values_list("pk", flat=True))

    everywhere: dict[str, Callable[..., object]] = {
        "here": everybody,
        "is_here": lambda _place, player: player in everybody(),
        "online": everybody,
        "places": lambda player: {"evening-round"} if player in everybody() else set(),
        "gone_since": lambda _place, _player: None,
    }
    for name, answer in everywhere.items():
        monkeypatch.setattr(presence, name, answer)
    return Town()
