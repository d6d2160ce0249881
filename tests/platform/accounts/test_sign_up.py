"""A new member."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth import get_user
from django.core import mail
from django.db import connections
from django.test import Client
from pytest_django.fixtures import Settings

from tafelrunde.accounts.adapter import AccountAdapter
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import name_key

from .conftest import PASSWORD

Fill = Callable[..., Any]
pytestmark = pytest.mark.django_db


def test_a_name_and_a_password_make_a_member_who_is_signed_in(client: Client, sign_up: Fill) -> None:
    response = sign_up("Bertil")
    assert (response.status_code, response["Location"]) == (302, "/")
    player = Player.objects.get()
    assert (player.name, player.key, player.guest, player.email) == ("Bertil", name_key("bertil"), False, "")
    assert get_user(client) == player


def test_the_password_is_kept_as_argon2_of_a_size_that_many_at_once_can_afford(sign_up: Fill) -> None:
    sign_up("Bertil")
    kept = Player.objects.get().password
    assert kept.startswith("argon2$argon2id$")
    assert "m=19456,t=2,p=1" in kept


def test_a_name_in_wide_letters_is_kept_in_plain_ones(sign_up: Fill) -> None:
    sign_up("Ｂｅｒｔｉｌ")
    assert Player.objects.get().name == "Bertil"


@pytest.mark.parametrize("name", ["ann", "ANN", "ａｎｎ", " Ann "])
def test_a_taken_name_is_refused_however_it_is_written(ann: Player, sign_up: Fill, name: str) -> None:
    response = sign_up(name)
    assert response.status_code == 200
    assert "This name is taken." in response.content.decode()
    assert Player.objects.count() == 1


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "an", "ann marie", "admin", "x" * 21, ""])
def test_a_bad_name_is_a_word_in_the_form_and_never_markup(sign_up: Fill, name: str) -> None:
    response = sign_up(name)
    page = response.content.decode()
    assert response.status_code == 200
    assert 'id="id_username_error"' in page
    assert "<script>" not in page
    assert not Player.objects.exists()


@pytest.mark.parametrize("password", ["", "short", "12345678", "password", "Bertil-x"])
def test_a_weak_password_is_refused(sign_up: Fill, password: str) -> None:
    assert 'id="id_password1_error"' in sign_up("Bertil", password).content.decode()
    assert not Player.objects.exists()


def test_passwords_that_differ_are_refused(sign_up: Fill) -> None:
    assert 'id="id_password2_error"' in sign_up("Bertil", again="something-else-9").content.decode()


def test_who_is_faster_has_the_name_and_the_other_gets_a_word_about_it(
    sign_up: Fill, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have passed the check when the first one writes."""
    Player.objects.create_user("BERTIL")
    monkeypatch.setattr(AccountAdapter, "clean_username", lambda self, name, shallow=False: name)
    response = sign_up("Bertil")
    assert response.status_code == 200
    assert "This name is taken." in response.content.decode()
    assert [player.name for player in Player.objects.all()] == ["BERTIL"]


def test_a_mail_address_is_optional_and_gets_a_confirmation(sign_up: Fill) -> None:
    sign_up("Bertil", email="bertil@example.org")
    assert Player.objects.get().email == "bertil@example.org"
    assert [message.to for message in mail.outbox] == [["bertil@example.org"]]


def test_a_mail_server_that_is_down_keeps_nobody_out(client: Client, sign_up: Fill, settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    assert sign_up("Bertil", email="bertil@example.org").status_code == 302
    assert get_user(client).is_authenticated


def test_one_goes_on_to_where_one_wanted_to_within_the_site(sign_up: Fill) -> None:
    assert sign_up("Bertil", next="/rooms/evening/")["Location"] == "/rooms/evening/"


@pytest.mark.parametrize(
    "address", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example"]
)
def test_nobody_is_sent_to_another_site(sign_up: Fill, address: str) -> None:
    assert sign_up("Bertil", next=address)["Location"] == "/"


def test_a_member_does_not_see_the_form(ann: Player, client: Client) -> None:
    client.force_login(ann)
    assert client.get("/accounts/signup/?next=/rooms/x/")["Location"] == "/rooms/x/"
    client.post("/accounts/signup/", {"username": "Other", "password1": PASSWORD, "password2": PASSWORD})
    assert Player.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_many_who_want_one_name_at_once_one_has_it() -> None:
    spellings = ["Bertil", "BERTIL", "bertil", "Ｂertil"] * 2
    start = threading.Barrier(len(spellings))

    def one(name: str) -> int:
        try:
            client = Client()
            start.wait()
            fields = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
            return client.post("/accounts/signup/", fields).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(spellings)) as people:
        answers = sorted(people.map(one, spellings))
    assert answers == [200] * 7 + [302]
    assert Player.objects.count() == 1
