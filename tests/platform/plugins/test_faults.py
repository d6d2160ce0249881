"""What rules raise is reported to admins with its trace, counted and bounded, and without anything that is secret."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from tafelrunde.accounts.models import Player
from tafelrunde.matches import faults, live, suspending
from tafelrunde.matches.models import Deadline, Fault, Match
from tafelrunde.refusals import Refusal
from tafelrunde.rooms import typed_moves
from tests.platform.plugins.matchsticks import SECRET

Begin = Callable[..., Match]
Breaks = Callable[[str], None]


def error(text: str = SECRET) -> Exception:
    """One that came out of another, both with a secret."""
    try:
        hand = [text]
        try:
            raise KeyError(text)
        except KeyError as first:
            raise ValueError(hand) from first
    except ValueError as raised:
        return raised


def test_a_trace_has_places_and_kinds_and_no_values() -> None:
    trace = faults.trace_of(error())
    assert SECRET not in trace
    assert trace.count("test_faults.py") == 2
    assert trace.index("KeyError") < trace.index("and from that") < trace.index("ValueError")
    assert trace.endswith("ValueError")


def test_a_trace_has_an_end() -> None:
    def again(n: int) -> None:
        return again(n + 1)

    with pytest.raises(RecursionError) as raised:
        again(0)
    assert len(faults.trace_of(raised.value)) <= faults.LONGEST_TRACE


def test_the_same_fault_is_counted(begin: Begin) -> None:
    match, same = begin(), error()
    for ply in range(3):
        faults.write(faults.raised(match.pk, "play", same, ply, 1, "take 1"))
    fault = Fault.objects.get()
    assert (fault.count, fault.ply, fault.seat, fault.move, fault.game) == (3, 2, 1, "take 1", "sticks")
    assert fault.first < fault.last
    assert SECRET in fault.words


def test_faults_of_a_match_and_of_all_are_bounded(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "MOST", 12)
    first, second = begin(), begin()
    for match in (first, second):
        for n in range(faults.MOST_OF_A_MATCH + 5):
            faults.write(faults.Raised(match.pk, "view", f"trace {n}"))
    assert Fault.objects.count() == 12
    assert second.faults.count() == faults.MOST_OF_A_MATCH
    assert max(second.faults.values_list("count", flat=True)) == 6


def test_a_process_writes_the_same_fault_once_in_a_while(begin: Begin) -> None:
    fault = faults.raised(begin().pk, "view", error())
    for _time in range(3):
        faults.note(fault)
    assert Fault.objects.get().count == 1


def test_a_log_that_cannot_be_followed_suspends_its_match_alone(begin: Begin, sticks: Breaks) -> None:
    broken, other = begin(), begin()
    sticks("setup")
    with pytest.raises(Refusal):
        live.read(broken.pk)
    sticks("")
    status = dict(Match.objects.values_list("pk", "status"))
    assert status == {broken.pk: Match.Status.SUSPENDED, other.pk: Match.Status.PLAYING}
    assert list(Deadline.objects.values_list("match", flat=True)) == [other.pk]
    fault = Fault.objects.get()
    assert (fault.where, fault.trace.endswith("LookupError")) == ("setup", True)
    assert live.read(other.pk).position.ply == 0


def test_reading_a_match_that_is_over_changes_nothing_but_the_count(begin: Begin, sticks: Breaks) -> None:
    match = begin()
    Match.objects.update(status=Match.Status.OVER)
    sticks("setup")
    for _time in range(2):
        with pytest.raises(Refusal):
            live.read(match.pk)
    assert Fault.objects.get().count == 2
    match.refresh_from_db()
    assert match.status == Match.Status.OVER


def test_what_somebody_types_stops_no_match(begin: Begin, sticks: Breaks) -> None:
    match = begin()
    sticks("read")
    with pytest.raises(Refusal) as refused:
        typed_moves.read(live.read(match.pk), 0, "/take <script>")
    assert refused.value.code == "illegal_move"
    match.refresh_from_db()
    assert match.status == Match.Status.PLAYING
    assert Fault.objects.get().where == "read"


def test_admins_see_faults_and_while_it_is_played_not_what_is_secret(desk: Client, begin: Begin) -> None:
    match = begin()
    suspending.save(faults.raised(match.pk, "play", error(), 4, 0, "bid 7"))
    fault = Fault.objects.get()
    detail = f"/admin/matches/fault/{fault.pk}/change/"
    pages = ["/admin/house/offeredgame/", "/admin/matches/fault/", detail, f"/admin/matches/match/{match.pk}/change/"]
    for address in pages:
        page = desk.get(address).content.decode()
        assert "ValueError" in page, address
        assert SECRET not in page
        assert "bid 7" not in page
        assert bytes(match.seed).hex() not in page
    assert "test_faults.py" in desk.get(detail).content.decode()
    Match.objects.update(status=Match.Status.ABORTED)
    page = desk.get(detail).content.decode()
    assert SECRET in page
    assert "bid 7" in page


def test_only_admins_do_and_nobody_changes_them(client: Client, ann: Player, begin: Begin, desk: Client) -> None:
    suspending.save(faults.raised(begin().pk, "play", error()))
    client.force_login(ann)
    assert client.get("/admin/matches/fault/").status_code == 403
    assert desk.post(f"/admin/matches/fault/{Fault.objects.get().pk}/change/", {"count": 0}).status_code == 403
    assert desk.post(f"/admin/matches/fault/{Fault.objects.get().pk}/delete/", {"post": "yes"}).status_code == 403
