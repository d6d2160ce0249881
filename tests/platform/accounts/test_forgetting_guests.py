"""Guests who never played go after seven days; who has played stays in the record."""

from __future__ import annotations

import datetime as dt
from io import StringIO

import pytest
from django.contrib.auth import get_user
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tafelrunde import games
from tafelrunde.accounts import sanctions
from tafelrunde.accounts.forgetting import forget
from tafelrunde.accounts.models import Player
from tafelrunde.live import presence
from tafelrunde.matches.models import Entry
from tafelrunde.matches.position import Sitter
from tafelrunde.matches.start import start_match
from tafelrunde.rooms import chat, whispers
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.seating import sit

pytestmark = pytest.mark.django_db
WEEK = dt.timedelta(days=7)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight days later."""
    then = timezone.now() + dt.timedelta(days=8)
    monkeypatch.setattr(timezone, "now", lambda: then)


def guest(name: str = "MerryHeron") -> Player:
    return Player.objects.create_user(name, guest=True)


def names() -> set[str]:
    return set(Player.objects.values_list("name", flat=True))


def test_a_guest_who_never_played_goes_after_a_week_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    came = guest().joined
    monkeypatch.setattr(timezone, "now", lambda: came + WEEK - dt.timedelta(minutes=1))
    assert forget() == 0
    monkeypatch.setattr(timezone, "now", lambda: came + WEEK + dt.timedelta(minutes=1))
    assert forget() == 1
    assert names() == set()


@pytest.mark.usefixtures("later")
def test_members_stay(ann: Player) -> None:
    Player.objects.update(joined=timezone.now() - dt.timedelta(days=3000))
    assert forget() == 0
    assert names() == {"Ann"}


def test_who_had_a_seat_in_a_match_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    sat, took = guest("Sat"), guest("Took")
    game = games.installed()["king_lui"]
    match = start_match(game, {}, [Sitter(sat.pk, "", "Sat"), *[Sitter(None, "novice", "a bot")] * 2], "somewhere")
    Entry.objects.create(match=match, version=1, kind="replaced", ply=0, seat=1, player=took, at=timezone.now())
    guest("Gone")
    then = timezone.now() + dt.timedelta(days=800)
    monkeypatch.setattr(timezone, "now", lambda: then)
    assert forget() == 1
    assert names() == {"Sat", "Took"}


def test_who_sits_at_a_table_is_here_or_is_banned_waits_for_another_day(
    monkeypatch: pytest.MonkeyPatch, ann: Player
) -> None:
    sits, here, banned = guest("Sits"), guest("Here"), guest("Banned")
    sit(open_room(ann, "king_lui"), sits)
    sanctions.ban(banned, ann, "spam")
    then = timezone.now() + dt.timedelta(days=8)
    monkeypatch.setattr(timezone, "now", lambda: then)
    monkeypatch.setattr(presence, "online", lambda: {here.pk})
    assert forget() == 0
    monkeypatch.setattr(presence, "online", set)
    assert forget() == 1
    assert names() == {"Ann", "Sits", "Banned"}


def test_what_a_guest_has_said_stays_under_their_name_and_whispers_to_them_go(
    monkeypatch: pytest.MonkeyPatch, ann: Player
) -> None:
    room, heron = open_room(ann, "king_lui"), guest()
    monkeypatch.setattr(presence, "places", lambda player: ["somewhere"])
    chat.say(room, heron, "hello")
    whispers.whisper(ann, "MerryHeron", "psst")
    then = timezone.now() + dt.timedelta(days=8)
    monkeypatch.setattr(timezone, "now", lambda: then)
    assert forget() == 1
    assert [(line["from"], line["text"]) for line in chat.last_lines(room, ann)] == [("MerryHeron", "hello")]


def test_their_session_opens_nothing_any_more(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.post("/guest/")
    Player.objects.update(joined=timezone.now() - dt.timedelta(days=8))
    assert forget() == 1
    assert not get_user(client).is_authenticated
    assert client.get("/").status_code == 200
    client.post("/guest/")
    assert Player.objects.count() == 1


def test_the_command_does_it_too() -> None:
    guest()
    Player.objects.update(joined=timezone.now() - dt.timedelta(days=3))
    out = StringIO()
    call_command("forgetguests", stdout=out)
    assert out.getvalue() == "0 guests are forgotten.\n"
    call_command("forgetguests", "--days", "2", stdout=out)
    assert out.getvalue().endswith("1 guests are forgotten.\n")
    assert names() == set()
