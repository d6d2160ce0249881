"""How moves are written in a game, with examples out of those that the caller may make now."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tafelrunde.games import AnyGame
from tafelrunde.matches import live as matches
from tafelrunde.matches import wording

from .calls import RoomCall
from .changes import game_name, game_of
from .registry import no_words

EXAMPLES = 3


def lines(call: RoomCall) -> list[str]:
    """A line for each first word of moves; nothing in them that the caller may not know."""
    game = game_of(call.room)
    said = wording.verbs(game, call.room.match_id)
    if said is None:
        return [no_words()]
    legal, names = _own_moves(call)
    verbs = [*said, *sorted({move.partition(" ")[0] for move in legal} - {*said})]
    if not verbs:
        return [_("Moves of {game} are typed as the board shows them, behind a /.").format(game=game_name(game))]
    head = _("Moves of {game} begin with: {verbs}").format(
        game=game_name(game), verbs=" ".join(f"/{verb}" for verb in verbs)
    )
    found = [head]
    for verb in verbs:
        mine = [move for move in legal if move.partition(" ")[0] == verb][:EXAMPLES]
        found += [_example(call, game, move, names) for move in mine]
    return found


def _example(call: RoomCall, game: AnyGame, move: str, names: Sequence[str]) -> str:
    label = wording.label(game, move, names, call.room.match_id)
    if label is None:
        return _("/{move}: what this does the rules cannot say. An admin has been told.").format(move=move)
    return f"/{move}" if label == move else _("/{move}: {label}").format(move=move, label=label)


def _own_moves(call: RoomCall) -> tuple[list[str], list[str]]:
    """The caller's moves now, and the names of the seats."""
    if call.player is None or call.room.match is None or not call.playing:
        return [], []
    live = matches.read(call.room.match.pk)
    viewer = live.viewer(call.player.pk)
    return (sorted(live.position.legal[viewer]), live.names) if isinstance(viewer, int) else ([], live.names)
