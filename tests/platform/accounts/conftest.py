from __future__ import annotations

from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client

from tafelrunde.accounts.models import Player

PASSWORD = "roast-goose-and-plums"


@pytest.fixture
def ann(db: None) -> Player:
    """A member."""
    return Player.objects.create_user("Ann", PASSWORD)


@pytest.fixture
def sign_up(client: Client) -> Callable[..., HttpResponse]:
    """Fill in the sign-up form."""

    def fill(name: str, password: str = PASSWORD, again: str | None = None, **more: str) -> HttpResponse:
        fields = {"username": name, "password1": password, "password2": password if again is None else again}
        return client.post("/accounts/signup/", {**fields, **more})  # type: ignore[return-value]

    return fill


@pytest.fixture
def sign_in(client: Client) -> Callable[..., HttpResponse]:
    """Fill in the sign-in form."""

    def fill(name: str, password: str = PASSWORD, **more: str) -> HttpResponse:
        return client.post("/accounts/login/", {"login": name, "password": password, **more})  # type: ignore[return-value]

    return fill


@pytest.fixture
def revoked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """The revocations that were published."""
    heard: list[dict[str, object]] = []
    monkeypatch.setattr(
        "tafelrunde.accounts.revocation.publish", lambda kind, **message: heard.append({"kind": kind, **message})
    )
    return heard
