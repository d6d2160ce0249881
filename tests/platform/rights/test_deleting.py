"""Who deletes their account leaves a number, their moves, and no name anywhere."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable

import pytest
from django.apps import apps
from django.core import serializers
from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from tafelrunde.accounts import holdings, moderators, rights
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import FORMER
from tafelrunde.house.models import AdminAct
from tafelrunde.matches.models import Entry, Holiday, MatchSeat, Turn
from tafelrunde.matches.position import Sitter
from tafelrunde.ratings.models import Medal
from tafelrunde.rooms import admitting, looking_in, rulings
from tafelrunde.rooms.models import ChannelMember, ChatLine, Room, RoomSeat
from tafelrunde.rooms.opening import open_room
from tests.platform.rights.conftest import PASSWORD, Town
from tests.platform.rooms.speaking import say

pytestmark = pytest.mark.django_db
Delete = Callable[..., Client]


def everything() -> str:
    """All rows of all tables, but for the list of names that are blocked."""
    rows = [
        row
        for model in apps.get_models()
        if model.__name__ not in ("BlockedName", "ContentType", "Permission")
        for row in serializers.serialize("python", model._default_manager.all())
    ]
    return json.dumps(rows, default=str)


def test_nothing_in_the_whole_database_bears_the_name_any_more(town: Town, delete: Delete) -> None:
    Room.objects.filter(pk=town.room.pk).update(slug="elsewhere")  # it has gone: its address is free of her, too
    delete()
    found = everything()
    for word in ("Seda", "seda"):
        at = found.find(word)
        assert at < 0, found[max(0, at - 200) : at + 100]


def test_nor_do_reports_invitations_and_acts_bear_what_was_called_after_her(
    town: Town, boss: Player, delete: Delete
) -> None:
    dora = Player.objects.create_user("Dora")
    say(town.room, town.bob, "/invite Dora")
    admitting.set_entry(town.room, town.seda, "password", "plums")
    looking_in.look_in(town.room, boss)
    say(town.room, town.bob, "/report Dora shouts")
    rulings.abort_match(town.match, boss)
    delete()
    Room.objects.get(pk=town.room.pk).delete()
    rights.clear()
    found = everything().replace('"on_id": "sedas-table"', "")  # by it the log knows the room, as others by numbers
    for word in ("Seda", "seda"):
        at = found.find(word)
        assert at < 0, found[max(0, at - 200) : at + 100]
    browser = Client()
    browser.force_login(dora)
    assert "Come to the table Table" in browser.get("/me/whispers/Bob/").content.decode()


def test_no_room_keeps_that_she_has_looked_in_as_a_moderator(town: Town, boss: Player, delete: Delete) -> None:
    room = open_room(town.bob, "king_lui", "Quiet corner")
    admitting.set_entry(room, town.bob, "password", "plums")
    moderators.make_moderator(town.seda, boss)
    looking_in.look_in(room, town.seda)
    room.refresh_from_db()
    assert admitting.looks_in(room, town.seda.pk)
    delete()
    room.refresh_from_db()
    assert not any(mark.endswith(f" {town.seda.pk}") for mark in room.entered)


def test_the_row_keeps_its_number_and_nothing_else(town: Town, delete: Delete) -> None:
    delete()
    left = Player.objects.get(pk=town.seda.pk)
    assert (left.name, left.email, left.preferences, left.is_active) == (FORMER, "", {}, False)
    assert left.erased is not None
    assert not left.has_usable_password()


def test_the_moves_keep_their_seats_and_a_bot_plays_on(town: Town, delete: Delete) -> None:
    before = list(Entry.objects.filter(match=town.match).values_list("ply", "seat", "move"))
    delete()
    seat = MatchSeat.objects.get(match=town.match, player=town.seda)
    assert seat.name == FORMER
    entries = list(Entry.objects.filter(match=town.match).order_by("version").values_list("kind", "seat"))
    assert entries[-1] == ("left", seat.seat)
    after = Entry.objects.filter(match=town.match, kind="move").values_list("ply", "seat", "move")
    assert [row for row in before if row[2]] == list(after)
    page = Client().get(f"/matches/{town.match.pk}/").content.decode()
    assert FORMER in page
    assert "Seda" not in page


def test_medals_holidays_and_channels_go(town: Town, delete: Delete) -> None:
    delete()
    kinds = (Medal, Holiday, Turn, ChannelMember)
    assert [kind for kind in kinds if kind.objects.filter(player=town.seda).exists()] == []


def test_rooms_pass_to_who_sits_there_and_forget_her(town: Town, delete: Delete) -> None:
    delete()
    town.room.refresh_from_db()
    town.other.refresh_from_db()
    assert town.room.host == town.bob
    assert town.room.name == "Table"
    assert not RoomSeat.objects.filter(player=town.seda).exists()
    assert (town.other.queue, town.other.banned, town.other.insiders, town.other.entered) == ([], [], [], [])


def test_what_she_has_said_goes_and_what_others_have_said_stays(town: Town, delete: Delete) -> None:
    delete()
    said = set(ChatLine.objects.filter(kind__in=("say", "whisper")).values_list("text", flat=True))
    assert said == {"hello from him"}


def test_the_audit_keeps_the_number(town: Town, delete: Delete) -> None:
    delete()
    acts = AdminAct.objects.filter(kind="player", on_id=str(town.seda.pk))
    assert {(act.what, act.on_name, act.by_name) for act in acts} == {
        ("muted", FORMER, "Boss"),
        ("lifted", FORMER, "Boss"),
    }


@pytest.mark.parametrize("more", [{"what": "renamed"}, {"on_id": "999999"}, {"by_name": "Somebody"}, {"by_id": None}])
def test_nothing_else_of_an_act_goes_with_the_name(town: Town, more: dict[str, object]) -> None:
    act = AdminAct.objects.earliest("pk")
    changes = {"on_name": FORMER, **more}
    with pytest.raises(DatabaseError), transaction.atomic():
        QuerySet(AdminAct).filter(pk=act.pk).update(**changes)
    again = AdminAct.objects.get(pk=act.pk)
    assert (again.what, again.on_name, again.by_name) == (act.what, "Seda", "Boss")


def test_nobody_finds_her_and_nobody_comes_in_as_her(town: Town, delete: Delete) -> None:
    elsewhere = Client()
    assert elsewhere.login(username="Seda", password=PASSWORD)
    browser = delete()
    for client in (browser, elsewhere):
        assert client.get("/me/").status_code == 302
    assert not Client().login(username="Seda", password=PASSWORD)
    assert not Client().login(username=FORMER, password=PASSWORD)
    assert Client().get("/players/Seda/").status_code == 404
    assert Client().get(f"/players/{FORMER}/").status_code == 404


@pytest.mark.parametrize("name", ["Seda", "seda", "SEDA", "Ｓeda", "Sеdа"])
def test_the_name_and_what_looks_like_it_is_blocked_for_90_days(
    seda: Player, delete: Delete, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    delete()
    fields = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    assert Client().post("/accounts/signup/", fields).status_code == 200
    with pytest.raises(IntegrityError):
        Player.objects.create_user("seda", guest=True)
    with pytest.raises(ValidationError):
        Player(name="Seda").full_clean(exclude=["password"])
    then = timezone.now() + dt.timedelta(days=90, minutes=1)
    monkeypatch.setattr(timezone, "now", lambda: then)
    rights.clear()
    assert Player.objects.create_user("seda").key


def test_a_wrong_password_deletes_nothing(seda: Player, browser: Client) -> None:
    page = browser.post("/me/delete/", {"password": "wrong"})
    assert page.status_code == 200
    assert "This is not your password" in page.content.decode()
    assert Player.objects.get(pk=seda.pk).erased is None


def test_a_guest_can_do_it_too_with_a_word_instead_of_a_password(client: Client) -> None:
    client.post("/guest/")
    guest = Player.objects.get(guest=True)
    assert client.post("/me/delete/", {}).status_code == 200
    assert client.post("/me/delete/", {"sure": "on"}).status_code == 302
    guest.refresh_from_db()
    assert guest.name == FORMER
    assert client.get("/me/").status_code == 302


def test_the_last_admin_stays(boss: Player) -> None:
    boss.set_password(PASSWORD)
    boss.save()
    client = Client()
    assert client.login(username="Boss", password=PASSWORD)
    page = client.post("/me/delete/", {"password": PASSWORD})
    assert "make another one first" in page.content.decode()
    boss.refresh_from_db()
    assert boss.erased is None
    assert boss.is_active


def test_a_deletion_that_was_cut_off_is_finished_by_the_daily_task(
    town: Town, browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(rights, "erase", lambda player: (_ for _ in ()).throw(SystemExit))
        with pytest.raises(SystemExit):
            rights.delete_account(town.seda)
    assert browser.get("/me/").status_code == 302  # she is out at once
    rights.clear()
    assert Player.objects.get(pk=town.seda.pk).name == FORMER
    assert not ChatLine.objects.filter(player=town.seda).exists()


def test_one_deletion_that_fails_keeps_no_other_from_being_finished(
    town: Town, delete: Delete, monkeypatch: pytest.MonkeyPatch
) -> None:
    delete()
    other = Player.objects.create_user("Zora", erased=timezone.now(), is_active=False)
    erase = rights.erase

    def broken(player: Player) -> None:
        if player.pk == town.seda.pk:
            raise ZeroDivisionError("a bug")
        erase(player)

    monkeypatch.setattr(rights, "erase", broken)
    long_ago = timezone.now() - dt.timedelta(days=90)
    ChatLine.objects.create(room=town.room, kind="say", name="Bob", text="old", at=long_ago)
    rights.clear()
    other.refresh_from_db()
    assert other.name == FORMER
    assert not ChatLine.objects.filter(text="old").exists()


def test_a_room_without_its_game_is_no_hindrance(town: Town, delete: Delete) -> None:
    Room.objects.filter(pk=town.room.pk).update(game="gone", match=None, starts_full=True, queue=[town.bob.pk])
    delete()
    assert Player.objects.get(pk=town.seda.pk).name == FORMER
    assert not RoomSeat.objects.filter(player=town.seda).exists()


def test_what_was_on_its_way_goes_with_the_next_daily_task(town: Town, delete: Delete) -> None:
    delete()
    ChatLine.objects.create(room=town.room, kind="say", player=town.seda, name="Seda", text="too late")
    rights.clear()
    assert not ChatLine.objects.filter(text="too late").exists()


def test_erasing_twice_finds_nothing_more_to_do(town: Town, delete: Delete) -> None:
    delete()
    before = everything()
    with_name = Player.objects.get(pk=town.seda.pk)
    for holding in reversed(holdings.registered()):
        holding.erase(with_name)
    assert everything() == before


def test_two_former_players_are_two(town: Town, delete: Delete) -> None:
    delete()
    rights.delete_account(town.bob)
    assert Player.objects.filter(name=FORMER).count() == 2
    assert Sitter(1, "", FORMER) != Sitter(2, "", FORMER)
    assert Client().get(f"/matches/{town.match.pk}/").status_code == 200
