"""Who is invited comes into a room with a password or a lock; who is banned from it does not, and links end in time."""

from __future__ import annotations

import pytest
from django.test import Client

from tafelrunde.accounts.models import Player, Token
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.seating import sit
from tests.platform.people.test_inviting import browser_of, link
from tests.platform.rooms.speaking import People, names, refused, say, texts

PAGE = "/rooms/evening-round/"


@pytest.fixture(params=["/entry password plums", "/lock"])
def shut(request: pytest.FixtureRequest, room: Room, people: People) -> Room:
    """The room of Ann, who is host; Bob sits there. It has a password, or is locked."""
    sit(room, people["Bob"])
    say(room, people["Ann"], request.param)
    room.refresh_from_db()
    return room


def status(player: Player | None) -> int:
    """What the page of the room answers, in a new browser."""
    return (browser_of(player) if player else Client()).get(PAGE).status_code


def by_program(player: Player) -> int:
    headers = {"authorization": f"Bearer {Token.make(player, 'a bot')}"}
    return Client().get("/api/rooms/evening-round", headers=headers).status_code


def test_who_is_invited_by_name_comes_in_and_may_come_again(shut: Room, people: People) -> None:
    cid = people["Cid"]
    assert status(cid) == 403
    say(shut, people["Ann"], "/invite Cid")
    assert (status(cid), status(people["Dora"]), status(None)) == (200, 403, 403)
    say(shut, people["Ann"], "/uninvite")
    assert status(cid) == 200, "who has come in stays in"


def test_a_program_of_the_invited_comes_in_too(shut: Room, people: People) -> None:
    people["Cid"]
    say(shut, people["Ann"], "/invite Cid")
    assert (by_program(people["Cid"]), by_program(people["Dora"])) == (200, 403)


def test_who_is_invited_no_longer_before_they_come_stays_out(shut: Room, people: People) -> None:
    people["Cid"]
    say(shut, people["Ann"], "/invite Cid")
    say(shut, people["Ann"], "/uninvite")
    assert status(people["Cid"]) == 403


def test_a_link_of_the_host_leads_to_the_table_with_and_without_an_account(shut: Room, people: People) -> None:
    path = link(shut, people["Ann"])
    guest, cid = Client(), browser_of(people["Cid"])
    assert guest.get(path).status_code == cid.get(path).status_code == 200
    assert guest.post(path, {"name": "Gesa"})["Location"] == cid.post(path)["Location"] == PAGE
    assert names(shut) == ["Bob", "Gesa", "Cid"]
    assert guest.get(PAGE).status_code == 200
    say(shut, people["Cid"], "/leave")
    assert status(people["Cid"]) == 200, "also when they have left the table"


def test_the_invited_come_in_though_it_is_shut_after_that(room: Room, people: People) -> None:
    people["Cid"]
    say(room, people["Ann"], "/invite Cid")
    for line in ("/entry password plums", "/lock"):
        say(room, people["Ann"], line)
    assert (status(people["Cid"]), status(people["Dora"])) == (200, 403)


@pytest.mark.parametrize("line", ["/entry password plums", "/lock"])
def test_links_end_when_a_room_is_shut(room: Room, people: People, line: str) -> None:
    path = link(room, people["Ann"])
    say(room, people["Ann"], line)
    assert Client().post(path, {"name": "Gesa"}).status_code == 410
    assert not Player.objects.filter(guest=True).exists()
    assert link(room, people["Ann"]) != path


def test_a_new_password_ends_the_links_of_before(room: Room, people: People) -> None:
    say(room, people["Ann"], "/entry password plums")
    path = link(room, people["Ann"])
    browser = browser_of(people["Cid"])
    assert browser.get(path).status_code == 200
    say(room, people["Ann"], "/entry password walnuts")
    assert browser.post(path).status_code == 410
    assert status(people["Cid"]) == 403


def test_into_a_room_with_a_password_only_the_host_gives_a_link(room: Room, people: People) -> None:
    sit(room, people["Bob"])
    say(room, people["Ann"], "/entry password plums")
    assert refused(room, people["Bob"], "/invite").code == "host_only"
    people["Cid"]
    say(room, people["Bob"], "/invite Cid")
    assert status(people["Cid"]) == 200


def test_only_the_host_invites_into_a_locked_room(room: Room, people: People) -> None:
    sit(room, people["Bob"])
    people["Cid"]
    say(room, people["Ann"], "/lock")
    assert {refused(room, people["Bob"], line).code for line in ("/invite", "/invite Cid")} == {"host_only"}
    assert status(people["Cid"]) == 403
    say(room, people["Ann"], "/unlock")
    say(room, people["Bob"], "/invite Cid")


@pytest.mark.parametrize("shutting", ["/entry open", "/entry password plums", "/lock"])
def test_who_is_banned_from_the_room_stays_out_with_any_invitation(room: Room, people: People, shutting: str) -> None:
    cid = browser_of(people["Cid"])
    say(room, people["Ann"], shutting)
    path = link(room, people["Ann"])
    say(room, people["Ann"], "/invite Cid")
    say(room, people["Ann"], "/ban Cid")
    answered = cid.post(path)
    assert (answered.status_code, "banned you" in answered.content.decode()) == (403, True)
    assert (status(people["Cid"]), names(room)) == (403, [])
    assert refused(room, people["Ann"], "/invite Cid").code == "not_allowed_now"


def test_an_invitation_into_an_unlisted_room_says_where_it_is(people: People, room: Room) -> None:
    say(room, people["Ann"], "/entry unlisted")
    people["Bob"]
    say(room, people["Ann"], "/invite Bob")
    assert "/goto evening-round" in texts(None, people["Bob"])[0]
    assert status(people["Bob"]) == 200
