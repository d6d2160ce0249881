"""What a game's modules may import and call."""

import ast

import pytest

from tafelrunde.game.testing.source import source_faults, tree_faults

from .honest import Twelve
from .impure import OwnDice

FORBIDDEN = [
    ("import random", "imports random"),
    ("import os.path", "imports os.path"),
    ("from time import sleep", "imports time"),
    ("def later():\n    import datetime", "imports datetime"),
    ("import secrets, math", "imports secrets"),
    ("import socket as json", "imports socket"),
    ("from threading import Lock", "imports threading"),
    ("from pathlib import Path", "imports pathlib"),
    ("from django.utils import timezone", "imports django.utils"),
    ("from tafelrunde.matches import play", "imports tafelrunde.matches"),
    ("from tafelrunde.game.testing import check_game", "imports tafelrunde.game.testing"),
    ("from tafelrunde.game import testing", "imports tafelrunde.game.testing"),
    ("from other_game import rules", "imports other_game"),
    ("open('secrets')", "calls open()"),
    ("x = eval('1')", "calls eval()"),
    ("print('hello')", "calls print()"),
    ("__import__('os')", "calls __import__()"),
    ("def f():\n    global n\n    n = 1", "keeps n from one call to the next (global)"),
]

ALLOWED = """
from __future__ import annotations
import itertools, math
from collections.abc import Sequence
from dataclasses import dataclass
from tafelrunde.game import Chance, Line
from tafelrunde.game.lines import plural
from my_game.cards import DECK
from . import cards
from .bots import Greedy
"""


@pytest.mark.parametrize(("text", "fault"), FORBIDDEN, ids=[text.split("\n")[0] for text, _ in FORBIDDEN])
def test_what_reaches_outside_is_named(text: str, fault: str) -> None:
    assert [what for _, what in tree_faults(ast.parse(text), "my_game")] == [fault]


def test_pure_modules_the_interface_and_the_own_package_may_be_imported() -> None:
    assert list(tree_faults(ast.parse(ALLOWED), "my_game")) == []


def test_the_modules_of_a_game_are_read() -> None:
    assert list(source_faults(Twelve())) == []
    assert list(source_faults(OwnDice())) == ["impure.py, line 5: imports random"]
