"""Parts: rendered once per equal inputs and language; the inside sees nothing but its inputs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.template import Context, Engine, Library, Template, TemplateSyntaxError
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy, override

from tafelrunde.live.quick.nodes import drawn
from tafelrunde.live.quick.scene import scene
from tafelrunde.live.templatetags import parts
from tafelrunde.live.templatetags.parts import Memo

register = Library()
renderings: list[str] = []


@register.simple_tag
def rendering(of: Any = "") -> str:
    """Counts that it is rendered."""
    renderings.append(str(of))
    return ""


ENGINE = Engine(
    libraries={"parts": parts.__name__, "counting": __name__, "i18n": "django.templatetags.i18n"},
    builtins=[parts.__name__, __name__],
)


@pytest.fixture(autouse=True)
def _count_anew() -> Iterator[None]:
    renderings.clear()
    with override("en"):
        yield


def template(text: str) -> Template:
    return ENGINE.from_string(text)


def test_equal_inputs_are_rendered_once() -> None:
    king = template("{% part king=king %}{% rendering %}{{ king.ham }}{% endpart %}")
    assert king.render(Context({"king": {"ham": 1}, "viewer": 0})) == "1"
    assert king.render(Context({"king": {"ham": 1}, "viewer": 1})) == "1"
    assert king.render(Context({"king": {"ham": 2}, "viewer": 1})) == "2"
    assert len(renderings) == 2


def test_the_inside_sees_nothing_but_its_inputs() -> None:
    page = template("{% part a=a %}[{{ a }}{{ secret }}{{ user }}]{% endpart %}{{ secret }}")
    assert page.render(Context({"a": "x", "secret": "s", "user": "u"})) == "[x]s"


def test_a_part_in_a_part_sees_nothing_of_the_page_either() -> None:
    page = template("{% part a=a %}{% part b=a c=secret %}{{ b }}{{ c }}{{ secret }}{% endpart %}{% endpart %}")
    assert page.render(Context({"a": "x", "secret": "s"})) == "x"


def test_parts_with_equal_inputs_are_still_two() -> None:
    page = template("{% part a=a %}one{% endpart %}{% part a=a %}two{% endpart %}")
    assert page.render(Context({"a": 1})) == "onetwo"


def test_each_language_has_its_own() -> None:
    page = template("{% load i18n %}{% part %}{% translate 'Yes' %}{% endpart %}")
    assert page.render(Context()) == "Yes"
    with override("de"):
        assert page.render(Context()) == "Ja"
    assert page.render(Context()) == "Yes"


def test_text_is_escaped_even_where_it_was_marked_safe() -> None:
    page = template("{% part name=name %}{{ name }}{% endpart %}")
    for name in ("<b>", mark_safe("<b>")):
        assert page.render(Context({"name": name})) == "&lt;b&gt;"
    assert page.render(Context({"name": [mark_safe("<b>")]})).count("<") == 0


def test_escaping_cannot_be_switched_off_from_outside() -> None:
    page = template("{% autoescape off %}{% part name=name %}{{ name }}{% endpart %}{% endautoescape %}")
    assert page.render(Context({"name": "<b>"})) == "&lt;b&gt;"


@pytest.mark.parametrize(("one", "other"), [(True, 1), (0, False), ("1", 1), (None, "None"), ([], {}), (1, 1.0)])
def test_what_python_takes_for_equal_is_told_apart(one: Any, other: Any) -> None:
    page = template("{% part a=a %}{% rendering %}{{ a }}{% endpart %}")
    page.render(Context({"a": one}))
    page.render(Context({"a": other}))
    assert len(renderings) == 2


def test_numbers_are_plain_in_every_language() -> None:
    with override("de"):
        assert template("{% part n=n %}{{ n }}{% endpart %}").render(Context({"n": 1234.5})) == "1234.5"


def test_a_lazy_text_is_a_text() -> None:
    with override("de"):
        assert template("{% part a=a %}{{ a }}{% endpart %}").render(Context({"a": gettext_lazy("Yes")})) == "Ja"


def test_an_object_is_no_input() -> None:
    with pytest.raises(TypeError, match="JSON"):
        template("{% part a=a %}{% endpart %}").render(Context({"a": object()}))


def test_parts_is_a_part_for_each_item() -> None:
    row = template(
        "{% parts dish n in king.items most=most %}{% rendering dish %}{{ dish }}{{ n }}{{ most }} {% endparts %}"
    )
    assert row.render(Context({"king": {"ham": 1, "wine": 2}, "most": 9})) == "ham19wine29"
    assert row.render(Context({"king": {"ham": 1, "wine": 3}, "most": 9})) == "ham19wine39"
    assert renderings == ["ham", "wine", "wine"]


def test_parts_gives_a_single_name_the_whole_item() -> None:
    row = template("{% parts seat in seats %}{{ seat.name }};{% endparts %}")
    assert row.render(Context({"seats": [{"name": "<Ann>"}, {"name": "Bob"}]})) == "&lt;Ann&gt;;Bob;"


def test_parts_of_nothing_are_nothing() -> None:
    assert template("{% parts a in none %}x{% endparts %}").render(Context({"none": None})) == ""


@pytest.mark.parametrize("text", ["{% part king %}{% endpart %}", "{% parts a b %}{% endparts %}", "{% part a=b %}"])
def test_a_part_written_wrongly_is_refused_at_once(text: str) -> None:
    with pytest.raises(TemplateSyntaxError):
        template(text)


def test_the_memo_does_not_grow_beyond_its_room() -> None:
    memo = Memo(room=1000)
    for n in range(500):
        memo.put((n, "en", b""), mark_safe("x" * 10))
        assert memo.get((n, "en", b"")) == "x" * 10
        assert len(memo) * 10 <= 1000
    assert memo.get((0, "en", b"")) is None


def test_what_is_asked_for_stays_in_a_full_memo() -> None:
    memo = Memo(room=1000)
    memo.put((0, "en", b"often"), mark_safe("x" * 10))
    for n in range(500):
        memo.put((n, "en", b""), mark_safe("x" * 10))
        assert memo.get((0, "en", b"often")) == "x" * 10
        assert len(memo) * 10 <= 1000


def test_a_part_that_is_empty_is_rendered_once_too() -> None:
    page = template("{% part a=a %}{% rendering %}{% endpart %}{% parts b in several %}{% rendering %}{% endparts %}")
    for _ in range(2):
        assert page.render(Context({"a": "nothing", "several": ["nothing"]})) == ""
    assert len(renderings) == 2


def test_a_part_on_a_page_and_in_a_frame_is_the_same() -> None:
    page = template("{% part a=a %}{% rendering %}{{ a }}{% endpart %}")
    assert page.render(Context({"a": "both"})) == "both"
    assert drawn(page)(scene({"a": "both", "b": "not seen"}, page, "en")) == "both"
    assert len(renderings) == 1
