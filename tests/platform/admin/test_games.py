"""The page of the games: what is installed, what failed and why, and the switch."""

from __future__ import annotations

import pytest
from django.test import Client

from tafelrunde import games
from tafelrunde.games import Registry
from tafelrunde.house import offers
from tafelrunde.house.models import OfferedGame
from tafelrunde.matches.models import Match
from tests.platform.admin.conftest import Act, acts

PAGE = "/admin/house/offeredgame/"
KING_LUI = OfferedGame(slug="king_lui")


def test_it_shows_package_ruleset_and_matches(desk: Client, match: Match) -> None:
    (row,) = [row for row in desk.get(PAGE).context["games"] if row["slug"] == "king_lui"]
    assert row["name"] == "King Lui"
    assert row["rulesets"] == [{"name": "1", "current": True, "installed": True, "running": 1}]
    assert (row["playing"], row["resting"], row["played"]) == (1, 0, 0)
    assert row["package"].startswith("tafelrunde ")
    assert row["offered"]


def test_what_failed_to_load_is_shown_with_its_trace(desk: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        raise ImportError("no module named <b>plums</b>")
    except ImportError as error:
        failed = {"plum_pie": error}
    monkeypatch.setattr(games, "registry", lambda: Registry({}, failed))
    page = desk.get(PAGE).content.decode()
    assert "plum_pie" in page
    assert "test_what_failed_to_load_is_shown_with_its_trace" in page
    assert "&lt;b&gt;plums" in page
    assert "Games that failed to load" in desk.get("/admin/").content.decode()


def test_a_game_that_is_gone_is_shown_with_its_matches(desk: Client, match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(game="old_maid", status=Match.Status.SUSPENDED)
    rows = {row["slug"]: row for row in desk.get(PAGE).context["games"]}
    assert not rows["old_maid"]["installed"]
    assert rows["old_maid"]["resting"] == 1


def test_switching_off_and_on(desk: Client, act: Act) -> None:
    act("off", KING_LUI, reason="a bug")
    assert offers.read_off() == {"king_lui"}
    row = OfferedGame.objects.get()
    assert row.by is not None
    assert row.by.name == "Boss"
    assert "off: no new matches" in desk.get(PAGE).content.decode()
    act("off", KING_LUI)
    act("on", KING_LUI, reason="mended")
    assert offers.read_off() == frozenset()
    assert acts() == [("Boss", "game_off", "king_lui", "a bug"), ("Boss", "game_on", "king_lui", "mended")]
    assert act("off", OfferedGame(slug="unheard_of")).status_code == 404


@pytest.mark.parametrize("page", ["add/", "king_lui/delete/"])
def test_plain_forms_switch_nothing(desk: Client, act: Act, page: str) -> None:
    act("off", KING_LUI)
    assert desk.post(f"{PAGE}{page}", {"slug": "king_lui", "offered": "on", "post": "yes"}).status_code == 403
    assert offers.read_off() == {"king_lui"}
