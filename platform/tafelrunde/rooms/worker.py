"""The worker that shows notifications on phones: served from the top, so that it may stand beside every page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

_SCRIPT: Final = (Path(__file__).parent / "static" / "tafelrunde" / "worker.js").read_bytes()


@require_GET
def page(_request: HttpRequest) -> HttpResponse:
    """Its script. A browser asks now and then whether it has changed."""
    response = HttpResponse(_SCRIPT, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response
