"""The migration after which a key knows look-alikes: of people whose names are one from then on, the first keeps it."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import name_key

BEFORE, AFTER = [("accounts", "0001_initial")], [("accounts", "0002_people_and_sanctions")]


def migrate(to: list[tuple[str, str]]) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate(to)
    return executor.loader.project_state(to).apps


@pytest.mark.django_db(transaction=True)
def test_people_from_before_keep_their_names_where_they_can() -> None:
    everything = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        old = migrate(BEFORE).get_model("accounts", "Player")
        for name, key, guest in [
            ("B0b", "b0b", True),
            ("Bob", "bob", False),
            ("Bоb", "bоb", False),
            ("Iris", "iris", False),
            ("lris", "lris", False),
            ("W" * 19 + "i", "w" * 19 + "i", False),
            ("W" * 19 + "l", "w" * 19 + "l", False),
            ("Mixеd", "mixеd", False),
        ]:
            old.objects.create(name=name, key=key, guest=guest, password="kept")
        then = migrate(AFTER).get_model("accounts", "Player")  # as it was: newer columns are not there yet
        people = {player.pk: player.name for player in then.objects.order_by("pk")}
        assert list(people.values()) == [
            "B0b-3", "Bob", "Bоb-2", "Iris", "lris-2", "W" * 19 + "i", "W" * 18 + "-2", "Mixеd",
        ]  # fmt: skip
        for player in then.objects.all():
            assert player.key == name_key(player.name)
            assert player.password == "kept"
    finally:
        migrate(everything)
        Player.objects.all().delete()
