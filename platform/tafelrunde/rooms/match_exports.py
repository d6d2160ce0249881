"""A match to take home: its record as a file of JSON, and what happened in it as a text that reads like a story."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tafelrunde.game import Viewer
from tafelrunde.live import refusing
from tafelrunde.matches import records
from tafelrunde.matches.frames import story_of
from tafelrunde.matches.models import Match
from tafelrunde.matches.replay import Replay, asked, replay
from tafelrunde.matches.texts import render
from tafelrunde.refusals import Refusal

from .match_context import told
from .match_page import find_match, reader_of, viewer_named


@require_GET
def record(request: HttpRequest, id: int) -> HttpResponse:
    """The record of a match, as programs read it, to save."""
    match = find_match(id, request)
    found = records.match_json(match, reader_of(request))
    response = JsonResponse(found, json_dumps_params={"indent": 1, "ensure_ascii": False})
    return _saved(response, f"tafelrunde-match-{match.pk}.json")


@require_GET
def story(request: HttpRequest, id: int) -> HttpResponse:
    """What happened, as one viewer saw it, in the reader's language; while the match runs, as the reader sees it."""
    match, reader = find_match(id, request), reader_of(request)
    try:
        replayed = replay(match)
        viewer = replayed.viewer_for(reader, viewer_named(request.GET.get("viewer", "")))
        lines = asked(match.pk, "page", lambda: list(_told(match, replayed, viewer)))
    except Refusal as refusal:
        if refusal.code == "bad_argument":
            raise Http404 from refusal
        text = f"{refusing.shown(refusal)}\n"
        return HttpResponse(text, status=409, content_type="text/plain; charset=utf-8")
    response = HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
    return _saved(response, f"tafelrunde-match-{match.pk}.txt")


def _saved(response: HttpResponse, name: str) -> HttpResponse:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response


def _told(match: Match, replayed: Replay, viewer: Viewer) -> Iterator[str]:
    title = _("{game}, match {number}").format(game=render(replayed.game.name), number=match.pk)
    yield title
    yield "=" * len(title)
    yield ""
    began = date_format(timezone.localtime(match.started), "DATETIME_FORMAT")
    names = ", ".join(sitter.called for sitter in replayed.steps[0].position.sitters)
    yield _("It began on {time} (UTC). At the table: {names}.").format(time=began, names=names)
    heading = None
    for step in replayed.steps:
        progress = render(step.progress, step.names)
        if progress and progress != heading:
            heading = progress
            yield ""
            yield heading[:1].upper() + heading[1:]
            yield "-" * len(heading)
        yield from story_of(replayed.game, step.position, viewer)
        for change, name in step.events:
            yield told(replayed, change, name)
    yield ""
    yield from _ending(replayed)


def _ending(replayed: Replay) -> Iterator[str]:
    result, names = replayed.last.result, [sitter.called for sitter in replayed.last.sitters]
    if result is None:
        if not replayed.over:
            yield _("So far. The match is being played.")
        return
    winners = ", ".join(names[seat] for seat in result.winners)
    yield _("Winning: {names}.").format(names=winners)
    for seat in sorted(range(len(names)), key=lambda seat: result.ranks[seat]):
        yield _("{rank}. {name}: {score}").format(rank=result.ranks[seat], name=names[seat], score=result.scores[seat])
