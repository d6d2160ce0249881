"""Scores over time: what each would have had by the final rules, as lines and as a table."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client

from tafelrunde.accounts.models import Player
from tafelrunde.rooms.chart import BOTTOM, HEIGHT, TOP, chart
from tests.platform.replay.playing import Play


def test_points_are_those_of_the_final_rules_at_each_ply(play: Play) -> None:
    play.moves()
    for position in play.positions:
        state, points = position.state, []
        for seat in range(3):
            own = [n + state.fetched[seat].count(dish) for dish, n in enumerate(state.taken[seat])]
            points.append(sum(n * king for n, king in zip(own, state.king, strict=True) if n <= king))
        assert list(play.game.open_scores(state) or ()) == points
    assert play.position.result is not None
    assert list(play.game.open_scores(play.position.state) or ()) == list(play.position.result.scores)


def test_the_lines_run_through_the_scores(play: Play, browse: Callable[[Player | None], Client]) -> None:
    play.moves()
    page = browse(None).get(f"/matches/{play.match.pk}/?end=shown")
    drawn = page.context["chart"]
    top = max(int(mark.text) for mark in drawn.heights)
    for seat, curve in enumerate(drawn.curves):
        points = [tuple(map(float, point.split(","))) for point in curve.points.split()]
        assert len(points) == len(play.positions)
        for ply, (x, y) in enumerate(points):
            assert x == drawn.x(ply)
            score = (play.game.open_scores(play.positions[ply].state) or ())[seat]
            assert abs((HEIGHT - BOTTOM - y) / (HEIGHT - TOP - BOTTOM) * top - score) < 0.1
    assert len({(curve.kind, curve.dash) for curve in drawn.curves}) == 3
    html = page.content.decode()
    assert all(f">{curve.last}</b>" in html for curve in drawn.curves)


def test_the_table_has_the_scores_at_the_end_of_each_round(
    play: Play, browse: Callable[[Player | None], Client]
) -> None:
    play.moves()
    table = browse(None).get(f"/matches/{play.match.pk}/?end=shown").context["chart"].table
    rounds = [position.state.round for position in play.positions]
    ends = [rounds.index(n) for n in range(2, rounds[-1] + 1)] + [len(rounds) - 1]
    assert [text for text, _row in table] == [f"round {n}" for n in range(1, rounds[-1] + 1)]
    assert [list(row) for _text, row in table] == [
        list(play.game.open_scores(play.positions[end].state) or ()) for end in ends
    ]


def test_where_scores_are_not_known_there_is_no_chart() -> None:
    assert chart([], ["Ann"], [(0, "")], 5) is None
    assert chart([(3, [1])], ["Ann"], [(0, "")], 5) is None


def test_scores_below_zero_and_without_rounds_are_drawn() -> None:
    drawn = chart([(0, [0, 0]), (1, [-30, 20]), (2, [-10, 140])], ["Ann", "Bob"], [(0, "")], 2)
    assert drawn is not None
    assert [mark.text for mark in drawn.heights] == ["-50", "0", "50", "100", "150"]
    assert drawn.table == [("0", [0, 0]), ("1", [-30, 20]), ("2", [-10, 140])]
