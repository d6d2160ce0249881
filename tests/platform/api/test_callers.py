"""Who may call: good, bad and missing tokens, and the session of a browser."""

from __future__ import annotations

import pytest
from django.test import Client

from tafelrunde.accounts.models import Player, Token
from tafelrunde.rooms.models import Room

from .conftest import GAME, Program

NEW_ROOM = {"game": GAME}
OPEN = ["/api/games", "/api/rooms"]


def test_a_token_opens_a_room_for_its_player(anns: Program, ann: Player) -> None:
    assert anns.post("/api/rooms", NEW_ROOM).status_code == 201
    assert Room.objects.get().host == ann


@pytest.mark.django_db
def test_without_a_token_nobody_opens_one(anybodys: Program) -> None:
    response = anybodys.post("/api/rooms", NEW_ROOM)
    assert response.status_code == 401
    assert response.json()["code"] == "signed_out"
    assert response["WWW-Authenticate"] == "Bearer"
    assert not Room.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["tr_wrong", "", "x" * 5000, "tr_\xe9"])
@pytest.mark.parametrize("address", OPEN)
def test_a_wrong_token_is_refused_even_where_none_is_needed(token: str, address: str) -> None:
    for response in (Program(token).get(address), Program(token).post("/api/rooms", NEW_ROOM)):
        assert response.status_code == 401
        assert response.json()["code"] == "signed_out"


def test_a_token_that_was_taken_back_is_wrong(anns: Program) -> None:
    Token.objects.all().delete()
    assert anns.get("/api/games").status_code == 401


def test_the_token_of_who_is_not_active_is_wrong(anns: Program) -> None:
    Player.objects.update(is_active=False)
    assert anns.post("/api/rooms", NEW_ROOM).status_code == 401


@pytest.mark.django_db
@pytest.mark.parametrize("address", OPEN)
@pytest.mark.parametrize("header", [{}, {"authorization": "Basic YW5uOng="}])
def test_what_is_open_needs_no_token(address: str, header: dict[str, str]) -> None:
    assert Client().get(address, headers=header).status_code == 200


def test_a_session_needs_a_csrf_token_to_change_anything(ann: Player) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ann)
    response = browser.post("/api/rooms", NEW_ROOM, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (403, "forbidden")
    assert not Room.objects.exists()

    browser.get("/accounts/password/change/")  # a page with a form, which brings the cookie
    proof = {"x-csrftoken": browser.cookies["csrftoken"].value}
    response = browser.post("/api/rooms", NEW_ROOM, content_type="application/json", headers=proof)
    assert response.status_code == 201
    assert Room.objects.get().host == ann


@pytest.mark.django_db
def test_a_guest_is_a_player_too() -> None:
    browser = Client()
    browser.post("/guest/")
    assert browser.post("/api/rooms", NEW_ROOM, content_type="application/json").status_code == 201
    assert Room.objects.get().host == Player.objects.get(guest=True)
