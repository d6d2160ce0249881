"""What marks a message is found, in programs and templates, and nothing that is no text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tafelrunde.languages.extracting import Message, in_python, in_template, messages_in


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('_("a word")', [Message("a word")]),
        ('translation.gettext("a word")', [Message("a word")]),
        ('Line("{who} takes "\n  "{n}", who=1)', [Message("{who} takes {n}")]),
        ('Line(gettext_noop("on"))', [Message("on")]),
        ('plural("{n} dog", "{n} dogs", n)', [Message("{n} dog", plural="{n} dogs")]),
        ('ngettext("{n} dog", "{n} dogs", n)', [Message("{n} dog", plural="{n} dogs")]),
        ('pgettext("switch", "on")', [Message("on", context="switch")]),
        ('npgettext("pets", "dog", "dogs", n)', [Message("dog", plural="dogs", context="pets")]),
        ("_(word)", []),
        ('Line("")', []),
        ('print("a word")', []),
    ],
)
def test_programs(source: str, found: list[Message]) -> None:
    assert list(in_python(source)) == found


def test_a_command_has_its_usage_and_more_words() -> None:
    source = '@command("wave", about=PLAY)\ndef wave(call):\n    """/wave: wave.\n\n    More of it.\n    """'

    assert list(in_python(source)) == [Message("wave", context="command"), Message("/wave: wave.")]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('{% translate "it\'s" %}', [Message("it's")]),
        ('{% translate "May" context "month" %}', [Message("May", context="month")]),
        ('{% include "x.html" with title=_("a word") %}', [Message("a word")]),
        ("{% blocktranslate %}100% of {{ n }}{% endblocktranslate %}", [Message("100%% of %(n)s")]),
        ("{% blocktranslate trimmed %}\n  two\n  lines\n{% endblocktranslate %}", [Message("two lines")]),
        (
            "{% blocktranslate count n=3 %}{{ n }} dog{% plural %}{{ n }} dogs{% endblocktranslate %}",
            [Message("%(n)s dog", plural="%(n)s dogs")],
        ),
        ("{% translate word %} <b>word</b>", []),
    ],
)
def test_templates(source: str, found: list[Message]) -> None:
    assert list(in_template(source)) == found


def test_one_text_cannot_be_counted_in_two_ways(tmp_path: Path) -> None:
    (tmp_path / "dogs.py").write_text('plural("{n} dog", "{n} dogs", n)\nLine("{n} dog", n=1)')

    with pytest.raises(ValueError, match="two plurals"):
        messages_in([tmp_path], tmp_path)
