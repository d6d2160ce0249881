"""The wheel holds what an installation needs: pages, pictures, migrations, commands, entry points."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.serving import ROOT

SOURCES = ("platform", "games", "templates", "pyproject.toml", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """Built from a copy, so that nothing of a build stays in the checkout."""
    folder = tmp_path_factory.mktemp("build")
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            shutil.copy(source, folder / name)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    subprocess.run(build, cwd=folder, check=True, capture_output=True)
    (built,) = (folder / "dist").glob("*.whl")
    return zipfile.ZipFile(built)


def test_it_holds_every_file_of_platform_and_games(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    for root in ("platform", "games"):
        assert files_below(ROOT / root) <= names


def test_it_holds_the_sites_pages_where_the_settings_look(wheel: zipfile.ZipFile) -> None:
    assert {f"tafelrunde/_templates/{name}" for name in files_below(ROOT / "templates")} <= set(wheel.namelist())


def test_it_shadows_nothing(wheel: zipfile.ZipFile) -> None:
    tops = {name.partition("/")[0] for name in wheel.namelist()}
    games = {path.parent.name for path in (ROOT / "games").glob("*/__init__.py")}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"tafelrunde", *games}


def test_it_offers_the_games_and_the_command(wheel: zipfile.ZipFile) -> None:
    (name,) = (name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    entries = ConfigParser()
    entries.read_string(wheel.read(name).decode())
    assert entries["tafelrunde.games"]["king_lui"] == "king_lui:GAME"
    assert entries["console_scripts"]["tafelrunde"] == "tafelrunde.command_line:main"


def files_below(folder: Path) -> set[str]:
    """All files there by their path from it."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)) for path in paths if "__pycache__" not in path.parts}
