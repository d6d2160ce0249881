"""A small game as a package of its own, to begin a game from: what `manage.py startgame` writes.

The files in `files` are a whole game with the name My Game, in which the name is put.
"""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

_FILES: Final = Path(__file__).parent / "files"
_ENDING: Final = "-tpl"
_NAME: Final = re.compile(r"[A-Za-z]\w*(?:[ -]\w+)*", re.ASCII)
_LONGEST: Final = 40
_TAKEN: Final = frozenset({"tests", "tafelrunde"})


class NotWrittenError(ValueError):
    """Why no game was written, for whoever wanted one."""


@dataclass(frozen=True, slots=True)
class Named:
    """A game's name as people read it, and as Python and people who type do."""

    title: str
    slug: str


def named(text: str) -> Named:
    """The name that a text means; NotWrittenError where no package can have it."""
    text = " ".join(text.split())
    if not _NAME.fullmatch(text) or len(text) > _LONGEST:
        raise NotWrittenError(
            f"{text!r} cannot be the name of a game: a letter in front, then letters (a to z), digits, spaces and "
            f"underscores, {_LONGEST} characters at most"
        )
    slug = re.sub(r"[ -]", "_", text).lower()
    title = " ".join(slug.split("_")).title() if text == slug else text
    if keyword.iskeyword(slug) or slug in sys.stdlib_module_names:
        raise NotWrittenError(f"{slug} is a word of Python's own: choose another name")
    if slug in _TAKEN or find_spec(slug) is not None:
        raise NotWrittenError(f"there is a package {slug} already: choose another name")
    return Named(title, slug)


def write(name: Named, folder: Path) -> list[Path]:
    """Write the game into a folder that is not there yet, or empty. NotWrittenError where that cannot be."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise NotWrittenError(f"{folder} is there already: choose a folder that is not, or an empty one")
        return [_written(folder / path, text) for path, text in _files(name)]
    except OSError as error:
        raise NotWrittenError(f"{folder} cannot be written: {error.strerror}") from error


def _files(name: Named) -> Iterator[tuple[str, str]]:
    for source in sorted(_FILES.rglob(f"*{_ENDING}")):
        path = str(source.relative_to(_FILES)).removesuffix(_ENDING)
        yield _put(path, name), _put(source.read_text(encoding="utf-8"), name)


def _put(text: str, name: Named) -> str:
    return text.replace("my_game", name.slug).replace("My Game", name.title)


def _written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
