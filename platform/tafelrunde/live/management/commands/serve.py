"""manage.py serve"""

from __future__ import annotations

import socket
import sys
from importlib import import_module
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from tafelrunde.live import starting


class Command(BaseCommand):
    help = "Serve Tafelrunde: everything in one process. What is missing in the data folder is made."
    requires_system_checks: list[str] = []  # a start must be quick; `manage.py check` says the rest

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 for all (default 127.0.0.1)"
        )
        parser.add_argument("--port", default=8000, type=int, help="port to listen on; 0 for a free one (default 8000)")

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        try:
            listener = starting.listen(host, port)
            starting.prepare()
        except starting.CannotServe as error:
            self.stderr.write(str(error), self.style.ERROR)
            sys.exit(2)
        self._serve(listener)

    def _serve(self, listener: socket.socket) -> None:
        from tafelrunde.live.server import Server  # installs the reactor: not before it is needed
        from tafelrunde.live.static import StaticFiles

        address = starting.address(listener)
        module, _, name = settings.ASGI_APPLICATION.rpartition(".")
        application = getattr(import_module(module), name)

        def ready() -> None:
            self.stdout.write(f"Tafelrunde is open at {address}")
            self.stdout.flush()

        Server(StaticFiles(application), listener, ready=ready, proxied=settings.PROXIED).run()
