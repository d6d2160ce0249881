"""Telling the service manager how far this process is, where there is one that wants to know (sd_notify)."""

from __future__ import annotations

import os
import socket


def tell(state: str) -> None:
    """``READY=1`` when it serves, ``STOPPING=1`` when it ends. Nothing where nobody listens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # a name without a file
        address = "\0" + address[1:]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.connect(address)
        manager.send(state.encode("ascii"))
