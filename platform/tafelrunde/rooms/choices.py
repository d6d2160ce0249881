"""What the host of a room chooses: while nothing is played the game and its options, at any time the room's text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tafelrunde import games
from tafelrunde.accounts import sanctions
from tafelrunde.accounts.models import Player
from tafelrunde.game import BadOption, Line, Option, declared, read_values, spell
from tafelrunde.games import AnyGame
from tafelrunde.house import offers, terms, words
from tafelrunde.matches.bots import offered
from tafelrunde.matches.models import SECONDS
from tafelrunde.matches.texts import render
from tafelrunde.refusals import Refusal

from . import chat
from .changes import (
    changed,
    game_name,
    game_of,
    locked,
    refuse_unless_host,
    refuse_while_played,
    seat_anew,
    sitters,
)
from .models import Room
from .typed import fold, one_line

LONGEST_TEXT: Final = 300
_SWITCH: Final = {True: Line(gettext_noop("on")), False: Line(gettext_noop("off"))}
DRAW: Final = Option("draw", Line(gettext_noop("Seats are drawn at the start")), True, _SWITCH)
RATED: Final = Option("rated", Line(gettext_noop("Rated")), True, _SWITCH)
PACE: Final = Option(
    "pace",
    Line(gettext_noop("Time for a move")),
    str(Room.Pace.NONE),
    {
        str(Room.Pace.NONE): Line(gettext_noop("no clock")),
        str(Room.Pace.RELAXED): Line(gettext_noop("relaxed: {n} seconds"), n=int(SECONDS[Room.Pace.RELAXED])),
        str(Room.Pace.BRISK): Line(gettext_noop("brisk: {n} seconds"), n=int(SECONDS[Room.Pace.BRISK])),
        str(Room.Pace.DAILY): Line(gettext_noop("daily: {n} hours"), n=int(SECONDS[Room.Pace.DAILY] / 3600)),
    },
)
OF_THE_ROOM: Final = ((PACE, "pace"), (RATED, "rated"), (DRAW, "draw_seats"))
"""The options of the room itself, and where they are kept."""


def set_game(room: Room, by: Player, slug: str) -> Room:
    """Play another game in the room, with its usual options. People keep their seats, bots become bots of that game."""
    with transaction.atomic():
        room = locked(room)
        refuse_unless_host(room, by)
        refuse_while_played(room)
        game = find_game(slug)
        if game.slug == room.game:
            return room
        offers.refuse_if_off(game.slug)
        _fit(room, game)
        room.game, room.options, room.match = game.slug, checked(game, {}), None
        room.starts_at = None
        changed(room)
        chat.system(room, gettext_noop("The game is {game} now."), game=game.name)
    return room


def set_option(room: Room, by: Player, name: str | Option, value: Any) -> Option:
    """Choose a value, typed or as JSON, of an option of the game, or of the room itself."""
    with transaction.atomic():
        room = locked(room)
        refuse_unless_host(room, by)
        refuse_while_played(room)
        option = _as_offered_now(room, name if isinstance(name, Option) else find_option(room, name))
        good = _read(option, value)
        if good == value_of(room, option):
            return option
        if column := _column(option):
            setattr(room, column, good)
        else:
            room.options = {**room.options, option.name: good}
        changed(room)
        label, chosen = option.label, option.values[good]
        chat.system(room, gettext_noop("{option}: {value}"), option=label, value=chosen)
    return option


def set_text(room: Room, by: Player, text: str) -> None:
    """The text that everybody reads who comes into the room; empty takes it away. Refusal `muted` for who is muted."""
    text = one_line(text)
    if len(text) > LONGEST_TEXT:
        raise Refusal("bad_argument", _("The text of a room has at most {n} characters.").format(n=LONGEST_TEXT))
    with transaction.atomic():
        room = locked(room)
        refuse_unless_host(room, by)
        if text == room.text:
            return
        sanctions.refuse_silenced(by)
        words.refuse(text)
        room.text = text
        changed(room)


def find_game(text: str) -> AnyGame:
    """The installed game that a text names by its slug, its name or the beginning of either."""
    wanted = _key(text)
    found = games.installed()
    keys = {slug: {_key(slug), _key(game_name(game)), _key(game.name.message)} for slug, game in found.items()}
    exact = [slug for slug in found if wanted in keys[slug]]
    begun = [slug for slug in found if wanted and any(key.startswith(wanted) for key in keys[slug])]
    for slugs in (exact, begun):
        if len(slugs) == 1:
            return found[slugs[0]]
    names = ", ".join(offers.offered())
    text = one_line(text)[:40]
    raise Refusal("bad_argument", _("There is no game {name} here. Games: {names}.").format(name=text, names=names))


def options(room: Room) -> list[Option]:
    """The options of the room with the values that are offered, as this process last heard: those of its game, then its
    own. Asks no database.
    """
    return [*offers.heard_options(game_of(room)), *(own for own, _kept in OF_THE_ROOM)]


def find_option(room: Room, name: str) -> Option:
    """The option that a typed name means; case, spaces, dashes and underscores do not matter."""
    wanted = _key(name)
    known = options(room)
    for option in known:
        if wanted in (_key(option.name), _key(render(option.label))):
            return option
    names = ", ".join(option.name for option in known)
    text = _("There is no option {name}. Options: {names}.")
    raise Refusal("bad_argument", text.format(name=one_line(name)[:40], names=names))


def value_of(room: Room, option: Option) -> Any:
    """The value that the room has chosen; the default where that is not, or not any more, offered."""
    if column := _column(option):
        return getattr(room, column)
    try:
        return option.read(room.options.get(option.name, option.default))
    except BadOption:
        return option.default


def shown_options(room: Room) -> dict[str, Any]:
    """The values of the options of the room's game, as this process last heard what is offered; asks no database."""
    game = games.find(room.game)
    return room.options if game is None else {o.name: value_of(room, o) for o in offers.heard_options(game)}


def settle_options(room: Room) -> None:
    """Before a match begins in the locked room: what is not offered any more gets its default, and the room is told."""
    game = game_of(room)
    offered = terms.offered(game)
    settled = {option.name: value_of(room, option) for option in offered}
    for option in declared(game.Options):
        chosen, now = room.options.get(option.name, settled[option.name]), settled[option.name]
        if chosen != now:
            before = option.values.get(chosen, str(chosen))
            text = gettext_noop("{option}: “{before}” is not offered any more, so it is “{value}”.")
            chat.system(room, text, option=option.label, before=before, value=option.values[now])
    room.options = settled


def checked(game: AnyGame, given: Mapping[str, Any]) -> dict[str, Any]:
    """Given options as they are stored, whole. Refusal `bad_argument` for what is not offered now says what is."""
    try:
        return read_values(terms.offered(game), given)
    except BadOption as bad:
        raise _refused(bad) from bad


def _column(option: Option) -> str | None:
    return next((column for own, column in OF_THE_ROOM if own is option), None)


def _as_offered_now(room: Room, option: Option) -> Option:
    """The same option; one of the game with the values that the database says are offered."""
    if _column(option):
        return option
    return next((now for now in terms.offered(game_of(room)) if now.name == option.name), option)


def _read(option: Option, value: Any) -> Any:
    if isinstance(value, str):
        by_key = {_key(spell(good)): good for good in option.values}
        by_label = {_key(render(label)): good for good, label in option.values.items()}
        value = (by_label | by_key).get(_key(value), value)
    try:
        return option.read(value)
    except BadOption as bad:
        raise _refused(bad) from bad


def _refused(bad: BadOption) -> Refusal:
    return terms.refused(BadOption(one_line(bad.name)[:40], bad.good, unknown=bad.unknown))


def _fit(room: Room, game: AnyGame) -> None:
    """Fit those who sit into a game with other bots and perhaps fewer seats: bots that find none go."""
    rows, most = sitters(room), max(game.seats)
    people = sum(row.player is not None for row in rows)
    if people > most:
        text = _("{game} is for at most {n} players, and {people} are seated.")
        raise Refusal("not_allowed_now", text.format(game=game_name(game), n=most, people=people))
    bots = [bot.slug for bot in offered(game)]
    for row in rows:
        if row.player is None and row.bot not in bots:
            row.bot = bots[0]
    too_many = [row for row in rows if row.player is None][most - people :]
    rows = [row for row in rows if row not in too_many]
    if any(row.seat >= most for row in rows):
        for seat, row in enumerate(rows):
            row.seat = seat
    seat_anew(room, rows)


def _key(text: str) -> str:
    return fold(text).replace("_", "").replace("-", "").replace(" ", "")
