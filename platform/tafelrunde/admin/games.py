"""Games: what is installed, what failed, and the switch of each."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from django.contrib import admin
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.house import offers
from tafelrunde.house.models import AdminAct, OfferedGame
from tafelrunde.matches.models import Match
from tafelrunde.matches.texts import render
from tafelrunde.refusals import Refusal

from .acting import MOST_ROWS, Act, ActsAdmin
from .forms import ActForm
from .site import site


def _switch(on: bool) -> Any:
    def do(game: OfferedGame, by: Player, answers: dict[str, Any]) -> None:
        if not offers.switch(game.slug, on, by, answers["reason"]):
            raise Refusal("not_allowed_now", _("That is so already."))

    return do


OFF: Final = Act(
    "off",
    gettext_lazy("Switch the game off"),
    _switch(False),
    ActForm,
    warning=gettext_lazy("No new match of it begins anywhere. Matches that are being played go on."),
)
ON: Final = Act("on", gettext_lazy("Switch the game on"), _switch(True), ActForm)


@admin.register(OfferedGame, site=site)
class GameAdmin(ActsAdmin[OfferedGame]):
    """One page for all games; rows exist for those only that were ever switched."""

    acts: ClassVar = (OFF, ON)

    def things(self, ids: Sequence[str]) -> list[OfferedGame]:
        known = {*games.installed(), *OfferedGame.objects.values_list("slug", flat=True)}
        return [OfferedGame(slug=slug) for slug in ids if slug in known]

    def _back(self, chosen: Sequence[OfferedGame]) -> str:
        return super()._back(())

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect("admin:house_offeredgame_changelist")

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        failed = games.registry().failed
        given = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Games"),
            "games": self._rows(),
            "failed": [(name, "".join(traceback.format_exception(error))) for name, error in failed.items()],
            "done": AdminAct.objects.filter(kind=AdminAct.Kind.GAME)[:MOST_ROWS],
        }
        return TemplateResponse(request, "admin/games.html", given)

    def _rows(self) -> list[dict[str, Any]]:
        installed, off = games.registry().plugins, offers.read_off()
        counted: dict[str, dict[str, int]] = {}
        for slug, status, count in Match.objects.values_list("game", "status").annotate(Count("pk")).order_by():
            counted.setdefault(slug, {})[status] = count
        rows = []
        for slug in sorted({*installed, *counted, *off}):
            plugin, matches = installed.get(slug), counted.get(slug, {})
            rows.append(
                {
                    "slug": slug,
                    "name": render(plugin.current.name) if plugin else slug,
                    "package": (plugin.distribution or plugin.package) if plugin else "",
                    "rulesets": ", ".join(plugin.rulesets) if plugin else "",
                    "installed": plugin is not None,
                    "offered": slug not in off,
                    "playing": matches.get(Match.Status.PLAYING, 0),
                    "resting": matches.get(Match.Status.SUSPENDED, 0),
                    "played": matches.get(Match.Status.OVER, 0),
                    "aborted": matches.get(Match.Status.ABORTED, 0),
                    "switch": self.act_url("on" if slug in off else "off", [slug]) if plugin or slug in off else "",
                }
            )
        return rows
