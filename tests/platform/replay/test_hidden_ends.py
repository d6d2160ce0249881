"""How a match ended is hidden from who has not played in it until they get there, in the replay and in lists."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.preferences import set_preference
from tafelrunde.matches import replay
from tafelrunde.matches.models import Entry
from tafelrunde.rooms.models import Room
from tests.platform.replay.playing import Play

Browse = Callable[[Player | None], Client]


@pytest.fixture
def over(play: Play) -> Play:
    """Played to its end."""
    return play.moves()


def chart_of(page: Any) -> list[int]:
    """After which plies the chart has points."""
    drawn = page.context.get("chart")
    return [] if drawn is None else [len(curve.points.split()) for curve in drawn.curves]


def plies_in(html: str) -> list[int]:
    """The plies that the list of moves knows of."""
    moves = html[html.index('id="moves"') : html.index("</section>", html.index('id="moves"'))]
    return sorted({int(ply) for ply in re.findall(r'data-ply="(\d+)"', moves)})


def test_before_the_end_the_source_knows_nothing_of_what_comes_later(over: Play, browse: Browse) -> None:
    ply, address = 9, f"/matches/{over.match.pk}/"
    for part in (f"?ply={ply}&viewer=spectator", f"plies/{ply}/?viewer=spectator&hide=1"):
        page = browse(None).get(address + part)
        assert plies_in(page.content.decode())[-1] == ply
        assert chart_of(page) == [ply + 1] * 3
        assert page.context["outcome"] is None
        assert page.context["ending"] == ""
        assert page.context["shown"]["result"] is None


def test_two_matches_that_have_been_the_same_so_far_have_the_same_page(play: Play, browse: Browse) -> None:
    def source() -> str:
        html = browse(None).get(f"/matches/{play.match.pk}/?ply=4&viewer=0").content.decode()
        return re.sub(r'csrfmiddlewaretoken" value="\w+"', "", html)

    play.moves(6).happens("adjudicated", move="0")
    one = source()
    Entry.objects.filter(match=play.match, kind="adjudicated").update(move="1 2")
    replay._finished.cache_clear()
    assert source() == one


def test_an_end_by_decision_is_hidden_too(play: Play, browse: Browse) -> None:
    play.moves(6).happens("adjudicated", move="0 1")
    address = f"/matches/{play.match.pk}/"
    before = browse(None).get(f"{address}?ply=5").content.decode()
    assert "An admin has decided" not in before
    assert "How it ended is hidden" in before
    assert "An admin has decided" in browse(None).get(f"{address}?ply=6").content.decode()


def test_who_gets_there_sees_all_of_it(over: Play, browse: Browse) -> None:
    last = over.position.ply
    for part in (f"?ply={last}", f"plies/{last}/?hide=1"):
        page = browse(None).get(f"/matches/{over.match.pk}/{part}")
        assert chart_of(page) == [last + 1] * 3
        assert plies_in(page.content.decode())[-1] == last
        assert "is hidden" not in page.content.decode()


def test_the_other_fragments_and_the_page_of_who_played_hide_nothing(over: Play, browse: Browse, ann: Player) -> None:
    last = over.position.ply
    page = browse(ann).get(f"/matches/{over.match.pk}/?ply=3")
    assert plies_in(page.content.decode())[-1] == last
    assert "data-hides" not in page.content.decode()
    assert 'id="moves"' not in browse(None).get(f"/matches/{over.match.pk}/plies/3/").content.decode()


def test_it_is_the_readers_choice(over: Play, browse: Browse, dora: Player) -> None:
    address = f"/matches/{over.match.pk}/?ply=3"
    assert "data-hides" in browse(dora).get(address).content.decode()
    assert "data-hides" not in browse(dora).get(f"{address}&end=shown").content.decode()
    set_preference(dora, "endings", "off")
    assert "data-hides" not in browse(dora).get(address).content.decode()


def test_lists_show_neither_winner_nor_score_nor_order(over: Play, room: Room, browse: Browse, ann: Player) -> None:
    for address in (f"/rooms/{room.slug}/matches/", "/players/Bertil/matches/"):
        [row] = browse(None).get(address).context["list"].rows
        assert row.hidden
        assert [one.name for one in row.players] == ["Ann", "Bertil", "courtier"]  # by seat
        assert all(one.rank is None and one.score is None for one in row.players)
        html = browse(None).get(address).content.decode()
        assert 'class="won"' not in html
        assert 'class="score"' not in html
        [row] = browse(ann).get(address).context["list"].rows
        assert {one.rank for one in row.players} >= {1}
        assert "won" in browse(None).get(f"{address}?end=shown").content.decode()
    latest = browse(None).get("/players/Bertil/").content.decode()
    assert 'class="won"' not in latest


def test_a_page_that_cannot_be_replayed_keeps_the_winner_to_itself(over: Play, browse: Browse, ann: Player) -> None:
    type(over.match).objects.update(ruleset="older than old")
    address = f"/matches/{over.match.pk}/"
    assert "Winning" not in browse(None).get(address).content.decode()
    assert "Winning" in browse(ann).get(address).content.decode()
