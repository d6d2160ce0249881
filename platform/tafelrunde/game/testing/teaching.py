"""What a game teaches: its tutorial is played to its end, and the parts of its rules that it names are there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from ..chance import Chance
from ..interface import Game
from ..options import BadOption, read_options
from ..tutorial import LEARNER, Tutorial
from .inquiry import BrokenMatchError, Inquiry

_ID: Final = re.compile(r"""\bid=["']([a-z][a-z0-9-]*)["']""")


def check_tutorial(inquiry: Inquiry) -> None:
    """Play it: each step is a move that can be made, and the game is not over before the script is."""
    tutorial: Any = inquiry.game.tutorial
    if tutorial is None:
        return
    if not isinstance(tutorial, Tutorial):
        inquiry.tell("tutorial", f"{tutorial!r:.100} is no Tutorial")
        return
    for fault in _declared_badly(inquiry.game, tutorial):
        inquiry.tell("tutorial", fault)
        return
    _check_lines(inquiry, tutorial)
    try:
        _play(inquiry, tutorial)
    except BrokenMatchError:
        inquiry.tell("tutorial", "it cannot be played, as the game raises")


def check_rules_part(inquiry: Inquiry, view: Any) -> None:
    """The part of the rules that matters for who sees this is one of the page of rules."""
    part = inquiry.ask("rules_part", view)
    if part == "":
        return
    if not isinstance(part, str) or part not in parts_of_rules(inquiry.game):
        inquiry.tell("rules", f"{part!r:.60} is no id in rules.html or _rules*.html, where there are its templates")


def parts_of_rules(game: Game[Any, Any]) -> frozenset[str]:
    """The ids in a game's page of rules, as its templates have them."""
    found = find_spec(type(game).__module__.partition(".")[0])
    folders = (found.submodule_search_locations if found else None) or ()
    pages = [page for folder in folders for page in sorted(Path(folder, "templates", game.slug).glob("*rules*.html"))]
    return frozenset(id for page in pages for id in _ID.findall(page.read_text(encoding="utf-8")))


def _declared_badly(game: Game[Any, Any], tutorial: Tutorial) -> Iterator[str]:
    if tutorial.seats not in game.seats:
        yield f"it is for {tutorial.seats} seats, and the game for {game.seats!r}"
    if not isinstance(tutorial.seed, bytes) or not tutorial.seed:
        yield "its seed is no bytes"
    if not tutorial.steps or tutorial.steps[0].say is None:
        yield "nothing is said at its beginning"
    try:
        read_options(game.Options, tutorial.options)
    except BadOption as bad:
        yield f"its options: {bad}"
    made = {step.move.partition(" ")[0] for step in tutorial.steps if step.seat == LEARNER}
    if tutorial.every_verb and (left := sorted(set(game.verbs()) - made)):
        yield f"the learner never makes a move with {', '.join(left)}"


def _check_lines(inquiry: Inquiry, tutorial: Tutorial) -> None:
    for ply, step in enumerate(tutorial.steps):
        if step.say is not None:
            inquiry.line(step.say, f"what is said at step {ply} of the tutorial", tutorial.seats)
    inquiry.line(tutorial.learnt, "what is said at the end of the tutorial", tutorial.seats)


def _play(inquiry: Inquiry, tutorial: Tutorial) -> None:
    options = read_options(inquiry.game.Options, tutorial.options)
    state = inquiry.ask("setup", tutorial.seats, options, Chance(tutorial.seed, 0))
    for ply, step in enumerate(tutorial.steps):
        moves = inquiry.ask("moves", state, step.seat) if step.seat in range(tutorial.seats) else ()
        if step.move not in moves:
            inquiry.tell("tutorial", f"at step {ply} seat {step.seat} cannot play {step.move!r}")
            return
        state = inquiry.ask("play", state, step.seat, step.move, Chance(tutorial.seed, ply + 1))
    if inquiry.ask("result", state) is not None:
        inquiry.tell("tutorial", "the game is over when its script is: a match against bots is to follow, not a result")
