"""While a match runs its page shows what its reader sees at the table, and nothing else; so do fragments and API."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client
from msgspec import structs

from tafelrunde.accounts.models import Player
from tafelrunde.game import SPECTATOR, Chance, new_seed
from tafelrunde.matches import replay as replays
from tafelrunde.matches.models import Match
from tafelrunde.matches.replay import Replay
from tests.platform.replay.playing import Play

Browse = Callable[[Player | None], Client]
PLIES = 24
ONCE_ONLY = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"')


@pytest.fixture
def match(play: Play) -> Match:
    return play.moves(PLIES).match


@pytest.fixture
def readers(ann: Player, bertil: Player, dora: Player) -> list[tuple[Player | None, int | str]]:
    """Who reads, and what they are in the match."""
    return [(ann, 0), (bertil, 1), (dora, "spectator"), (None, "spectator")]


def test_the_page_is_the_readers_own(
    match: Match, browse: Browse, readers: list[tuple[Player | None, int | str]]
) -> None:
    for reader, viewer in readers:
        for asked in ("", "?viewer=1", "?viewer=0&ply=5", "?viewer=spectator", "?viewer=99", "?ply=9999"):
            response = browse(reader).get(f"/matches/{match.pk}/{asked}")
            assert response.status_code == 200
            assert response.context["viewer"] == viewer
            assert response.headers["Cache-Control"] == "private, no-store"
            assert {one["value"] for one in response.context["viewers"]} == {viewer}
            shown = {e["seat"] for part in response.context["rounds"] for e in part["entries"] if "seat" in e}
            assert shown == ({viewer} if isinstance(viewer, int) else set())
            assert bytes(match.seed).hex() not in response.content.decode()
            assert "chart" not in response.context


def test_nobody_gets_fragments_through_others_eyes(
    match: Match, browse: Browse, readers: list[tuple[Player | None, int | str]]
) -> None:
    for reader, own in readers:
        for viewer in (0, 1, 2, "spectator"):
            response = browse(reader).get(f"/matches/{match.pk}/plies/7/?viewer={viewer}")
            assert response.status_code == (200 if viewer == own else 403), (own, viewer)
            if viewer == own:
                assert response.headers["Cache-Control"] == "private, no-store"


def test_seed_and_draws_are_not_told(match: Match, browse: Browse, ann: Player) -> None:
    for reader in (ann, None):
        response = browse(reader).get(f"/api/matches/{match.pk}/chance")
        assert (response.status_code, response.json()["code"]) == (403, "not_allowed_now")


def test_who_has_left_sees_what_spectators_see(play: Play, browse: Browse, ann: Player) -> None:
    play.moves(5).happens("left", 0)
    response = browse(ann).get(f"/matches/{play.match.pk}/plies/3/?viewer=0")
    assert response.status_code == 403
    assert browse(ann).get(f"/matches/{play.match.pk}/").context["viewer"] == "spectator"


def test_the_unknown_changes_no_byte(
    match: Match, browse: Browse, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same page and fragments for two matches that differ in what the reader cannot know."""
    true = replays.replay(match)
    chance, differed = Chance(new_seed(), 0), 0
    for reader, viewer in ((ann, 0), (None, SPECTATOR)):
        steps = []
        for step in true.steps:
            state = true.game.resample(step.position.state, viewer, chance)
            differed += state != step.position.state
            steps.append(replace(step, position=structs.replace(step.position, state=state)))
        other = replace(true, steps=tuple(steps))
        assert everything(true, match, browse(reader), monkeypatch) == everything(
            other, match, browse(reader), monkeypatch
        )
    assert differed > PLIES


def everything(replayed: Replay, match: Match, client: Client, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    monkeypatch.setattr("tafelrunde.rooms.match_page.replay", lambda _match: replayed)
    addresses = [f"/matches/{match.pk}/", *(f"/matches/{match.pk}/plies/{ply}/" for ply in range(PLIES + 1))]
    return [ONCE_ONLY.sub(b"", client.get(address).content) for address in addresses]
