"""Asking the application for what a row of the table says: `POST /me/tokens/ name=bot`."""

from __future__ import annotations

import json
from typing import Any, Final
from urllib.parse import urlencode

from django.test import Client
from django.urls import Resolver404, resolve

from tests.platform.roles.table import filled
from tests.platform.roles.world import Town, everything, undone

BY_TOKEN: Final = "/api/"
SIGN_IN: Final = "sign in"
CSRF: Final = "x" * 32


def parsed(asked: str) -> tuple[str, str, str]:
    """Method, address, and what is sent."""
    method, _space, rest = asked.partition(" ")
    address, _space, sent = rest.partition(" ")
    return method, address, sent


def outcome(town: Town, asked: str, role: str) -> str:
    """What somebody gets, in the words of the table. Whatever refuses them has changed nothing."""
    method, address, sent = parsed(filled(asked, town.things(role)))
    with undone():
        response = _ask(town, role, method, address, sent)
        got = _told(response)
        if got[0] in "45" or got == SIGN_IN:
            assert everything() == town.before, f"{asked} as {role}: {got}, but something has changed"
    return got


def _ask(town: Town, role: str, method: str, address: str, sent: str) -> Any:
    if not address.startswith(BY_TOKEN):
        fields = dict(field.split("=", 1) for field in sent.split())
        client = town.client(role)
        return client.get(address) if method == "GET" else client.generic(method, address, *_form(fields))
    body: dict[str, Any] = {"data": sent, "content_type": "application/json"} if sent else {}
    player = town.roles[role]
    if player is None or not player.guest:
        headers = {"authorization": f"Bearer {town.tokens[player.pk]}"} if player else {}
        return Client(enforce_csrf_checks=True, raise_request_exception=False).generic(
            method, address, headers=headers, **body
        )
    client = town.client(role, enforce_csrf_checks=True)  # guests have no tokens of their own
    client.cookies["csrftoken"] = CSRF
    return client.generic(method, address, headers={"x-csrftoken": CSRF}, **body)


def _form(fields: dict[str, str]) -> tuple[str, str]:
    return urlencode(fields, doseq=True), "application/x-www-form-urlencoded"


def _told(response: Any) -> str:
    if 300 <= response.status_code < 400:
        if response.url.startswith("/accounts/login/?next="):
            return SIGN_IN
        address = response.url.partition("?")[0].partition("#")[0].removeprefix("http://testserver")
        return f"→ {place(address)}"
    content_type = response.get("Content-Type", "")
    if response.status_code >= 400 and content_type.startswith("application/json"):
        return f"{response.status_code} {json.loads(response.content)['code']}"
    return str(response.status_code)


def place(address: str) -> str:
    """The name of where a redirect leads."""
    try:
        name = resolve(address).url_name
    except Resolver404:
        name = None
    return (name or address).removeprefix("account_")
