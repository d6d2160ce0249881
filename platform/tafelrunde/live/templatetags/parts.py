"""Parts of a page that are rendered once per equal inputs and language, for whoever comes next too.

    {% part king=view.king %} … {% endpart %}
    {% parts dish n in view.king.items taken=last.dish %} … {% endparts %}

The inside sees nothing but its inputs, and those as JSON: what is not in the key of the memo cannot be shown. So what
viewers share is shared by itself, and what one of them may not know cannot reach another by way of the memo. Numbers
are shown plain: they are counts, and spelling them in the reader's way would be most of the work.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Sequence
from typing import Any

import msgspec
from django.template import Library, NodeList, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Token, token_kwargs
from django.template.context import Context
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from ..quick.nodes import QuickNode, several
from ..quick.scene import Scene, scene
from ..quick.values import value_of

register = Library()

Key = tuple[int, str | None, bytes]


class Memo:
    """Rendered parts by key, up to `room` characters. What is not asked for while half of that comes, makes way."""

    def __init__(self, room: int = 8_000_000) -> None:
        self.room = room
        self._taken = 0
        self._young: dict[Key, SafeString] = {}
        self._old: dict[Key, SafeString] = {}
        self._changing = threading.Lock()

    def __len__(self) -> int:
        return len(self._young.keys() | self._old.keys())

    def get(self, key: Key) -> SafeString | None:
        html = self._young.get(key)
        if html is None:
            html = self._old.get(key)
            if html is not None:
                self.put(key, html)
        return html

    def put(self, key: Key, html: SafeString) -> None:
        with self._changing:
            if key in self._young:
                return
            if self._taken + len(html) > self.room // 2:
                self._old, self._young, self._taken = self._young, {}, 0
            self._young[key] = html
            self._taken += len(html)


memo = Memo()
_numbers = itertools.count()


def _text(value: Any) -> str:
    if isinstance(value, Promise):  # a lazy translation; the language is in the key
        value = str(value)
    if isinstance(value, str):  # text that was marked safe is plain text again, to be escaped like any other
        return value[:]
    raise TypeError(f"a part is given JSON, not {type(value).__name__}")


_encode = msgspec.json.Encoder(enc_hook=_text).encode
_decode = msgspec.json.Decoder().decode


class Part(QuickNode):
    """The inside of the tag, remembered by the values of its `names`."""

    def __init__(self, inside: NodeList, inputs: dict[str, FilterExpression]) -> None:
        self.names: list[str] = list(inputs)
        self.inside, self.values = several(inside), [value_of(given) for given in inputs.values()]
        self.number = next(_numbers)  # never used again, as an id() may be

    def render(self, context: Context) -> SafeString:
        assert context.template is not None
        given: dict[Any, Any] = context.flatten()
        return self.draw(scene(given, context.template, get_language()))

    def draw(self, scene: Scene) -> SafeString:
        key = (self.number, scene.language, _encode([value(scene) for value in self.values]))
        html = memo.get(key)
        return self._made(key, scene) if html is None else html

    def _made(self, key: Key, around: Scene) -> SafeString:
        inputs = dict(zip(self.names, _decode(key[2]), strict=True))
        inner = scene(inputs, around.template, around.language, plain=True)
        html = mark_safe(self.inside(inner).strip())  # noqa: S308 - made by functions that escape
        memo.put(key, html)
        return html


class Parts(Part):
    """A part for each of `items`, which give the first of its names their values."""

    def __init__(
        self, inside: NodeList, each: Sequence[str], items: FilterExpression, inputs: dict[str, FilterExpression]
    ) -> None:
        super().__init__(inside, inputs)
        self.names = [*each, *inputs]
        self.single = len(each) == 1
        self.items = value_of(items)

    def draw(self, scene: Scene) -> SafeString:
        number, language, single = self.number, scene.language, self.single
        shared, drawn = [value(scene) for value in self.values], []
        for item in self.items(scene) or ():
            key = (number, language, _encode([item, *shared] if single else [*item, *shared]))
            html = memo.get(key)
            drawn.append(self._made(key, scene) if html is None else html)
        return mark_safe("".join(drawn))  # noqa: S308


@register.tag
def part(parser: Parser, token: Token) -> Part:
    """Renders its inside once per equal inputs: ``{% part king=view.king %} … {% endpart %}``."""
    inputs = _inputs(token.split_contents()[1:], parser)
    return Part(_inside(parser, "endpart"), inputs)


@register.tag
def parts(parser: Parser, token: Token) -> Parts:
    """A part for each item of a list: ``{% parts dish n in view.king.items %} … {% endparts %}``."""
    bits = token.split_contents()[1:]
    if "in" not in bits[1:-1]:
        raise TemplateSyntaxError("parts is written as {% parts name … in items name=value … %}")
    at = bits.index("in")
    items = parser.compile_filter(bits[at + 1])
    inputs = _inputs(bits[at + 2 :], parser)
    return Parts(_inside(parser, "endparts"), bits[:at], items, inputs)


def _inputs(bits: list[str], parser: Parser) -> dict[str, FilterExpression]:
    inputs = token_kwargs(bits, parser)
    if bits:
        raise TemplateSyntaxError(f"a part is given inputs as name=value, not {bits[0]!r}")
    return inputs


def _inside(parser: Parser, end: str) -> NodeList:
    inside = parser.parse((end,))
    parser.delete_first_token()
    return inside
