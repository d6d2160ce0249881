"""Stored matches played again by other rules: what would come out differently, and from which ply on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from tafelrunde import games
from tafelrunde.game import SPECTATOR, Viewer, read_options
from tafelrunde.games import AnyGame

from . import position as fold
from .models import Match
from .position import Change, Position, Sitter
from .reading import read_log

AT_ONCE: Final = 100
"""So many matches are read at a time; the log of one at a time."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A match that was played again: `moves` so many, and the first difference, if there is one."""

    match: Match
    moves: int
    ply: int = 0
    difference: str = ""


def matches_of(game: str) -> Iterator[Match]:
    """All matches of a game with their seats, in order, also those that begin meanwhile."""
    last = 0
    while True:
        found = list(Match.objects.filter(game=game, pk__gt=last).order_by("pk").prefetch_related("seats")[:AT_ONCE])
        yield from found
        if not found:
            return
        last = found[-1].pk


def compare(match: Match, rules: AnyGame) -> Compared:
    """The match by these rules, beside what is stored and, if they are installed and others, its own rules.

    Looked at is at each ply: is the move legal, who is to move, what each viewer sees and is told, is there a result;
    in the end the stored result. Nothing in the difference tells what a running match hides.
    """
    own = games.find(match.game, match.ruleset)
    again = _Again(match, rules, None if own is rules else own)
    try:
        again.play()
    except _Differs as differs:
        return Compared(match, again.now.ply if again.now else 0, differs.ply, differs.text)
    assert again.now is not None
    return Compared(match, again.now.ply)


class _Differs(Exception):
    """What would be otherwise, and at which ply."""

    def __init__(self, ply: int, text: str) -> None:
        super().__init__(ply, text)
        self.ply, self.text = ply, text


class _Again:
    """One match under two rules at once. `now` is where it stands by the new ones, `was` by its own, if they can."""

    def __init__(self, match: Match, rules: AnyGame, own: AnyGame | None) -> None:
        self.match, self.rules, self.own = match, rules, own
        self.seed = bytes(match.seed)
        self.running = _runs(match)
        self.now: Position | None = None
        self.was: Position | None = None

    def play(self) -> None:
        """To the end of the log. _Differs at the first difference."""
        sitters = [Sitter(seat.player_id, seat.bot, seat.name) for seat in self.match.seats.all()]
        if len(sitters) not in self.rules.seats:
            raise _Differs(0, _("it is not for {n} players").format(n=len(sitters)))
        self.now = self._asked(0, _("cannot begin"), lambda: self._begin(self.rules, sitters))
        if self.own is not None:
            self.was = self._by_its_own(lambda own: self._begin(own, sitters))
        self._look()
        for change in read_log(self.match.pk):
            self._step(change)
        self._look_at_the_end()

    def _step(self, change: Change) -> None:
        assert self.now is not None
        before = self.now
        if change.kind == fold.MOVE and (before.over or change.move not in before.legal[change.seat]):
            move = _("the move") if self.running else repr(change.move)
            text = _("{move} of seat {seat} is not legal")
            raise _Differs(before.ply + 1, text.format(move=move, seat=change.seat + 1))
        self.now = self._asked(
            before.ply + 1, _("cannot go on"), lambda: fold.after(self.rules, self.seed, before, change)
        )
        if (was := self.was) is not None:
            self.was = self._by_its_own(lambda own: fold.after(own, self.seed, was, change))
        if change.kind == fold.MOVE:
            self._look()

    def _look(self) -> None:
        """Ask the new rules for all that people are shown, and compare it with what they were shown."""
        now, was = self.now, self.was
        assert now is not None
        if was is not None and now.to_move != was.to_move:
            text = _("to move would be {now} instead of {was}")
            raise _Differs(now.ply, text.format(now=_seats(now.to_move), was=_seats(was.to_move)))
        viewers: list[Viewer] = [*range(len(now.sitters)), SPECTATOR]
        for viewer in viewers:
            seen = self._asked(now.ply, _("cannot be shown"), lambda viewer=viewer: _seen(self.rules, now, viewer))
            if was is None:
                continue
            shown = self._by_its_own(lambda own, viewer=viewer: _seen(own, was, viewer))
            if shown is not None and seen != shown:
                part = _("view") if seen[0] != shown[0] else _("story")
                text = _("the {part} of {viewer} would be another")
                raise _Differs(now.ply, text.format(part=part, viewer=_viewer(viewer)))
        if was is not None and _result(now) != _result(was):
            raise _Differs(
                now.ply, _("the result would be {now} instead of {was}").format(now=_result(now), was=_result(was))
            )

    def _look_at_the_end(self) -> None:
        now = self.now
        assert now is not None
        if now.over == self.running:
            self.match.refresh_from_db(fields=["status", "result"])  # it may have ended meanwhile
            self.running = _runs(self.match)
        if now.over == self.running:
            text = _("it would be over") if now.over else _("it would not be over")
            raise _Differs(now.ply, text)
        if not self.running and _result(now) != self.match.result:
            text = _("the result would be {now} instead of {was}")
            raise _Differs(now.ply, text.format(now=_result(now), was=self.match.result))

    def _begin(self, rules: AnyGame, sitters: list[Sitter]) -> Position:
        options = read_options(rules.Options, self.match.options)
        return fold.begin(rules, sitters, options, self.seed, self.match.started.timestamp())

    def _asked(self, ply: int, failing: str, ask: Any) -> Any:
        try:
            return ask()
        except Exception as error:
            raise _Differs(ply, f"{failing}: {type(error).__name__}") from error

    def _by_its_own(self, ask: Any) -> Any:
        """What its own rules say; where they fail, there is nothing to compare with from then on."""
        try:
            return ask(self.own)
        except Exception:  # noqa: BLE001  the rules that are asked about are the others
            self.was = None
            return None


def _runs(match: Match) -> bool:
    return match.status in {Match.Status.PLAYING, Match.Status.SUSPENDED}


def _seen(rules: AnyGame, position: Position, viewer: Viewer) -> tuple[Any, Any]:
    return rules.view(position.state, viewer), tuple(rules.story(position.state, viewer))


def _result(position: Position) -> Any:
    return json.loads(json.dumps(position.result.as_json())) if position.result else None


def _seats(seats: tuple[int, ...]) -> str:
    return ", ".join(str(seat + 1) for seat in seats) or _("nobody")


def _viewer(viewer: Viewer) -> str:
    return _("seat {n}").format(n=viewer + 1) if isinstance(viewer, int) else _("spectators")
