"""What a template shows is in a tag that translates it, and what a refusal says has been translated."""

from __future__ import annotations

import ast
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import pytest
from django.template.base import Lexer, TokenType

from tafelrunde import home

from .sources import SOURCES

READ: Final = {"alt", "aria-label", "aria-description", "aria-roledescription", "placeholder", "title"}
"""The attributes that people read or hear."""
OUTSIDE: Final = {"Tafelrunde", "UTC", "SHA-256", "MOVE", "JSON", "ms"}
"""What is the same in all languages."""
IN_TAGS: Final = {"body_attrs", "bodyclass"}
"""The blocks that stand inside of a tag."""
NO_PAGE: Final = {"king_lui/_deal.html"}
"""What flies where, for a script."""
ONLY_ENGLISH: Final = {"api/page.html", "api/_field.html", "api/_kinds.html"}
"""The reference for who writes programs, marked as English."""
NOT_READ: Final = {"script", "style", "code", "kbd", "samp"}
WORD: Final = re.compile(r"[^\W\d_][\w-]*[^\W\d_]")
TEMPLATES: Final = sorted(
    path
    for source in SOURCES.values()
    for folder in source.folders
    for path in folder.rglob("*")
    if "templates" in path.parts and path.suffix in (".html", ".txt")
    if "/".join(path.parts[-2:]) not in NO_PAGE | ONLY_ENGLISH
)


class Shown(HTMLParser):
    """The words of a page that were not in a tag of the template."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in NOT_READ:
            self._inside.append(tag)
        for name, value in attrs:
            if name in READ:
                self._say(value or "")

    def handle_endtag(self, tag: str) -> None:
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not self._inside:
            self._say(data)

    def _say(self, text: str) -> None:
        self.words += [word for word in WORD.findall(text) if word not in OUTSIDE]


def written_out(source: str) -> str:
    """The template without its tags and variables, and without what its tags translate."""
    kept, ends = "", ""
    for token in Lexer(source).tokenize():
        if token.token_type is TokenType.BLOCK:
            name, *rest = token.contents.split()
            if name in ("blocktranslate", "comment") or (name == "block" and rest[0] in IN_TAGS):
                ends = f"end{name}"
            elif name == ends:
                ends = ""
        elif token.token_type is TokenType.TEXT and not ends:
            kept += token.contents
    return kept


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(home.CHECKOUT).as_posix())
def test_a_template_shows_only_what_its_tags_say(path: Path) -> None:
    shown = Shown()
    shown.feed(written_out(path.read_text(encoding="utf-8")))
    shown.close()

    assert shown.words == []


def test_the_search_finds_what_is_written_out() -> None:
    shown = Shown()
    shown.feed(written_out('<p title="Go">{% translate "Hello" %} there, {{ name }}<code>/help</code></p>'))
    assert shown.words == ["Go", "there"]


def test_no_refusal_speaks_english_only() -> None:
    said = [
        f"{path.relative_to(home.CHECKOUT)}:{node.lineno}"
        for path in sorted((home.CHECKOUT / "platform").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal"
        if any(WORD.search(text) for part in node.args[1:2] for text in literal(part))
    ]

    assert said == []


def literal(part: ast.expr) -> list[str]:
    """What is written out in a text, also one that values are put into."""
    pieces = part.values if isinstance(part, ast.JoinedStr) else [part]
    return [piece.value for piece in pieces if isinstance(piece, ast.Constant) and isinstance(piece.value, str)]
