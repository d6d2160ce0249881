"""What belongs to the caller: standing, preferences and mark."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tafelrunde import games
from tafelrunde.accounts import preferences
from tafelrunde.matches import marking
from tafelrunde.ratings.ranking import rank_line

from .. import choices
from ..arguments import Phrase, Text
from ..calls import PLAY, PLAYER, PLAYING, SEATED, SELF, Call, RoomCall
from ..changes import game_name, game_of
from ..registry import command


@command("rank", "ranking", "rating", about=SELF, who=PLAYER)
def rank(call: Call, game: Phrase = "") -> list[str]:
    """/rank [GAME]: show how you stand in a game; in the lobby, in all of them."""
    if isinstance(call, RoomCall) and not game:
        return [rank_line(call.caller, game_of(call.room).slug)]
    meant = [choices.find_game(game)] if game else list(games.installed().values())
    return [
        _("{game}: {standing}").format(game=game_name(one), standing=rank_line(call.caller, one.slug)) for one in meant
    ]


@command("set", "setting", "settings", "preference", about=SELF, who=PLAYER)
def set_(call: Call, words: Text = "") -> list[str]:
    """/set [NAME VALUE]: show your preferences, or choose one."""
    return preferences.change(call.caller, words)


@command("prop", "property", about=SELF, who=PLAYER)
def prop(call: Call, words: Text = "") -> list[str]:
    """/prop [NAME=VALUE]: the same, as BrettspielWelt has it."""
    return preferences.change(call.caller, words)


@command("unmark", "unhook", about=PLAY, who=SEATED, when=PLAYING)
def unmark(call: RoomCall) -> None:
    """/unmark: take off the move that you have marked for your turn."""
    assert call.room.match is not None
    marking.take_off(call.room.match.pk, call.caller.pk)
