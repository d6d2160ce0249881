"""What is asked on the pages of moderators."""

from __future__ import annotations

import datetime as dt
from typing import Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tafelrunde.accounts.names import MAX
from tafelrunde.house.models import LONGEST_ANNOUNCEMENT, LONGEST_WORD

from .models import LONGEST_NOTE, LONGEST_WHY

LENGTHS: Final = {
    "hour": dt.timedelta(hours=1),
    "day": dt.timedelta(days=1),
    "week": dt.timedelta(weeks=1),
}
_PLAIN: Final = {"autocomplete": "off"}


class ReportForm(forms.Form):
    """Why somebody is reported."""

    why = forms.CharField(
        label=_("What has happened?"),
        max_length=LONGEST_WHY,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Moderators read it, and what you two have whispered; nobody else does."),
    )


class DecisionForm(forms.Form):
    """Why something is decided about somebody."""

    why = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_WHY,
        required=False,
        widget=forms.TextInput(attrs=_PLAIN),
        help_text=_("The player reads it."),
    )


class NoteForm(forms.Form):
    """A note on somebody."""

    text = forms.CharField(label=_("Note"), max_length=LONGEST_NOTE, widget=forms.Textarea(attrs={"rows": 3}))


class NameForm(forms.Form):
    """Another name for somebody."""

    name = forms.CharField(label=_("New name"), max_length=MAX, widget=forms.TextInput(attrs=_PLAIN))


class AnnouncementForm(forms.Form):
    """What is announced, and for how long."""

    text = forms.CharField(label=_("Announcement"), max_length=LONGEST_ANNOUNCEMENT, widget=forms.Textarea({"rows": 2}))
    length = forms.ChoiceField(
        label=_("For how long"),
        choices=[
            ("hour", _("one hour")),
            ("day", _("one day")),
            ("week", _("one week")),
            ("", _("until somebody ends it")),
        ],
        initial="day",
        required=False,
    )

    def until(self) -> dt.datetime | None:
        """When it ends by itself."""
        length = LENGTHS.get(self.cleaned_data["length"])
        return None if length is None else timezone.now() + length


class WordForm(forms.Form):
    """A word that shall not be said."""

    word = forms.CharField(
        label=_("Word"),
        max_length=LONGEST_WORD,
        widget=forms.TextInput(attrs=_PLAIN),
        help_text=_("Case and accents do not matter. “cat” does not find “category”; “cat*” does."),
    )
