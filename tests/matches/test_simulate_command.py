"""``manage.py simulate``: wins, mean scores and speed, and clear words for what it cannot do."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tafelrunde import games
from tests.game.dice import DICE


@pytest.fixture(autouse=True)
def _only_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "installed", lambda: {"dice": DICE})
    monkeypatch.setattr(games, "find", {"dice": DICE}.get)


def run(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("simulate", *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_wins_mean_scores_and_speed_are_printed() -> None:
    lines = run("dice", "--seats", "3", "--games", "12", "--bots", "passive,passive,passive", "--seed", "1")
    assert lines[:3] == ["passive  wins 4.0 (33.3%)  mean score 0.0"] * 3
    assert lines[3].startswith("12 matches, 36 moves, ")
    assert lines[3].endswith(" moves/s")


def test_the_same_seed_prints_the_same_wins() -> None:
    arguments = ("dice", "--games", "20", "--bots", "anymove,anymove", "--seed", "7")
    assert run(*arguments)[:-1] == run(*arguments)[:-1]


def test_without_bots_the_games_first_one_takes_every_seat() -> None:
    assert [line.split()[0] for line in run("dice", "--games", "2")] == ["anymove", "anymove", "2"]


def test_options_are_read() -> None:
    assert run("dice", "--games", "2", "--option", "dice=2")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "chess is not installed; installed: dice"),
        (
            ["dice", "--bots", "anymove,deepblue"],
            "--bots: dice has no bot 'deepblue', but anymove, passive, cheat, sage",
        ),
        (["dice", "--seats", "3", "--bots", "anymove,passive"], "--bots: expected 3 bots for 3 seats, found 2"),
        (["dice", "--seats", "9"], "--seats: dice is for 2 to 3, not 9"),
        (["dice", "--bots", "anymove"], "--seats: dice is for 2 to 3, not 1"),
        (["dice", "--games", "0"], "--games: expected at least 1, found 0"),
        (["dice", "--option", "dice=7"], "--option: dice: one of 1, 2"),
        (["dice", "--option", "dice"], "--option: expected NAME=VALUE, found 'dice'"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError) as refused:
        run(*arguments)
    assert (str(refused.value), refused.value.returncode) == (words, 2)
