"""The `tafelrunde` command; `manage.py` of a checkout is the same."""

import os
import sys


def main() -> None:
    """Run one of Django's or Tafelrunde's management commands."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tafelrunde.settings")
    from django.core.management import execute_from_command_line

    from tafelrunde.home import NotWritable

    try:
        execute_from_command_line(sys.argv)
    except NotWritable as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)
