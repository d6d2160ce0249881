"""Requests that a tool makes up from the schema, good ones and bad ones: none breaks anything, and every answer is as
the schema says. They are the same each time; every second one asks for something that is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from schemathesis import Case, HookContext
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from tafelrunde.accounts.models import Player, Token
from tafelrunde.game import declared
from tafelrunde.matches.models import Match

with pytest.MonkeyPatch.context() as patch:  # tests are collected without a database, so without decisions of admins
    patch.setattr("tafelrunde.house.terms.offered", lambda game: declared(game.Options))
    SCHEMA = schemathesis.openapi.from_wsgi("/api/openapi.json", get_wsgi_application())
bounded = settings(
    max_examples=12,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
CHECKS: Any = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.positive_data_acceptance,
]
there: dict[str, Any] = {}


@SCHEMA.hook
def map_path_parameters(context: HookContext, path_parameters: dict[str, Any] | None) -> dict[str, Any] | None:
    """Every second one names something that is there."""
    if not path_parameters or len(str(path_parameters)) % 2:
        return path_parameters
    return {name: there.get(name, value) for name, value in path_parameters.items()}


@pytest.fixture
def _connected() -> Iterator[None]:
    """The connection to the database outlives a request, and with it what the test has made."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def token(_connected: None, match: Match, play: Callable[..., Any], ann: Player) -> str:
    """Ann's, who plays a match in a room."""
    play(match, 2)
    there.update(slug=match.place, id=match.pk, ply=1, name=ann.name)
    return Token.make(ann, "a fuzzer")


@SCHEMA.parametrize()
@bounded
def test_by_nobody(case: Case[Any], token: str) -> None:
    case.call_and_validate(checks=CHECKS)


@SCHEMA.parametrize()
@bounded
def test_by_a_member(case: Case[Any], token: str) -> None:
    case.call_and_validate(checks=CHECKS, headers={"Authorization": f"Bearer {token}"})
