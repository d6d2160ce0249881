"""The guides for people name commands that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tafelrunde import games
from tafelrunde.rooms import registry

DOCS = Path(__file__).parents[3] / "docs"
COMMAND = re.compile(r"`/([a-z]+)([^`]*)`")


@pytest.mark.parametrize("guide", ["play", "host", "moderate"])
def test_each_command_in_a_guide_is_one(guide: str) -> None:
    said = COMMAND.findall((DOCS / f"{guide}.md").read_text(encoding="utf-8"))
    moves = {verb for game in games.installed().values() for verb in game.verbs()}
    unknown = [word for word, _rest in said if registry.find(word) is None and word not in moves]
    assert said
    assert not unknown
