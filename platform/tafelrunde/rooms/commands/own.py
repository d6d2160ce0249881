"""What belongs to the caller: standing and preferences."""

from __future__ import annotations

from tafelrunde.accounts import preferences
from tafelrunde.ratings.ranking import rank_line

from .. import choices
from ..arguments import Phrase, Text
from ..calls import PLAYER, Call, RoomCall
from ..changes import game_of
from ..registry import command


@command("rank", "ranking", "rating", who=PLAYER)
def rank(call: Call, game: Phrase = "") -> str:
    """/rank [GAME]: show how you stand in a game."""
    if game or not isinstance(call, RoomCall):
        return rank_line(call.caller, choices.find_game(game).slug)
    return rank_line(call.caller, game_of(call.room).slug)


@command("set", "setting", "settings", "preference", who=PLAYER)
def set_(call: Call, words: Text = "") -> list[str]:
    """/set [NAME VALUE]: show your preferences, or choose one."""
    return preferences.change(call.caller, words)


@command("prop", "property", who=PLAYER)
def prop(call: Call, words: Text = "") -> list[str]:
    """/prop [NAME=VALUE]: the same, as BrettspielWelt has it."""
    return preferences.change(call.caller, words)
