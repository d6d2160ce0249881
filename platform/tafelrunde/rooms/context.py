"""What the templates of a room are given: plain values in the language that is active now, all from committed state."""

from __future__ import annotations

import time
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language

from tafelrunde import games
from tafelrunde.accounts.names import called
from tafelrunde.game import Viewer, spell
from tafelrunde.house import offers
from tafelrunde.live import presence
from tafelrunde.live.sockets import Person
from tafelrunde.matches import due
from tafelrunde.matches import frames as match_frames
from tafelrunde.matches.bots import offered
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.texts import render

from . import awaiting, choices, learning, registry, resting, sitting, starting, votes
from .calls import Call
from .changes import is_played
from .models import Room, RoomSeat
from .picture import Picture, vote_json

Context = dict[str, Any]


def version(picture: Picture, live: LiveMatch | None) -> str:
    """The version of every fragment: a pair that never falls, "room.match"."""
    return f"{picture.room.version}.{live.position.version if live else 0}"


def room(picture: Picture, person: Person | None) -> Context:
    """The room and who sits in it."""
    room, game = picture.room, games.find(picture.room.game)
    free: list[Context | None] = [None] * (max(game.seats) if game else len(picture.rows))
    taken = {row.seat: _sitter(picture, row, person) for row in picture.rows}
    return beside(picture, person) | {
        "slug": room.slug,
        "name": room.name,
        "pace": room.pace,
        "text": room.text,
        "entry_label": Room.Entry(room.entry).label,
        "locked": room.locked,
        "sits_label": render(sitting.line(room)),
        "owner": picture.names.get(room.owner_id or 0),
        "queue": picture.queue(),
        "peeks": picture.peeks(),
        "starts_at": room.starts_at and int(room.starts_at.timestamp() * 1000),
        "now": room.starts_at and int(time.time() * 1000),
        "seats": len(free),
        "sitters": [taken.get(seat) for seat in range(len(free))],
        "version": room.version,
        "match_id": room.match_id,
        "vote": vote(picture),
    }


def beside(picture: Picture, person: Person | None) -> Context:
    """What of the room stands beside a match that has changed: most moves change none of it."""
    room, game = picture.room, games.find(picture.room.game)
    return {
        "game": room.game,
        "game_name": render(game.name) if game else room.game,
        "host": room.host.name if room.host else None,
        "here": picture.here(),
        "moderators": picture.moderators(),
        "nameless": presence.nameless_here(room.slug),
        "offered": offers.is_offered(room.game),
        "playoff": playoff(picture, person),
    }


def choosable(room: Room) -> Context:
    """What a host may choose for the next match. No move changes it: only what begins anew has it."""
    game = games.find(room.game)
    return {
        "games": [
            {"slug": slug, "name": render(one.name)}
            for slug, one in games.installed().items()
            if slug == room.game or offers.is_offered(slug)
        ],
        "bots": [{"slug": bot.slug, "name": render(bot.name)} for bot in offered(game)] if game else [],
        "options": options(room),
    }


def playoff(picture: Picture, person: Person | None) -> Context | None:
    """A shared win in the room: who has it, who has won the play-off, may the reader begin one; None without."""
    left = picture.outcome
    if left is None or not (left.tied or left.winner):
        return None
    open_ = (
        bool(left.tied)
        and not is_played(picture.room)
        and offers.is_offered(picture.room.game)
        and bool(starting.sharing(left, picture.rows))
    )
    return {
        "of": left.whole.pk,
        "now": left.whole.pk != picture.room.match_id,
        "names": [seat.called for seat in left.tied],
        "winner": called(left.winner),
        "open": open_,
        "mine": open_ and person is not None and starting.may_play_off(left, picture.room.host_id, person.id),
    }


def vote(picture: Picture) -> Context | None:
    """The vote that is open, as the wire has it, and whose seat it is about."""
    shown = vote_json(picture)
    if shown is None or shown["seat"] is None:
        return shown
    return {**shown, "whose": picture.match_seats[shown["seat"]].called}


def _sitter(picture: Picture, row: RoomSeat, person: Person | None) -> Context:
    return {
        "seat": row.seat,
        "name": picture.seat_names[row.seat],
        "bot": row.player_id is None,
        "bot_slug": row.bot,
        "here": row.player_id is None or presence.is_here(picture.room.slug, row.player_id),
        "host": row.player_id is not None and row.player_id == picture.room.host_id,
        "me": person is not None and row.player_id == person.id,
    }


def options(room: Room) -> list[Context]:
    """The options of the game and of the room, with what may be chosen."""
    if games.find(room.game) is None:
        return []
    return [
        {
            "name": option.name,
            "label": render(option.label),
            "value": spell(choices.value_of(room, option)),
            "value_label": render(option.values[choices.value_of(room, option)]),
            "values": [{"value": spell(value), "label": render(label)} for value, label in option.values.items()],
        }
        for option in choices.options(room)
    ]


def me(picture: Picture, person: Person | None) -> Context | None:
    """Who is reading; None for a visitor without a name."""
    if person is None:
        return None
    return {"name": person.name, "guest": person.guest, "seat": picture.seat_of(person)}


def tool(picture: Picture, person: Person | None) -> Context:
    """What the reader may do now: the buttons, and all commands for the line to complete."""
    call = picture.call(person, get_language() or "en")
    return {
        "buttons": [
            {"say": button.say, "label": button.label, "primary": button.primary} for button in registry.buttons(call)
        ],
        "commands": commands(call),
        "end": _end(picture, person, call),
    }


def _end(picture: Picture, person: Person | None, call: Call) -> Context | None:
    """May the reader ask for the end of the match now? `alone`: nobody else plays who would have to agree."""
    abort = registry.find("abort")
    if person is None or abort is None or not abort.may(call) or picture.vote is not None:
        return None
    place = votes.place_of(picture.room.match, picture.room.slug)
    return {"alone": not votes.waiting(picture.match_seats, [person.id], place)}


def commands(call: Call) -> list[Context]:
    """What may be typed, for the line to complete."""
    language = get_language()
    return [_in_words(command.name, language) for command in registry.available(call)]


@lru_cache(1024)
def _in_words(name: str, _language: str | None) -> Context:
    """A command in a language: in this one, which is active. Nobody changes it."""
    found = registry.find(name)
    assert found is not None
    return {"name": name, "usage": found.usage, "help": found.help, "people": found.people}


def match(
    live: LiveMatch | None, viewer: Viewer, person: Person | None, hook: bool, eyes: int | None = None
) -> Context | None:
    """The match as the reader may see it, if they may look into a hand with the `eyes` of a seat; with `hook` they are
    offered marks.
    """
    if live is None:
        return None
    position = live.position
    may_ask = person is not None and not position.over and position.seat_of(person.id) is None
    seat = viewer if isinstance(viewer, int) else None
    wire = match_frames.match_json(live, viewer, eyes)
    return {
        **_alike(live, may_ask),
        **{key: wire[key] for key in ("turn", "moves", "board", "story")},
        **_marks(live, wire, hook),
        "lesson": learning.lesson(live, viewer),
        "you": seat,
        "eyes": eyes,
        "peeks_at": None if eyes is None else called(live.names[eyes]),
        "my_turn": seat is not None and seat in position.to_move,
        "now": int(time.time() * 1000),
    }


def _alike(live: LiveMatch, may_ask: bool) -> Context:
    """What is the same for all who may or may not ask for a seat, made once in each language."""
    known, language = match_frames.shared(live), get_language()
    if ("match", language, may_ask) not in known.page:
        position = live.position
        known.page["match", language, may_ask] = {
            **{key: known.content[key] for key in ("id", "version", "ply", "game", "ruleset", "result", "commitment")},
            "to_move": list(position.to_move),
            "progress": render(live.game.progress(position.state)),
            "mover": position.mover,
            "over": position.over,
            "decided": _decided(live) if position.decided else None,
            "played_result": None if position.decided else known.content["result"],
            "aborted": position.aborted,
            "tutorial": live.tutorial is not None,
            "clock": live.pace is not None,
            "seed": live.seed.hex() if position.over else None,
            "names": list(map(called, live.names)),
            "seats": _seats(live, may_ask),
        }
    alike: Context = known.page["match", language, may_ask]
    return alike


def _seats(live: LiveMatch, may_ask: bool) -> list[Context]:
    """Who sits there."""
    position = live.position
    return [
        {
            "seat": sitting["seat"],
            "name": called(sitting["player"]),
            "bot": sitting["bot"] is not None,
            "absent": sitting["absent"] and not position.over,
            "left": sitting["seat"] in position.left and not position.over,
            "ask": may_ask and sitting["seat"] in position.away,
            "clock": live.pace is not None and not position.over,
            "until": _until(live, sitting["seat"]),
            "to_move": sitting["seat"] in position.to_move,
            "rating": _rating(live, sitting["seat"]),
        }
        for sitting in match_frames.shared(live).content["seats"]
    ]


def _decided(live: LiveMatch) -> list[Context]:
    """Who is where after an admin's decision, the winners first: all that is true of it in any game."""
    result = live.position.result
    assert result is not None
    ranked = sorted(zip(result.ranks, live.names, strict=True), key=lambda one: one[0])
    return [{"rank": rank, "name": called(name), "wins": rank == 1} for rank, name in ranked]


def _marks(live: LiveMatch, wire: Context, hook: bool) -> Context:
    """What the reader may mark and has marked; also without `hook` a mark that stands is shown and can be taken off."""
    mark = wire["premove"] or ""
    return {
        "premoves": wire["premoves"] if hook else [mark] if mark else [],
        "mark": mark,
        "mark_label": render(live.game.label(mark), live.names) if mark else "",
        "marks": bool(mark) or (hook and live.marks is not None and wire["you"] is not None and not live.position.over),
    }


def _rating(live: LiveMatch, seat: int) -> Context | None:
    rating = live.rating(seat)
    return None if rating is None else asdict(rating)


def _until(live: LiveMatch, seat: int) -> int | None:
    """The end of a player's time for the move that is theirs to make, in milliseconds."""
    if live.pace is None or seat not in live.position.to_move or live.position.bot_plays(seat):
        return None
    return int(due.time_is_out_at(live, live.position, seat) * 1000)


def rests(picture: Picture, live: LiveMatch | None) -> str:
    """What is said of a match that cannot go on now."""
    return resting.word(picture.room.match, live)


def whole(
    picture: Picture,
    live: LiveMatch | None,
    viewer: Viewer,
    person: Person | None,
    hook: bool = False,
    eyes: int | None = None,
) -> Context:
    """Everything, for a page or a frame that begins anew."""
    return {
        "v": version(picture, live),
        "room": room(picture, person) | choosable(picture.room),
        "me": me(picture, person),
        "tool": tool(picture, person),
        "next": awaiting.word(picture, person),
        "match": match(live, viewer, person, hook, eyes),
        "rests": rests(picture, live),
    }
