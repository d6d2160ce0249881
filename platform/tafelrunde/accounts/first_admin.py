"""The first admin: made through a secret address that works exactly as long as there is no admin.

The address is signed with the installation's key and needs no storage, so it is the same at every start and for every
process, and is of no use from the moment an admin exists.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import login
from django.contrib.auth.password_validation import validate_password
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.core.signing import Signer
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from .models import Player, is_blocked
from .names import MAX, name_key, validate_name


def exists() -> bool:
    """Whether there is an admin, be they active or not."""
    return Player.objects.filter(is_superuser=True).exists()


def address(site: str) -> str:
    """The secret address, on the site at `site`."""
    return site + reverse("first_admin", args=[_token()])


def greeting(site: str) -> str | None:
    """What `serve` says at its start."""
    return None if exists() else f"There is no admin yet. Make the first one here, once: {address(site)}"


@transaction.atomic
def make(name: str, password: str) -> Player | None:
    """The first admin, or None where somebody else was quicker."""
    kind = ContentType.objects.get_for_model(Player)
    ContentType.objects.select_for_update().get(pk=kind.pk)  # whoever comes second waits here, and finds an admin
    return None if exists() else Player.objects.create_superuser(name, password)


class FirstAdminForm(forms.Form):
    """Name and password of the first admin."""

    name = forms.CharField(
        label=_("Name"),
        max_length=MAX,
        validators=[validate_name],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    password = forms.CharField(
        label=_("Password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if Player.objects.filter(key=name_key(name)).exists() or is_blocked(name_key(name)):
            raise ValidationError(_("This name is taken."))
        return name

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if password := cleaned.get("password"):
            try:
                validate_password(password, Player(name=cleaned.get("name", "")))
            except ValidationError as error:
                self.add_error("password", error)
        return cleaned


@never_cache
@sensitive_post_parameters("password")
def page(request: HttpRequest, token: str) -> HttpResponse:
    """A form for name and password; whoever sends it in is the first admin, and signed in."""
    if not constant_time_compare(token, _token()):
        raise Http404
    form = FirstAdminForm(request.POST or None)
    if not exists() and request.method == "POST" and form.is_valid():
        admin = make(form.cleaned_data["name"], form.cleaned_data["password"])
        if admin:
            login(request, admin, backend="django.contrib.auth.backends.ModelBackend")
            return redirect("lobby")
    used = exists()
    return render(request, "account/first_admin.html", {"form": form, "used": used}, status=410 if used else 200)


def _token() -> str:
    return Signer(salt="tafelrunde.accounts.first_admin").signature("the first admin")
