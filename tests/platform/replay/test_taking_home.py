"""A match as a file of JSON, and as a text that reads like a story, each as the reader may know it."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils.translation import get_language

from tafelrunde.accounts.models import Player
from tafelrunde.game import SPECTATOR
from tafelrunde.matches.frames import story_of
from tafelrunde.matches.models import Match
from tafelrunde.rooms import match_exports
from tests.platform.replay.playing import Play

Browse = Callable[[Player | None], Client]


def text_of(client: Client, match: Match, query: str = "", **headers: str) -> list[str]:
    answer = client.get(f"/matches/{match.pk}/story.txt{query}", headers=headers)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="tafelrunde-match-{match.pk}.txt"'
    return answer.content.decode().split("\n")


def test_the_record_is_that_of_the_api_as_a_file(play: Play, browse: Browse) -> None:
    play.moves()
    answer = browse(None).get(f"/matches/{play.match.pk}/record.json")
    assert answer["Content-Disposition"] == f'attachment; filename="tafelrunde-match-{play.match.pk}.json"'
    assert json.loads(answer.content) == browse(None).get(f"/api/matches/{play.match.pk}").json()


def test_the_story_tells_of_every_move_in_its_round_and_of_the_end(play: Play, browse: Browse) -> None:
    play.moves()
    lines = text_of(browse(None), play.match)
    assert lines[0] == f"King Lui, match {play.match.pk}"
    assert "Ann, Bertil, courtier" in lines[3]
    at = 0
    for position in play.positions:
        for told in story_of(play.game, position, SPECTATOR):
            at = lines.index(told, at)
    rounds = [line for line in lines if line.startswith("Round ")]
    assert rounds == list(dict.fromkeys(rounds))
    assert len(rounds) > 5
    result = play.position.result
    assert result is not None
    names = [sitter.name for sitter in play.position.sitters]
    assert f"Winning: {', '.join(names[seat] for seat in result.winners)}." in lines
    assert [line for line in lines if line.startswith("1. ")]


def test_it_is_in_the_language_of_the_reader(
    play: Play, browse: Browse, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    play.moves(3)
    asked: list[str | None] = []

    def tell(*_args: object) -> list[str]:
        asked.append(get_language())
        return []

    monkeypatch.setattr(match_exports, "story_of", tell)
    text_of(browse(ann), play.match, **{"accept-language": "fr"})
    assert set(asked) == {"fr"}


def test_what_happened_to_seats_is_told(play: Play, browse: Browse, dora: Player) -> None:
    play.moves(4).happens("left", 0).happens("replaced", 0, dora).moves(2).happens("aborted")
    lines = text_of(browse(None), play.match)
    assert "Dora takes the seat of Ann." in lines
    assert "The match was aborted." in lines


def test_while_it_runs_it_tells_what_the_reader_sees_and_no_other(play: Play, browse: Browse, ann: Player) -> None:
    play.moves(5)
    assert "So far. The match is being played." in text_of(browse(ann), play.match)
    assert browse(ann).get(f"/matches/{play.match.pk}/story.txt?viewer=1").status_code == 409
    record = browse(ann).get(f"/matches/{play.match.pk}/record.json").json()
    assert record["seed"] is None
    assert {move["seat"] for move in record["moves"]} == {0}


def test_who_may_not_see_the_match_gets_neither(play: Play, browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafelrunde.rooms.match_page.may_see", lambda match, who: False)
    for name in ("record.json", "story.txt"):
        assert browse(None).get(f"/matches/{play.match.pk}/{name}").status_code == 404


def test_a_match_whose_rules_are_gone_says_so(play: Play, browse: Browse) -> None:
    Match.objects.update(ruleset="older than old")
    answer = browse(None).get(f"/matches/{play.match.pk}/story.txt")
    assert answer.status_code == 409
    assert "rules are not installed" in answer.content.decode()
