"""At the end of its match a room is shown as it would be read, without being read."""

from __future__ import annotations

import dataclasses
from typing import Any, cast

import pytest
from django.db import connection

from tafelrunde.matches import live as matches
from tafelrunde.matches import log, playoffs
from tafelrunde.matches import position as fold
from tafelrunde.matches.entries import entry
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.models import Match
from tafelrunde.matches.position import NO_SEAT, Change
from tafelrunde.rooms import picture
from tafelrunde.rooms.models import Room, Vote
from tafelrunde.rooms.picture import Picture, room_json
from tafelrunde.rooms.tables import Table
from tests.platform.rooms.speaking import People

pytestmark = pytest.mark.django_db


@pytest.fixture
def live(playing: Room) -> LiveMatch:
    """The match of Ann, Bob and a bot."""
    assert playing.match_id is not None
    return matches.read(playing.match_id)


def made(live: LiveMatch, change: Change) -> None:
    """Commit a change."""
    position = live.after(change)
    turn = live.position.turns[change.seat] if change.kind == fold.MOVE else None
    log.commit([entry(live, change, position, turn)])
    live.advance(position, change)


def play_on(live: LiveMatch) -> None:
    seat = live.position.to_move[0]
    by = fold.BOT if live.position.bot_plays(seat) else fold.PLAYER
    made(live, Change(fold.MOVE, seat, fold.now(), live.position.legal[seat][0], by))


def read(room: Room) -> Picture:
    found = picture.read(room.slug)
    assert found is not None
    return found


def all_of(shown: Picture) -> dict[str, Any]:
    """Whatever is in it, rows as their columns."""
    match = shown.room.match
    assert match is not None
    assert shown.outcome is not None
    kept = {field.attname: getattr(shown.room, field.attname) for field in Room._meta.concrete_fields}
    return {
        "room": kept,
        "match": (match.pk, match.status, match.result and match.result["winners"]),
        "json": room_json(shown),
        "rows": [(row.seat, row.player_id, row.bot) for row in shown.rows],
        "seats": shown.match_seats,
        "outcome": dataclasses.astuple(shown.outcome),
        "names": shown.names,
        "vote": shown.vote,
    }


def asks_nothing(*_call: object) -> None:
    pytest.fail("asked the database")


def at_the_end(before: Picture, live: LiveMatch) -> Picture | None:
    with connection.execute_wrapper(asks_nothing):
        return before.at_the_end(live)


def test_a_match_that_was_played_to_its_end(playing: Room, live: LiveMatch) -> None:
    before = read(playing)
    while not live.position.over:
        play_on(live)
    shown = at_the_end(before, live)
    assert shown is not None
    assert all_of(shown) == all_of(read(playing))
    assert shown.call(None, "en").when is read(playing).call(None, "en").when
    assert before.room.match is not None
    assert before.room.match.status == Match.Status.PLAYING


def test_a_match_that_was_aborted(playing: Room, live: LiveMatch) -> None:
    before = read(playing)
    made(live, Change(fold.ABORTED, NO_SEAT, fold.now()))
    shown = at_the_end(before, live)
    assert shown is not None
    assert all_of(shown) == all_of(read(playing))


def test_a_bot_that_plays_for_somebody_in_the_end(playing: Room, live: LiveMatch) -> None:
    made(live, Change(fold.ABSENT, 0, fold.now()))
    knows, knew_before = read(playing), dataclasses.replace(read(playing), match_seats=())
    made(live, Change(fold.ABORTED, NO_SEAT, fold.now()))
    shown = at_the_end(knows, live)
    assert shown is not None
    assert all_of(shown) == all_of(read(playing))
    assert at_the_end(knew_before, live) is None


def test_where_there_is_more_to_know_the_room_is_read(
    playing: Room, live: LiveMatch, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = read(playing)
    assert at_the_end(before, live) is None  # it has not ended
    voting = dataclasses.replace(before, vote=Vote(kind=Vote.Kind.ABORT, by=people["Ann"]))
    made(live, Change(fold.ABORTED, NO_SEAT, fold.now()))
    assert at_the_end(voting, live) is None
    assert at_the_end(before, live) is not None
    monkeypatch.setattr(picture, "may_be_tied", lambda _match: True)
    assert at_the_end(before, live) is None
    monkeypatch.setattr(picture, "may_be_tied", playoffs.may_be_tied)
    other = Match.objects.get(pk=live.id)
    other.pk = live.id + 1
    assert at_the_end(dataclasses.replace(before, room=with_match(before.room, other)), live) is None


def with_match(room: Room, match: Match) -> Room:
    changed = Room.objects.get(pk=room.pk)
    changed.match = match
    return changed


def test_a_table_takes_it_on_but_while_it_reads(playing: Room, live: LiveMatch) -> None:
    table, before = Table(read(playing)), read(playing)
    table.match = live
    made(live, Change(fold.ABORTED, NO_SEAT, fold.now()))
    table._reading = cast("Any", object())  # what is read may be of before the end
    table.match_ended()
    assert (table._read_again, table.picture.room.match) == (True, before.room.match)
    assert table.picture.room.match is not None
    assert table.picture.room.match.status == Match.Status.PLAYING
    table._reading = None
    table.match_ended()
    assert table.picture.room.match.status == Match.Status.ABORTED
