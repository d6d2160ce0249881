"""``{% part name=value … %} … {% endpart %}``: rendered once per equal inputs and language, for whoever comes next too.

The inside sees nothing but its inputs, and those as JSON: what is not in the key of the memo cannot be shown. So what
viewers share is shared by itself, and what one of them may not know cannot reach another by way of the memo.
"""

from __future__ import annotations

import itertools
import threading
from typing import Any

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

    def __init__(self, room: int = 16_000_000) -> None:
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
    def __init__(self, inside: NodeList, inputs: dict[str, FilterExpression]) -> None:
        self.inside = inside
        self.inputs = list(inputs.items())
        self.number = next(_numbers)  # never used again, as an id() may be

    def render(self, context: Context) -> SafeString:
        values = {name: value.resolve(context) for name, value in self.inputs}
        key = (self.number, get_language(), _encode(values))
        html = memo.get(key)
        if html is None:
            html = self._render(key[2], context)
            memo.put(key, html)
        return html

    def _render(self, inputs: bytes, context: Context) -> SafeString:
        inner = Context(_decode(inputs))
        template = context.template
        assert template is not None
        with inner.bind_template(template), inner.render_context.push_state(template):
            return mark_safe(self.inside.render(inner).strip())  # noqa: S308 - rendered by a template that escapes


@register.tag
def part(parser: Parser, token: Token) -> Part:
    """Renders its inside once per equal inputs: ``{% part king=view.king %} … {% endpart %}``."""
    bits = token.split_contents()[1:]
    inputs = token_kwargs(bits, parser)
    if bits:
        raise TemplateSyntaxError(f"a part is given inputs as name=value, not {bits[0]!r}")
    inside = parser.parse(("endpart",))
    parser.delete_first_token()
    return Part(inside, inputs)
