"""The plugin interface: all that a game needs, and nothing but the standard library."""

from .chance import Chance, commitment, new_seed
from .interface import (
    SPECTATOR,
    AnyMove,
    Bot,
    Decision,
    Game,
    Logged,
    NoOptions,
    Spectator,
    View,
    Viewer,
)
from .layout import Zone
from .lines import Line, Seat, plural
from .options import (
    BadOption,
    Option,
    choice,
    declared,
    number,
    options_schema,
    read_options,
    read_values,
    spell,
    switch,
    write_options,
)
from .result import Result
from .tutorial import Step, Tutorial

__all__ = [
    "SPECTATOR",
    "AnyMove",
    "BadOption",
    "Bot",
    "Chance",
    "Decision",
    "Game",
    "Line",
    "Logged",
    "NoOptions",
    "Option",
    "Result",
    "Seat",
    "Spectator",
    "Step",
    "Tutorial",
    "View",
    "Viewer",
    "Zone",
    "choice",
    "commitment",
    "declared",
    "new_seed",
    "number",
    "options_schema",
    "plural",
    "read_options",
    "read_values",
    "spell",
    "switch",
    "write_options",
]
