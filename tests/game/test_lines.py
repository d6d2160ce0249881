"""A Line is a message with values, rendered for one reader."""

import pytest

from tafelrunde.game import Line, Seat, plural

NAMES = ["Ann", "Bob", "Cem"]
GERMAN = {
    "{who} takes {n} portion of {dish}.": "{who} nimmt {n} Portion {dish}.",
    "{who} takes {n} portions of {dish}.": "{who} nimmt {n} Portionen {dish}.",
    "wine": "Wein",
}


def name(seat: int) -> str:
    return NAMES[seat]


def german(message: str, many: str | None, count: int) -> str:
    return GERMAN[message if many is None or count == 1 else many]


def takes(n: int) -> Line:
    one, many = "{who} takes {n} portion of {dish}.", "{who} takes {n} portions of {dish}."
    return plural(one, many, n, who=Seat(1), dish=Line("wine"))


def test_a_line_without_values_is_its_message() -> None:
    assert Line("a {brace} stays").render(name) == "a {brace} stays"


def test_seats_are_shown_by_name() -> None:
    assert Line("{who} waits", who=Seat(2)).render(name) == "Cem waits"


@pytest.mark.parametrize(
    ("n", "text"),
    [(1, "Bob takes 1 portion of wine."), (0, "Bob takes 0 portions of wine."), (2, "Bob takes 2 portions of wine.")],
)
def test_the_wording_depends_on_the_number(n: int, text: str) -> None:
    assert takes(n).render(name) == text


def test_message_and_nested_lines_are_translated() -> None:
    assert takes(1).render(name, german) == "Bob nimmt 1 Portion Wein."
    assert takes(3).render(name, german) == "Bob nimmt 3 Portionen Wein."


def test_values_are_never_read_as_a_message() -> None:
    assert Line("{said}", said="{who} %s <b>").render(name) == "{who} %s <b>"


def test_equal_lines_say_the_same() -> None:
    assert takes(2) == takes(2)
    assert hash(takes(2)) == hash(takes(2))
    assert takes(2) != takes(3)
    assert Line("a", n=1) != Line("a", n=2)


def test_a_line_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Line("a").message = "b"  # type: ignore[misc]
