"""Ways in for those who are not wanted: links in mails, the admins' entrance, caches between people."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.test import Client

from tafelrunde.accounts.models import Player
from tests.platform.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def test_the_link_to_a_new_password_leads_to_this_site_whatever_host_the_request_names(
    client: Client, ann: Player, mailoutbox: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tafelrunde.accounts.adapter.site_address", lambda: "https://play.example.org")
    EmailAddress.objects.create(user=ann, email="ann@example.org", verified=True, primary=True)
    client.post("/accounts/password/reset/", {"email": "ann@example.org"}, HTTP_HOST="evil.example.com")
    [mail] = mailoutbox
    assert re.search(r"https://play\.example\.org/accounts/password/reset/key/[^/\s]+/", str(mail.body))
    assert "evil" not in f"{mail.subject} {mail.body}"


def test_admins_come_in_by_the_entrance_that_counts_failed_attempts(client: Client, ann: Player) -> None:
    for _ in range(12):
        client.post("/admin/login/", {"username": "Ann", "password": "wrong"})
    answer = client.post("/admin/login/", {"username": "Ann", "password": PASSWORD})
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")
    assert "_auth_user_id" not in client.session


def test_no_cache_keeps_for_others_what_one_person_sees(client: Client, ann: Player) -> None:
    client.force_login(ann)
    for address in ("/", "/api/rooms", "/no/such/page/"):
        assert "private" in client.get(address)["Cache-Control"], address
