"""Announcements stand on all pages while they last, and no longer."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from tafelrunde.accounts.models import Player
from tafelrunde.house import announcements, heard
from tafelrunde.house.models import AdminAct, Announcement
from tafelrunde.rooms.models import Room
from tests.platform.moderation.conftest import Browser
from tests.platform.rooms.speaking import outcome


def test_it_stands_on_all_pages_until_it_is_ended(room: Room, mona: Player, browser: Browser) -> None:
    client = browser(mona)
    client.post("/moderation/announcements/", {"text": "Tea <b>at</b> five", "length": "day"})
    heard.look()
    for address in ("/", "/me/", f"/rooms/{room.slug}/"):
        assert "Tea &lt;b&gt;at&lt;/b&gt; five" in client.get(address).content.decode()
    made = Announcement.objects.get()
    assert made.until is not None
    assert abs(made.until - timezone.now() - dt.timedelta(days=1)) < dt.timedelta(minutes=5)
    client.post("/moderation/announcements/", {"end": str(made.pk)})
    heard.look()
    assert "Tea" not in client.get("/").content.decode()
    assert list(AdminAct.objects.filter(by_id=mona.pk).order_by("pk").values_list("what", flat=True)) == [
        "announced",
        "unannounced",
    ]


def test_it_ends_by_itself(db: None) -> None:
    announcements.announce("Tea at five", None, timezone.now() + dt.timedelta(hours=1))
    heard.look()
    assert [one.text for one in announcements.heard.value] == ["Tea at five"]
    Announcement.objects.update(until=timezone.now())
    heard.look()
    assert announcements.heard.value == ()
    assert announcements.forget_ended() == 1


@pytest.mark.parametrize("text", ["", "   ", "x" * 301])
def test_nothing_and_too_much_are_refused(db: None, text: str) -> None:
    assert outcome(lambda: announcements.announce(text, None)) == "bad_argument"


def test_an_end_that_has_passed_is_refused(db: None) -> None:
    assert outcome(lambda: announcements.announce("Tea", None, timezone.now())) == "bad_argument"


def test_five_and_no_more(db: None) -> None:
    for n in range(announcements.MOST):
        announcements.announce(f"Tea at {n}", None)
    assert outcome(lambda: announcements.announce("Tea at last", None)) == "not_allowed_now"


@pytest.mark.parametrize("end", ["999", "x", "9" * 30, "²"])
def test_what_is_not_announced_cannot_be_ended(mona: Player, browser: Browser, end: str) -> None:
    answer = browser(mona).post("/moderation/announcements/", {"end": end})
    assert (answer.status_code, "That is so already." in answer.content.decode()) == (200, True)
