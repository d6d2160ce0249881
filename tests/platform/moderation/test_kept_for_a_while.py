"""What moderators work with, and where players come from, is kept for a while only; of addresses a keyed hash."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import override_settings
from django.utils import timezone

from tafelrunde.accounts import forgetting
from tafelrunde.accounts.models import Player
from tafelrunde.moderation import notes, retention, traces, warnings
from tafelrunde.moderation.models import Note, Report, Trace, Warned
from tests.platform.rooms.speaking import People

ADDRESS = "198.51.100.7"


@pytest.fixture(autouse=True)
def _nobody_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, nothing in (("day", None), ("written", set()), ("new", set())):
        monkeypatch.setattr(traces._Today, name, nothing)


def write() -> None:
    """As the task does now and then."""
    assert traces._Today.day is not None
    traces._write(set(traces._Today.new), traces._Today.day)


def test_no_address_is_kept_and_the_key_is_the_sites_own(people: People) -> None:
    traces.saw(people["Ann"].pk, ADDRESS)
    write()
    trace = Trace.objects.get()
    assert ADDRESS not in str(vars(trace))
    assert trace.key == traces.key_of(ADDRESS)
    with override_settings(SECRET_KEY="another" * 8):
        assert traces.key_of(ADDRESS) != trace.key


def test_one_row_an_address_with_its_newest_day(people: People) -> None:
    old = timezone.now().date() - dt.timedelta(days=9)
    Trace.objects.create(player=people["Ann"], key=traces.key_of(ADDRESS), day=old)
    traces.saw(people["Ann"].pk, ADDRESS)
    traces.saw(people["Ann"].pk, "")
    traces.saw(999_999, ADDRESS)
    write()
    assert Trace.objects.get().day == timezone.now().date()


async def test_what_is_written_is_written_once(transactional_db: None) -> None:
    player = await Player.objects.acreate(name="Ann", key="ann")
    traces.saw(player.pk, ADDRESS)
    await traces.write_new()
    assert await Trace.objects.acount() == 1
    await Trace.objects.all().adelete()
    traces.saw(player.pk, ADDRESS)
    await traces.write_new()
    assert await Trace.objects.acount() == 0


def test_traces_go_after_fourteen_days(people: People) -> None:
    today = timezone.now().date()
    for days in (14, 15):
        Trace.objects.create(player=people["Ann"], key=str(days), day=today - dt.timedelta(days=days))
    retention.forget()
    assert [trace.key for trace in Trace.objects.all()] == ["14"]


def test_reports_warnings_and_notes_go_when_their_time_is_up(people: People, boss: Player) -> None:
    now, ann = timezone.now(), people["Ann"]
    for settled in (None, now - dt.timedelta(days=364), now - dt.timedelta(days=366)):
        Report.objects.create(about=ann, why="x", settled=settled, at=now - dt.timedelta(days=900))
    for at, read in ((364, now), (366, now), (366, None)):
        Warned.objects.create(player=ann, reason="x", at=now - dt.timedelta(days=at), read=read)
    for days in (729, 731):
        Note.objects.create(about=ann, text="x", at=now - dt.timedelta(days=days))
    assert retention.forget() == 3
    assert (Report.objects.count(), Warned.objects.count(), Note.objects.count()) == (2, 2, 1)
    assert Report.objects.filter(settled=None).exists(), "what is open stays until it is settled"
    assert len(warnings.unread(ann)) == 1
    assert len(notes.about(ann)) == 1


def test_a_guest_who_is_reported_is_not_forgotten_before_their_report(db: None) -> None:
    guest = Player.objects.create_user("Gesa", guest=True)
    Player.objects.filter(pk=guest.pk).update(joined=timezone.now() - dt.timedelta(days=30))
    report = Report.objects.create(about=guest, why="shouts")
    forgetting.forget()
    assert Player.objects.filter(pk=guest.pk).exists()
    report.delete()
    forgetting.forget()
    assert not Player.objects.filter(pk=guest.pk).exists()
