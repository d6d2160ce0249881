"""The log of what admins have done: to be read, by everybody who gets in, and to be changed by nobody."""

from __future__ import annotations

import json

from django.contrib import admin
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from tafelrunde.accounts.names import called
from tafelrunde.house.models import AdminAct

from .acting import ActsAdmin
from .site import site


@admin.register(AdminAct, site=site)
class AdminActAdmin(ActsAdmin[AdminAct]):
    """Who did what to whom, and why."""

    list_display = ("at", "who", "what", "kind", "whom", "reason")
    list_display_links = ("at",)
    list_filter = ("what", "kind", "at")
    search_fields = ("by_name", "on_name", "reason", "=on_id")
    search_help_text = gettext_lazy("A name, a number, or words of a reason")
    fields = ("at", "who", "what", "kind", "whom", "on_id", "reason", "more")
    readonly_fields = fields

    @admin.display(description=gettext_lazy("who"), ordering="by_name")
    def who(self, act: AdminAct) -> str:
        return called(act.by_name) or str(gettext_lazy("the server"))

    @admin.display(description=gettext_lazy("on whom"), ordering="on_name")
    def whom(self, act: AdminAct) -> str:
        return called(act.on_name)

    @admin.display(description=gettext_lazy("details"))
    def more(self, act: AdminAct) -> SafeString | str:
        return format_html("<code>{}</code>", json.dumps(act.details)) if act.details else "–"
