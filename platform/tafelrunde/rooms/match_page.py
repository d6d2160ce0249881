"""The page of a match: every ply as each viewer saw it. While it runs, what the reader sees at the table anyway."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

import tafelrunde
from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.game import SPECTATOR, Viewer
from tafelrunde.live import refusing
from tafelrunde.matches import records
from tafelrunde.matches.models import Match
from tafelrunde.matches.playoffs import outcome
from tafelrunde.matches.replay import Replay, asked, replay
from tafelrunde.matches.texts import render as render_line
from tafelrunde.refusals import Refusal

from . import endings, match_context
from .admitting import belongs, comer, seated_in
from .models import Room
from .seeing import may_see

FOREVER: Final = "private, max-age=31536000, immutable"
ASK_AGAIN: Final = "private, no-cache"
KEEP_NOTHING: Final = "private, no-store"


@require_GET
def page(request: HttpRequest, id: int) -> HttpResponse:
    """``/matches/<id>/?ply=17&viewer=2``: a match at one ply, through one viewer's eyes, and the way to the others."""
    reader = reader_of(request)
    match = find_match(id, request)
    room = _room_of(match, request)
    game = games.find(match.game)
    hides = endings.is_hidden(match, reader.pk if reader else None, endings.wants_hidden(request))
    given: dict[str, Any] = {"shows_end": request.GET.get("end") == endings.SHOWN}
    given |= {"match": match, "room": room, "game_name": render_line(game.name) if game else match.game}
    try:
        replayed = replay(match)
        viewer, foreign = _allowed(replayed, reader, viewer_named(request.GET.get("viewer", "")))
        last = len(replayed.steps) - 1
        ply = min(_ply(request.GET.get("ply", ""), 0 if replayed.over else last), last)
        given |= asked(match.pk, "page", lambda: match_context.whole(match, replayed, ply, viewer, hides=hides))
        given["outcome"] = None if given["hidden"] else outcome(match)
    except Refusal as refusal:
        record = records.match_json(match, reader)
        given |= {"why": refusing.shown(refusal), "record": {**record, "result": None} if hides else record}
        return render(request, "matches/unreadable.html", given, status=409)
    response = render(request, "matches/match.html", {**given, "foreign": foreign, "edition": _edition(replayed)})
    response["Cache-Control"] = ASK_AGAIN if replayed.over else KEEP_NOTHING
    return response


@require_GET
def ply(request: HttpRequest, id: int, ply: int) -> HttpResponse:
    """The fragments of one ply; with ``?hide=1`` also what of the page depends on how far one has come.

    Once the match is over they never change: `edition` says for which look of the site.
    """
    reader = reader_of(request)
    match = find_match(id, request)
    wanted = request.GET.get("viewer", "")
    viewer = viewer_named(wanted)
    if wanted and viewer is None:
        raise Http404
    try:
        replayed = replay(match)
        seen_by = replayed.viewer_for(reader, viewer)
        step = replayed.step(ply)
        if request.GET.get("hide") and replayed.over:
            given = asked(match.pk, "page", lambda: match_context.whole(match, replayed, step.ply, seen_by, hides=True))
            given["outcome"] = None if given["hidden"] else outcome(match)
        else:
            given = asked(match.pk, "page", lambda: match_context.step(match, replayed, step, seen_by))
    except Refusal as refusal:
        if refusal.code == "not_allowed_now":
            raise PermissionDenied(refusing.shown(refusal)) from refusal
        if refusal.code == "suspended":
            return HttpResponse(refusing.shown(refusal), status=409, content_type="text/plain; charset=utf-8")
        raise Http404 from refusal
    response = render(request, "matches/_step.html", given)
    if not replayed.over:
        response["Cache-Control"] = KEEP_NOTHING
    else:
        response["Cache-Control"] = FOREVER if request.GET.get("edition") == _edition(replayed) else ASK_AGAIN
    return response


def find_match(id: int, request: HttpRequest) -> Match:
    """The match, if the reader may know of it; else there is none."""
    match = Match.objects.select_related("private", "room").filter(pk=id).first()
    if match is None or not may_see(match, comer(reader_of(request), request.session)):
        raise Http404
    return match


def _room_of(match: Match, request: HttpRequest) -> Room | None:
    """The room in which it was played, if the reader may learn where that is: of one in no list who knows it anyway."""
    room = Room.objects.filter(slug=match.place).first()
    if room is None or room.entry != Room.Entry.UNLISTED:
        return room
    return room if belongs(room, comer(reader_of(request), request.session), seated_in(room)) else None


def reader_of(request: HttpRequest) -> Player | None:
    """Who reads."""
    return request.user if isinstance(request.user, Player) else None


def viewer_named(text: str) -> Viewer | None:
    """Through whose eyes, as an address says it."""
    if text == SPECTATOR.value:
        return SPECTATOR
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


def _ply(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else otherwise


def _allowed(replayed: Replay, reader: Player | None, wanted: Viewer | None) -> tuple[Viewer, bool]:
    """Whose view is shown, and whether another was asked for that the reader may not have."""
    try:
        return replayed.viewer_for(reader, wanted), False
    except Refusal:
        return replayed.viewer(reader), True


def _edition(replayed: Replay) -> str:
    """Differs when fragments of a match that is over may look different: by templates, pictures, names, language."""
    names = sorted({name for step in replayed.steps for name in step.names})
    files = getattr(staticfiles_storage, "manifest_hash", "")
    parts = (tafelrunde.__version__, replayed.game.ruleset, files, get_language(), *names)
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:12]
