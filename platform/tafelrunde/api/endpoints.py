"""The API as a whole, under /api/, described by /api/openapi.json. Ninja's page to read it wants a CDN: it is off."""

from ninja import NinjaAPI

from tafelrunde import __version__

from . import errors, games, matches, players, rooms

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
api.add_router("players", players.router)
errors.install(api)
