"""What can be typed, and by which rules: help."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tafelrunde import games
from tafelrunde.live.greeting import site_address

from .. import choices, notation, rules_page
from ..arguments import Phrase, Word
from ..calls import PLAY, SELF, About, Call, RoomCall
from ..changes import game_name, game_of
from ..registry import Command, available, command, find, move_words, no_command, no_words
from ..typed import fold


@command("rules", "rule", about=PLAY)
def rules(call: Call, game: Phrase = "") -> str | list[str]:
    """/rules [GAME]: show where the rules of the game are, in a match the part that matters now."""
    room, player = (call.room if isinstance(call, RoomCall) else None), call.player.pk if call.player else None
    if game:
        meant = [choices.find_game(game)]
    elif room is not None:
        meant = [game_of(room)]
    else:
        meant = list(games.installed().values())
    where = [(one, site_address() + rules_page.address(one, room, player)) for one in meant]
    return [_("The rules of {game}: {address}").format(game=game_name(one), address=at) for one, at in where]


@command("notation", "moves", "verbs", about=PLAY)
def notation_(call: RoomCall) -> list[str]:
    """/notation: show how moves are written, with some that you may make now."""
    return notation.lines(call)


@command("help", "h", "?", "commands", about=SELF)
def help_(call: Call, name: Word = "") -> list[str] | str:
    """/help [COMMAND]: show what you can do here, or what one command does, like “/help join”."""
    moves = move_words(call.room) if isinstance(call, RoomCall) else []
    if name:
        return _help_for(call, name, moves or [])
    lines = [_group(about, now) for about, now in _by_what_they_are_about(call) if now]
    lines.append(_("What one of them does: /help COMMAND, like /help {name}").format(name=_example(call)))
    may_move = isinstance(call, RoomCall) and call.may_move
    if may_move and moves is None:
        lines.append(no_words())
    elif may_move and moves:
        lines.append(_("Moves are typed too: {verbs} …").format(verbs=" ".join(f"/{verb}" for verb in moves)))
    return lines


def _by_what_they_are_about(call: Call) -> list[tuple[About, list[Command]]]:
    now = available(call)
    return [(about, [found for found in now if found.about is about]) for about in About]


def _group(about: About, found: Sequence[Command]) -> str:
    words = " ".join(f"/{one.name}" for one in found)
    return _("{about}: {commands}").format(about=_(about.value), commands=words)


def _example(call: Call) -> str:
    """A command that needs a word of help, and is there."""
    return "tell" if call.player is not None else "goto"


def _help_for(call: Call, name: str, moves: Sequence[str]) -> str:
    """What one word does: for who plays a move comes before a command, as it does when it is typed."""
    word = fold(name.lstrip("/／"))
    found = find(name)
    if isinstance(call, RoomCall) and word in moves and (found is None or call.may_move):
        text = _("/{word} is a move of {game}: see /notation.")
        return text.format(word=word, game=game_name(game_of(call.room)))
    if found is None:
        raise no_command(name.lstrip("/"))
    also = ", ".join(f"/{alias}" for alias in found.aliases if fold(alias) not in moves)
    return f"{found.usage}: {found.help} ({also})" if also else f"{found.usage}: {found.help}"
