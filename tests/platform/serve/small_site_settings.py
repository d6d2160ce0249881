"""Settings by which `serve` serves small_site.py and nothing else."""

from tafelrunde.settings import *  # noqa: F403

ASGI_APPLICATION = "tests.platform.serve.small_site.application"
