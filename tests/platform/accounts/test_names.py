"""How a name may be written, and when two are the same."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import RESERVED, name_key, tidy_name, validate_name

from .conftest import PASSWORD

GOOD = ["Ann", "ann-marie", "Léa", "Zoë_2", "Ольга", "太郎くん", "サッカー部", "김철수", "Ελένη", "x" * 20, "a11"]
ALIKE = [
    ("ann", "аnn"), ("ann", "ɑnn"), ("ann", "αnn"), ("Bob", "B0b"), ("Bill", "BiIl"), ("Bill", "Bi1l"),
    ("BILL", "BlLL"), ("scope", "ѕсоре"), ("Anna", "Αnna"), ("Barn", "Bam"), ("Straße", "StraβE"),
]  # fmt: skip
BAD = [
    "", "  ", "an", "x" * 21, "1ann", "-ann", "_ann", "ann marie", "ann\n", "ann\u200bmarie", "ann.marie", "@ann",
    "<b>ann</b>", "ann&amp;", "ann'or'1", 'ann"x', "javascript:x", "{{ann}}", "{%ann%}", "ann\u202e", "an\u0000n",
    "ann\u3164", "\u3164\u3164\u3164", "ａｎｎ", "ﬁnn", "ann\u0301",
    "аnn", "annа", "Ann太郎", "ann١", "annʼs", "Ольгa", "αnna",
]  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_letters_digits_dash_and_underscore_make_a_name(name: str) -> None:
    validate_name(name)


@pytest.mark.parametrize("name", BAD)
def test_anything_else_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        validate_name(name)


@pytest.mark.parametrize("name", [*sorted(RESERVED), "Admin", "SYSTEM", "adm1n", "r00t", "SYSTEΜ", "aрi", "ѕystem"])
def test_reserved_words_are_refused_in_any_case_and_so_is_what_looks_like_them(name: str) -> None:
    with pytest.raises(ValidationError):
        validate_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ann", "aNN"), ("Ann", "ａｎｎ"), ("Straße", "STRASSE"), ("Léa", "Le\u0301a"), ("ΑΝΝΑΣ", "αννας")],
)
def test_case_and_width_make_no_other_name(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_what_looks_alike_is_no_other_name(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.django_db
@pytest.mark.parametrize(("one", "other"), [(one, other) for one, other in ALIKE if one != "Straße"])
def test_with_a_name_taken_what_looks_like_it_is_taken(client: Client, one: str, other: str) -> None:
    Player.objects.create_user(one)
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create_user(other)
    client.post("/accounts/signup/", {"username": other, "password1": PASSWORD, "password2": PASSWORD})
    assert Player.objects.count() == 1


def test_different_names_have_different_keys() -> None:
    assert len({name_key(name) for name in GOOD}) == len(GOOD)


@given(st.text(max_size=24))
def test_what_passes_is_harmless_in_html_and_fits_the_columns(typed: str) -> None:
    name = tidy_name(typed)
    try:
        validate_name(name)
    except ValidationError:
        return
    assert not set(name) & set("<>&\"'`=/\\{}:;@ ")
    assert name == tidy_name(name)
    key = name_key(name)
    assert key == name_key(key)
    assert len(key) <= (Player._meta.get_field("key").max_length or 0)
