"""Daily matches in rooms: where it is one's turn is in the head of every page, in the lobby and on its own page."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone

from tafelrunde.accounts.models import Player
from tafelrunde.matches import amending, holidays
from tafelrunde.matches.models import Match, Turn
from tafelrunde.rooms import hosting, my_turns, votes
from tafelrunde.rooms.models import Room, Vote
from tafelrunde.rooms.opening import close_empty_rooms, open_room
from tafelrunde.rooms.play_now import own_match
from tafelrunde.rooms.seating import sit
from tafelrunde.rooms.starting import start
from tests.platform.rooms.speaking import Committed, Here, People, Told, say


def daily(people: People, name: str = "Evening round") -> Room:
    """A daily match of Ann, Bob and Cid, in this order: it is Ann's turn, and nobody is here."""
    room = open_room(people["Ann"], "king_lui", name)
    say(room, people["Ann"], "/pace daily")
    Room.objects.filter(pk=room.pk).update(draw_seats=False)
    for player in ("Ann", "Bob", "Cid"):
        sit(room, people[player])
    start(room, people["Ann"])
    room.refresh_from_db()
    assert room.match is not None
    assert room.match.pace == "daily"
    return room


def browser_of(player: Player) -> Client:
    browser = Client()
    browser.force_login(player)
    return browser


def head(browser: Client, page: str = "/me/") -> str:
    text = browser.get(page).content.decode()
    return text[text.index('id="my-turns"') :].partition("</a>")[0]


def test_every_page_has_the_count_in_its_head(people: People, here: Here) -> None:
    room = daily(people)
    daily(people, "Second")
    browser = browser_of(people["Ann"])
    for page in ("/", f"/rooms/{room.slug}/", "/me/", "/me/turns/", "/players/Bob/", "/rules/king_lui/"):
        assert '<b class="count">2</b>' in head(browser, page), page
    assert "hidden" in head(browser_of(people["Bob"]))


def test_the_list_leads_to_the_rooms_the_most_urgent_first(people: People, here: Here) -> None:
    late, urgent = daily(people, "Late"), daily(people, "Urgent")
    Turn.objects.filter(match__room=urgent).update(since=timezone.now() - dt.timedelta(hours=20))
    [first, second] = my_turns.of([people["Ann"].pk])[people["Ann"].pk]
    assert (first.slug, second.slug) == (urgent.slug, late.slug)
    assert first.until == pytest.approx((timezone.now().timestamp() + 4 * 3600) * 1000, abs=5000)
    for page in ("/", "/me/turns/"):
        text = browser_of(people["Ann"]).get(page).content.decode()
        assert text.index(f'href="/rooms/{urgent.slug}/"') < text.index(f'href="/rooms/{late.slug}/"')
    text = browser_of(people["Bob"]).get("/me/turns/").content.decode()
    assert f'href="/rooms/{urgent.slug}/"' in text.partition("Waiting for others")[2]


def test_a_match_that_rests_waits_for_nobody(people: People, here: Here) -> None:
    room = daily(people)
    Match.objects.filter(room=room).update(status="suspended")
    assert my_turns.of([people["Ann"].pk])[people["Ann"].pk] == []
    assert my_turns.count(people["Ann"]) == 0


def test_one_may_be_in_many_daily_matches_and_play_another_at_once(people: People, here: Here) -> None:
    for n in range(5):
        daily(people, f"Round {n}")
    assert own_match(people["Ann"]) is None  # the lobby sends nobody back there instead of playing
    assert my_turns.count(people["Ann"]) == 5


def test_an_empty_room_is_kept_while_its_daily_match_goes_on_and_a_while_after(people: People, here: Here) -> None:
    room = daily(people)
    Room.objects.update(emptied=timezone.now() - dt.timedelta(days=9))
    assert close_empty_rooms() == []
    assert room.match is not None
    amending.abort(room.match)
    assert close_empty_rooms() == []
    Match.objects.update(ended=timezone.now() - dt.timedelta(days=3))
    assert close_empty_rooms() == [room.slug]


def test_the_host_need_not_be_here(people: People, here: Here) -> None:
    room = daily(people)
    here(room, people["Bob"])
    assert not hosting.is_gone(room)
    assert hosting.succeed(room) is None
    assert room.match is not None
    amending.abort(room.match)
    room.refresh_from_db()
    assert hosting.is_gone(room)


def test_who_is_alone_here_does_not_abort_it_alone(people: People, here: Here) -> None:
    room = daily(people)
    here(room, people["Ann"])
    say(room, people["Ann"], "/abort")
    vote = Vote.objects.get()
    assert vote.until > timezone.now() + dt.timedelta(hours=23)
    here.away(room, people["Ann"])
    votes.settle_all()
    say(room, people["Bob"], "/accept")
    assert Match.objects.get().status == "playing"
    say(room, people["Cid"], "/accept")
    assert Match.objects.get().status == "aborted"


def test_a_holiday_begins_and_ends_on_the_page(people: People, here: Here) -> None:
    daily(people)
    browser = browser_of(people["Ann"])
    page = browser.post("/me/holiday/", {"days": "3"}, follow=True).content.decode()
    assert "The clocks of your daily matches stand" in page
    assert holidays.days_left(people["Ann"]) == 11
    [turn] = my_turns.of([people["Ann"].pk])[people["Ann"].pk]
    assert turn.until > (timezone.now().timestamp() + 3.9 * 86400) * 1000
    assert "Welcome back" in browser.post("/me/holiday/", {"end": "yes"}, follow=True).content.decode()
    assert holidays.days_left(people["Ann"]) == 13
    for days in ("0", "14", "-1", "²", "9999999999", ""):
        assert "13 days" in browser.post("/me/holiday/", {"days": days}, follow=True).content.decode()
    assert holidays.on_now(people["Ann"]) is None


def test_who_takes_over_a_seat_has_its_turn_and_is_told(
    people: People, here: Here, told: Told, committed: Committed
) -> None:
    room = daily(people)
    assert room.match is not None
    amending.leave_match(room.match, people["Ann"])
    assert my_turns.count(people["Ann"]) == 0
    with committed():
        assert amending.replace_player(room.match, 0, people["Dora"])
    assert my_turns.count(people["Dora"]) == 1
    assert {"players": sorted(people[name].pk for name in ("Dora", "Bob", "Cid"))} in told["turns"]
