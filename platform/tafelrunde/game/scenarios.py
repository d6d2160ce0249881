"""Scenario files: a scripted playing of one game, as docs/scenarios.md describes. No database, no server."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from .chance import Chance
from .interface import SPECTATOR, Game, Viewer
from .options import BadOption, read_options

Item = TypeVar("Item")
Games = Mapping[str, Game[Any, Any]]

_NOTHING = object()


class UnreadableError(ValueError):
    """A path that holds no scenario: missing, unreadable, not JSON."""


class MismatchError(Exception):
    """Where a scenario and the game disagree, in one line."""


class ScriptedChance(Chance):
    """Chance that gives the outcomes it was handed, in their order, and refuses to be asked for anything else."""

    def __init__(self, outcomes: Iterable[Mapping[str, Any]]) -> None:
        super().__init__(b"", 0)
        self._outcomes = deque(outcomes)

    @property
    def left(self) -> int:
        """How many outcomes have not been asked for."""
        return len(self._outcomes)

    def below(self, bound: int) -> int:
        raise MismatchError(f"chance: expected a shuffle, a roll or a pick, found below({bound})")

    def shuffle(self, items: Iterable[Item]) -> tuple[Item, ...]:
        asked = list(items)
        order = self._next("shuffle", f"a shuffle of {len(asked)}")
        if not isinstance(order, list) or len(order) != len(asked):
            raise MismatchError(f"chance: expected a shuffle of {_brief(order)}, found one of {len(asked)} items")
        remaining = list(asked)
        for item in order:
            if item not in remaining:
                raise MismatchError(f"chance: expected {_brief(item)} in a shuffle, found that it holds no more of it")
            remaining.remove(item)
        return tuple(order)

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        asked = f"a roll of {count} dice with {sides} sides"
        dice = self._next("roll", asked)
        if not isinstance(dice, list) or len(dice) != count or not all(die in range(1, sides + 1) for die in dice):
            raise MismatchError(f"chance: expected a roll of {_brief(dice)}, found {asked}")
        return tuple(dice)

    def pick(self, items: Sequence[Item]) -> Item:
        item: Item = self._next("pick", f"a pick out of {len(items)}")
        if item not in items:
            raise MismatchError(f"chance: expected a pick of {_brief(item)}, found {_brief(list(items))}")
        return item

    def _next(self, kind: str, asked: str) -> Any:
        if not self._outcomes:
            raise MismatchError(f"chance: expected nothing more, found {asked}")
        outcome = self._outcomes.popleft()
        if not isinstance(outcome, Mapping) or list(outcome) != [kind]:
            raise MismatchError(f"chance: expected {_brief(outcome)}, found {asked}")
        return outcome[kind]


def find_scenarios(paths: Iterable[str | Path]) -> list[Path]:
    """The scenario files named, and those of the folders named (also deeper down), in order."""
    found: list[Path] = []
    for path in map(Path, paths):
        files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
        if not files:
            raise UnreadableError(f"{path}: no scenario files in this folder")
        found += files
    return found


def load_scenario(path: Path) -> Any:
    """The JSON of a scenario file."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnreadableError(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise UnreadableError(f"{path}: not JSON ({error})") from error


def run_scenario(scenario: Any, games: Games) -> None:
    """Play the scenario; MismatchError says where the game and it disagree. Steps count from 0."""
    _check_keys("", scenario, {"game", "seats", "steps"}, {"options", "chance"})
    for key in ("chance", "steps"):
        if not isinstance(scenario.get(key, []), list):
            raise MismatchError(f"{key}: expected a list, found {_brief(scenario[key])}")
    game = games.get(str(scenario["game"]))
    if game is None:
        raise MismatchError(f"game: {scenario['game']} is not installed")
    chance = ScriptedChance(scenario.get("chance", ()))
    with _at("setup"):
        playing = _Playing(game, scenario["seats"], scenario.get("options", {}), chance)
    for number, step in enumerate(scenario["steps"]):
        with _at(f"step {number}"):
            playing.take(step)
    if chance.left:
        raise MismatchError(f"chance: expected every outcome to be asked for, found {chance.left} left over")


class _Playing:
    def __init__(self, game: Game[Any, Any], seats: Any, options: Mapping[str, Any], chance: Chance) -> None:
        if isinstance(seats, bool) or seats not in game.seats:
            raise MismatchError(f"seats: expected {game.seats[0]} to {game.seats[-1]}, found {_brief(seats)}")
        try:
            meant = read_options(game.Options, options)
        except BadOption as error:
            raise MismatchError(f"options: {error}") from error
        self.game, self.seats, self.chance = game, range(seats), chance
        self.state = game.setup(seats, meant, chance)

    def take(self, step: Any) -> None:
        if isinstance(step, Mapping) and "expect" in step:
            _check_keys("", step, {"expect"}, set())
            return self.expect(step["expect"])
        _check_keys("", step, {"seat", "move"}, {"refused"})
        return self.move(step["seat"], step["move"], refused=bool(step.get("refused")))

    def move(self, seat: Any, move: Any, *, refused: bool) -> None:
        seated = not isinstance(seat, bool) and seat in self.seats
        moves = list(self.game.moves(self.state, seat)) if seated else []
        if refused and move in moves:
            raise MismatchError(f"move: expected {_brief(move)} to be refused, found it among seat {seat}'s moves")
        if not refused and move not in moves:
            found = f"seat {seat}'s moves to be {_brief(sorted(moves))}"
            raise MismatchError(f"move: expected {_brief(move)}, found {found}")
        if not refused:
            self.state = self.game.play(self.state, seat, move, self.chance)

    def expect(self, expected: Any) -> None:
        _check_keys("expect", expected, set(), {"moves", "views", "result"})
        for key, moves in expected.get("moves", {}).items():
            found = sorted(self.game.moves(self.state, self._seat(f"moves.{key}", key)))
            _compare(f"moves.{key}", moves, found)
        for key, view in expected.get("views", {}).items():
            viewer: Viewer = SPECTATOR if key == SPECTATOR.value else self._seat(f"views.{key}", key)
            _compare(f"views.{key}", view, self.game.view(self.state, viewer))
        if "result" in expected:
            result = self.game.result(self.state)
            _compare("result", expected["result"], result and result.as_json())

    def _seat(self, path: str, key: str) -> int:
        for seat in self.seats:
            if str(seat) == key:
                return seat
        raise MismatchError(f"{path}: expected one of {len(self.seats)} seats, found {_brief(key)}")


@contextmanager
def _at(place: str) -> Iterator[None]:
    """Say where it was that a scenario failed, and take anything a game raises for a failure."""
    try:
        yield
    except MismatchError as failure:
        raise MismatchError(f"{place}, {failure}") from failure
    except Exception as error:  # a game under test may raise anything
        raise MismatchError(f"{place}: the game raised {type(error).__name__}: {error}") from error


def _check_keys(path: str, found: Any, needed: set[str], optional: set[str]) -> None:
    if not isinstance(found, Mapping):
        raise MismatchError(f"{path or 'file'}: expected an object, found {_brief(found)}")
    for key in sorted(needed ^ (found.keys() - optional)):
        wrong = "expected, found nothing" if key in needed else "expected nothing, found this key"
        raise MismatchError(f"{_join(path, key)}: {wrong}")


def _compare(path: str, expected: Any, found: Any) -> None:
    """Compare as JSON (true is not 1, a tuple is a list); MismatchError names the first difference."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key in (*expected, *(key for key in found if key not in expected)):
            _compare(_join(path, key), expected.get(key, _NOTHING), found.get(key, _NOTHING))
    elif isinstance(expected, list) and isinstance(found, (list, tuple)) and len(expected) == len(found):
        for i, (wanted, got) in enumerate(zip(expected, found, strict=True)):
            _compare(_join(path, i), wanted, got)
    elif isinstance(expected, bool) is not isinstance(found, bool) or expected != found:
        raise MismatchError(f"{path}: expected {_brief(expected)}, found {_brief(found)}")


def _join(path: str, key: object) -> str:
    return f"{path}.{key}" if path else str(key)


def _brief(value: Any) -> str:
    """The value as JSON on one line, cut where it is long."""
    text = "nothing" if value is _NOTHING else json.dumps(value, default=str)
    return text if len(text) <= 200 else f"{text[:200]}…"
