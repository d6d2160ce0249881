"""`/report NAME why` keeps the last 50 lines, match and ply, and tells the moderators who are here."""

from __future__ import annotations

import threading

import pytest
from django.db import connection
from django.test import Client

from tafelrunde.accounts import sanctions
from tafelrunde.accounts.models import Player
from tafelrunde.matches import amending
from tafelrunde.matches.models import Entry
from tafelrunde.moderation import reports
from tafelrunde.moderation.models import Report
from tafelrunde.rooms import whispers
from tafelrunde.rooms.models import Room
from tests.platform.moderation.conftest import Browser
from tests.platform.rooms.speaking import AtOnce, Committed, Here, People, Told, refused, say


def test_it_keeps_who_whom_why_where_and_how_far_the_match_was(playing: Room, people: People) -> None:
    assert playing.match is not None
    Entry.objects.create(
        match=playing.match, version=1, ply=1, seat=0, turn=0, move="kitchen", by="player", at=playing.created
    )
    said = say(playing, people["Bob"], "/report ann  shouts   at me")
    kept = Report.objects.get()
    assert (kept.by, kept.about, kept.why) == (people["Bob"], people["Ann"], "shouts at me")
    assert (kept.place, kept.place_name) == (playing.slug, "Evening round")
    assert (kept.match, kept.ply) == (playing.match_id, 1)
    assert "Ann is reported." in said[0]


def test_the_last_fifty_lines_go_with_it_in_order(room: Room, people: People) -> None:
    for n in range(60):
        say(room, people["Ann"], f"line {n}")
    say(room, people["Bob"], "/report Ann too much")
    lines = Report.objects.get().lines
    assert [line["text"] for line in lines] == [f"line {n}" for n in range(10, 60)]
    assert {line["from"] for line in lines} == {"Ann"}


def test_whispers_only_where_the_reporter_was_a_party(room: Room, people: People, here: Here) -> None:
    ann, bob, cleo = people["Ann"], people["Bob"], people["Cleo"]
    here(room, ann, bob, cleo)
    for by, to, text in (
        (ann, bob, "to Bob"),
        (bob, ann, "back to Ann"),
        (ann, cleo, "to Cleo"),
        (cleo, bob, "Cleo to Bob"),
    ):
        whispers.whisper(by, to.name, text)
    say(room, bob, "/report Ann whispers")
    assert [line["text"] for line in Report.objects.get().lines] == ["to Bob", "back to Ann"]


def test_what_the_room_tells_one_person_alone_is_not_in_it(room: Room, people: People) -> None:
    room.lines.create(kind="system", to=people["Bob"], text="for Bob alone")
    say(room, people["Bob"], "/report Ann shouts")
    assert Report.objects.get().lines == []


def test_in_the_lobby_the_whispers_alone(room: Room, people: People, here: Here) -> None:
    here(room, people["Ann"], people["Bob"])
    say(room, people["Ann"], "in the room")
    whispers.whisper(people["Ann"], "Bob", "psst")
    say(None, people["Bob"], "/report Ann whispers")
    kept = Report.objects.get()
    assert ([line["text"] for line in kept.lines], kept.place, kept.match) == (["psst"], "", None)


def test_moderators_and_admins_who_are_here_hear_of_it_and_nobody_else(
    room: Room, people: People, mona: Player, boss: Player, told: Told, committed: Committed
) -> None:
    with committed():
        say(room, people["Bob"], "/report Ann shouts")
    notices = told["notice"]
    assert {notice["player"] for notice in notices} == {mona.pk, boss.pk}
    assert {notice["address"] for notice in notices} == {f"/moderation/reports/{Report.objects.get().pk}/"}


def test_a_report_about_a_moderator_is_not_told_to_them(
    room: Room, people: People, mona: Player, boss: Player, told: Told, committed: Committed
) -> None:
    with committed():
        say(room, people["Bob"], "/report Mona shouts")
    assert {notice["player"] for notice in told["notice"]} == {boss.pk}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("/report", "bad_argument"),
        ("/report Ann", "bad_argument"),
        ("/report Ann " + "x" * 301, "bad_argument"),
        ("/report Nobody shouts", "no_such_player"),
        ("/report Bob shouts", "bad_argument"),
    ],
)
def test_bad_input_gets_a_clear_answer(room: Room, people: People, line: str, code: str) -> None:
    refusal = refused(room, people["Bob"], line)
    assert (refusal.code, bool(str(refusal.text))) == (code, True)
    assert not Report.objects.exists()


def test_nobody_without_a_name(room: Room) -> None:
    assert refused(room, None, "/report Ann shouts").code == "signed_out"


def test_who_is_muted_may_report(room: Room, people: People) -> None:
    sanctions.mute(people["Bob"], None, "shouting")
    say(room, people["Bob"], "/report Ann shouts, too")
    assert Report.objects.count() == 1


def test_one_open_report_of_somebody_about_somebody(room: Room, people: People) -> None:
    say(room, people["Bob"], "/report Ann shouts")
    assert refused(room, people["Bob"], "/report Ann still shouts").code == "not_allowed_now"
    say(room, people["Cleo"], "/report Ann shouts at me, too")
    assert Report.objects.count() == 2


def test_reporting_is_slowed_down(room: Room, people: People, nothing_fills_up: None) -> None:
    for name in ("Ann", "Cleo", "Dora"):
        say(room, people["Bob"], f"/report {people[name].name} shouts")
    refusal = refused(room, people["Bob"], f"/report {people['Emil'].name} shouts")
    assert refusal.code == "too_fast"
    assert refusal.more["wait"] > 0


def test_so_many_open_ones_and_no_more(room: Room, people: People) -> None:
    for n in range(reports.MOST_OPEN):
        say(room, people["Bob"], f"/report {people[f'Loud{n}'].name} shouts")
        reports.OFTEN.forget()
    assert refused(room, people["Bob"], "/report Ann shouts").code == "not_allowed_now"


def test_so_many_a_day_and_no_more(room: Room, people: People) -> None:
    for n in range(reports.MOST_A_DAY):
        say(room, people["Bob"], f"/report {people[f'Loud{n}'].name} shouts")
        reports.OFTEN.forget()
        Report.objects.update(settled=room.created, outcome="dismissed")
    assert refused(room, people["Bob"], "/report Ann shouts").code == "not_allowed_now"


@pytest.mark.django_db(transaction=True)
def test_two_at_once_are_one(room: Room, people: People, at_once: AtOnce) -> None:
    bob, ann = people["Bob"], people["Ann"]

    def report() -> str:
        reports.report(bob, ann, "shouts", reports.Context())
        return "reported"

    assert sorted(at_once(report, report)) == ["not_allowed_now", "reported"]


@pytest.mark.django_db(transaction=True)
def test_two_who_report_each_other_at_once_are_both_heard(
    room: Room, people: People, at_once: AtOnce, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob, ann = people["Bob"], people["Ann"]
    refuse, both = reports.refuse_report, threading.Barrier(2)

    def refuse_report(by: Player, about: Player) -> None:
        refuse(by, about)
        if connection.in_atomic_block and connection.vendor == "postgresql":  # of SQLite's writers only one is at it
            both.wait(10)

    monkeypatch.setattr(reports, "refuse_report", refuse_report)
    at_once(
        lambda: reports.report(bob, ann, "shouts", reports.Context()),
        lambda: reports.report(ann, bob, "shouts", reports.Context()),
    )
    assert Report.objects.count() == 2


def test_by_a_form_too_with_what_was_said_where_both_are(
    playing: Room, people: People, here: Here, browser: Browser
) -> None:
    here(playing, people["Ann"], people["Bob"])
    say(playing, people["Ann"], "you fool")
    client: Client = browser(people["Bob"])
    assert b"not told who" in client.get("/players/Ann/report/").content
    answer = client.post("/players/Ann/report/", {"why": "rude"}, follow=True)
    kept = Report.objects.get()
    assert (kept.why, kept.place, kept.match) == ("rude", playing.slug, playing.match_id)
    assert "you fool" in [line["text"] for line in kept.lines]
    assert "Ann is reported." in answer.content.decode()


def test_the_form_says_what_is_wrong(people: People, browser: Browser) -> None:
    client = browser(people["Bob"])
    assert "This field is required" in client.post(f"/players/{people['Ann'].name}/report/", {}).content.decode()
    assert "cannot report yourself" in client.post("/players/Bob/report/", {"why": "me"}).content.decode()
    assert not Report.objects.exists()


def test_a_match_that_has_gone_is_no_hindrance(playing: Room, people: People) -> None:
    assert playing.match is not None
    assert amending.abort_anyhow(playing.match)
    say(playing, people["Bob"], "/report Ann shouts")
    assert Report.objects.get().match == playing.match_id
