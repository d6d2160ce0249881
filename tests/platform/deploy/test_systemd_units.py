"""systemd understands the units, and is told when a process is ready and when it ends."""

from __future__ import annotations

import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from tests.platform.deploy.programs import program
from tests.serving import ROOT, serving

pytestmark = pytest.mark.once
DEPLOY = ROOT / "deploy"
INSTALLED = "/opt/tafelrunde/venv/bin/tafelrunde"
UNITS = ["tafelrunde@.service", "tafelrunde.target", "tafelrunde-backup.service", "tafelrunde-backup.timer"]


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """A copy in which the program is one that is there."""
    there = tmp_path / "tafelrunde"
    there.write_text("#!/bin/sh\n")
    there.chmod(0o755)
    for name in UNITS:
        text = (DEPLOY / name).read_text()
        (tmp_path / name).write_text(text.replace(INSTALLED, str(there)))
    return tmp_path


@pytest.mark.parametrize("unit", ["tafelrunde@8001.service", *UNITS[1:]])
def test_they_verify(units: Path, unit: str) -> None:
    if "@8001" in unit:
        shutil.copy(units / UNITS[0], units / unit)
    verify = [program("systemd-analyze", "systemd"), "verify", "--man=no", str(units / unit)]
    done = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_there_are_no_others() -> None:
    found = {path.name for path in DEPLOY.iterdir() if path.suffix in {".service", ".target", ".timer"}}
    assert found == set(UNITS)


def test_it_says_when_it_is_ready_and_when_it_ends(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(60)
        with serving({"NOTIFY_SOCKET": str(tmp_path / "notify")}) as served:
            assert manager.recv(100) == b"READY=1"
            served.stop()
            assert manager.recv(100) == b"STOPPING=1"
