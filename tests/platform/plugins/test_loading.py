"""How a package offers the rulesets of its game, and what cannot be loaded."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps

from tafelrunde import games
from tafelrunde.game import Line
from tests.platform.plugins import matchsticks
from tests.platform.plugins.matchsticks import RULESETS
from tests.serving import ROOT


def load() -> games.Plugin:
    return games._load(EntryPoint("sticks", "tests.platform.plugins.matchsticks:GAME", games.GROUP))


def test_the_first_of_several_rulesets_is_for_new_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matchsticks, "GAME", [RULESETS["2"], RULESETS["1"]])
    plugin = load()
    assert plugin.current is RULESETS["2"]
    assert plugin.rulesets == {"2": RULESETS["2"], "1": RULESETS["1"]}


def test_one_game_is_a_plugin_with_one_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matchsticks, "GAME", RULESETS["1"])
    assert load().rulesets == {"1": RULESETS["1"]}


def test_a_ruleset_cannot_be_there_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matchsticks, "GAME", [RULESETS["1"], matchsticks.Sticks()])
    with pytest.raises(ValueError, match="same ruleset twice"):
        load()


def fails(*_asked: Any) -> Any:
    raise LookupError("the queen of spades")


@dataclasses.dataclass(frozen=True)
class Plain:
    most: int = 3


@pytest.mark.parametrize(
    ("name", "declared", "said"),
    [
        ("slug", "matches/sticks", "slug"),
        ("slug", "s" * 41, "slug"),
        ("slug", None, "slug"),
        ("name", "Matchsticks", "name"),
        ("name", Line(""), "name"),
        ("seats", (2, 3), "seats"),
        ("seats", range(0), "seats"),
        ("ruleset", 1, "ruleset"),
        ("ruleset", "1" * 41, "ruleset"),
        ("hidden", "no", "hidden"),
        ("Options", dict, "Options"),
        ("Options", Plain, "most"),
        ("bots", lambda _game: (), "bot"),
        ("bots", lambda _game: ("novice",), "novice"),
        ("bots", fails, "queen"),
        ("verbs", fails, "queen"),
        ("verbs", lambda _game: (1,), "verb"),
    ],
)
def test_what_lists_and_pages_could_not_show_is_not_loaded(
    name: str, declared: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matchsticks, "GAME", type("Odd", (matchsticks.Sticks,), {name: declared})())
    with pytest.raises((ValueError, LookupError), match=said):
        load()


def test_a_game_that_names_no_ruleset_is_not_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(matchsticks.Sticks, "ruleset")
    monkeypatch.setattr(matchsticks, "GAME", matchsticks.Sticks())
    with pytest.raises(ValueError, match="has no ruleset"):
        load()


def test_a_package_that_cannot_be_imported_or_has_a_name_of_the_site_keeps_no_house_from_being_served(
    tmp_path: Path,
) -> None:
    for package, code in {
        "admin": "",
        "goose_raises": "raise RuntimeError",
        "goose_ends": "raise SystemExit(3)",
    }.items():
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text(code)
    (tmp_path / "goose-1.0.dist-info").mkdir()
    (tmp_path / "goose-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: goose\nVersion: 1.0\n")
    (tmp_path / "goose-1.0.dist-info" / "entry_points.txt").write_text(
        "[tafelrunde.games]\n"
        "admin = admin:GAME\nends = goose_ends:GAME\ngone = goose_gone:GAME\n"
        "odd = no module\nraises = goose_raises:GAME\n"
    )
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    code = "from tafelrunde import games; print(*games.registry().failed); print(*games.installed())"
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    failed, installed = done.stdout.splitlines()[-2:]
    assert set(failed.split()) >= {"admin", "ends", "gone", "odd", "raises"}
    assert "king_lui" in installed.split()


def test_the_names_that_no_package_can_have_are_those_of_the_parts_of_the_site() -> None:
    assert {app.label for app in apps.get_app_configs() if app.name not in games.packages()} == games.TAKEN
