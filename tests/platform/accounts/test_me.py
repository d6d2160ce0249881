"""The page about oneself, linked from the header."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from tafelrunde.accounts.models import Player, Token

from .test_pages import check

pytestmark = pytest.mark.django_db


def test_the_header_leads_there(ann: Player, client: Client) -> None:
    client.force_login(ann)
    assert 'class="name" href="/me/"' in client.get("/").content.decode()
    guest = Client()
    guest.post("/guest/")
    assert 'class="name" href="/me/"' in guest.get("/").content.decode()


def test_it_says_what_there_is_and_leads_to_all_that_can_be_changed(ann: Player, client: Client) -> None:
    client.force_login(ann)
    EmailAddress.objects.create(user=ann, email="ann@example.org", primary=True)
    Token.make(ann, "a bot")
    page = client.get("/me/").content.decode()
    assert "ann@example.org" in page
    assert "not confirmed yet" in page
    assert "1 token for programs" in page
    for address in (
        "/accounts/email/",
        "/accounts/password/change/",
        "/me/tokens/",
        "/me/preferences/",
        "/players/Ann/matches/",
    ):
        assert f'href="{address}"' in page


def test_a_guest_is_asked_to_become_a_member(client: Client) -> None:
    client.post("/guest/")
    page = client.get("/me/").content.decode()
    assert "Become a member" in page
    assert "/me/tokens/" not in page
    assert "/accounts/email/" not in page


def test_a_stranger_is_asked_to_sign_in(client: Client) -> None:
    assert client.get("/me/")["Location"] == "/accounts/login/?next=/me/"


@pytest.mark.parametrize("address", ["/me/", "/me/preferences/", "/me/tokens/"])
def test_these_pages_are_as_clean_as_the_others(ann: Player, client: Client, address: str) -> None:
    client.force_login(ann)
    Token.make(ann, "a bot")
    check(client.get(address))  # type: ignore[arg-type]


def test_so_is_the_answer_with_a_new_token(ann: Player, client: Client) -> None:
    client.force_login(ann)
    check(client.post("/me/tokens/", {"name": "a bot"}))  # type: ignore[arg-type]
    check(client.post("/me/tokens/", {"name": ""}))  # type: ignore[arg-type]
