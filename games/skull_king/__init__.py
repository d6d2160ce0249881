"""Skull King, a game for Tafelrunde."""

from .rules import SkullKing

GAME = SkullKing()
