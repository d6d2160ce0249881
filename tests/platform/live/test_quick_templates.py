"""Templates rendered the quick way are, to the byte, what Django makes of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.template import Context, Engine, Library
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy, override

from tafelrunde.live.quick.nodes import drawn
from tafelrunde.live.quick.scene import scene

register = Library()


@register.simple_tag
def louder(text: Any) -> str:
    """A tag that is no markup."""
    return f"<{text}>".upper()


@register.simple_tag(takes_context=True)
def told(context: Context, name: str) -> Any:
    """A tag that looks around."""
    return context.get(name)


@register.filter(is_safe=True)
def same(text: str) -> str:
    """A filter that leaves what is safe as safe as it was."""
    return f"{text}"


class Thing:
    """A value that is not plain."""

    name = "<thing>"

    def call(self) -> str:
        """Templates call what they find."""
        return "called"

    def needs(self, _argument: object) -> str:
        """What they cannot call is nothing."""
        raise AssertionError

    def delete(self) -> str:
        """Nothing that changes something is called."""
        raise AssertionError

    delete.alters_data = True  # type: ignore[attr-defined]


INCLUDED = {
    "plain.html": "[{{ a }}{{ n }}{{ only }}]{% translate 'Yes' as said %}",
    "name.html": "{{ name }}",
    "deep.html": "{% include './plain.html' with a=a.x %}",
}
ENGINE = Engine(
    loaders=[("django.template.loaders.locmem.Loader", INCLUDED)],
    libraries={"own": __name__, "i18n": "django.templatetags.i18n", "static": "django.templatetags.static"},
    builtins=[__name__, "django.templatetags.i18n", "django.templatetags.static"],
)
GIVEN: dict[str, Any] = {
    "a": {
        "x": "<x>",
        "items": "named",
        "no": None,
        "list": [{"y": 1}, {"y": 2}],
        "safe": mark_safe("<b>"),
        "0": "zero",
    },
    "king": {"ham": 2, "wine": 0},
    "n": 1234567,
    "half": 1.5,
    "yes": True,
    "none": None,
    "empty": "",
    "names": ["Ann", "B<b", "Cleo"],
    "pairs": [("a", 1), ("b", 2)],
    "thing": Thing(),
    "lazy": gettext_lazy("Yes"),
    "word": "Yes",
    "percent": "100 % of <it>",
    "template": "name.html",
    "name": "N",
}
TEMPLATES = [
    "text only",
    "",
    "{{ a.x }}{{ a.safe }}{{ a.no }}{{ a.list.1.y }}{{ a.0 }}{{ n }}{{ half }}{{ yes }}{{ none }}{{ lazy }}",
    "{{ missing }}{{ missing.more }}{{ a.missing }}{{ a.x.missing }}{{ none.x }}{{ names.0 }}{{ names.9 }}{{ names }}",
    "{{ a.items }}|{{ king.items }}|{{ king.keys }}|{{ king.pop }}|{{ a.copy.x }}",
    "{{ thing.name }}{{ thing.call }}{{ thing.needs }}{{ thing.delete }}{{ thing.missing }}",
    "{{ 'a<b' }}{{ 7 }}{{ 1.5 }}{{ _('Yes') }}{{ True }}",
    "{{ a.x|upper }}{{ a.safe|same }}{{ a.x|same }}{{ a.safe|upper }}{{ names|join:', ' }}{{ missing|default:'<m>' }}",
    (
        "{{ none|default:a.x }}{{ none|default_if_none:'x' }}{{ n|add:1 }}{{ n|add:half }}{{ names|length }}{"
        "{ yes|yesno }}"
    ),
    "{% if missing|default:a.missing %}y{% else %}n{% endif %}{% if n|add:missing %}y{% else %}n{% endif %}",
    (
        "{% if a.x == '<x>' and n > 5 or missing %}1{% endif %}{% if not none %}2{% endif %}"
        "{% if none is None %}3{% endif %}"
    ),
    "{% if 'Ann' in names %}1{% endif %}{% if 'Zoe' not in names %}2{% endif %}{% if none in names %}3{% endif %}",
    "{% if n < names %}1{% elif n >= 5 %}2{% endif %}{% if n in n %}1{% else %}2{% endif %}{% if n <= 1 %}1{% endif %}",
    "{% if n != 1 %}1{% endif %}{% if none is not None %}2{% endif %}{% if not names < 1 %}1{% else %}2{% endif %}",
    "{% if missing and missing.x > 1 or king.ham %}1{% else %}2{% endif %}{% if empty %}1{% endif %}",
    "{% with b=a.x c=missing %}{{ b }}[{{ c }}]{% with b=n %}{{ b }}{% endwith %}{{ b }}{% endwith %}{{ b }}",
    "{% with b=1 %}{% translate 'Yes' as said %}{{ said }}{% endwith %}[{{ said }}]",
    (
        "{% for name in names %}{{ forloop.counter }}{{ forloop.revcounter0 }}{{ name }}{% if forloop.last %}!"
        "{% endif %}{% endfor %}"
    ),
    "{% for name in names reversed %}{{ forloop.first }}{{ name }}{% endfor %}[{{ name }}{{ forloop }}]",
    "{% for dish, n in king.items %}{{ dish }}{{ n }}{% endfor %}{{ n }}",
    (
        "{% for x, y in pairs %}{% for name in names %}{{ forloop.parentloop.counter0 }}{{ x }}{"
        "{ forloop.counter0 }}{% endfor %}{% endfor %}"
    ),
    (
        "{% for x in missing %}x{% empty %}none{% endfor %}{% for x in none %}x{% endfor %}{% for x in 'ab' %}{"
        "{ x }};{% endfor %}"
    ),
    "{% for name in names %}{% cycle 'odd' 'even' %}{% ifchanged %}{{ n }}{% endifchanged %}{% endfor %}",
    "{% for name in names %}{% if seen %}again{% endif %}{% translate 'Yes' as seen %}{% endfor %}[{{ seen }}]",
    "{% for x, y in pairs %}{% if seen %}again{% endif %}{% translate 'Yes' as seen %}{% endfor %}",
    "{% autoescape off %}{{ a.x }}{% if yes %}{{ a.x }}{% endif %}{% endautoescape %}{{ a.x }}",
    "{% translate 'Yes' %}{% translate word %}{% translate percent %}{% translate '100 %' %}{% translate a.safe %}",
    (
        "{% translate word as said %}{{ said }}{{ said|length }}{% translate percent as said %}{{ said }}"
        "{% translate 'Yes' noop %}"
    ),
    "{% translate 'May' context 'month name' %}{% translate empty %}{% translate missing %}",
    "{% blocktranslate count n=names|length %}{{ n }} name{% plural %}{{ n }} names{% endblocktranslate %}",
    "{% blocktranslate with x=a.x trimmed %} {{ x }} and {{ n }} {% endblocktranslate %}{{ x }}",
    "{% static 'a/b.svg' %}{% static 'a/b.svg' as art %}{{ art }}#x{% static a.x %}",
    "{% louder 'a' %}{% louder a.x as loud %}{{ loud }}{% louder text=n %}{% louder missing %}{% told 'n' %}",
    (
        "{% include 'plain.html' %}{% include 'plain.html' with a=n %}"
        "{% include 'plain.html' with only=n only %}[{{ said }}]"
    ),
    "{% include template %}{% include 'deep.html' %}{% include template with name=a.safe only %}",
    (
        "{% comment %}{{ a }}{% endcomment %}{% load own %}{# nothing #}{% firstof none a.x %}"
        "{% spaceless %}<a> <b>{% endspaceless %}"
    ),
]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("text", TEMPLATES)
def test_the_text_is_the_same(text: str, language: str) -> None:
    template = ENGINE.from_string(text)
    with override(language):
        expected = template.render(Context(dict(GIVEN)))
        for _ in range(2):
            assert drawn(template)(scene(GIVEN, template, language)) == expected


@pytest.mark.parametrize(
    "text", ["{{ n|add:missing }}", "{% for a, b in names %}{% endfor %}", "{% include 'none.html' %}"]
)
def test_what_fails_fails(text: str) -> None:
    template = ENGINE.from_string(text)
    with pytest.raises(Exception) as expected:  # noqa: PT011  whatever Django raises
        template.render(Context(dict(GIVEN)))
    with pytest.raises(expected.type):
        drawn(template)(scene(GIVEN, template, "en"))


def test_what_is_given_is_not_changed() -> None:
    template, given = ENGINE.from_string("{% translate 'Yes' as a %}{% with n=1 %}{{ a }}{% endwith %}"), {"a": 1}
    assert drawn(template)(scene(given, template, "en")) == "Yes"
    assert given == {"a": 1}


def test_words_of_a_template_are_in_each_readers_language() -> None:
    template = ENGINE.from_string("{% translate 'Yes' %}")
    said = []
    for language in ("en", "de", "en"):
        with override(language):
            said.append(drawn(template)(scene({}, template, language)))
    assert said == ["Yes", "Ja", "Yes"]
