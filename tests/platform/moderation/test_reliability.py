"""Reliability: matches with others finished and left, on the profile, and as a condition of who may sit down."""

from __future__ import annotations

import pytest

from tafelrunde.accounts.models import Player
from tafelrunde.matches.models import Entry, Match, MatchSeat
from tafelrunde.moderation import reliability
from tafelrunde.moderation.reliability import Reliability
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.seating import sit
from tests.platform.moderation.conftest import Browser
from tests.platform.rooms.speaking import People, outcome, refused, say, texts

Event = tuple[str, Player | None]


def played(player: Player, other: Player | None, *events: Event, status: str = "over") -> Match:
    """A match of the player with one other, or a bot, and what happened to the player's seat."""
    match = Match.objects.create(game="king_lui", ruleset="1", seed=b"x" * 32, place="x", status=status)
    MatchSeat.objects.create(match=match, seat=0, player=player, name=player.name)
    MatchSeat.objects.create(match=match, seat=1, player=other, bot="" if other else "novice", name="other")
    for version, (kind, sitter) in enumerate(events, 1):
        Entry.objects.create(match=match, version=version, ply=0, seat=0, kind=kind, player=sitter, at=match.started)
    return match


@pytest.mark.parametrize(
    ("kinds", "status", "finished", "left"),
    [
        ([], "over", 1, 0),
        (["left"], "over", 0, 1),
        (["absent"], "over", 0, 1),
        (["left", "back"], "over", 1, 0),
        (["absent", "back", "left"], "over", 0, 1),
        (["left", "replaced"], "over", 0, 1),
        (["left", "replaced", "absent", "back"], "over", 0, 1),
        ([], "aborted", 0, 0),
        (["left"], "aborted", 0, 1),
        (["left"], "playing", 0, 0),
    ],
)
def test_what_counts(people: People, kinds: list[str], status: str, finished: int, left: int) -> None:
    events = [(kind, people["Cleo"] if kind == "replaced" else None) for kind in kinds]
    played(people["Ann"], people["Bob"], *events, status=status)
    assert reliability.of(people["Ann"]) == Reliability(finished, left)
    if status == "over":
        assert reliability.of(people["Bob"]) == Reliability(1, 0), "what others do is not theirs"


def test_who_takes_their_own_seat_back_has_not_left(people: People) -> None:
    played(people["Ann"], people["Bob"], ("left", None), ("replaced", people["Cleo"]), ("replaced", people["Ann"]))
    assert reliability.of(people["Ann"]) == Reliability(1, 0)
    assert reliability.of(people["Cleo"]) == Reliability(0, 0)


def test_matches_with_bots_alone_do_not_count(people: People) -> None:
    played(people["Ann"], None, ("left", None))
    assert reliability.of(people["Ann"]) == Reliability(0, 0)


def test_the_last_hundred_count(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reliability, "LAST", 2)
    played(people["Ann"], people["Bob"], ("left", None))
    for _match in range(2):
        played(people["Ann"], people["Bob"])
    assert reliability.of(people["Ann"]) == Reliability(2, 0)


def test_it_is_never_rounded_up() -> None:
    assert [Reliability(199, 1).percent, Reliability(2, 1).percent, Reliability(0, 0).percent] == [99, 66, 100]


def test_it_is_on_the_profile(people: People, browser: Browser) -> None:
    for events in ((), (), (("left", None),)):
        played(people["Ann"], people["Bob"], *events)
    page = browser(people["Bob"]).get("/players/Ann/").content.decode()
    assert "66%: of the last 3 matches with others 2 finished, 1 left" in page


def test_a_room_may_ask_for_it(room: Room, people: People) -> None:
    say(room, people["Ann"], "/maysit 90%")
    assert "Who may sit down: members who have finished at least 90% of their matches." in texts(room)
    played(people["Bob"], people["Cleo"], ("left", None))
    assert outcome(lambda: sit(room, people["Bob"])) == "not_allowed_now"
    for _match in range(9):
        played(people["Bob"], people["Cleo"])
    assert sit(room, people["Bob"]) == 0
    assert sit(room, people["Dora"]) == 1, "who has played none may sit"


def test_a_guest_has_none(room: Room, people: People) -> None:
    say(room, people["Ann"], "/maysit 50%")
    guest = Player.objects.create_user("Gesa", guest=True)
    assert outcome(lambda: sit(room, guest)) == "not_allowed_now"


def test_with_who_and_rating_together(room: Room, people: People) -> None:
    say(room, people["Ann"], "/maysit friends 900-1200 75%")
    room.refresh_from_db()
    assert (room.sits, room.rating_from, room.rating_to, room.reliable_from) == ("friends", 900, 1200, 75)
    said = "friends of the host with a rating of 900–1200 who have finished at least 75% of their matches"
    assert f"Who may sit down: {said}." in texts(room)
    assert outcome(lambda: sit(room, people["Ann"])) == 0, "the host may always"


@pytest.mark.parametrize("words", ["0%", "101%", "-5%", "x%", "%", "1000%", "9٠%"])
def test_what_is_no_reliability_is_refused(room: Room, people: People, words: str) -> None:
    assert refused(room, people["Ann"], f"/maysit {words}").code == "bad_argument"


def test_by_the_hosting_page_too(room: Room, people: People, browser: Browser) -> None:
    client = browser(people["Ann"])
    given = {"entry": "open", "sits": "all", "text": "", "reliable_from": "80"}
    client.post(f"/rooms/{room.slug}/hosting/", given)
    room.refresh_from_db()
    assert room.reliable_from == 80
    assert 'value="80"' in client.get(f"/rooms/{room.slug}/hosting/").content.decode()
    assert "100" in client.post(f"/rooms/{room.slug}/hosting/", {**given, "reliable_from": "200"}).content.decode()
    room.refresh_from_db()
    assert room.reliable_from == 80
