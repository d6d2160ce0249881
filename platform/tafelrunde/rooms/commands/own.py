"""What belongs to the caller: standing, preferences and mark."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tafelrunde import games
from tafelrunde.accounts import preferences
from tafelrunde.games import AnyGame
from tafelrunde.matches import marking
from tafelrunde.ratings.ranking import rank_line
from tafelrunde.ratings.seasons import Season

from .. import choices
from ..arguments import Phrase, Text
from ..calls import PLAY, PLAYER, PLAYING, SEATED, SELF, Call, RoomCall
from ..changes import game_name, game_of
from ..rankings import season_name
from ..registry import command


@command("rank", "ranking", "rating", about=SELF, who=PLAYER)
def rank(call: Call, words: Phrase = "") -> list[str]:
    """/rank [GAME] [SEASON]: show how you stand in a game, also in a season like 2026Q4; in the lobby, in all games."""
    game, season = _game_and_season(words)
    if isinstance(call, RoomCall) and not game:
        return [_of_season(season, _standing(call, game_of(call.room), season))]
    meant = [choices.find_game(game)] if game else list(games.installed().values())
    text = _("{game}: {standing}")
    found = [text.format(game=game_name(one), standing=_standing(call, one, season)) for one in meant]
    return [_of_season(season, line) for line in found]


def _game_and_season(words: str) -> tuple[str, Season | None]:
    """The season is the last word, where that is one."""
    game, _space, last = words.strip().rpartition(" ")
    season = Season.read(last.upper())
    return (game.strip(), season) if season else (words.strip(), None)


def _standing(call: Call, game: AnyGame, season: Season | None) -> str:
    return rank_line(call.caller, game.slug, season.key if season else "")


def _of_season(season: Season | None, line: str) -> str:
    return _("{season}. {line}").format(season=season_name(season), line=line) if season else line


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
