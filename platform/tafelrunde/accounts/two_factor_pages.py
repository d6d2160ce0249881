"""Pages of the second factor: setting it up, the codes on paper, and showing a code while and after signing in."""

from __future__ import annotations

import io
from typing import Final

import segno
from allauth.account.stages import LoginStage, LoginStageController
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django_otp.plugins.otp_totp.models import TOTPDevice

from . import two_factor
from .forms import CodeForm
from .me import for_members
from .models import Player
from .views import leaving_guest, next_address

STAGE: Final = "second_factor"


class SecondFactor(LoginStage):
    """A step of signing in, after the password: who has switched it on is nobody here before they show a code."""

    key = STAGE
    urlname = "second_factor"

    def handle(self) -> tuple[HttpResponse | None, bool]:
        user = self.login.user
        if isinstance(user, Player) and two_factor.is_on(user):
            return HttpResponseRedirect(reverse(self.urlname)), True
        return None, True


@never_cache
@sensitive_post_parameters("code")
def sign_in(request: HttpRequest) -> HttpResponse:
    """After the password, the code."""
    stage = LoginStageController.enter(request, STAGE)
    if stage is None or not isinstance(stage.login.user, Player):
        return redirect("account_login")
    player = stage.login.user
    form, device = _asked(request, player)
    if device is None:
        return render(request, "account/second_factor.html", {"form": form, "name": player.name})
    player.otp_device = device  # type: ignore[attr-defined]  # django-otp keeps it in the new session
    with leaving_guest(request):
        response: HttpResponse = stage.exit()
    return response


@sensitive_post_parameters("code")
@for_members
def check(request: HttpRequest, player: Player) -> HttpResponse:
    """For who is signed in from before it was switched on."""
    if two_factor.passed(request) or not two_factor.is_on(player):
        return HttpResponseRedirect(next_address(request) if two_factor.passed(request) else reverse("two_factor"))
    form, device = _asked(request, player)
    if device is not None:
        two_factor.show(request, device)
        return HttpResponseRedirect(next_address(request))
    return render(request, "me/two_factor_check.html", {"form": form, "next": next_address(request)})


@sensitive_variables("codes")
@sensitive_post_parameters("code")
@for_members
def overview(request: HttpRequest, player: Player) -> HttpResponse:
    """Switching it on; where it is on, new codes on paper, and switching it off, each with a code."""
    if not two_factor.is_on(player):
        return _set_up(request, player)
    form, device = _asked(request, player)
    if device is not None and request.POST.get("do") == "off":
        two_factor.switch_off(player)
        messages.success(request, _("Two-factor sign-in is off: your password alone lets you in."))
        return redirect("two_factor")
    codes = None
    if device is not None:
        two_factor.show(request, device)
        codes = two_factor.new_codes(player)
        form = CodeForm()
    return render(request, "me/two_factor.html", {**_shown(request, player), "form": form, "codes": codes})


@sensitive_variables("codes", "secret")
def _set_up(request: HttpRequest, player: Player) -> HttpResponse:
    device, form, codes = two_factor.begin(player), CodeForm(request.POST or None), None
    if request.method == "POST" and form.is_valid():
        done = two_factor.switch_on(player, form.cleaned_data["code"])
        if done is None:
            form.add_error("code", _("This is not the code that the app shows now. Is your phone's clock right?"))
        else:
            device, codes = done
            two_factor.show(request, device)
            form = CodeForm()
    given = _shown(request, player) | {"form": form, "codes": codes}
    if codes is None:
        given |= {"picture": picture(device), "secret": " ".join(two_factor.app_secret(device))}
    return render(request, "me/two_factor.html", given)


def _shown(request: HttpRequest, player: Player) -> dict[str, object]:
    onward = request.POST.get("next") or request.GET.get("next")
    return {
        "on": two_factor.is_on(player),
        "left": two_factor.codes_left(player),
        "needed": two_factor.is_staff(player),
        "next": next_address(request) if onward else "",
    }


def _asked(request: HttpRequest, player: Player) -> tuple[CodeForm, TOTPDevice | None]:
    """The form for a code, and what was shown by the one that was sent in."""
    form = CodeForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return form, None
    device = two_factor.check(player, form.cleaned_data["code"])
    if device is None:
        n = two_factor.wait(player)
        text = _("This code does not hold.")
        if n > 1:
            later = ngettext("You can try again in {n} second.", "You can try again in {n} seconds.", n).format(n=n)
            text = f"{text} {later}"
        form.add_error("code", text)
    return form, device


def picture(device: TOTPDevice) -> SafeString:
    """What the app's camera reads, as SVG without a style of its own."""
    out = io.BytesIO()
    code = segno.make(device.config_url, error="m", micro=False)
    code.save(out, kind="svg", xmldecl=False, svgns=True, nl=False, omitsize=True, border=3, light="#fff", dark="#000")
    return mark_safe(out.getvalue().decode())  # noqa: S308  segno's own, of numbers
