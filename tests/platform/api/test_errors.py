"""Every error is `{"code", "text"}` under /api/, and a page for people elsewhere."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from django.test import Client

from tafelrunde.accounts.models import Player
from tafelrunde.api import errors
from tafelrunde.refusals import Code, Refusal

from .conftest import GAME, Program

pytestmark = pytest.mark.django_db


def said(response: Any) -> tuple[int, str]:
    assert response["Content-Type"].startswith("application/json")
    answer = response.json()
    assert set(answer) == {"code", "text"}
    assert isinstance(answer["text"], str)
    assert answer["text"]
    return response.status_code, answer["code"]


@pytest.mark.parametrize("address", ["/api/nothing", "/api/rooms/", "/api/docs", "/api/matches", "/api/rooms/a/b"])
def test_an_address_that_is_none(anybodys: Program, address: str) -> None:
    assert said(anybodys.get(address)) == (404, "not_found")
    assert said(anybodys.post(address, {})) == (404, "not_found")


@pytest.mark.parametrize(
    ("address", "method"), [("/api/games", "post"), ("/api/rooms", "delete"), ("/api/rooms/x", "put")]
)
def test_a_method_that_is_none(client: Client, address: str, method: str) -> None:
    response = getattr(client, method)(address)
    assert said(response) == (405, "wrong_method")
    assert "GET" in response["Allow"]


def test_a_fault_of_ours(anybodys: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("secret details")

    monkeypatch.setattr("tafelrunde.api.games.game_json", fail)
    anybodys.client.raise_request_exception = False
    response = anybodys.get("/api/games")
    assert said(response) == (500, "error")
    assert "secret" not in response.content.decode()


def test_a_host_that_is_not_ours(client: Client, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["tafelrunde.example"]
    assert said(client.get("/api/games", headers={"host": "evil.example"})) == (400, "bad_frame")


def test_people_get_pages(client: Client) -> None:
    response = client.get("/nothing/")
    assert response.status_code == 404
    assert response["Content-Type"].startswith("text/html")


@pytest.mark.parametrize("code", get_args(Code))
def test_every_refusal_has_a_fitting_status(
    ann: Player, anns: Program, monkeypatch: pytest.MonkeyPatch, code: Code
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise Refusal(code, "No.", **({"wait": 1500} if code == "too_fast" else {}))

    monkeypatch.setattr("tafelrunde.api.rooms.open_room", refuse)
    response = anns.post("/api/rooms", {"game": GAME})
    assert response.status_code == errors.STATUS.get(code, 409)
    assert 400 <= response.status_code < 504
    assert response.json()["code"] == code
    if code == "too_fast":
        assert (response["Retry-After"], response.json()["wait"]) == ("2", 1500)


def test_texts_are_in_the_callers_language(anybodys: Program) -> None:
    response = anybodys.get("/api/nothing")
    assert response["Content-Language"] == "en"
    assert response["Vary"]


def test_the_api_describes_itself(anybodys: Program) -> None:
    described = json.loads(anybodys.get("/api/openapi.json").content)
    assert set(described["paths"]) == {
        "/api/games", "/api/rooms", "/api/rooms/{slug}", "/api/rooms/{slug}/entry",
        "/api/matches/{id}", "/api/matches/{id}/views/{ply}",
        "/api/matches/{id}/chance",
        "/api/players/{name}", "/api/games/{slug}/ranking", "/api/games/{slug}/seasons",
    }  # fmt: skip
    assert described["paths"]["/api/rooms"]["post"]["security"]
    assert described["components"]["securitySchemes"]["Token"]["scheme"] == "bearer"
    for path in described["paths"].values():
        for operation in path.values():
            for status, answer in operation["responses"].items():
                assert answer["content"]["application/json"]["schema"], status
