"""What is to be read can be read: by day, by night, with strong contrast, and on the boards of the games."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Final

import pytest

from tests.platform.look.sheets import GAMES, colours, contrast, declarations, tokens

DAY, NIGHT = False, True
GROUNDS: Final = ("--paper", "--card")
TEXTS: Final = [
    *product(("--ink", "--soft", "--accent", "--warn", "--good"), GROUNDS),
    ("--on-accent", "--accent"),
    ("--on-alarm", "--alarm"),
]
EDGES: Final = [
    *product(("--soft", "--accent", "--focus", "--warn"), GROUNDS),
    *product([f"--curve-{n}" for n in range(6)], ["--card"]),
]
ON_BOARDS: Final = {
    "king_lui": [
        ("--cream", "--red"),
        ("--cream-soft", "--red"),
        ("--cream", "--own"),
        ("--cream-soft", "--own"),
        ("--cream", "--winner"),
        ("--on-cloth", "--cloth"),
        ("--on-cloth-soft", "--cloth"),
        ("--cream", "--badge"),
        ("--cream", "--much"),
        ("--on-tick", "--tick"),
    ],
    "kings_gold": [("--on-cloth", "--cloth"), ("--on-cloth", "--winner")],
    "skull_king": [
        ("--on-sea", "--sea"),
        ("--on-sea", "--deep"),
        ("--on-wood", "--wood"),
        ("--ink", "--page"),
        ("--soft", "--page"),
    ],
}


def palette(night: bool, strong: bool) -> dict[str, str]:
    """The colours of the site."""
    return colours(site(strong), night)


def site(strong: bool) -> dict[str, str]:
    """What tokens.css declares, as it is usually or with strong contrast."""
    return tokens(":root") | (tokens(':root[data-colours="contrast"]') if strong else {})


@pytest.mark.parametrize("night", [DAY, NIGHT], ids=["day", "night"])
@pytest.mark.parametrize(("strong", "least"), [(False, 4.5), (True, 7.0)], ids=["usual", "strong"])
def test_text(night: bool, strong: bool, least: float) -> None:
    have = palette(night, strong)
    faint = {pair: contrast(have[pair[0]], have[pair[1]]) for pair in TEXTS}
    assert {pair: ratio for pair, ratio in faint.items() if ratio < least} == {}


@pytest.mark.parametrize("night", [DAY, NIGHT], ids=["day", "night"])
@pytest.mark.parametrize(("strong", "least"), [(False, 3.0), (True, 4.5)], ids=["usual", "strong"])
def test_what_can_be_used_is_seen(night: bool, strong: bool, least: float) -> None:
    have = palette(night, strong)
    faint = {pair: contrast(have[pair[0]], have[pair[1]]) for pair in EDGES}
    assert {pair: ratio for pair, ratio in faint.items() if ratio < least} == {}


@pytest.mark.parametrize("night", [DAY, NIGHT], ids=["day", "night"])
@pytest.mark.parametrize("strong", [False, True], ids=["usual", "strong"])
@pytest.mark.parametrize("sheet", GAMES, ids=lambda sheet: sheet.stem)
def test_text_on_a_board(sheet: Path, strong: bool, night: bool) -> None:
    own, more = dict[str, str](), dict[str, str]()
    for selector, name, value in declarations(sheet):
        if name.startswith("--"):
            (more if "contrast" in selector else own).setdefault(name, value)
    have = colours(site(strong) | own | (more if strong else {}), night)
    faint = {pair: contrast(have[pair[0]], have[pair[1]]) for pair in ON_BOARDS[sheet.stem]}
    assert {pair: ratio for pair, ratio in faint.items() if ratio < (7 if strong else 4.5)} == {}
