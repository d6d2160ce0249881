"""docs/operate.md is complete: every setting, every figure, every file of deploy/, every field of the log."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import httpx

from tests.serving import ROOT, Served

TEXT: Final = (ROOT / "docs" / "operate.md").read_text("utf-8")
README: Final = (ROOT / "README.md").read_text("utf-8")
SETTINGS: Final = (ROOT / "platform" / "tafelrunde" / "settings.py").read_text("utf-8")


def section(heading: str) -> str:
    """What stands below it."""
    return TEXT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def first_cells(text: str) -> set[str]:
    """The names in the first column of its tables."""
    rows = re.findall(r"^\| (`[^|]+?) \|", text, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}


def read_by_the_settings() -> set[str]:
    """The variables that settings.py reads, and the data folder's."""
    return {*re.findall(r"""\benv\.\w+\(\s*"([A-Z_]+)\"""", SETTINGS), "TAFELRUNDE_HOME"}


def test_every_setting_is_in_the_table_and_no_other() -> None:
    assert first_cells(section("Settings")) == read_by_the_settings()


def test_the_settings_themselves_say_no_others() -> None:
    said = set(re.findall(r"``([A-Z_]{4,})(?:=1)?``", SETTINGS.partition('"""')[2].partition('"""')[0]))
    assert said <= read_by_the_settings()


def test_every_figure_is_told(server: Served) -> None:
    figures = re.findall(r"^# TYPE (tafelrunde_\w+)", httpx.get(f"{server.url}/metrics").text, re.MULTILINE)
    told = set(re.findall(r"`(tafelrunde_\w+)", section("Monitoring")))
    assert set(figures) - told == set()
    assert {name for name in told if not any(name.startswith(figure) for figure in figures)} == set()


def test_every_file_of_deploy_is_there_and_told() -> None:
    files = {path.name for path in Path(ROOT, "deploy").iterdir()}
    told = section("Install")
    assert {name for name in files if name not in told and not name.startswith("tafelrunde-backup.")} == {"Dockerfile"}


def test_the_readme_leads_here() -> None:
    assert "docs/operate.md" in README
