"""Who is where, over all processes: two tabs are one person, and a process that has fallen silent is forgotten."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable

import pytest

from tafelrunde.live import bus, presence

Changes = list[tuple[str, int, bool]]
ROOM, ANN, BOB = "evening-round", 1, 2


@pytest.fixture(autouse=True)
def changes(monkeypatch: pytest.MonkeyPatch) -> Changes:
    """Nobody is anywhere; what listeners hear."""
    heard: Changes = []
    empty: defaultdict[str, Counter[int]] = defaultdict(Counter)
    monkeypatch.setattr(presence, "_mine", empty)
    for name in ("_others", "_gone"):
        monkeypatch.setattr(presence, name, {})
    monkeypatch.setattr(presence, "_listeners", [lambda *change: heard.append(change)])
    monkeypatch.setattr(presence, "_started", time.time() - 1000)
    return heard


def other(place: str, player: int, here: bool, process: str = "other") -> None:
    bus.hear("presence", {"process": process, "place": place, "player": player, "here": here})


def test_two_tabs_are_one_person_until_both_are_closed(changes: Changes) -> None:
    presence.enter(ROOM, ANN)
    presence.enter(ROOM, ANN)
    presence.leave(ROOM, ANN)
    assert presence.is_here(ROOM, ANN)
    assert presence.gone_since(ROOM, ANN) is None
    presence.leave(ROOM, ANN)
    assert presence.here(ROOM) == set()
    assert changes == [(ROOM, ANN, True), (ROOM, ANN, False)]


def test_tabs_at_two_processes_are_one_person_too(changes: Changes) -> None:
    presence.enter(ROOM, ANN)
    other(ROOM, ANN, True)
    presence.leave(ROOM, ANN)
    assert presence.is_here(ROOM, ANN)
    other(ROOM, ANN, False)
    assert not presence.is_here(ROOM, ANN)
    assert changes == [(ROOM, ANN, True), (ROOM, ANN, False)]


def test_somebody_may_be_at_several_places() -> None:
    presence.enter(ROOM, ANN)
    presence.enter("/", ANN)
    other("parlour", ANN, True)
    other("parlour", BOB, True)
    assert presence.places(ANN) == {ROOM, "/", "parlour"}
    assert presence.places(BOB) == {"parlour"}
    assert presence.online() == {ANN, BOB}
    other("parlour", BOB, False)
    assert presence.places(BOB) == set()
    assert presence.online() == {ANN}


def test_how_long_somebody_has_been_gone_is_counted_from_their_last_socket(later: Callable[[float], None]) -> None:
    presence.enter(ROOM, ANN)
    later(30)
    presence.leave(ROOM, ANN)
    gone = presence.gone_since(ROOM, ANN)
    later(30)
    assert gone is not None
    assert gone == presence.gone_since(ROOM, ANN)
    assert time.time() - gone == pytest.approx(30)
    presence.enter(ROOM, ANN)
    assert presence.gone_since(ROOM, ANN) is None


def test_a_killed_process_is_forgotten_when_it_has_been_silent_for_a_while(
    changes: Changes, later: Callable[[float], None]
) -> None:
    bus.hear("presence_all", {"process": "killed", "where": {ROOM: [ANN, BOB]}})
    bus.hear("presence_all", {"process": "alive", "where": {ROOM: [BOB]}})
    later(presence.FORGET - 1)
    bus.hear("presence_all", {"process": "alive", "where": {ROOM: [BOB]}})
    presence.forget_silent()
    assert presence.here(ROOM) == {ANN, BOB}
    later(2)
    presence.forget_silent()
    assert presence.here(ROOM) == {BOB}
    assert changes[-1] == (ROOM, ANN, False)
    assert presence.gone_since(ROOM, BOB) is None


def test_a_lost_hint_is_made_up_for_by_the_next_whole_one(changes: Changes) -> None:
    other(ROOM, ANN, True)
    bus.hear("presence_all", {"process": "other", "where": {ROOM: [BOB]}})
    assert presence.here(ROOM) == {BOB}
    assert changes == [(ROOM, ANN, True), (ROOM, ANN, False), (ROOM, BOB, True)]


def test_what_one_tells_oneself_counts_once() -> None:
    presence.enter(ROOM, ANN)
    bus.hear("presence_all", {"process": bus.PROCESS, "where": {ROOM: [ANN, BOB]}})
    other(ROOM, BOB, True, process=bus.PROCESS)
    presence.leave(ROOM, ANN)
    assert presence.here(ROOM) == set()


def test_a_process_that_only_says_that_it_is_alive_keeps_its_people(later: Callable[[float], None]) -> None:
    bus.hear("presence_all", {"process": "other", "where": {ROOM: [ANN]}})
    for _ in range(10):
        later(presence.FORGET - 1)
        bus.hear("alive", {"process": "other"})
        presence.forget_silent()
    assert presence.here(ROOM) == {ANN}


def test_one_that_was_thought_to_be_gone_is_asked_who_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(bus, "tell_others", lambda kind, **_message: asked.append(kind))
    bus.hear("alive", {"process": "other"})
    bus.hear("alive", {"process": bus.PROCESS})
    assert asked == ["presence_asked"]


def test_while_nobody_can_be_heard_silence_says_nothing(later: Callable[[float], None]) -> None:
    bus.hear("presence_all", {"process": "other", "where": {ROOM: [ANN]}})
    later(10 * presence.FORGET)
    presence.excuse_silent()
    presence.forget_silent()
    assert presence.here(ROOM) == {ANN}
