"""Values as text that is the same for equal values, in every process, and shows where two of them differ."""

from __future__ import annotations

import dataclasses
import enum
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from itertools import takewhile
from typing import Any

_PLAIN = frozenset({str, int, bool, float, bytes, type(None)})
_CONTEXT = 60
_WRITERS: dict[type[Any], Callable[[Any], str]] = {}


def canonical(value: Any) -> str:
    """Any value as text; sets are sorted, so that only their content counts, everything else keeps its order."""
    kind = type(value)
    if kind not in _WRITERS:
        _WRITERS[kind] = _writer(kind)
    return _WRITERS[kind](value)


def compared(value: Any) -> Iterable[tuple[str, Any]]:
    """The fields of a dataclass that make it equal to another, with their values."""
    return ((field.name, getattr(value, field.name)) for field in dataclasses.fields(value) if field.compare)


def json_text(value: Any) -> str:
    """JSON in the order in which it would be sent; what is no JSON, as it is."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError):
        return canonical(value)


def digest(*parts: object) -> bytes:
    """32 bytes that stand for these parts: a seed derived from a seed."""
    return hashlib.sha256(":".join(map(str, parts)).encode()).digest()


def contrast(before: str, after: str) -> tuple[str, str]:
    """Both texts, cut to the neighbourhood of the first difference."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
    return _cut(before, same), _cut(after, same)


def shorten(text: str, length: int = 300) -> str:
    """The text, cut where it is long."""
    return text if len(text) <= length else f"{text[:length]}…"


def _cut(text: str, at: int) -> str:
    start, end = max(0, at - _CONTEXT), at + _CONTEXT
    return ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")


def _writer(kind: type[Any]) -> Callable[[Any], str]:
    """How values of a type are written: decided once, since this is where the kit's time goes."""
    if kind in _PLAIN:
        return repr
    if kind in (tuple, list):
        return _sequence
    if issubclass(kind, enum.Enum):
        return lambda value: f"{kind.__name__}.{value.name}"
    if issubclass(kind, (tuple, list)):
        return lambda value: f"{kind.__name__}{_sequence(value)}"
    if issubclass(kind, Set):
        return lambda value: f"{kind.__name__}{{{', '.join(sorted(map(canonical, value)))}}}"
    if issubclass(kind, Mapping):
        return _mapping
    if dataclasses.is_dataclass(kind):
        names = tuple(field.name for field in dataclasses.fields(kind) if field.compare)
        return lambda value: (
            f"{kind.__name__}({', '.join(f'{name}={canonical(getattr(value, name))}' for name in names)})"
        )
    return _other


def _sequence(value: Sequence[Any]) -> str:
    if _PLAIN.issuperset(map(type, value)):
        return repr([*value])
    return f"[{', '.join(map(canonical, value))}]"


def _mapping(value: Mapping[Any, Any]) -> str:
    return f"{{{', '.join(f'{canonical(key)}: {canonical(item)}' for key, item in value.items())}}}"


def _other(value: Any) -> str:
    text = repr(value)
    return f"{type(value).__name__}({canonical(vars(value))})" if "object at 0x" in text else text
