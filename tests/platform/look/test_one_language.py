"""Colours, letters, space, corners and shadows come from tokens.css; a game's colours from one rule of its sheet."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.platform.look.sheets import GAMES, PLATFORM, TOKENS, declarations, text_of, tokens

COLOUR: Final = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|light-dark)\(")
LENGTH: Final = re.compile(r"(?<![\w.-])-?\d*\.?\d+(?:rem|px)\b")
MEASURED: Final = re.compile(
    r"font-size|border-radius|box-shadow|(?:padding|margin|gap|column-gap|row-gap)(?:-[a-z-]+)?"
)
PHYSICAL: Final = re.compile(r"(?:padding|margin|border)-(?:left|right)(?:-[a-z]+)?|left|right")
OTHERS: Final = [sheet for sheet in PLATFORM if sheet != TOKENS]


def name_of(sheet: Path) -> str:
    return sheet.name


@pytest.mark.parametrize("sheet", OTHERS, ids=name_of)
def test_a_sheet_of_the_platform_names_no_colour(sheet: Path) -> None:
    assert COLOUR.findall(text_of(sheet)) == []


@pytest.mark.parametrize("sheet", OTHERS, ids=name_of)
def test_a_sheet_of_the_platform_takes_letters_space_and_corners_from_the_tokens(sheet: Path) -> None:
    found = [one for one in declarations(sheet) if MEASURED.fullmatch(one[1]) and LENGTH.search(one[2])]
    assert found == []


@pytest.mark.parametrize("sheet", GAMES, ids=name_of)
def test_a_game_names_its_colours_in_one_place(sheet: Path) -> None:
    palette, _brace, rest = text_of(sheet).partition("}")
    assert COLOUR.findall(rest) == []
    for line in palette.partition("{")[2].split(";"):
        assert line.strip().startswith("--") or not COLOUR.search(line), line


@pytest.mark.parametrize("sheet", [*OTHERS, *GAMES], ids=name_of)
def test_every_property_that_is_used_is_declared(sheet: Path) -> None:
    text = text_of(sheet)
    own = set(re.findall(r"(--[\w-]+)\s*:", text))
    used = set(re.findall(r"var\((--[\w-]+)\)", text))
    assert used - own - set(tokens(":root")) == set()


@pytest.mark.parametrize("sheet", OTHERS, ids=name_of)
def test_space_is_where_lines_begin_and_end_not_left_and_right(sheet: Path) -> None:
    assert [one for one in declarations(sheet) if PHYSICAL.fullmatch(one[1])] == []


def test_strong_contrast_is_the_same_whether_the_player_or_the_device_asks_for_it() -> None:
    chosen = tokens(':root[data-colours="contrast"]')
    asked = tokens(':root:is(:not([data-colours]), [data-colours="auto"])')
    assert chosen == asked
    assert chosen
