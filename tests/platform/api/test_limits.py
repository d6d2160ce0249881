"""Programs that ask too often are told how long to wait, by address and by player; others are not held up."""

from __future__ import annotations

import pytest

from tafelrunde.api import limits
from tafelrunde.live.limits import Limit

from .conftest import GAME, Program


def few(monkeypatch: pytest.MonkeyPatch, name: str, burst: int = 2) -> None:
    """As good as nothing fills up while the test runs."""
    monkeypatch.setattr(limits, name, Limit(0.1, burst))


def told_to_wait(program: Program, address: str) -> None:
    response = program.get(address)
    assert response.status_code == 429
    assert response.json()["code"] == "too_fast"
    wait = response.json()["wait"]
    assert 0 < wait <= 10_000
    seconds = str(-(-wait // 1000))
    assert response["Retry-After"] == seconds
    assert f"{seconds} s" in response.json()["text"]


@pytest.mark.parametrize("address", ["/api/games", "/api/openapi.json", "/api/nonsense"])
def test_an_address_that_reads_too_often_waits(
    db: None, anybodys: Program, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    few(monkeypatch, "READS_OF_ADDRESS")
    assert {anybodys.get(address).status_code for _ in range(2)} <= {200, 404}
    told_to_wait(anybodys, address)
    assert anybodys.get(address, REMOTE_ADDR="192.0.2.7").status_code in {200, 404}


def test_a_player_who_reads_too_often_waits_and_others_at_the_address_do_not(
    anns: Program, bertils: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    few(monkeypatch, "READS_OF_PLAYER")
    for _ in range(2):
        assert anns.get("/api/rooms").status_code == 200
    told_to_wait(anns, "/api/rooms")
    assert bertils.get("/api/rooms").status_code == 200


def test_writing_is_counted_apart(anns: Program, bertils: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    few(monkeypatch, "WRITES_OF_PLAYER")
    answers = [anns.post("/api/rooms", {"game": GAME}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert int(answers[2]["Retry-After"]) > 0
    assert anns.get("/api/rooms").status_code == 200
    few(monkeypatch, "WRITES_OF_ADDRESS", 1)
    assert bertils.post("/api/rooms", {"game": GAME}).status_code == 201
    assert bertils.post("/api/rooms", {"game": GAME}).status_code == 429


def test_guessing_tokens_is_held_up_by_the_address(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    few(monkeypatch, "READS_OF_ADDRESS")
    answers = [Program(f"tr_guess{n}").get("/api/rooms").status_code for n in range(3)]
    assert answers == [401, 401, 429]


def test_the_description_says_that_one_may_have_to_wait(db: None, anybodys: Program) -> None:
    for path in anybodys.get("/api/openapi.json").json()["paths"].values():
        for operation in path.values():
            assert "429" in operation["responses"]
