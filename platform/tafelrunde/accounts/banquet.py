"""Names for guests, out of an old banquet hall: `MerryHeron`, `GoldenQuince`."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

ADJECTIVES = tuple(
    """
    Amber Blithe Brave Bright Cheery Clever Copper Cosy Courtly Curious Dapper Dainty Eager Fabled Festive Frosty
    Gallant Gentle Gilded Gleeful Golden Graceful Happy Hearty Honest Humble Ivory Jaunty Jolly Jovial Kindly Lively
    Loyal Lucky Mellow Merry Mighty Nimble Noble Patient Playful Plucky Polite Quick Quiet Regal Rosy Royal Ruby
    Scarlet Silver Sincere Spry Sunny Swift Tender Velvet Verdant Witty Worthy
    """.split()
)
NOUNS = tuple(
    """
    Badger Beaver Bison Crane Dove Dragon Falcon Finch Fox Goldfinch Gryphon Hare Hedgehog Heron Hound Kestrel
    Kingfisher Lark Lynx Magpie Marten Nightingale Otter Owl Partridge Peacock Pheasant Pony Quail Raven Robin Salmon
    Sparrow Squirrel Stag Stork Swallow Swan Unicorn Wren
    Almond Apricot Biscuit Brioche Cherry Chestnut Cinnamon Crumpet Custard Dumpling Fig Ginger Hazelnut Marzipan
    Muffin Nougat Nutmeg Pear Plum Pretzel Pudding Quince Saffron Strudel Tartlet Thyme Truffle Waffle Walnut
    """.split()
)
_PLAIN = 3


def candidates() -> Iterator[str]:
    """Names to try one after the other: first plain ones, then with numbers that grow longer. It never ends."""
    for _ in range(_PLAIN):
        yield _plain()
    digits = 1
    while True:
        digits = min(digits + 1, 4)
        for _ in range(_PLAIN):
            yield f"{_plain(room=digits)}{2 + secrets.randbelow(10**digits - 2)}"


def _plain(room: int = 0) -> str:
    """A name of at most 20 letters less `room`."""
    while len(name := secrets.choice(ADJECTIVES) + secrets.choice(NOUNS)) > 20 - room:
        pass
    return name
