"""manage.py serve"""

from __future__ import annotations

import socket
import sys
from importlib import import_module
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection, connections

from tafelrunde.live import greeting, notify, starting
from tafelrunde.live.headers import Careful
from tafelrunde.live.operation import ForOperators
from tafelrunde.live.proxy import BehindProxies
from tafelrunde.live.requests import Requests


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

        application = self._application()
        lines = self._lines(starting.address(listener))

        def ready() -> None:
            self.stdout.write("\n".join(lines))
            self.stdout.flush()
            notify.tell("READY=1")

        if connection.vendor == "postgresql":
            from tafelrunde.live.postgres import patience

            patience.begin_to_serve()
        Server(application, listener, ready=ready).run()

    def _application(self) -> Any:
        """From the inside out: the site, its files, what operators ask, and what holds for every answer."""
        from tafelrunde.live.static import StaticFiles

        module, _, name = settings.ASGI_APPLICATION.rpartition(".")
        application = Careful(ForOperators(Requests(StaticFiles(getattr(import_module(module), name)))))
        return BehindProxies(application, settings.TRUSTED_PROXIES) if settings.TRUSTED_PROXIES else application

    def _lines(self, address: str) -> list[str]:
        greeting.remember_address(address)
        lines = [f"Tafelrunde is open at {address}/", *greeting.lines(greeting.site_address())]
        connections.close_all()
        return lines
