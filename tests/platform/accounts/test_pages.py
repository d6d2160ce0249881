"""The pages keep what the content security policy asks for, and say what is what to those who listen."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

from tafelrunde.accounts.models import Player

OPEN = [
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/1-abc-def/",
    "/accounts/password/reset/key/done/",
    "/accounts/inactive/",
    "/accounts/confirm-email/",
    "/accounts/confirm-email/no-such-key/",
    "/no/such/page/",
]
MEMBERS = ["/accounts/password/change/", "/accounts/email/", "/accounts/logout/", "/accounts/reauthenticate/"]


class Page(HTMLParser):
    """Counts what must not be, and remembers ids, labels and what refers to them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.inline: list[str] = []
        self.elsewhere: list[str] = []
        self.ids: list[str] = []
        self.labelled: set[str] = set()
        self.described: set[str] = set()
        self.inputs: set[str] = set()
        self.headings = 0
        self.language = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "style" or (tag == "script" and "src" not in given) or "style" in given:
            self.inline.append(tag)
        self.inline += [name for name in given if name.startswith("on")]
        self.inline += [value for value in given.values() if value.startswith("javascript:")]
        self.elsewhere += [value for value in given.values() if "//" in value]
        self.ids += [given["id"]] if "id" in given else []
        self.headings += tag == "h1"
        if tag == "html":
            self.language = given.get("lang", "")
        if tag == "label":
            self.labelled.add(given.get("for", ""))
        if tag == "input" and given.get("type") != "hidden" and "hidden" not in given:
            self.inputs.add(given.get("id", "?"))
        self.described |= set(given.get("aria-describedby", "").split())


def check(response: HttpResponse) -> Page:
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert "require-trusted-types-for 'script'" in policy
    assert "unsafe" not in policy
    page = Page(response.content.decode())
    assert page.inline == []
    assert page.elsewhere == []
    assert page.language == "en"
    assert page.headings == 1
    assert len(page.ids) == len(set(page.ids))
    assert page.inputs <= page.labelled
    assert page.described <= set(page.ids)
    return page


@pytest.mark.django_db
@pytest.mark.parametrize("address", OPEN)
def test_a_strangers_pages_have_nothing_inline_and_nothing_from_elsewhere(client: Client, address: str) -> None:
    check(client.get(address, follow=True))  # type: ignore[arg-type]


@pytest.mark.parametrize("address", MEMBERS)
def test_so_have_a_members(ann: Player, client: Client, address: str) -> None:
    client.force_login(ann)
    ann.emailaddress_set.create(email="ann@example.org", primary=True)  # type: ignore[attr-defined]
    check(client.get(address, follow=True))  # type: ignore[arg-type]


@pytest.mark.django_db
def test_a_form_with_errors_ties_them_to_their_fields(sign_up: Callable[..., Any], sign_in: Callable[..., Any]) -> None:
    page = check(sign_up("an", "x"))
    assert {"id_username_error", "id_password1_error"} <= page.described
    check(sign_in("nobody", "nothing"))


@pytest.mark.django_db
@pytest.mark.parametrize(("template", "status"), [("403.html", 403), ("403_csrf.html", 403), ("429.html", 429)])
def test_pages_of_refusal_have_a_way_back(template: str, status: int, rf: RequestFactory) -> None:
    page = Page(render_to_string(template, request=rf.get("/")))
    assert (page.inline, page.headings) == ([], 1)


def test_the_page_of_a_fault_needs_neither_request_nor_database() -> None:
    page = Page(render_to_string("500.html"))
    assert (page.inline, page.headings) == ([], 1)


@pytest.mark.django_db
def test_the_header_says_who_one_is(client: Client) -> None:
    page = client.get("/accounts/login/").content.decode()
    assert "/accounts/signup/" in page
    client.post("/guest/")
    guest = Player.objects.get()
    page = client.get("/accounts/login/").content.decode()
    assert guest.name in page
    assert "Become a member" in page
    client.force_login(Player.objects.create_user("Ann"))
    page = client.get("/accounts/email/").content.decode()
    assert "<bdi>Ann</bdi>" in page
    assert "Become a member" not in page


@pytest.mark.django_db
def test_pages_come_in_the_language_that_is_asked_for(client: Client) -> None:
    response = client.get("/accounts/login/", HTTP_ACCEPT_LANGUAGE="fr")
    assert Page(response.content.decode()).language == "fr"
    assert response["Content-Language"] == "fr"


@pytest.mark.django_db
def test_a_message_is_shown_once(client: Client, sign_up: Callable[..., Any]) -> None:
    sign_up("Bertil")
    assert "Welcome, Bertil." in client.get("/accounts/email/").content.decode()
    assert "Welcome, Bertil." not in client.get("/accounts/email/").content.decode()
