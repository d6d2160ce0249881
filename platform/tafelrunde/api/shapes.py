"""The JSON of the API, as OpenAPI describes it."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from ninja import Schema
from pydantic import ConfigDict, Field

from tafelrunde import games
from tafelrunde.game import options_schema
from tafelrunde.house import terms
from tafelrunde.matches.texts import render

Item = TypeVar("Item")


class Error(Schema):
    """Every error, with the fitting status."""

    code: str
    text: str


class Page(Schema, Generic[Item]):
    """A part of a list: page `page` of `pages` (at least 1), out of `count` items in all."""

    items: list[Item]
    page: int
    pages: int
    count: int


class Value(Schema):
    """One value of an option, and its name in the caller's language."""

    value: Any
    label: str


class Option(Schema):
    """An option of a game and what may be chosen."""

    name: str
    label: str
    default: Any
    values: list[Value]


class Named(Schema):
    """A bot of a game."""

    slug: str
    name: str


class Seats(Schema):
    """How many may play."""

    min: int
    max: int


class Game(Schema):
    """An installed game. `options_schema` is the JSON schema of the options that a new room may be given."""

    slug: str
    name: str
    ruleset: str
    seats: Seats
    hidden: bool
    options: list[Option]
    options_schema: dict[str, Any]
    bots: list[Named]


class Seat(Schema):
    """A taken seat of a room or a match: `bot` is the bot's slug, null for a person."""

    seat: int
    player: str
    bot: str | None


class Room(Schema):
    """A room, as in the socket's frames."""

    slug: str
    name: str
    host: str | None
    game: str
    options: dict[str, Any]
    pace: str
    text: str
    seats: list[Seat]
    here: list[str]
    match: int | None
    vote: dict[str, Any] | None


def _by_game(schema: dict[str, Any]) -> None:
    """Which options may be given depends on the game; each declares its own."""
    schema["anyOf"] = [
        {
            "title": render(game.name),
            "properties": {"game": {"const": slug}, "options": options_schema(terms.offered(game), render)},
        }
        for slug, game in sorted(games.installed().items())
    ]


class NewRoom(Schema):
    """What is wanted of a new room; a key that is none is an error, not a surprise."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_by_game)

    game: str = Field(max_length=40)
    name: str = Field("", max_length=200)
    options: dict[str, Any] = {}
    pace: str = Field("none", max_length=8)


class Opened(Schema):
    """The address of the new room."""

    slug: str


class Rated(Schema):
    """A rating: a whole number, what has become of it in the last matches, and of how many rated matches it comes."""

    rank: int
    rating: int
    trend: int
    matches: int
    provisional: bool


class Ranked(Rated):
    """A line of a ranking; equal ratings share a rank."""

    player: str


class RatedGame(Rated):
    """A player's rating in a game."""

    game: str


class Player(Schema):
    """A member; `joined` is in milliseconds since 1970."""

    name: str
    joined: int
    ratings: list[RatedGame]


class Move(Schema):
    """A move of the log; `by` is one of player, bot, clock, premove; `at` milliseconds since 1970."""

    ply: int
    seat: int
    move: str
    by: str
    at: int


class Match(Schema):
    """The record of a match. While it runs, `seed` is null and `moves` are the caller's own."""

    id: int
    game: str
    ruleset: str
    options: dict[str, Any]
    seats: list[Seat]
    commitment: str
    seed: str | None
    moves: list[Move]
    result: dict[str, Any] | None


class Draw(Schema):
    """A question to chance and its outcome, see docs/chance.md: `kind` is one of shuffle, roll, pick, below."""

    ply: int
    kind: str
    size: int
    count: int
    outcome: list[int]
    items: list[str]


class ChanceLog(Schema):
    """All that chance was asked in a match that is over."""

    id: int
    commitment: str
    seed: str
    draws: list[Draw]
