"""Channels: joined, left, listed and talked in from anywhere in the town; with history, and heeding ignore lists."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tafelrunde.accounts import sanctions
from tafelrunde.accounts.models import Player
from tafelrunde.people import ignoring
from tafelrunde.rooms import channels, chat, registry
from tafelrunde.rooms.calls import TALK
from tafelrunde.rooms.models import ChannelMember, ChatLine, Room
from tests.platform.rooms.speaking import Committed, Here, People, Told, refused, say


def lines(player: Player, room: Room | None = None) -> list[str]:
    """What of channels somebody reads who comes anew."""
    return [f"{line['from']}: {line['text']}" for line in chat.last_lines(room, player) if line["kind"] == "channel"]


def test_one_joins_talks_and_leaves_from_a_room_as_from_the_lobby(room: Room, people: People, here: Here) -> None:
    ann, bob = people["Ann"], people["Bob"]
    for player, place in ((ann, None), (bob, room)):
        answer = say(place, player, "/channel join town")
        assert "You hear #town now" in answer[-1]
    say(None, ann, "/channel town good evening")
    say(room, bob, "/channel and to you")  # to the one joined last
    for player in (ann, bob):
        assert lines(player) == lines(player, room) == ["Ann: good evening", "Bob: and to you"]
    say(room, bob, "/channel leave town")
    assert lines(bob) == []
    assert refused(room, bob, "/channel town once more").code == "not_allowed_now"
    assert refused(room, bob, "/channel hello").code == "not_allowed_now"
    assert refused(room, bob, "/channel leave town").code == "not_allowed_now"


def test_the_list_has_the_towns_and_one_for_each_language(people: People) -> None:
    say(None, people["Bob"], "/channel join de")
    answer = say(None, people["Bob"], "/channel")
    assert [line.partition(":")[0] for line in answer[:-1]] == ["#town", "#en", "#fr", "#de", "#it"]
    assert "#de: German, 1 in it; you are in it" in answer
    assert "#town: the whole town, 0 in it" in answer


def test_a_channel_is_found_by_its_language_and_with_its_mark(people: People) -> None:
    for typed in ("de", "#de", "German", "DE"):
        assert channels.find(typed) == "de"
    assert refused(None, people["Ann"], "/channel join klingon").code == "bad_argument"


def test_who_joins_or_asks_reads_what_was_said_before(people: People) -> None:
    say(None, people["Ann"], "/channel join it")
    for n in range(channels.HISTORY + 5):
        channels.say(people["Ann"], "it", f"line {n}")
    answer = say(None, people["Bob"], "/channel join it")
    assert answer[0] == "#it Ann: line 5"
    assert answer[-2] == "#it Ann: line 24"
    again = say(None, people["Cid"], "/channel it")
    assert again[-1] == "#it Ann: line 24"
    assert not ChannelMember.objects.filter(player=people["Cid"]).exists()


def test_yesterdays_lines_are_not_shown_to_who_comes(people: People) -> None:
    channels.join(people["Ann"], "town")
    channels.say(people["Ann"], "town", "long ago")
    ChatLine.objects.update(at=timezone.now() - dt.timedelta(days=1))
    assert lines(people["Ann"]) == []


def test_whom_one_ignores_is_not_read_anywhere(people: People) -> None:
    for name in ("Ann", "Bob"):
        channels.join(people[name], "town")
    channels.say(people["Bob"], "town", "nonsense")
    ignoring.ignore(people["Ann"], people["Bob"])
    assert lines(people["Ann"]) == []
    assert channels.last_lines(people["Ann"], "town") == []
    ignoring.heed(people["Ann"], people["Bob"])
    assert lines(people["Ann"]) == ["Bob: nonsense"]


def test_who_is_muted_says_nothing_there_and_nobody_without_a_name(people: People, boss: Player) -> None:
    channels.join(people["Bob"], "town")
    sanctions.mute(people["Bob"], boss, "shouting")
    people["Bob"].refresh_from_db()
    assert refused(None, people["Bob"], "/channel town hello").code == "muted"
    assert refused(None, None, "/channel town hello").code == "signed_out"
    assert not ChatLine.objects.exists()


def test_talking_there_is_slowed_down_as_all_talk_is() -> None:
    assert registry.effect_of("/channel town hello") is TALK


def test_nobody_elses_whispers_or_conversations_hold_a_channels_lines(people: People, room: Room) -> None:
    channels.join(people["Ann"], "town")
    channels.say(people["Ann"], "town", "for all")
    assert [line["kind"] for line in chat.last_lines(room, people["Ann"])] == ["channel"]
    assert chat.last_lines(room, people["Bob"]) == []
    assert chat.last_lines(room, None) == []


def test_what_is_typed_is_text_of_a_sane_length(people: People) -> None:
    channels.join(people["Ann"], "town")
    assert refused(None, people["Ann"], f"/channel town {'x' * 501}").code == "bad_argument"
    say(None, people["Ann"], "/channel town <b>{name}</b> %s")
    assert lines(people["Ann"]) == ["Ann: <b>{name}</b> %s"]


def test_all_processes_hear_of_it_when_it_is_kept(people: People, told: Told, committed: Committed) -> None:
    channels.join(people["Ann"], "town")
    with committed():
        line = channels.say(people["Ann"], "town", "hello")
    assert told["channel"] == [{"line": line}]
    [found] = chat.said_after(0)
    assert (found.line, found.channel, found.to) == (line["id"], "town", None)
    assert chat.lines([line["id"]]) == [{"line": line}]


@pytest.mark.parametrize("channel", ["", "town"])
def test_the_database_itself_holds_lines_to_what_they_are(people: People, channel: str) -> None:
    kind = "whisper" if channel else "channel"
    with pytest.raises(IntegrityError), transaction.atomic():
        ChatLine.objects.create(kind=kind, channel=channel, player=people["Ann"], text="x")
