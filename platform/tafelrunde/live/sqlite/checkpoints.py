"""Bringing what SQLite has written into its write-ahead log back into the database, beside the moves.

By itself SQLite does that within the commit that makes the log longer than a thousand pages: whoever plays that move
waits until the disk has it all, 10 to 30 ms. A passive checkpoint holds up neither readers nor writers.
https://www.sqlite.org/wal.html
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from django.db import DatabaseError, connection

from tafelrunde.live.one_core import elsewhere
from tafelrunde.live.threads import ask

EVERY: Final = 1.0
log = logging.getLogger(__name__)


async def run() -> None:
    """Every second, as long as the process serves."""
    if connection.vendor != "sqlite":
        await asyncio.Event().wait()
    while True:
        await asyncio.sleep(EVERY)
        try:
            await ask(checkpoint)
        except DatabaseError:
            log.warning("the write-ahead log cannot be brought back into the database", exc_info=True)


def checkpoint() -> None:
    """As much as nobody is still reading in its former state. Waits for the disk, and nobody waits for it."""
    with elsewhere(), connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
        cursor.fetchall()
