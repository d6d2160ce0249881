"""What has been kept for long enough goes, once a day, by whichever process comes first."""

from __future__ import annotations

import datetime as dt
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from tafelrunde.accounts import daily, rights
from tafelrunde.accounts.models import Player
from tafelrunde.live import background
from tafelrunde.people.conversations import unread
from tafelrunde.people.models import Conversation
from tafelrunde.rooms.models import ChatLine
from tests.platform.rights.conftest import Town

pytestmark = pytest.mark.django_db
PRIVACY = Path(__file__).resolve().parents[3] / "docs" / "privacy.md"


def days_ago(days: float) -> dt.datetime:
    return timezone.now() - dt.timedelta(days=days)


def test_lines_in_rooms_go_after_30_days_and_whispers_after_a_year(town: Town) -> None:
    ChatLine.objects.filter(text="hello from me").update(at=days_ago(30.1))
    ChatLine.objects.filter(text="hello from him").update(at=days_ago(29.9))
    ChatLine.objects.filter(text="psst, Bob").update(at=days_ago(365.1))
    ChatLine.objects.filter(text="yes, Seda?").update(at=days_ago(364.9))
    rights.clear()
    said = set(ChatLine.objects.filter(kind__in=("say", "whisper")).values_list("text", flat=True))
    assert said == {"hello from him", "yes, Seda?"}


def test_lines_of_channels_go_like_those_of_rooms(town: Town) -> None:
    line = ChatLine.objects.filter(kind="channel")
    line.update(at=days_ago(29.9))
    rights.clear()
    assert line.exists()
    line.update(at=days_ago(30.1))
    rights.clear()
    assert not line.exists()


def test_whom_nothing_is_left_to_read_of_is_not_unread(town: Town) -> None:
    assert unread(town.bob) == 1
    ChatLine.objects.filter(kind="whisper").update(at=days_ago(400))
    rights.clear()
    assert unread(town.bob) == 0
    assert not Conversation.objects.exists()


def test_it_is_done_once_a_day_however_many_look(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(daily, "_tasks", {"sweeping": lambda: done.append("swept")})
    assert daily.look() == ["sweeping"]
    assert daily.look() == []
    then = timezone.now() + dt.timedelta(days=1, minutes=1)
    monkeypatch.setattr(timezone, "now", lambda: then)
    assert daily.look() == ["sweeping"]
    assert daily.look() == []
    assert done == ["swept", "swept"]


def test_one_that_fails_keeps_no_other_from_being_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise RuntimeError("broom")

    monkeypatch.setattr(daily, "_tasks", {"failing": fails, "sweeping": lambda: None})
    assert daily.look() == ["sweeping"]


def test_every_day_the_old_goes_and_guests_are_forgotten() -> None:
    assert {"guests", "keeping"} <= set(daily._tasks)
    assert background.registered()["daily"] is daily.run


def test_the_command_does_it_too(town: Town) -> None:
    ChatLine.objects.filter(text="hello from me").update(at=days_ago(31))
    out = StringIO()
    call_command("clearold", stdout=out)
    assert out.getvalue() == "1 things were old enough to go.\n"


def test_the_page_about_privacy_says_the_times_that_hold(seda: Player) -> None:
    text = PRIVACY.read_text()
    assert f"{rights.DAYS_IN_ROOMS} days" in text
    assert f"{rights.BLOCKED_FOR.days} days" in text
    assert "365 days" in text
