"""The sheets of the site and of the games, read as far as tests need it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from tests.serving import ROOT

TOKENS: Final = ROOT / "platform/tafelrunde/rooms/static/tafelrunde/tokens.css"
PLATFORM: Final = tuple(sorted(ROOT.glob("platform/tafelrunde/*/static/tafelrunde/*.css")))
GAMES: Final = tuple(sorted(ROOT.glob("games/*/static/*/*.css")))

COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")
OTHER: Final = re.compile(r"var\((--[\w-]+)\)")
PAIR: Final = re.compile(r"light-dark\(([^,()]+),\s*([^()]+)\)")


def text_of(sheet: Path) -> str:
    """Without comments."""
    return COMMENT.sub("", sheet.read_text("utf-8"))


def declarations(sheet: Path) -> Iterator[tuple[str, str, str]]:
    """Selector, property and value of all that a sheet says."""
    for selector, block in RULE.findall(text_of(sheet)):
        for line in block.split(";"):
            name, colon, value = line.partition(":")
            if colon:
                yield selector.strip(), name.strip(), value.strip()


def tokens(selector: str, of: Path = TOKENS) -> dict[str, str]:
    """The custom properties that rules with this selector declare."""
    return {name: value for rule, name, value in declarations(of) if rule.endswith(selector) and name.startswith("--")}


def colours(palette: Mapping[str, str], night: bool) -> dict[str, str]:
    """The plain colours of a palette, by day or by night; what is another's is that."""
    found = {}
    for name, value in palette.items():
        while (other := OTHER.fullmatch(value)) and other[1] in palette:
            value = palette[other[1]]
        pair = PAIR.fullmatch(value)
        plain = pair[2 if night else 1].strip() if pair else value
        if plain.startswith("#"):
            found[name] = plain
    return found


def contrast(one: str, other: str) -> float:
    """As WCAG 2 reckons it, from 1 to 21."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
