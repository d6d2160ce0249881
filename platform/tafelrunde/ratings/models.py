"""Ratings as they last: each player's in each game, and which match has changed them, in one order for all."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .rating import Record, provisional, trend


class Rating(models.Model):
    """A player's rating in a game. `number` is what people see, `numbers` are the last of them (see `Record`)."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="ratings")
    game = models.CharField(_("game"), max_length=40)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField(_("matches"))
    number = models.IntegerField(_("rating"))
    numbers = models.JSONField(default=list)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["player", "game"], name="one_rating_a_game"),
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["game", "-number"], name="ranking_of_a_game")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.game}: {self.number}"

    @property
    def record(self) -> Record:
        """What the arithmetic knows of it."""
        return Record(self.mu, self.sigma, self.matches, tuple(self.numbers))

    @classmethod
    def of(cls, player: int, game: str, record: Record) -> Rating:
        """The row for a record, not yet saved."""
        return cls(
            player_id=player,
            game=game,
            mu=record.mu,
            sigma=record.sigma,
            matches=record.matches,
            number=record.number,
            numbers=list(record.numbers),
        )

    @property
    def trend(self) -> int:
        """How far the number has come over the last matches."""
        return trend(self.numbers)

    @property
    def provisional(self) -> bool:
        """Are these too few matches for the number to mean much?"""
        return provisional(self.matches)


class Sequence(models.Model):
    """One row: the last number given to a rated match. Who holds its lock is the only one that rates, anywhere."""

    last = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.last)


class RatedMatch(models.Model):
    """A match that has been rated, once; `sequence` counts them over all games, from 1 without a hole."""

    sequence = models.PositiveBigIntegerField(primary_key=True)
    match = models.PositiveBigIntegerField(unique=True)
    game = models.CharField(_("game"), max_length=40)

    class Meta:
        ordering: ClassVar[list[str]] = ["sequence"]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["game", "sequence"], name="rated_in_order")]

    def __str__(self) -> str:
        return f"{self.sequence}: {self.game} {self.match}"


class RatingChange(models.Model):
    """What a match has made of one of its players: their place among those who count, and the rating after it."""

    rated = models.ForeignKey(RatedMatch, models.CASCADE, related_name="changes")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="rating_changes")
    place = models.PositiveSmallIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    number = models.IntegerField(_("rating"))
    gained = models.IntegerField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["rated", "player"], name="one_change_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.rated_id} {self.player_id}: {self.gained:+}"

    @classmethod
    def of(cls, sequence: int, player: int, place: int, before: Record, after: Record) -> RatingChange:
        """The row for what became of a record, not yet saved."""
        return cls(
            rated_id=sequence,
            player_id=player,
            place=place,
            mu=after.mu,
            sigma=after.sigma,
            number=after.number,
            gained=after.number - before.number,
        )
