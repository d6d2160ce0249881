"""What can be typed, and by which rules: help."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from tafelrunde import games
from tafelrunde.refusals import Refusal

from .. import choices, notation
from ..arguments import Phrase, Word
from ..calls import Call, RoomCall
from ..changes import game_name, game_of
from ..registry import available, command, find, move_words


@command("rules", "rule")
def rules(call: Call, game: Phrase = "") -> str | list[str]:
    """/rules [GAME]: show where the rules of the game are."""
    if game:
        meant = [choices.find_game(game)]
    else:
        meant = [game_of(call.room)] if isinstance(call, RoomCall) else list(games.installed().values())
    return [
        _("The rules of {game}: {address}").format(game=game_name(one), address=reverse("rules", args=[one.slug]))
        for one in meant
    ]


@command("notation", "moves", "verbs")
def notation_(call: RoomCall) -> list[str]:
    """/notation: show how moves are written, with some that you may make now."""
    return notation.lines(call)


@command("help", "h", "?", "commands")
def help_(call: Call, name: Word = "") -> list[str] | str:
    """/help [COMMAND]: show what you can do here, or what one command does."""
    if name:
        found = find(name)
        if found is None:
            text = _("There is no command /{word}. With /help you see what you can do here.")
            raise Refusal("unknown_command", text.format(word=name.lstrip("/")[:40]), hint="/help")
        also = ", ".join(f"/{alias}" for alias in found.aliases)
        return f"{found.usage}: {found.help} ({also})" if also else f"{found.usage}: {found.help}"
    lines = [f"{found.usage}: {found.help}" for found in available(call)]
    if isinstance(call, RoomCall) and call.playing and call.seated and (moves := move_words(call.room)):
        lines.append(_("Moves are typed too: {verbs} …").format(verbs=" ".join(f"/{verb}" for verb in moves)))
    return lines
