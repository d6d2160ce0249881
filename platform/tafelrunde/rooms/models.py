"""Rooms as they last: who sits, what is said. The match of a room has a life of its own."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tafelrunde.matches.models import Match


def new_key() -> str:
    """What a session keeps of having come in."""
    return secrets.token_urlsafe(12)


class Room(models.Model):
    """A place with chat, a host and seats. `version` rises with every change of the room or its seats.

    Small lists of people by number are columns, so that reading a room asks for nothing more; `entered` names players
    and tokens who have come in by the password that the room has now.
    """

    Pace = Match.Pace

    class Entry(models.TextChoices):
        """Who may come in."""

        OPEN = "open", _("open: in the list, for everybody")
        UNLISTED = "unlisted", _("unlisted: for who has the link")
        PASSWORD = "password", _("with a password")

    class Sits(models.TextChoices):
        """Who may sit down."""

        ALL = "all", _("everybody")
        MEMBERS = "members", _("members")
        FRIENDS = "friends", _("friends of the host")

    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=40)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted_rooms")
    game = models.CharField(_("game"), max_length=40)
    options = models.JSONField(_("options"), default=dict)
    pace = models.CharField(_("pace"), max_length=8, choices=Pace.choices, default=Pace.NONE)
    rated = models.BooleanField(_("rated"), default=True)
    draw_seats = models.BooleanField(_("seats are drawn at the start"), default=True)
    text = models.TextField(_("text"), blank=True)
    match = models.OneToOneField(Match, models.SET_NULL, null=True, blank=True, related_name="room")
    version = models.PositiveBigIntegerField(default=1)
    created = models.DateTimeField(default=timezone.now)
    emptied = models.DateTimeField(_("empty since"), null=True, blank=True, db_index=True)
    entry = models.CharField(_("who may come in"), max_length=8, choices=Entry.choices, default=Entry.OPEN)
    password = models.CharField(max_length=128, blank=True)
    entry_key = models.CharField(max_length=16, default=new_key)
    entered = models.JSONField(default=list, blank=True)
    locked = models.BooleanField(_("locked"), default=False)
    insiders = models.JSONField(default=list, blank=True)
    banned = models.JSONField(default=list, blank=True)
    sits = models.CharField(_("who may sit"), max_length=8, choices=Sits.choices, default=Sits.ALL)
    rating_from = models.PositiveIntegerField(_("rating from"), null=True, blank=True)
    rating_to = models.PositiveIntegerField(_("rating to"), null=True, blank=True)
    reliable_from = models.PositiveSmallIntegerField(_("reliability from"), null=True, blank=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="owned_rooms")
    queue = models.JSONField(default=list, blank=True)
    peeks = models.JSONField(default=dict, blank=True)
    starts_full = models.BooleanField(_("starts by itself when full"), default=False)
    starts_at = models.DateTimeField(null=True, blank=True, db_index=True)

    class Meta:
        verbose_name = _("room")
        verbose_name_plural = _("rooms")

    def __str__(self) -> str:
        return self.name


class PrivateMatch(models.Model):
    """A match of a room which was not open to all: others do not see it, also when the room has gone."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="private")

    class Meta:
        verbose_name = _("private match")
        verbose_name_plural = _("private matches")

    def __str__(self) -> str:
        return str(self.match_id)


class RoomSeat(models.Model):
    """A taken seat of a room: a player, or a bot by its slug."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="room_seats")
    bot = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["seat"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["room", "seat"], name="one_sitter_a_seat"),
            models.UniqueConstraint(fields=["room", "player"], name="one_room_seat_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.room}: {self.seat + 1}"


class Vote(models.Model):
    """A vote that is open in a room, at most one at a time; it goes when it has an outcome.

    `yes` are the players who have agreed, whoever asked (`by`) being the first.
    """

    class Kind(models.TextChoices):
        ABORT = "abort", _("the match is aborted")
        SEAT = "seat", _("a seat is handed over")

    room = models.OneToOneField(Room, models.CASCADE, primary_key=True, related_name="vote")
    match = models.ForeignKey(Match, models.CASCADE, related_name="+")
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    yes = models.JSONField(default=list)
    until = models.DateTimeField(_("ends at"))

    class Meta:
        verbose_name = _("vote")
        verbose_name_plural = _("votes")

    def __str__(self) -> str:
        return f"{self.room_id}: {self.kind}"


class ChatLine(models.Model):
    """A line of a room's chat, or a whisper (`to`) that only its two people see, wherever they are: it has no room, nor
    has one of a `channel`.

    A line of the room itself may be for one person (`to`), too: nobody else ever gets it.
    The text of a system line is a message with `values`, so that each reader has it in their own language.
    """

    class Kind(models.TextChoices):
        SAY = "say"
        EMOTE = "emote"
        WHISPER = "whisper"
        SYSTEM = "system"
        STORY = "story"
        CHANNEL = "channel"

    room = models.ForeignKey(Room, models.CASCADE, null=True, related_name="lines")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    to = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    name = models.CharField(max_length=40, blank=True)
    text = models.TextField()
    values = models.JSONField(default=dict, blank=True)
    channel = models.CharField(max_length=8, blank=True, default="")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar[list[str]] = ["id"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["room", "-id"], name="chat_of_a_room"),
            models.Index(fields=["player", "-id"], condition=Q(room__isnull=True), name="whispers_by_a_player"),
            models.Index(fields=["to", "-id"], condition=Q(room__isnull=True), name="whispers_to_a_player"),
            models.Index(fields=["channel", "-id"], condition=~Q(channel=""), name="chat_of_a_channel"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(room__isnull=True, kind__in=["whisper", "channel"])
                | (Q(room__isnull=False) & ~Q(kind__in=["whisper", "channel"])),
                name="whispers_have_no_room",
            ),
            models.CheckConstraint(
                condition=(Q(kind="channel") & ~Q(channel="")) | (~Q(kind="channel") & Q(channel="")),
                name="lines_of_channels_name_them",
            ),
        ]
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


class ChannelMember(models.Model):
    """Somebody hears a channel: that of the town, or of a language by its code."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="channels")
    channel = models.CharField(max_length=8)

    class Meta:
        verbose_name = _("member of a channel")
        verbose_name_plural = _("members of channels")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["player", "channel"], name="in_a_channel_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} #{self.channel}"
