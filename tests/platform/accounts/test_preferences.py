"""What people like: declared once, chosen on a page or by what they type, kept with the player."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.preferences import (
    PREFERENCES,
    change,
    language_of,
    lines_of,
    preferences_of,
    set_preference,
)
from tafelrunde.live import bus
from tafelrunde.refusals import Refusal

pytestmark = pytest.mark.django_db
DEFAULTS = {
    "language": "auto",
    "sounds": "off",
    "vibration": "on",
    "alerts": "off",
    "hook": "off",
    "confirm": "off",
    "board": "medium",
    "colours": "auto",
    "endings": "on",
    "seen": "all",
    "ratings": "all",
    "matches": "all",
    "letters": "off",
    "turns": "on",
}


def test_who_has_chosen_nothing_has_the_defaults(ann: Player) -> None:
    assert preferences_of(ann) == preferences_of(None) == DEFAULTS


@pytest.mark.parametrize(
    ("name", "typed", "kept"),
    [
        ("language", "fr", "fr"),
        ("Language", "German", "de"),
        ("sounds", "ON", "50"),
        ("sound", "yes", "50"),
        ("volume", "100", "100"),
        ("sounds", "73 %", "70"),
        ("sounds", "1", "10"),
        ("sounds", "0", "off"),
        ("sounds", "no", "off"),
        ("notifications", "on", "on"),
        ("hook", "1", "on"),
        ("SkullKingHook", "On", "on"),
        ("skull-king hook", "true", "on"),
        ("Confirm moves", "on", "on"),
        ("confirm", "ｏｎ", "on"),
        ("Board size", "LARGE", "large"),
        ("colors", "dark", "dark"),
        ("colours", "strong contrast", "contrast"),
    ],
)
def test_a_preference_is_chosen_however_it_is_written(ann: Player, name: str, typed: str, kept: str) -> None:
    assert set_preference(ann, name, typed) == kept
    assert kept in preferences_of(Player.objects.get()).values()


def test_the_others_stay_as_they_are(ann: Player) -> None:
    second = Player.objects.get()
    set_preference(ann, "hook", "on")
    set_preference(second, "sounds", "30")
    assert preferences_of(Player.objects.get()) == {**DEFAULTS, "hook": "on", "sounds": "30"}
    assert preferences_of(second)["hook"] == "on"


@pytest.mark.parametrize(
    ("name", "typed", "good"),
    [
        ("hook", "perhaps", "on, off"),
        ("sounds", "101", "off, on, or a number from 0 to 100"),
        ("sounds", "loud", "off, on, or a number from 0 to 100"),
        ("board", "huge", "small, medium, large"),
        ("tea", "green", "language, sounds"),
    ],
)
def test_a_refusal_says_what_would_be_good(ann: Player, name: str, typed: str, good: str) -> None:
    with pytest.raises(Refusal) as refused:
        set_preference(ann, name, typed)
    assert refused.value.code == "bad_argument"
    assert good in str(refused.value.text)
    assert Player.objects.get().preferences == {}


@pytest.mark.parametrize(
    "typed",
    ["hook on", "hook=on", "hook = on", "hook: on", "SkullKingHook=On", "skullkinghook ON", "Hook On", "hook  yes"],
)
def test_a_typed_line_chooses(ann: Player, typed: str) -> None:
    [line] = change(ann, typed)
    assert line.startswith("hook = on")
    assert preferences_of(Player.objects.get())["hook"] == "on"


def test_names_and_values_of_several_words_are_understood(ann: Player) -> None:
    change(ann, "board size large")
    change(ann, "confirm moves = on")
    change(ann, "colours strong contrast")
    assert preferences_of(ann) == {**DEFAULTS, "board": "large", "confirm": "on", "colours": "contrast"}


def test_a_name_alone_shows_one_and_nothing_shows_all_with_their_values(ann: Player) -> None:
    set_preference(ann, "board", "small")
    assert change(ann, "board") == ["board = small: Board size; one of small, medium, large"]
    lines = change(ann, "  ")
    assert len(lines) == len(PREFERENCES)
    assert lines == lines_of(ann)
    assert any(line.startswith("language = auto") and "fr (French)" in line for line in lines)


@pytest.mark.parametrize("typed", ["=", "hook maybe", "tea", "tea green", "=on", "x" * 500, "\0 \0"])
def test_what_is_none_is_refused(ann: Player, typed: str) -> None:
    if not typed.strip("= "):
        assert len(change(ann, typed)) == len(PREFERENCES)
        return
    with pytest.raises(Refusal) as refused:
        change(ann, typed)
    assert refused.value.code == "bad_argument"
    assert len(str(refused.value.text)) < 200


def test_what_is_stored_and_no_value_any_more_is_the_default(ann: Player) -> None:
    Player.objects.update(preferences={"board": "gigantic", "tea": "green"})
    assert preferences_of(Player.objects.get()) == DEFAULTS


def test_who_liked_sounds_before_there_was_a_volume_likes_them_still(ann: Player) -> None:
    Player.objects.update(preferences={"sounds": "on"})
    assert preferences_of(Player.objects.get())["sounds"] == "50"


@pytest.mark.django_db(transaction=True)
def test_all_tabs_of_the_player_hear_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    monkeypatch.setattr(bus, "publish", lambda kind, **message: told.append((kind, message)))
    ann = Player.objects.create_user("Ann")
    set_preference(ann, "board", "large")
    assert told == [("preferences", {"player": ann.pk, "values": {**DEFAULTS, "board": "large"}})]


def typed(values: dict[str, str]) -> dict[str, str]:
    """As the page's form sends them."""
    return {f"my-{name}": value for name, value in values.items()}


def test_the_page_shows_and_keeps_them(ann: Player, client: Client) -> None:
    client.force_login(ann)
    page = client.get("/me/preferences/").content.decode()
    assert all(f'name="my-{preference.name}"' in page for preference in PREFERENCES)
    wanted = {**DEFAULTS, "sounds": "70", "board": "large", "colours": "contrast"}
    assert client.post("/me/preferences/", typed(wanted))["Location"] == "/me/preferences/"
    assert preferences_of(Player.objects.get()) == wanted
    page = client.get("/").content.decode()
    opened = page[page.index("<html") : page.index(">", page.index("<html"))]
    for name, value in wanted.items():
        assert f'data-{name}="{value}"' in opened


def test_what_the_page_does_not_offer_is_not_kept(ann: Player, client: Client) -> None:
    client.force_login(ann)
    response = client.post("/me/preferences/", typed({**DEFAULTS, "board": '"><script>'}))
    assert 'id="id_my-board_error"' in response.content.decode()
    assert Player.objects.get().preferences == {}


def test_guests_have_preferences_and_keep_them_as_members(client: Client) -> None:
    client.post("/guest/")
    client.post("/me/preferences/", typed({**DEFAULTS, "colours": "dark"}))
    assert 'data-colours="dark"' in client.get("/").content.decode()
    password = "roast-goose-and-plums"
    client.post("/accounts/signup/", {"username": "Bertil", "password1": password, "password2": password})
    assert preferences_of(Player.objects.get(name="Bertil"))["colours"] == "dark"


def test_strangers_have_the_defaults_and_sign_in_for_the_page(client: Client) -> None:
    assert 'data-colours="auto"' in client.get("/").content.decode()
    assert client.get("/me/preferences/")["Location"] == "/accounts/login/?next=/me/preferences/"


def test_pages_are_in_the_language_that_was_chosen_whatever_the_browser_says(ann: Player, client: Client) -> None:
    client.force_login(ann)
    assert language_of(ann) is None
    assert client.get("/", HTTP_ACCEPT_LANGUAGE="fr")["Content-Language"] == "fr"
    set_preference(ann, "language", "it")
    response = client.get("/", HTTP_ACCEPT_LANGUAGE="fr")
    assert response["Content-Language"] == "it"
    assert '<html lang="it"' in response.content.decode()
    assert Client().get("/", HTTP_ACCEPT_LANGUAGE="fr")["Content-Language"] == "fr"
    translation.activate("en")
