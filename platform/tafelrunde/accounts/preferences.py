"""What people like: each preference is declared here, once, with the values it may have.

`preferences_of` gives all of them, what was never chosen at its default; `set_preference` chooses one, as it is typed.
The page, `/set` and `/prop` end here. Pages have them on ``<html>`` as ``data-<name>``; see also `middleware.py` and
`rooms/reader.py`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Union

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tafelrunde.live import bus
from tafelrunde.refusals import Refusal

from .models import Player

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Label = Union[str, "_StrPromise"]
YES: Final = frozenset({"on", "yes", "true", "1", "an", "ein", "ja", "oui", "sì", "si"})
NO: Final = frozenset({"off", "no", "false", "0", "aus", "nein", "non"})
SITE: Final = "auto"
ALL, FRIENDS, NOBODY = "all", "friends", "nobody"
_SWITCH: Final[Mapping[str, Label]] = {"on": pgettext_lazy("switch", "on"), "off": pgettext_lazy("switch", "off")}
_AUDIENCE: Final[Mapping[str, Label]] = {
    ALL: pgettext_lazy("who may see it", "all"),
    FRIENDS: pgettext_lazy("who may see it", "friends"),
    NOBODY: pgettext_lazy("who may see it", "nobody"),
}


@dataclass(frozen=True, slots=True)
class Preference:
    """Something one may choose: `values` with their labels; `aliases` are folded."""

    name: str
    label: Label
    help: Label
    values: Mapping[str, Label]
    default: str
    aliases: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """The values there are, as one may type them."""
        return ", ".join(f"{good} ({label})" if good != str(label) else good for good, label in self.values.items())

    def kept(self, value: str | None) -> str:
        """A value as it is stored, if it is one; else the default."""
        return self.default if value is None or value not in self.values else value

    def read(self, typed: str) -> str:
        """The value that is meant. Refusal `bad_argument` says which there are."""
        wanted = _fold(typed)
        for value, label in self.values.items():
            if wanted in {_fold(value), _fold(str(label))}:
                return value
        for value, words in (("on", YES), ("off", NO)):
            if value in self.values and wanted in words:
                return value
        text = _("{name} is one of {values}.")
        raise Refusal("bad_argument", text.format(name=self.name, values=", ".join(self.values)))


@dataclass(frozen=True, slots=True)
class Volume(Preference):
    """How loud: off, or a number up to 100 in steps of ten. `loud` is what ``on`` means."""

    loud: str = "50"

    @property
    def told(self) -> str:
        return _("off, on, or a number from 0 to 100")

    def kept(self, value: str | None) -> str:
        return self.loud if value == "on" else Preference.kept(self, value)

    def read(self, typed: str) -> str:
        wanted = _fold(typed).removesuffix("%")
        if wanted.isdecimal() and int(wanted) <= 100:
            step = str((int(wanted) + 5) // 10 * 10)
            return "off" if wanted.strip("0") == "" else max(step, "10", key=int)
        if wanted in YES or wanted == _fold(str(_SWITCH["on"])):
            return self.loud
        if wanted in NO or wanted == _fold(str(_SWITCH["off"])):
            return "off"
        text = _("{name} is one of {values}.")
        raise Refusal("bad_argument", text.format(name=self.name, values=self.told))


PREFERENCES: Final = (
    Preference(
        "language",
        gettext_lazy("Language"),
        gettext_lazy("Of pages, tables and mails; auto takes your browser's."),
        {SITE: gettext_lazy("as my browser says"), **dict(settings.LANGUAGES)},
        SITE,
        ("lang", "langue", "sprache", "lingua"),
    ),
    Volume(
        "sounds",
        gettext_lazy("Sounds"),
        gettext_lazy("Soft sounds, as loud as you like: your turn, a move, a whisper, your last ten seconds."),
        {"off": _SWITCH["off"], **{str(n): str(n) for n in range(10, 101, 10)}},
        "off",
        ("sound", "volume", "son", "sons", "ton", "toene", "suoni"),
    ),
    Preference(
        "vibration",
        gettext_lazy("Vibration"),
        gettext_lazy("A phone trembles when it is your turn, and in your last ten seconds."),
        _SWITCH,
        "on",
        ("vibrate", "vibrations", "vibrazione"),
    ),
    Preference(
        "alerts",
        gettext_lazy("Notifications"),
        gettext_lazy("Your browser tells you when it is your turn and you look elsewhere. It asks you first."),
        _SWITCH,
        "off",
        ("alert", "notification", "notifications", "notify"),
    ),
    Preference(
        "hook",
        gettext_lazy("Hook"),
        gettext_lazy("Where a game allows it, mark your move before your turn; it is played when the turn comes."),
        _SWITCH,
        "off",
        ("skullkinghook", "haken", "mark"),
    ),
    Preference(
        "confirm",
        gettext_lazy("Confirm moves"),
        gettext_lazy("A click marks a move; a second one, or Enter, plays it."),
        _SWITCH,
        "off",
        ("confirmmoves", "confirmation", "bestaetigen"),
    ),
    Preference(
        "board",
        gettext_lazy("Board size"),
        gettext_lazy("How large the board is drawn."),
        {
            "small": gettext_lazy("small"),
            "medium": gettext_lazy("medium"),
            "large": gettext_lazy("large"),
        },
        "medium",
        ("boardsize", "size"),
    ),
    Preference(
        "colours",
        gettext_lazy("Colours"),
        gettext_lazy("Light, dark, as your device has it, or with strong contrast."),
        {
            "auto": gettext_lazy("as my device has it"),
            "light": gettext_lazy("light"),
            "dark": gettext_lazy("dark"),
            "contrast": gettext_lazy("strong contrast"),
        },
        "auto",
        ("colors", "colour", "color", "theme", "couleurs", "farben", "colori"),
    ),
    Preference(
        "endings",
        gettext_lazy("Hide how matches ended"),
        gettext_lazy("Of matches in which you have not played: in lists, and in a replay until you get there."),
        _SWITCH,
        "on",
        ("ending", "ends", "spoilers"),
    ),
    Preference(
        "seen",
        gettext_lazy("Who sees that I am here"),
        gettext_lazy(
            "In the town: by the list of who is online, /who, /whereis and watch lists. In a room all see you."
        ),
        _AUDIENCE,
        ALL,
        ("presence", "visible", "online"),
    ),
    Preference(
        "ratings",
        gettext_lazy("Who sees my ratings"),
        gettext_lazy("On your page, with how they have come about. A ranking shows everybody's."),
        _AUDIENCE,
        ALL,
    ),
    Preference(
        "matches",
        gettext_lazy("Who sees my matches"),
        gettext_lazy("On your page, and as a list: results, and each match to watch again."),
        _AUDIENCE,
        ALL,
        ("results", "history"),
    ),
    Preference(
        "letters",
        gettext_lazy("Letters by mail"),
        gettext_lazy("A mail when a letter waits for you here. It needs a confirmed address."),
        _SWITCH,
        "off",
        ("mail", "letter", "lettres", "briefe", "lettere"),
    ),
    Preference(
        "turns",
        gettext_lazy("My turn by mail"),
        gettext_lazy("A mail, at most one an hour, when a daily match waits for you. It needs a confirmed address."),
        _SWITCH,
        "on",
        ("turn", "myturn", "mailturns"),
    ),
)


def find_preference(name: str) -> Preference:
    """The preference of that name or alias, however it is written. Refusal `bad_argument` says which there are."""
    wanted = _fold(name)
    for preference in PREFERENCES:
        if wanted in {preference.name, _fold(str(preference.label)), *preference.aliases}:
            return preference
    text = _("There is no preference {name}: there are {names}.")
    names = ", ".join(preference.name for preference in PREFERENCES)
    raise Refusal("bad_argument", text.format(name=_printable(name)[:40], names=names))


def preferences_of(player: Player | None) -> dict[str, str]:
    """All preferences by name; without a player the defaults."""
    chosen = player.preferences if player is not None else {}
    return {preference.name: preference.kept(chosen.get(preference.name)) for preference in PREFERENCES}


def set_preference(player: Player, name: str, value: str) -> str:
    """Choose a value; all tabs of the player hear of it. Gives the value as it is kept. Refusal `bad_argument`."""
    preference = find_preference(name)
    return set_preferences(player, {preference.name: preference.read(value)})[preference.name]


def set_preferences(player: Player, wanted: Mapping[str, str]) -> dict[str, str]:
    """Choose several at once, by their names and values as they are kept. Gives all preferences."""
    with transaction.atomic():
        chosen = Player.objects.select_for_update(no_key=True).values_list("preferences", flat=True).get(pk=player.pk)
        player.preferences = {**chosen, **wanted}
        Player.objects.filter(pk=player.pk).update(preferences=player.preferences)
        now = preferences_of(player)
        transaction.on_commit(lambda: bus.publish("preferences", player=player.pk, values=now))
    return now


def change(player: Player, typed: str) -> list[str]:
    """What `/set` and `/prop` do with the rest of their line: nothing typed lists all, a name shows one, and
    ``hook on``, ``hook=on`` or ``SkullKingHook: On`` choose. Gives the lines to tell. Refusal `bad_argument`."""
    name, value = _split(typed)
    if not name:
        return lines_of(player)
    preference = find_preference(name)
    if value:
        set_preference(player, preference.name, value)
    return [_line(preference, preferences_of(player)[preference.name])]


def lines_of(player: Player | None) -> list[str]:
    """All preferences with their values, a line each, in the language that is active now."""
    now = preferences_of(player)
    return [_line(preference, now[preference.name]) for preference in PREFERENCES]


def language_of(player: Player | None) -> str | None:
    """The language that the player has chosen; None where the browser is to say."""
    chosen = preferences_of(player)["language"]
    return None if chosen == SITE else chosen


def _line(preference: Preference, value: str) -> str:
    text = _("{name} = {value}: {label}; one of {values}")
    return text.format(name=preference.name, value=value, label=preference.label, values=preference.told)


def _split(typed: str) -> tuple[str, str]:
    """Name and value. A name may be several words, so the longest beginning that is one counts."""
    words = typed.replace("=", " ").replace(":", " ").split()
    for end in range(min(len(words), 4), 0, -1):
        try:
            find_preference(" ".join(words[:end]))
        except Refusal:
            continue
        return " ".join(words[:end]), " ".join(words[end:])
    return " ".join(words[:1]), " ".join(words[1:])


def _fold(text: str) -> str:
    """Equal for words that a forgiving reader takes for the same."""
    folded = unicodedata.normalize("NFKC", text).casefold().strip()
    return "".join(char for char in folded if char not in " -_")


def _printable(text: str) -> str:
    return "".join(char for char in text if char.isprintable())
