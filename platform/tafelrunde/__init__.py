"""Tafelrunde: a self-hosted place to play table games with people over the web."""

__version__ = "0.1.0"
