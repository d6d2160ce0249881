"""The site of the admins: who gets in, under which policy, and what is on its first page."""

from __future__ import annotations

from functools import update_wrapper
from typing import Any, Final

from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, resolve_url
from django.template.response import TemplateResponse
from django.utils.translation import gettext_lazy as _

from tafelrunde import games
from tafelrunde.accounts import two_factor
from tafelrunde.accounts.models import Player
from tafelrunde.house import offers
from tafelrunde.live import presence
from tafelrunde.matches.models import Match
from tafelrunde.rooms.models import Room

POLICY: Final = {"require-trusted-types-for": None}
"""What Django's admin does not bear: its jQuery writes markup. Scripts come from this site alone all the same."""


ORDER: Final = ("accounts", "rooms", "matches", "house")


class Site(AdminSite):
    """For superusers who have shown a second factor; others get 403, and strangers sign in first."""

    site_title = "Tafelrunde"
    site_header = _("Tafelrunde: admins")
    index_title = _("What there is")
    index_template = "admin/first_page.html"
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        return _is_admin(request) and two_factor.passed(request)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """The view for admins only, under a policy that Django's admin can live with."""
        allowed = super().admin_view(view, cacheable)

        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not self.has_permission(request):
                return self._not_in(request)
            response: HttpResponseBase = allowed(request, *args, **kwargs)
            response._csp_replace = POLICY  # type: ignore[attr-defined]  # as csp.decorators.csp_replace does
            return response

        return update_wrapper(guarded, view)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """People sign in at one place."""
        return redirect("admin:index") if self.has_permission(request) else self._not_in(request)

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Passwords are changed at one place."""
        return redirect("account_change_password")

    def password_change_done(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """And it is said there that they are."""
        return redirect("account_change_password")

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """People first."""
        found = super().get_app_list(request, app_label)
        return sorted(found, key=lambda app: ORDER.index(app["app_label"]))

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """What is going on, and what needs somebody."""
        playing, resting = Match.Status.PLAYING, Match.Status.SUSPENDED
        now = {
            "online": len(presence.online()),
            "rooms": Room.objects.count(),
            "playing": Match.objects.filter(status=playing).count(),
            "resting": Match.objects.filter(status=resting).count(),
            "failed": len(games.registry().failed),
            "off": len(offers.read_off()),
        }
        return super().index(request, {**(extra_context or {}), "now": now})

    def _not_in(self, request: HttpRequest) -> HttpResponseRedirect:
        if _is_admin(request) and (led := two_factor.staff_or_led(request)) is not None:
            return led
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(request.get_full_path(), resolve_url(settings.LOGIN_URL))


def _is_admin(request: HttpRequest) -> bool:
    user = request.user
    return isinstance(user, Player) and user.is_active and user.is_staff and user.is_superuser


site: Final = Site(name="admin")
