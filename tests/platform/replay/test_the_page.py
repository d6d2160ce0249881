"""The page of a match that is over: any ply, any viewer, who made each move, and what happened to seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tafelrunde.accounts.models import Player
from tafelrunde.matches.models import Match
from tests.platform.replay.playing import Play

Browse = Callable[[Player | None], Client]


def entries(response: Any) -> list[dict[str, Any]]:
    return [entry for part in response.context["rounds"] for entry in part["entries"]]


def test_it_begins_at_the_beginning_and_with_ones_own_seat(play: Play, browse: Browse, bertil: Player) -> None:
    play.moves()
    page = browse(bertil).get(f"/matches/{play.match.pk}/")
    assert (page.context["ply"], page.context["viewer"]) == (0, 1)
    assert browse(None).get(f"/matches/{play.match.pk}/").context["viewer"] == "spectator"


def test_an_address_names_ply_and_viewer(play: Play, browse: Browse) -> None:
    play.moves()
    page = browse(None).get(f"/matches/{play.match.pk}/?ply=17&viewer=2&end=shown")
    assert (page.context["ply"], page.context["viewer"]) == (17, 2)
    assert page.context["shown"]["board"] == play.game.view(play.positions[17].state, 2)
    assert '<a data-ply="18" href="?ply=18&amp;viewer=2"' in page.content.decode()
    assert page.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("asked", ["ply=9999", "ply=x", "ply=-1", "viewer=77", "viewer=x", "ply=&viewer="])
def test_an_odd_address_shows_something_sensible(play: Play, browse: Browse, asked: str) -> None:
    play.moves()
    page = browse(None).get(f"/matches/{play.match.pk}/?{asked}")
    assert page.status_code == 200
    assert page.context["ply"] == (page.context["last"] if asked == "ply=9999" else 0)


def test_who_made_each_move_is_shown(play: Play, browse: Browse) -> None:
    ways = ("player", "bot", "clock", "premove")
    play.moves(by=ways)
    page = browse(None).get(f"/matches/{play.match.pk}/?end=shown")
    made = [(entry["ply"], entry["by"], entry["by_label"]) for entry in entries(page)]
    labels = {"player": "player", "bot": "bot", "clock": "clock", "premove": "mark"}
    last = play.position.ply
    assert made == [(ply, ways[(ply - 1) % 4], labels[ways[(ply - 1) % 4]]) for ply in range(1, last + 1)]
    assert page.content.decode().count('class="by clock"') == sum(by == "clock" for _ply, by, _label in made)


def test_rounds_are_those_of_the_game(play: Play, browse: Browse) -> None:
    play.moves()
    page = browse(None).get(f"/matches/{play.match.pk}/?end=shown")
    rounds = [state.state.round for state in play.positions]
    assert [part["text"] for part in page.context["rounds"]] == [f"round {n}" for n in range(1, rounds[-1] + 1)]
    assert [part["ply"] for part in page.context["rounds"]] == [rounds.index(n) for n in range(1, rounds[-1] + 1)]
    for part in page.context["rounds"]:
        for entry in part["entries"]:
            assert f"round {rounds[entry['ply'] - 1]}" == part["text"]


def test_a_seat_that_changes_hands_has_the_right_name_at_each_ply(play: Play, browse: Browse, dora: Player) -> None:
    play.moves(4).happens("absent", 0).moves(3, by=("bot",)).happens("replaced", 0, dora).moves()
    page = browse(None).get(f"/matches/{play.match.pk}/?ply=0&end=shown")
    assert [seat["name"] for seat in page.context["seats"]] == ["Ann", "Bertil", "courtier"]
    assert [one["name"] for one in page.context["viewers"]] == ["Dora", "Bertil", "courtier", "spectator"]
    events = [(i, entry["event"]) for i, entry in enumerate(entries(page)) if "event" in entry]
    assert events == [(4, "Ann is away, a bot plays."), (8, "Dora takes the seat of Ann.")]
    for entry in entries(page):
        if entry.get("seat") == 0:
            assert entry["name"] == ("Ann" if entry["ply"] <= 7 else "Dora")
    for ply in range(1, play.position.ply + 1):
        context = browse(None).get(f"/matches/{play.match.pk}/plies/{ply}/").context
        who = "Ann" if ply <= 7 else "Dora"
        assert context["shown"]["names"][0] == who
        if context["made"]["seat"] == 0:
            assert context["story"][0].startswith(who)


def test_fragments_of_a_match_that_is_over_are_kept_forever_by_the_browser_alone(play: Play, browse: Browse) -> None:
    play.moves()
    client = browse(None)
    edition = client.get(f"/matches/{play.match.pk}/").context["edition"]
    address = f"/matches/{play.match.pk}/plies/3/?viewer=1"
    kept = client.get(f"{address}&edition={edition}").headers["Cache-Control"]
    assert kept == "private, max-age=31536000, immutable"
    assert client.get(f"{address}&edition=older").headers["Cache-Control"] == "private, no-cache"
    assert edition != client.get(f"/matches/{play.match.pk}/", headers={"accept-language": "fr"}).context["edition"]


@pytest.mark.parametrize("rest", ["plies/9999/", "plies/1/?viewer=9", "plies/1/?viewer=x", "plies/x/", "plies/-1/"])
def test_a_ply_or_viewer_that_is_none_is_not_found(play: Play, browse: Browse, rest: str) -> None:
    play.moves()
    assert browse(None).get(f"/matches/{play.match.pk}/{rest}").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("id", ["0", "4711", "9223372036854775807", "9223372036854775808", "99999999999999999999999"])
def test_a_match_that_is_not_there(browse: Browse, id: str) -> None:
    for address in (f"/matches/{id}/", f"/matches/{id}/plies/0/"):
        assert browse(None).get(address).status_code == 404


def test_who_may_not_see_a_match_is_told_that_there_is_none(
    play: Play, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("rooms.match_page", "api.matches"):
        monkeypatch.setattr(f"tafelrunde.{place}.may_see", lambda match, player: False)
    for address in (
        "matches/{}/",
        "matches/{}/plies/0/",
        "api/matches/{}",
        "api/matches/{}/views/0",
        "api/matches/{}/chance",
    ):
        assert browse(None).get("/" + address.format(play.match.pk)).status_code == 404, address


def test_the_board_cannot_be_played_and_brings_no_inline_style(play: Play, browse: Browse) -> None:
    play.moves()
    html = browse(None).get(f"/matches/{play.match.pk}/?ply=4&viewer=0").content.decode()
    assert "data-moves" not in html
    assert '<fieldset class="still" disabled>' in html
    assert " style=" not in html
    assert "<style" not in html


def test_an_aborted_match_is_open_and_says_so(play: Play, browse: Browse) -> None:
    play.moves(6).happens("aborted")
    page = browse(None).get(f"/matches/{play.match.pk}/?ply=6&viewer=1")
    assert page.context["ending"] == "The match was aborted."
    assert page.context["shown"]["board"] == play.game.view(play.position.state, 1)
    assert bytes(play.match.seed).hex() in page.content.decode()


def test_an_adjudicated_match_names_its_winners(play: Play, browse: Browse) -> None:
    play.moves(6).happens("adjudicated", move="0 1")
    page = browse(None).get(f"/matches/{play.match.pk}/?ply=6")
    assert page.context["ending"] == "An admin has decided. Winning: Ann, Bertil."


def test_a_match_whose_rules_are_gone_says_so(play: Play, browse: Browse) -> None:
    Match.objects.update(ruleset="older than old")
    page = browse(None).get(f"/matches/{play.match.pk}/")
    assert page.status_code == 409
    assert "rules are not installed" in page.content.decode()
    assert "Bertil" in page.content.decode()


def test_so_does_one_that_its_rules_can_read_no_more(
    play: Play, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def bug(*_args: object) -> None:
        raise ZeroDivisionError

    play.moves(3)
    monkeypatch.setattr(type(play.game), "play", bug)
    for address in ("", "plies/1/"):
        assert browse(None).get(f"/matches/{play.match.pk}/{address}").status_code in (404, 409)


def test_the_end_of_a_match_leads_to_its_replay(play: Play, browse: Browse, room: Any) -> None:
    play.moves()
    room.match = play.match
    room.save()
    html = browse(None).get(f"/rooms/{room.slug}/").content.decode()
    assert html.count(f'href="/matches/{play.match.pk}/"') == 2
    assert "Watch it again" in html
    assert f'href="/rooms/{room.slug}/matches/"' in html
