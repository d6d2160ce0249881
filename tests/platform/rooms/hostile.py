"""What somebody may send who means no good, or whose program is broken: frames and typed lines, by hypothesis."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from tafelrunde.rooms import commands, registry

Sent = str | bytes
ODD = [
    "\0",
    "\ud800",
    "\udfff",
    "\u202e",
    "\u2066",
    "\u200b",
    "\ufeff",
    "\u0301" * 30,
    "ﷺ",
    "İ",
    "ß",
    "ＡＢ",
    "𝕁",
    "👩‍👩‍👧‍👦",
    "ابن",
    "\r\n",
    "\u2028",
    "\x1b[2J",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ room }}",
    "{% debug %}",
    "{name}",
    "{0.__class__}",
    "%(n)s",
    "%s",
    "'; DROP TABLE rooms_room; --",
    "../../etc/passwd",
    "@",
    "@@Ann",
    "＠Ann",
    "/",
    "／",
    "//",
    "\\",
    '"',
    "«",
    "-1",
    "0",
    "²",
    "٣",
    "9" * 400,
    "1e999",
    "nan",
    "null",
    "=",
    ":",
    "a" * 600,
]
NUMBERS = [
    "-1",
    "0",
    "3.5",
    "1e999",
    "-0.0",
    str(2**31),
    str(2**63),
    str(-(2**64)),
    "9" * 500,
    "NaN",
    "Infinity",
    "0x1",
]

odd_texts = st.lists(st.sampled_from(ODD) | st.text(max_size=8), max_size=6).map("".join)
texts = odd_texts | st.text(max_size=60) | st.text(st.characters(codec=None), max_size=30)


def escaped(value: Any) -> str:
    """JSON in plain ASCII: half characters as escapes, as a program in another language may send them."""
    return json.dumps(value)


def words() -> list[str]:
    """Every word that means a command, and some that mean none."""
    assert commands
    known = {word for found in registry.commands() for word in (found.name, *found.aliases)}
    return [*sorted(known), "take", "kitchen", "nonsense", "Hilfe", ""]


def lines() -> st.SearchStrategy[str]:
    """Typed lines: commands with hostile arguments, and what looks like none."""
    gaps = st.sampled_from([" ", "  ", "\u3000", "\t", "\u00a0", "=", ""])
    slashes = st.sampled_from(["/", "／", " /", "//", "/ "])
    known = st.sampled_from([shaped for word in words() for shaped in (word, word.upper(), word.title())])
    rest = st.lists(st.tuples(gaps, odd_texts).map("".join), max_size=3).map("".join)
    return st.tuples(slashes, known, rest).map("".join) | texts


def frames() -> st.SearchStrategy[Sent]:
    """Everything that can come in a frame."""
    kinds = st.sampled_from(["say", "move", "premove", "sync"])
    leaves: st.SearchStrategy[Any] = st.none() | st.booleans() | st.integers() | st.floats() | texts
    values = st.recursive(leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3))
    good = st.one_of(
        st.fixed_dictionaries({"type": st.just("say"), "text": lines()}, optional={"ref": texts}),
        st.fixed_dictionaries({"type": st.just("move"), "move": texts, "turn": st.integers(-1, 2**31)}),
        st.fixed_dictionaries({"type": st.just("premove"), "move": texts | st.none()}),
        st.just({"type": "sync"}),
    )
    wrong = st.dictionaries(st.sampled_from(["type", "text", "move", "turn", "ref", "x"]), kinds | values, max_size=5)
    numbers = st.tuples(st.sampled_from(["turn", "text", "ref", "type"]), st.sampled_from(NUMBERS)).map(
        lambda pair: f'{{"type":"move","move":"kitchen","{pair[0]}":{pair[1]}}}'
    )
    doubled = st.tuples(kinds, kinds, lines()).map(
        lambda d: f'{{"type":"{d[0]}","text":{escaped(d[2])},"turn":0,"move":"x","type":"{d[1]}","text":"twice"}}'
    )
    deep = st.tuples(st.sampled_from(["[", '{"type":', '{"text":[', "[[],"]), st.integers(100, 4000)).map(
        lambda deep: deep[0] * deep[1]
    )
    huge = st.integers(4000, 60_000).map(lambda n: escaped({"type": "say", "text": "x" * n}))
    broken = st.tuples(good.map(escaped), st.integers(0, 40)).map(lambda b: b[0][: b[1]])
    unknown = st.fixed_dictionaries({"type": texts}).map(escaped)
    built = st.one_of(good, wrong, values).map(escaped)
    return st.one_of(built, numbers, doubled, deep, huge, broken, unknown, texts, st.binary(max_size=300))
