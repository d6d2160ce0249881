"""`/api/rooms`: opening, listing, looking."""

from __future__ import annotations

from typing import Any

import pytest

from tafelrunde.accounts.models import Player
from tafelrunde.rooms import seating
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room

from .conftest import GAME, Program

SHAPE = {"slug", "name", "host", "game", "options", "pace", "text", "seats", "here", "match", "vote"}
SHAPE |= {"entry", "locked", "sits", "owner", "queue", "peeks", "starts_full", "starts_at", "moderators"}


def test_a_room_is_opened_as_asked(anns: Program) -> None:
    wanted = {"game": GAME, "name": "Evening round", "options": {"kitchen_dragon": "wait"}, "pace": "none"}
    response = anns.post("/api/rooms", wanted)
    assert response.status_code == 201
    assert set(response.json()) == {"slug"}
    assert response["Location"] == f"/api/rooms/{response.json()['slug']}"
    found = anns.get(response["Location"]).json()
    assert set(found) == SHAPE
    assert found["slug"] == response.json()["slug"]
    assert (found["name"], found["host"], found["game"], found["pace"]) == ("Evening round", "Ann", GAME, "none")
    assert found["options"]["kitchen_dragon"] == "wait"
    assert (found["seats"], found["here"], found["match"], found["vote"]) == ([], [], None, None)


def test_a_game_is_all_that_must_be_said(anns: Program) -> None:
    assert anns.post("/api/rooms", {"game": GAME}).status_code == 201


@pytest.mark.parametrize(
    ("wanted", "status", "code", "word"),
    [
        ({}, 422, "bad_argument", "game"),
        ({"game": 5}, 422, "bad_argument", "game"),
        ({"game": GAME, "name": "x" * 300}, 422, "bad_argument", "name"),
        ({"game": GAME, "options": {"kitchen_dragon": "dance"}}, 422, "bad_argument", "wait"),
        ({"game": GAME, "options": {"kitchen_dragon": ["wait"]}}, 422, "bad_argument", "wait"),
        ({"game": GAME, "options": {"no_such": 1}}, 422, "bad_argument", "kitchen_dragon"),
        ({"game": GAME, "options": []}, 422, "bad_argument", "options"),
        ({"game": GAME, "pace": "hectic"}, 422, "bad_argument", "none"),
        ({"game": GAME, "pase": "none"}, 422, "bad_argument", "pase"),
        ([GAME], 422, "bad_argument", ""),
        ('"king_lui"', 422, "bad_argument", ""),
        ({"game": "no_such_game"}, 409, "game_off", "no_such_game"),
    ],
)
def test_what_cannot_be_is_refused_with_a_word_about_what_can(
    anns: Program, wanted: Any, status: int, code: str, word: str
) -> None:
    response = anns.post("/api/rooms", wanted)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert word in response.json()["text"]
    assert not Room.objects.exists()


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b'{"game":', b"[" * 100_000, b'{"game":"king_lui","name":"\\ud800"}']
)
def test_a_body_that_is_no_json_is_refused(anns: Program, body: bytes) -> None:
    response = anns.post("/api/rooms", body)
    assert response.status_code in (400, 422)
    assert set(response.json()) == {"code", "text"}


def test_a_name_is_text_and_stays_text(anns: Program) -> None:
    slug = anns.post("/api/rooms", {"game": GAME, "name": "<script>alert(1)</script>"}).json()["slug"]
    response = anns.get(f"/api/rooms/{slug}")
    assert response["Content-Type"].startswith("application/json")
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response.json()["name"] == "<script>alert(1)</script>"
    assert "<" not in slug


def test_who_sits_is_shown_as_the_socket_shows_it(anybodys: Program, ann: Player, room: Room) -> None:
    seating.sit(room, ann)
    seating.add_bot(room, ann, "novice")
    found = anybodys.get(f"/api/rooms/{room.slug}").json()
    assert found["seats"][0] == {"seat": 0, "player": "Ann", "bot": None}
    assert (found["seats"][1]["seat"], found["seats"][1]["bot"]) == (1, "novice")


@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["no-such-room", "new", "é", "a" * 500, "%00", "%3Cb%3E"])
def test_a_room_that_is_not_there(anybodys: Program, slug: str) -> None:
    response = anybodys.get(f"/api/rooms/{slug}")
    assert (response.status_code, response.json()["code"]) == (404, "no_such_room")


def test_rooms_come_in_pages_the_newest_first(anybodys: Program, ann: Player) -> None:
    slugs = [open_room(ann, GAME, f"Table {n}").slug for n in range(53)]
    pages = [anybodys.get(f"/api/rooms?page={page}").json() for page in (1, 2, 3)]
    assert [(page["page"], page["pages"], page["count"]) for page in pages] == [(1, 2, 53), (2, 2, 53), (3, 2, 53)]
    assert [room["slug"] for page in pages for room in page["items"]] == slugs[::-1]
    assert [len(page["items"]) for page in pages] == [50, 3, 0]
    assert set(pages[0]["items"][0]) == SHAPE


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["0", "-1", "x", "1.5", "99999999999999999999", ""])
def test_a_page_that_is_no_number_from_1_is_refused(anybodys: Program, page: str) -> None:
    response = anybodys.get(f"/api/rooms?page={page}")
    assert (response.status_code, response.json()["code"]) == (422, "bad_argument")
    assert "page" in response.json()["text"]
