"""Every package that the project names is installed at its newest release for this Python and Django's long-term one.

`python -m pytest -m index` asks the package index, and so does every run in CI, where one that cannot be reached is
a failure: the packages came from it a moment before. Other runs leave this out.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest
from packaging.requirements import Requirement

from tests.serving import ROOT

KEPT_BACK: Final = {
    "django": "django<6",  # 5.2 is the one with long-term support, and 6 wants Python 3.12
}


def wanted() -> list[str]:
    """What pyproject.toml names, whatever bounds it sets: those are what is to be found out about."""
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    found = []
    for requirement in map(Requirement, lines):
        if requirement.marker is None or requirement.marker.evaluate():
            extras = f"[{','.join(sorted(requirement.extras))}]" if requirement.extras else ""
            found.append(KEPT_BACK.get(requirement.name, requirement.name + extras))
    return found


@pytest.mark.once
@pytest.mark.index
def test_each_is_the_newest(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    ask = [sys.executable, "-m", "pip", "install", "--dry-run", "--upgrade", "--quiet", "--report", str(report)]
    done = subprocess.run([*ask, *wanted()], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"the package index could not be asked:\n{done.stderr[-2000:]}"
    install = json.loads(report.read_text())["install"]
    newer = [f"{one['metadata']['name']} {one['metadata']['version']}" for one in install if one["requested"]]
    assert newer == [], "there are newer releases: raise the bounds in pyproject.toml, install them, and test"


def test_every_package_is_named_once() -> None:
    names = [Requirement(line).name for line in wanted()]
    assert len(names) == len(set(names))
    assert "prometheus-client" in names
