"""The API as a whole, under /api/, described by /api/openapi.json, and read on a page of ours: Ninja's wants a CDN."""

from tafelrunde import __version__

from . import errors, games, matches, players, rooms
from .describing import DESCRIPTION, DescribedAPI

api = DescribedAPI(
    title="Tafelrunde", version=__version__, description=DESCRIPTION, urls_namespace="api", docs_url=None
)
api.add_router("games", games.router)
api.add_router("rooms", rooms.router)
api.add_router("matches", matches.router)
api.add_router("players", players.router)
errors.install(api)
