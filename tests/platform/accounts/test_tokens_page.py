"""Members make, name and revoke tokens on a page."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from tafelrunde.accounts.identify import player_of_token
from tafelrunde.accounts.me import MOST_TOKENS
from tafelrunde.accounts.models import Player, Token

pytestmark = pytest.mark.django_db
PAGE = "/me/tokens/"


@pytest.fixture
def anns(ann: Player, client: Client) -> Client:
    """Ann's browser."""
    client.force_login(ann)
    return client


def shown(page: str) -> list[str]:
    return re.findall(r"tr_[\w-]{40,}", page)


def test_a_token_is_shown_once_and_opens_what_its_player_may(anns: Client, ann: Player) -> None:
    response = anns.post(PAGE, {"name": "my bot"})
    [text] = shown(response.content.decode())
    assert "no-store" in response["Cache-Control"]
    assert player_of_token(text) == ann
    later = anns.get(PAGE).content.decode()
    assert "my bot" in later
    assert shown(later) == []


def test_it_is_said_when_a_token_was_used_last(anns: Client, ann: Player) -> None:
    text = Token.make(ann, "my bot")
    assert "never used" in anns.get(PAGE).content.decode()
    before = timezone.now()
    player_of_token(text)
    used = Token.objects.get().used
    assert used is not None
    assert used >= before
    assert "last used" in anns.get(PAGE).content.decode()
    player_of_token(text)
    assert Token.objects.get().used == used, "not written for every request"


@pytest.mark.parametrize("name", ["", "  ", "x" * 61])
def test_a_token_needs_a_name(anns: Client, name: str) -> None:
    assert 'id="id_name_error"' in anns.post(PAGE, {"name": name}).content.decode()
    assert not Token.objects.exists()


def test_a_name_is_text(anns: Client) -> None:
    page = anns.post(PAGE, {"name": "<b>bot</b>"}).content.decode()
    assert "&lt;b&gt;bot" in page
    assert "<b>bot" not in page


def test_there_is_a_most(anns: Client, ann: Player) -> None:
    for number in range(MOST_TOKENS):
        Token.make(ann, str(number))
    assert "revoke one first" in anns.post(PAGE, {"name": "one more"}).content.decode()
    assert Token.objects.count() == MOST_TOKENS


@pytest.mark.django_db(transaction=True)
def test_a_revoked_token_opens_nothing_and_its_sockets_close(client: Client, revoked: list[dict[str, object]]) -> None:
    ann = Player.objects.create_user("Ann")
    client.force_login(ann)
    text, other = Token.make(ann, "my bot"), Token.make(ann, "another")
    token = Token.objects.get(name="my bot")
    assert client.post(f"{PAGE}{token.pk}/revoke/")["Location"] == PAGE
    assert player_of_token(text) is None
    assert player_of_token(other) == ann
    assert revoked == [{"kind": "revoke", "session": f"token {token.pk}", "code": 4401}]


def test_nobody_revokes_anothers_token_and_no_link_does(anns: Client, ann: Player) -> None:
    Token.make(Player.objects.create_user("Bertil"), "his")
    Token.make(ann, "hers")
    his, hers = Token.objects.get(name="his"), Token.objects.get(name="hers")
    assert anns.post(f"{PAGE}{his.pk}/revoke/").status_code == 404
    assert anns.get(f"{PAGE}{hers.pk}/revoke/").status_code == 405
    assert Token.objects.count() == 2


def test_strangers_sign_in_first_and_guests_become_members_first(client: Client) -> None:
    assert client.get(PAGE)["Location"] == f"/accounts/login/?next={PAGE}"
    client.post("/guest/")
    assert client.get(PAGE)["Location"] == "/accounts/signup/"
    assert client.post(PAGE, {"name": "bot"})["Location"] == "/accounts/signup/"
    assert not Token.objects.exists()
