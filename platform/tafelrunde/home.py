"""The data folder of an installation without a database server: what `serve` needs and makes by itself."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]


class NotWritable(Exception):
    """The data folder cannot be used: one line for whoever started the command."""


def home() -> Path:
    """``TAFELRUNDE_HOME``, else ``var/`` in the checkout or, when installed, in the current folder."""
    if given := os.environ.get("TAFELRUNDE_HOME"):
        return Path(given).absolute()
    return (CHECKOUT if (CHECKOUT / "manage.py").exists() else Path.cwd()) / "var"


def secret_key() -> str:
    """The key of this installation: made once, kept in the data folder with mode 0600."""
    path = home() / "secret_key"
    try:
        return _kept(path) or _made(path)
    except OSError as error:
        raise NotWritable(not_writable(home(), error)) from error


def not_writable(folder: str | Path, error: OSError) -> str:
    """What to tell whoever gave us a folder in which we cannot keep our data."""
    return f"Cannot write to {folder} ({error.strerror}): make it writable, or set TAFELRUNDE_HOME to another folder."


def templates() -> Path:
    """The folder of the site's pages: in the checkout, or where the wheel puts them."""
    packed = Path(__file__).resolve().parent / "_templates"
    return packed if packed.exists() else CHECKOUT / "templates"


def _kept(path: Path) -> str:
    try:
        return path.read_text("ascii").strip()
    except FileNotFoundError:
        return ""


def _made(path: Path) -> str:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f".secret_key.{os.getpid()}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(50))
    try:
        os.link(draft, path)  # fails if another process was first: then its key counts
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return _kept(path)
