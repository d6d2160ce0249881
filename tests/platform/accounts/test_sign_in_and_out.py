"""Coming back, going, and what happens to the sockets of who goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user
from django.test import Client

from tafelrunde.accounts.attempts import refused
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.revocation import session_digest

from .conftest import PASSWORD

Fill = Callable[..., Any]
Revoked = list[dict[str, object]]


@pytest.mark.parametrize("name", ["Ann", "ann", "ANN", "ａｎｎ", " ann "])
def test_a_name_is_found_in_any_case_and_width(ann: Player, client: Client, sign_in: Fill, name: str) -> None:
    assert sign_in(name)["Location"] == "/"
    assert get_user(client) == ann


@pytest.mark.parametrize(("name", "password"), [("Ann", "wrong"), ("Nobody", PASSWORD), ("Ann", "")])
def test_wrong_is_wrong_without_saying_what(
    ann: Player, client: Client, sign_in: Fill, name: str, password: str
) -> None:
    response = sign_in(name, password)
    assert response.status_code == 200
    assert not get_user(client).is_authenticated
    if password:
        assert "There is nobody with this name and this password." in response.content.decode()


def test_attempts_are_counted_for_the_person_however_the_name_is_written(ann: Player, sign_in: Fill) -> None:
    for name in ("Ann", "ANN", "ａｎｎ", "aNN", "anN"):
        sign_in(name, "wrong")
    response = sign_in("Ann")
    assert response.status_code == 429
    wait = int(response["Retry-After"])
    assert 280 < wait <= 300
    assert "Too many attempts. Try again in 5 minutes." in response.content.decode()


@pytest.mark.parametrize(
    ("seconds", "words"), [(1, "1 second"), (119, "119 seconds"), (120, "2 minutes"), (241, "5 minutes")]
)
def test_who_has_tried_too_often_reads_how_long_to_wait(seconds: int, words: str) -> None:
    assert refused(seconds).messages == [f"Too many attempts. Try again in {words}."]


@pytest.mark.django_db
def test_a_player_without_a_password_cannot_sign_in_with_one(client: Client, sign_in: Fill) -> None:
    Player.objects.create_user("MerryHeron", guest=True)
    for password in ("", "!", "None"):
        sign_in("MerryHeron", password)
        assert not get_user(client).is_authenticated


def test_who_is_not_active_stays_out(ann: Player, client: Client, sign_in: Fill) -> None:
    Player.objects.update(is_active=False)
    sign_in("Ann")
    assert not get_user(client).is_authenticated


@pytest.mark.parametrize("address", ["https://evil.example/", "//evil.example"])
def test_nobody_is_sent_to_another_site(ann: Player, sign_in: Fill, address: str) -> None:
    assert sign_in("Ann", next=address)["Location"] == "/"


@pytest.mark.django_db(transaction=True)
def test_signing_out_ends_the_session_and_closes_its_sockets(client: Client, revoked: Revoked) -> None:
    client.force_login(Player.objects.create_user("Ann"))
    key = client.session.session_key
    assert key
    assert client.post("/accounts/logout/")["Location"] == "/"
    assert not get_user(client).is_authenticated
    assert revoked == [{"kind": "revoke", "session": session_digest(key), "code": 4401}]
    assert key not in str(revoked)


def test_a_link_cannot_sign_anybody_out(ann: Player, client: Client, revoked: Revoked) -> None:
    client.force_login(ann)
    assert client.get("/accounts/logout/").status_code == 200
    assert get_user(client) == ann
    assert revoked == []


@pytest.mark.django_db(transaction=True)
def test_a_new_password_closes_all_sockets_of_the_player_and_keeps_this_session(
    client: Client, revoked: Revoked
) -> None:
    ann, elsewhere = Player.objects.create_user("Ann", PASSWORD), Client()
    client.force_login(ann)
    elsewhere.force_login(ann)
    new = "a-better-one-than-that"
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    ann.refresh_from_db()
    assert ann.check_password(new)
    assert get_user(client) == ann
    assert not get_user(elsewhere).is_authenticated
    assert revoked == [{"kind": "revoke", "player": ann.pk, "code": 4401}]
