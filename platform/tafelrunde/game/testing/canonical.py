"""Values as text that is the same for equal values, in every process, and shows where two of them differ."""

from __future__ import annotations

import dataclasses
import enum
import hashlib
import json
from collections.abc import Iterable, Mapping, Set
from itertools import takewhile
from typing import Any

_PLAIN = frozenset({str, int, bool, float, bytes, type(None)})
_CONTEXT = 60


def canonical(value: Any) -> str:
    """Any value as text; sets are sorted, so that only their content counts, everything else keeps its order."""
    kind = type(value)
    if kind in _PLAIN:
        return repr(value)
    if isinstance(value, enum.Enum):
        return f"{kind.__name__}.{value.name}"
    if isinstance(value, Set):
        return f"{kind.__name__}{{{', '.join(sorted(map(canonical, value)))}}}"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{canonical(key)}: {canonical(item)}' for key, item in value.items())}}}"
    if isinstance(value, (tuple, list)):
        return _sequence(kind, value)
    if dataclasses.is_dataclass(value):
        return f"{kind.__name__}({', '.join(f'{name}={canonical(part)}' for name, part in compared(value))})"
    if "object at 0x" in (text := repr(value)):
        return f"{kind.__name__}({canonical(vars(value))})"
    return text


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


def _cut(text: str, at: int) -> str:
    start, end = max(0, at - _CONTEXT), at + _CONTEXT
    return ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")


def _sequence(kind: type[Any], value: tuple[Any, ...] | list[Any]) -> str:
    if kind in (tuple, list) and all(type(item) in _PLAIN for item in value):
        return repr(value)  # a deck of cards at once: this is where the kit's time goes
    return f"{kind.__name__}[{', '.join(map(canonical, value))}]"
