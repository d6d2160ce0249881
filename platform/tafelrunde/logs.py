"""How the process logs: to standard error, readable or as one JSON object a line, and never a secret.

A line that speaks of a match, a room, a game, a seat or a bot says so in its message (``"match %s: bot %s failed"``),
and has each as a field of its own, too. Who asked, in which room and by which request comes from the context.
"""

from __future__ import annotations

import re
import sqlite3
import sys
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Final, Literal, TextIO

import structlog
from structlog.typing import EventDict, Processor

Format = Literal["console", "json"]
ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None]
_PLACES: Final = re.compile(r"(?:\b(match|room|game|seat|bot) )?%(?:[a-z]|\.?\d+[a-z])")


def logging_config(how: Format, level: str) -> dict[str, Any]:
    """Django's LOGGING for everything that uses the standard library's logging, which is everything here."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "chosen": {"()": structlog.stdlib.ProcessorFormatter, "pass_foreign_args": True, **_formatter(how)}
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "chosen"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.db.backends": {"level": "INFO"},  # it shows what is written, whispers and all
            "django.request": {"level": "ERROR"},  # a page that is not there is no event of ours
            "django.template": {"level": "INFO"},  # it shows all that a page is made of, other people's cards too
            "daphne": {"level": "WARNING"},
            "psycopg": {"level": "ERROR"},  # it warns of every entry that another process was first with
        },
    }


def _formatter(how: Format) -> dict[str, Any]:
    common: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.ExtraAdder(),
        _name_what_it_is_about,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if how == "json":
        last += [structlog.processors.ExceptionRenderer(_discreet), structlog.processors.JSONRenderer()]
    else:
        last += [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=_write_discreetly)]
    return {"foreign_pre_chain": common, "processors": last}


def _name_what_it_is_about(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Fields of what the message names in front of its values: ``match %s``."""
    values, message = event.pop("positional_args", ()), event["_record"].msg
    if isinstance(values, tuple) and isinstance(message, str):
        names = (found[1] for found in _PLACES.finditer(message.replace("%%", "")))
        for name, value in zip(names, values, strict=False):
            if name is not None and isinstance(value, int | str):
                event.setdefault(name, value)
    return event


def _discreet(exc_info: ExcInfo) -> str:
    """A trace as Python writes it, but without what a database repeats of what was to be written."""
    text = "".join(traceback.format_exception(exc_info[1]))
    for words, fewer in _indiscreet(exc_info[1]):
        text = text.replace(words, fewer)
    return text.rstrip("\n")


def _write_discreetly(out: TextIO, exc_info: ExcInfo) -> None:
    out.write("\n" + _discreet(exc_info))


def _indiscreet(error: BaseException | None) -> Iterator[tuple[str, str]]:
    """What the database's errors say, and what may be told: their first line, which has no row in it, if anything."""
    import psycopg
    from django.db import DataError
    from django.db import Error as DjangosError

    while error is not None:
        if isinstance(error, DjangosError | psycopg.Error | sqlite3.Error) and str(error).strip():
            about_a_value = isinstance(error, DataError | psycopg.DataError | sqlite3.DataError)
            yield str(error), "…" if about_a_value else str(error).partition("\n")[0]
        error = error.__cause__ or error.__context__
