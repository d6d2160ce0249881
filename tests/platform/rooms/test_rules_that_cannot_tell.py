"""A game that fails when it is told of suspends its own match: logged once, and nobody else is touched."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from tafelrunde import games
from tafelrunde.matches import bots, deadlines
from tafelrunde.matches import live as matches
from tafelrunde.matches.models import Deadline, Fault, Match
from tafelrunde.rooms import tables
from tests.platform.matches.playing import saved
from tests.platform.rooms.peers import Town, quiet, town

pytestmark = pytest.mark.django_db(transaction=True)
RESTS = "This match rests"
GAME = type(games.installed()["king_lui"])


@pytest.fixture
async def playing() -> AsyncIterator[Town]:
    """Ann, Bob and Cid play."""
    async with town("Ann", "Bob", "Cid", playing=True) as opened:
        yield opened


def fails(monkeypatch: pytest.MonkeyPatch, what: str, *viewers: object) -> None:
    """From now on the game cannot say this to these viewers, or to anybody."""
    real = getattr(GAME, what)

    def broken(game: Any, state: Any, *more: Any) -> Any:
        if not viewers or set(viewers) & set(more):
            raise ZeroDivisionError(what)
        return real(game, state, *more)

    monkeypatch.setattr(GAME, what, broken)


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged, each without its trace."""
    return [record.getMessage().partition("\n")[0] for record in caplog.records if record.levelno >= logging.ERROR]


async def status() -> str:
    return (await Match.objects.aget()).status


@pytest.mark.parametrize("what", ["view", "story", "progress"])
async def test_it_is_suspended_and_logged_once_with_match_and_player(
    playing: Town, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    ann, bob, cid = [await playing.open(name, "?format=html") for name in ("Ann", "Bob", "Cid")]
    program = await playing.open("Ann")
    await quiet(playing.slug)
    fails(monkeypatch, what)
    assert (await program.move())["type"] == "ok"
    for reader in (ann, bob, cid):
        while '<section id="board"' not in reader.html or RESTS not in reader.html:
            await reader.hear()
    assert len(errors(caplog)) == 1
    match = await Match.objects.aget()
    assert errors(caplog)[0].startswith(f"match {match.pk} rests: its rules could not tell ")
    assert errors(caplog)[0].endswith((" of ply 0", " of ply 1"))  # of the one before where it was told of who came in
    table = tables.table(playing.slug)
    assert table is not None
    table.refresh()
    await table.refreshed()
    assert len(errors(caplog)) == 1
    assert await bob.say("still here") == "ok"
    assert not table.unread
    await saved()
    assert await status() == Match.Status.SUSPENDED
    assert not await Deadline.objects.aexists()
    late = await playing.open("Bob", "?format=html")
    assert RESTS in late.html
    assert (await playing.open("Bob")).match == {}


async def test_who_can_still_be_told_sees_the_match_as_it_is(
    playing: Town, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await playing.open("Ann"), await playing.open("Bob")
    fails(monkeypatch, "view", 1)
    assert (await ann.move())["type"] == "ok"
    while ann.match["ply"] != 1:
        await ann.hear()
    assert "could not tell Bob of ply 1" in errors(caplog)[0]
    assert (await bob.ask(type="move", move="kitchen", turn=0))["code"] == "suspended"


async def test_no_other_match_is_touched(playing: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await playing.open("Ann")
    other = Town()
    await other.prepare("Dora", "Eve", "Fred", playing=True)
    dora = await other.open("Dora")
    broken = (await Match.objects.aget(place=playing.slug)).pk
    state = (await matches.find(broken)).position.state
    real = GAME.view
    monkeypatch.setattr(
        GAME, "view", lambda game, given, viewer: 1 // 0 if given is state else real(game, given, viewer)
    )
    assert (await dora.move())["type"] == "ok"
    await ann.ask(type="sync")
    assert (await ann.move())["code"] == "suspended"
    assert (await Match.objects.aget(place=other.slug)).status == Match.Status.PLAYING
    await other.close()


async def test_a_page_says_so_too(
    playing: Town, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fails(monkeypatch, "view")
    pages = [await sync_to_async(Client().get)(f"/rooms/{playing.slug}/") for _ in range(2)]
    assert [page.status_code for page in pages] == [200, 200]
    assert all(RESTS in page.content.decode() for page in pages)
    assert await status() == Match.Status.SUSPENDED
    assert len(errors(caplog)) == 1


async def test_a_bot_that_cannot_be_shown_anything_is_not_asked_again_and_again(
    playing: Town, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    live = await matches.find((await Match.objects.aget()).pk)
    fails(monkeypatch, "view", 0)
    await bots.move(live, 0)
    await bots.fall_back(live, 0)
    await saved()
    assert len(errors(caplog)) == 1
    assert await status() == Match.Status.SUSPENDED
    assert (await sync_to_async(deadlines.claim)(4e9))[0] == []


async def test_a_typed_move_that_cannot_be_read_is_answered(
    playing: Town, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann = await playing.open("Ann")
    fails(monkeypatch, "read")
    assert await ann.say("/take wine") == "illegal_move"
    assert "wine" not in errors(caplog)[0]
    assert await ann.say("still here") == "ok"


async def test_moves_whose_words_the_rules_cannot_tell_are_played_all_the_same(
    playing: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, visitor = await playing.open("Ann"), await playing.open(None)

    def broken(*_given: object) -> None:
        raise ZeroDivisionError

    for what in ("verbs", "label"):
        monkeypatch.setattr(GAME, what, broken)
    assert await ann.say("/take wine") == "not_allowed_now"
    assert await visitor.say("/take wine") == "unknown_command"
    for line in ("/notation", "/help"):
        assert await ann.say(line) == "ok"
        assert ann.lines[-1].startswith("The rules of this game cannot say how its moves are typed")
    assert (await ann.move())["type"] == "ok"
    assert await status() == Match.Status.PLAYING
    assert await Fault.objects.filter(where="verbs").aexists()
