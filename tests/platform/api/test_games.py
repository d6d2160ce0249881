"""`GET /api/games`."""

from __future__ import annotations

import pytest

from tafelrunde import games
from tafelrunde.game import declared

from .conftest import GAME, Program

pytestmark = pytest.mark.django_db


def test_each_installed_game_is_described(anybodys: Program) -> None:
    answer = anybodys.get("/api/games").json()
    assert {key: answer[key] for key in ("page", "pages", "count")} == {
        "page": 1,
        "pages": 1,
        "count": len(games.installed()),
    }
    assert [game["slug"] for game in answer["items"]] == sorted(games.installed())


def test_a_game_tells_its_seats_options_and_bots(anybodys: Program) -> None:
    found = next(game for game in anybodys.get("/api/games").json()["items"] if game["slug"] == GAME)
    game = games.installed()[GAME]
    assert found["seats"] == {"min": min(game.seats), "max": max(game.seats)}
    assert found["ruleset"] == game.ruleset
    assert found["name"] == "King Lui"
    assert [option["name"] for option in found["options"]] == [option.name for option in declared(game.Options)]
    for option in found["options"]:
        assert option["default"] in [value["value"] for value in option["values"]]
        assert option["label"]
    assert {bot["slug"] for bot in found["bots"]} >= {"courtier", "novice"}
