"""What an admin is asked before an act."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tafelrunde import games
from tafelrunde.accounts.names import MAX
from tafelrunde.game import Option, declared, spell
from tafelrunde.house import terms
from tafelrunde.house.models import OfferedGame
from tafelrunde.house.terms import Term
from tafelrunde.matches.texts import render

LONGEST_REASON = 300
LENGTHS = {
    "hour": dt.timedelta(hours=1),
    "day": dt.timedelta(days=1),
    "week": dt.timedelta(weeks=1),
    "month": dt.timedelta(days=30),
}


class ActForm(forms.Form):
    """Why. `things` are what the act will be done to."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.TextInput(attrs={"size": 60, "autocomplete": "off"}),
        help_text=_("Goes into the log of what admins do."),
    )

    def __init__(self, data: Any, *, things: Sequence[Model]) -> None:
        super().__init__(data)
        self.things = things

    def answers(self) -> dict[str, Any]:
        """What was filled in, once it is valid."""
        return self.cleaned_data


class ToldForm(ActForm):
    """Why, for those whom it concerns to read."""

    def __init__(self, data: Any, *, things: Sequence[Model]) -> None:
        super().__init__(data, things=things)
        self.fields["reason"].help_text = _("Those at the table read it; it goes into the log, too.")


class SanctionForm(ActForm):
    """Until when, and why. Answers `until`, None for good."""

    length = forms.ChoiceField(
        label=_("For how long"),
        choices=[
            ("hour", _("one hour")),
            ("day", _("one day")),
            ("week", _("one week")),
            ("month", _("30 days")),
            ("", _("for good")),
        ],
        initial="day",
        required=False,
    )
    exactly = forms.DateTimeField(
        label=_("or until exactly (UTC)"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )

    def __init__(self, data: Any, *, things: Sequence[Model]) -> None:
        super().__init__(data, things=things)
        self.fields["reason"].required = True
        self.fields["reason"].help_text = _("The player reads it.")

    def clean_exactly(self) -> dt.datetime | None:
        end: dt.datetime | None = self.cleaned_data["exactly"]
        if end is not None and end <= timezone.now():
            raise ValidationError(_("The end has to be in the future."))
        return end

    def answers(self) -> dict[str, Any]:
        length = LENGTHS.get(self.cleaned_data["length"])
        until = self.cleaned_data["exactly"] or (None if length is None else timezone.now() + length)
        return {"reason": self.cleaned_data["reason"], "until": until}


class OptionsForm(ActForm):
    """Which values of each option of a game are offered, and which is the default. Answers `wanted`, terms by name."""

    def __init__(self, data: Any, *, things: Sequence[Model]) -> None:
        super().__init__(data, things=things)
        self.names: list[str] = []
        for thing in things:
            game = games.find(thing.slug) if isinstance(thing, OfferedGame) else None
            if game is not None:
                for option, now in zip(declared(game.Options), terms.offered(game), strict=True):
                    self._ask(option, now)
        self.order_fields([*(f"{part}_{name}" for name in self.names for part in ("values", "default")), "reason"])

    def _ask(self, option: Option, now: Option) -> None:
        self.names.append(option.name)
        choices = [(spell(value), render(label)) for value, label in option.values.items()]
        label = render(option.label)
        self.fields[f"values_{option.name}"] = forms.MultipleChoiceField(
            label=_("{option}: offered").format(option=label),
            choices=choices,
            initial=[spell(value) for value in now.values],
            widget=forms.CheckboxSelectMultiple,
            help_text=_("With one value alone there is nothing to choose: it is what is played."),
        )
        self.fields[f"default_{option.name}"] = forms.ChoiceField(
            label=_("{option}: default").format(option=label), choices=choices, initial=spell(now.default)
        )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        for name in self.names:
            values = given.get(f"values_{name}")
            if values and given.get(f"default_{name}") not in values:
                self.add_error(f"default_{name}", _("The default has to be one of the values that are offered."))
        return given

    def answers(self) -> dict[str, Any]:
        given = self.cleaned_data
        wanted = {name: Term(given[f"values_{name}"], given[f"default_{name}"]) for name in self.names}
        return {"reason": given["reason"], "wanted": wanted}


class MergeForm(ActForm):
    """Into which member, and why."""

    member = forms.CharField(
        label=_("Into the member"), max_length=MAX, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    field_order = ["member", "reason"]
