"""What the schema of the API says beyond what its code says: who may call, what each error means, options of games."""

from __future__ import annotations

from copy import copy
from typing import Any, Final

from django.utils.translation import override
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from tafelrunde import games
from tafelrunde.game import options_schema
from tafelrunde.games import AnyGame
from tafelrunde.house import offers
from tafelrunde.matches.texts import render

Json = dict[str, Any]
PLACE: Final = "#/components/schemas/"
DESCRIPTION: Final = """\
HTTP for programs: find and open rooms, read matches and rankings. Joining, starting and playing go over the WebSocket \
of a room; docs/protocol.md in the source says how.

Bodies and answers are JSON. Seats count from 0, times are milliseconds since 1970, a key without a value is null, \
and keys that you do not know are to be ignored: new ones may come. Texts for people are in the language of \
Accept-Language, or in that of the caller's preferences.

What only reads is open to all, and shows a caller with a token what they may see. What changes something needs a \
player.

Lists come in pages of 50: `page` is counted from 1, and a page behind the last one has no items.

Who asks too often is answered 429 `too_fast`: `wait` says for how many milliseconds, and Retry-After for how many \
seconds. Reading may be done more often than opening rooms."""

TAGS: Final = {
    "games": "What can be played here, and who is how strong.",
    "rooms": "Where people sit down to play.",
    "matches": "What has been played. While a match runs it tells what its caller knows anyway, afterwards everything.",
    "players": "Members, as everybody may know them.",
}


class DescribedAPI(NinjaAPI):
    """An API whose schema names its operations after their functions, and says more than code alone can."""

    _schema: OpenAPISchema | None = None

    def get_openapi_operation_id(self, operation: Any) -> str:
        name: str = operation.view_func.__name__
        return name

    def get_openapi_schema(self, *, path_prefix: str | None = None, path_params: Json | None = None) -> OpenAPISchema:
        """The same for everybody, put together once but for what admins may decide: the options of games."""
        if self._schema is None:
            self._schema = self._described(path_prefix, path_params)
        schema = copy(self._schema)
        parts = schema["components"]
        schema["components"] = {**parts, "schemas": _with_options(parts["schemas"])}
        return schema

    def _described(self, path_prefix: str | None, path_params: Json | None) -> OpenAPISchema:
        schema = super().get_openapi_schema(path_prefix=path_prefix, path_params=path_params)
        schema["tags"] = [{"name": name, "description": text} for name, text in TAGS.items()]
        for path in schema["paths"].values():
            for operation in path.values():
                operation["responses"] = dict(sorted(operation["responses"].items()))
            if reading := path.get("get"):  # all that only reads is open to all, though a token is welcome
                reading["security"] = [{}, *reading["security"]]
        return schema


def _with_options(shapes: Json) -> Json:
    """The shapes with that of a new room as one for each installed game, with the options that are offered now."""
    wanted, named = shapes["NewRoom"], dict(shapes)
    installed = sorted(games.installed().items())
    for slug, game in installed:
        named[f"Options_{slug}"] = _options(game)
        named[f"NewRoom_{slug}"] = {
            **wanted,
            "title": f"NewRoom_{slug}",
            "properties": {
                **wanted["properties"],
                "game": {"const": slug, "description": "the game to play", "type": "string"},
                "options": {"$ref": f"{PLACE}Options_{slug}"},
            },
        }
    named["NewRoom"] = {
        "title": wanted["title"],
        "description": wanted["description"],
        "oneOf": [{"$ref": f"{PLACE}NewRoom_{slug}"} for slug, _game in installed],
        "discriminator": {
            "propertyName": "game",
            "mapping": {slug: f"{PLACE}NewRoom_{slug}" for slug, _game in installed},
        },
    }
    return named


def _options(game: AnyGame) -> Json:
    with override("en"):
        about = f"The options of {render(game.name)}; one that is not named has its default."
        return {
            "title": f"Options_{game.slug}",
            "description": about,
            **options_schema(offers.heard_options(game), render),
        }
