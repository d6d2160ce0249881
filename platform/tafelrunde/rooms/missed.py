"""What somebody has missed while their line was lost: at most three sentences, the newest first.

A page that comes back says what it has shown: which match up to which version, and up to which line of the chat. What
has happened since is read from the log, up to what the welcome shows; and nothing is told that its reader might not
know, so of others only how often they have moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tafelrunde.game import Viewer
from tafelrunde.matches import position as fold
from tafelrunde.matches import wording
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.position import Change

from .models import ChatLine

MOST: Final = 3
LARGEST: Final = (1 << 63) - 1
_SAID: Final = frozenset({ChatLine.Kind.SAY, ChatLine.Kind.EMOTE, ChatLine.Kind.WHISPER, ChatLine.Kind.CHANNEL})


@dataclass(frozen=True, slots=True)
class Seen:
    """What a page has shown: a match (0 without one) up to a version, and the chat up to a line."""

    match: int
    version: int
    line: int


class Told(NamedTuple):
    """A sentence, and when the newest thing of which it tells has happened: seconds since 1970."""

    at: float
    text: str


def read_seen(query: Mapping[str, Sequence[str]]) -> Seen | None:
    """What the address of a socket says of it; None where it says nothing, or nonsense."""
    numbers = [query.get(name, [""])[0] for name in ("match", "version", "line")]
    if not all(number.isascii() and number.isdecimal() and int(number[:20]) <= LARGEST for number in numbers):
        return None
    return Seen(*map(int, numbers))


def sentence(
    live: LiveMatch | None,
    viewer: Viewer,
    seen: Seen,
    changes: Sequence[Change],
    lines: Sequence[Mapping[str, Any]],
    name: str | None,
) -> str:
    """All of it in one line, in the language that is active now; empty where nothing was missed.

    `changes` are those of the match since it was seen, `lines` the last ones of the chat, `name` who reads.
    """
    told = [*_of_match(live, viewer, seen, changes), *_of_chat(seen, lines, name)]
    newest = sorted(told, key=lambda one: one.at, reverse=True)[:MOST]
    return _("You missed: {what}").format(what=" ".join(one.text for one in newest)) if newest else ""


def _of_match(live: LiveMatch | None, viewer: Viewer, seen: Seen, changes: Sequence[Change]) -> Iterator[Told]:
    if live is None:
        return
    if live.id != seen.match:
        yield Told(max(live.position.since), _("A match has begun."))
        return
    moves = [change for change in changes if change.kind == fold.MOVE]
    own = [change for change in moves if change.seat == viewer]
    yield from _of_others(live, [change for change in moves if change.seat != viewer])
    for by in (fold.CLOCK, fold.PREMOVE, fold.BOT):
        yield from _of_own(live, by, [change for change in own if change.by == by])
    if changes and live.position.over:
        yield Told(changes[-1].at, _("The match is over."))


def _of_others(live: LiveMatch, moves: Sequence[Change]) -> Iterator[Told]:
    if not moves:
        return
    names = dict.fromkeys(live.position.sitters[change.seat].called for change in moves)
    text = ngettext("{names} made {n} move.", "{names} made {n} moves.", len(moves))
    yield Told(moves[-1].at, text.format(names=", ".join(names), n=len(moves)))


def _of_own(live: LiveMatch, by: str, moves: Sequence[Change]) -> Iterator[Told]:
    """What was played for the reader: by the clock, by a bot, or because it was marked."""
    if not moves:
        return
    n, last = len(moves), moves[-1]
    move = wording.label(live.game, last.move, live.names, live.id) or last.move
    if by == fold.PREMOVE:
        text = _("What you had marked was played: {move}.").format(move=move)
    elif by == fold.CLOCK and n == 1:
        text = _("Your time was out, and this was played for you: {move}.").format(move=move)
    elif by == fold.CLOCK:
        text = ngettext(
            "Your time was out, and {n} move was played for you.",
            "Your time was out, and {n} moves were played for you.",
            n,
        ).format(n=n)
    else:
        text = ngettext("A bot made {n} move for you.", "A bot made {n} moves for you.", n).format(n=n)
    yield Told(last.at, text)


def _of_chat(seen: Seen, lines: Sequence[Mapping[str, Any]], name: str | None) -> Iterator[Told]:
    said = [line for line in lines if line["kind"] in _SAID and line["id"] > seen.line and line["from"] != name]
    if said:
        text = ngettext("{n} line was said.", "{n} lines were said.", len(said)).format(n=len(said))
        yield Told(said[-1]["at"] / 1000, text)
