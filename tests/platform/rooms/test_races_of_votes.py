"""Votes in real threads: everybody at once, and the same vote looked at by several processes."""

import datetime as dt

import pytest
from django.utils import timezone

from tafelrunde.accounts.models import Player
from tafelrunde.live import presence
from tafelrunde.matches import amending
from tafelrunde.matches import live as matches
from tafelrunde.matches import position as fold
from tafelrunde.matches.models import Entry, Match
from tafelrunde.matches.position import Change
from tafelrunde.rooms import votes
from tafelrunde.rooms.models import Room, Vote
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.seating import leave, sit
from tafelrunde.rooms.starting import start
from tests.platform.rooms.speaking import AtOnce, texts

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _everybody_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "gone_since", lambda _place, _player: None)


@pytest.fixture
def crowd() -> list[Player]:
    return [Player.objects.create_user(f"Guest{n}") for n in range(8)]


@pytest.fixture
def playing(crowd: list[Player]) -> Room:
    """A match of five; three more watch."""
    room = open_room(crowd[0], "king_lui")
    Room.objects.update(draw_seats=False)
    for player in crowd[:5]:
        sit(room, player)
    start(room, crowd[0])
    room.refresh_from_db()
    return room


def amend(room: Room, seat: int, kind: str) -> bool:
    assert room.match is not None
    return amending.amend(room.match, lambda _live: Change(kind, seat, fold.now()))


def names(room: Room) -> list[str]:
    assert room.match is not None
    return matches.read(room.match.pk).names


def test_all_who_abort_at_once_have_agreed(playing: Room, crowd: list[Player], at_once: AtOnce) -> None:
    outcomes = at_once(*[lambda player=player: votes.ask_abort(playing, player) for player in crowd[:5]])
    assert outcomes == [None] * 5
    assert Match.objects.get().status == Match.Status.ABORTED
    assert [entry.kind for entry in Entry.objects.all()] == ["aborted"]
    assert texts(playing).count("The match is aborted.") == 1


def test_of_an_agreement_and_a_refusal_at_once_the_refusal_counts(
    playing: Room, crowd: list[Player], at_once: AtOnce
) -> None:
    votes.ask_abort(playing, crowd[0])
    for player in crowd[1:3]:
        votes.accept(playing, player)
    agreed, refused = at_once(lambda: votes.accept(playing, crowd[3]), lambda: votes.refuse(playing, crowd[4]))
    assert (agreed in (None, "not_allowed_now"), refused) == (True, None)
    assert Match.objects.get().status == Match.Status.PLAYING
    assert not Vote.objects.exists()


def test_of_several_who_ask_for_a_seat_at_once_one_is_voted_on(
    playing: Room, crowd: list[Player], at_once: AtOnce
) -> None:
    amend(playing, 4, fold.ABSENT)
    outcomes = at_once(*[lambda player=player: sit(playing, player, 4) for player in crowd[5:]])
    assert sorted(outcomes, key=str) == [None, "not_allowed_now", "not_allowed_now"]
    assert Vote.objects.count() == 1


def test_of_several_who_take_an_empty_tables_seat_at_once_one_has_it(
    playing: Room, crowd: list[Player], at_once: AtOnce, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seat in range(5):
        amend(playing, seat, fold.ABSENT)
    outcomes = at_once(*[lambda player=player: sit(playing, player, 4) for player in crowd[5:]])
    assert sorted(outcomes, key=str) == [4, "not_allowed_now", "not_allowed_now"]
    [newcomer] = [player.name for player, got in zip(crowd[5:], outcomes, strict=True) if got == 4]
    assert names(playing)[4] == newcomer
    assert playing.seats.get(seat=4).player.name == newcomer  # type: ignore[union-attr]


@pytest.mark.parametrize("attempt", range(4))
def test_the_last_agreement_against_the_player_coming_back(
    playing: Room, crowd: list[Player], at_once: AtOnce, attempt: int
) -> None:
    amend(playing, 4, fold.ABSENT)
    sit(playing, crowd[5], 4)
    for player in crowd[:3]:
        votes.accept(playing, player)
    agreed, _back = at_once(lambda: votes.accept(playing, crowd[3]), lambda: amend(playing, 4, fold.BACK))
    assert agreed is None
    kinds = [entry.kind for entry in Entry.objects.order_by("version")]
    given = "replaced" in kinds
    assert kinds in (
        ["absent", "back"],
        ["absent", "replaced", "back"],
    )  # a late "back" changes nothing for the new one
    assert names(playing)[4] == (crowd[5] if given else crowd[4]).name
    assert playing.seats.get(seat=4).player == (crowd[5] if given else crowd[4])
    assert not Vote.objects.exists()


def test_a_vote_whose_time_is_out_ends_once(playing: Room, crowd: list[Player], at_once: AtOnce) -> None:
    votes.ask_abort(playing, crowd[0])
    Vote.objects.update(until=timezone.now() - dt.timedelta(seconds=1))
    assert at_once(*[votes.settle_all] * 8) == [None] * 8
    assert texts(playing).count("Not all have agreed in time: nothing changes.") == 1


def test_two_votes_in_two_rooms_do_not_mix(playing: Room, crowd: list[Player], at_once: AtOnce) -> None:
    other = open_room(crowd[5], "king_lui")
    for player in (crowd[5], crowd[6], crowd[0]):
        sit(other, player)
    start(other, crowd[5])
    at_once(lambda: votes.ask_abort(playing, crowd[0]), lambda: votes.ask_abort(other, crowd[0]))
    at_once(*[lambda player=player: votes.accept(other, player) for player in crowd[5:7]])
    other.refresh_from_db()
    assert other.match is not None
    assert other.match.status == Match.Status.ABORTED
    assert Vote.objects.get().room == playing


def test_leaving_and_agreeing_at_once_aborts(playing: Room, crowd: list[Player], at_once: AtOnce) -> None:
    votes.ask_abort(playing, crowd[0])
    for player in crowd[1:3]:
        votes.accept(playing, player)
    at_once(lambda: votes.accept(playing, crowd[3]), lambda: leave(playing, crowd[4]))
    assert Match.objects.get().status == Match.Status.ABORTED
