"""A match as it lasts: its seed, who sits where, and the log. A state is never stored, it is the fold of the log."""

from __future__ import annotations

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Match(models.Model):
    """One playing of a game. `place` is the slug of its room, `commitment` what was shown of the seed.

    `rated`: will it count? That is decided when it begins, by the room and by who sits there. `playoff_of`: the match
    whose shared win it decides. A `tutorial` is led by its game's script, with a seed that everybody knows: it
    counts for nothing, and is in no list.
    """

    class Pace(models.TextChoices):
        NONE = "none", _("no clock")
        RELAXED = "relaxed", _("relaxed")
        BRISK = "brisk", _("brisk")
        DAILY = "daily", _("daily")

    class Status(models.TextChoices):
        PLAYING = "playing", _("being played")
        SUSPENDED = "suspended", _("suspended")
        OVER = "over", _("over")
        ABORTED = "aborted", _("aborted")

    game = models.CharField(_("game"), max_length=40)
    ruleset = models.CharField(_("ruleset"), max_length=40)
    options = models.JSONField(_("options"), default=dict)
    seed = models.BinaryField(editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    place = models.CharField(max_length=60, db_index=True)
    pace = models.CharField(_("pace"), max_length=8, choices=Pace.choices, default=Pace.NONE)
    rated = models.BooleanField(_("rated"), default=True)
    playoff_of = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="playoffs", verbose_name=_("play-off of")
    )
    tutorial = models.BooleanField(_("tutorial"), default=False)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.PLAYING)
    result = models.JSONField(_("result"), null=True, blank=True)
    started = models.DateTimeField(_("started"), default=timezone.now)
    ended = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["place", "-id"], name="matches_of_a_room")]

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"


SECONDS: Final[dict[str, float]] = {Match.Pace.RELAXED: 90.0, Match.Pace.BRISK: 30.0, Match.Pace.DAILY: 86_400.0}
"""How long a player may take for a move, by pace; without a clock as long as they like."""


class MatchSeat(models.Model):
    """Who sat at a seat of a match when it began: a player, or a bot by its slug. `name` is what is shown, also later.

    Whoever has taken the seat since is in the log.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="match_seats")
    bot = models.CharField(max_length=40, blank=True)
    name = models.CharField(max_length=40)

    class Meta:
        ordering: ClassVar[list[str]] = ["seat"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_row_a_seat"),
            models.UniqueConstraint(fields=["match", "player"], name="one_seat_a_player"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["player", "-match"], condition=Q(player__isnull=False), name="matches_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.seat + 1})"


class Entry(models.Model):
    """A line of a match's log: a move, or what happened to a seat.

    `version` counts entries from 1 without a hole; `ply` is the number of moves so far, this one included. Whoever
    loses the race for a version catches up and judges again, so the log is one order for all processes. `seat` is -1
    where an entry concerns the whole match, `player` who sits there from a replacement on.
    """

    class Kind(models.TextChoices):
        MOVE = "move", _("move")
        ABSENT = "absent", _("absent")
        BACK = "back", _("back")
        LEFT = "left", _("left")
        REPLACED = "replaced", _("replaced")
        ABORTED = "aborted", _("aborted")
        ADJUDICATED = "adjudicated", _("decided by an admin")
        RESUMED = "resumed", _("resumed by an admin")

    class By(models.TextChoices):
        PLAYER = "player", _("player")
        BOT = "bot", _("bot")
        CLOCK = "clock", _("clock")
        PREMOVE = "premove", _("mark")

    match = models.ForeignKey(Match, models.CASCADE, related_name="log")
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.MOVE)
    ply = models.PositiveIntegerField()
    seat = models.SmallIntegerField(default=-1)
    turn = models.PositiveIntegerField(null=True)
    move = models.CharField(max_length=120, blank=True)
    by = models.CharField(max_length=8, choices=By.choices, blank=True)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="taken_seats", db_index=False
    )
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["match", "version"]
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["match", "version"], name="one_entry_a_version"),
            models.UniqueConstraint(fields=["match", "ply"], condition=Q(kind="move"), name="one_move_a_ply"),
            models.UniqueConstraint(fields=["match", "seat", "turn"], name="one_move_a_turn"),
            models.CheckConstraint(condition=Q(ply__lte=F("version")), name="ply_at_most_version"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["player"], condition=Q(player__isnull=False), name="seats_taken_by_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.ply} {self.kind} {self.move}".strip()


class Mark(models.Model):
    """A move that a player has marked for the `turn`-th of their seat in a match; nobody else may know of it.

    It goes in the transaction of the entry that ends that turn, or with which the seat changes hands; where the process
    that ends the turn has not heard of it, when the next process reads it.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="marks", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="marks")
    seat = models.PositiveSmallIntegerField()
    turn = models.PositiveIntegerField()
    move = models.CharField(max_length=120)

    class Meta:
        verbose_name = _("mark")
        verbose_name_plural = _("marks")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["match", "player"], name="one_mark_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seat}"  # never the move: what is logged is read by others


class Deadline(models.Model):
    """The earliest moment at which something is due in a match that is being played; whoever claims the row does it."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="deadline")
    due = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("deadline")
        verbose_name_plural = _("deadlines")

    def __str__(self) -> str:
        return f"{self.match_id} {self.due:%H:%M:%S}"


class Turn(models.Model):
    """A daily match waits for this player, since then. `mailed` is when they were told so by mail, if they were."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="turns")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="turns")
    since = models.DateTimeField()
    mailed = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("turn")
        verbose_name_plural = _("turns")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["match", "player"], name="one_turn_a_player"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["since"], condition=Q(mailed__isnull=True), name="turns_to_be_mailed"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.player_id}"


class TurnMail(models.Model):
    """When a player was last told by mail of their turns. Who `claimed` it, so long ago, is about to send one."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    sent = models.DateTimeField(null=True)
    claimed = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("mail about turns")
        verbose_name_plural = _("mails about turns")

    def __str__(self) -> str:
        return str(self.player_id)


class Holiday(models.Model):
    """A player is away, and their clocks in daily matches stand."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="holidays")
    begins = models.DateTimeField(_("begins"))
    ends = models.DateTimeField(_("ends"))

    class Meta:
        verbose_name = _("holiday")
        verbose_name_plural = _("holidays")
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["player", "begins"], name="holidays_of_a_player")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(ends__gte=F("begins")), name="holidays_end_after_they_begin"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.begins:%Y-%m-%d} {self.ends:%Y-%m-%d}"


class Fault(models.Model):
    """Rules that have raised in a match, and how often: `where` is what was asked of them, `key` tells faults apart.

    `ply`, `seat` and `move` are those of the last time. `words` are what the exception said; like the move they may be
    secret while the match is played. The trace holds no value of the match.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="faults")
    key = models.CharField(max_length=64)
    game = models.CharField(_("game"), max_length=40)
    where = models.CharField(_("where"), max_length=20)
    trace = models.TextField(_("trace"))
    words = models.TextField(blank=True)
    ply = models.PositiveIntegerField(_("ply"))
    seat = models.SmallIntegerField(_("seat"), null=True)
    move = models.CharField(_("move"), max_length=120, blank=True)
    first = models.DateTimeField(_("for the first time"))
    last = models.DateTimeField(_("last"), db_index=True)
    count = models.PositiveIntegerField(_("how often"), default=1)

    class Meta:
        verbose_name = _("fault of a game")
        verbose_name_plural = _("faults of games")
        ordering: ClassVar[list[str]] = ["-last", "-id"]
        default_permissions = ("view",)
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["match", "key"], name="one_row_a_fault"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.match_id}: {self.where}"
