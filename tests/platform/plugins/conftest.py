"""Matchsticks beside the installed games: in this process, or in a server as a package of its own."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.games import Plugin, Registry
from tafelrunde.matches import faults, live, play, suspending
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.models import Match
from tafelrunde.matches.position import Sitter
from tafelrunde.matches.start import start_match
from tests.platform.matches.playing import done
from tests.platform.plugins import matchsticks
from tests.platform.plugins.matchsticks import RULESETS
from tests.serving import Served, serving

Install = Callable[..., None]
Serve = Callable[..., AbstractContextManager[Served]]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Install these rulesets of Matchsticks in this process, the current one first; none: take the game away."""
    others = dict(games.registry().plugins)

    def do(*rulesets: str) -> None:
        plugins = dict(others)
        if rulesets:
            there = {name: RULESETS[name] for name in rulesets}
            plugins["sticks"] = Plugin(there[rulesets[0]], there, "tests", "matchsticks 1.0")
        monkeypatch.setattr(games, "registry", lambda: Registry(plugins))

    return do


@pytest.fixture
def sticks(install: Install, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Matchsticks is installed; call it to say what fails."""
    install("1")
    monkeypatch.setattr(faults, "PAUSE", 0.0)
    return lambda broken: monkeypatch.setenv("STICKS_BROKEN", broken)


@pytest.fixture
def ann(db: None) -> Player:
    return Player.objects.create_user("Ann")


@pytest.fixture
def bob(db: None) -> Player:
    return Player.objects.create_user("Bob")


@pytest.fixture
def begin(ann: Player, bob: Player) -> Callable[..., Match]:
    """A match of Matchsticks of Ann and Bob, somewhere."""

    def do(ruleset: str = "1", place: str = "somewhere") -> Match:
        sitters = [Sitter(player.pk, "", player.name) for player in (ann, bob)]
        return start_match(RULESETS[ruleset], {}, sitters, place)

    return do


@pytest.fixture
async def live_match(sticks: Callable[[str], None], begin: Callable[..., Match]) -> AsyncIterator[LiveMatch]:
    """A match in this process, as it is live."""
    match = await sync_to_async(begin)()
    found = await live.find(match.pk)
    yield found
    play.close()
    live._matches.clear()


async def saved() -> None:
    """Wait until what is to be saved beside the log is saved."""
    await done(suspending._tasks, faults._Told.tasks)


@pytest.fixture
def serve(tmp_path: Path) -> Serve:
    """Serve a site on which these rulesets are installed, as a package of its own. `environment` says what fails."""

    @contextlib.contextmanager
    def do(rulesets: Sequence[str] = ("1",), **environment: str) -> Iterator[Served]:
        package, info = tmp_path / "matchsticks", tmp_path / "matchsticks-1.0.dist-info"
        package.mkdir()
        info.mkdir()
        assert matchsticks.__file__
        shutil.copy(matchsticks.__file__, package / "__init__.py")
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: matchsticks\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text("[tafelrunde.games]\nsticks = matchsticks:GAME\n")
        path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH", "")]))
        with serving({"PYTHONPATH": path, "STICKS": ",".join(rulesets), **environment}) as served:
            yield served

    return do
