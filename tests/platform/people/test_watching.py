"""Who watches for somebody is told when she comes: once, not after a moment's absence, and only if she lets it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.preferences import set_preference
from tafelrunde.people import friends, watching
from tafelrunde.rooms import news
from tests.platform.rooms.peers import Peer, Town, news_told, town
from tests.platform.rooms.speaking import People, say

COMES = "Bob has come."


@pytest.fixture
async def evening(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Town]:
    """Ann watches for Bob; this process has served for long."""
    monkeypatch.setattr(news._Known, "since", time.monotonic() - 2 * news.AWAY)
    monkeypatch.setattr(news._Known, "online", set())
    monkeypatch.setattr(news._Known, "gone", {})
    async with town("Ann", "Bob", "Cid") as opened:
        await sync_to_async(_prepare)()
        yield opened


def _prepare(seen: str = "all", friendly: bool = False) -> None:
    ann, bob = Player.objects.get(name="Ann"), Player.objects.get(name="Bob")
    if not watching.does(ann, bob):
        watching.watch(ann, bob)
    set_preference(bob, "seen", seen)
    if friendly:
        friends.befriend(ann, bob)
        friends.befriend(bob, ann)


async def told(*peers: Peer) -> list[int]:
    """How often each has been told by now that Bob has come."""
    await news_told()
    for peer in peers:
        await peer.ask(type="sync")
    return [peer.lines.count(COMES) for peer in peers]


def gone_for_long() -> None:
    for player in news._Known.gone:
        news._Known.gone[player] = time.monotonic() - 2 * news.AWAY


async def test_it_is_told_in_the_lobby_and_in_the_room_to_who_watches(evening: Town) -> None:
    room, lobby = await evening.open("Ann"), await evening.open("Ann", path="/ws/lobby/")
    cid = await evening.open("Cid")
    await evening.open("Bob", path="/ws/lobby/")
    assert await told(room, lobby, cid) == [1, 1, 0]


async def test_a_second_tab_another_room_and_a_reconnect_are_no_coming(evening: Town) -> None:
    ann, bob = await evening.open("Ann"), await evening.open("Bob")
    await evening.open("Bob", path="/ws/lobby/")
    await evening.close(*evening.peers[1:])
    await evening.open("Bob")
    assert await told(ann) == [1]
    assert bob.lines == []


async def test_who_was_away_for_long_comes_anew(evening: Town) -> None:
    ann = await evening.open("Ann")
    bob = await evening.open("Bob")
    assert await told(ann) == [1]
    await evening.close(bob)
    gone_for_long()
    await evening.open("Bob")
    assert await told(ann) == [2]


async def test_a_process_that_has_just_begun_to_serve_says_nothing(
    evening: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news._Known, "since", time.monotonic())
    ann = await evening.open("Ann")
    await evening.open("Bob")
    assert await told(ann) == [0]


@pytest.mark.parametrize(
    ("seen", "friendly", "times"), [("friends", False, 0), ("friends", True, 1), ("nobody", True, 0)]
)
async def test_she_may_let_friends_alone_see_it_or_nobody(evening: Town, seen: str, friendly: bool, times: int) -> None:
    await sync_to_async(_prepare)(seen, friendly)
    ann = await evening.open("Ann")
    await evening.open("Bob")
    assert await told(ann) == [times]


def test_watching_begins_and_ends_by_commands(people: People) -> None:
    ann = people["Ann"]
    people["Bob"]
    assert say(None, ann, "/watch") == ["You watch for nobody: /watch NAME."]
    assert say(None, ann, "/watch bob") == ["You will be told when Bob comes."]
    assert say(None, ann, "/watch") == ["Bob is not online."]
    assert say(None, ann, "/unwatch Bob") == ["You will not be told any more when Bob comes."]
    assert watching.watched(ann) == []
