"""The scenario runner: what passes, what fails, and in which words."""

import json
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.game.scenarios import (
    MismatchError,
    ScriptedChance,
    UnreadableError,
    find_scenarios,
    load_scenario,
    run_scenario,
)

from .dice import DICE

SHUFFLE = {"shuffle": ["b", "a", "b"]}
ROLLS = [{"roll": [6]}, {"roll": [1]}]
START = {"order": ["b", "a", "b"], "rolled": [], "you": 0, "rolling": True}


def scenario(*steps: Any, **changes: Any) -> dict[str, Any]:
    return {"game": "dice", "seats": 2, "options": {}, "chance": [SHUFFLE], "steps": list(steps)} | changes


def expect(**expected: Any) -> dict[str, Any]:
    return {"expect": expected}


def failure(scripted: Any) -> str:
    with pytest.raises(MismatchError) as failed:
        run_scenario(scripted, {"dice": DICE})
    assert "\n" not in str(failed.value)
    return str(failed.value)


def test_a_whole_playing_passes() -> None:
    steps = [
        expect(moves={"0": ["pass", "roll"], "1": []}, views={"0": START, "spectator": START | {"you": None}}),
        expect(result=None),
        {"seat": 1, "move": "roll", "refused": True},
        {"seat": 0, "move": "win", "refused": True},
        {"seat": 9, "move": "roll", "refused": True},
        {"seat": 0, "move": "roll"},
        {"seat": 1, "move": "roll", "refused": False},
        expect(result={"scores": [6, 1], "ranks": [1, 2], "winners": [0], "details": {}}),
    ]
    run_scenario(scenario(*steps, chance=[SHUFFLE, *ROLLS]), {"dice": DICE})


def test_options_and_chance_may_be_left_out() -> None:
    assert failure({"game": "dice", "seats": 2, "steps": []}) == (
        "setup, chance: expected nothing more, found a shuffle of 3"
    )


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        ({"views": {"0": START | {"rolling": False}}}, "views.0.rolling: expected false, found true"),
        ({"views": {"0": START | {"rolling": 1}}}, "views.0.rolling: expected 1, found true"),
        ({"views": {"0": START | {"order": ["b", "b", "a"]}}}, 'views.0.order.1: expected "b", found "a"'),
        ({"views": {"0": START | {"order": []}}}, 'views.0.order: expected [], found ["b", "a", "b"]'),
        ({"views": {"0": START | {"more": None}}}, "views.0.more: expected null, found nothing"),
        ({"views": {"0": {k: START[k] for k in START if k != "you"}}}, "views.0.you: expected nothing, found 0"),
        ({"views": {"2": START}}, 'views.2: expected one of 2 seats, found "2"'),
        ({"moves": {"0": ["roll", "pass"]}}, 'moves.0.0: expected "roll", found "pass"'),
        ({"moves": {"1": ["pass"]}}, 'moves.1: expected ["pass"], found []'),
        ({"result": {}}, "result: expected {}, found null"),
        ({"score": 1}, "expect.score: expected nothing, found this key"),
    ],
)
def test_a_difference_is_told_by_step_and_path(expected: dict[str, Any], words: str) -> None:
    assert failure(scenario(expect(result=None), expect(**expected))) == f"step 1, {words}"


def test_a_move_that_is_not_legal_fails() -> None:
    assert failure(scenario({"seat": 1, "move": "roll"})) == (
        'step 0, move: expected "roll", found seat 1\'s moves to be []'
    )


def test_a_refusal_that_does_not_happen_fails() -> None:
    assert failure(scenario({"seat": 0, "move": "roll", "refused": True})) == (
        'step 0, move: expected "roll" to be refused, found it among seat 0\'s moves'
    )


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        ([SHUFFLE], "step 0, chance: expected nothing more, found a roll of 1 dice with 6 sides"),
        ([SHUFFLE, SHUFFLE], f"step 0, chance: expected {json.dumps(SHUFFLE)}, found a roll of 1 dice with 6 sides"),
        ([SHUFFLE, {"roll": [1, 2]}], "step 0, chance: expected a roll of [1, 2], found a roll of 1 dice with 6 sides"),
        ([SHUFFLE, {"roll": [7]}], "step 0, chance: expected a roll of [7], found a roll of 1 dice with 6 sides"),
        ([{"roll": [1]}], 'setup, chance: expected {"roll": [1]}, found a shuffle of 3'),
        ([{"shuffle": ["a", "b"]}], 'setup, chance: expected a shuffle of ["a", "b"], found one of 3 items'),
        (
            [{"shuffle": ["a", "a", "b"]}],
            'setup, chance: expected "a" in a shuffle, found that it holds no more of it',
        ),
        ([SHUFFLE, *ROLLS], "chance: expected every outcome to be asked for, found 1 left over"),
    ],
)
def test_chance_that_does_not_fit_fails(chance: list[Any], words: str) -> None:
    assert failure(scenario({"seat": 0, "move": "roll"}, chance=chance)) == words


def test_a_game_that_is_not_installed_fails() -> None:
    assert failure(scenario(game="chess")) == "game: chess is not installed"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seats": 4}, "setup, seats: expected 2 to 3, found 4"),
        ({"seats": "2"}, 'setup, seats: expected 2 to 3, found "2"'),
        ({"options": {"dice": 9}}, "setup, options: dice: one of 1, 2"),
        ({"options": {"cards": 1}}, "setup, options: cards is no option; options: dice"),
        ({"chance": None}, "chance: expected a list, found null"),
        ({"steps": {}}, "steps: expected a list, found {}"),
        ({"game": ["dice"]}, "game: ['dice'] is not installed"),
        ({"step": []}, "step: expected nothing, found this key"),
        ({"steps": [3]}, "step 0, file: expected an object, found 3"),
        ({"steps": [{"seat": 0}]}, "step 0, move: expected, found nothing"),
    ],
)
def test_a_scenario_that_is_written_wrongly_fails(changes: dict[str, Any], words: str) -> None:
    assert failure(scenario(**changes)) == words


def test_a_game_that_raises_fails() -> None:
    assert failure(scenario(chance=[{"shuffle": [["a"], "a", "b"]}])).startswith("setup, chance: expected")


def test_scripted_chance_picks_and_never_draws_numbers() -> None:
    chance = ScriptedChance([{"pick": "b"}, {"pick": "z"}])
    assert chance.pick(["a", "b"]) == "b"
    with pytest.raises(MismatchError):
        chance.pick(["a", "b"])
    with pytest.raises(MismatchError):
        chance.below(3)


def test_folders_are_searched_in_order(tmp_path: Path) -> None:
    (tmp_path / "deeper").mkdir()
    for name in ("b.json", "a.json", "deeper/c.json", "notes.txt"):
        (tmp_path / name).write_text("{}")
    found = find_scenarios([tmp_path, tmp_path / "a.json"])
    assert [path.name for path in found] == ["a.json", "b.json", "c.json", "a.json"]


def test_a_folder_without_scenarios_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="no scenario files"):
        find_scenarios([tmp_path])


def test_what_is_missing_or_no_json_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="No such file"):
        load_scenario(tmp_path / "none.json")
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(UnreadableError, match="not JSON"):
        load_scenario(tmp_path / "bad.json")
