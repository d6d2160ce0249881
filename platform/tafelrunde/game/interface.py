"""The interface of a game: pure functions over an immutable state. Six to write, the rest has working defaults."""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, TypeVar

from .chance import Chance
from .layout import Zone, zones_of
from .lines import Line
from .result import Result
from .tutorial import Tutorial

State = TypeVar("State")
OptionsT = TypeVar("OptionsT")


class Spectator(enum.Enum):
    """The viewer without a seat."""

    SPECTATOR = "spectator"


SPECTATOR: Final = Spectator.SPECTATOR
Viewer = int | Spectator
View = dict[str, Any]


@dataclass(frozen=True, slots=True)
class NoOptions:
    """For a game that has none."""


@dataclass(frozen=True, slots=True)
class Decision:
    """All that a bot is given. `sample()` draws a state that fits what its seat has been shown, never the true one.

    `seats` is how many the match has.
    """

    seat: int
    view: View
    moves: Sequence[str]
    chance: Chance
    sample: Callable[[], Any]
    seconds: float = 0.02
    seats: int = 0


class Bot(ABC):
    """A player made of code. `slug` names it in commands and in the log."""

    slug: ClassVar[str]
    name: ClassVar[Line]

    @abstractmethod
    def choose(self, decision: Decision) -> str:
        """One of `decision.moves`, within about `decision.seconds`.

        With no time at all a rule of thumb will do: that is how the sage asks, who plays whole matches in its thoughts.
        """


class AnyMove(Bot):
    """Plays anything it may: the bot of a game that brings none."""

    slug = "anymove"
    name = Line("any move")

    def choose(self, decision: Decision) -> str:
        return decision.chance.pick(decision.moves)


@dataclass(frozen=True, slots=True)
class Logged:
    """A move of a finished match, as `Game.statistics` reads it."""

    ply: int
    seat: int
    move: str


class Game(ABC, Generic[State, OptionsT]):
    """The rules of a game. Subclass it, write the six, and give the package a ``GAME``.

    A state is immutable and hashable parts all the way down: `play` returns a new one. The platform stores the seed and
    the moves, never a state, so the same seed and moves must always give the same states. All chance comes from
    `Chance`. Whatever a viewer may not know is neither in view, moves, premoves nor story.
    """

    slug: ClassVar[str]
    name: ClassVar[Line]
    seats: ClassVar[range]
    ruleset: ClassVar[str]
    Options: ClassVar[type[Any]] = NoOptions
    hidden: ClassVar[bool]
    playoff: ClassVar[bool] = False
    tutorial: ClassVar[Tutorial | None] = None

    # --- the six -------------------------------------------------------------------------------------------------

    @abstractmethod
    def setup(self, seats: int, options: OptionsT, chance: Chance) -> State:
        """The state before the first move."""

    @abstractmethod
    def moves(self, state: State, seat: int) -> Sequence[str]:
        """What the seat may play now, in notation; empty when nothing is its decision. Who has moves is to move."""

    @abstractmethod
    def play(self, state: State, seat: int, move: str, chance: Chance) -> State:
        """The state after a move out of `moves(state, seat)`; the platform has refused everything else."""

    @abstractmethod
    def view(self, state: State, viewer: Viewer) -> View:
        """What the viewer may see, as JSON."""

    @abstractmethod
    def story(self, state: State, viewer: Viewer) -> Sequence[Line]:
        """What the last move did, as the viewer may know it."""

    @abstractmethod
    def result(self, state: State) -> Result | None:
        """The result once it is over, else None."""

    # --- where a game has more to say -----------------------------------------------------------------------------

    def resample(self, state: State, viewer: Viewer, chance: Chance) -> State:
        """Another state that fits everything the viewer has been shown in this match, the unseen drawn anew."""
        if self.hidden:
            raise NotImplementedError(f"{self.slug} hides something, so it must say what else could be hidden")
        return state

    def premoves(self, state: State, seat: int) -> Sequence[str]:
        """What the seat may mark now to be played at its turn. The platform asks only where the seat has no moves."""
        return ()

    def read(self, text: str, state: State, seat: int) -> str | None:
        """The notation of a typed line, None where it is no move at all; by default case and spaces do not matter.

        Before the seat's turn it may be a premove.
        """
        move = " ".join(text.casefold().split())
        return move if move in self.moves(state, seat) or move in self.premoves(state, seat) else None

    def verbs(self) -> Sequence[str]:
        """The first words of all moves there can be: ``/take …`` is a move in this game, not an unknown command."""
        return ()

    def label(self, move: str) -> Line:
        """A move as a button shows it."""
        return Line(move)

    def fallback(self, view: View, moves: Sequence[str]) -> str:
        """The move that is played when time is out."""
        return moves[0]

    def bots(self) -> Sequence[Bot]:
        """The bots of this game, the one to offer first in front."""
        return (AnyMove(),)

    def progress(self, state: State) -> Line:
        """How far the match is: "round 4 of 10"."""
        return Line("")

    def scores(self, state: State) -> Sequence[int] | None:
        """The public scores so far, per seat; None where nobody may know them."""
        return None

    def open_scores(self, state: State) -> Sequence[int] | None:
        """What each seat has by the final rules, with everything open: shown as a chart once the match is over."""
        return self.scores(state)

    def layout(self, view: View) -> Sequence[Zone]:
        """The view as labelled zones for the generic board; by default, as it is nested (see `layout.zones_of`)."""
        return tuple(zones_of(view))

    def rules_part(self, view: View) -> str:
        """Which part of the game's page of rules matters to who sees this: an id of it; by default its beginning."""
        return ""

    def counted(self) -> Mapping[str, Line]:
        """What `statistics` counts, by name, with the label that profiles and rankings show, in their order."""
        return {}

    def statistics(self, log: Sequence[Logged], state: State) -> Sequence[Mapping[str, int]]:
        """Of each seat, how much of what is `counted` it has in a match that has ended in this state.

        Whole numbers, added up over all rated matches of a player. They follow from log and state alone, so whoever
        plays the match again comes to the same.
        """
        return ()
