"""What each command does for each role: in the lobby, before, during and after a match."""

from __future__ import annotations

import pytest

from tafelrunde.rooms import commands, registry
from tests.platform.roles import lines, table
from tests.platform.roles.world import Town

assert commands  # declares them
pytestmark = pytest.mark.once
STATES = {
    "Lines in the lobby": "lobby",
    "Lines while nothing is played": "waiting",
    "Lines while a match is played": "playing",
    "Lines when the match is over": "over",
}
MORE = {**STATES, "Lines while a vote is open": "voting"}


@pytest.mark.parametrize("heading", list(MORE))
def test_lines(town: Town, heading: str) -> None:
    where = MORE[heading]
    assert table.differences(table.of(heading), lambda line, role: lines.outcome(town, where, line, role)) == []


@pytest.mark.parametrize("heading", list(STATES))
def test_every_command_has_a_row_at_any_time(heading: str) -> None:
    typed = {registry.command_word(row.asked) for row in table.of(heading)}
    assert [command.name for command in registry.commands() if command.name not in typed] == []
    assert None in typed, "and what is just said"
