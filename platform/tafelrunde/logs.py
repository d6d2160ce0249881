"""How the process logs: to standard error, readable or as one JSON object a line."""

from __future__ import annotations

import sys
from typing import Any, Literal

import structlog
from structlog.typing import Processor

Format = Literal["console", "json"]


def logging_config(how: Format, level: str) -> dict[str, Any]:
    """Django's LOGGING for everything that uses the standard library's logging, which is everything here."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"chosen": {"()": structlog.stdlib.ProcessorFormatter, **_formatter(how)}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "chosen"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.request": {"level": "ERROR"},  # a page that is not there is no event of ours
            "daphne": {"level": "WARNING"},
            "psycopg": {"level": "ERROR"},  # it warns of every entry that another process was first with
        },
    }


def _formatter(how: Format) -> dict[str, Any]:
    common: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if how == "json":
        last += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        plain = structlog.dev.plain_traceback
        last += [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
    return {"foreign_pre_chain": common, "processors": last}
