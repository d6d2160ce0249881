"""The model of people: its key follows its name, and keeps names apart."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import name_key


def test_the_key_follows_the_name(ann: Player) -> None:
    ann.name = "Bertil"
    ann.save(update_fields=["name"])
    ann.refresh_from_db()
    assert ann.key == name_key("bertil")
    assert Player.objects.get_by_natural_key("BERTIL") == ann


@pytest.mark.parametrize("name", ["ann", "ＡＮＮ"])
def test_the_database_keeps_names_apart(ann: Player, name: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create_user(name)


def test_a_taken_name_is_a_word_in_the_admins_form(ann: Player) -> None:
    with pytest.raises(ValidationError) as error:
        Player(name="ANN", password="!").full_clean(exclude={"key"})
    assert error.value.message_dict == {"name": ["This name is taken."]}
    ann.full_clean()
