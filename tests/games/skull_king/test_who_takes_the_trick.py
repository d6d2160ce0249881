"""Who takes a trick, and what it brings if the bid is kept."""

from __future__ import annotations

import pytest

from skull_king.tricks import bonus, taker


@pytest.mark.parametrize(
    ("faces", "place"),
    [
        ("pirate-1 skull-king mermaid-2 mermaid-1", 2),
        ("mermaid-1 skull-king scary-mary+pirate", 0),
        ("pirate-1 skull-king scary-mary+pirate", 1),
        ("black-13 pirate-4 pirate-1 mermaid-1", 1),
        ("scary-mary+pirate pirate-1 black-13", 0),
        ("pirate-2 scary-mary+pirate", 0),
        ("black-13 mermaid-2 mermaid-1 red-13", 1),
        ("red-13 black-1 black-12 red-2", 2),
        ("red-3 yellow-13 blue-13 red-2", 0),
        ("escape-1 scary-mary+escape red-1 blue-9", 2),
        ("mermaid-1 red-1", 0),
        ("escape-1 black-2 red-13 black-1", 1),
        ("escape-3 escape-1 scary-mary+escape", 0),
        ("scary-mary+escape escape-1 escape-2", 0),
    ],
)
def test_the_first_line_that_fits_decides(faces: str, place: int) -> None:
    assert taker(tuple(face.replace("+", " ") for face in faces.split())) == place


@pytest.mark.parametrize(
    ("faces", "points"),
    [
        ("skull-king red-1 red-2", 0),
        ("pirate-1 skull-king pirate-2", 60),
        ("skull-king scary-mary+escape pirate-2", 60),
        ("scary-mary+escape skull-king red-1", 30),
        ("scary-mary+pirate skull-king red-1", 30),
        ("mermaid-1 skull-king pirate-1", 50),
        ("skull-king mermaid-2 mermaid-1", 50),
        ("mermaid-1 red-3 red-4", 0),
        ("pirate-1 mermaid-1 red-4", 0),
    ],
)
def test_the_king_is_paid_for_pirates_and_the_mermaid_for_the_king(faces: str, points: int) -> None:
    trick = tuple(face.replace("+", " ") for face in faces.split())
    assert bonus(trick, trick[taker(trick)]) == points
