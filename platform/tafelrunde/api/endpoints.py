"""The API as a whole, under /api/. Its description is /api/openapi.json; a page to read it comes without a CDN, or not."""

from ninja import NinjaAPI

from tafelrunde import __version__

from . import errors, games, matches, rooms

api = NinjaAPI(
    title="Tafelrunde",
    version=__version__,
    description="HTTP for programs. Joining, starting and playing are the socket's: see docs/protocol.md.",
    urls_namespace="api",
    docs_url=None,
)
api.add_router("games", games.router)
api.add_router("rooms", rooms.router)
api.add_router("matches", matches.router)
errors.install(api)
