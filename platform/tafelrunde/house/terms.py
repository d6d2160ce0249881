"""Which values of a game's options hosts may choose, and with which one a new room begins: all that the game declares
and its own defaults, unless admins have decided otherwise.

An option is narrowed: it has fewer values than the game declares, perhaps another default, and all that is drawn from a
declaration (form, command, API, check) is drawn from the narrowed one. Who decides asks the database (`offered`); what
is drawn on the loop asks what this process last heard (`offers.heard_options`). A match that has begun keeps its
options.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tafelrunde import games
from tafelrunde.game import BadOption, Option, declared, spell
from tafelrunde.games import AnyGame
from tafelrunde.live import bus
from tafelrunde.live.prepared import Prepared
from tafelrunde.refusals import Refusal

from . import acts
from .models import OfferedGame

Decided = Mapping[str, Mapping[str, Any]]
"""What admins have decided about a game, by option: the `values` offered, and the `default`."""

_OPTIONS = Prepared[Decided](lambda slug: OfferedGame.objects.filter(slug=slug).values_list("options", flat=True))


@dataclass(frozen=True, slots=True)
class Term:
    """What an admin wants of one option."""

    values: Sequence[Any]
    default: Any


def offered(game: AnyGame) -> tuple[Option, ...]:
    """The game's options with the values that are offered now."""
    return narrowed(game, _OPTIONS.first(game.slug) or {})


def narrowed(game: AnyGame, decided: Decided) -> tuple[Option, ...]:
    """The game's options as decided. What the game does not declare any more is passed over."""
    return tuple(_narrow(option, decided.get(option.name)) for option in declared(game.Options))


def decide(slug: str, wanted: Mapping[str, Term], by: AbstractBaseUser | None, reason: str = "") -> bool:
    """Offer these values and defaults of a game's options from now on; False if it is so already.

    An option that is not named stays as it is. Refusal `bad_argument` for what the game does not know, for no value at
    all, and for a default that is not among them.
    """
    game = games.find(slug)
    if game is None:
        raise Refusal("bad_argument", _("The game {name} is not installed here.").format(name=slug))
    known = {option.name: option for option in declared(game.Options)}
    read_terms = {name: _read(known, name, term) for name, term in wanted.items()}
    with transaction.atomic():
        OfferedGame.objects.get_or_create(slug=slug)
        row = OfferedGame.objects.select_for_update().get(slug=slug)
        before = {option.name: _as_json(option) for option in narrowed(game, row.options)}
        after = {**before, **read_terms}
        if after == before:
            return False
        as_declared = {option.name: _as_json(option) for option in known.values()}
        row.options = {name: term for name, term in after.items() if term != as_declared[name]}
        row.changed, row.by_id = timezone.now(), None if by is None else by.pk
        row.save()
        changed = {name: term for name, term in after.items() if term != before[name]}
        acts.record(acts.What.OPTIONS, by, acts.On(acts.Kind.GAME, slug, slug), reason, options=changed)
        transaction.on_commit(lambda: bus.publish("games", slug=slug))
    return True


def refused(bad: BadOption) -> Refusal:
    """The refusal that says what would be good."""
    if not bad.unknown:
        text = _("{name} is one of: {values}.").format(name=bad.name, values=bad.good)
    elif bad.good:
        text = _("There is no option {name}. Options: {names}.").format(name=bad.name, names=bad.good)
    else:
        text = _("There is no option {name}: this game has none.").format(name=bad.name)
    return Refusal("bad_argument", text)


def _narrow(option: Option, term: Mapping[str, Any] | None) -> Option:
    if term is None:
        return option
    values = {value: label for value, label in option.values.items() if _among(value, term["values"])}
    if not values:
        return option
    default = term["default"] if _among(term["default"], values) else option.default
    return replace(option, values=values, default=default if _among(default, values) else next(iter(values)))


def _read(known: Mapping[str, Option], name: str, term: Term) -> dict[str, Any]:
    option = known.get(name)
    if option is None:
        raise refused(BadOption(name, ", ".join(known), unknown=True))
    try:
        chosen = [option.read(value) for value in term.values]
        default = option.read(term.default)
    except BadOption as bad:
        raise refused(bad) from bad
    if not chosen:
        raise Refusal("bad_argument", _("{name}: offer at least one value.").format(name=name))
    if not _among(default, chosen):
        text = _("{name}: the default {value} is not among the values offered.")
        raise Refusal("bad_argument", text.format(name=name, value=spell(default)))
    return {"values": [value for value in option.values if _among(value, chosen)], "default": default}


def _as_json(option: Option) -> dict[str, Any]:
    return {"values": list(option.values), "default": option.default}


def _among(value: Any, values: Iterable[Any]) -> bool:
    """True is not 1 here."""
    return any(type(value) is type(good) and value == good for good in values)
