"""The icon of a page whose reader is to move is the icon of the site with a badge: nobody draws it twice."""

from pathlib import Path

from tafelrunde import rooms

STATIC = Path(rooms.__file__).parent / "static" / "tafelrunde"


def test_the_icon_of_ones_turn_is_the_icon_with_a_badge() -> None:
    plain, badged = [(STATIC / name).read_text("utf-8").strip() for name in ("icon.svg", "icon-turn.svg")]
    drawn = plain.removesuffix("</svg>").rstrip()
    assert badged.startswith(drawn), "draw icon-turn.svg anew: all of icon.svg, and the badge before its end"
    badge = badged.removeprefix(drawn).removesuffix("</svg>").strip()
    assert badge.startswith("<circle ")
