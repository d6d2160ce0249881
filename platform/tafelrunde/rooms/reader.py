"""In which language somebody at a socket reads."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils import translation


def language(scope: dict[str, Any], query: dict[str, list[str]]) -> str:
    """Asked for by ``?lang=``, else the language cookie's, else the browser's, else the site's."""
    headers = dict(scope["headers"])
    accepted = headers.get(b"accept-language", b"").decode("latin-1").split(",")
    cookie = scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, "")
    for code in (*query.get("lang", []), cookie, *(part.partition(";")[0].strip() for part in accepted)):
        try:
            if code:
                return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE
