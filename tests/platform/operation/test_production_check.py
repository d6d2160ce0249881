"""A production configuration as docs/operate.md has it gives Django nothing to warn of."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.serving import PATHS, ROOT

PRODUCTION = {
    "ORIGINS": "https://play.example.org",
    "TRUSTED_PROXIES": "1",
    "DATABASE_URL": "postgres://tafelrunde@localhost/tafelrunde",
    "REDIS_URL": "redis://localhost:6379/0",
    "LOG_FORMAT": "json",
}


def check(home: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    known = {"PATH": os.environ["PATH"], "TAFELRUNDE_HOME": str(home), **PATHS, **environment}
    command = [
        sys.executable,
        "-W",
        "error::RuntimeWarning",
        "manage.py",
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
    ]
    return subprocess.run(command, cwd=ROOT, env=known, capture_output=True, text=True, check=False)


def test_there_is_nothing_to_warn_of(tmp_path: Path) -> None:
    done = check(tmp_path, **PRODUCTION)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stdout + done.stderr


def test_it_would_say_so(tmp_path: Path) -> None:
    done = check(tmp_path, **{**PRODUCTION, "ORIGINS": "http://play.example.org", "DEBUG": "1"})
    assert done.returncode != 0
    assert "security.W018" in done.stderr
