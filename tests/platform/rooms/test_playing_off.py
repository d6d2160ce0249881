"""A shared win is played off by those alone who share it, where the game wants that."""

import dataclasses
from collections.abc import Callable
from functools import partial

import pytest

from tafelrunde import games
from tafelrunde.game import SPECTATOR, Line, number, switch
from tafelrunde.games import Plugin, Registry
from tafelrunde.matches import amending
from tafelrunde.matches import live as matches
from tafelrunde.matches.models import Match
from tafelrunde.matches.playoffs import outcome
from tafelrunde.rooms import registry, seating, starting
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.opening import open_room
from tests.platform.rooms.speaking import AtOnce, People, call, names, refused, say, texts

Table = Callable[..., Room]


@pytest.fixture
def table(people: People) -> Table:
    """A match of King's Gold of Ann (the host), Bob, Cem and a bot, ended with these winners, by name."""

    def played(*winners: str, game: str = "kings_gold") -> Room:
        room = open_room(people["Ann"], game, "Port Royal")
        for name in ("Ann", "Bob", "Cem"):
            seating.sit(room, people[name])
        seating.add_bot(room, people["Ann"])
        starting.start(room, people["Ann"])
        end(room, *winners)
        return room

    return played


def end(room: Room, *winners: str) -> Match:
    """The room's match ends, with these winners."""
    match = now(room)
    seats = [seat.seat for seat in match.seats.all() if seat.name in winners]
    assert amending.adjudicate(match, seats)
    match.refresh_from_db()
    return match


def now(room: Room) -> Match:
    room.refresh_from_db()
    assert room.match is not None
    return room.match


def playing(room: Room) -> list[str]:
    return sorted(seat.name for seat in now(room).seats.all())


def offered(room: Room, people: People, name: str) -> list[tuple[str, bool]]:
    return [(button.say, button.primary) for button in registry.buttons(call(room, people[name]))]


@pytest.mark.parametrize("line", ["/again", "/playoff", "/play-off"])
@pytest.mark.parametrize("by", ["Bob", "Cem", "Ann"])
def test_who_shares_the_win_or_the_host_begins_it(table: Table, people: People, by: str, line: str) -> None:
    room = table("Bob", "Cem")
    tied = now(room)
    say(room, people[by], line)
    assert playing(room) == ["Bob", "Cem"]
    assert now(room).playoff_of == tied
    assert texts(room)[-1] in ("The play-off begins: Bob, Cem.", "The play-off begins: Cem, Bob.")


def test_who_has_lost_does_not_begin_it(table: Table, people: People) -> None:
    room = table("Ann", "Bob")
    for line in ("/again", "/playoff"):
        no = refused(room, people["Cem"], line)
        assert no.code == "not_allowed_now"
        assert str(no.text).count("Ann") == str(no.text).count("Bob") == 1
    assert refused(room, people["Dora"], "/playoff").code == "not_allowed_now"
    assert Match.objects.count() == 1


def test_it_is_not_rated(table: Table, people: People) -> None:
    room = table("Ann", "Bob")
    assert now(room).rated
    say(room, people["Ann"], "/again")
    assert not now(room).rated


def test_it_is_played_as_the_match_was(table: Table, people: People) -> None:
    room = table("Ann", "Bob")
    room.pace = "brisk"
    room.save()
    tied = now(room)
    say(room, people["Bob"], "/again")
    assert (now(room).game, now(room).options, now(room).pace) == (tied.game, tied.options, "brisk")


def test_the_others_keep_their_seats_and_watch(table: Table, people: People) -> None:
    room = table("Bob", "Cem")
    say(room, people["Bob"], "/again")
    assert sorted(names(room)) == ["Ann", "Bob", "Cem", "captain"]
    live = matches.read(now(room).pk)
    assert live.viewer(people["Ann"].pk) is SPECTATOR
    # Room and match count the seats of those who play alike.
    in_room = {row.player_id: row.seat for row in room.seats.all()}
    assert all(in_room[seat.player_id] == seat.seat for seat in now(room).seats.all())
    assert refused(room, people["Ann"], "/abort").code == "not_seated"
    assert refused(room, people["Ann"], "/start").code == "not_allowed_now"


def test_who_wins_it_has_won(table: Table, people: People) -> None:
    room = table("Bob", "Cem")
    tied = now(room)
    say(room, people["Bob"], "/again")
    played = end(room, "Cem")
    for match in (tied, played):
        left = outcome(match)
        assert (left.winner, left.tied, left.whole, left.last) == ("Cem", (), tied, played)
    tied.refresh_from_db()
    assert tied.result is not None
    assert len(tied.result["winners"]) == 2


@pytest.mark.parametrize("by", ["Ann", "Bob"])
def test_afterwards_all_play_again(table: Table, people: People, by: str) -> None:
    room = table("Bob", "Cem")
    say(room, people["Bob"], "/again")
    end(room, "Cem")
    assert "/again" in dict(offered(room, people, by))
    say(room, people[by], "/again")
    assert playing(room) == ["Ann", "Bob", "Captain", "Cem"]
    assert now(room).playoff_of is None


def test_a_tie_again_is_played_off_again(table: Table, people: People) -> None:
    room = table("Ann", "Bob", "Cem")
    tied = now(room)
    say(room, people["Ann"], "/again")
    end(room, "Bob", "Cem")
    say(room, people["Cem"], "/again")
    assert playing(room) == ["Bob", "Cem"]
    assert now(room).playoff_of == tied
    end(room, "Bob")
    assert outcome(tied).winner == "Bob"


def test_an_aborted_one_decides_nothing_and_can_begin_again(table: Table, people: People) -> None:
    room = table("Ann", "Bob")
    tied = now(room)
    say(room, people["Ann"], "/again")
    assert amending.abort(now(room))
    assert [seat.name for seat in outcome(tied).tied] == [
        seat.name for seat in tied.seats.all() if seat.name in {"Ann", "Bob"}
    ]
    say(room, people["Bob"], "/again")
    assert (playing(room), now(room).playoff_of) == (["Ann", "Bob"], tied)


def test_bots_play_it_too_under_their_names(people: People) -> None:
    room = open_room(people["Ann"], "kings_gold", "Port Royal")
    seating.sit(room, people["Ann"])
    seating.add_bot(room, people["Ann"], count=3)
    starting.start(room, people["Ann"])
    end(room, "Ann", "Captain-3")
    say(room, people["Ann"], "/again")
    assert playing(room) == ["Ann", "Captain-3"]
    end(room, "Captain-3")
    assert outcome(now(room)).winner == "Captain-3"
    assert names(room).count("captain") == 3


def test_the_host_begins_it_where_only_bots_share_the_win(people: People) -> None:
    room = open_room(people["Ann"], "kings_gold", "Port Royal")
    seating.sit(room, people["Ann"])
    seating.add_bot(room, people["Ann"], count=2)
    starting.start(room, people["Ann"])
    end(room, "Captain", "Captain-2")
    say(room, people["Ann"], "/again")
    assert playing(room) == ["Captain", "Captain-2"]


def test_without_all_of_them_the_win_stays_shared(table: Table, people: People) -> None:
    room = table("Bob", "Cem")
    say(room, people["Cem"], "/leave")
    assert refused(room, people["Bob"], "/playoff").code == "not_allowed_now"
    say(room, people["Ann"], "/again")
    assert playing(room) == ["Ann", "Bob", "Captain"]
    assert now(room).playoff_of is None


def test_the_host_may_begin_another_match_instead(table: Table, people: People) -> None:
    room = table("Bob", "Cem")
    say(room, people["Ann"], "/start")
    assert (len(playing(room)), now(room).playoff_of) == (4, None)


def test_a_win_of_one_is_not_played_off(table: Table, people: People) -> None:
    room = table("Bob")
    assert refused(room, people["Bob"], "/playoff").code == "not_allowed_now"
    say(room, people["Cem"], "/again")
    assert (len(playing(room)), now(room).playoff_of) == (4, None)


def test_a_game_that_shares_its_wins_has_none(table: Table, people: People) -> None:
    room = table("Bob", "Cem", game="king_lui")
    assert refused(room, people["Bob"], "/playoff").code == "not_allowed_now"
    say(room, people["Bob"], "/again")
    assert (len(playing(room)), now(room).playoff_of) == (4, None)


def test_one_click_for_who_may(table: Table, people: People) -> None:
    room = table("Bob", "Cem")
    assert ("/playoff", True) in offered(room, people, "Bob")
    assert ("/playoff", True) in offered(room, people, "Ann")
    assert ("/start", False) in offered(room, people, "Ann")
    say(room, people["Dora"], "/join")
    for name in ("Dora", "Emil"):
        assert not {"/playoff", "/again"} & {say for say, _ in offered(room, people, name)}


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_once_begin_one(table: Table, people: People, at_once: AtOnce) -> None:
    room = table("Bob", "Cem")
    done = at_once(*(partial(starting.again, room, people[name]) for name in ("Bob", "Cem")))
    assert [result for result in done if result == "not_allowed_now"] == ["not_allowed_now"]
    assert Match.objects.count() == 2


@dataclasses.dataclass(frozen=True)
class OtherOptions:
    storm: bool = switch(True, label=Line("Storm"))


@dataclasses.dataclass(frozen=True)
class GoneOptions:
    gone: int = number(1, range(1, 3), label=Line("Gone"))


def test_it_is_played_by_the_rules_of_the_match_also_when_newer_ones_are_installed(
    table: Table, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = table("Bob", "Cem")
    old = games.installed()["kings_gold"]
    new = type("Newer", (type(old),), {"ruleset": "2", "Options": OtherOptions})()
    plugins = {**games.registry().plugins, "kings_gold": Plugin(new, {"2": new, "1": old}, "kings_gold")}
    match = now(room)
    Match.objects.filter(pk=match.pk).update(options={"gone": 1})
    monkeypatch.setattr(old, "Options", GoneOptions)
    monkeypatch.setattr(games, "registry", lambda: Registry(plugins))
    say(room, people["Bob"], "/again")
    assert (playing(room), now(room).ruleset, now(room).options) == (["Bob", "Cem"], "1", {"gone": 1})
    end(room, "Bob")
    say(room, people["Bob"], "/again")
    assert (now(room).ruleset, now(room).options) == ("2", {"storm": True})
