"""``manage.py checkgame``: what it prints and how it exits."""

from __future__ import annotations

import json
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tafelrunde import games
from tafelrunde.game.testing import replay
from tests.game.conformance.faulty import ShowsThePile
from tests.game.conformance.honest import Twelve


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A good game and one that leaks, and no others."""
    plugins = {
        slug: games.Plugin(game, {game.ruleset: game}, "tests")
        for slug, game in (("twelve", Twelve()), ("leaky", ShowsThePile()))
    }
    monkeypatch.setattr(games, "registry", lambda: games.Registry(plugins))


pytestmark = pytest.mark.usefixtures("installed")


def run(*args: str) -> str:
    out = StringIO()
    call_command("checkgame", *args, stdout=out)
    return out.getvalue()


def test_a_good_game_is_one_friendly_line() -> None:
    first = run("twelve", "--matches", "6", "--seed", "3").splitlines()[0]
    assert first.startswith("twelve: 6 matches with seed 3")
    assert first.endswith("nothing to complain about.")


def test_findings_are_told_and_exit_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    out = StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("checkgame", "leaky", "--matches", "3", stdout=out)
    assert stopped.value.code == 1
    assert "leak: the view of" in out.getvalue()


def test_an_unknown_game_is_one_line_and_exits_with_2() -> None:
    with pytest.raises(CommandError, match=r"^chess is not installed; installed: twelve, leaky$") as refused:
        run("chess")
    assert refused.value.returncode == 2


def test_a_game_that_cannot_be_loaded_is_told_with_what_it_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = games.Registry({}, {"chess": ImportError("no module named board")})
    monkeypatch.setattr(games, "registry", lambda: broken)
    with pytest.raises(
        CommandError, match=r"^chess is installed, and it cannot be loaded: ImportError: no module named"
    ):
        run("chess")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a package that offers a game, and is not installed."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    entry = '[project.entry-points."tafelrunde.games"]\nfoldered_twelve = "foldered_twelve:GAME"\n'
    (tmp_path / "pyproject.toml").write_text(entry)
    module = "from tests.game.conformance.honest import Twelve\nGAME = Twelve()\n"
    (tmp_path / "foldered_twelve.py").write_text(module)
    return tmp_path


def test_a_game_is_checked_before_it_is_installed(package: Path) -> None:
    assert run(str(package), "--matches", "2").startswith("twelve: 2 matches with seed 1")


def test_a_folder_whose_game_has_the_slug_of_another_is_told_so(package: Path) -> None:
    (package / "foldered_twelve.py").write_text(
        "from tests.game.conformance import honest\nclass Mine(honest.Twelve): __module__ = 'mine'\nGAME = Mine()\n"
    )
    sys.modules.pop("foldered_twelve", None)
    with pytest.raises(CommandError, match="has the slug twelve, and so has the one of the package tests") as refused:
        run(str(package))
    assert refused.value.returncode == 2


@pytest.mark.parametrize("code", ["raise SystemExit", "raise RuntimeError", "def"])
def test_a_module_that_ends_or_fails_is_told(package: Path, code: str) -> None:
    (package / "foldered_twelve.py").write_text(code)
    sys.modules.pop("foldered_twelve", None)
    with pytest.raises(CommandError, match="cannot be loaded") as refused:
        run(str(package))
    assert refused.value.returncode == 2


def test_a_recording_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be written") as refused:
        run("twelve", "--record", str(tmp_path / "nowhere" / "twelve.json"))
    assert refused.value.returncode == 2


def test_a_folder_that_offers_no_game_is_told_so(package: Path) -> None:
    (package / "pyproject.toml").write_text("[project]\n")
    with pytest.raises(CommandError, match="has no entry point") as refused:
        run(str(package))
    assert refused.value.returncode == 2


def test_one_match_can_be_played_alone() -> None:
    assert run("twelve", "--matches", "4", "--match", "3").startswith("twelve: 1 matches with seed 1")


@pytest.mark.parametrize("args", [("--matches", "0"), ("--match", "4"), ("--match", "-1")])
def test_no_match_at_all_is_refused_with_2(args: tuple[str, str]) -> None:
    with pytest.raises(CommandError) as refused:
        run("twelve", "--matches", "4", *args)
    assert refused.value.returncode == 2


def test_a_match_is_recorded_for_replaying(tmp_path: Path) -> None:
    path = tmp_path / "twelve-3.json"
    assert "moves" in run("twelve", "--record", str(path), "--seats", "3", "--option", "hand=2", "--seed", "9")
    recording = json.loads(path.read_text())
    assert (recording["seats"], recording["options"]["hand"]) == (3, 2)
    replay(Twelve(), recording).raise_if_bad()


@pytest.mark.parametrize("args", [("--seats", "9"), ("--option", "hand=9"), ("--option", "hand")])
def test_what_cannot_be_recorded_is_refused_with_2(args: tuple[str, str], tmp_path: Path) -> None:
    with pytest.raises(CommandError) as refused:
        run("twelve", "--record", str(tmp_path / "x.json"), *args)
    assert refused.value.returncode == 2
