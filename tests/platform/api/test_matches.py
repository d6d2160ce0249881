"""`/api/matches`: the record of a match and its views, and what they keep to themselves while it runs."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from tafelrunde.accounts.models import Player, Token
from tafelrunde.game import SPECTATOR
from tafelrunde.matches import amending
from tafelrunde.matches.models import Match

from .conftest import Program

Play = Callable[..., list[dict[Any, dict[str, Any]]]]
SHAPE = {"id", "game", "ruleset", "options", "seats", "commitment", "seed", "moves", "result"}


def test_a_running_match_shows_the_callers_own_moves_and_no_seed(
    match: Match, play: Play, anns: Program, bertils: Program, anybodys: Program
) -> None:
    play(match, 12)
    address = f"/api/matches/{match.pk}"
    record = anns.get(address).json()
    assert set(record) == SHAPE
    assert (record["id"], record["seed"], record["result"]) == (match.pk, None, None)
    assert {move["seat"] for move in record["moves"]} == {0}
    assert {move["seat"] for move in bertils.get(address).json()["moves"]} == {1}
    assert anybodys.get(address).json()["moves"] == []
    for program in (anns, bertils, anybodys):
        assert bytes(match.seed).hex() not in program.get(address).content.decode()


def test_a_seat_that_somebody_has_left_is_not_theirs_to_look_into(
    match: Match, play: Play, anns: Program, bertils: Program, bertil: Player, ann: Player
) -> None:
    play(match, 4)
    address = f"/api/matches/{match.pk}"
    amending.leave_match(match, bertil)
    assert bertils.get(address).json()["moves"] == []
    amending.rejoin_match(match, bertil)
    assert {move["seat"] for move in bertils.get(address).json()["moves"]} == {1}
    amending.leave_match(match, ann)
    cleo = Player.objects.create_user("Cleo")
    amending.replace_player(match, 0, cleo)
    assert anns.get(address).json()["moves"] == []
    assert {move["seat"] for move in Program(Token.make(cleo, "a bot")).get(address).json()["moves"]} == {0}


def test_a_match_that_is_over_shows_everything_to_everybody(match: Match, play: Play, anybodys: Program) -> None:
    seen = play(match)
    record = anybodys.get(f"/api/matches/{match.pk}").json()
    assert [move["ply"] for move in record["moves"]] == list(range(1, len(seen)))
    assert set(record["moves"][0]) == {"ply", "seat", "move", "by", "at"}
    assert {move["by"] for move in record["moves"]} == {"player", "bot"}
    assert sha256(bytes.fromhex(record["seed"])).hexdigest() == record["commitment"]
    assert record["result"] == match.result
    assert [seat["player"] for seat in record["seats"]] == ["Ann", "Bertil", "a bot", "another"]


def test_a_view_of_a_running_match_is_the_callers_own(
    match: Match, play: Play, anns: Program, bertils: Program, anybodys: Program
) -> None:
    seen = play(match, 8)
    for ply in (0, 3, 8):
        address = f"/api/matches/{match.pk}/views/{ply}"
        assert anns.get(address).json() == seen[ply][0]
        assert bertils.get(address).json() == seen[ply][1]
        assert anybodys.get(address).json() == seen[ply][SPECTATOR]
        assert anns.get(address + "?viewer=0").json() == seen[ply][0]
        assert anybodys.get(address + "?viewer=spectator").json() == seen[ply][SPECTATOR]


@pytest.mark.parametrize("viewer", ["1", "2", "spectator", "9"])
def test_nobody_looks_through_others_eyes_while_it_runs(match: Match, play: Play, anns: Program, viewer: str) -> None:
    play(match, 8)
    response = anns.get(f"/api/matches/{match.pk}/views/4?viewer={viewer}")
    assert (response.status_code, response.json()["code"]) == (403, "not_allowed_now")


def test_once_it_is_over_everybody_does(match: Match, play: Play, anybodys: Program) -> None:
    seen = play(match)
    for ply in (0, 5, len(seen) - 1):
        for viewer in (0, 1, 2, 3):
            assert anybodys.get(f"/api/matches/{match.pk}/views/{ply}?viewer={viewer}").json() == seen[ply][viewer]
        assert anybodys.get(f"/api/matches/{match.pk}/views/{ply}").json() == seen[ply][SPECTATOR]


@pytest.mark.parametrize(
    "ask", ["9", "1?viewer=4", "1?viewer=-1", "1?viewer=x", "1?viewer=", "99999999999999999999", "-1", "x"]
)
def test_a_ply_or_viewer_that_is_none_is_refused(match: Match, play: Play, anybodys: Program, ask: str) -> None:
    play(match, 8)
    response = anybodys.get(f"/api/matches/{match.pk}/views/{ask}")
    assert response.status_code in (403, 404, 422)
    assert set(response.json()) == {"code", "text"}


@pytest.mark.django_db
@pytest.mark.parametrize("id", ["0", "4711", "9223372036854775807", "9223372036854775808", "-1", "x"])
@pytest.mark.parametrize("rest", ["", "/views/0"])
def test_a_match_that_is_not_there(anybodys: Program, id: str, rest: str) -> None:
    response = anybodys.get(f"/api/matches/{id}{rest}")
    assert response.status_code in (404, 422)
    assert set(response.json()) == {"code", "text"}


def test_a_match_whose_rules_are_gone_can_be_read_but_not_looked_at(match: Match, anybodys: Program) -> None:
    Match.objects.update(ruleset="older than old")
    assert anybodys.get(f"/api/matches/{match.pk}").status_code == 200
    response = anybodys.get(f"/api/matches/{match.pk}/views/0")
    assert (response.status_code, response.json()["code"]) == (409, "suspended")
