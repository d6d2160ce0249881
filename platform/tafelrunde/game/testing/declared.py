"""What a game says of itself before anything is played: its metadata, its options, its bots, its modules."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from typing import Any, Final

from ..interface import Bot
from ..lines import Line
from ..options import Option, declared, read_options, spell, write_options
from .forms import json_fault
from .inquiry import AnyGame, Inquiry
from .source import source_faults

_SLUG: Final = re.compile(r"[a-z][a-z0-9_]*")
_NEEDED: Final = ("slug", "name", "seats", "ruleset", "hidden")


def check_declared(inquiry: Inquiry) -> bool:
    """Tell what is missing or wrong in the declarations; False where nothing can be played with them."""
    game = inquiry.game
    missing = [name for name in _NEEDED if not hasattr(game, name)]
    if missing:
        inquiry.tell("metadata", f"{type(game).__name__} has no {missing[0]}")
        return False
    faults = [*_metadata_faults(game), *_options_faults(inquiry)]
    for fault in faults:
        inquiry.tell("metadata", fault)
    if not faults:
        _check_bots(inquiry)
        _check_source(inquiry)
    return not faults


def _metadata_faults(game: AnyGame) -> Iterator[str]:
    if not isinstance(game.slug, str) or not _SLUG.fullmatch(game.slug):
        yield f"the slug {game.slug!r} should be small letters, digits and underscores"
    if not isinstance(game.name, Line) or not game.name.message:
        yield "the name is no Line with a text"
    if not isinstance(game.seats, range) or not game.seats or min(game.seats) < 1:
        yield f"seats should be a range of at least one, from 1 up, and is {game.seats!r}"
    if not isinstance(game.ruleset, str) or not game.ruleset:
        yield f"the ruleset {game.ruleset!r} is no text"
    for name in ("hidden", "playoff"):
        if not isinstance(getattr(game, name), bool):
            yield f"{name} is {getattr(game, name)!r}, neither True nor False"


def _options_faults(inquiry: Inquiry) -> Iterator[str]:
    kind = inquiry.game.Options
    if not dataclasses.is_dataclass(kind) or not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        yield f"Options is {kind!r}, no frozen dataclass"
        return
    plain = [field.name for field in dataclasses.fields(kind) if "tafelrunde" not in field.metadata]
    if plain:
        yield f"the option {plain[0]} is declared without choice, switch or number"
        return
    for option in declared(kind):
        inquiry.line(option.label, f"the label of the option {option.name}")
        for value, label in option.values.items():
            inquiry.line(label, f"the label of {option.name} {spell(value)}")
        yield from _option_faults(option)
    try:
        written = write_options(kind())
        if read_options(kind, written) != kind():
            yield "the default options are not the same when they have been written and read"
    except (TypeError, ValueError) as error:
        yield f"Options cannot be made from their defaults: {error}"
        return
    if fault := json_fault(written, "options"):
        yield fault


def _option_faults(option: Option) -> Iterator[str]:
    if option.default not in option.values:
        yield f"the option {option.name} has the default {option.default!r}, which is none of its values"
    for value in option.values:
        try:
            read = option.read(spell(value))
        except ValueError as error:
            yield f"the option {option.name} cannot be typed: {error}"
        else:
            if read != value:
                yield f"the option {option.name} reads {spell(value)!r} as {read!r}"


def _check_bots(inquiry: Inquiry) -> None:
    inquiry.line(inquiry.game.name, "the name")
    bots: list[Any] = list(inquiry.game.bots())
    if not bots:
        inquiry.tell("bots", "there is none; without a bot nobody can stand in for who is absent")
    for bot in bots:
        if not isinstance(bot, Bot):
            inquiry.tell("bots", f"{bot!r} is no Bot")
        elif not isinstance(getattr(bot, "slug", None), str) or not _SLUG.fullmatch(bot.slug):
            inquiry.tell("bots", f"{type(bot).__name__} has no good slug")
        else:
            inquiry.line(getattr(bot, "name", None), f"the name of the bot {bot.slug}")
    slugs = [getattr(bot, "slug", None) for bot in bots]
    if len(set(slugs)) < len(slugs):
        inquiry.tell("bots", f"two bots have one slug: {slugs}")


def _check_source(inquiry: Inquiry) -> None:
    for fault in source_faults(inquiry.game):
        inquiry.tell("imports", fault)
