"""How moves are written in a game, with examples out of those that the caller may make now."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tafelrunde.matches import live as matches
from tafelrunde.matches.texts import render

from .calls import RoomCall
from .changes import game_name, game_of

EXAMPLES = 3


def lines(call: RoomCall) -> list[str]:
    """A line for each first word of moves; nothing in them that the caller may not know."""
    game = game_of(call.room)
    verbs = [*game.verbs()]
    legal, names = _own_moves(call)
    verbs += sorted({move.partition(" ")[0] for move in legal} - {*verbs})
    if not verbs:
        return [_("Moves of {game} are typed as the board shows them, behind a /.").format(game=game_name(game))]
    head = _("Moves of {game} begin with: {verbs}").format(
        game=game_name(game), verbs=" ".join(f"/{verb}" for verb in verbs)
    )
    found = [head]
    for verb in verbs:
        mine = [move for move in legal if move.partition(" ")[0] == verb][:EXAMPLES]
        found += [_("/{move}: {label}").format(move=move, label=render(game.label(move), names)) for move in mine]
    return found


def _own_moves(call: RoomCall) -> tuple[list[str], list[str]]:
    """The caller's moves now, and the names of the seats."""
    if call.player is None or call.room.match is None or not call.playing:
        return [], []
    live = matches.read(call.room.match.pk)
    viewer = live.viewer(call.player.pk)
    return (sorted(live.position.legal[viewer]), live.names) if isinstance(viewer, int) else ([], live.names)
