"""Everybody is *tu*, *du*, *tu*, and a match is called as docs/languages.md has it."""

from __future__ import annotations

from typing import Final

import pytest
from django.test import Client

from tafelrunde.languages.catalogues import Source

from .sources import counted, each_catalogue, pairs

STRANGE: Final = {
    "fr": r"(?i)(?<!\()\b(?:votre|vos|veuillez|matchs?)\b",
    "de": r"(?<=[a-zäöüß,;] )(?:Sie|Ihr|Ihre[mnrs]?|Ihnen)\b|\b(?:Match|Matches)\b",
    "it": r"(?<!\()\b(?:[Vv]ostr[aeio]|[Pp]rego|[Mm]atch)\b|(?<=[a-zàèéìòù,;] )(?:Lei|Suo|Sua)\b",
}

WRONG: Final = {
    "fr": "Donne une adresse e-mail valable.",
    "de": "Gib eine gültige E-Mail-Adresse an.",
    "it": "Dai un indirizzo e-mail valido.",
}


@each_catalogue
def test_nobody_is_a_stranger(source: Source, language: str) -> None:
    assert not [said for _text, said in pairs(source, language) if counted(STRANGE[language], said)]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "Choisis votre nom."),
        ("de", "Wenn Sie wollen, geh."),
        ("de", "Das Match ist aus."),
        ("it", "Il vostro nome"),
    ],
)
def test_a_stranger_is_found(language: str, said: str) -> None:
    assert counted(STRANGE[language], said)


@pytest.mark.parametrize("language", STRANGE)
@pytest.mark.django_db
def test_a_form_of_djangos_says_it_our_way(language: str) -> None:
    address = "/accounts/password/reset/"
    page = Client().post(address, {"email": "nonsense"}, HTTP_ACCEPT_LANGUAGE=language).content.decode()
    assert WRONG[language] in page
