"""The JSON of the API, as OpenAPI describes it."""

from __future__ import annotations

from typing import Any, Generic, Literal, TypeVar

from ninja import Schema
from pydantic import ConfigDict, Field

from .errors import CODES

Item = TypeVar("Item")


class Error(Schema):
    """Every error, with the fitting status: `code` is for programs, `text` for people."""

    code: str = Field(json_schema_extra={"enum": list(CODES)}, examples=["not_found"])
    text: str = Field(examples=["There is no such thing."])


class Forbidden(Error):
    """The caller may not. With `muted` and `banned`, `until` says how long."""

    code: str = Field(json_schema_extra={"enum": list(CODES)}, examples=["not_allowed_now"])
    text: str = Field(examples=["While the match runs you see what you see at the table."])
    until: int | None = Field(None, description="the end, in ms since 1970; null for good")


class TooFast(Error):
    """Too many requests: nothing has been done."""

    code: str = Field(json_schema_extra={"enum": ["too_fast"]}, examples=["too_fast"])
    text: str = Field(examples=["Too many requests: wait 2 s, then go on."])
    wait: int = Field(description="how long to wait, in ms; Retry-After says it in seconds", examples=[1500])


class Page(Schema, Generic[Item]):
    """A part of a list."""

    items: list[Item]
    page: int = Field(description="which part this is, counted from 1", examples=[1])
    pages: int = Field(description="how many there are, at least 1", examples=[1])
    count: int = Field(description="how many items there are in all", examples=[1])


class Value(Schema):
    """One value of an option, and its name in the caller's language."""

    value: Any = Field(description="a text, a number, true or false", examples=[3])
    label: str = Field(examples=["3"])


class Option(Schema):
    """An option of a game and what may be chosen."""

    name: str = Field(examples=["rounds"])
    label: str = Field(examples=["Rounds"])
    default: Any = Field(description="one of the values", examples=[3])
    values: list[Value]


class Named(Schema):
    """A bot of a game."""

    slug: str = Field(examples=["novice"])
    name: str = Field(examples=["novice"])


class Count(Schema):
    """Something that a game's statistics count of its players."""

    name: str = Field(examples=["doubles"])
    label: str = Field(description="in the caller's language", examples=["Doubles played"])


class Seats(Schema):
    """How many may play."""

    min: int = Field(examples=[3])
    max: int = Field(examples=[5])


class Game(Schema):
    """A game that is offered. `options_schema` is the JSON schema of the options that a new room may be given."""

    slug: str = Field(examples=["dominoes"])
    name: str = Field(examples=["Dominoes"])
    ruleset: str = Field(description="the version of its rules", examples=["1"])
    seats: Seats
    hidden: bool = Field(description="does a player see less than there is?", examples=[True])
    options: list[Option]
    options_schema: dict[str, Any]
    bots: list[Named]
    counts: list[Count] = Field(description="what its statistics count, in rated matches that were played to their end")


class Seat(Schema):
    """A taken seat of a room or a match."""

    seat: int = Field(description="counted from 0", examples=[0])
    player: str = Field(examples=["Ann"])
    bot: str | None = Field(description="the bot's slug, null for a person", examples=[None])


class Vote(Schema):
    """What is voted on in a room."""

    kind: Literal["abort", "seat"]
    seat: int | None = Field(description="which is handed over, with `seat`", examples=[None])
    by: str = Field(description="who has asked", examples=["Ann"])
    yes: list[str] = Field(description="who has agreed", examples=[["Ann"]])
    waiting: list[str] = Field(description="who has still to answer", examples=[["Bertil"]])
    until: int = Field(description="when it ends, in ms since 1970", examples=[1767225630000])


Pace = Literal["none", "relaxed", "brisk", "daily"]


Entry = Literal["open", "unlisted", "password"]


class Sits(Schema):
    """Who may sit down in a room."""

    who: Literal["all", "members", "friends"] = Field(examples=["all"])
    rating_from: int | None = Field(examples=[None])
    rating_to: int | None = Field(examples=[None])
    reliable_from: int | None = Field(
        description="who has finished at least so many of a hundred matches", examples=[None]
    )


class Peek(Schema):
    """A spectator who has been allowed to see the board with a player's eyes."""

    by: str = Field(examples=["Cleo"])
    at: str = Field(examples=["Ann"])


class Room(Schema):
    """A room, as in the frames of its socket."""

    slug: str = Field(description="its place in addresses", examples=["evening-round"])
    name: str = Field(examples=["Evening round"])
    host: str | None = Field(examples=["Ann"])
    game: str = Field(description="the slug of its game", examples=["dominoes"])
    options: dict[str, Any] = Field(description="what has been chosen for the game", examples=[{"rounds": 3}])
    pace: Pace = Field(description="how much time there is for a move", examples=["none"])
    text: str = Field(examples=[""])
    seats: list[Seat]
    here: list[str] = Field(description="who is here, by name", examples=[["Ann"]])
    moderators: list[str] = Field(description="those of them who are moderators or admins", examples=[[]])
    match: int | None = Field(description="the id of its match, also when that is over", examples=[17])
    vote: Vote | None = Field(examples=[None])
    entry: Entry = Field(description="who may come in", examples=["open"])
    locked: bool = Field(description="does nobody new come in for now?", examples=[False])
    sits: Sits
    owner: str | None = Field(description="whose lasting room it is", examples=[None])
    queue: list[str] = Field(description="who waits for the next match, in order", examples=[["Cleo"]])
    peeks: list[Peek] = Field(description="who looks into whose hand", examples=[[]])
    starts_full: bool = Field(description="does the match begin by itself when all sit?", examples=[False])
    starts_at: int | None = Field(description="when it does, in ms since 1970", examples=[None])


class Entering(Schema):
    """A password that is tried."""

    model_config = ConfigDict(extra="forbid")

    password: str = Field(max_length=128, examples=["plums"])


class NewRoom(Schema):
    """What is wanted of a new room; a key that is none of these is an error."""

    model_config = ConfigDict(extra="forbid")

    game: str = Field(max_length=40, description="the slug of a game that is offered", examples=["dominoes"])
    name: str = Field("", max_length=40, description="empty: that of its host", examples=["Evening round"])
    options: dict[str, Any] = Field({}, description="by name; one that is not named has its default", examples=[{}])
    pace: Pace = Field("none", description="how much time there is for a move")
    entry: Entry = Field("open", description="who may come in")
    password: str = Field("", max_length=128, description="for a room with one, 4 characters at least", examples=[""])


class Opened(Schema):
    """Where the new room is; Location has its address in the API."""

    slug: str = Field(examples=["evening-round"])


class Rated(Schema):
    """A rating, and how it has come about."""

    rank: int = Field(description="shared by equal ratings", examples=[2])
    rating: int = Field(description="how strong somebody is at least; it begins at 1000", examples=[1043])
    trend: int = Field(description="what has become of it in the last five matches", examples=[-12])
    matches: int = Field(description="how many rated matches it comes of", examples=[7])
    provisional: bool = Field(description="are these fewer than five?", examples=[False])


Counts = dict[str, int]
"""What a game's statistics have counted, by name."""


class Ranked(Rated):
    """A line of a ranking."""

    player: str = Field(examples=["Ann"])
    counts: Counts = Field(description="what the game's statistics have counted, by name", examples=[{"doubles": 12}])


class Won(Schema):
    """A medal of a season."""

    player: str = Field(examples=["Ann"])
    place: Literal[1, 2, 3] = Field(description="shared by equal ratings", examples=[1])
    rating: int = Field(description="with which it was won", examples=[1143])


class Season(Schema):
    """A quarter of a year in UTC. Medals are given soon after its end."""

    season: str = Field(description="its year and quarter", examples=["2026Q3"])
    begins: int = Field(description="in ms since 1970", examples=[1782864000000])
    ends: int = Field(description="the first moment after it, in ms since 1970", examples=[1790812800000])
    medals: list[Won] = Field(description="the first place first")


class RatedGame(Rated):
    """A player's rating in a game."""

    game: str = Field(examples=["dominoes"])


class Medal(Schema):
    """One of the first three places of a season in a game."""

    game: str = Field(examples=["dominoes"])
    season: str = Field(examples=["2026Q3"])
    place: Literal[1, 2, 3] = Field(examples=[1])
    rating: int = Field(description="with which it was won", examples=[1143])


class CountedGame(Schema):
    """What the statistics of a game have counted of a player."""

    game: str = Field(examples=["dominoes"])
    counts: Counts = Field(description="by name", examples=[{"doubles": 12}])


class Player(Schema):
    """A member."""

    name: str = Field(examples=["Ann"])
    joined: int = Field(description="in ms since 1970", examples=[1767225600000])
    ratings: list[RatedGame] = Field(description="the game most played first")
    medals: list[Medal] = Field(description="the newest season first")
    counts: list[CountedGame] = Field(description="the game most played first")


class Move(Schema):
    """A move of the log."""

    ply: int = Field(description="the number of the move in the match, from 1", examples=[1])
    seat: int = Field(examples=[0])
    move: str = Field(description="in the game's notation", examples=["6-4"])
    by: Literal["player", "bot", "clock", "premove"] = Field(description="who made it")
    at: int = Field(description="in ms since 1970", examples=[1767225600000])


class Result(Schema):
    """How a match has ended, seat by seat."""

    scores: list[int] = Field(examples=[[21, 17, 9]])
    ranks: list[int] = Field(description="shared by equals: 1, 1, 3", examples=[[1, 2, 3]])
    winners: list[int] = Field(description="the seats of rank 1", examples=[[0]])
    details: dict[str, Any] = Field(description="what the game has to say", examples=[{}])


class Match(Schema):
    """The record of a match. While it runs, `seed` is null and `moves` are the caller's own."""

    id: int = Field(examples=[17])
    game: str = Field(examples=["dominoes"])
    ruleset: str = Field(description="the version of the rules it is played by", examples=["1"])
    options: dict[str, Any] = Field(examples=[{"rounds": 3}])
    seats: list[Seat] = Field(description="who began it")
    commitment: str = Field(description="the SHA-256 of the seed, in hex", examples=["9f2c" + "0" * 60])
    seed: str | None = Field(description="in hex", examples=[None])
    moves: list[Move]
    result: Result | None = Field(description="null while it runs, and for one that was aborted", examples=[None])


class Draw(Schema):
    """A question to chance and its outcome, see docs/chance.md."""

    ply: int = Field(examples=[0])
    kind: Literal["shuffle", "roll", "pick", "below"]
    size: int = Field(examples=[6])
    count: int = Field(examples=[2])
    outcome: list[int] = Field(examples=[[3, 5]])
    items: list[str] = Field(description="those of the outcome, where they are words or numbers", examples=[[]])


class ChanceLog(Schema):
    """All that chance was asked in a match that is over."""

    id: int = Field(examples=[17])
    commitment: str = Field(examples=["9f2c" + "0" * 60])
    seed: str = Field(examples=["0" * 64])
    draws: list[Draw]


Responses = dict[Any, Any]


def answers(good: int, shape: Any, *more: int) -> Responses:
    """All that an operation can answer: `shape` with the status `good`, or an error, of `more` or of any request."""
    return {good: shape, **dict.fromkeys([401, *more, 500], Error), 403: Forbidden, 429: TooFast}
