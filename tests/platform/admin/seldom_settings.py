"""Settings of a process that hardly ever looks by itself what admins have decided: it has to be told."""

from tafelrunde.settings import *  # noqa: F403

ASGI_APPLICATION = "tests.platform.admin.seldom.application"
