"""``manage.py startgame``: a package of its own that keeps every promise, and clear words where there can be none."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tafelrunde import games
from tafelrunde.game.testing import check_game
from tests.serving import ROOT


@pytest.fixture(autouse=True)
def _path() -> Iterator[None]:
    """What a test imports of a new game is forgotten."""
    before = [*sys.path]
    yield
    sys.path[:] = before
    for module in [module for module in sys.modules if module.startswith("goose_")]:
        del sys.modules[module]


def run(name: str, folder: Path | str) -> str:
    out = StringIO()
    call_command("startgame", name, str(folder), stdout=out)
    return out.getvalue()


def test_a_game_is_written_and_keeps_every_promise(tmp_path: Path) -> None:
    told = run("Goose Fair", tmp_path / "goose fair")
    assert f"pip install -e '{tmp_path}/goose fair'" in told
    assert "tafelrunde checkgame goose_fair" in told
    game = games.in_folder(tmp_path / "goose fair")
    assert (game.slug, game.name.message, game.hidden) == ("goose_fair", "Goose Fair", True)
    check_game(game, 12).raise_if_bad()


def test_its_own_tests_pass_and_its_files_are_clean(tmp_path: Path) -> None:
    run("goose_market", tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "platform")}
    for command in (
        ["pytest", "-q", "-p", "no:cacheprovider", "tests/test_rules.py"],
        ["ruff", "check", "--no-cache", "--config", str(ROOT / "pyproject.toml"), "."],
        ["ruff", "format", "--no-cache", "--config", str(ROOT / "pyproject.toml"), "--check", "."],
        ["mypy", "--strict", "--config-file", os.devnull, "--cache-dir", os.devnull, "goose_market"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"


def test_the_name_is_put_everywhere(tmp_path: Path) -> None:
    run("goose_hill", tmp_path)
    texts = {path.relative_to(tmp_path): path.read_text() for path in tmp_path.rglob("*") if path.is_file()}
    assert Path("goose_hill/rules.py") in texts
    assert all("my_game" not in text and "My Game" not in text for text in texts.values())
    assert 'name = Line("Goose Hill")' in texts[Path("goose_hill/rules.py")]
    assert 'goose_hill = "goose_hill:GAME"' in texts[Path("pyproject.toml")]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "cannot be the name of a game: a letter in front"),
        ("7 geese", "a letter in front"),
        ("Gänse", r"letters \(a to z\)"),
        ("../geese", "cannot be the name of a game"),
        ("geese'); import os", "cannot be the name of a game"),
        ("g" * 41, "40 characters at most"),
        ("class", "class is a word of Python's own"),
        ("Random", "random is a word of Python's own"),
        ("django", "there is a package django already"),
        ("tests", "there is a package tests already"),
        ("Admin", "a part of Tafelrunde is called admin"),
        ("king_lui", "there is a package king_lui already"),
    ],
)
def test_a_name_that_will_not_do_is_refused_and_nothing_is_written(tmp_path: Path, name: str, words: str) -> None:
    with pytest.raises(CommandError, match=words) as refused:
        run(name, tmp_path / "new")
    assert refused.value.returncode == 2
    assert not (tmp_path / "new").exists()


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(CommandError, match="is there already: choose a folder that is not, or an empty one"):
        run("goose_fair", tmp_path)
    with pytest.raises(CommandError, match="is there already"):
        run("goose_fair", tmp_path / "letter.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(CommandError, match="cannot be written: Not a directory"):
        run("goose_fair", tmp_path / "letter.txt" / "below")


def test_a_folder_inside_of_the_checkout_is_refused() -> None:
    with pytest.raises(CommandError, match="is inside of Tafelrunde: a game is a package of its own"):
        run("goose_fair", ROOT / "games" / "goose_fair")
    assert not (ROOT / "games" / "goose_fair").exists()
