"""A hint that is lost hides no turn for long: who is here is told by the next beat, and nothing twice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from tafelrunde.accounts.models import Player
from tafelrunde.matches.models import Match, Turn
from tafelrunde.rooms import news
from tafelrunde.rooms.models import Room
from tests.platform.rooms.peers import Peer, Town, town

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def house(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Town]:
    monkeypatch.setattr(news._Known, "told_turns", {})
    async with town("Ann", "Bob", "Cid", playing=True) as made:
        yield made


async def told(peer: Peer) -> dict[str, Any]:
    """The next frame that tells of turns."""
    while (frame := await peer.hear())["type"] != "turns":
        continue
    return frame


async def test_who_is_here_is_told_by_the_next_beat_and_once(house: Town) -> None:
    ann = await house.open("Ann", path="/ws/lobby/")
    await ann.ask(type="sync")  # by now she has been told all there was
    await Match.objects.aupdate(pace="daily")
    match, player = await Match.objects.aget(), await Player.objects.aget(name="Ann")
    await sync_to_async(Turn.objects.create)(match=match, player=player, since=timezone.now())
    await news.look_at_turns()
    assert [turn["slug"] for turn in (await told(ann))["turns"]] == [(await Room.objects.aget()).slug]
    await news.look_at_turns()
    await Turn.objects.all().adelete()
    await news.look_at_turns()
    assert (await told(ann))["turns"] == []
