"""What moderators keep of somebody is theirs to know as far as others are not named, and goes with their account."""

from __future__ import annotations

from typing import Any

from tafelrunde.accounts import holdings, merging, sanctions
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import FORMER
from tafelrunde.house.models import Moderator
from tafelrunde.moderation import notes, outcomes, traces, warnings
from tafelrunde.moderation.models import Note, Report, Trace, Warned
from tafelrunde.rooms.models import Room
from tafelrunde.rooms.seating import sit
from tests.platform.moderation.conftest import Browser
from tests.platform.rooms.speaking import People, say

OURS = ("reports", "warnings", "notes", "traces", "roles")


def ours() -> list[holdings.Holding]:
    return [holding for holding in holdings.registered() if holding.name in OURS]


def exported(player: Player) -> dict[str, Any]:
    return {holding.name: holding.export(player) for holding in ours()}


def test_staff_pages_ask_moderators_for_their_second_factor(mona: Player, browser: Browser) -> None:
    client = browser(mona)
    assert client.get("/moderation/").status_code == 200
    client.logout()
    client.force_login(mona)
    answer = client.get("/moderation/")
    assert (answer.status_code, "/two-factor/" in answer.headers["Location"]) == (302, True)


def test_an_export_tells_what_was_decided_and_neither_by_whom_reported_nor_notes(
    room: Room, people: People, mona: Player
) -> None:
    say(room, people["Bob"], "/report Ann shouts")
    notes.write(people["Ann"], mona, "a loud one")
    outcomes.settle(Report.objects.get().pk, mona, "warn", "be kind")
    theirs = exported(people["Ann"])
    assert theirs["reports"]["about_you"][0]["outcome"] == "warned"
    assert theirs["warnings"][0]["reason"] == "be kind"
    assert [word in str(theirs) for word in ("Bob", "shouts", "a loud one")] == [False, False, False]
    assert exported(people["Bob"])["reports"]["by_you"][0]["why"] == "shouts"
    assert exported(mona)["roles"]["moderator_since"] is not None


def test_all_of_it_goes_with_the_account_and_what_was_said_in_reports_of_others(
    room: Room, people: People, mona: Player
) -> None:
    ann = people["Ann"]
    say(room, ann, "you fool")
    say(room, people["Bob"], "/report Cleo-".replace("Cleo-", people["Cleo"].name) + " shouts")
    say(room, ann, f"/report {people['Cleo'].name} shouts")
    say(room, people["Bob"], "/report Ann shouts")
    warnings.warn(ann, mona, "be kind")
    notes.write(ann, mona, "a loud one")
    Trace.objects.create(player=ann, key=traces.key_of("192.0.2.1"), day=room.created.date())
    for holding in ours():
        holding.erase(ann)
        holding.erase(ann)
    left = Report.objects.order_by("pk")
    assert [(report.by, report.about.name) for report in left] == [(people["Bob"], "Cleo"), (None, "Cleo")]
    assert [[line["from"] for line in report.lines] for report in left] == [[FORMER], [FORMER]]
    assert "you fool" not in str([report.lines for report in left])
    assert (Warned.objects.count(), Note.objects.count(), Trace.objects.count()) == (0, 0, 0)


def test_who_was_a_moderator_is_none_any_more(mona: Player, people: People) -> None:
    note = notes.write(people["Ann"], mona, "a loud one")
    for holding in ours():
        holding.erase(mona)
    note.refresh_from_db()
    assert (Moderator.objects.count(), note.by) == (0, None)


def test_what_was_a_guests_is_the_members(room: Room, people: People, mona: Player) -> None:
    guest, ann = Player.objects.create_user("Gesa", guest=True), people["Ann"]
    say(room, people["Bob"], "/report Gesa shouts")
    say(room, guest, f"/report {people['Cleo'].name} shouts")
    say(room, guest, "/report Bob shouts")
    say(room, ann, "/report Bob shouts")
    warnings.warn(guest, mona, "be kind")
    for holding in ours():
        holding.hand_on(guest, ann)
    made = Report.objects.order_by("pk").values_list("by__name", "about__name")
    assert list(made) == [("Bob", "Ann"), ("Ann", "Cleo"), ("Gesa", "Bob"), ("Ann", "Bob")]
    assert len(warnings.unread(ann)) == 1


def test_who_has_reported_both_has_reported_the_member_once(room: Room, people: People, mona: Player) -> None:
    guest, ann = Player.objects.create_user("Gesa", guest=True), people["Ann"]
    say(room, guest, "you fool")
    say(room, people["Bob"], "/report Gesa shouts")
    say(room, ann, "you goose")
    say(room, people["Bob"], "/report Ann shouts again")
    merging.merge(guest, ann)
    (report,) = Report.objects.all()
    assert (report.about, report.why) == (ann, "shouts again / shouts")
    assert [line["text"] for line in report.lines] == ["you fool", "you goose"]


def test_what_was_said_under_another_name_goes_too_and_nobody_elses(room: Room, people: People, mona: Player) -> None:
    ann, cleo = people["Ann"], people["Cleo"]
    guest = Player.objects.create_user("Gesa", guest=True)
    say(room, ann, "you fool")
    say(room, guest, "you goose")
    say(room, people["Bob"], "/report Cleo shouts")
    merging.merge(guest, ann)
    sanctions.rename(ann, "Anna", mona)
    sanctions.rename(cleo, "Ann", mona)
    say(room, cleo, "I am another one")
    say(room, people["Bob"], "/report Mona shouts")
    for holding in ours():
        holding.erase(ann)
    lines = [line for report in Report.objects.order_by("pk") for line in report.lines if line["kind"] == "say"]
    assert "you fool" not in str(lines)
    assert "you goose" not in str(lines)
    assert [line["from"] for line in lines if line["text"]] == ["Ann"]


def test_what_the_room_said_of_them_in_reports_is_said_of_nobody(room: Room, people: People, mona: Player) -> None:
    sit(room, people["Ann"])
    sit(room, Player.objects.create_user("Annika"))
    say(room, people["Bob"], f"/report {people['Cleo'].name} shouts")
    for holding in ours():
        holding.erase(people["Ann"])
    texts = [line["text"] for line in Report.objects.get().lines]
    assert texts == [f"{FORMER} sits down.", "Annika sits down."]
