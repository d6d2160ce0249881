"""What goes wrong, as JSON for programs under /api/ and as a page for people everywhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _
from django.views import defaults
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from tafelrunde.live import refusing
from tafelrunde.live.limits import seconds
from tafelrunde.refusals import Code, Refusal

STATUS: Final[Mapping[Code, int]] = {
    "bad_frame": 400,
    "signed_out": 401,
    "banned": 403,
    "muted": 403,
    "host_only": 403,
    "not_seated": 403,
    "not_allowed_now": 403,
    "password_needed": 403,
    "no_such_room": 404,
    "no_such_player": 404,
    "bad_argument": 422,
    "unknown_command": 422,
    "illegal_move": 422,
    "too_fast": 429,
    "not_saved": 503,
}
_OTHERWISE = 409  # the state of things does not allow it: room_full, game_off, match_over …
CODES: Final[Mapping[str, tuple[int, str]]] = {
    "bad_frame": (400, "The body of the request is no JSON, or the request cannot be read."),
    "signed_out": (401, "There is no token where one is needed, or one that is not valid, then also where none is."),
    "forbidden": (403, "The session of a browser came without its CSRF token."),
    "not_allowed_now": (403, "The state of things does not allow it to this caller."),
    "muted": (403, "An admin has silenced the caller; the text says why, and until when."),
    "banned": (403, "An admin has sent the caller away; the text says why, and until when."),
    "not_found": (404, "There is no such thing, or the caller may not know of it."),
    "no_such_room": (404, "There is no such room, or it is closed."),
    "no_such_player": (404, "There is no member of that name."),
    "wrong_method": (405, "The address does not take this method; Allow lists those it takes."),
    "game_off": (409, "The game is not installed, or an admin has switched it off."),
    "suspended": (409, "The match rests: its rules are not installed, or something broke."),
    "bad_argument": (422, "A value is none; the text names it and says what would be good."),
    "too_fast": (429, "The caller asks too often: wait, then go on."),
    "error": (500, "That was our fault; nothing has changed."),
    "not_saved": (503, "The database could not take it: try again."),
}
"""What the API answers where it does not do what was asked: the status, and what it means."""


class Forbidden(Exception):
    """A request that proves nothing of who means it."""


def install(api: NinjaAPI) -> None:
    """Every error of the API is ``{"code", "text"}``."""
    api.add_exception_handler(Refusal, refused)
    api.add_exception_handler(ValidationError, _not_valid)
    api.add_exception_handler(AuthenticationError, _nobody)
    api.add_exception_handler(HttpError, _not_readable)
    api.add_exception_handler(Forbidden, lambda request, error: _json(403, "forbidden", str(error)))
    api.add_exception_handler(Http404, lambda request, error: _not_found())


@csrf_exempt
def api_not_found(request: HttpRequest) -> JsonResponse:
    """For addresses under /api/ that are none."""
    return _not_found()


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """handler400"""
    if for_programs(request):
        return _json(400, "bad_frame", _("This request cannot be read."))
    return defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """handler403"""
    if for_programs(request):
        return _json(403, "forbidden", _("You may not do this."))
    return defaults.permission_denied(request, exception)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """handler404"""
    return _not_found() if for_programs(request) else defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """handler500"""
    if for_programs(request):
        return _json(500, "error", _("That was our fault. Nothing has changed."))
    return defaults.server_error(request)


class JsonForWrongMethods(MiddlewareMixin):
    """Under /api/ "this address has no such method" is JSON as well; Ninja answers it without a hook."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if response.status_code != 405 or not for_programs(request):
            return response
        answer = _json(405, "wrong_method", _("Here goes: %(methods)s.") % {"methods": response["Allow"]})
        answer["Allow"] = response["Allow"]
        return answer


def refused(request: HttpRequest, error: Refusal | type[Refusal]) -> HttpResponse:
    """The answer to a refusal."""
    assert isinstance(error, Refusal)
    refusing.count(error)
    response = JsonResponse(error.as_json(), status=STATUS.get(error.code, _OTHERWISE))
    if "wait" in error.more:
        response["Retry-After"] = str(seconds(error.more["wait"]))
    return response


def _not_valid(request: HttpRequest, error: ValidationError | type[ValidationError]) -> HttpResponse:
    assert isinstance(error, ValidationError)
    return _json(422, "bad_argument", "; ".join(_said(each) for each in error.errors))


def _said(error: Mapping[str, Any]) -> str:
    """Where, and what: ``name: Field required``. The place begins with "body" and a variable of ours, or "query"."""
    where, *inner = error["loc"]
    place = ".".join(str(part) for part in (inner[1:] if where == "body" else inner))
    return f"{place}: {error['msg']}" if place else str(error["msg"])


def _nobody(request: HttpRequest, error: Any) -> HttpResponse:
    response = _json(401, "signed_out", _("This needs a bearer token."))
    response["WWW-Authenticate"] = "Bearer"
    return response


def _not_readable(request: HttpRequest, error: HttpError | type[HttpError]) -> HttpResponse:
    assert isinstance(error, HttpError)
    return _json(error.status_code, "bad_frame", _("The body of this request is no JSON."))


def _not_found() -> JsonResponse:
    return _json(404, "not_found", _("There is no such thing."))


def _json(status: int, code: str, text: str) -> JsonResponse:
    return JsonResponse({"code": code, "text": text}, status=status)


def for_programs(request: HttpRequest) -> bool:
    """Is it one of the API, answered in JSON?"""
    return request.path_info.startswith("/api/")
