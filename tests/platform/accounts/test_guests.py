"""Playing without an account, and becoming a member later."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user
from django.test import Client
from pytest_django.fixtures import Settings

from tafelrunde.accounts import banquet
from tafelrunde.accounts.adapter import AlreadyMember, save_member
from tafelrunde.accounts.guests import _new_guest
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import name_key, validate_name
from tafelrunde.accounts.revocation import session_digest

from .conftest import PASSWORD

Fill = Callable[..., Any]
pytestmark = pytest.mark.django_db


def player_of(client: Client) -> Player:
    player = get_user(client)
    assert isinstance(player, Player)
    return player


def test_one_click_gives_a_name_and_a_session(client: Client) -> None:
    response = client.post("/guest/", {"next": "/rooms/evening/"})
    assert (response.status_code, response["Location"]) == (302, "/rooms/evening/")
    player = player_of(client)
    assert player.guest
    assert not player.has_usable_password()
    validate_name(player.name)


def test_a_second_click_keeps_the_name(client: Client) -> None:
    client.post("/guest/")
    first = player_of(client)
    client.post("/guest/")
    assert player_of(client) == first
    assert Player.objects.count() == 1


def test_looking_makes_no_guest(client: Client) -> None:
    assert client.get("/guest/").status_code == 405
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "address", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""]
)
def test_nobody_is_sent_to_another_site(client: Client, address: str) -> None:
    assert client.post("/guest/", {"next": address})["Location"] == "/"


def test_a_forged_click_from_another_site_makes_no_guest() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post("/guest/").status_code == 403
    assert not Player.objects.exists()


def test_too_many_from_one_address_are_told_to_wait(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/m/ip"}
    answers = [Client().post("/guest/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert answers[2]["Retry-After"] == "60"
    assert "Wait a minute" in answers[2].content.decode()
    assert Client().post("/guest/", REMOTE_ADDR="192.0.2.7").status_code == 302


def test_there_are_thousands_of_plain_names_and_all_of_them_are_good() -> None:
    names = [adjective + noun for adjective, noun in itertools.product(banquet.ADJECTIVES, banquet.NOUNS)]
    fitting = [name for name in names if len(name) <= 20]
    for name in fitting:
        validate_name(name)
    assert len({name_key(name) for name in fitting}) > 3000
    assert len(banquet.ADJECTIVES) == len(set(banquet.ADJECTIVES))
    assert len(banquet.NOUNS) == len(set(banquet.NOUNS))


def test_a_name_that_is_tried_later_has_a_number_and_still_fits() -> None:
    tried = list(itertools.islice(banquet.candidates(), 200))
    assert not any(char.isdigit() for char in "".join(tried[:3]))
    for name in tried:
        validate_name(name)


def test_thousands_of_guests_have_thousands_of_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a vocabulary that is soon used up, so that most have to take a number."""
    monkeypatch.setattr(banquet, "ADJECTIVES", ["Merry", "Jolly"])
    monkeypatch.setattr(banquet, "NOUNS", ["Heron", "Quince"])
    names = [_new_guest().name for _ in range(2000)]
    assert len({name_key(name) for name in names}) == 2000
    for name in names:
        validate_name(name)


def test_a_guest_who_signs_up_stays_the_same_player(client: Client, sign_up: Fill) -> None:
    client.post("/guest/")
    guest = player_of(client)
    assert f'value="{guest.name}"' in client.get("/accounts/signup/").content.decode()
    assert sign_up(guest.name, next="/rooms/evening/")["Location"] == "/rooms/evening/"
    member = player_of(client)
    assert (member.pk, member.name, member.guest) == (guest.pk, guest.name, False)
    assert member.check_password(PASSWORD)
    assert Player.objects.count() == 1


def test_a_guest_who_signs_up_may_take_another_name_but_no_taken_one(
    ann: Player, client: Client, sign_up: Fill
) -> None:
    client.post("/guest/")
    guest = player_of(client)
    assert "This name is taken." in sign_up("ann").content.decode()
    assert player_of(client).guest
    sign_up("Bertil")
    member = player_of(client)
    assert (member.pk, member.name, member.key, member.guest) == (guest.pk, "Bertil", name_key("Bertil"), False)


def test_a_guest_becomes_a_member_once(client: Client, sign_up: Fill) -> None:
    """The second of two requests has read the guest before the first was through."""
    client.post("/guest/")
    second = player_of(client)
    sign_up("Bertil")
    second.name = "Chiara"
    with pytest.raises(AlreadyMember):
        save_member(second)
    assert Player.objects.get().name == "Bertil"


def test_who_has_become_a_member_in_another_tab_is_asked_to_sign_in(
    client: Client, sign_up: Fill, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_late(player: Player) -> None:
        raise AlreadyMember

    client.post("/guest/")
    monkeypatch.setattr("tafelrunde.accounts.adapter.save_member", too_late)
    assert sign_up("Bertil")["Location"] == "/accounts/login/"
    assert "You are a member already." in client.get("/accounts/login/").content.decode()


def test_a_guest_may_sign_in_to_an_account(ann: Player, client: Client, sign_in: Fill) -> None:
    client.post("/guest/")
    assert client.get("/accounts/login/").status_code == 200
    sign_in("ann")
    assert player_of(client) == ann


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", ["up", "in"])
def test_the_sockets_of_the_guests_session_are_closed(
    client: Client, sign_up: Fill, sign_in: Fill, revoked: list[dict[str, object]], way: str
) -> None:
    Player.objects.create_user("Ann", PASSWORD)
    client.post("/guest/")
    key = client.session.session_key
    assert key
    if way == "up":
        sign_up("Bertil")
    else:
        sign_in("Ann")
    assert {"kind": "revoke", "session": session_digest(key), "code": 4401} in revoked
    assert client.session.session_key != key
