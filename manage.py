#!/usr/bin/env python
"""Tafelrunde's command line, from a checkout."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "platform"), str(HERE / "games")]

if __name__ == "__main__":
    from tafelrunde.command_line import main

    main()
