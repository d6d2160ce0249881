"""Static files: collected with hashed names, compressed, and served straight from the event loop."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from django.core.management import call_command
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

UNUSED = ["jquery.js", "select2.full.js", "xregexp.js"]
"""Large files of Django's admin of which it serves the minified sisters; going through them took half of the time."""


BROUGHT: Final = re.compile(rb'^@import "([^"]+)";\n', re.MULTILINE)


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Names with a hash of the content, in the `import`s of JavaScript modules, too.

    A sheet that begins with `@import "tokens.css";` has that sheet's rules in it, so that it costs no request.
    """

    support_js_module_import_aggregation = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._addresses: dict[str | None, str] = {}

    def url(self, name: str | None, force: bool = False) -> str:
        """A file's address. A board has dozens, and they stay the same while the process serves."""
        if force or settings.DEBUG:
            return str(super().url(name, force))
        address = self._addresses.get(name)
        if address is None:
            address = self._addresses[name] = super().url(name)
        return address

    def post_process(self, paths: dict[str, tuple[Storage, str]], *args: Any, **options: Any) -> Iterator[Any]:
        """As Django does it, of sheets that are whole."""
        whole = InMemoryStorage()
        for name, (storage, path) in list(paths.items()):
            if name.endswith(".css") and BROUGHT.search(_content_of(storage, path)):
                whole.save(name, ContentFile(_joined(paths, name)))
                paths[name] = whole, name
        yield from super().post_process(paths, *args, **options)


def _content_of(storage: Storage, path: str) -> bytes:
    with storage.open(path) as file:
        content: bytes = file.read()
    return content


def _joined(paths: dict[str, tuple[Storage, str]], name: str) -> bytes:
    """A sheet with what it brings, which lies in the same folder."""
    folder = name.rpartition("/")[0]

    def brought(found: re.Match[bytes]) -> bytes:
        return _content_of(*paths[f"{folder}/{found[1].decode()}"])

    return BROUGHT.sub(brought, _content_of(*paths[name]))


def collect() -> bool:
    """Bring STATIC_ROOT up to date; False where nothing has changed since the last time."""
    root = Path(settings.STATIC_ROOT)
    mark = root / ".collected"
    current = _fingerprint()
    if mark.exists() and mark.read_text("ascii") == current:
        return False
    mark.unlink(missing_ok=True)
    unused = [] if settings.DEBUG else UNUSED
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=unused)
    mark.write_text(current, "ascii")
    return True


def _fingerprint() -> str:
    """Differs when a file or the way they are stored does."""
    how = json.dumps([settings.STORAGES, settings.DEBUG], sort_keys=True, default=str)
    digest = hashlib.sha256(how.encode())
    for line in sorted(_sources()):
        digest.update(line.encode())
    return digest.hexdigest()


def _sources() -> Iterator[str]:
    for finder in get_finders():
        for name, storage in finder.list([]):
            path = Path(storage.path(name))
            state = path.stat()
            yield f"{name}\0{path}\0{state.st_size}\0{state.st_mtime_ns}\n"


AT_ROOT: Final = {
    "/favicon.ico": "tafelrunde/favicon.ico",
    "/apple-touch-icon.png": "tafelrunde/icon-180.png",
    "/apple-touch-icon-precomposed.png": "tafelrunde/icon-180.png",
}
"""What browsers ask for without being told of it."""


class StaticFiles:
    """An ASGI application that answers what is a static file and passes on everything else.

    WhiteNoise decides about headers and encodings. It is used here and not as a middleware, since a middleware of
    Django's costs a thread and a warning for each file under ASGI.
    """

    def __init__(self, application: Any) -> None:
        self._application = application
        self._files: dict[str, Any] = WhiteNoiseMiddleware(lambda request: None).files
        self._prefix: str = settings.STATIC_URL

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope.get("path", "")
        path = self._prefix + AT_ROOT[path] if path in AT_ROOT else path
        if scope["type"] != "http" or not path.startswith(self._prefix) or path not in self._files:
            await self._application(scope, receive, send)
            return
        request = {f"HTTP_{name.decode('latin1').upper().replace('-', '_')}": value for name, value in _headers(scope)}
        response = self._files[path].get_response(scope["method"], request)
        headers = [*response.headers, ("X-Content-Type-Options", "nosniff")]
        await send(
            {
                "type": "http.response.start",
                "status": int(response.status),
                "headers": [(name.encode("latin1"), value.encode("latin1")) for name, value in headers],
            }
        )
        await send({"type": "http.response.body", "body": await _content(response.file)})


def _headers(scope: Any) -> Iterator[tuple[bytes, str]]:
    for name, value in scope["headers"]:
        yield name, value.decode("latin1")


async def _content(file: Any) -> bytes:
    if file is None:
        return b""
    with file:
        content: bytes = await asyncio.to_thread(file.read)
        return content
