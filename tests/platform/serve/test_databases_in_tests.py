"""Tests find the database they asked for, and can share it between threads."""

from __future__ import annotations

import threading

import pytest
from django.db import connection

from tafelrunde.accounts.models import Player
from tests import services


@pytest.mark.django_db
def test_the_database_is_the_one_asked_for() -> None:
    assert connection.vendor == ("postgresql" if services.on_postgres() else "sqlite")


@pytest.mark.django_db(transaction=True)
def test_a_thread_sees_what_was_committed() -> None:
    Player.objects.create_user("Ann")
    names: list[str] = []

    def look() -> None:
        names.extend(Player.objects.values_list("name", flat=True))
        connection.close()

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert names == ["Ann"]
