"""The data folder of an installation without a database server: what `serve` needs and makes by itself."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]


def home() -> Path:
    """``TAFELRUNDE_HOME``, else ``var/`` in the checkout or, when installed, in the current folder."""
    if given := os.environ.get("TAFELRUNDE_HOME"):
        return Path(given).absolute()
    return (CHECKOUT if (CHECKOUT / "manage.py").exists() else Path.cwd()) / "var"


def secret_key() -> str:
    """The key of this installation: made once, kept in the data folder with mode 0600."""
    path = home() / "secret_key"
    try:
        return path.read_text("ascii")
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".secret_key.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(50))
    try:
        os.link(draft, path)  # fails if another process was first: then its key counts
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text("ascii")


def templates() -> Path:
    """The folder of the site's pages: in the checkout, or where the wheel puts them."""
    packed = Path(__file__).resolve().parent / "_templates"
    return packed if packed.exists() else CHECKOUT / "templates"
