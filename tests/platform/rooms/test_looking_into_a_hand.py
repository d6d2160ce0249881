"""`/peek`: a spectator sees the board as a player does who has allowed it, and nothing else; all see who looks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tafelrunde.game import SPECTATOR, Chance, new_seed
from tafelrunde.live.sockets import Person, Socket
from tafelrunde.matches import live as matches
from tafelrunde.matches.frames import match_json
from tafelrunde.matches.models import Match
from tafelrunde.people import ignoring
from tafelrunde.rooms import frames
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tafelrunde.rooms.picture import picture_of, room_json
from tafelrunde.rooms.seating import leave, sit
from tafelrunde.rooms.starting import start
from tafelrunde.rooms.tables import Table
from tests.platform.rooms.speaking import Here, People, outcome, refused, say, texts


@pytest.fixture
def sailing(people: People, here: Here) -> Room:
    """Ann, Bob and Cid play Skull King, which does not count; Dora and Eve watch."""
    room = open_room(people["Ann"], "skull_king", "Evening round")
    say(room, people["Ann"], "/rated off")
    say(room, people["Ann"], "/option draw off")
    for name in ("Ann", "Bob", "Cid"):
        sit(room, people[name])
    start(room, people["Ann"])
    here(room, *(people[name] for name in ("Ann", "Bob", "Cid", "Dora", "Eve")))
    room.refresh_from_db()
    return room


async def _nowhere(_event: object) -> None:
    raise AssertionError("nothing is sent in this test")


def table(room: Room) -> Table:
    room.refresh_from_db()
    found = Table(picture_of(Room.objects.select_related("host", "match").get(pk=room.pk)))
    found.match = matches.read(room.match_id or 0)
    return found


def reader(people: People, name: str, html: bool = False) -> Socket:
    return Socket(_nowhere, Person(people[name].pk, name, False), None, "en", html)


def eyes(room: Room, people: People, name: str) -> int | None:
    return table(room).eyes(reader(people, name))


def test_by_name_nobody_is_let_look_whom_the_player_ignores_and_nobody_learns_of_it(
    sailing: Room, people: People
) -> None:
    ignoring.ignore(people["Bob"], people["Dora"])
    assert "unignore" in str(refused(sailing, people["Bob"], "/allowpeek Dora").text)
    assert "Bob lets Dora look into their hand." not in texts(sailing)
    say(sailing, people["Bob"], "/allowpeek all")
    say(sailing, people["Dora"], "/peek Bob")
    assert eyes(sailing, people, "Dora") is not None, "all are all: a refusal would tell that they are ignored"


def test_who_is_allowed_sees_the_board_as_the_player_does_without_moves(sailing: Room, people: People) -> None:
    assert refused(sailing, people["Dora"], "/peek Bob").code == "not_allowed_now"
    say(sailing, people["Bob"], "/allowpeek Dora")
    assert eyes(sailing, people, "Dora") is None, "it is Dora's choice"
    say(sailing, people["Dora"], "/peek bob")
    found = table(sailing)
    live = found.match
    assert live is not None
    socket = reader(people, "Dora")
    assert (found.viewer(socket), found.eyes(socket)) == (SPECTATOR, 1)
    wire = match_json(live, SPECTATOR, found.eyes(socket))
    assert wire["board"] == live.game.view(live.position.state, 1)
    told = (wire["you"], wire["turn"], wire["moves"], wire["premoves"], wire["premove"], wire["peek"])
    assert told == (None, None, [], [], None, 1)
    assert refused(sailing, people["Eve"], "/peek Bob").code == "not_allowed_now"


def test_all_may_look_where_all_are_allowed(sailing: Room, people: People) -> None:
    say(sailing, people["Ann"], "/allowpeek all")
    for name in ("Dora", "Eve"):
        say(sailing, people[name], "/peek Ann")
        assert eyes(sailing, people, name) == 0


def test_what_nobody_at_the_hand_knows_changes_no_byte_of_who_looks_into_it(sailing: Room, people: People) -> None:
    say(sailing, people["Bob"], "/allowpeek all")
    say(sailing, people["Dora"], "/peek Bob")
    found = table(sailing)
    live, chance = found.match, Chance(new_seed(), 0)
    assert live is not None

    def everything() -> list[str]:
        read = [reader(people, "Dora", html) for html in (False, True)]
        made = (frames.welcome, lambda t, s, _lines: frames.match(t, SPECTATOR, s))
        return [make(found, socket, []) for socket in read for make in made]

    seen, true = everything(), live.position
    for _time in range(5):
        state = live.game.resample(true.state, 1, chance)
        assert state != true.state
        live.position = replace(true, state=state, legal=tuple(live.game.moves(state, seat) for seat in range(3)))
        assert everything() == seen
    live.position = true


def test_everybody_at_the_table_sees_who_looks(sailing: Room, people: People) -> None:
    say(sailing, people["Bob"], "/allowpeek Dora")
    say(sailing, people["Dora"], "/peek Bob")
    assert room_json(table(sailing).picture)["peeks"] == [{"by": "Dora", "at": "Bob"}]
    assert "Dora looks into Bob's hand." in texts(sailing)


@pytest.mark.parametrize("end", ["/disallowpeek", "/disallowpeek Dora"])
def test_it_ends_when_the_player_covers_the_hand(sailing: Room, people: People, end: str) -> None:
    say(sailing, people["Bob"], "/allowpeek Dora")
    say(sailing, people["Dora"], "/peek Bob")
    say(sailing, people["Bob"], end)
    assert eyes(sailing, people, "Dora") is None
    assert refused(sailing, people["Dora"], "/peek Bob").code == "not_allowed_now"


def test_it_ends_when_who_looks_looks_away_or_the_match_or_the_seat_is_another(sailing: Room, people: People) -> None:
    say(sailing, people["Bob"], "/allowpeek Dora")
    say(sailing, people["Dora"], "/peek Bob")
    say(sailing, people["Dora"], "/peek off")
    assert eyes(sailing, people, "Dora") is None
    assert refused(sailing, people["Dora"], "/peek off").code == "not_allowed_now"
    say(sailing, people["Dora"], "/peek Bob")
    leave(sailing, people["Bob"])
    assert eyes(sailing, people, "Dora") is None, "the seat is not his any more"
    Match.objects.filter(room=sailing).update(status=Match.Status.OVER)
    sit(sailing, people["Bob"])
    start(sailing, people["Ann"])
    assert eyes(sailing, people, "Dora") is None, "it was for that match"


def test_who_plays_looks_into_no_hand_and_who_has_looked_does_not_play(sailing: Room, people: People) -> None:
    say(sailing, people["Bob"], "/allowpeek all")
    assert refused(sailing, people["Ann"], "/peek Bob").code == "not_allowed_now"
    assert refused(sailing, people["Bob"], "/allowpeek Ann").code == "not_allowed_now"
    leave(sailing, people["Cid"])
    assert refused(sailing, people["Cid"], "/peek Bob").code == "not_allowed_now", "nor who has played"
    say(sailing, people["Dora"], "/peek Bob")
    say(sailing, people["Dora"], "/peek off")
    assert outcome(lambda: sit(sailing, people["Dora"], 2)) == "not_allowed_now"


def test_not_in_a_match_that_counts(people: People, playing: Room) -> None:
    assert playing.match is not None
    assert playing.match.rated
    assert refused(playing, people["Ann"], "/allowpeek all").code == "not_allowed_now"
    assert refused(playing, people["Dora"], "/peek Ann").code == "not_allowed_now"


def test_the_moves_of_the_hand_are_its_players_alone(sailing: Room, people: People) -> None:
    say(sailing, people["Bob"], "/allowpeek Dora")
    say(sailing, people["Dora"], "/peek Bob")
    found = table(sailing)
    page = frames.match(found, SPECTATOR, reader(people, "Dora", html=True))
    assert found.match is not None
    hand = found.match.game.view(found.match.position.state, 1)["hand"]
    assert hand
    plain = frames.match(found, SPECTATOR, reader(people, "Eve", html=True))
    assert all(f'id="card-{card}"' in page and f'id="card-{card}"' not in plain for card in hand)
    assert "You see the board with Bob’s eyes." in page
    assert f'id="mine" hidden data-match="{found.match.id}" data-ply="0"></div>' in page
    assert frames.kind(found, reader(people, "Dora")) != frames.kind(found, reader(people, "Eve"))


def test_who_asks_for_a_seat_does_not_look_into_a_hand_meanwhile(sailing: Room, people: People) -> None:
    say(sailing, people["Bob"], "/allowpeek all")
    leave(sailing, people["Cid"])
    say(sailing, people["Dora"], "/join 3")  # Ann and Bob have not agreed yet
    assert refused(sailing, people["Dora"], "/peek Bob").code == "not_allowed_now"
    assert eyes(sailing, people, "Dora") is None
    say(sailing, people["Dora"], "/refuse")  # and so takes it back
    say(sailing, people["Dora"], "/peek Bob")
    assert eyes(sailing, people, "Dora") == 1
