"""A match whose win was shared says who has won the play-off, wherever it is shown."""

import html
import re

import pytest
from django.test import Client

from tafelrunde.matches import amending
from tafelrunde.matches.models import Match
from tafelrunde.rooms import seating, starting
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tests.platform.rooms.speaking import People


@pytest.fixture
def tied(people: People) -> Match:
    """A match of King's Gold whose win Ann and Bob share; Cem has lost."""
    room = open_room(people["Ann"], "kings_gold", "Port Royal")
    for name in ("Ann", "Bob", "Cem"):
        seating.sit(room, people[name])
    match = starting.start(room, people["Ann"])
    amending.adjudicate(match, [seat.seat for seat in match.seats.all() if seat.name != "Cem"])
    match.refresh_from_db()
    return match


@pytest.fixture
def playoff(tied: Match, people: People) -> Match:
    """Its play-off, which Bob has won."""
    match = starting.again(Room.objects.get(), people["Bob"])
    amending.adjudicate(match, [seat.seat for seat in match.seats.all() if seat.name == "Bob"])
    match.refresh_from_db()
    return match


def text(client: Client, address: str, css_class: str | None = None) -> str:
    page = client.get(address).content.decode()
    body = page[page.index("<main") : page.index("</main>")]
    if css_class:
        body = " ".join(re.findall(rf'<p[^>]*class="{css_class}".*?</p>', body, re.DOTALL))
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", body)).split())


def test_the_page_of_the_match(client: Client, tied: Match, playoff: Match) -> None:
    assert text(client, f"/matches/{tied.pk}/", "playoff") == "Bob has won the play-off."
    assert f'href="/matches/{playoff.pk}/"' in client.get(f"/matches/{tied.pk}/").content.decode()


def test_the_page_of_a_match_that_was_not_played_off(client: Client, tied: Match) -> None:
    assert text(client, f"/matches/{tied.pk}/", "playoff") == "The win is shared; no play-off has decided it."


def test_the_page_of_the_play_off(client: Client, tied: Match, playoff: Match) -> None:
    told = text(client, f"/matches/{playoff.pk}/", "playoff")
    assert told == f"A play-off of the win that is shared in match {tied.pk}. Bob has won the play-off."


@pytest.mark.parametrize("address", ["/rooms/port-royal/matches/", "/players/Cem/matches/"])
def test_the_lists(client: Client, tied: Match, playoff: Match, address: str) -> None:
    assert text(client, f"{address}?end=shown").count("play-off won by Bob") == 1
    assert "won by Bob" not in text(client, address)


def test_the_list_of_a_room_says_which_is_the_play_off(client: Client, tied: Match, playoff: Match) -> None:
    assert text(client, "/rooms/port-royal/matches/?end=shown").count(f"play-off of match {tied.pk}") == 1


def test_the_room(client: Client, tied: Match, people: People) -> None:
    assert "share the win. A play-off of them alone decides it" in text(client, "/rooms/port-royal/", "playoff")
    match = starting.again(Room.objects.get(), people["Bob"])
    assert "Play-off: turn 1" in text(client, "/rooms/port-royal/")
    amending.adjudicate(match, [seat.seat for seat in match.seats.all() if seat.name == "Bob"])
    assert text(client, "/rooms/port-royal/", "playoff") == "Bob has won the play-off."


@pytest.mark.parametrize(("name", "shown"), [("Ann", "Play-off"), ("Bob", "Play-off"), ("Cem", None), ("Dora", None)])
def test_the_button_is_for_who_may(client: Client, tied: Match, people: People, name: str, shown: str | None) -> None:
    client.force_login(people[name])
    page = client.get("/rooms/port-royal/").content.decode()
    found = re.search(r'<button[^>]*id="again"[^>]*>([^<]*)<', page)
    assert (found[1] if found else None) == shown


def test_who_watched_the_play_off_begins_again_with_one_click(client: Client, playoff: Match, people: People) -> None:
    client.force_login(people["Cem"])
    page = client.get("/rooms/port-royal/").content.decode()
    found = re.search(r'<button[^>]*id="again"[^>]*>([^<]*)<', page)
    assert found is not None
    assert found[1] == "Again"


def test_that_a_match_is_a_play_off_tells_how_another_has_ended(
    client: Client, tied: Match, playoff: Match, people: People
) -> None:
    for address in ("/matches/", "/matches/?end=shown", "/players/Cem/matches/"):
        assert (f"play-off of match {tied.pk}" in client.get(address).content.decode()) == ("shown" in address)
    Match.objects.filter(pk=playoff.pk).update(status=Match.Status.PLAYING)
    assert f"play-off of match {tied.pk}" not in client.get("/matches/").content.decode()
    client.force_login(people["Cem"])
    assert f"play-off of match {tied.pk}" in client.get("/matches/").content.decode(), "who has played in it knows"
