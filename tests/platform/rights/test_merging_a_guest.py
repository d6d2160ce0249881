"""A member takes over what they have played as a guest in the same browser; an admin can do it, too."""

from __future__ import annotations

import threading

import pytest
from django.contrib.auth import get_user
from django.db import connection, transaction
from django.test import Client

from tafelrunde.accounts import holdings, merging, sanctions
from tafelrunde.accounts.models import Player
from tafelrunde.live import presence
from tafelrunde.matches import amending
from tafelrunde.matches.models import Match, MatchSeat
from tafelrunde.people import conversations, ignoring
from tafelrunde.refusals import Refusal
from tafelrunde.rooms import banning, chat, whispers
from tafelrunde.rooms.changes import locked
from tafelrunde.rooms.models import ChatLine, Room, RoomSeat
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.seating import add_bot, sit
from tafelrunde.rooms.starting import start
from tests.platform.admin.conftest import acts
from tests.platform.rights.conftest import PASSWORD
from tests.platform.rooms.conftest import at_once
from tests.platform.rooms.speaking import AtOnce
from tests.two_factor import app_of, code_of

__all__ = ["at_once"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(client: Client) -> Client:
    """Somebody plays as a guest in it."""
    client.post("/guest/")
    return client


@pytest.fixture
def guest(browser: Client) -> Player:
    return Player.objects.get(guest=True)


def played(guest: Player, *, over: bool = True) -> Match:
    room = open_room(guest, "king_lui")
    sit(room, guest)
    add_bot(room, guest, count=2)
    start(room, guest)
    room.refresh_from_db()
    assert room.match is not None
    if over:
        amending.adjudicate(room.match, [0])
    return room.match


def sign_in(browser: Client) -> None:
    browser.post("/accounts/login/", {"login": "Seda", "password": PASSWORD})


def test_after_signing_in_the_matches_of_the_guest_become_the_members(
    browser: Client, guest: Player, seda: Player
) -> None:
    match, name = played(guest), guest.name
    sign_in(browser)
    assert f"<bdi>{name}</bdi>" in browser.get("/me/").content.decode()
    assert name in browser.get("/me/guest/").content.decode()
    assert browser.post("/me/guest/").status_code == 302
    seat = MatchSeat.objects.get(match=match, player=seda)
    assert seat.name == name  # what is written in the match stays as it was
    assert not Player.objects.filter(pk=guest.pk).exists()
    assert f"/matches/{match.pk}/" in browser.get("/players/Seda/matches/").content.decode()
    assert name not in browser.get("/me/").content.decode()
    assert Player.objects.create_user(name, guest=True)  # the name is free


def test_another_browser_takes_over_nobody(guest: Player, seda: Player) -> None:
    other = Client()
    sign_in(other)
    for answer in (other.get("/me/guest/"), other.post("/me/guest/")):
        assert answer.headers["Location"] == "/me/"
    assert Player.objects.filter(pk=guest.pk).exists()


def test_with_a_second_factor_it_is_the_same(browser: Client, guest: Player, seda: Player) -> None:
    device = app_of(seda)
    sign_in(browser)
    browser.post("/accounts/second-factor/", {"code": code_of(device)})
    browser.post("/me/guest/")
    assert not Player.objects.filter(pk=guest.pk).exists()
    assert get_user(browser) == seda


def test_words_whispers_rooms_and_whom_they_ignored_come_along(
    guest: Player, seda: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "places", lambda player: ["somewhere"])
    bob, loud = Player.objects.create_user("Bob"), Player.objects.create_user("Loud")
    room, bobs = open_room(guest, "king_lui", "Nook"), open_room(bob, "king_lui", "Bob's own")
    sit(room, guest)
    chat.say(room, guest, "hello")
    banning.ban(bobs, bob, guest.name)
    ignoring.ignore(guest, loud)
    whispers.whisper(bob, guest.name, "one")
    whispers.whisper(bob, "Seda", "two")
    merging.merge(guest, seda)
    room.refresh_from_db()
    bobs.refresh_from_db()
    assert (room.host, bobs.banned) == (seda, [seda.pk])
    assert not room.seats.exists()
    assert ChatLine.objects.get(text="hello").player == seda
    assert [line["text"] for line in whispers.thread(seda, bob).lines] == ["one", "two"]
    assert conversations.unread(seda) == 2
    assert ignoring.does(seda, loud)


def test_nobody_loses_a_sanction_by_it(guest: Player, seda: Player, boss: Player) -> None:
    sanctions.mute(guest, boss, "too loud")
    merging.merge(guest, seda)
    assert sanctions.in_force_on(seda, sanctions.MUTE) is not None


def test_not_while_the_guest_still_plays(browser: Client, guest: Player, seda: Player) -> None:
    played(guest, over=False)
    sign_in(browser)
    page = browser.post("/me/guest/", follow=True).content.decode()
    assert "still plays in a match" in page
    assert Player.objects.filter(pk=guest.pk).exists()


def test_two_who_sat_in_one_match_are_two_people(guest: Player, seda: Player) -> None:
    room = open_room(guest, "king_lui", "Nook")
    sit(room, guest)
    sit(room, seda)
    add_bot(room, guest)
    start(room, guest)
    room.refresh_from_db()
    assert room.match is not None
    amending.adjudicate(room.match, [0])
    with pytest.raises(Refusal, match="two people"):
        merging.merge(guest, seda)
    assert Room.objects.get(pk=room.pk).host == guest  # all of it, or nothing


def test_members_are_not_merged(seda: Player, boss: Player) -> None:
    with pytest.raises(Refusal):
        merging.merge(seda, boss)


def test_an_admin_can_do_it_and_the_log_says_so(desk: Client, guest: Player, seda: Player) -> None:
    match, act = played(guest), f"/admin/accounts/player/act/merge/?id={guest.pk}"
    assert "There is no member Nobody" in desk.post(act, {"member": "Nobody", "reason": "x"}).content.decode()
    assert desk.post(act, {"member": "seda", "reason": "it was her"}).status_code == 302
    assert MatchSeat.objects.filter(match=match, player=seda).exists()
    assert acts() == [("Boss", "merged", "Seda", "it was her")]


@pytest.mark.django_db(transaction=True)
def test_a_host_who_seats_the_guest_meanwhile_is_not_in_its_way(
    seda: Player, at_once: AtOnce, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest, bob = Player.objects.create_user("Gesa", guest=True), Player.objects.create_user("Bob")
    room = open_room(bob, "king_lui", "Bob's own")
    Room.objects.filter(pk=room.pk).update(insiders=[guest.pk])
    room_is_locked, guest_is_found = threading.Event(), threading.Event()
    registered = holdings.registered

    def found() -> list[holdings.Holding]:
        guest_is_found.set()
        return registered()

    def seat() -> None:
        with transaction.atomic():
            locked(room)
            room_is_locked.set()
            if connection.vendor == "postgresql":  # of SQLite's writers only one is at it
                assert guest_is_found.wait(10)
            RoomSeat.objects.create(room=room, seat=1, player=guest)

    def merge() -> None:
        assert room_is_locked.wait(10)
        merging.merge(guest, seda)

    monkeypatch.setattr(holdings, "registered", found)
    results = at_once(seat, merge)
    assert results[0] is None
    assert results[1] in (None, "not_allowed_now")
