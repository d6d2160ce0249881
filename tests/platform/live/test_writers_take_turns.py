"""With SQLite the transactions of one process begin in the order in which they are asked for."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import OperationalError, connection, connections, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper as DjangosWrapper

from tafelrunde.accounts.models import Player
from tafelrunde.live.sqlite import base
from tafelrunde.live.sqlite.base import Turns

PATIENCE = 60.0


def in_thread(do: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=do, daemon=True)
    thread.start()
    return thread


def wait_until(waiting: Turns, count: int) -> None:
    """Until so many wait for their turn."""
    while len(waiting._waiting) < count:
        threading.Event().wait(0.001)


def test_whoever_has_waited_longest_is_next() -> None:
    turns, order = Turns(), list[int]()
    assert turns.take(0)

    def wait(n: int) -> None:
        assert turns.take(PATIENCE)
        order.append(n)
        turns.give_back()

    threads = []
    for n in range(5):
        threads.append(in_thread(lambda n=n: wait(n)))  # type: ignore[misc]
        wait_until(turns, n + 1)
    turns.give_back()
    for thread in threads:
        thread.join(PATIENCE)
    assert order == [0, 1, 2, 3, 4]
    assert turns.take(0)


def test_who_has_no_time_left_goes_without_holding_up_others() -> None:
    turns = Turns()
    assert turns.take(0)
    assert not turns.take(0.01)
    turns.give_back()
    assert turns.take(0)


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> Turns:
    own = Turns()
    monkeypatch.setitem(base._turns, str(connection.settings_dict["NAME"]), own)
    return own


@pytest.mark.once
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("end", ["commit", "rollback", "close", "no such table"])
def test_a_turn_ends_with_its_transaction(turns: Turns, end: str) -> None:
    class Over(Exception):
        pass

    try:
        with transaction.atomic():
            assert not turns.take(0)
            if end == "rollback":
                raise Over
            if end == "close":
                connection.close()
            if end == "no such table":
                connection.cursor().execute("SELECT * FROM nothing_there")
    except (Over, OperationalError):
        pass
    assert turns.take(0)
    turns.give_back()


@pytest.mark.once
@pytest.mark.django_db(transaction=True)
def test_a_transaction_within_another_needs_no_turn_of_its_own(turns: Turns) -> None:
    with transaction.atomic(), transaction.atomic():
        Player.objects.create(name="Ann", key="ann")
    assert Player.objects.count() == 1
    assert turns.take(0)


@pytest.mark.once
@pytest.mark.django_db(transaction=True)
def test_a_writer_who_waits_comes_before_those_who_ask_later(turns: Turns) -> None:
    order: list[str] = []

    def write(name: str) -> None:
        try:
            with transaction.atomic():
                Player.objects.create(name=name, key=name.lower())
                order.append(name)
        finally:
            connections.close_all()

    names = ["Ann", "Bob", "Cem"]
    with transaction.atomic():
        threads = []
        for n, name in enumerate(names):
            threads.append(in_thread(lambda name=name: write(name)))  # type: ignore[misc]
            wait_until(turns, n + 1)
    write("Dot")
    for thread in threads:
        thread.join(PATIENCE)
    assert order == ["Ann", "Bob", "Cem", "Dot"]


@pytest.mark.once
@pytest.mark.django_db(transaction=True)
def test_who_waits_too_long_is_told_as_sqlite_tells_it(turns: Turns, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.01)
    assert turns.take(0)
    with pytest.raises(OperationalError, match="database is locked"), transaction.atomic():
        pytest.fail("it was not its turn")
    turns.give_back()
    with transaction.atomic():
        Player.objects.create(name="Ann", key="ann")


def test_connections_are_opened_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    opening, most, together = 0, 0, threading.Barrier(4)
    counting = threading.Lock()

    def connect(_wrapper: object, _params: object) -> object:
        nonlocal opening, most
        with counting:
            opening += 1
            most = max(most, opening)
        threading.Event().wait(0.01)
        with counting:
            opening -= 1
        return object()

    def open_one() -> None:
        own = base.DatabaseWrapper({**connections["default"].settings_dict, "NAME": "never-made.sqlite3"})
        together.wait(PATIENCE)
        own.get_new_connection({})

    monkeypatch.setattr(DjangosWrapper, "get_new_connection", connect)
    for thread in [in_thread(open_one) for _ in range(4)]:
        thread.join(PATIENCE)
    assert most == 1
