"""``manage.py scenario``: a line per file, a last line, the exit status."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tafelrunde import games
from tests.game.dice import DICE

GOOD = {"game": "dice", "seats": 2, "chance": [{"shuffle": ["b", "a", "b"]}], "steps": [{"expect": {"result": None}}]}
BAD = GOOD | {"steps": [{"expect": {"result": 1}}]}


@pytest.fixture(autouse=True)
def _only_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "installed", lambda: {"dice": DICE})


def run(*paths: Path) -> tuple[list[str], int]:
    out = StringIO()
    try:
        call_command("scenario", *map(str, paths), stdout=out)
    except SystemExit as stop:
        return out.getvalue().splitlines(), int(stop.code or 0)
    return out.getvalue().splitlines(), 0


def written(folder: Path, **files: object) -> Path:
    for name, content in files.items():
        (folder / f"{name}.json").write_text(json.dumps(content))
    return folder


def test_all_passed(tmp_path: Path) -> None:
    lines, status = run(written(tmp_path, one=GOOD, two=GOOD))
    assert lines == [f"{tmp_path}/one.json: ok", f"{tmp_path}/two.json: ok", "2 passed, 0 failed"]
    assert status == 0


def test_one_failed(tmp_path: Path) -> None:
    lines, status = run(written(tmp_path, one=GOOD, two=BAD))
    assert lines == [
        f"{tmp_path}/one.json: ok",
        f"{tmp_path}/two.json: step 0, result: expected 1, found null",
        "1 passed, 1 failed",
    ]
    assert status == 1


def test_a_game_that_is_not_installed_is_a_failure(tmp_path: Path) -> None:
    lines, status = run(written(tmp_path, one=GOOD | {"game": "chess"}))
    assert lines == [f"{tmp_path}/one.json: game: chess is not installed", "0 passed, 1 failed"]
    assert status == 1


@pytest.mark.parametrize(("name", "words"), [("none.json", "No such file"), ("text.json", "not JSON")])
def test_what_is_no_scenario_file_is_one_line_and_status_2(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "text.json").write_text("Once upon a time")
    with pytest.raises(CommandError, match=words) as refused:
        run(tmp_path / name)
    assert refused.value.returncode == 2
    assert "\n" not in str(refused.value)
