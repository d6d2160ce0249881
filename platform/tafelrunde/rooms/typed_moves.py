"""Moves that are typed: ``/take wine`` in a match is a move, not a command."""

from __future__ import annotations

import logging
import re
import unicodedata

from django.utils.translation import gettext_lazy as _

from tafelrunde.accounts.names import name_key
from tafelrunde.matches import faults, marking, suspending
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.wording import verbs
from tafelrunde.refusals import Refusal

from .tables import Table

log = logging.getLogger(__name__)
_AT = re.compile(r"@([\w-]+)")


def is_move(table: Table, text: str) -> bool:
    """Does the line begin with a word that begins moves of the game being played?"""
    live = table.match
    if live is None or live.position.over:
        return False
    words = _line(text).split()
    typed = unicodedata.normalize("NFKC", text).lstrip()
    return typed.startswith("/") and bool(words) and words[0].casefold() in (verbs(live.game, live.id) or ())


def read(live: LiveMatch, seat: int, text: str, *, marks: bool = False) -> str:
    """The notation of a typed move: one that can be played now, or, with `marks`, marked. Refusal if it is none."""
    if not live.position.legal[seat]:
        found = marking.may_mark(live, live.position, seat) if marks else ()
        if found is None:
            raise suspending.rests()
        if not found:
            raise Refusal("not_your_turn", _("It is not your turn."))
    move = _notation(live, seat, _AT.sub(lambda found: _seat(live, found), _line(text)))
    if move is None:
        raise Refusal("illegal_move", _("That cannot be played now."))
    return move


def _notation(live: LiveMatch, seat: int, line: str) -> str | None:
    """What the game reads in it. Whatever somebody types, it does not stop a match: where that fails, it is no move."""
    try:
        return live.game.read(line, live.position.state, seat)
    except Exception as error:  # noqa: BLE001  it is logged
        faults.report(log, error, "match %s: what seat %s typed cannot be read", live.id, seat)
        faults.note(faults.raised(live.id, "read", error, live.position.ply, seat))
        return None


def _line(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip().removeprefix("/").strip()


def _seat(live: LiveMatch, found: re.Match[str]) -> str:
    """``@Ann`` stands for her seat."""
    wanted = name_key(found[1])
    seats = [seat for seat, name in enumerate(live.names) if name_key(name) == wanted]
    return f"@{seats[0]}" if seats else found[0]
