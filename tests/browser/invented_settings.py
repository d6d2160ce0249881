"""The site's settings with two languages more, whose catalogues `invented.write` has made."""

import os
from pathlib import Path
from typing import Any

from tafelrunde import settings as _site
from tests.browser.invented import FOLDER, LONG, MIRRORED

_folders = sorted(Path(os.environ[FOLDER]).iterdir())
_own: dict[str, Any] = {
    "LANGUAGES": [*_site.LANGUAGES, (LONG, "Longer"), (MIRRORED, "Mirrored")],
    "LOCALE_PATHS": [*_folders, *_site.LOCALE_PATHS],
}
globals().update({name: getattr(_site, name) for name in dir(_site) if name.isupper()} | _own)
