"""Pages on which things are read, and acts with a form in between. Plain forms of models change nothing here.

An `Act` calls the function that decides and logs; whatever it refuses is told to the admin, in the form where that is
what has to be mended.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import called
from tafelrunde.house.models import AdminAct
from tafelrunde.live import refusing
from tafelrunde.refusals import Refusal

from .forms import ActForm

MOST_AT_ONCE: Final = 100
MOST_ROWS: Final = 30
Thing = TypeVar("Thing", bound=Model)
Do = Callable[[Any, Player, dict[str, Any]], object]


@dataclass(frozen=True)
class Act:
    """Something an admin can do to a thing, or where `many` to several chosen from the list.

    `do(thing, by, answers)` decides, logs and may raise Refusal; `answers` is what the form has been given.
    """

    name: str
    label: str | Promise
    do: Do
    form: type[ActForm] = ActForm
    possible: Callable[[Any], bool] = lambda thing: True
    many: bool = False
    warning: str | Promise = ""


@dataclass(frozen=True)
class Table:
    """What belongs to a thing, to be read below it."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[object]]
    more: str = ""
    note: str = ""


if TYPE_CHECKING:
    _Pages = ModelAdmin
else:

    class _Pages(ModelAdmin, Generic[Thing]):
        """Django's own cannot be subscripted at run time."""


class ActsAdmin(_Pages[Thing], Generic[Thing]):
    """Pages of one kind of thing: a list, the thing with what belongs to it, and its acts."""

    acts: ClassVar[Sequence[Act]] = ()
    change_form_template = "admin/thing.html"
    actions_on_bottom = False
    show_full_result_count = False
    list_per_page = 50

    def tables(self, thing: Thing) -> list[Table]:
        """What belongs to it."""
        return []

    def things(self, ids: Sequence[str]) -> list[Thing]:
        """The things of these ids; those that are not there are left out."""
        try:
            return list(self.model._default_manager.filter(pk__in=ids))
        except ValueError:
            raise Http404 from None

    # --- nothing is written but by acts ---------------------------------------------------------------------------

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Thing | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Thing | None = None) -> bool:
        return False

    # --- pages ----------------------------------------------------------------------------------------------------

    def get_urls(self) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}_act"
        act = path("act/<slug:name>/", self.admin_site.admin_view(self.act_view), name=name)
        return [act, *super().get_urls()]

    def act_url(self, name: str, ids: Sequence[object]) -> str:
        """The page that asks before the act is done."""
        address = reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_act", args=[name])
        return f"{address}?{urlencode([('id', str(pk)) for pk in ids])}"

    def buttons(self, thing: Thing) -> list[tuple[str, str | Promise]]:
        """Address and label of what can be done to it now."""
        return [(self.act_url(act.name, [thing.pk]), act.label) for act in self.acts if act.possible(thing)]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        thing = self.get_object(request, object_id)
        more = {"buttons": self.buttons(thing), "tables": self.tables(thing)} if thing is not None else {}
        title = {"title": str(thing), "subtitle": None}
        return super().change_view(request, object_id, form_url, {**more, **title, **(extra_context or {})})

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """The acts that can be done to several at once."""
        return {act.name: (_asking(act), act.name, act.label) for act in self.acts if act.many}

    def act_view(self, request: HttpRequest, name: str) -> HttpResponse:
        """Ask, then do it to each of the chosen, each in a transaction of its own."""
        act = next((act for act in self.acts if act.name == name), None)
        chosen = self.things(request.GET.getlist("id")[:MOST_AT_ONCE])
        if act is None or not chosen or (len(chosen) > 1 and not act.many):
            raise Http404
        form = act.form(request.POST if request.method == "POST" else None, things=chosen)
        if request.method == "POST" and form.is_valid():
            refused = [self._do(request, act, thing, form.answers()) for thing in chosen]
            if len(chosen) > 1 or refused[0] is None or refused[0].code != "bad_argument":
                for named, refusal in zip(map(str, chosen), refused, strict=True):
                    if refusal is not None:
                        messages.error(request, f"{named}: {refusing.shown(refusal)}")
                return redirect(self._back(chosen))
            form.add_error(None, refusing.shown(refused[0]))
        given = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": act.label,
            "act": act,
            "form": form,
            "chosen": chosen,
            "back": self._back(chosen),
            "media": self.media + form.media,
        }
        return TemplateResponse(request, "admin/act.html", given)

    def _do(self, request: HttpRequest, act: Act, thing: Thing, answers: dict[str, Any]) -> Refusal | None:
        """Do it and say so, or give why not."""
        if not isinstance(request.user, Player):
            raise PermissionDenied
        named = str(thing)
        try:
            with transaction.atomic():
                self.log_change(request, thing, str(act.label))
                act.do(thing, request.user, answers)
        except Refusal as refusal:
            return refusal
        messages.success(request, _("{act}: {name}. Done.").format(act=act.label, name=named))
        return None

    def _back(self, chosen: Sequence[Thing]) -> str:
        start = f"admin:{self.opts.app_label}_{self.opts.model_name}"
        if len(chosen) == 1 and self.model._default_manager.filter(pk=chosen[0].pk).exists():
            return reverse(f"{start}_change", args=[chosen[0].pk])
        return reverse(f"{start}_changelist")


def _asking(act: Act) -> Callable[[Any, HttpRequest, QuerySet[Any]], HttpResponse | None]:
    """An action of the list that leads to the act's page."""

    def ask(admin: ActsAdmin[Any], request: HttpRequest, chosen: QuerySet[Any]) -> HttpResponse | None:
        ids = list(chosen.values_list("pk", flat=True)[: MOST_AT_ONCE + 1])
        if len(ids) > MOST_AT_ONCE:
            messages.error(request, _("At most {n} at once.").format(n=MOST_AT_ONCE))
            return None
        return redirect(admin.act_url(act.name, ids))

    return ask


def link_to(thing: Model | None, text: object = None) -> SafeString | str:
    """A link to the page of a thing; a dash where there is none."""
    if thing is None:
        return "–"
    address = reverse(f"admin:{thing._meta.app_label}_{thing._meta.model_name}_change", args=[thing.pk])
    return format_html('<a href="{}">{}</a>', address, thing if text is None else text)


def acts_on(kind: AdminAct.Kind, pk: object) -> Table:
    """What admins have done to it."""
    found = AdminAct.objects.filter(kind=kind, on_id=str(pk))[:MOST_ROWS]
    rows = [(act.at, called(act.by_name) or _("the server"), act.get_what_display(), act.reason) for act in found]
    return Table(_("What admins have done"), [_("When"), _("Who"), _("What"), _("Why")], rows)
