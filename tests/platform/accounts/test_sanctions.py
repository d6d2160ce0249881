"""Mute, ban, lift, rename, sign out everywhere: what they do to pages, sign-in, programs and chat."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.utils import timezone

from tafelrunde.accounts import sanctions
from tafelrunde.accounts.models import Player, Sanction, Token
from tafelrunde.accounts.sanctions import ban, lift, mute, rename, sign_out_everywhere
from tafelrunde.live import bus
from tafelrunde.refusals import Refusal
from tafelrunde.rooms import chat, whispers
from tafelrunde.rooms.opening import open_room
from tests.two_factor import shown

from .conftest import PASSWORD

Fill = Callable[..., Any]
HOUR = dt.timedelta(hours=1)
REASON = "You have flooded the chat."


@pytest.fixture
def admin(db: None) -> Player:
    return Player.objects.create_superuser("Root-Admin")


@pytest.fixture
def travel(monkeypatch: pytest.MonkeyPatch) -> Callable[[dt.timedelta], None]:
    """Go on in time."""

    def on(by: dt.timedelta) -> None:
        then = timezone.now() + by
        monkeypatch.setattr(timezone, "now", lambda: then)

    return on


def code_of(decide: Callable[[], Any]) -> str:
    with pytest.raises(Refusal) as refused:
        decide()
    return refused.value.code


def new_room(token: str) -> Any:
    body = {"game": "king_lui"}
    headers = {"authorization": f"Bearer {token}"}
    return Client().post("/api/rooms", body, content_type="application/json", headers=headers)


# --- decisions --------------------------------------------------------------------------------------------------------


def test_a_sanction_says_who_why_and_until_when(ann: Player, admin: Player) -> None:
    until = timezone.now() + HOUR
    made = ban(ann, admin, f"  {REASON}\n", until)
    kept = Sanction.objects.get()
    assert (kept.player, kept.kind, kept.reason, kept.until, kept.by) == (ann, "ban", REASON, until, admin)
    assert made.holds()
    refused = sanctions.refusal(kept)
    assert (refused.code, refused.more) == ("banned", {"until": int(until.timestamp() * 1000)})
    assert REASON in str(refused.text)
    assert "(UTC)" in str(refused.text)


def test_a_new_decision_takes_the_place_of_the_one_before(ann: Player, admin: Player) -> None:
    first = ban(ann, admin, "for good")
    second = ban(ann, admin, "an hour is enough", timezone.now() + HOUR)
    first.refresh_from_db()
    assert (first.holds(), first.lifted_by, second.holds()) == (False, admin, True)
    assert sanctions.in_force_on(ann, "ban") == second


def test_a_mute_and_a_ban_hold_beside_each_other(ann: Player, admin: Player) -> None:
    mute(ann, admin, "quiet")
    ban(ann, admin, "out")
    assert code_of(lambda: sanctions.refuse_silenced(ann)) == "banned"
    lift(Sanction.objects.get(kind="ban"), admin)
    assert code_of(lambda: sanctions.refuse_silenced(ann)) == "muted"
    sanctions.refuse_banned(ann)


def test_a_lifted_one_holds_no_longer_and_is_kept(ann: Player, admin: Player) -> None:
    made = ban(ann, admin, REASON)
    lift(made, admin)
    assert (made.holds(), made.lifted_by) == (False, admin)
    assert made.lifted is not None
    sanctions.refuse_banned(ann)


@pytest.mark.parametrize("decide", [mute, ban])
@pytest.mark.parametrize(("reason", "hours"), [("", 1), ("  \n ", 1), ("x" * 301, 1), ("good", 0), ("good", -1)])
def test_a_reason_is_needed_and_an_end_that_is_to_come(
    ann: Player, admin: Player, decide: Callable[..., Any], reason: str, hours: int
) -> None:
    assert code_of(lambda: decide(ann, admin, reason, timezone.now() + hours * HOUR)) == "bad_argument"
    assert not Sanction.objects.exists()


def test_nobody_bans_themselves(admin: Player) -> None:
    assert code_of(lambda: ban(admin, admin, "oops")) == "bad_argument"


@pytest.mark.django_db(transaction=True)
def test_all_processes_hear_of_it_after_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    monkeypatch.setattr(bus, "publish", lambda kind, **message: told.append((kind, message)))
    ann = Player.objects.create_user("Ann")
    made = ban(ann, None, REASON)
    assert told == [("ban", {"player": ann.pk, "until": None, "reason": REASON})]
    lift(made, None)
    assert told[1:] == [("lift", {"player": ann.pk})]


# --- sign-in and pages ------------------------------------------------------------------------------------------------


def test_a_banned_member_cannot_sign_in_and_is_told_why_and_until_when(
    ann: Player, admin: Player, client: Client, sign_in: Fill
) -> None:
    ban(ann, admin, REASON, timezone.now() + HOUR)
    page = sign_in("Ann").content.decode()
    assert REASON in page
    assert "You are banned until" in page
    assert not get_user(client).is_authenticated
    assert REASON not in sign_in("Ann", "wrong").content.decode(), "only to who knows the password"


def test_the_ban_ends_by_itself(
    ann: Player, admin: Player, client: Client, sign_in: Fill, travel: Callable[[dt.timedelta], None]
) -> None:
    ban(ann, admin, REASON, timezone.now() + HOUR)
    travel(HOUR - dt.timedelta(minutes=1))
    sign_in("Ann")
    assert not get_user(client).is_authenticated
    travel(dt.timedelta(minutes=2))
    sign_in("Ann")
    assert get_user(client) == ann


def test_who_is_signed_in_when_banned_sees_what_anyone_sees_and_why(ann: Player, admin: Player, client: Client) -> None:
    client.force_login(ann)
    made = ban(ann, admin, "<b>spam</b>")
    for address in ("/", "/rules/king_lui/"):
        response = client.get(address)
        page = response.content.decode()
        assert response.status_code == 200
        assert "&lt;b&gt;spam" in page
        assert "/accounts/login/" in page, "as anyone"
    assert client.get("/me/tokens/").status_code == 302
    lift(made, admin)
    assert "Ann" in client.get("/").content.decode()


@pytest.mark.parametrize("address", ["/play/", "/rooms/new/", "/guest/", "/accounts/signup/"])
def test_who_is_banned_gets_no_other_name_in_the_same_browser(
    admin: Player, client: Client, sign_up: Fill, address: str
) -> None:
    client.post("/guest/")
    guest = Player.objects.get(guest=True)
    ban(guest, admin, REASON)
    fields = {"username": "Other", "password1": PASSWORD, "password2": PASSWORD, "game": "king_lui"}
    response = client.post(address, fields, follow=True)
    assert REASON in response.content.decode()
    assert set(Player.objects.values_list("name", flat=True)) == {guest.name, admin.name}


def test_a_session_of_a_banned_admin_opens_no_admin_pages(admin: Player, ann: Player, client: Client) -> None:
    client.force_login(admin)
    shown(client, admin)
    assert client.get("/admin/").status_code == 200
    ban(admin, ann, REASON)
    assert client.get("/admin/").status_code == 302


# --- programs ---------------------------------------------------------------------------------------------------------


def test_the_api_answers_403_banned_to_a_token(ann: Player, admin: Player) -> None:
    token = Token.make(ann, "a bot")
    made = ban(ann, admin, REASON, timezone.now() + HOUR)
    for answer in (new_room(token), Client().get("/api/rooms", headers={"authorization": f"Bearer {token}"})):
        assert answer.status_code == 403
        assert answer.json()["code"] == "banned"
        assert REASON in answer.json()["text"]
        assert answer.json()["until"] > timezone.now().timestamp() * 1000
    lift(made, admin)
    assert new_room(token).status_code == 201


def test_a_banned_session_reads_what_is_open_to_all_and_no_more(ann: Player, admin: Player, client: Client) -> None:
    client.force_login(ann)
    ban(ann, admin, REASON)
    assert client.get("/api/rooms").status_code == 200
    answer = client.post("/api/rooms", {"game": "king_lui"}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "banned")


# --- muted ------------------------------------------------------------------------------------------------------------


def test_who_is_muted_says_does_and_whispers_nothing_until_the_end(
    ann: Player, admin: Player, travel: Callable[[dt.timedelta], None]
) -> None:
    room = open_room(admin, "king_lui")
    mute(ann, admin, REASON, timezone.now() + HOUR)
    attempts: list[Callable[[], Any]] = [
        lambda: chat.say(room, ann, "hello"),
        lambda: chat.emote(room, ann, "waves"),
        lambda: whispers.whisper(ann, admin.name, "psst"),
    ]
    for speak in attempts:
        with pytest.raises(Refusal) as refused:
            speak()
        assert refused.value.code == "muted"
        assert "You are muted until" in str(refused.value.text)
        assert refused.value.more["until"]
    assert chat.last_lines(room, admin) == []
    travel(2 * HOUR)
    chat.say(room, ann, "hello")


def test_who_is_muted_signs_in_and_is_told_on_their_page(
    ann: Player, admin: Player, client: Client, sign_in: Fill
) -> None:
    mute(ann, admin, REASON)
    sign_in("Ann")
    assert get_user(client) == ann
    assert REASON in client.get("/me/").content.decode()


# --- names and sessions -----------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_another_name_is_the_name_from_then_on(client: Client, sign_in: Fill, revoked: list[dict[str, object]]) -> None:
    ann = Player.objects.create_user("Ann", PASSWORD)
    rename(ann, " Bertil ")
    assert Player.objects.get().name == "Bertil"
    sign_in("bertil")
    assert get_user(client) == ann
    assert {"kind": "revoke", "player": ann.pk, "code": 4401} in revoked


@pytest.mark.parametrize("name", ["an", "admin", "аnn", "Root-Admin", "r00t-admin", "<b>x</b>"])
def test_a_name_that_is_bad_or_taken_is_refused(ann: Player, admin: Player, name: str) -> None:
    assert code_of(lambda: rename(ann, name)) == "bad_argument"
    assert Player.objects.get(pk=ann.pk).name == ann.name == "Ann"


@pytest.mark.django_db(transaction=True)
def test_signed_out_everywhere_means_all_browsers_and_sockets(revoked: list[dict[str, object]]) -> None:
    ann, bertil = Player.objects.create_user("Ann", PASSWORD), Player.objects.create_user("Bertil")
    browsers = [Client(), Client()]
    for browser in browsers:
        browser.force_login(ann)
    other = Client()
    other.force_login(bertil)
    token = Token.make(ann, "a bot")
    sign_out_everywhere(ann)
    assert [get_user(browser).is_authenticated for browser in [*browsers, other]] == [False, False, True]
    assert revoked == [{"kind": "revoke", "player": ann.pk, "code": 4401}]
    assert new_room(token).status_code == 201
    browsers[0].force_login(ann)
    assert get_user(browsers[0]) == ann
    sign_out_everywhere(ann, tokens=True)
    assert new_room(token).status_code == 401


@pytest.mark.parametrize("reason", ["\u200b", "\u3164 \ufe0f", "\u202e"])
def test_what_nobody_sees_is_no_reason(ann: Player, admin: Player, reason: str) -> None:
    with pytest.raises(Refusal):
        mute(ann, admin, reason)
