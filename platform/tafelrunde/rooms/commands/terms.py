"""What is played, and how: the game, its options, the pace."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tafelrunde import games
from tafelrunde.game import Option, spell
from tafelrunde.house import offers
from tafelrunde.matches.texts import render
from tafelrunde.refusals import Refusal

from .. import choices
from ..arguments import Phrase, Text
from ..calls import CHANGE, ROOM, Call, RoomCall
from ..changes import game_name
from ..registry import command
from ..typed import first_word


@command("game", "games", about=ROOM, does=CHANGE)
def game(call: Call, name: Phrase = "") -> list[str] | None:
    """/game [NAME]: show the games, or choose the one to play."""
    if not name:
        return [_game_line(call, slug) for slug in offers.offered()]
    if not isinstance(call, RoomCall):
        raise Refusal("not_allowed_now", _("A game is chosen in a room: open one with /newroom NAME."))
    choices.set_game(call.room, call.caller, name)
    return None


@command("option", "options", "opt", about=ROOM, does=CHANGE)
def option(call: RoomCall, words: Text = "") -> list[str] | str | None:
    """/option [NAME VALUE]: show the options, or choose one."""
    words = words.replace("=", " ").replace(":", " ").strip()
    if not words:
        return [_option_line(call, known) for known in choices.options(call.room)]
    name, value = _option_and_value(call, words)
    return _show_or_choose(call, choices.find_option(call.room, name), value)


@command("pace", "clock", "time", "speed", about=ROOM, does=CHANGE)
def pace(call: RoomCall, pace: Phrase = "") -> str | None:
    """/pace [none, relaxed, brisk or daily]: show how much time there is for a move, or choose it."""
    return _show_or_choose(call, choices.PACE, pace)


@command("rated", "ranked", about=ROOM, does=CHANGE)
def rated(call: RoomCall, switch: Phrase = "") -> str | None:
    """/rated [on or off]: show whether matches count for the ranking, or choose it."""
    return _show_or_choose(call, choices.RATED, switch)


def _show_or_choose(call: RoomCall, known: Option, value: str) -> str | None:
    if not value:
        return _option_line(call, known)
    choices.set_option(call.room, call.caller, known, value)
    return None


def _game_line(call: Call, slug: str) -> str:
    known = games.installed()[slug]
    line = _("{slug}: {name}, {least} to {most} players").format(
        slug=slug, name=game_name(known), least=min(known.seats), most=max(known.seats)
    )
    here = isinstance(call, RoomCall) and slug == call.room.game
    return _("{line} (played here)").format(line=line) if here else line


def _option_line(call: RoomCall, known: Option) -> str:
    value = choices.value_of(call.room, known)
    values = ", ".join(_value(spell(good), render(label)) for good, label in known.values.items())
    text = _("{name} = {value}: {label}; one of {values}")
    return text.format(name=known.name, value=spell(value), label=render(known.label), values=values)


def _value(good: str, label: str) -> str:
    """How it is typed, and what it means where that says more."""
    return good if label == good else _("{value} ({label})").format(value=good, label=label)


def _option_and_value(call: RoomCall, words: str) -> tuple[str, str]:
    """The longest beginning of the words that names an option, and what follows it."""
    split = words.split()
    for end in range(len(split), 0, -1):
        name = " ".join(split[:end])
        try:
            choices.find_option(call.room, name)
        except Refusal:
            continue
        return name, " ".join(split[end:])
    return first_word(words)
