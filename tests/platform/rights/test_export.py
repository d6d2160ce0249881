"""Somebody gets all that is kept of them, in one file, and nothing that is others'."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from tafelrunde.accounts import holdings
from tafelrunde.accounts.models import Player
from tafelrunde.matches.models import MatchSeat
from tests.platform.replay.playing import Play
from tests.platform.rights.conftest import Town

pytestmark = pytest.mark.django_db


def exported(browser: Client) -> dict[str, Any]:
    answer = browser.get("/me/data/export/")
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"].startswith("attachment")
    found: dict[str, Any] = json.loads(answer.content)
    return found


def test_everything_is_in_it(browser: Client, town: Town) -> None:
    found = exported(browser)
    assert set(found) == {"tafelrunde", "exported", *(holding.name for holding in holdings.registered())}
    assert found["account"]["name"] == "Seda"
    assert found["account"]["preferences"]["sounds"] == "off"
    assert found["addresses"] == [{"email": "seda@example.org", "verified": True, "primary": True}]
    assert [token["name"] for token in found["tokens"]] == ["her bot"]
    assert len(found["sessions"]) == 1
    assert [one["reason"] for one in found["sanctions"]] == ["too loud"]
    assert [act["what"] for act in found["acts"]] == ["muted", "lifted"]
    assert [(one["with"], one["asked_by_you"]) for one in found["friends"]] == [("Bob", True)]
    assert found["watching"] == ["Bob"]
    assert [one["with"] for one in found["conversations"]] == ["Bob"]
    assert len(found["invitations"]) == 1
    assert [(line["text"], line["room"]) for line in found["lines"]["in_rooms"]] == [("hello from me", "Seda's table")]
    assert [(line["from"], line["text"]) for line in found["lines"]["whispers_and_letters"]] == [
        ("Seda", "psst, Bob"),
        ("Bob", "yes, Seda?"),
    ]
    assert [(line["text"], line["channel"]) for line in found["lines"]["in_channels"]] == [("hello, town", "town")]
    assert found["channels"] == ["town"]
    assert [(one["season"], one["place"]) for one in found["medals"]] == [("2026Q3", 1)]
    assert len(found["turns"]["holidays"]) == 1
    own, other = found["rooms"]
    assert (own["host"], own["seat"] is not None, other["waits"], other["banned"]) == (True, True, True, True)
    (match,) = found["matches"]
    assert (match["number"], match["game"], len(match["seats"])) == (town.match.pk, "king_lui", 1)


def test_what_others_keep_to_themselves_is_not_in_it(browser: Client, town: Town) -> None:
    found = exported(browser)
    assert found["ignoring"] == []  # that Boss ignores her is Boss's
    text = json.dumps(found)
    assert "hello from him" not in text
    assert town.seda.password not in text
    assert "digest" not in text


def test_a_guest_gets_it_too(client: Client) -> None:
    client.post("/guest/")
    found = exported(client)
    assert found["account"]["guest"] is True
    assert found["matches"] == []


def test_while_a_match_runs_the_moves_of_who_has_taken_the_seat_are_not_in_it(
    browser: Client, town: Town, boss: Player
) -> None:
    seat = MatchSeat.objects.get(match=town.match, player=town.seda).seat
    play = Play(town.match).moves(6)
    (own,) = exported(browser)["matches"]
    assert {move["seat"] for move in own["moves"]} == {seat}
    play.happens("left", seat)
    (left,) = exported(browser)["matches"]
    play.happens("replaced", seat, boss).moves(6)
    (taken,) = exported(browser)["matches"]
    assert (left["moves"], taken["moves"]) == ([], [])
    play.happens("adjudicated", move="0")
    (over,) = exported(browser)["matches"]
    assert len(over["moves"]) > len(own["moves"])
