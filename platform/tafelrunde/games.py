"""The installed games: found by entry point, held by slug and ruleset.

A package offers its games in the entry point group `tafelrunde.games`; an entry is a Game or a sequence of them (an
older ruleset may stay installed for the matches that began under it, the first of a sequence is the current one). A
plugin that fails to load is reported, never fatal.
"""

from __future__ import annotations

import logging
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Final

from django.apps import AppConfig

from .game import Game
from .game.declarations import faults

AnyGame = Game[Any, Any]

GROUP = "tafelrunde.games"
TAKEN: Final = frozenset(
    "account accounts admin admin_pages allauth api auth contenttypes csp django_otp house live matches messages"
    " moderation otp_totp people ratings rooms sessions staticfiles".split()
)
"""What the parts of the site are called for Django: no package of a game can have such a name."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Plugin:
    """An installed game: its rulesets by name, the current one in front, and the package that brings it.

    `distribution` is what was installed to have it, with its version.
    """

    current: AnyGame
    rulesets: Mapping[str, AnyGame]
    package: str
    distribution: str = ""


@dataclass(frozen=True, slots=True)
class Registry:
    """All installed games by slug, and what failed to load by the name of its entry point."""

    plugins: Mapping[str, Plugin]
    failed: Mapping[str, BaseException] = field(default_factory=dict)


@cache
def registry() -> Registry:
    """The games of this process, found once."""
    plugins: dict[str, Plugin] = {}
    failed: dict[str, BaseException] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            plugin = _load(entry)
            if plugin.current.slug in plugins:
                raise ValueError(f"another package already brings {plugin.current.slug}")
        except (Exception, SystemExit) as error:
            log.exception("game %s could not be loaded", entry.name)
            failed[entry.name] = error
        else:
            plugins[plugin.current.slug] = plugin
    return Registry(plugins, failed)


def installed() -> dict[str, AnyGame]:
    """The current ruleset of each installed game, by slug."""
    return {slug: plugin.current for slug, plugin in registry().plugins.items()}


def find(slug: str, ruleset: str | None = None) -> AnyGame | None:
    """The game, in its current ruleset or the one named; None where it is not installed."""
    plugin = registry().plugins.get(slug)
    if plugin is None:
        return None
    return plugin.current if ruleset is None else plugin.rulesets.get(ruleset)


def in_folder(folder: Path) -> AnyGame:
    """The game that the package in a folder offers in its `pyproject.toml`, whether it is installed or not.

    ValueError where it offers none; what its modules raise comes through.
    """
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    offered = project.get("project", {}).get("entry-points", {}).get(GROUP, {})
    if not offered:
        raise ValueError(f"the pyproject.toml in {folder} has no entry point in {GROUP}")
    if (root := str(folder.resolve())) not in sys.path:
        sys.path.insert(0, root)
    name, value = next(iter(offered.items()))
    return _load(EntryPoint(name, value, GROUP)).current


def packages() -> list[str]:
    """The packages of the installed games, as far as they can be Django apps; `registry` tells what the others lack."""
    labels: dict[str, str] = {}
    for entry in entry_points(group=GROUP):
        app = _app(entry)
        if app is not None and app.label not in TAKEN:
            labels.setdefault(app.label, app.name)
    return sorted(labels.values())


def _app(entry: EntryPoint) -> AppConfig | None:
    """None where the package cannot be imported: that keeps nothing else from being served."""
    try:
        return AppConfig.create(_package(entry))
    except (Exception, SystemExit):  # noqa: BLE001  it is logged when the game is loaded
        return None


def _package(entry: EntryPoint) -> str:
    return entry.module.partition(".")[0]


def _load(entry: EntryPoint) -> Plugin:
    package = _package(entry)
    if package in TAKEN:
        raise ValueError(f"a part of this site is called {package}: the package of a game needs another name")
    found = entry.load()
    games: list[AnyGame] = list(found) if isinstance(found, (list, tuple)) else [found]
    if not games or not all(isinstance(game, Game) for game in games):
        raise TypeError(f"{entry.value} is no Game")
    for game in games:
        if fault := next(faults(game), ""):  # one that pages and lists could not show would break them for all games
            raise ValueError(f"{entry.value}: {fault}")
    if len({game.slug for game in games}) > 1:
        raise ValueError(f"{entry.value} holds games of several slugs")
    if len({game.ruleset for game in games}) < len(games):
        raise ValueError(f"{entry.value} holds the same ruleset twice")
    distribution = f"{entry.dist.name} {entry.dist.version}" if entry.dist else ""
    return Plugin(games[0], {game.ruleset: game for game in games}, package, distribution)
