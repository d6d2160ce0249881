"""For whom a match counts, and who ranks behind whom."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tafelrunde.accounts.models import Player
from tafelrunde.game import Result
from tafelrunde.matches import amending, log
from tafelrunde.matches import live as matches
from tafelrunde.matches.append import Append
from tafelrunde.matches.models import Match
from tafelrunde.matches.position import ABSENT, ADJUDICATED, NO_SEAT, Change, now
from tafelrunde.matches.standings import standings
from tafelrunde.ratings.models import RatedMatch, Rating
from tests.platform.ratings.table import begin, placed, play, won_by

pytestmark = pytest.mark.django_db


def absent(match: Match, seat: int) -> None:
    """A player has been gone for too long while to move."""
    live = matches.read(match.pk)
    change = Change(ABSENT, seat, now())
    position = live.after(change)
    log.commit([Append(match.pk, position.version, ABSENT, position.ply, seat, None, "", "", change.at, None)])


def test_the_members_of_a_rated_match_are_rated_as_they_did(people: list[Player]) -> None:
    match = play(begin(people[:3]))
    assert match.result is not None
    assert placed(match) == dict(zip(("Ann", "Bob", "Cleo"), match.result["ranks"], strict=True))
    assert set(Rating.objects.values_list("player__name", "game", "matches")) == {
        (name, "king_lui", 1) for name in ("Ann", "Bob", "Cleo")
    }


def test_bots_are_left_out(people: list[Player]) -> None:
    match = won_by(begin(people[:2], bots=2), 3, 1)
    assert placed(match) == {"Ann": 2, "Bob": 1}


def test_with_a_guest_a_match_counts_for_nobody(people: list[Player]) -> None:
    guest = Player.objects.create_user("Gast", guest=True)
    match = play(begin([*people[:3], guest]))
    assert not match.rated
    assert not RatedMatch.objects.exists()


def test_a_guest_who_becomes_a_member_on_the_way_changes_nothing(people: list[Player]) -> None:
    guest = Player.objects.create_user("Gast", guest=True)
    match = begin([*people[:2], guest])
    Player.objects.filter(pk=guest.pk).update(guest=False)
    won_by(match, 0)
    assert placed(match) == {}


def test_a_match_with_one_member_counts_for_nobody(people: list[Player]) -> None:
    play(begin(people[:1], bots=3))
    assert not RatedMatch.objects.exists()


def test_a_match_that_is_not_rated_counts_for_nobody(people: list[Player]) -> None:
    play(begin(people[:3], rated=False))
    assert not RatedMatch.objects.exists()


def test_an_aborted_match_counts_for_nobody(people: list[Player]) -> None:
    assert amending.abort(begin(people[:3]))
    assert not RatedMatch.objects.exists()


def test_who_left_ranks_behind_who_stayed(people: list[Player]) -> None:
    match = begin(people[:3])
    amending.leave_match(match, people[0])
    won_by(match, 0)
    assert placed(match) == {"Ann": 3, "Bob": 1, "Cleo": 1}


def test_who_is_absent_at_the_end_has_left(people: list[Player]) -> None:
    match = begin(people[:3])
    absent(match, 1)
    won_by(match, 1)
    assert placed(match) == {"Ann": 1, "Bob": 3, "Cleo": 1}


def test_who_came_back_has_stayed(people: list[Player]) -> None:
    match = begin(people[:3])
    absent(match, 1)
    amending.leave_match(match, people[0])
    amending.rejoin_match(match, people[1])
    amending.rejoin_match(match, people[0])
    won_by(match, 1)
    assert placed(match) == {"Ann": 2, "Bob": 1, "Cleo": 2}


def test_those_who_left_rank_as_their_seats_did(people: list[Player]) -> None:
    match = begin(people)
    amending.leave_match(match, people[3])
    amending.leave_match(match, people[0])
    won_by(match, 0, 1)
    assert placed(match) == {"Ann": 3, "Bob": 1, "Cleo": 2, "Dora": 4}


def test_who_was_replaced_ranks_behind_and_who_came_for_them_is_not_rated(people: list[Player]) -> None:
    match = begin(people[:3])
    amending.leave_match(match, people[0])
    assert amending.replace_player(match, 0, people[3])
    won_by(match, 0)
    assert placed(match) == {"Ann": 3, "Bob": 1, "Cleo": 1}


def test_a_guest_who_takes_over_a_seat_spoils_nothing(people: list[Player]) -> None:
    match = begin(people[:3])
    amending.leave_match(match, people[0])
    assert amending.replace_player(match, 0, Player.objects.create_user("Gast", guest=True))
    won_by(match, 1)
    assert placed(match) == {"Ann": 3, "Bob": 1, "Cleo": 2}


def test_a_result_that_is_none_costs_nobody_the_end(people: list[Player], caplog: pytest.LogCaptureFixture) -> None:
    live = matches.read(begin(people[:3]).pk)
    ended = replace(live.position, result=Result((1, 2), (2, 1), (1,)))
    assert standings(live, ended, Change(ADJUDICATED, NO_SEAT, now())) is None
    assert "its result gives no places" in caplog.text


def test_a_real_match_with_somebody_who_left(people: list[Player]) -> None:
    match = begin(people[:2])
    amending.leave_match(match, people[1])
    play(match)
    assert placed(match) == {"Ann": 1, "Bob": 2}
