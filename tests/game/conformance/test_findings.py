"""A finding says which rule, where and what, and can be played again by itself."""

from __future__ import annotations

from tafelrunde.game.testing import Limits, check_game

from .faulty import Endless, MissingValue, ShowsThePile
from .honest import Twelve


def test_a_finding_tells_where_and_shows_the_difference() -> None:
    (finding,) = check_game(ShowsThePile(), 10).findings
    told = str(finding)
    assert told.startswith("leak: the view of seat ")
    assert "seed 1, match 0, 2 seats, showing" in told
    assert '"next":' in finding.before
    assert finding.before != finding.after


def test_the_match_of_a_finding_can_be_played_alone() -> None:
    (finding,) = check_game(MissingValue(), 20).findings
    assert finding.where is not None
    alone = check_game(MissingValue(), 20, only=finding.where.match)
    assert alone.matches == 1
    assert alone.findings == [finding]


def test_another_seed_plays_other_matches() -> None:
    assert check_game(Twelve(), 5, 1).plies != check_game(Twelve(), 5, 4).plies


def test_a_run_ends_early_when_no_match_comes_through() -> None:
    report = check_game(Endless(), 100, limits=Limits(plies=20))
    assert report.matches < 10


def test_messages_without_a_translation_are_reported_and_held_against_nobody() -> None:
    report = check_game(Twelve(), 10, translated=lambda message: message != "{who} shows {card}")
    assert report.untranslated == ("{who} shows {card}",)
    report.raise_if_bad()


def test_all_seat_counts_and_values_of_options_are_played() -> None:
    seen = set()

    class Noting(Twelve):
        def setup(self, seats, options, chance):  # type: ignore[no-untyped-def]
            seen.add((seats, options))
            return super().setup(seats, options, chance)

    check_game(Noting(), 12)
    assert len(seen) == 2 * 2 * 3
    seen.clear()
    check_game(Noting(), 7)
    assert {seats for seats, _ in seen} == {2, 3}
    assert {options.hand for _, options in seen} == {2, 3, 4}
    assert {options.showing for _, options in seen} == {True, False}
