"""Who is away is told by mail that it is their turn: bundled, at most once an hour, by one process, if they want."""

from __future__ import annotations

import datetime as dt
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMessage
from django.db import connections
from django.test import Client
from django.utils import timezone

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.preferences import preferences_of, set_preference
from tafelrunde.matches import amending, holidays
from tafelrunde.matches.models import Match, Turn, TurnMail
from tafelrunde.rooms import turn_mail
from tafelrunde.rooms.models import Room
from tests.platform.rooms.speaking import Here, People
from tests.platform.rooms.test_my_turn import daily

SOON, HOUR = dt.timedelta(minutes=6), dt.timedelta(hours=1)


@pytest.fixture
def ann(people: People, here: Here) -> Room:
    """It is Ann's turn, who has a confirmed address."""
    EmailAddress.objects.create(user=people["Ann"], email="ann@example.org", verified=True, primary=True)
    return daily(people)


def at(later: dt.timedelta) -> list[EmailMessage]:
    """The mails that are sent when so much time has gone by."""
    before = len(mail.outbox)
    turn_mail.send_due(timezone.now() + later)
    return mail.outbox[before:]


def also_waited_for(room: Room, name: str) -> None:
    """It is somebody else's turn, too, who has come later than all others."""
    player = Player.objects.create_user(name)
    assert room.match is not None
    Turn.objects.create(match=room.match, player=player, since=timezone.now())
    EmailAddress.objects.create(user=player, email=f"{name.lower()}@example.org", verified=True, primary=True)


def test_it_says_where_and_until_when_and_leads_to_the_room(ann: Room) -> None:
    assert at(dt.timedelta(minutes=4)) == []  # who moves at once needs none
    [sent] = at(SOON)
    assert (sent.to, sent.subject) == (["ann@example.org"], "Tafelrunde: it is your turn in 1 match")
    assert "Evening round, King Lui, until" in sent.body
    assert f"/me/turns/{ann.slug}/" in sent.body
    assert "/me/preferences/" in sent.body


def test_its_links_sign_nobody_in(ann: Room, people: People) -> None:
    [sent] = at(SOON)
    for address in re.findall(r"https?://[^/\s]+(/\S+)", str(sent.body)):
        browser = Client()
        browser.get(address)
        assert "_auth_user_id" not in browser.session, address
    room = f"/me/turns/{ann.slug}/"
    asked = Client().get(room)
    assert asked["Location"] == f"/accounts/login/?next={room}"
    browser = Client()
    browser.force_login(people["Ann"])
    assert browser.get(room)["Location"] == f"/rooms/{ann.slug}/"


def test_there_is_one_for_all_matches_and_none_again_within_the_hour(ann: Room, people: People) -> None:
    daily(people, "Second")
    [sent] = at(SOON)
    assert sent.subject == "Tafelrunde: it is your turn in 2 matches"
    third = daily(people, "Third")
    assert at(SOON + HOUR - dt.timedelta(minutes=1)) == []
    [again] = at(SOON + HOUR)
    assert f"/me/turns/{third.slug}/" in again.body
    assert at(SOON + 3 * HOUR) == []  # of each turn one is told once


@pytest.mark.parametrize("why", ["does not want it", "is not confirmed", "has moved", "is on holiday", "rests"])
def test_there_is_none_for_who(ann: Room, people: People, why: str) -> None:
    if why == "does not want it":
        set_preference(people["Ann"], "turns", "off")
    elif why == "is not confirmed":
        EmailAddress.objects.update(verified=False)
    elif why == "has moved":
        assert ann.match is not None
        amending.leave_match(ann.match, people["Ann"])
    elif why == "is on holiday":
        holidays.begin(people["Ann"], 2)
    else:
        Match.objects.update(status="suspended")
    assert at(SOON) == []


def test_after_a_holiday_one_is_told(ann: Room, people: People) -> None:
    holidays.begin(people["Ann"], 1)
    assert at(SOON) == []
    assert len(at(dt.timedelta(days=1, hours=1))) == 1


def test_a_process_that_dies_before_sending_leaves_it_to_the_others(ann: Room, people: People) -> None:
    now = timezone.now() + SOON
    assert turn_mail.take(people["Ann"].pk, now) is not None  # and dies
    assert at(SOON + dt.timedelta(minutes=1)) == []
    assert len(at(SOON + turn_mail.LEASE)) == 1


def test_a_mail_that_cannot_be_sent_is_sent_later(ann: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(EmailMessage, "send", lambda _message: (_ for _ in ()).throw(OSError("no server")))
        assert at(SOON) == []
    assert not Turn.objects.filter(mailed__isnull=False).exists()
    assert len(at(SOON + turn_mail.LEASE)) == 1


@pytest.mark.django_db(transaction=True)
def test_of_processes_that_find_it_at_once_one_sends_it(ann: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    together = threading.Barrier(4)
    sent: list[Any] = []
    monkeypatch.setattr(EmailMessage, "send", lambda message: sent.append(message))

    def one(_process: int) -> int:
        try:
            together.wait(30)
            return turn_mail.send_due(timezone.now() + SOON)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(one, range(4))) == 1
    assert len(sent) == 1
    assert TurnMail.objects.get().sent is not None


def unsubscribe(sent: EmailMessage) -> str:
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    found = re.fullmatch(r"<https?://[^/]+(/mail/off/\S+)>", sent.extra_headers["List-Unsubscribe"])
    assert found
    return found[1]


def test_a_mail_program_ends_them_by_one_post_and_can_do_nothing_else(ann: Room, people: People) -> None:
    [sent] = at(SOON)
    browser = Client(enforce_csrf_checks=True)
    assert browser.post(unsubscribe(sent), {"List-Unsubscribe": "One-Click"}).status_code == 200
    people["Ann"].refresh_from_db()
    assert preferences_of(people["Ann"])["turns"] == "off"
    assert "_auth_user_id" not in browser.session
    daily(people, "Second")
    assert at(SOON + 2 * HOUR) == []


def test_looking_at_the_link_changes_nothing_and_a_made_up_one_is_none(ann: Room, people: People) -> None:
    [sent] = at(SOON)
    page = Client().get(unsubscribe(sent)).content.decode()
    assert "No more of these mails" in page
    assert not re.search(r"\bAnn\b", page)
    people["Ann"].refresh_from_db()
    assert preferences_of(people["Ann"])["turns"] == "on"
    assert Client().post("/mail/off/made-up/").status_code == 404


def test_many_on_holiday_keep_nobody_from_theirs(ann: Room, people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_mail, "MOST_AT_ONCE", 1)
    also_waited_for(ann, "Zora")
    holidays.begin(people["Ann"], 3)
    assert [message.to for message in at(SOON)] == [["zora@example.org"]]


def test_what_another_process_is_sending_keeps_nobody_from_theirs(
    ann: Room, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_mail, "MOST_AT_ONCE", 1)
    also_waited_for(ann, "Zora")
    assert turn_mail.take(people["Ann"].pk, timezone.now() + SOON) is not None
    assert [message.to for message in at(SOON)] == [["zora@example.org"]]


def test_a_mail_that_nobody_can_write_keeps_nobody_from_theirs(
    ann: Room, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    also_waited_for(ann, "Zora")
    compose = turn_mail.compose

    def broken(claim: turn_mail.Claim, *rest: Any) -> EmailMessage:
        if claim.player == people["Ann"]:
            raise ValueError("a bug")
        return compose(claim, *rest)

    monkeypatch.setattr(turn_mail, "compose", broken)
    assert [message.to for message in at(SOON)] == [["zora@example.org"]]
