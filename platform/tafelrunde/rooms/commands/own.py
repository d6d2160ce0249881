"""What belongs to the caller: standing and preferences."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tafelrunde.accounts.models import Player
from tafelrunde.games import AnyGame
from tafelrunde.refusals import Refusal

from .. import choices
from ..arguments import Phrase, Text
from ..calls import PLAYER, Call, RoomCall
from ..changes import game_of
from ..registry import command
from ..typed import first_word


@command("rank", "ranking", "rating", who=PLAYER)
def rank(call: Call, game: Phrase = "") -> str:
    """/rank [GAME]: show how you stand in a game."""
    if game or not isinstance(call, RoomCall):
        return _rank_line(call.caller, choices.find_game(game))
    return _rank_line(call.caller, game_of(call.room))


@command("set", "setting", "settings", "preference", who=PLAYER)
def set_(call: Call, words: Text = "") -> list[str] | str:
    """/set [NAME VALUE]: show your preferences, or choose one."""
    return _preference(call.caller, words)


@command("prop", "property", who=PLAYER)
def prop(call: Call, words: Text = "") -> list[str] | str:
    """/prop [NAME=VALUE]: the same, as BrettspielWelt has it."""
    return _preference(call.caller, words)


def _preference(player: Player, words: str) -> list[str] | str:
    name, value = first_word(words.replace("=", " ", 1))
    if not name:
        return _show_preferences(player)
    return _set_preference(player, name, value)


def _rank_line(player: Player, game: AnyGame) -> str:
    raise Refusal("not_allowed_now", _("There is no ranking here yet."))


def _show_preferences(player: Player) -> list[str] | str:
    raise Refusal("not_allowed_now", _("There are no preferences here yet."))


def _set_preference(player: Player, name: str, value: str) -> list[str] | str:
    raise Refusal("not_allowed_now", _("There are no preferences here yet."))
