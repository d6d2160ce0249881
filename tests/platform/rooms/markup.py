"""A page as a tree, strictly: what is not closed in order is a mistake."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"input", "img", "br", "link", "meta", "hr"}


@dataclass
class Element:
    """An element with what is in it."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list[Element | str] = field(default_factory=list)

    def all(self, tag: str | None = None) -> list[Element]:
        """All elements in it, in order, or those of one kind."""
        return [element for element in self._walk() if tag is None or element.tag == tag]

    def classed(self, name: str) -> list[Element]:
        """Those of a class."""
        return [element for element in self._walk() if name in element.attributes.get("class", "").split()]

    def one(self, name: str) -> Element:
        """The element with this id."""
        (found,) = [element for element in self._walk() if element.attributes.get("id") == name]
        return found

    def text(self) -> str:
        """What is to be read in it."""
        return "".join(part if isinstance(part, str) else part.text() for part in self.inside)

    def _walk(self) -> Iterator[Element]:
        for part in self.inside:
            if isinstance(part, Element):
                yield part
                yield from part._walk()


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), f"an attribute of {tag} twice"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag, f"{tag} is closed out of order"

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def parse(html: str) -> Element:
    """The tree of some HTML."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    (root,) = builder.open
    return root
