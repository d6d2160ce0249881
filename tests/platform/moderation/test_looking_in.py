"""A moderator who looks in is seen: marked among those who are here, and told of where they had no way in."""

from __future__ import annotations

from django.test import Client

from tafelrunde.accounts import moderators
from tafelrunde.accounts.models import Player
from tafelrunde.house.models import AdminAct, Moderator
from tafelrunde.rooms import admitting, banning, looking_in
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.picture import picture_of, room_json
from tests.platform.moderation.conftest import Browser
from tests.platform.rooms.speaking import Here, People, outcome, say, texts

TOLD = "Mona, who is a moderator, has come to look in."


def test_among_those_who_are_here_they_are_marked(
    room: Room, people: People, mona: Player, here: Here, browser: Browser
) -> None:
    here(room, people["Ann"], mona)
    told = room_json(picture_of(room))
    assert (told["here"], told["moderators"]) == (["Ann", "Mona"], ["Mona"])
    page = browser(people["Ann"]).get(f"/rooms/{room.slug}/").content.decode()
    assert "Mona <small>(moderator)</small>" in page
    assert "Ann <small>(moderator)" not in page
    assert "Mona (moderator)" in say(room, people["Bob"], "/who")[-1]


def test_behind_a_password_they_come_in_by_a_button_and_the_room_reads_it(
    room: Room, people: People, mona: Player, browser: Browser
) -> None:
    admitting.set_entry(room, people["Ann"], "password", "plums")
    client = browser(mona)
    door = client.get(f"/rooms/{room.slug}/")
    assert (door.status_code, "Look in as a moderator" in door.content.decode()) == (403, True)
    assert TOLD not in texts(room), "nobody has come yet"
    client.post(f"/rooms/{room.slug}/look/")
    assert client.get(f"/rooms/{room.slug}/").status_code == 200
    assert texts(room).count(TOLD) == 1
    act = AdminAct.objects.get(what="looked_in")
    assert (act.by_name, act.on_name) == ("Mona", "Evening round")


def test_a_lock_and_a_ban_by_the_host_do_not_hold_them(room: Room, people: People, mona: Player) -> None:
    admitting.lock(room, people["Ann"])
    banning.ban(room, people["Ann"], "Mona")
    looking_in.look_in(room, mona)
    room.refresh_from_db()
    assert admitting.refusal(room, admitting.Comer(mona.pk), ()) is None
    assert TOLD in texts(room)


def test_who_is_no_moderator_any_more_stands_at_the_door_again(
    room: Room, people: People, mona: Player, browser: Browser, desk: Client
) -> None:
    admitting.set_entry(room, people["Ann"], "password", "plums")
    client = browser(mona)
    client.post(f"/rooms/{room.slug}/look/")
    assert client.get(f"/rooms/{room.slug}/").status_code == 200
    desk.post(f"/admin/accounts/player/act/take_moderator/?id={mona.pk}", {"reason": "moved away"})
    assert not moderators.is_moderator(mona)
    assert client.get(f"/rooms/{room.slug}/").status_code == 403
    room.refresh_from_db()
    assert outcome(lambda: admitting.enter(room, admitting.Comer(mona.pk), "there", "pears")) == "password_needed"


def test_who_was_let_in_by_others_is_not_sent_out_with_the_role(room: Room, people: People, mona: Player) -> None:
    admitting.set_entry(room, people["Ann"], "password", "plums")
    room.refresh_from_db()
    admitting.let_in(room, mona.pk)
    room.save()
    looking_in.look_in(room, mona)
    Moderator.objects.all().delete()
    looking_in.end(mona)
    room.refresh_from_db()
    assert admitting.refusal(room, admitting.Comer(mona.pk), ()) is None


def test_where_they_may_be_anyway_nothing_is_told(room: Room, mona: Player) -> None:
    looking_in.look_in(room, mona)
    assert texts(room) == []


def test_nobody_else_has_the_button(room: Room, people: People, browser: Browser) -> None:
    admitting.set_entry(room, people["Ann"], "password", "plums")
    client: Client = browser(people["Bob"])
    assert "Look in" not in client.get(f"/rooms/{room.slug}/").content.decode()
    assert client.post(f"/rooms/{room.slug}/look/").status_code == 403
    assert outcome(lambda: looking_in.look_in(room, people["Bob"])) == "not_allowed_now"


def test_without_a_second_factor_nobody_looks_in(room: Room, people: People, mona: Player) -> None:
    admitting.set_entry(room, people["Ann"], "password", "plums")
    client = Client()
    client.force_login(mona)  # the password alone
    answered = client.post(f"/rooms/{room.slug}/look/")
    assert (answered.status_code, answered["Location"]) == (302, f"/me/two-factor/?next=%2Frooms%2F{room.slug}%2F")
    assert client.get(f"/rooms/{room.slug}/").status_code == 403
    assert TOLD not in texts(room)
    assert not AdminAct.objects.filter(what="looked_in").exists()
