"""Expressions of templates as functions of a scene. What is not plain, or not there, is left to Django's own."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from html import escape
from typing import Any, Final

from django.template.base import FilterExpression, render_value_in_context
from django.template.defaulttags import TemplateLiteral
from django.utils.safestring import SafeData, SafeString, mark_safe

from .scene import Scene

Value = Callable[[Scene], Any]
_PLAIN: Final = frozenset({str, int, bool, dict, list, tuple, float, SafeString, type(None)})
_UNCLEAR: Final = object()
"""Not there, or not plain."""
_COMPARING: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "is": operator.is_,
    "is not": operator.is_not,
    "in": lambda one, several: one in several,
    "not in": lambda one, several: one not in several,
}


def text(value: Any, scene: Scene) -> str:
    """A value as a part of the page."""
    kind = type(value)
    if kind is str:
        return escape(value)
    if kind is SafeString:
        return str(value)
    if kind is int:
        return str(value)
    shown: str = render_value_in_context(value, scene.context)
    return shown


def value_of(expression: FilterExpression, *, or_none: bool = False) -> Value:
    """The value of an expression; of one that is not there "", or with `or_none` None."""
    missing = None if or_none else ""

    def slowly(scene: Scene) -> Any:
        return expression.resolve(scene.context, ignore_failures=or_none)

    if not expression.is_var:
        found = _constant(expression.var)
    elif expression.var.lookups is None:
        return slowly
    elif expression.filters:
        found = _lookup(expression.var.lookups, missing, _unclear)
    else:
        return _lookup(expression.var.lookups, missing, slowly)
    return _filtered(expression, found, slowly) if expression.filters else found


def _constant(value: Any) -> Value:
    return lambda _scene: value


def _unclear(_scene: Scene) -> Any:
    return _UNCLEAR


def _lookup(bits: Sequence[str], missing: Any, slowly: Value) -> Value:
    """``view.king.ham`` as Django looks it up, as long as all on the way is plain."""
    first, *rest = bits
    if not rest:

        def name(scene: Scene) -> Any:
            value = scene.get(first, missing)
            return value if type(value) in _PLAIN else slowly(scene)

        return name
    items = rest[-1] == "items"
    if items:
        rest.pop()
    if any(bit.isdecimal() or hasattr(dict, bit) for bit in rest):
        return slowly  # a place in a list, or a method

    if len(rest) == 1 and not items:  # most are
        second = rest[0]

        def pair(scene: Scene) -> Any:
            value = scene.get(first)
            if type(value) is not dict:
                return missing if value is None else slowly(scene)
            value = value.get(second, missing)
            return value if type(value) in _PLAIN else slowly(scene)

        return pair

    def path(scene: Scene) -> Any:
        value = scene.get(first)
        for bit in rest:
            if type(value) is not dict:
                return missing if value is None else slowly(scene)
            if bit not in value:
                return missing
            value = value[bit]
        if items:
            return value.items() if type(value) is dict and "items" not in value else slowly(scene)
        return value if type(value) in _PLAIN else slowly(scene)

    return path


def _filtered(expression: FilterExpression, found: Value, slowly: Value) -> Value:
    """With filters, one after the other."""
    if any(
        getattr(function, "expects_localtime", False) or getattr(function, "needs_autoescape", False)
        for function, _ in expression.filters
    ):
        return slowly
    steps = [
        (function, [_argument(*given) for given in arguments], bool(getattr(function, "is_safe", False)))
        for function, arguments in expression.filters
    ]

    def value(scene: Scene) -> Any:
        value = found(scene)
        if value is _UNCLEAR:
            return slowly(scene)
        for function, arguments, is_safe in steps:
            given = [argument(scene) for argument in arguments]
            if _UNCLEAR in given:
                return slowly(scene)
            new = function(value, *given)
            value = mark_safe(new) if is_safe and isinstance(value, SafeData) else new  # noqa: S308  as Django does
        return value

    return value


def _argument(is_variable: bool, given: Any) -> Value:
    if not is_variable:
        return _constant(mark_safe(given))  # noqa: S308  the template's own words
    return _constant(given.literal) if given.lookups is None else _lookup(given.lookups, _UNCLEAR, _unclear)


def condition(of: Any) -> Value:
    """What stands in ``{% if … %}``. One that cannot be judged does not hold, as in Django."""
    if isinstance(of, TemplateLiteral):
        expression: Any = of.value
        return value_of(expression, or_none=True)
    one = condition(of.first)
    if of.id == "not":
        return _not(one)
    other = condition(of.second)
    if of.id == "or":
        return _or(one, other)
    if of.id == "and":
        return _and(one, other)
    compare = _COMPARING[of.id]

    def compared(scene: Scene) -> Any:
        try:
            return compare(one(scene), other(scene))
        except Exception:  # noqa: BLE001
            return False

    return compared


def _not(one: Value) -> Value:
    def judged(scene: Scene) -> Any:
        try:
            return not one(scene)
        except Exception:  # noqa: BLE001
            return False

    return judged


def _or(one: Value, other: Value) -> Value:
    def judged(scene: Scene) -> Any:
        try:
            return one(scene) or other(scene)
        except Exception:  # noqa: BLE001
            return False

    return judged


def _and(one: Value, other: Value) -> Value:
    def judged(scene: Scene) -> Any:
        try:
            return one(scene) and other(scene)
        except Exception:  # noqa: BLE001
            return False

    return judged
