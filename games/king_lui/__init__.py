"""King Lui, a game for Tafelrunde."""

from .rules import KingLui

GAME = KingLui()
