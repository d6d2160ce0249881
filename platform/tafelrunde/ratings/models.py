"""Ratings as they last: each player's in each game, and which match has changed them, in one order for all."""

from __future__ import annotations

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .rating import NONE, Counts, Record, provisional, trend


class Kept(models.Model):
    """What is kept of a player in a game. `number` is what people see, `numbers` are the last of them, `counts` is what
    the game's statistics have counted (see `Record`).
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="%(class)ss")
    game = models.CharField(_("game"), max_length=40)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField(_("matches"))
    number = models.IntegerField(_("rating"))
    numbers = models.JSONField(default=list)
    counts = models.JSONField(default=dict, blank=True)

    class Meta:
        abstract = True

    @property
    def record(self) -> Record:
        """What the arithmetic knows of it."""
        return Record(self.mu, self.sigma, self.matches, tuple(self.numbers), self.counts)

    @classmethod
    def of(cls, player: int, game: str, record: Record, **more: str) -> Self:
        """The row for a record, not yet saved."""
        return cls(
            player_id=player,
            game=game,
            mu=record.mu,
            sigma=record.sigma,
            matches=record.matches,
            number=record.number,
            numbers=list(record.numbers),
            counts=dict(record.counts),
            **more,
        )

    @property
    def trend(self) -> int:
        """How far the number has come over the last matches."""
        return trend(self.numbers)

    @property
    def provisional(self) -> bool:
        """Are these too few matches for the number to mean much?"""
        return provisional(self.matches)


class Rating(Kept):
    """A player's rating in a game, of all times."""

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["player", "game"], name="one_rating_a_game"),
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["game", "-number"], name="ranking_of_a_game")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.game}: {self.number}"


class SeasonRating(Kept):
    """A player's rating in a game in one season, which they began as newcomers."""

    season = models.CharField(_("season"), max_length=6)

    class Meta:
        verbose_name = _("rating of a season")
        verbose_name_plural = _("ratings of seasons")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["player", "game", "season"], name="one_rating_a_season"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["game", "season", "-number"], name="ranking_of_a_season"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.game} {self.season}: {self.number}"


class Sequence(models.Model):
    """One row: the last number given to a rated match. Who holds its lock is the only one that rates, anywhere."""

    last = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.last)


class RatedMatch(models.Model):
    """A match that has been rated, once; `sequence` counts them over all games, from 1 without a hole. `season` is the
    one for which it counts, empty where it was rated when there were none.
    """

    sequence = models.PositiveBigIntegerField(primary_key=True)
    match = models.PositiveBigIntegerField(unique=True)
    game = models.CharField(_("game"), max_length=40)
    season = models.CharField(_("season"), max_length=6, blank=True, default="")

    class Meta:
        ordering: ClassVar[list[str]] = ["sequence"]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["game", "sequence"], name="rated_in_order")]

    def __str__(self) -> str:
        return f"{self.sequence}: {self.game} {self.match}"


class RatingChange(models.Model):
    """What a match has made of one of its players: their place among those who count, and the rating after it.

    `counts` is what the game's statistics have counted of them in it.
    """

    rated = models.ForeignKey(RatedMatch, models.CASCADE, related_name="changes")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="rating_changes")
    place = models.PositiveSmallIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    number = models.IntegerField(_("rating"))
    gained = models.IntegerField()
    counts = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["rated", "player"], name="one_change_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.rated_id} {self.player_id}: {self.gained:+}"

    @classmethod
    def of(
        cls, sequence: int, player: int, place: int, before: Record, after: Record, counts: Counts = NONE
    ) -> RatingChange:
        """The row for what became of a record, not yet saved."""
        return cls(
            rated_id=sequence,
            player_id=player,
            place=place,
            mu=after.mu,
            sigma=after.sigma,
            number=after.number,
            gained=after.number - before.number,
            counts=dict(counts),
        )


class SeasonEnd(models.Model):
    """A season whose medals have been given: its row is written with them, so it happens once."""

    season = models.CharField(_("season"), max_length=6, primary_key=True)
    at = models.DateTimeField(_("ended"), default=timezone.now)

    class Meta:
        verbose_name = _("end of a season")
        verbose_name_plural = _("ends of seasons")

    def __str__(self) -> str:
        return self.season


class Medal(models.Model):
    """One of the first three places of a season in a game; who shares a place shares the medal. Never taken back."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="medals")
    game = models.CharField(_("game"), max_length=40)
    season = models.CharField(_("season"), max_length=6)
    place = models.PositiveSmallIntegerField(_("place"))
    number = models.IntegerField(_("rating"))

    class Meta:
        verbose_name = _("medal")
        verbose_name_plural = _("medals")
        ordering: ClassVar[list[str]] = ["-season", "place", "game"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["player", "game", "season"], name="one_medal_a_season"),
            models.CheckConstraint(condition=Q(place__gte=1, place__lte=3), name="medals_for_three_places"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.game} {self.season}: {self.place}"
