"""The machinery of commands: how they are declared, found, refused and run. Which there are is in `commands`.

    @command("start", "begin", about=PLAY, who=HOST, when=WAITING | OVER, button=_("Start"))
    def start(call: RoomCall) -> None:
        \"\"\"/start: begin the match with everyone seated.\"\"\"

The first line of the docstring is usage and help. A command works where its call comes from: with a `RoomCall` in rooms
only, with a `Call` in the lobby, too. Arguments are declared as parameters: how each is read is the second part of its
`Annotated` type (`arguments.py`), and what has a default may be left out.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tafelrunde import games
from tafelrunde.matches.wording import verbs
from tafelrunde.refusals import Refusal

from . import chat
from .arguments import Parameter, kind_of_call, parameters, player_name, read, seat_or_name
from .calls import (
    ANY_TIME,
    ANYONE,
    SHOW,
    TALK,
    About,
    Call,
    Effect,
    RoomCall,
    When,
    Who,
    is_for,
    refuse_person,
    refuse_time,
    signed_out,
)
from .models import Room
from .typed import fold, one_line

_SLASHES: Final = ("/", "／")


@dataclass(frozen=True, slots=True)
class Go:
    """The answer of a command that leads elsewhere: an address of this site, beginning with a slash."""

    address: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command tells its caller alone: lines of plain text in the caller's language, or where to go."""

    lines: tuple[str, ...] = ()
    go: str | None = None


Run = Callable[..., "str | Sequence[str] | Go | None"]


@dataclass(frozen=True, slots=True)
class Command:
    """A declared command. `button` is its label in the game tool, shown where it is `offered`.

    `expected`: where the button is shown, the command may be what people do next. `in_lobby`: it needs no room. `does`:
    what it does to others, by which it is slowed down.
    """

    name: str
    aliases: tuple[str, ...]
    about: About
    who: Who
    when: When
    does: Effect
    run: Run
    in_lobby: bool
    parameters: tuple[Parameter, ...]
    doc: str
    button: str | Promise | None
    offered: Callable[[RoomCall], bool]
    expected: bool

    @property
    def usage(self) -> str:
        """``/join [SEAT]``, in the language that is active now."""
        return self._line.partition(": ")[0]

    @property
    def help(self) -> str:
        """What it does, in a few words."""
        return self._line.partition(": ")[2]

    @property
    def people(self) -> bool:
        """Does it begin with somebody's name? Then the line completes names."""
        return bool(self.parameters) and self.parameters[0].read in (player_name, seat_or_name)

    @property
    def _line(self) -> str:
        return _(self.doc)

    def refuse(self, call: Call) -> None:
        """Raise a Refusal unless this caller may use it here and now."""
        if not isinstance(call, RoomCall):
            if not self.in_lobby:
                text = _("/{name} is for a room: enter one first, with /goto ROOM or /newroom NAME.")
                raise Refusal("not_allowed_now", text.format(name=self.name))
            refuse_person(call, self.who)
            return
        refuse_person(call, self.who)
        refuse_time(call, self.when)

    def may(self, call: Call) -> bool:
        """May this caller use it here and now?"""
        here_and_now = call.when in self.when if isinstance(call, RoomCall) else self.in_lobby
        return here_and_now and is_for(call, self.who)


@dataclass(frozen=True, slots=True)
class Button:
    """A button of the game tool: it sends `say`. The one that is expected next is `primary`."""

    say: str
    label: str
    primary: bool


_commands: Final[dict[str, Command]] = {}


def command(
    name: str,
    *aliases: str,
    about: About,
    who: Who = ANYONE,
    when: When = ANY_TIME,
    does: Effect = SHOW,
    button: str | Promise | None = None,
    offered: Callable[[RoomCall], bool] = lambda _call: True,
    expected: bool = True,
) -> Callable[[Run], Run]:
    """Declare the decorated function as the command `/name`."""

    def declare(run: Run) -> Run:
        doc = (run.__doc__ or "").strip().partition("\n")[0]
        if not doc.startswith(f"/{name}") or ": " not in doc:
            raise TypeError(f'the docstring of /{name} must begin with "/{name}: what it does"')
        declared = {word for other in _commands.values() for word in (other.name, *other.aliases)}
        if twice := declared & {name, *aliases}:
            raise TypeError(f"declared twice: {', '.join(sorted(twice))}")
        in_lobby = kind_of_call(run) is Call
        _commands[name] = Command(
            name, aliases, about, who, when, does, run, in_lobby, parameters(run), doc, button, offered, expected
        )
        _by_word.cache_clear()
        return run

    return declare


def commands() -> list[Command]:
    """All commands, in the order in which they are declared."""
    return list(_commands.values())


def run(call: Call, text: str) -> Answer | None:
    """Do what a typed line says: a command, or something said to everybody. Typed moves are recognised before this."""
    with translation.override(call.language):
        word = command_word(text)
        if word is None:
            _say(call, spoken(text))
            return None
        found = _by_word().get(word)
        if found is None:
            raise _unknown(call, word)
        found.refuse(call)
        answer = found.run(call, **read(found.usage, found.parameters, _rest(one_line(text))))
        if answer is None:
            return None
        if isinstance(answer, Go):
            return Answer(go=answer.address)
        return Answer((answer,) if isinstance(answer, str) else tuple(answer))


def _say(call: Call, text: str) -> None:
    if not isinstance(call, RoomCall):
        text = _("In the lobby there is nobody to hear that: whisper with /tell NAME TEXT, or enter a room.")
        raise Refusal("not_allowed_now", text)
    chat.say(call.room, call.player, text)


def effect_of(text: str) -> Effect:
    """What a typed line does to others. Asks no database."""
    word = command_word(text)
    if word is None:
        return TALK
    found = _by_word().get(word)
    return SHOW if found is None else found.does


def command_word(text: str) -> str | None:
    """The folded first word of a line that looks like a command, without its slash; None where it is just said."""
    line = text.strip()
    if not line.startswith(_SLASHES) or line[1:].startswith(_SLASHES):
        return None
    return fold((line[1:].split(maxsplit=1) or [""])[0])


def spoken(text: str) -> str:
    """What a line that is no command says: ``//text`` says ``/text``."""
    line = text.strip()
    return line[1:] if line.startswith(_SLASHES) else line


def available(call: Call) -> list[Command]:
    """What this caller may use here and now, for ``/help``, the game tool and completion."""
    return [found for found in commands() if found.may(call)]


def buttons(call: RoomCall) -> list[Button]:
    """The buttons of the game tool, in order; at most one is `primary`."""
    with translation.override(call.language):
        shown = [one for one in commands() if one.button is not None and one.may(call) and one.offered(call)]
        first = next((found for found in shown if found.expected), None)
        return [Button(f"/{found.name}", str(found.button), found is first) for found in shown]


def find(word: str) -> Command | None:
    """The command that a word means, with or without its slash, in any language of the site."""
    return _by_word().get(fold(word.strip().lstrip("/／")))


def move_words(room: Room) -> list[str] | None:
    """The first words of typed moves in the room's game; None where its rules cannot say."""
    game = games.find(room.game)
    if game is None:
        return []
    found = verbs(game, room.match_id)
    return None if found is None else [fold(verb) for verb in found]


@functools.cache
def _by_word() -> dict[str, Command]:
    """Commands by all their words: names before aliases, aliases before the names in other languages."""
    words: dict[str, Command] = {}
    for found in _commands.values():
        for alias in found.aliases:
            words[fold(alias)] = found
    words |= _commands
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            for found in _commands.values():
                for word in pgettext("command", found.name).split():
                    words.setdefault(fold(word), found)
    return words


def _unknown(call: Call, word: str) -> Refusal:
    moves: list[str] = []
    if isinstance(call, RoomCall):
        said = move_words(call.room)
        if said is None and call.may_move:
            return Refusal("not_allowed_now", no_words())
        if word in (said or ()):
            return _no_move(call)
        moves = said if said and call.may_move else []
    near = _near(call, word, moves)
    if near is None:
        return no_command(word)
    text = _("There is no command /{word}: did you mean /{hint}?")
    return Refusal("unknown_command", text.format(word=one_line(word)[:40], hint=near), hint=f"/{near}")


def no_command(word: str) -> Refusal:
    """The refusal for a word that is none, nor close to one."""
    text = _("There is no command /{word}. With /help you see what you can do here.")
    return Refusal("unknown_command", text.format(word=one_line(word)[:40]), hint="/help")


def _near(call: Call, word: str, moves: list[str]) -> str | None:
    """What may have been meant: a move, else a command for this caller, else any command."""
    now = [name for found in available(call) for name in (found.name, *found.aliases)]
    for words in (moves, now, list(_by_word())):
        for close in get_close_matches(word, words, 1):
            return close if words is moves else _by_word()[fold(close)].name
    return None


def no_words() -> str:
    """What who plays is told where the rules cannot say which words begin moves."""
    return _("The rules of this game cannot say how its moves are typed: play by the board. An admin has been told.")


def _no_move(call: RoomCall) -> Refusal:
    if not call.playing:
        return Refusal("not_allowed_now", _("There is no match being played."))
    if call.player is None:
        return signed_out()
    if call.seated is None:
        return Refusal("not_seated", _("You are watching: only those who sit here play."))
    return Refusal("illegal_move", _("That cannot be played now."))


def _rest(text: str) -> str:
    parts = text.strip()[1:].split(maxsplit=1)
    return parts[1] if len(parts) > 1 else ""
