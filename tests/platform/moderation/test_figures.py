"""What the moderators' figures say, and how several processes come to one picture of the house."""

from __future__ import annotations

import asyncio
import datetime as dt
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from tafelrunde.accounts import two_factor
from tafelrunde.accounts.models import Player
from tafelrunde.live import bus, presence
from tafelrunde.matches.models import Deadline, Match
from tafelrunde.moderation import reports
from tafelrunde.rooms import figures, figures_socket
from tafelrunde.rooms.figures import Heard, House, Told
from tafelrunde.rooms.models import Room
from tests import two_factor as apps
from tests.platform.moderation.conftest import Browser
from tests.platform.rooms.speaking import Here, People

Said = list[tuple[str, dict[str, Any]]]
NOBODY = frozenset[int]()


def told(process: str, **values: Any) -> Told:
    nothing = {
        "pid": 1, "members": NOBODY, "guests": NOBODY, "nameless": 0, "spectators": NOBODY, "rooms": 0, "matches": 0,
        "moves": 0, "sockets": 0, "loop_lag": 0, "deadline_lag": 0,
    }  # fmt: skip
    return Told(process=process, **{**nothing, **values})


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Said:
    """What this process tells the others, of whom it knows nothing yet."""
    heard: Said = []
    monkeypatch.setattr(bus, "tell_others", lambda kind, **message: heard.append((kind, message)))
    monkeypatch.setattr(figures._Known, "told", {})
    monkeypatch.setattr(figures._Known, "answered", float("-inf"))
    monkeypatch.setattr(presence, "_others", {})
    return heard


def test_the_page_shows_a_moderator_how_it_stands(
    room: Room, people: People, mona: Player, here: Here, browser: Browser, playing: Any
) -> None:
    reports.report(people["Ann"], people["Bob"], "shouts", reports.Context())
    page = browser(mona).get("/moderation/figures/")
    assert page.context["figures"]["reports"] == 1
    assert page.context["figures"]["open_rooms"] == Room.objects.count() > 0
    assert 'data-ws="/ws/moderation/figures/?format=html"' in page.content.decode()


def test_matches_are_counted_by_game_while_they_run(db: None) -> None:
    for game, status in (("a", "playing"), ("a", "playing"), ("b", "playing"), ("b", "over"), ("b", "suspended")):
        Match.objects.create(game=game, ruleset="1", seed=b"x" * 32, place="x", status=status)
    assert figures.read_house().matches == {"a": 2, "b": 1}


def test_what_has_been_due_for_long_shows_although_no_process_has_done_it(db: None) -> None:
    assert figures.read_house().overdue == 0
    match = Match.objects.create(game="a", ruleset="1", seed=b"x" * 32, place="x")
    Deadline.objects.create(match=match, due=timezone.now() - dt.timedelta(seconds=90))
    house = figures.read_house()
    assert house.overdue >= 90_000
    assert figures.together(Heard([told("one")]), house, 0)["deadline_lag"] == house.overdue


def test_who_is_at_two_processes_is_one_person() -> None:
    one = told("one", members={1, 2}, guests={7}, nameless=2, spectators={2, -5}, moves=10, sockets=6, loop_lag=3)
    other = told("other", members={2, 3}, guests={7}, nameless=1, spectators={2, -9}, moves=5, sockets=5, loop_lag=40)
    found = figures.together(Heard([one, other]), House(0), 0)
    assert [found[name] for name in ("here", "members", "guests", "nameless", "spectators")] == [7, 3, 1, 3, 3]
    assert [found[name] for name in ("moves", "sockets", "loop_lag")] == [15, 11, 40]
    assert [(one["process"], one["members"], one["here"]) for one in found["processes"]] == [
        ("one", 2, 5), ("other", 2, 4),
    ]  # fmt: skip


async def test_all_processes_are_asked_and_whoever_answers_is_in(said: Said) -> None:
    presence._others["other"] = (0.0, {})
    asking = asyncio.create_task(figures.gather())
    await asyncio.sleep(0)
    assert said == [("figures_asked", {"process": bus.PROCESS})]
    bus.hear("figures", msgspec.to_builtins(told("other", moves=5)))
    heard = await asking
    own, other = heard.processes
    assert (own.process, other.process, other.moves) == (bus.PROCESS, "other", 5)
    assert heard.silent == 0


async def test_a_process_that_does_not_answer_holds_nobody_up_and_is_counted(
    said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "PATIENCE", 0.01)
    presence._others["hangs"] = (0.0, {})
    heard = await figures.gather()
    assert ([one.process for one in heard.processes], heard.silent) == ([bus.PROCESS], 1)


async def test_what_a_process_had_said_goes_with_it(said: Said) -> None:
    bus.hear("figures", msgspec.to_builtins(told("gone", moves=5)))
    heard = await figures.gather()
    assert ([one.process for one in heard.processes], heard.silent) == ([bus.PROCESS], 0)


async def test_a_process_says_something_only_when_another_one_asks_and_once_however_many_do(said: Said) -> None:
    bus.hear("figures_asked", {"process": bus.PROCESS})
    assert said == []
    for process in ("one", "other"):
        bus.hear("figures_asked", {"process": process})
    [(kind, message)] = said
    assert (kind, message["process"]) == ("figures", bus.PROCESS)


async def test_nothing_is_asked_for_while_nobody_looks(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    pushed = asyncio.Event()

    class Reader:
        async def push(self, _heard: Heard, _house: House) -> None:
            pushed.set()

    monkeypatch.setattr(figures_socket, "BEAT", 0)
    monkeypatch.setattr(figures, "read_house", lambda: House(0))
    readers: set[Any] = set()
    monkeypatch.setattr(figures_socket, "_readers", readers)
    running = asyncio.create_task(figures_socket.run())
    for _beat in range(20):
        await asyncio.sleep(0)
    assert said == []
    readers.add(Reader())
    await asyncio.wait_for(pushed.wait(), 30)
    readers.clear()
    running.cancel()
    assert {kind for kind, _message in said} == {"figures_asked"}


def test_a_session_counts_only_with_a_code_of_an_app_that_its_player_still_has(people: People, mona: Player) -> None:
    client = Client()
    client.force_login(mona)
    key = client.session.session_key or ""
    assert not two_factor.passed_in(key, mona)
    apps.shown(client, mona)
    assert two_factor.passed_in(key, mona)
    assert not two_factor.passed_in(key, people["Ann"])
    TOTPDevice.objects.all().delete()
    assert not two_factor.passed_in(key, mona)
