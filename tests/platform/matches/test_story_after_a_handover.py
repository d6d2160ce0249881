"""The story of a move names who made it, also when the seat has changed hands since."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async

from tafelrunde.accounts.models import Player
from tafelrunde.game import SPECTATOR
from tafelrunde.matches import amending, frames, play
from tafelrunde.matches import live as matches
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.models import Match
from tests.platform.matches.playing import move, new_match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def live() -> AsyncIterator[LiveMatch]:
    yield await matches.find(await sync_to_async(new_match)())
    play.close()
    matches._matches.clear()


def _hand_over(match: int) -> None:
    row, dora = Match.objects.get(pk=match), Player.objects.create_user("Dora")
    assert amending.leave_match(row, Player.objects.get(name="Ann"))
    assert amending.replace_player(row, 0, dora)


async def test_the_newcomer_is_not_said_to_have_made_the_move_before(live: LiveMatch) -> None:
    assert await move(live, 0, live.position.legal[0][0], 0) == 1
    [told] = frames.story(live, SPECTATOR, "en")
    assert "Ann" in told
    await sync_to_async(_hand_over)(live.id)
    await matches.catch_up(live)
    assert live.names[0] == "Dora"
    assert frames.story(live, SPECTATOR, "en") == [told]
    anew = await sync_to_async(matches.read)(live.id)
    assert frames.story(anew, SPECTATOR, "en") == [told]
    while live.position.mover != 0 or live.position.ply == 1:
        seat = live.position.to_move[0]
        assert isinstance(await move(live, seat, live.position.legal[seat][0], live.position.turns[seat]), int)
    assert "Dora" in frames.story(live, SPECTATOR, "en")[0]
