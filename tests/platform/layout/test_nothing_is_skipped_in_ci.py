"""In CI a skipped test is a failed one; elsewhere it is skipped."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving import ROOT

SKIPPING = """
import pytest

def test_needs_something():
    pytest.skip("it is not there")

@pytest.mark.xfail
def test_known_to_fail():
    assert False
"""


@pytest.mark.parametrize(
    ("ci", "code", "summary"), [("true", 1, "1 failed, 1 xfailed"), ("", 0, "1 skipped, 1 xfailed")]
)
def test_a_skip(tmp_path: Path, ci: str, code: int, summary: str) -> None:
    file = tmp_path / "test_skipping.py"
    file.write_text(SKIPPING)
    plain = ["-c", os.devnull, "--rootdir", str(tmp_path), "-p", "no:cacheprovider", "-p", "no:django"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plain, "-p", "tests.conftest", str(file)],
        cwd=ROOT,
        env={**os.environ, "CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, summary in done.stdout) == (code, True), done.stdout


def test_a_module_that_skips_itself(tmp_path: Path) -> None:
    file = tmp_path / "test_skipping.py"
    file.write_text("import pytest\npytest.importorskip('a_package_that_is_not_there')\n")
    plain = ["-c", os.devnull, "--rootdir", str(tmp_path), "-p", "no:cacheprovider", "-p", "no:django"]
    command = [sys.executable, "-m", "pytest", *plain, "-p", "tests.conftest", str(file)]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "CI": "true"}, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "in CI nothing may be skipped" in done.stdout
