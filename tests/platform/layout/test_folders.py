"""`platform/` is a source folder and never a package: with that name it would hide the standard library's."""

from __future__ import annotations

import ast
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import ROOT

TEXTS = {".py", ".html", ".js", ".css", ".txt", ".svg"}
PLATFORM = sorted(path for path in (ROOT / "platform").rglob("*") if path.suffix in TEXTS)
INTERFACE = sorted((ROOT / "platform" / "tafelrunde" / "game").rglob("*.py"))
GAMES = sorted(path.parent.name for path in (ROOT / "games").glob("*/__init__.py"))


def test_the_folder_is_no_package() -> None:
    assert list((ROOT / "platform").glob("*.py")) == []
    assert list((ROOT / "games").glob("*.py")) == []


def test_platform_is_the_standard_librarys() -> None:
    assert Path(platform.__file__).parent == Path(subprocess.__file__).parent


@pytest.mark.parametrize("first", [".", "platform", "games"])
def test_platform_is_the_standard_librarys_wherever_python_begins(first: str) -> None:
    code = "import platform; print(platform.python_implementation())"
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, cwd=ROOT / first, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "CPython"


def test_the_platform_names_no_game() -> None:
    assert GAMES
    texts = {path: path.read_text("utf-8").lower() for path in PLATFORM}
    found = {
        f"{path.relative_to(ROOT)} names {game}"
        for path, text in texts.items()
        for game in GAMES
        if game in text or game.replace("_", " ") in text or game.replace("_", "-") in text
    }
    assert found == set()


@pytest.mark.parametrize("path", INTERFACE, ids=[path.name for path in INTERFACE])
def test_the_interface_imports_the_standard_library_only(path: Path) -> None:
    assert {name for name in imported(path) if name not in sys.stdlib_module_names} <= {"tafelrunde"}


def imported(path: Path) -> Iterator[str]:
    """The top-level names that a module imports, but for those of its own package."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.partition(".")[0]
