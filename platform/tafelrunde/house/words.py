"""Words that are not said here: in chat, whispers and letters, nor in the names of rooms, their texts, or of players.

Moderators keep the list. Every process knows it, without a query (`heard`), and follows a change at once or within two
seconds. Words are compared without regard to case, width, accents and characters that nobody sees; a word is found
where no other letter or digit touches it, unless the list has a `*` there. Whoever types one is told so, and nothing of
what they typed goes anywhere.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from tafelrunde.live.prepared import Prepared
from tafelrunde.refusals import Refusal

from . import acts
from .heard import Kept, changed
from .models import LONGEST_WORD, BarredWord
from .plain import is_unseen, tidy

SHORTEST: Final = 2
MOST: Final = 1000
Barred = re.Pattern[str] | None
_ALL = Prepared[str](lambda: BarredWord.objects.order_by("word").values_list("word", flat=True))


def find(text: str) -> str | None:
    """The first barred word in a text as it is folded, as far as this process has heard; asks no database."""
    barred = heard.value
    found = barred.search(fold(text)) if barred is not None else None
    return found[0] if found else None


def refuse(text: str) -> None:
    """Refusal `bad_argument` for a text with a barred word, which it names."""
    if (word := find(text)) is not None:
        raise Refusal("bad_argument", _("“{word}” is not said here: please say it in another way.").format(word=word))


def fold(text: str) -> str:
    """Equal for words that readers take for the same."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(char for char in plain if not unicodedata.combining(char) and not is_unseen(char))


@transaction.atomic
def bar(word: str, by: AbstractBaseUser | None) -> str:
    """From now on the word is not said here; gives it as it is kept. Refusal where it is none, or barred already."""
    kept = tidy(fold(word))
    bare = kept.strip("*")
    if len(bare) < SHORTEST or len(kept) > LONGEST_WORD or "*" in bare or not bare[0].isalnum():
        text = _("A word has {least} to {most} letters; a * before or behind it stands for more of them.")
        raise Refusal("bad_argument", text.format(least=SHORTEST, most=LONGEST_WORD))
    if not bare[-1].isalnum():
        raise Refusal("bad_argument", _("A word ends with a letter or a digit."))
    kept = ("*" if kept.startswith("*") else "") + bare + ("*" if kept.endswith("*") else "")
    if BarredWord.objects.count() >= MOST:
        raise Refusal("not_allowed_now", _("There are {n} words on the list: take one off first.").format(n=MOST))
    _row, made = BarredWord.objects.get_or_create(word=kept, defaults={"by_id": None if by is None else by.pk})
    if not made:
        raise Refusal("not_allowed_now", _("That is so already."))
    acts.record(acts.What.WORD_BARRED, by, acts.on_house("word", kept, kept))
    changed()
    return kept


@transaction.atomic
def allow(word: str, by: AbstractBaseUser | None) -> None:
    """The word may be said again. Refusal where it may already."""
    if not BarredWord.objects.filter(word=word).delete()[0]:
        raise Refusal("not_allowed_now", _("That is so already."))
    acts.record(acts.What.WORD_ALLOWED, by, acts.on_house("word", word, word))
    changed()


def listed() -> list[str]:
    """The list, in order."""
    return _ALL.all()


def read() -> Barred:
    """The list as what finds its words; None where it is empty."""
    words = [_pattern(word) for word in listed()]
    return re.compile("|".join(words)) if words else None


def _pattern(word: str) -> str:
    inside = r"\s+".join(re.escape(part) for part in word.strip("*").split())
    before = "" if word.startswith("*") else r"(?<![^\W_])"
    behind = "" if word.endswith("*") else r"(?![^\W_])"
    return f"{before}{inside}{behind}"


heard: Final = Kept[Barred](read, None)
"""The list as this process last heard it."""
