"""Games: what is installed, what failed, and the switch of each."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Mapping, Sequence
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
from tafelrunde.game import declared, spell
from tafelrunde.games import Plugin
from tafelrunde.house import offers, terms
from tafelrunde.house.models import AdminAct, OfferedGame
from tafelrunde.matches.models import Fault, Match
from tafelrunde.matches.texts import render
from tafelrunde.refusals import Refusal
from tafelrunde.rooms.changes import RUNNING

from .acting import MOST_ROWS, Act, ActsAdmin
from .faults import kind_of
from .forms import ActForm, OptionsForm
from .site import site

MOST_FAULTS: Final = 10


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


def _decide(game: OfferedGame, by: Player, answers: dict[str, Any]) -> None:
    if not terms.decide(game.slug, answers["wanted"], by, answers["reason"]):
        raise Refusal("not_allowed_now", _("That is so already."))


OPTIONS: Final = Act(
    "options",
    gettext_lazy("Decide which options are offered"),
    _decide,
    OptionsForm,
    warning=gettext_lazy(
        "Matches that are being played keep their options. A room that has chosen what is not offered any more gets "
        "the default at its next start, and is told so."
    ),
)


@admin.register(OfferedGame, site=site)
class GameAdmin(ActsAdmin[OfferedGame]):
    """One page for all games; rows exist for those only that were ever switched."""

    acts: ClassVar = (OFF, ON, OPTIONS)

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
            "faults": [(fault, kind_of(fault)) for fault in Fault.objects.select_related("match")[:MOST_FAULTS]],
            "done": AdminAct.objects.filter(kind=AdminAct.Kind.GAME)[:MOST_ROWS],
        }
        return TemplateResponse(request, "admin/games.html", given)

    def _rows(self) -> list[dict[str, Any]]:
        installed, off = games.registry().plugins, offers.read_off()
        counted = _counted()
        rows = []
        for slug in sorted({*installed, *counted, *off}):
            plugin, matches = installed.get(slug), counted.get(slug, {})
            counts: Counter[str] = sum(matches.values(), Counter())
            rows.append(
                {
                    "slug": slug,
                    "name": render(plugin.current.name) if plugin else slug,
                    "package": (plugin.distribution or plugin.package) if plugin else "",
                    "rulesets": _rulesets(plugin, matches),
                    "installed": plugin is not None,
                    "offered": slug not in off,
                    "playing": counts[Match.Status.PLAYING],
                    "resting": counts[Match.Status.SUSPENDED],
                    "played": counts[Match.Status.OVER],
                    "aborted": counts[Match.Status.ABORTED],
                    "switch": self.act_url("on" if slug in off else "off", [slug]) if plugin or slug in off else "",
                    "options": _options(plugin),
                    "decide": self.act_url("options", [slug]) if plugin and declared(plugin.current.Options) else "",
                }
            )
        return rows


def _counted() -> dict[str, dict[str, Counter[str]]]:
    """The matches by game, ruleset and status."""
    counted: dict[str, dict[str, Counter[str]]] = {}
    found = Match.objects.values_list("game", "ruleset", "status").annotate(Count("pk")).order_by("ruleset")
    for slug, ruleset, status, count in found:
        counted.setdefault(slug, {}).setdefault(ruleset, Counter())[status] = count
    return counted


def _rulesets(plugin: Plugin | None, matches: Mapping[str, Counter[str]]) -> list[dict[str, Any]]:
    """The rulesets that are installed, the current one first, then those of matches that wait for theirs."""
    installed = (
        [] if plugin is None else [plugin.current.ruleset, *sorted({*plugin.rulesets} - {plugin.current.ruleset})]
    )
    waiting = [name for name in matches if name not in installed and any(matches[name][status] for status in RUNNING)]
    return [
        {
            "name": name,
            "current": plugin is not None and name == plugin.current.ruleset,
            "installed": name in installed,
            "running": sum(matches.get(name, Counter())[status] for status in RUNNING),
        }
        for name in (*installed, *waiting)
    ]


def _options(plugin: Plugin | None) -> list[str]:
    """What is offered of each option, the default first."""
    if plugin is None:
        return []
    return [
        _("{option}: {values}").format(
            option=render(option.label),
            values=", ".join(
                [spell(option.default), *(spell(value) for value in option.values if value != option.default)]
            ),
        )
        for option in terms.offered(plugin.current)
    ]
