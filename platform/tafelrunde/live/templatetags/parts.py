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
from typing import Any, Final

import msgspec
from django.template import Library, Node, NodeList, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Token, token_kwargs
from django.template.context import Context
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = Library()

Key = tuple[int, str | None, bytes]


class Memo:
    """Rendered parts by key, up to `room` characters; when it is full, the older half makes way."""

    def __init__(self, room: int = 8_000_000) -> None:
        self.room = room
        self._taken = 0
        self._parts: dict[Key, SafeString] = {}
        self._changing = threading.Lock()

    def __len__(self) -> int:
        return len(self._parts)

    def get(self, key: Key) -> SafeString | None:
        return self._parts.get(key)

    def put(self, key: Key, html: SafeString) -> None:
        with self._changing:
            if key in self._parts:
                return
            if self._taken + len(html) > self.room:
                for old in list(itertools.islice(self._parts, (len(self._parts) + 1) // 2)):
                    self._taken -= len(self._parts.pop(old))
            self._parts[key] = html
            self._taken += len(html)


memo = Memo()
_LANGUAGE: Final = "the language of parts"
_numbers = itertools.count()


def _text(value: Any) -> str:
    if isinstance(value, Promise):  # a lazy translation; the language is in the key
        value = str(value)
    if isinstance(value, str):  # text that was marked safe is plain text again, to be escaped like any other
        return value[:]
    raise TypeError(f"a part is given JSON, not {type(value).__name__}")


_encode = msgspec.json.Encoder(enc_hook=_text).encode
_decode = msgspec.json.Decoder().decode


class Part(Node):
    """The inside of the tag, remembered by the values of its `names`."""

    def __init__(self, inside: NodeList, inputs: dict[str, FilterExpression]) -> None:
        self.inside = inside
        self.names: list[str] = list(inputs)
        self.values = list(inputs.values())
        self.number = next(_numbers)  # never used again, as an id() may be

    def render(self, context: Context) -> SafeString:
        return self._html([value.resolve(context) for value in self.values], _language(context), context)

    def _html(self, values: list[Any], language: str | None, context: Context) -> SafeString:
        key = (self.number, language, _encode(values))
        html = memo.get(key)
        if html is None:
            html = self._render(dict(zip(self.names, _decode(key[2]), strict=True)), context)
            memo.put(key, html)
        return html

    def _render(self, inputs: dict[str, Any], context: Context) -> SafeString:
        inner = Context(inputs, use_l10n=False)
        template = context.template
        assert template is not None
        with inner.bind_template(template), inner.render_context.push_state(template):
            inner.render_context[_LANGUAGE] = _language(context)
            return mark_safe(self.inside.render(inner).strip())  # noqa: S308 - rendered by a template that escapes


def _language(context: Context) -> str | None:
    """The active language, looked up once for all parts of a template: it takes longer than finding a part."""
    if _LANGUAGE not in context.render_context:
        context.render_context[_LANGUAGE] = get_language()
    language: str | None = context.render_context[_LANGUAGE]
    return language


class Parts(Part):
    """A part for each of `items`, which give the first of its names their values."""

    def __init__(
        self, inside: NodeList, each: Sequence[str], items: FilterExpression, inputs: dict[str, FilterExpression]
    ) -> None:
        super().__init__(inside, inputs)
        self.names = [*each, *inputs]
        self.each = len(each)
        self.items = items

    def render(self, context: Context) -> SafeString:
        language, shared = _language(context), [value.resolve(context) for value in self.values]
        items = self.items.resolve(context) or ()
        if self.each == 1:
            return mark_safe("".join([self._html([item, *shared], language, context) for item in items]))  # noqa: S308
        return mark_safe("".join([self._html([*item, *shared], language, context) for item in items]))  # noqa: S308


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
