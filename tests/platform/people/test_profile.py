"""A member's page: ratings over time, results, matches, and buttons; what of it others see is the member's choice."""

from __future__ import annotations

import pytest
from django.test import Client

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.preferences import set_preference
from tafelrunde.matches.models import Match
from tafelrunde.people import friends
from tafelrunde.ratings.models import RatedMatch, Rating, RatingChange
from tafelrunde.rooms.models import PrivateMatch, Room
from tests.platform.rooms.speaking import Here, People, say


def browser_of(player: Player) -> Client:
    browser = Client()
    browser.force_login(player)
    return browser


def page(reader: Player | None, address: str = "/players/Bob/") -> str:
    answered = (browser_of(reader) if reader else Client()).get(address)
    assert answered.status_code == 200
    return answered.content.decode()


@pytest.fixture
def bob(people: People, playing: Room) -> Player:
    """Bob has won two of three rated matches, and plays another; Cid is his friend."""
    bob = people["Bob"]
    for sequence, (number, gained, place) in enumerate([(1020, 20, 1), (1005, -15, 2), (1043, 38, 1)], 1):
        match = Match.objects.create(game="king_lui", ruleset="1", options={}, seed=b"x" * 32, place="nowhere")
        rated = RatedMatch.objects.create(sequence=sequence, match=match.pk, game="king_lui")
        RatingChange.objects.create(rated=rated, player=bob, place=place, mu=1, sigma=1, number=number, gained=gained)
    numbers = [1000, 1020, 1005, 1043]
    Rating.objects.create(player=bob, game="king_lui", mu=1, sigma=1, matches=3, number=1043, numbers=numbers)
    friends.befriend(bob, people["Cid"])
    friends.befriend(people["Cid"], bob)
    return bob


def test_it_has_a_chart_with_its_text_results_and_matches(bob: Player) -> None:
    text = page(None)
    assert "Rating in King Lui: after 3 rated matches it is 1043." in text
    assert text.count("<polyline") == 1
    [points] = [part.partition('"')[0] for part in text.split('points="')[1:]]
    assert len(points.split()) == 4, "the rating before the first of them, and after each"
    for shown in ("+38", "−15", '<td class="n">3</td><td class="n">2</td>', "Member since", 'href="/matches/'):
        assert shown in text, shown


@pytest.mark.parametrize("audience", ["friends", "nobody"])
def test_what_is_not_for_all_is_shown_to_friends_or_to_nobody_else(bob: Player, people: People, audience: str) -> None:
    for name in ("ratings", "matches"):
        set_preference(bob, name, audience)
    for reader, sees in ((None, False), (people["Ann"], False), (people["Cid"], audience == "friends"), (bob, True)):
        text, listed = page(reader), page(reader, "/players/Bob/matches/")
        assert ("1043" in text, 'href="/matches/' in text, 'href="/matches/' in listed) == (sees,) * 3
        assert "Member since" in text
    rated = Client().get("/api/players/Bob").json()["ratings"]
    assert rated == []


def test_ratings_alone_do_not_lead_to_matches(bob: Player) -> None:
    set_preference(bob, "matches", "nobody")
    text = page(None)
    assert ("1043" in text, 'href="/matches/' in text) == (True, False)


def test_it_says_where_they_are_to_who_may_see_it(bob: Player, people: People, playing: Room, here: Here) -> None:
    here(playing, bob)
    assert "Is in Evening round now" in page(None)
    set_preference(bob, "seen", "nobody")
    assert "Is in Evening round now" not in page(people["Ann"])


def test_buttons_do_what_the_commands_do(bob: Player, people: People) -> None:
    dora = people["Dora"]
    browser = browser_of(dora)
    for what, shown in (
        ("friend", "Take back what you asked"),
        ("unfriend", "Ask to be friends"),
        ("watch", "Tell me no longer"),
        ("unwatch", "Tell me when they come"),
        ("ignore", "Ignore no longer"),
        ("unignore", "Ask to be friends"),
    ):
        answered = browser.post(f"/players/Bob/{what}/", {"next": "/players/Bob/"}, follow=True)
        assert answered.redirect_chain == [("/players/Bob/", 302)]
        assert shown in answered.content.decode(), what


def test_who_sits_at_a_table_may_invite_from_the_page(bob: Player, people: People, playing: Room) -> None:
    assert "Invite to" not in page(people["Dora"])
    assert "Invite to Evening round" in page(people["Ann"])
    browser_of(people["Ann"]).post("/players/Bob/invite/")
    assert "Come to the table Evening round" in page(bob, "/me/whispers/Ann/")
    assert say(playing, people["Ann"], "/uninvite") == ["1 invitation is over."]


def test_ones_own_page_leads_to_preferences_and_has_no_buttons(bob: Player) -> None:
    text = page(bob)
    assert 'href="/me/preferences/"' in text
    assert "/players/Bob/friend/" not in text


def test_a_refusal_of_a_button_is_said_on_the_page(bob: Player, people: People) -> None:
    answered = browser_of(people["Cid"]).post("/players/Bob/friend/", {"next": "/players/Bob/"}, follow=True)
    assert "You are friends with Bob already." in answered.content.decode()


def test_the_chart_links_no_match_of_a_room_that_was_not_open(bob: Player, people: People) -> None:
    hidden = RatedMatch.objects.order_by("sequence")[0].match
    PrivateMatch.objects.create(match_id=hidden)
    for reader, linked in ((None, False), (people["Cid"], False), (bob, True)):
        assert (f'href="/matches/{hidden}/"' in page(reader)) is linked
