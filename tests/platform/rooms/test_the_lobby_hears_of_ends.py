"""That nothing is played in a room any more is seen in the lobby, whichever process the match has ended in."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from tafelrunde.live import bus
from tafelrunde.matches import amending, play
from tafelrunde.matches import live as matches
from tafelrunde.matches.models import Match
from tafelrunde.rooms.lobby import Lobby
from tests.platform.matches.playing import new_match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """The rooms that the lobby is asked to look at anew."""
    found: list[str | None] = []
    monkeypatch.setattr(Lobby, "changed", lambda _lobby, slug: found.append(slug))
    return found


async def test_here_by_its_last_entry(looks: list[str | None]) -> None:
    live = await matches.find(await sync_to_async(new_match)())
    await sync_to_async(amending.abort)(await Match.objects.aget(pk=live.id))
    looks.clear()
    await matches.catch_up(live)
    assert looks == ["somewhere"]
    play.close()
    matches._matches.clear()


def test_elsewhere_by_the_word_of_who_has_ended_it(looks: list[str | None], monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, bus.Message]] = []
    monkeypatch.setattr(bus, "publish", lambda kind, **message: told.append((kind, message)))
    amending.abort(Match.objects.get(pk=new_match()))
    for kind, message in told:
        bus.hear(kind, message)
    assert looks == ["somewhere"]
