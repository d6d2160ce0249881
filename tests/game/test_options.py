"""A game's options are declared once; names and values are read from JSON and from typed text."""

from dataclasses import dataclass
from typing import Any

import pytest

from tafelrunde.game import (
    BadOption,
    Line,
    NoOptions,
    choice,
    declared,
    number,
    options_schema,
    read_options,
    spell,
    switch,
    write_options,
)


@dataclass(frozen=True)
class Options:
    pace: str = choice("slow", {"slow": Line("slow"), "fast": Line("fast")}, label=Line("Pace"))
    open: bool = switch(False, label=Line("Open"))
    rounds: int = number(10, range(1, 11), label=Line("Rounds"))


def test_what_is_not_named_keeps_its_default() -> None:
    assert read_options(Options, {}) == Options("slow", False, 10)
    assert read_options(Options, {"rounds": 3}) == Options("slow", False, 3)


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({"pace": "fast"}, Options(pace="fast")),
        ({"pace": " FAST "}, Options(pace="fast")),
        ({"open": True}, Options(open=True)),
        ({"open": "on"}, Options(open=True)),
        ({"open": "Yes"}, Options(open=True)),
        ({"open": "off"}, Options(open=False)),
        ({"rounds": "7"}, Options(rounds=7)),
    ],
)
def test_values_are_read_from_json_and_from_text(given: dict[str, Any], read: Options) -> None:
    assert read_options(Options, given) == read


@pytest.mark.parametrize(
    "given",
    [{"pace": "medium"}, {"pace": 1}, {"open": 1}, {"open": None}, {"rounds": 11}, {"rounds": True}, {"rounds": 1.0}],
)
def test_a_value_that_is_none_of_the_declared_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadOption) as refused:
        read_options(Options, given)
    assert [refused.value.name] == list(given)


def test_the_refusal_says_what_would_be_good() -> None:
    with pytest.raises(BadOption, match="open: one of on, off"):
        read_options(Options, {"open": "maybe"})
    with pytest.raises(BadOption, match="rounds: one of 1 to 10"):
        read_options(Options, {"rounds": 11})
    with pytest.raises(BadOption, match="speed is no option; options: pace, open, rounds"):
        read_options(Options, {"speed": 1})
    with pytest.raises(BadOption, match="speed is no option; options: none"):
        read_options(NoOptions, {"speed": 1})


def test_the_schema_is_that_of_the_declaration() -> None:
    assert options_schema(declared(Options), lambda line: line.message) == {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "pace": {
                "title": "Pace",
                "description": "slow: slow; fast: fast",
                "enum": ["slow", "fast"],
                "default": "slow",
            },
            "open": {"title": "Open", "description": "on: on; off: off", "type": "boolean", "default": False},
            "rounds": {"title": "Rounds", "type": "integer", "minimum": 1, "maximum": 10, "default": 10},
        },
    }


def test_numbers_with_gaps_are_listed() -> None:
    @dataclass(frozen=True)
    class Gaps:
        size: int = number(2, range(2, 9, 2), label=Line("Size"))

    schema = options_schema(declared(Gaps), lambda line: line.message)
    assert schema["properties"]["size"]["enum"] == [2, 4, 6, 8]
    with pytest.raises(BadOption, match="size: one of 2, 4, 6, 8"):
        read_options(Gaps, {"size": 3})


def test_declarations_come_in_their_order_with_labels() -> None:
    pace, opened, rounds = declared(Options)
    assert (pace.name, pace.label, pace.default) == ("pace", Line("Pace"), "slow")
    assert list(opened.values) == [True, False]
    assert list(rounds.values) == list(range(1, 11))


def test_options_are_written_whole() -> None:
    assert write_options(Options(open=True)) == {"pace": "slow", "open": True, "rounds": 10}
    assert read_options(Options, write_options(Options(open=True))) == Options(open=True)


def test_values_are_spelled_as_they_are_typed() -> None:
    assert [spell(True), spell(False), spell(7), spell("fast")] == ["on", "off", "7", "fast"]


def test_a_game_may_have_none() -> None:
    assert declared(NoOptions) == ()
    assert read_options(NoOptions, {}) == NoOptions()
