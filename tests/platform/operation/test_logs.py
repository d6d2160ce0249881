"""A line of the log says whom and what it is about, and nothing of what a database repeats."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable
from typing import Any, Literal

import pytest
from django.db import DataError, IntegrityError
from structlog.contextvars import bound_contextvars

from tafelrunde import logs

WHISPER = "the-cook-is-a-thief"


def written(work: Callable[[logging.Logger], None], how: Literal["console", "json"] = "json") -> str:
    """The one line that is written of what is logged."""
    formatter = dict(logs.logging_config(how, "DEBUG")["formatters"]["chosen"])
    make = formatter.pop("()")(**formatter)
    lines: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(make.format(record))

    logger = logging.getLogger("tafelrunde.test")
    handler = Kept()
    logger.addHandler(handler)
    try:
        work(logger)
    finally:
        logger.removeHandler(handler)
    [line] = lines
    return line


def fields(work: Callable[[logging.Logger], None]) -> dict[str, Any]:
    """The same, read as JSON."""
    found: dict[str, Any] = json.loads(written(work))
    return found


def test_what_a_message_names_is_a_field() -> None:
    line = fields(
        lambda log: log.error("match %s: bot %s at seat %d chose what is %.1f %% a move", 7, "novice", 2, 1.5)
    )
    assert line["event"] == "match 7: bot novice at seat 2 chose what is 1.5 % a move"
    assert (line["match"], line["bot"], line["seat"]) == (7, "novice", 2)
    assert (line["level"], line["logger"]) == ("error", "tafelrunde.test")
    assert line["timestamp"]


def test_what_it_names_elsewhere_is_one_too() -> None:
    assert fields(lambda log: log.error("telling of match %s failed", 7))["match"] == 7


def test_who_asks_is_in_every_line() -> None:
    with bound_contextvars(player=3, place="evening-round", request="abc"):
        line = fields(lambda log: log.warning("something"))
    assert (line["player"], line["place"], line["request"]) == (3, "evening-round", "abc")


@pytest.mark.parametrize("how", ["console", "json"])
@pytest.mark.parametrize(
    ("error", "kept"),
    [
        (IntegrityError(f"a row is wrong\nDETAIL:  Failing row contains (7, {WHISPER})."), "a row is wrong"),
        (DataError(f'invalid input: "{WHISPER}"'), "DataError"),
    ],
)
def test_a_trace_repeats_no_row(error: Exception, kept: str, how: Literal["console", "json"]) -> None:
    def work(log: logging.Logger) -> None:
        try:
            try:
                raise error
            except Exception as cause:
                raise RuntimeError("could not be saved") from cause
        except RuntimeError:
            log.error("%s failed", "it", exc_info=sys.exc_info())

    text = written(work, how)
    assert WHISPER not in text
    assert kept in text
    assert "could not be saved" in text
    assert "test_logs.py" in text


@pytest.mark.parametrize("logger", ["django.db.backends", "django.template"])
def test_what_shows_everything_is_not_asked(logger: str) -> None:
    assert logs.logging_config("json", "DEBUG")["loggers"][logger]["level"] == "INFO"
