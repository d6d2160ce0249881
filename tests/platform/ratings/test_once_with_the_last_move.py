"""A match is rated once, in the transaction that ends it, in one order for all processes; its end is never lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import DataError, OperationalError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from tafelrunde.accounts.models import Player
from tafelrunde.matches import log as match_log
from tafelrunde.matches.log import Outcome
from tafelrunde.matches.models import Entry, Match
from tafelrunde.ratings import apply
from tafelrunde.ratings.apply import rate_match
from tafelrunde.ratings.models import RatedMatch, Rating, RatingChange
from tafelrunde.ratings.rating import NEWCOMER, rate
from tests.platform.ratings.table import begin, stored, to_the_end, won_by

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*deeds: Callable[[], Any]) -> list[Any]:
    """In threads with connections of their own, as in processes of their own."""
    together = threading.Barrier(len(deeds))

    def one(deed: Callable[[], Any]) -> Any:
        try:
            together.wait(30)
            return deed()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(one, deeds))


def test_the_ratings_are_there_with_the_last_move_and_not_before(people: list[Player]) -> None:
    match = begin(people[:3])
    *moves, last = to_the_end(match)
    match_log.commit(moves)
    assert not RatedMatch.objects.exists()
    match_log.commit([last])
    assert list(RatedMatch.objects.values_list("sequence", "match")) == [(1, match.pk)]
    assert Rating.objects.count() == RatingChange.objects.count() == 3


def test_whoever_dies_in_the_last_transaction_has_done_neither(people: list[Player]) -> None:
    match = begin(people[:3])
    appends = to_the_end(match)

    def killed() -> None:
        with transaction.atomic():
            match_log.commit(appends)
            assert RatedMatch.objects.exists()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        killed()
    assert stored() == [[], [], [], []]
    assert not Entry.objects.exists()
    match_log.commit(appends)
    assert RatedMatch.objects.get().sequence == 1


def test_moves_that_end_nothing_ask_the_ratings_nothing(people: list[Player]) -> None:
    match = begin(people[:3])
    first, *_others, last = to_the_end(match)
    assert first.standings is None
    assert last.standings is not None
    with CaptureQueriesContext(connection) as asked:
        match_log.commit([first])
    assert not [query for query in asked.captured_queries if "rating" in query["sql"]]


def test_a_match_is_rated_once(people: list[Player]) -> None:
    match = begin(people[:3])
    appends = to_the_end(match)
    match_log.commit(appends)
    before, standings = stored(), appends[-1].standings
    assert standings is not None
    assert rate_match(match.pk, standings) is False
    assert match_log._write(appends[-1:]) == [Outcome.LATE]
    assert stored() == before


def test_an_end_that_two_processes_write_is_rated_once(people: list[Player]) -> None:
    match = begin(people[:3])
    *moves, last = to_the_end(match)
    match_log.commit(moves)
    outcomes = at_once(*[lambda: match_log._write([last])] * 3)
    assert sorted(outcome.value for [outcome] in outcomes) == ["committed", "late", "late"]
    assert list(Rating.objects.values_list("matches", flat=True)) == [1, 1, 1]


def test_matches_of_one_player_that_end_at_once_give_the_right_sum(people: list[Player]) -> None:
    ann, others = people[0], [Player.objects.create_user(f"Other{n}") for n in range(12)]
    pairs = [[ann, *others[n : n + 2]] for n in range(0, 12, 2)]
    begun = [begin(pair) for pair in pairs]
    assert at_once(*[lambda match=match, seat=n % 3: bool(won_by(match, seat)) for n, match in enumerate(begun)])
    in_order = list(RatedMatch.objects.order_by("sequence").values_list("sequence", "match"))
    assert [sequence for sequence, _match in in_order] == [1, 2, 3, 4, 5, 6]
    record = NEWCOMER
    for _sequence, match in in_order:
        n = [each.pk for each in begun].index(match)
        places = {player.pk: 1 if seat == n % 3 else 2 for seat, player in enumerate(pairs[n])}
        record = rate({ann.pk: record}, places)[ann.pk]
    assert Rating.objects.get(player=ann).record == record
    assert record.matches == 6


def test_matches_that_end_in_batches_at_once_do_not_wait_for_each_other_forever(people: list[Player]) -> None:
    batches = [[begin(people[:3]), begin(people[1:])] for _batch in range(4)]
    appends = [[entry for match in batch for entry in to_the_end(match)] for batch in batches]
    outcomes = at_once(*[lambda batch=batch: match_log._write(batch) for batch in appends])
    assert {outcome for written in outcomes for outcome in written} == {Outcome.COMMITTED}
    assert list(RatedMatch.objects.order_by("sequence").values_list("sequence", flat=True)) == list(range(1, 9))
    assert Rating.objects.get(player=people[1]).matches == 8


@pytest.mark.parametrize("bug", [ZeroDivisionError("a bug"), DataError("a bug")], ids=["python", "database"])
def test_a_rating_that_fails_does_not_lose_the_end(
    people: list[Player], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, bug: Exception
) -> None:
    failing, fine = begin(people[:3]), begin(people[:3])
    really = apply.save
    failed: list[str] = []

    def save(game: str, records: Any, season: str = "") -> None:
        really(game, records, season)
        if not failed:
            failed.append(game)
            raise bug

    monkeypatch.setattr(apply, "save", save)
    assert set(match_log._write([*to_the_end(failing), *to_the_end(fine)])) == {Outcome.COMMITTED}
    assert set(Match.objects.values_list("status", flat=True)) == {Match.Status.OVER}
    assert list(RatedMatch.objects.values_list("sequence", "match")) == [(1, fine.pk)]
    assert set(Rating.objects.values_list("matches", flat=True)) == {1}
    assert f"match {failing.pk} has ended and could not be rated" in caplog.text


def test_a_connection_lost_while_rating_is_no_bug_in_rating(
    people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    appends = to_the_end(begin(people[:3]))

    def lost(*_anything: Any) -> None:
        raise OperationalError("the connection was lost")

    with monkeypatch.context() as patch:
        patch.setattr(apply, "save", lost)
        patch.setattr(connection, "_savepoint_rollback", lost)
        assert set(match_log._write(appends)) == {Outcome.UNSAVED}
    assert not Entry.objects.exists()
    assert set(match_log._write(appends)) == {Outcome.COMMITTED}
    assert RatedMatch.objects.count() == 1
