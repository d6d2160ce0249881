"""What the rules say of moves as people type and read them. Where they fail, an admin is told and nothing stops."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from tafelrunde.games import AnyGame

from . import faults
from .texts import render

log = logging.getLogger(__name__)


def verbs(game: AnyGame, match: int | None = None) -> Sequence[str] | None:
    """The first words of all moves there can be; None where the rules cannot say."""
    try:
        return tuple(game.verbs())
    except Exception as error:  # noqa: BLE001  it is logged
        _report(game, match, "verbs", error)
        return None


def label(game: AnyGame, move: str, names: Sequence[str], match: int | None = None) -> str | None:
    """A move in words, in the language that is active now; None where the rules cannot say."""
    try:
        return render(game.label(move), names)
    except Exception as error:  # noqa: BLE001  it is logged
        _report(game, match, "label", error)
        return None


def _report(game: AnyGame, match: int | None, where: str, error: Exception) -> None:
    faults.report(log, error, "game %s, match %s: the rules fail in %s", game.slug, match, where)
    if match is not None:
        faults.note(faults.raised(match, where, error))
