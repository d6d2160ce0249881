"""A match whose rules have failed rests; an admin lets it go on, and if they fail again, it rests on and says so."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from tafelrunde.accounts.models import Player
from tafelrunde.house.models import AdminAct
from tafelrunde.matches import faults, live, suspending
from tafelrunde.matches import position as fold
from tafelrunde.matches.models import Deadline, Entry, Match
from tafelrunde.matches.verifying import rules_of, verify
from tafelrunde.refusals import Refusal
from tafelrunde.rooms import opening, play_now, rulings, seating, starting
from tafelrunde.rooms.models import Room
from tests.platform.plugins.conftest import Install
from tests.platform.replay.playing import Play
from tests.platform.rooms.speaking import texts

Breaks = Callable[[str], None]
WORD = "This match rests: something is wrong with its rules. An admin has been told."


@pytest.fixture
def room(sticks: Breaks, ann: Player, bob: Player) -> Room:
    """The room of Ann and Bob, who have made two moves."""
    room = opening.open_room(ann, "sticks", "Evening round", pace="brisk")
    room.draw_seats = False
    room.save()
    for player in (ann, bob):
        seating.sit(room, player)
    Play(starting.start(room, ann)).moves(2)
    room.refresh_from_db()
    return room


@pytest.fixture
def match(room: Room) -> Match:
    """Their match."""
    assert room.match is not None
    return room.match


def suspend(match: Match, where: str = "play", move: str = "take 2") -> None:
    """Its rules have raised."""
    position = live.read(match.pk).position
    seat = position.to_move[0]
    suspending.save(faults.raised(match.pk, where, LookupError(), position.ply, seat, move))


def status(match: Match) -> str:
    match.refresh_from_db()
    return match.status


def test_it_goes_on_where_it_was(room: Room, match: Match, boss: Player) -> None:
    suspend(match)
    assert status(match) == Match.Status.SUSPENDED
    rulings.resume_match(match, boss, "mended")
    assert status(match) == Match.Status.PLAYING
    read = live.read(match.pk)
    assert (read.suspended, read.position.ply, read.position.to_move) == (False, 2, (0,))
    assert texts(room)[-2:] == [WORD, texts(room)[-1]]
    assert texts(room)[-1] == "An admin has let the match go on: mended"
    act = AdminAct.objects.get()
    assert (act.what, act.on_id, act.reason) == ("resumed", str(match.pk), "mended")
    Play(match).moves()
    assert status(match) == Match.Status.OVER
    rules = rules_of(match)
    assert rules is not None
    assert all(check.ok for check in verify(match, rules))


def test_nobody_loses_time_over_the_rest(match: Match, boss: Player) -> None:
    long_ago = timezone.now() - dt.timedelta(hours=2)
    Match.objects.update(started=long_ago)
    Entry.objects.update(at=long_ago)
    suspend(match)
    assert not Deadline.objects.exists()
    rulings.resume_match(match, boss)
    assert Deadline.objects.get().due > timezone.now() + dt.timedelta(seconds=20)


@pytest.mark.parametrize("broken", ["play:take 2", "moves", "view", "story", "label", "setup"])
def test_if_its_rules_fail_again_it_stays_and_says_so(
    match: Match, boss: Player, desk: Client, sticks: Breaks, broken: str
) -> None:
    suspend(match)
    sticks(broken)
    with pytest.raises(Refusal) as refused:
        rulings.resume_match(match, boss)
    assert refused.value.code == "suspended"
    address = f"/admin/matches/match/act/resume/?id={match.pk}"
    said = desk.post(address, {"reason": ""}, follow=True).content.decode()
    assert "fails again at ply 2, with LookupError" in said or "cannot read it any more" in said
    assert status(match) == Match.Status.SUSPENDED
    assert not Deadline.objects.exists()
    assert not AdminAct.objects.exists()
    assert not Entry.objects.filter(kind=fold.RESUMED).exists()
    sticks("")
    desk.post(address, {"reason": ""})
    assert status(match) == Match.Status.PLAYING


def test_one_whose_rules_are_gone_cannot_go_on(match: Match, boss: Player, install: Install) -> None:
    suspend(match)
    install()
    with pytest.raises(Refusal) as refused:
        rulings.resume_match(match, boss)
    assert "not installed" in str(refused.value.text)


@pytest.mark.parametrize("now", [Match.Status.PLAYING, Match.Status.OVER])
def test_what_does_not_rest_cannot_be_resumed(match: Match, boss: Player, now: str) -> None:
    Match.objects.update(status=now)
    with pytest.raises(Refusal) as refused:
        rulings.resume_match(match, boss)
    assert refused.value.code == "not_allowed_now"


def test_it_is_told_once_however_often_it_fails(room: Room, match: Match) -> None:
    suspend(match)
    suspend(match)
    assert len([text for text in texts(room) if text.startswith(WORD)]) == 1


def test_who_sits_there_may_leave_open_another_room_and_come_back(
    room: Room, match: Match, ann: Player, bob: Player, boss: Player
) -> None:
    suspend(match)
    assert play_now.play_now(bob, "sticks") != room
    seating.leave(room, ann)
    other = opening.open_room(ann, "sticks")
    seating.sit(other, ann)
    assert seating.sit(room, ann) == 0
    assert not Deadline.objects.filter(match=match).exists()
    rulings.resume_match(match, boss)
    assert live.read(match.pk).position.away == frozenset()


def test_it_can_be_read_as_far_as_it_has_come(match: Match, client: Client, sticks: Breaks, ann: Player) -> None:
    suspend(match)
    client.force_login(ann)
    assert client.get(f"/matches/{match.pk}/").status_code == 200
    assert client.get(f"/api/matches/{match.pk}/views/2").json() == {"sticks": 6}
    sticks("view")
    page = client.get(f"/matches/{match.pk}/")
    assert (page.status_code, "cannot show it" in page.content.decode()) == (409, True)
    assert client.get(f"/api/matches/{match.pk}").json()["moves"]


def test_its_page_shows_what_was_written_down_where_the_rules_are_gone(
    match: Match, client: Client, ann: Player, install: Install
) -> None:
    install()
    client.force_login(ann)
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert "take 1" in page
    assert "take 2" not in page  # Bob's, while it is played
    Match.objects.update(status=Match.Status.OVER, result={"winners": [1], "ranks": [2, 1], "scores": [0, 1]})
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert "take 2" in page
    assert "<b>Bob</b>" in page


def test_the_room_says_why_nothing_can_be_played(
    room: Room, match: Match, client: Client, ann: Player, install: Install
) -> None:
    client.force_login(ann)
    address = f"/rooms/{room.slug}/"
    assert "This match rests" not in client.get(address).content.decode()
    suspend(match)
    assert f'role="status">{WORD}' in client.get(address).content.decode()
    install()
    assert "its rules are not installed here" in client.get(address).content.decode()


def test_an_admin_can_look_at_it_and_abort_it_whatever_fails(
    room: Room, match: Match, boss: Player, desk: Client, sticks: Breaks
) -> None:
    suspend(match)
    address = f"/admin/matches/match/{match.pk}/change/"
    for broken in ("scores", "setup"):
        sticks(broken)
        assert desk.get(address).status_code == 200
        with pytest.raises(Refusal) as refused:
            rulings.adjudicate_match(match, boss, [0])
        assert refused.value.code == "suspended"
    rulings.abort_match(match, boss)
    assert status(match) == Match.Status.ABORTED
    assert desk.get(address).status_code == 200
