"""Finds the messages that programs and templates hold: what has to be in every catalogue.

In Python these are `Line`, `plural`, gettext's functions and what a command's docstring says; in templates what
Django's tags translate. Only what is written there as a text is found: what is in a variable must be marked elsewhere.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final

from django.utils.translation.template import templatize

_PARTS: Final = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop", "Line"), ("text",)),
    **dict.fromkeys(("ngettext", "ngettext_lazy", "plural"), ("text", "plural")),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ("context", "text")),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ("context", "text", "plural")),
}
"""What marks a message, and what its first arguments are."""
COMMAND: Final = "command"
"""The context in which the name of a command is translated: into more words for it, with spaces between them."""
_TEXT: Final = r"""u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_IN_TEMPLATE: Final = re.compile(
    rf"(?<!\w)(?P<name>_|n?p?gettext)\({_TEXT}(?:, {_TEXT})?(?:, {_TEXT})?(?:,\s?count)?\)"
)


@dataclass(frozen=True, slots=True)
class Message:
    """An English text as catalogues know it; `plural` and `context` are empty where it has none."""

    text: str
    plural: str = ""
    context: str = ""


def messages_in(folders: Iterable[Path], root: Path) -> dict[Message, list[str]]:
    """Every message in these folders, in the order of their files, with the files that hold it as seen from `root`.

    ValueError where one text is once counted and once not: a catalogue has only one entry for it.
    """
    found: dict[Message, list[str]] = {}
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.is_file()):
        place = path.relative_to(root).as_posix()
        for message in dict.fromkeys(_in_file(path)):
            found.setdefault(message, []).append(place)
    plurals: dict[tuple[str, str], str] = {}
    for message in found:
        if plurals.setdefault((message.context, message.text), message.plural) != message.plural:
            raise ValueError(f"{message.text!r} has two plurals: {', '.join(found[message])}")
    return found


def _in_file(path: Path) -> Iterable[Message]:
    if path.suffix == ".py":
        return in_python(path.read_text(encoding="utf-8"))
    if "templates" in path.parts and path.suffix in (".html", ".txt"):
        return in_template(path.read_text(encoding="utf-8"))
    return ()


def in_python(source: str) -> Iterator[Message]:
    """The messages of a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            yield from _called(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from chain.from_iterable(_command(node, call) for call in node.decorator_list)


def in_template(source: str) -> Iterator[Message]:
    """The messages of a template."""
    for found in _IN_TEMPLATE.finditer(templatize(source)):
        yield from _message(found["name"], [ast.literal_eval(text) for text in found.groups()[1:] if text is not None])


def _called(node: ast.Call) -> Iterator[Message]:
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    yield from _message(name, [_constant(part) for part in node.args])


def _message(name: str, texts: Sequence[str | None]) -> Iterator[Message]:
    parts = _PARTS.get(name, ())
    given = {part: text for part, text in zip(parts, texts, strict=False) if text}
    if parts and len(given) == len(parts):
        yield Message(**given)


def _command(function: ast.FunctionDef | ast.AsyncFunctionDef, decorator: ast.expr) -> Iterator[Message]:
    """What `rooms.registry` translates of a command: the first line of its docstring, and its name."""
    if not (isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == COMMAND):
        return
    if (name := _constant(decorator.args[0])) and (doc := ast.get_docstring(function)):
        yield Message(name, context=COMMAND)
        yield Message(doc.partition("\n")[0])


def _constant(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
