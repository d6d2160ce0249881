"""An address is optional, and until it is confirmed it is used for nothing but that."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils.translation import get_language

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.preferences import set_preference

from .conftest import PASSWORD

Fill = Callable[..., Any]
pytestmark = pytest.mark.django_db
MAIL, OTHER = "ann@example.org", "ann@example.net"


@pytest.fixture
def anns(ann: Player, client: Client) -> Client:
    """Ann's browser."""
    client.force_login(ann)
    return client


def link(number: int = -1) -> str:
    """The page that a mail leads to."""
    found = re.search(r"http://[\w.:]+(/accounts/\S+)", str(mail.outbox[number].body))
    assert found
    return found[1]


def ask_for_reset(email: str) -> None:
    assert Client().post("/accounts/password/reset/", {"email": email})["Location"].endswith("/done/")


def give(client: Client, email: str, confirmed: bool = False) -> None:
    client.post("/accounts/email/", {"email": email, "action_add": ""})
    if confirmed:
        assert client.post(link()).status_code == 302


def test_signing_up_needs_no_address_and_sends_no_mail(sign_up: Fill) -> None:
    sign_up("Bertil")
    assert mail.outbox == []
    assert not EmailAddress.objects.exists()


def test_an_address_given_at_sign_up_is_confirmed_by_the_link_in_a_mail_of_ours(client: Client, sign_up: Fill) -> None:
    sign_up("Bertil", email=MAIL)
    [message] = mail.outbox
    assert (message.to, message.subject) == ([MAIL], "Tafelrunde: Confirm your address")
    assert str(message.body).startswith("Hello Bertil,\n")
    assert "example.com" not in str(message.body)
    assert not EmailAddress.objects.get().verified
    page = client.get(link()).content.decode()
    assert "Yes, confirm it" in page
    assert not EmailAddress.objects.get().verified, "looking confirms nothing: scanners of mail look, too"
    assert client.post(link())["Location"] == "/me/"
    assert EmailAddress.objects.get().verified
    assert get_user(client).is_authenticated


def test_one_who_is_signed_out_confirms_as_well_and_is_not_signed_in_by_it(anns: Client) -> None:
    give(anns, MAIL)
    stranger = Client()
    stranger.post(link())
    assert EmailAddress.objects.get().verified
    assert not get_user(stranger).is_authenticated


def test_a_wrong_link_confirms_nothing_and_says_so(client: Client) -> None:
    page = client.get("/accounts/confirm-email/no-such-key/")
    assert "This link is over" in page.content.decode()


def test_an_address_can_be_given_changed_and_removed_later(anns: Client, ann: Player) -> None:
    give(anns, MAIL)
    page = anns.get("/accounts/email/").content.decode()
    assert MAIL in page
    assert "not confirmed yet" in page
    anns.post(link())
    give(anns, OTHER)
    assert {(row.email, row.verified) for row in EmailAddress.objects.all()} == {(MAIL, True), (OTHER, False)}
    anns.post(link())
    assert [(row.email, row.verified) for row in EmailAddress.objects.all()] == [(OTHER, True)]
    anns.post("/accounts/email/", {"email": OTHER, "action_remove": ""})
    assert not EmailAddress.objects.exists()
    ann.refresh_from_db()
    assert ann.email == ""


def test_the_mail_to_confirm_can_be_sent_again(anns: Client) -> None:
    give(anns, MAIL)
    cache.clear()  # one mail in three minutes goes to an address
    anns.post("/accounts/email/", {"email": MAIL, "action_send": ""})
    assert [message.to for message in mail.outbox] == [[MAIL], [MAIL]]


def test_a_new_password_by_mail(anns: Client, ann: Player) -> None:
    give(anns, MAIL, confirmed=True)
    mail.outbox.clear()
    ask_for_reset(MAIL.upper())
    [message] = mail.outbox
    assert (message.to, message.subject) == ([MAIL], "Tafelrunde: A new password")
    assert "You sign in as Ann." in str(message.body)
    stranger = Client()
    form = stranger.get(link(), follow=True)
    assert form.context["form"]
    new = "a-better-one-than-that"
    address = form.redirect_chain[-1][0]
    assert stranger.post(address, {"password1": new, "password2": new})["Location"].endswith("/done/")
    ann.refresh_from_db()
    assert ann.check_password(new)
    assert "This link is over" in Client().get(link(), follow=True).content.decode()
    assert not get_user(anns).is_authenticated, "who knew only the old password is out"


def test_no_mail_for_a_new_password_goes_to_an_address_that_is_not_confirmed(anns: Client) -> None:
    give(anns, MAIL)
    mail.outbox.clear()
    ask_for_reset(MAIL)
    assert mail.outbox == []


def test_strangers_get_no_mail_and_nobody_learns_whose_address_is_known(anns: Client) -> None:
    give(anns, MAIL, confirmed=True)
    mail.outbox.clear()
    ask_for_reset("nobody@example.org")
    assert mail.outbox == []
    assert (
        "belongs to"
        not in Client()
        .post("/accounts/signup/", {"username": "Other", "password1": PASSWORD, "password2": PASSWORD, "email": MAIL})
        .content.decode()
    )
    assert Player.objects.filter(name="Other").exists()


def test_an_address_belongs_to_who_confirms_it_first_not_to_who_claims_it(anns: Client, ann: Player) -> None:
    claimed = Client()
    claimed.force_login(Player.objects.create_user("Bertil"))
    give(claimed, MAIL)
    cache.clear()  # one mail in three minutes goes to an address
    give(anns, MAIL, confirmed=True)
    assert "This address is taken" in claimed.get(link(0)).content.decode()
    claimed.post(link(0))
    assert [row.user_id for row in EmailAddress.objects.filter(verified=True)] == [ann.pk]
    mail.outbox.clear()
    ask_for_reset(MAIL)
    assert "You sign in as Ann." in str(mail.outbox[0].body)
    assert len(mail.outbox) == 1


def test_mails_are_in_the_language_that_the_player_has_chosen(anns: Client, ann: Player) -> None:
    set_preference(ann, "language", "de")
    sent: list[str] = []

    def note(*_args: Any, **_more: Any) -> None:
        sent.append(get_language() or "")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("allauth.account.adapter.DefaultAccountAdapter.send_mail", note)
        give(anns, MAIL)
        EmailAddress.objects.update(verified=True)
        Client().post("/accounts/password/reset/", {"email": MAIL}, HTTP_ACCEPT_LANGUAGE="it")
    assert sent == ["de", "de"]


def test_a_guest_gives_no_address_but_becomes_a_member_first(client: Client) -> None:
    client.post("/guest/")
    client.post("/accounts/email/", {"email": MAIL, "action_add": ""})
    assert mail.outbox == []
    assert not EmailAddress.objects.exists()
