"""What a game says of itself before anything is played: its metadata, its options, its bots, its modules."""

from __future__ import annotations

from collections.abc import Iterator

from ..declarations import bots_faults, counted_faults, metadata_faults, missing, options_faults
from ..options import declared, spell, write_options
from .forms import json_fault
from .inquiry import Inquiry
from .source import source_faults


def check_declared(inquiry: Inquiry) -> bool:
    """Tell what is missing or wrong in the declarations; False where nothing can be played with them."""
    game = inquiry.game
    if name := missing(game):
        inquiry.tell("metadata", f"{type(game).__name__} has no {name}")
        return False
    faults = [*metadata_faults(game), *_options_faults(inquiry)]
    for fault in faults:
        inquiry.tell("metadata", fault)
    if not faults:
        _check_bots(inquiry)
        _check_source(inquiry)
    return not faults


def _options_faults(inquiry: Inquiry) -> Iterator[str]:
    kind = inquiry.game.Options
    faults = [*options_faults(kind)]
    yield from faults
    if faults:
        return
    for option in declared(kind):
        inquiry.line(option.label, f"the label of the option {option.name}")
        for value, label in option.values.items():
            inquiry.line(label, f"the label of {option.name} {spell(value)}")
    if fault := json_fault(write_options(kind()), "options"):
        yield fault


def _check_bots(inquiry: Inquiry) -> None:
    inquiry.line(inquiry.game.name, "the name")
    for fault in counted_faults(inquiry.game):
        inquiry.tell("statistics", fault)
    for name, label in inquiry.game.counted().items():
        inquiry.line(label, f"the label of the count {name}")
    faults = [*bots_faults(inquiry.game)]
    for fault in faults:
        inquiry.tell("bots", fault)
    if not faults:
        for bot in inquiry.game.bots():
            inquiry.line(bot.name, f"the name of the bot {bot.slug}")


def _check_source(inquiry: Inquiry) -> None:
    for fault in source_faults(inquiry.game):
        inquiry.tell("imports", fault)
