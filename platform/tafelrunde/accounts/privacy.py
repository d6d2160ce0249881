"""Pages and answers differ from person to person: no cache keeps one for another."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.deprecation import MiddlewareMixin


class NothingIsShared(MiddlewareMixin):
    """A response that does not say how it may be cached is for who asked, and to be asked for again."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        return response
