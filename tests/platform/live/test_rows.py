"""Rows written by statements that are made once are as Django writes them."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tafelrunde.accounts.models import Player
from tafelrunde.live import rows
from tafelrunde.live.rows import insert
from tafelrunde.matches.models import Match
from tafelrunde.ratings.models import Rating
from tafelrunde.ratings.rating import NEWCOMER
from tafelrunde.rooms.models import ChatLine, Room, RoomSeat

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Bob", "Cem")


@pytest.fixture
def players() -> list[Player]:
    return [Player.objects.create(name=name, key=name.lower()) for name in NAMES]


@pytest.fixture
def room(players: list[Player]) -> Room:
    return Room.objects.create(slug="a", name="A", game="king_lui", host=players[0])


def rating(player: Player, mu: float, game: str = "king_lui") -> Rating:
    return Rating.of(player.pk, game, NEWCOMER.after(mu, 2.0, {"dragons": 3}))


def test_inserted_rows_are_as_if_saved(players: list[Player]) -> None:
    room = Room.objects.create(slug="a", name="A", game="king_lui")
    lines = [ChatLine(room_id=room.pk, kind="system", text=text, values={"n": [1, "ü"]}) for text in ("one", "two")]
    insert(*lines)
    kept = list(ChatLine.objects.order_by("pk"))
    assert kept == lines
    assert [(line.text, line.values, line.at) for line in kept] == [(line.text, line.values, line.at) for line in lines]
    lines[0].text = "three"
    lines[0].save()
    assert ChatLine.objects.count() == 2


def test_inserted_bytes_and_dates_come_back_the_same() -> None:
    started = timezone.now()
    match = Match(game="king_lui", ruleset="1", options={}, seed=b"\0\xff" * 16, commitment="c", started=started)
    insert(match)
    kept = Match.objects.get(pk=match.pk)
    assert (bytes(kept.seed), kept.started, kept.status) == (b"\0\xff" * 16, started, "playing")


def test_nothing_is_inserted_by_nothing() -> None:
    with connection.execute_wrapper(lambda *_call: pytest.fail("asked the database")):
        insert()


def test_a_saved_row_has_all_its_columns_as_they_are_now(room: Room, players: list[Player]) -> None:
    room.name, room.host, room.queue, room.starts_at = "B", players[1], [1, 2], timezone.now()
    room.rating_from = 900
    rows.save(room)
    kept = Room.objects.get(pk=room.pk)
    assert [getattr(kept, field.attname) for field in Room._meta.concrete_fields] == [
        getattr(room, field.attname) for field in Room._meta.concrete_fields
    ]


def test_other_rows_stay_when_one_is_saved_or_changed(room: Room) -> None:
    other = Room.objects.create(slug="b", name="Other", game="king_lui")
    room.name = "B"
    rows.save(room)
    rows.change(Room, room.pk, version=7, options={"open_plates": True}, emptied=None)
    other.refresh_from_db()
    room.refresh_from_db()
    assert (other.name, other.version, other.options) == ("Other", 1, {})
    assert (room.name, room.version, room.options, room.emptied) == ("B", 7, {"open_plates": True}, None)


def test_an_upsert_writes_new_rows_and_gives_those_that_are_there_new_values(players: list[Player]) -> None:
    elsewhere = rating(players[0], 40.0, "skull_king")
    elsewhere.save()
    rows.upsert(["player", "game"], [rating(player, 25.0) for player in players[:2]])
    rows.upsert(["player", "game"], [rating(player, 30.0) for player in players[1:]])
    kept = Rating.objects.filter(game="king_lui").order_by("player")
    assert [(one.player_id, one.mu, one.counts) for one in kept] == [
        (player.pk, mu, {"dragons": 3}) for player, mu in zip(players, (25.0, 30.0, 30.0), strict=True)
    ]
    elsewhere.refresh_from_db()
    assert elsewhere.mu == 40.0


def test_more_rows_than_a_statement_takes(monkeypatch: pytest.MonkeyPatch, players: list[Player]) -> None:
    monkeypatch.setattr(rows, "AT_ONCE", 2)
    rows.upsert(["player", "game"], [rating(player, 25.0) for player in players])
    assert Rating.objects.count() == 3


def test_only_rows_that_have_the_values_are_deleted(room: Room, players: list[Player]) -> None:
    other = Room.objects.create(slug="b", name="Other", game="king_lui")
    insert(*[RoomSeat(room_id=one.pk, seat=seat, player=players[seat]) for one in (room, other) for seat in (0, 1)])
    rows.delete(RoomSeat, room=room.pk, seat=0)
    assert list(RoomSeat.objects.order_by("room", "seat").values_list("room", "seat")) == [
        (room.pk, 1),
        (other.pk, 0),
        (other.pk, 1),
    ]


def test_text_is_a_value_whatever_is_in_it(room: Room) -> None:
    text = "100 %s of it % '; --"
    insert(ChatLine(room_id=room.pk, kind="system", text=text, values={text: "%%s ?"}))
    rows.change(Room, room.pk, text=text)
    line, kept = ChatLine.objects.get(), Room.objects.get(pk=room.pk)
    assert (line.text, line.values, kept.text) == (text, {text: "%%s ?"}, text)


def test_nothing_asks_nothing() -> None:
    def asked(*_call: Any) -> None:
        pytest.fail("asked the database")

    with connection.execute_wrapper(asked):
        rows.upsert(["player", "game"], [])


def test_each_is_one_statement(room: Room, players: list[Player]) -> None:
    with CaptureQueriesContext(connection) as asked:
        rows.upsert(["player", "game"], [rating(player, 25.0) for player in players])
        rows.save(room)
        rows.change(Room, room.pk, version=7)
        rows.delete(RoomSeat, room=room.pk)
    assert len(asked.captured_queries) == 4
