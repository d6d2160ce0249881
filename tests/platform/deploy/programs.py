"""Programs of Debian's that these tests need: where one is missing they fail, and say what to install."""

from __future__ import annotations

import os
import shutil


def program(name: str, package: str) -> str:
    """Where it is."""
    found = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"]))
    assert found, f"{name} is missing: install it with `apt-get install {package}` to test what deploy/ holds"
    return found
