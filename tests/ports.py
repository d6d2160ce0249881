"""Ports for the servers of a run, each given once: no connection takes one by chance while its server is down."""

from __future__ import annotations

import fcntl
import os
import random
import socket
from pathlib import Path

RUN = "TAFELRUNDE_TEST_RUN"
"""The environment variable that names the folder of this run."""
FIRST, LAST = 20_000, 32_000
"""Below those that the kernel gives to connections, and to who asks for any port."""


def free_port() -> int:
    """One that nobody else of this run has or will have, and that nobody listens on now."""
    with Path(os.environ[RUN], "ports").open("a+") as given:
        fcntl.flock(given, fcntl.LOCK_EX)
        given.seek(0)
        before = given.read().split()
        port = int(before[-1]) + 1 if before else random.randrange(FIRST, LAST)
        while not _is_free(port):
            port = port + 1 if port < LAST else FIRST
        given.write(f"{port}\n")
    return port


def _is_free(port: int) -> bool:
    if not FIRST <= port <= LAST:
        return False
    with socket.socket() as tried:
        try:
            tried.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
