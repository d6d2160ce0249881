"""The page on which the host of a room says who may come in and who may sit, and what is written over the door."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tafelrunde.accounts.models import Player
from tafelrunde.live import refusing
from tafelrunde.refusals import Refusal

from . import admitting, autostart, banning, choices, door, lasting, sitting
from .changes import host_only
from .models import Room

_SWITCH: Final = (("off", gettext_lazy("no")), ("on", gettext_lazy("yes")))


def _switch(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, choices=_SWITCH, coerce=lambda chosen: chosen == "on", required=False)


class HostingForm(forms.Form):
    """All that a host decides about people; the password is never shown again."""

    text = forms.CharField(
        label=gettext_lazy("Text of the room"),
        max_length=choices.LONGEST_TEXT,
        required=False,
        help_text=gettext_lazy("Everybody in the room reads it."),
    )
    entry = forms.ChoiceField(label=gettext_lazy("Who may come in"), choices=Room.Entry.choices)
    password = forms.CharField(
        label=gettext_lazy("Password"),
        required=False,
        min_length=admitting.SHORTEST,
        max_length=admitting.LONGEST,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=gettext_lazy(
            "For a room with a password. A new one sends out who has come in by the old one and does not sit."
        ),
    )
    locked = _switch(gettext_lazy("Locked: nobody new comes in for now"))
    sits = forms.ChoiceField(
        label=gettext_lazy("Who may sit down"), choices=[(one.value, one.label) for one in sitting.OFFERED]
    )
    rating_from = forms.IntegerField(
        label=gettext_lazy("With a rating from"), required=False, min_value=0, max_value=sitting.HIGHEST
    )
    rating_to = forms.IntegerField(
        label=gettext_lazy("With a rating up to"), required=False, min_value=0, max_value=sitting.HIGHEST
    )
    reliable_from = forms.IntegerField(
        label=gettext_lazy("Reliable: who has finished of a hundred matches at least"),
        required=False,
        min_value=1,
        max_value=100,
        help_text=gettext_lazy("For example 90. Of the last 100 matches with others; who has played none may sit."),
    )
    starts_full = _switch(gettext_lazy("The match begins by itself when all seats are taken"))
    lasts = _switch(gettext_lazy("The room is mine and stays when it is empty"))

    def __init__(self, *args: Any, room: Room, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.room = room

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        new = given.get("entry") == Room.Entry.PASSWORD and self.room.entry != Room.Entry.PASSWORD
        if new and not given.get("password") and "password" not in self.errors:
            self.add_error("password", _("Which password?"))
        low, high = given.get("rating_from"), given.get("rating_to")
        if low is not None and high is not None and low > high:
            self.add_error("rating_to", _("The second rating is not below the first."))
        return given


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """For the host alone; whoever else comes reads who that is."""
    room = Room.objects.select_related("host", "owner").filter(slug=slug).first()
    if room is None:
        raise Http404
    if (refused := door.refused(request, room)) is not None:
        return door.page(request, room, refused)
    player = request.user if isinstance(request.user, Player) else None
    if player is None or room.host_id != player.pk:
        return render(request, "403.html", {"text": host_only(room).text}, status=403)
    form = HostingForm(request.POST if "entry" in request.POST else None, room=room, initial=_initial(room))
    if request.method == "POST":
        try:
            if name := request.POST.get("unban"):
                banning.unban(room, player, name)
            elif form.is_valid():
                decide(room, player, form.cleaned_data)
            if not form.is_bound or form.is_valid():
                _remember(request, room)
                messages.success(request, _("So it is."))
                return redirect("room_hosting", slug)
        except Refusal as no:
            form.add_error(None, refusing.shown(no)) if form.is_bound else messages.error(request, refusing.shown(no))
    given = {"room": room, "form": form, "sent_away": banning.banned_names(room)}
    return render(request, "rooms/hosting.html", given)


def decide(room: Room, by: Player, wanted: dict[str, Any]) -> None:
    """Each decision by the function that decides; what is as it was changes nothing."""
    password = wanted["password"] if wanted["entry"] == Room.Entry.PASSWORD else ""
    if password or wanted["entry"] != room.entry:
        admitting.set_entry(room, by, wanted["entry"], password)
    choices.set_text(room, by, wanted["text"])
    sitting.set_sits(room, by, wanted["sits"], wanted["rating_from"], wanted["rating_to"], wanted["reliable_from"])
    autostart.set_starts_full(room, by, bool(wanted["starts_full"]))
    if bool(wanted["lasts"]) != (room.owner_id is not None):
        (lasting.keep if wanted["lasts"] else lasting.let_go)(room, by)
    (admitting.lock if wanted["locked"] else admitting.unlock)(room, by)


def _initial(room: Room) -> dict[str, Any]:
    return {
        "text": room.text,
        "entry": room.entry,
        "locked": _SWITCH[room.locked][0],
        "sits": room.sits,
        "rating_from": room.rating_from,
        "rating_to": room.rating_to,
        "reliable_from": room.reliable_from,
        "starts_full": _SWITCH[room.starts_full][0],
        "lasts": _SWITCH[room.owner_id is not None][0],
    }


def _remember(request: HttpRequest, room: Room) -> None:
    """The host's own session knows the new password."""
    room.refresh_from_db()
    admitting.remember(request.session, room, room.host_id)
