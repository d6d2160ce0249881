"""Reports are a queue with context; each is settled once, by one click, by the functions that decide and log."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from tafelrunde.accounts import moderators, sanctions
from tafelrunde.accounts.models import Player, Sanction
from tafelrunde.house.models import AdminAct
from tafelrunde.moderation import notes, outcomes, reports, warnings
from tafelrunde.moderation.models import Report
from tafelrunde.rooms.models import Room
from tests.platform.moderation.conftest import Browser
from tests.platform.rooms.speaking import AtOnce, Committed, People, Told, outcome, say


@pytest.fixture
def report(room: Room, people: People) -> Report:
    """Bob has reported Ann."""
    say(room, people["Ann"], "you fool")
    say(room, people["Bob"], "/report Ann rude words")
    return Report.objects.get()


def settle(report: Report, by: Player, button: str, why: str = "be kind") -> object:
    return outcome(lambda: outcomes.settle(report.pk, by, button, why).outcome)


def test_the_queue_and_a_report_show_what_there_is(report: Report, mona: Player, browser: Browser) -> None:
    client = browser(mona)
    queue = client.get("/moderation/").content.decode()
    assert ("rude words" in queue, "reported by Bob" in queue) == (True, True)
    page = client.get(f"/moderation/reports/{report.pk}/").content.decode()
    for shown in ("you fool", "rude words", "Evening round", "Bob", "Mute for a day", "Ban for a week"):
        assert shown in page
    assert "Ban for good" not in page


@pytest.mark.parametrize(
    ("button", "kind", "hours"),
    [("mute_hour", "mute", 1), ("mute_day", "mute", 24), ("ban_day", "ban", 24), ("ban_week", "ban", 168)],
)
def test_one_click_mutes_or_bans(
    report: Report, mona: Player, browser: Browser, button: str, kind: str, hours: int
) -> None:
    browser(mona).post(f"/moderation/reports/{report.pk}/", {"outcome": button, "why": "be kind"})
    sanction = Sanction.objects.get()
    assert (sanction.player, sanction.kind, sanction.reason, sanction.by) == (report.about, kind, "be kind", mona)
    assert sanction.until is not None
    assert abs(sanction.until - timezone.now() - dt.timedelta(hours=hours)) < dt.timedelta(minutes=5)
    report.refresh_from_db()
    assert (report.outcome, report.settled_by, report.answer) == (
        "muted" if kind == "mute" else "banned",
        mona,
        "be kind",
    )
    act = AdminAct.objects.filter(what__in=("muted", "banned")).get()
    assert (act.by_name, act.on_name, act.reason) == ("Mona", "Ann", "be kind")


def test_a_warning_stands_on_every_page_until_it_is_read(
    report: Report, mona: Player, people: People, browser: Browser, told: Told, committed: Committed
) -> None:
    with committed():
        assert settle(report, mona, "warn") == "warned"
    assert [one["values"] for one in told["notice"] if one["player"] == people["Ann"].pk] == [{"reason": "be kind"}]
    client = browser(people["Ann"])
    for address in ("/", "/me/", f"/rooms/{report.place}/"):
        assert "A moderator warns you: be kind" in client.get(address).content.decode()
    assert "warns you" not in browser(people["Bob"]).get("/").content.decode()
    client.post("/me/warnings/read/", {"next": "/"})
    assert "warns you" not in client.get("/").content.decode()
    assert AdminAct.objects.filter(what="warned", by_id=mona.pk).count() == 1


def test_dismissing_decides_nothing_about_anybody_and_is_logged(report: Report, mona: Player) -> None:
    assert settle(report, mona, "dismiss", "") == "dismissed"
    assert not Sanction.objects.exists()
    assert AdminAct.objects.get(what="dismissed").details == {"report": report.pk}
    assert list(reports.waiting(mona)) == []


def test_a_settled_report_stays_settled(report: Report, mona: Player, boss: Player) -> None:
    settle(report, mona, "dismiss")
    assert settle(report, boss, "ban_day") == "not_allowed_now"
    assert not Sanction.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_moderators_at_once_settle_it_once(report: Report, mona: Player, boss: Player, at_once: AtOnce) -> None:
    done = at_once(*(lambda by=by: settle(report, by, "mute_day") for by in (mona, boss)))
    assert sorted(done) == ["muted", "not_allowed_now"]
    assert Sanction.objects.count() == 1


@pytest.mark.parametrize(("button", "why", "code"), [("warn", "", "bad_argument"), ("fly", "x", "bad_argument")])
def test_what_is_no_decision_settles_nothing(report: Report, mona: Player, button: str, why: str, code: str) -> None:
    assert settle(report, mona, button, why) == code
    report.refresh_from_db()
    assert report.settled is None


def test_only_admins_ban_for_good(report: Report, mona: Player, boss: Player) -> None:
    assert settle(report, mona, "ban_good") == "not_allowed_now"
    assert settle(report, boss, "ban_good") == "banned"
    assert Sanction.objects.get().until is None


def test_nobody_decides_about_moderators_and_admins_but_admins(people: People, mona: Player, boss: Player) -> None:
    moderators.make_moderator(people["Max"], None)
    for name in ("Max", "Mona", "Boss"):
        about = Player.objects.get(name=name)
        assert outcome(lambda about=about: outcomes.decide(about, mona, "warn", "x")) == "not_allowed_now"  # type: ignore[misc]
    assert outcome(lambda: outcomes.decide(people["Max"], people["Ann"], "warn", "x")) == "not_allowed_now"
    assert outcome(lambda: outcomes.rename(people["Max"], mona, "Moritz")) == "not_allowed_now"
    assert not warnings.unread(people["Max"])
    outcomes.decide(people["Max"], boss, "warn", "x")
    assert warnings.unread(people["Max"])


def test_a_member_decides_nothing(report: Report, people: People) -> None:
    assert settle(report, people["Cleo"], "ban_day") == "not_allowed_now"
    assert outcome(lambda: outcomes.lift(people["Ann"], people["Cleo"], sanctions.MUTE)) == "not_allowed_now"


def test_nobody_settles_their_own_report(room: Room, people: People, mona: Player) -> None:
    say(room, mona, "/report Ann shouts")
    assert settle(Report.objects.get(), mona, "ban_day") == "not_allowed_now"


def test_who_has_reported_hears_that_it_was_looked_at_and_not_what_has_come_of_it(
    report: Report, mona: Player, told: Told, committed: Committed
) -> None:
    with committed():
        settle(report, mona, "ban_day")
    [notice] = [one for one in told["notice"] if one["player"] == report.by_id]
    assert notice["message"].startswith("A moderator has looked at your report")


def test_who_is_reported_never_reads_by_whom(report: Report, mona: Player, people: People, browser: Browser) -> None:
    settle(report, mona, "warn")
    client = browser(people["Ann"])
    assert "Bob" not in client.get("/").content.decode()
    assert client.get(f"/moderation/reports/{report.pk}/").status_code == 403


def test_a_mute_or_ban_is_lifted_on_the_page_of_a_player(people: People, mona: Player, browser: Browser) -> None:
    sanctions.mute(people["Ann"], mona, "shouting")
    address = f"/moderation/people/{people['Ann'].pk}/"
    assert "Lift the mute" in browser(mona).get(address).content.decode()
    browser(mona).post(address, {"act": "lift_mute"})
    assert sanctions.in_force_on(people["Ann"], sanctions.MUTE) is None
    assert AdminAct.objects.get(what="lifted").by_name == "Mona"


def test_what_an_admin_has_decided_is_not_offered_for_lifting(
    people: People, mona: Player, boss: Player, browser: Browser
) -> None:
    sanctions.mute(people["Ann"], boss, "shouting")
    address = f"/moderation/people/{people['Ann'].pk}/"
    page = browser(mona).get(address).content.decode()
    assert "Lift the mute" not in page
    assert "Mute for a day" not in page
    assert "Ban for a day" in page
    assert "Lift the mute" in browser(boss).get(address).content.decode()


def test_a_moderator_who_is_none_any_more_decides_nothing(report: Report, mona: Player, browser: Browser) -> None:
    moderators.take_moderator(mona, None)
    assert browser(mona).get("/moderation/").status_code == 403
    assert settle(report, mona, "ban_day") == "not_allowed_now"


def test_a_banned_moderator_is_nobody(mona: Player, browser: Browser) -> None:
    client = browser(mona)
    sanctions.ban(mona, None, "gone wild")
    assert client.get("/moderation/").status_code == 302


def test_nobody_reads_reports_and_notes_about_themselves_and_moderators_none_about_moderators(
    room: Room, people: People, mona: Player, boss: Player, browser: Browser
) -> None:
    moderators.make_moderator(people["Max"], None)
    say(room, people["Bob"], "/report Mona looks away")
    report = Report.objects.get()
    notes.write(mona, boss, "tired lately")
    for reader in (mona, people["Max"]):
        client = browser(reader)
        assert client.get(f"/moderation/reports/{report.pk}/").status_code == 404
        assert "looks away" not in client.get("/moderation/").content.decode()
        page = client.get(f"/moderation/people/{mona.pk}/").content.decode()
        assert ("tired lately" in page, "looks away" in page) == (False, False)
        answer = client.post(f"/moderation/reports/{report.pk}/", {"outcome": "dismiss"}, follow=True)
        assert "Only an admin decides" in answer.content.decode()
    page = browser(boss).get(f"/moderation/reports/{report.pk}/").content.decode()
    assert ("looks away" in page, "tired lately" in page) == (True, True)
    say(room, people["Bob"], "/report Boss looks away, too")
    assert "too" not in [one.why for one in reports.waiting(boss)]


def test_an_admin_settles_what_they_have_reported_themselves(room: Room, people: People, boss: Player) -> None:
    say(room, boss, f"/report {people['Ann'].name} shouts")
    assert settle(Report.objects.get(), boss, "warn") == "warned"


def test_the_head_counts_what_waits(report: Report, mona: Player, browser: Browser) -> None:
    client = browser(mona)
    assert "1 report waits" in client.get("/me/").content.decode()
    settle(report, mona, "dismiss")
    assert "waits" not in client.get("/me/").content.decode()


@pytest.mark.parametrize("why", ["x" * 301, "\0", "", "  "])
def test_bad_reasons_decide_nothing(report: Report, mona: Player, browser: Browser, why: str) -> None:
    client = browser(mona)
    for address in (f"/moderation/reports/{report.pk}/", f"/moderation/people/{report.about_id}/"):
        answer = client.post(address, {"outcome": "mute_day", "why": why}, follow=True)
        assert (answer.status_code, "reason" in answer.content.decode()) == (200, True)
    assert not Sanction.objects.exists()


@pytest.mark.parametrize("number", ["9" * 30, str(1 << 63)])
def test_numbers_that_nothing_has(mona: Player, browser: Browser, number: str) -> None:
    client = browser(mona)
    for address in (f"/moderation/reports/{number}/", f"/moderation/people/{number}/"):
        assert client.get(address).status_code == 404
    assert client.post(f"/moderation/reports/{number}/", {"outcome": "dismiss"}).status_code == 302
    assert client.post("/moderation/announcements/", {"end": number}).status_code == 200


def test_what_would_disturb_readers_is_not_kept(mona: Player, people: People, browser: Browser) -> None:
    browser(mona).post(f"/moderation/people/{people['Ann'].pk}/", {"act": "note", "text": "a\0b\u202ec\nd"})
    assert notes.about(people["Ann"])[0].text == "abc d"


@pytest.mark.parametrize(
    "onward", ["null", "²", "lobby", "moderation", "%s", "//elsewhere.example", "javascript:alert(1)"]
)
def test_where_to_go_on_is_an_address_of_this_site_and_never_an_error(
    people: People, browser: Browser, onward: str
) -> None:
    client = browser(people["Bob"])
    for button in ("/me/warnings/read/", f"/players/{people['Ann'].name}/watch/"):
        answered = client.post(button, {"next": onward})
        assert (answered.status_code, answered["Location"]) == (302, "/")
