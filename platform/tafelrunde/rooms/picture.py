"""A room as one process last read it, made in a thread with all that showing it needs: the loop asks no database."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from tafelrunde import games
from tafelrunde.accounts import moderators
from tafelrunde.accounts.models import Player
from tafelrunde.live import presence
from tafelrunde.live.prepared import Prepared
from tafelrunde.live.sockets import Person
from tafelrunde.matches import live as matches
from tafelrunde.matches.entries import status_of
from tafelrunde.matches.live import LiveMatch
from tafelrunde.matches.playoffs import Outcome, may_be_tied, outcome
from tafelrunde.matches.seats import SeatNow, seats_now
from tafelrunde.refusals import Refusal

from . import admitting, choices, peeking, votes
from .admitting import Comer
from .calls import RoomCall
from .changes import sitters
from .models import Room, RoomSeat, Vote
from .seating import sitter_names

_ROOM = Prepared[Room](lambda slug: Room.objects.select_related("host", "match").filter(slug=slug))
_NAMES = Prepared[tuple[int, str]](lambda players: Player.objects.filter(pk__in=players).values_list("pk", "name"))


@dataclass(frozen=True, slots=True)
class Picture:
    """A room with its match and host, its taken seats, its vote, and the names of seats, of who is here or waits, and
    of its owner.

    `outcome` is what has become of its match.

    It is never changed.
    """

    room: Room
    rows: tuple[RoomSeat, ...]
    match_seats: tuple[SeatNow, ...]
    vote: Vote | None
    seat_names: Mapping[int, str]
    names: Mapping[int, str]
    outcome: Outcome | None = None

    def seat_of(self, person: Person | None) -> int | None:
        """The seat of a person, None without one."""
        return next((row.seat for row in self.rows if person is not None and row.player_id == person.id), None)

    def here(self) -> list[str]:
        """The names of who is here, in order."""
        names = (self.names[player] for player in presence.here(self.room.slug) if player in self.names)
        return sorted(names, key=str.casefold)

    def moderators(self) -> list[str]:
        """The names of the moderators and admins who are here, in order: nobody of them looks on unseen."""
        known = moderators.heard.value & self.names.keys()
        names = (self.names[player] for player in known if presence.is_here(self.room.slug, player))
        return sorted(names, key=str.casefold)

    def queue(self) -> list[str]:
        """The names of who waits for the next match, in order."""
        return [self.names[player] for player in self.room.queue if player in self.names]

    def peeks(self) -> list[dict[str, str]]:
        """Who looks into whose hand, by name."""
        looks = peeking.who_looks(self.room)
        names = {**self.names, **{seat.player: seat.name for seat in self.match_seats if seat.player is not None}}
        return [{"by": names[one], "at": names[at]} for one, at in looks.items() if one in names and at in names]

    def refusal(self, who: Comer, *, inside: bool = False) -> Refusal | None:
        """Why somebody may not be in the room; `inside` who is there already."""
        return admitting.refusal(self.room, who, [row.player_id for row in self.rows], inside=inside)

    def knows_all_here(self) -> bool:
        """Is the name known of everybody who is here?"""
        return presence.here(self.room.slug) <= self.names.keys()

    def with_name(self, person: Person) -> Picture:
        """The same, knowing one more person."""
        return replace(self, names={**self.names, person.id: person.name})

    def with_names_of(self, before: Picture) -> Picture:
        """The same, also knowing those who came while it was being read."""
        here = presence.here(self.room.slug)
        known = {player: name for player, name in before.names.items() if player in here}
        return replace(self, names={**known, **self.names})

    def away(self) -> frozenset[int]:
        """The seats of the match at which a bot plays for somebody."""
        return frozenset(seat.seat for seat in self.match_seats if seat.away)

    def at_the_end(self, live: LiveMatch) -> Picture | None:
        """The same room now that its match has ended; None where more than that may have changed, and it must be read:
        by a vote, by who sits there, or where the win may be played off.
        """
        match, position, status = self.room.match, live.position, status_of(live.position)
        if match is None or match.pk != live.id or status is None or self.vote is not None:
            return None
        if self.away() != position.away or [seat.player for seat in self.match_seats] != [
            sitter.player for sitter in position.sitters
        ]:
            return None
        room, ended = copy(self.room), copy(match)
        ended.status, ended.result = status, position.result.as_json() if position.result else None
        if ended.playoff_of_id is not None or may_be_tied(ended):
            return None
        room.match = ended
        return replace(self, room=room, outcome=outcome(ended, self.match_seats))

    def call(self, person: Person | None, language: str) -> RoomCall:
        """A call as this person would make it, to see what they may do; it reads nothing from the database."""
        player = None if person is None else Player(pk=person.id, name=person.name, guest=person.guest)
        return RoomCall(player, language, self)


def read(slug: str) -> Picture | None:
    """The room as the database has it now."""
    room = _ROOM.first(slug)
    return None if room is None else picture_of(room)


def match_in(room: Room) -> LiveMatch | None:
    """The room's match, as it is live here or as the log has it; None where nothing was played or it cannot be read."""
    if room.match_id is None:
        return None
    try:
        live = matches.loaded(room.match_id)
        return matches.read(room.match_id) if live is None else copy(live)  # the loop may move the live one on
    except Refusal:
        return None


def picture_of(room: Room) -> Picture:
    """The picture of a room that was just read."""
    rows = sitters(room)
    names = {row.player_id: row.player.name for row in rows if row.player_id and row.player}
    others = {*presence.here(room.slug), *room.queue, *peeking.who_looks(room)} - names.keys()
    if room.owner_id is not None:
        others.add(room.owner_id)
    seats = seats_now(room.match) if room.match else ()
    return Picture(
        room=room,
        rows=tuple(rows),
        match_seats=seats,
        vote=votes.open_vote(room),
        seat_names=sitter_names(games.find(room.game), rows),
        names=names | dict(_NAMES.all(sorted(others)) if others else ()),
        outcome=outcome(room.match, seats) if room.match else None,
    )


def room_json(picture: Picture) -> dict[str, Any]:
    """The wire's `room`."""
    room = picture.room
    return {
        "slug": room.slug,
        "name": room.name,
        "host": room.host.name if room.host else None,
        "game": room.game,
        "options": choices.shown_options(room),
        "pace": room.pace,
        "text": room.text,
        "seats": [
            {"seat": row.seat, "player": picture.seat_names[row.seat], "bot": row.bot or None} for row in picture.rows
        ],
        "here": picture.here(),
        "moderators": picture.moderators(),
        "match": room.match_id,
        "vote": vote_json(picture),
        "entry": room.entry,
        "locked": room.locked,
        "sits": {
            "who": room.sits,
            "rating_from": room.rating_from,
            "rating_to": room.rating_to,
            "reliable_from": room.reliable_from,
        },
        "owner": picture.names.get(room.owner_id or 0),
        "queue": picture.queue(),
        "peeks": picture.peeks(),
        "starts_full": room.starts_full,
        "starts_at": None if room.starts_at is None else int(room.starts_at.timestamp() * 1000),
    }


def door_json(picture: Picture) -> dict[str, Any]:
    """The wire's `room` for who has not entered: what its row in the lobby says, and nothing of what is inside."""
    hidden: dict[str, Any] = {
        "options": {},
        "text": "",
        "seats": [],
        "here": [],
        "moderators": [],
        "match": None,
        "vote": None,
        "queue": [],
        "peeks": [],
    }
    return {**room_json(picture), **hidden, "starts_at": None}


def vote_json(picture: Picture) -> dict[str, Any] | None:
    """The wire's `vote`: who has agreed, and who of those who are here has not."""
    vote = picture.vote
    if vote is None:
        return None
    names = {seat.player: seat.name for seat in picture.match_seats} | {vote.by_id: vote.by.name}
    return {
        "kind": vote.kind,
        "seat": vote.seat,
        "by": vote.by.name,
        "yes": [names[player] for player in vote.yes if player in names],
        "waiting": [
            seat.name
            for seat in votes.waiting(
                picture.match_seats, vote.yes, votes.place_of(picture.room.match, picture.room.slug)
            )
        ],
        "until": int(vote.until.timestamp() * 1000),
    }
