"""The conformance kit: plays a game by lot and holds it to its interface. Needs neither Django nor pytest.

def test_my_game() -> None:
    check_game(GAME).raise_if_bad()
"""

from .conformance import check_game
from .inquiry import Limits, raised
from .recording import record, replay
from .report import RULES, Finding, Report, Where
from .source import PURE, REACHING

__all__ = [
    "PURE",
    "REACHING",
    "RULES",
    "Finding",
    "Limits",
    "Report",
    "Where",
    "check_game",
    "raised",
    "record",
    "replay",
]
