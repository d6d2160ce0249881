"""What the templates of a room are given: plain values in the language that is active now, all from committed state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tafelrunde import games
from tafelrunde.game import Viewer, declared, spell
from tafelrunde.live import presence
from tafelrunde.live.sockets import Person
from tafelrunde.matches import frames as match_frames
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.texts import render

from . import choices, registry
from .picture import Picture

Context = dict[str, Any]


def version(picture: Picture, live: LiveMatch | None) -> str:
    """The version of every fragment: a pair that never falls, "room.match"."""
    return f"{picture.version}.{live.position.version if live else 0}"


def room(picture: Picture, person: Person | None) -> Context:
    """The room and who sits in it."""
    game = games.find(picture.game)
    seats = max(game.seats) if game else len(picture.sittings)
    sitters: list[Context | None] = [None] * seats
    for sitting in picture.sittings:
        sitters[sitting.seat] = {
            "seat": sitting.seat,
            "name": sitting.name,
            "bot": bool(sitting.bot),
            "bot_slug": sitting.bot,
            "here": sitting.player is None or presence.is_here(picture.slug, sitting.player),
            "host": sitting.player is not None and sitting.player == picture.host,
            "me": person is not None and sitting.player == person.id,
        }
    return {
        "slug": picture.slug,
        "name": picture.name,
        "host": picture.host_name,
        "game": picture.game,
        "game_name": render(game.name) if game else picture.game,
        "options": options(picture),
        "pace": picture.pace,
        "text": picture.text,
        "seats": seats,
        "sitters": sitters,
        "here": picture.here(),
        "version": picture.version,
        "match_id": picture.match,
    }


def options(picture: Picture) -> list[Context]:
    """The options of the game and of the room, with what may be chosen."""
    game = games.find(picture.game)
    if game is None:
        return []
    chosen = {**picture.options, choices.DRAW.name: picture.draw_seats}
    return [
        {
            "name": option.name,
            "label": render(option.label),
            "value": spell(chosen.get(option.name, option.default)),
            "value_label": render(option.values[chosen.get(option.name, option.default)]),
            "values": [{"value": spell(value), "label": render(label)} for value, label in option.values.items()],
        }
        for option in (*declared(game.Options), choices.DRAW)
    ]


def me(picture: Picture, person: Person | None) -> Context | None:
    """Who is reading; None for a visitor without a name."""
    if person is None:
        return None
    return {"name": person.name, "guest": person.guest, "seat": picture.seat_of(person.id)}


def tool(picture: Picture, person: Person | None) -> Context:
    """The commands that the reader may use now, those with buttons apart."""
    commands = registry.available(registry.caller(picture, person))
    return {
        "buttons": [
            {"say": f"/{command.name}", "label": str(command.button), "primary": command.primary}
            for command in commands
            if command.button
        ],
        "commands": [{"name": command.name, "usage": command.usage, "help": command.help} for command in commands],
    }


def match(live: LiveMatch | None, viewer: Viewer) -> Context | None:
    """The match as the reader may see it."""
    if live is None:
        return None
    position = live.position
    seat = viewer if isinstance(viewer, int) else None
    wire = match_frames.match_json(live, viewer)
    return {
        **{key: wire[key] for key in ("id", "version", "ply", "turn", "moves", "board", "story", "result", "commitment")},
        "game": live.game.slug,
        "you": seat,
        "to_move": list(position.to_move),
        "my_turn": seat is not None and seat in position.to_move,
        "progress": render(live.game.progress(position.state)),
        "mover": position.mover,
        "over": position.over,
        "seed": live.seed.hex() if position.over else None,
        "names": list(live.names),
        "seats": [
            {
                "seat": sitting["seat"],
                "name": sitting["player"],
                "bot": sitting["bot"] is not None,
                "absent": sitting["absent"],
                "me": sitting["seat"] == seat,
                "to_move": sitting["seat"] in position.to_move,
            }
            for sitting in wire["seats"]
        ],
    }


def whole(picture: Picture, live: LiveMatch | None, viewer: Viewer, person: Person | None) -> Mapping[str, Any]:
    """Everything, for a page or a frame that begins anew."""
    return {
        "v": version(picture, live),
        "room": room(picture, person),
        "me": me(picture, person),
        "tool": tool(picture, person),
        "match": match(live, viewer),
    }
