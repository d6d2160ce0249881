"""Somebody about whom everything is kept that can be, and who else is there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from tafelrunde.accounts import sanctions
from tafelrunde.accounts.models import Player, Token
from tafelrunde.accounts.preferences import set_preference
from tafelrunde.live import presence
from tafelrunde.matches import holidays
from tafelrunde.matches.models import Match
from tafelrunde.people import friends, ignoring, inviting, watching
from tafelrunde.ratings.models import Medal
from tafelrunde.rooms import channels, chat, whispers
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.seating import add_bot, sit
from tafelrunde.rooms.starting import start

PASSWORD = "roast-goose-and-plums"


@dataclass
class Town:
    """Seda and those who know her: she is host of `room`, plays `match` there against Bob, and waits in `other`."""

    seda: Player
    bob: Player
    boss: Player
    room: Room
    other: Room
    match: Match


@pytest.fixture
def seda(db: None) -> Player:
    """A member."""
    return Player.objects.create_user("Seda", PASSWORD, email="seda@example.org")


@pytest.fixture
def browser(seda: Player) -> Client:
    """Her browser."""
    client = Client()
    assert client.login(username="Seda", password=PASSWORD)
    return client


@pytest.fixture
def town(seda: Player, boss: Player, browser: Client, monkeypatch: pytest.MonkeyPatch) -> Town:
    """Everything that can be kept of somebody is kept of Seda."""
    bob = Player.objects.create_user("Bob", PASSWORD)
    monkeypatch.setattr(presence, "places", lambda player: ["somewhere"])
    EmailAddress.objects.create(user=seda, email="seda@example.org", verified=True, primary=True)
    Token.make(seda, "her bot")
    set_preference(seda, "sounds", "off")
    sanctions.lift(sanctions.mute(seda, boss, "too loud"), boss)
    friends.befriend(seda, bob)
    friends.befriend(bob, seda)
    watching.watch(bob, seda)
    watching.watch(seda, bob)
    ignoring.ignore(boss, seda)
    whispers.whisper(seda, "Bob", "psst, Bob")
    whispers.whisper(bob, "Seda", "yes, Seda?")
    channels.join(seda, "town")
    channels.say(seda, "town", "hello, town")
    Medal.objects.create(player=seda, game="king_lui", season="2026Q3", place=1, number=1400)
    holidays.begin(seda, 3)
    room = open_room(seda, "king_lui")
    other = open_room(bob, "king_lui", "Bob's own")
    inviting.link(room.pk, seda)
    sit(room, seda)
    sit(room, bob)
    add_bot(room, seda)
    chat.say(room, seda, "hello from me")
    chat.say(room, bob, "hello from him")
    start(room, seda)
    Room.objects.filter(pk=other.pk).update(
        queue=[seda.pk], banned=[seda.pk], insiders=[seda.pk], entered=[f"player {seda.pk}"]
    )
    room.refresh_from_db()
    other.refresh_from_db()
    assert room.match is not None
    return Town(seda, bob, boss, room, other, room.match)


@pytest.fixture
def delete(browser: Client) -> Callable[..., Client]:
    """Seda deletes her account by the page."""

    def do(**fields: str) -> Client:
        answer = browser.post("/me/delete/", fields or {"password": PASSWORD})
        assert answer.status_code == 302, answer.content.decode()
        return browser

    return do
