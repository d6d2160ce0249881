"""The socket of the moderators' figures: all of them at once, and again whenever they have changed.

Only the session of a moderator opens it in which a code of the second factor has been shown, as their pages do; that is
asked again before each frame, so that who is no moderator any more is out.
"""

from __future__ import annotations

import asyncio
import logging
from functools import cache
from typing import Any, Final

from django.db import DatabaseError
from django.template.loader import get_template
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from tafelrunde.accounts import moderators, two_factor
from tafelrunde.accounts.models import Player
from tafelrunde.live import refusing
from tafelrunde.live.limits import Bucket
from tafelrunde.live.threads import ask
from tafelrunde.moderation import reports
from tafelrunde.refusals import Refusal

from . import announcing, figures, frames, wire
from .calls import signed_out
from .connection import Accepted, Connection, accepted
from .identify import Visitor
from .lobby_socket import SYNCS_AT_ONCE, SYNCS_PER_SECOND

BEAT: Final = 2.0
"""Seconds between two looks, while somebody looks."""
log = logging.getLogger(__name__)
_readers: Final[set[FiguresConnection]] = set()


async def figures_socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve one connection to `/ws/moderation/figures/`."""
    if (opened := await accepted(scope, receive, send)) is not None:
        await FiguresConnection(opened, "the figures").serve(receive)


class FiguresConnection(Connection):
    """One moderator who looks."""

    def __init__(self, opened: Accepted, place: str) -> None:
        super().__init__(opened, place)
        self.syncs = Bucket(SYNCS_PER_SECOND, SYNCS_AT_ONCE)
        self.last: dict[str, Any] = {}

    async def enter(self) -> None:
        if self.player is None:
            raise signed_out()
        await self.welcome()
        _readers.add(self)
        announcing.welcome(self.socket)

    async def welcome(self) -> None:
        """Everything as the first frame. Refusal `not_allowed_now` for who may not see it."""
        waiting = await ask(reports_for, self.visitor)
        heard, house = await figures.gather(), await ask(figures.read_house)
        self.socket.release(self.frame("welcome", heard, house, waiting))

    def leave(self) -> None:
        _readers.discard(self)

    def tick(self) -> str:
        return frames.heartbeat(None)

    async def do(self, frame: wire.Frame) -> None:
        if not isinstance(frame, wire.Sync):
            raise Refusal("not_allowed_now", _("Here there is nothing to say or to play: enter a room."))
        self.brake.slow_down(self.syncs.take())
        self.last = {}
        await self.push(await figures.gather(), await ask(figures.read_house))
        self.socket.write(frames.ok(frame.ref, None))

    async def push(self, heard: figures.Heard, house: figures.House) -> None:
        """Tell what has changed, or close for who may see it no longer."""
        try:
            waiting = await ask(reports_for, self.visitor)
        except Refusal as refusal:
            refusing.count(refusal)
            with translation.override(self.socket.language):
                self.socket.end(frames.refusal(refusal, None), frames.NO_ENTRY)
            return
        self.socket.write(self.frame("figures", heard, house, waiting))

    def frame(self, kind: str, heard: figures.Heard, house: figures.House, waiting: int) -> str:
        """The figures as this reader gets them; nothing where they are as they were."""
        with translation.override(self.socket.language):
            found = figures.together(heard, house, waiting)
            before, self.last = self.last, {**found, "at": 0}
            if before == self.last:
                return ""
            if self.socket.html:
                text: str = _template().render(figures.for_template(found)).strip()
                return text
        protocol = {"protocol": frames.PROTOCOL} if kind == "welcome" else {}
        return wire.frame(kind, **protocol, figures=found)


def reports_for(visitor: Visitor) -> int:
    """How many reports wait for this moderator. Refusal `not_allowed_now` for everybody else; asks the database."""
    player = visitor.player and Player.objects.filter(pk=visitor.player.pk, is_active=True).first()
    if player is None or not moderators.is_moderator(player):
        raise Refusal("not_allowed_now", _("Only a moderator may do that."))
    if visitor.session_key is None or not two_factor.passed_in(visitor.session_key, player):
        raise Refusal("not_allowed_now", _("Moderators show a code of their second factor first."))
    return reports.waiting(player).count()


async def run() -> None:
    """Look again and again while somebody looks, as long as the process serves."""
    while True:
        await asyncio.sleep(BEAT)
        if not _readers:
            continue
        try:
            heard, house = await figures.gather(), await ask(figures.read_house)
            for reader in list(_readers):
                await reader.push(heard, house)
        except DatabaseError as error:
            log.warning("the figures have to wait for the database: %s", error)


@cache
def _template() -> Any:
    return get_template("moderation/_figures.html")
