"""manage.py createadmin"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tafelrunde.accounts import first_admin
from tafelrunde.live import greeting


class Command(BaseCommand):
    help = "Print the address at which the first admin is made. It works once, and only while there is no admin."

    def handle(self, *args: Any, **options: Any) -> None:
        if first_admin.exists():
            raise CommandError("There is an admin already, who can make others. Forgotten password: changepassword.")
        self.stdout.write(first_admin.address(greeting.site_address()))
