"""King's Gold, a game for Tafelrunde."""

from .rules import KingsGold

GAME = KingsGold()
