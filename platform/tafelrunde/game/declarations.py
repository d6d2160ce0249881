"""What a game says of itself before anything is played, held to what every page and list of a house relies on."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from typing import Any, Final

from .interface import Bot, Game
from .lines import Line
from .options import Option, declared, read_options, spell, write_options

LONGEST: Final = 40
"""Characters of a slug or of a ruleset's name."""
_SLUG: Final = re.compile(r"[a-z][a-z0-9_]*")
_NEEDED: Final = ("slug", "name", "seats", "ruleset", "hidden")


def missing(game: Game[Any, Any]) -> str:
    """The first declaration that is not there at all; empty where all are."""
    return next((name for name in _NEEDED if not hasattr(game, name)), "")


def faults(game: Game[Any, Any]) -> Iterator[str]:
    """What is wrong, in words. What the game itself raises comes through."""
    if name := missing(game):
        yield f"{type(game).__name__} has no {name}"
        return
    yield from metadata_faults(game)
    yield from options_faults(game.Options)
    yield from (f"bots: {fault}" for fault in bots_faults(game))
    yield from (f"counted: {fault}" for fault in counted_faults(game))
    yield from (f"the verb {verb!r} is no word" for verb in game.verbs() if not isinstance(verb, str) or not verb)


def metadata_faults(game: Game[Any, Any]) -> Iterator[str]:
    """Slug, name, seats, ruleset and what is yes or no."""
    if not is_slug(game.slug):
        yield f"the slug {game.slug!r} should be small letters, digits and underscores, {LONGEST} at most"
    if not isinstance(game.name, Line) or not game.name.message:
        yield "the name is no Line with a text"
    if not isinstance(game.seats, range) or not game.seats or min(game.seats) < 1:
        yield f"seats should be a range of at least one, from 1 up, and is {game.seats!r}"
    if not isinstance(game.ruleset, str) or not 0 < len(game.ruleset) <= LONGEST:
        yield f"the ruleset {game.ruleset!r} is no text of 1 to {LONGEST} characters"
    for name in ("hidden", "playoff"):
        if not isinstance(getattr(game, name), bool):
            yield f"{name} is {getattr(game, name)!r}, neither True nor False"


def options_faults(kind: Any) -> Iterator[str]:
    """What is wrong with a game's `Options`."""
    if not _is_frozen_dataclass(kind):
        yield f"Options is {kind!r}, no frozen dataclass"
        return
    plain = [field.name for field in dataclasses.fields(kind) if "tafelrunde" not in field.metadata]
    if plain:
        yield f"the option {plain[0]} is declared without choice, switch or number"
        return
    for option in declared(kind):
        yield from _option_faults(option)
    try:
        written = write_options(kind())
        if read_options(kind, written) != kind():
            yield "the default options are not the same when they have been written and read"
    except (TypeError, ValueError) as error:
        yield f"Options cannot be made from their defaults: {error}"


def bots_faults(game: Game[Any, Any]) -> Iterator[str]:
    """What is wrong with the bots that it brings."""
    bots: list[Any] = list(game.bots())
    if not bots:
        yield "there is none; without a bot nobody can stand in for who is absent"
    for bot in bots:
        if not isinstance(bot, Bot):
            yield f"{bot!r} is no Bot"
        elif not is_slug(getattr(bot, "slug", None)):
            yield f"{type(bot).__name__} has no good slug"
        elif not isinstance(getattr(bot, "name", None), Line):
            yield f"the name of the bot {bot.slug} is no Line"
    slugs = [getattr(bot, "slug", None) for bot in bots]
    if len(set(slugs)) < len(slugs):
        yield f"two bots have one slug: {slugs}"


def counted_faults(game: Game[Any, Any]) -> Iterator[str]:
    """What is wrong with what its statistics are said to count."""
    for name, label in game.counted().items():
        if not is_slug(name):
            yield f"the name {name!r} should be small letters, digits and underscores, {LONGEST} at most"
        if not isinstance(label, Line) or not label.message:
            yield f"{name} has no label, which would be a Line with a text"


def is_slug(text: Any) -> bool:
    """Can it stand in addresses and in the database?"""
    return isinstance(text, str) and len(text) <= LONGEST and _SLUG.fullmatch(text) is not None


def _is_frozen_dataclass(kind: Any) -> bool:
    return isinstance(kind, type) and dataclasses.is_dataclass(kind) and bool(kind.__dataclass_params__.frozen)  # type: ignore[attr-defined]


def _option_faults(option: Option) -> Iterator[str]:
    if not all(isinstance(label, Line) for label in (option.label, *option.values.values())):
        yield f"the option {option.name} has a label that is no Line"
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
