"""Whatever is typed, by whomever, is done, answered or refused: nothing raises, and what comes of it is plain lines."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tafelrunde.accounts.models import Player
from tafelrunde.refusals import Refusal
from tafelrunde.rooms import registry
from tafelrunde.rooms.calls import Call, call_in
from tafelrunde.rooms.models import ChatLine, Room
from tafelrunde.rooms.registry import Answer
from tests.platform.rooms import hostile
from tests.platform.rooms.speaking import Here, People

WHO = ["nobody", "guest", "member", "seated", "host"]
WHERE = ["lobby", "waiting", "playing"]
State = Callable[[str], Room | None]


@pytest.fixture
def state(room: Room, people: People, here: Here, request: pytest.FixtureRequest) -> State:
    """The room as it waits, or with a match; None for the lobby."""

    def of(where: str) -> Room | None:
        if where == "playing":
            request.getfixturevalue("playing")
        return None if where == "lobby" else room

    return of


@pytest.mark.parametrize("where", WHERE)
def test_no_line_raises_whoever_types_it(state: State, people: People, where: str) -> None:
    room = state(where)
    guest = Player.objects.create_user("Quiet Guest".replace(" ", ""), guest=True)
    callers = dict(zip(WHO, (None, guest, people["Dora"], people["Bob"], people["Ann"]), strict=True))

    @settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
    @given(who=st.sampled_from(WHO), text=hostile.lines(), language=st.sampled_from(["en", "de", "fr"]))
    @example(who="host", text="/help \x00\u202e\ud800", language="en")
    def check(who: str, text: str, language: str) -> None:
        with transaction.atomic():
            _try(room, callers[who], text, language)
            transaction.set_rollback(True)

    check()


def _try(room: Room | None, player: Player | None, text: str, language: str) -> None:
    newest = ChatLine.objects.order_by("-id").values_list("id", flat=True).first() or 0
    call = Call(player, language) if room is None else call_in(room, player, language)
    answer = outcome(lambda: registry.run(call, text))
    if isinstance(answer, Refusal):
        assert answer.code not in {"suspended", "not_saved", "bad_frame"}
        _is_plain(str(answer.text))
        return
    for line in answer.lines if answer else ():
        _is_plain(line)
    if answer and answer.go:
        assert answer.go.startswith("/")
        assert not answer.go.startswith("//")
    for said in ChatLine.objects.filter(id__gt=newest):
        _is_plain(said.text)


def outcome(decide: Callable[[], Answer | None]) -> Answer | Refusal | None:
    """What it gives, or the refusal that it meets."""
    try:
        return decide()
    except Refusal as refusal:
        return refusal


def _is_plain(text: str) -> None:
    """One line that can be sent, in which nothing reorders what stands around it."""
    assert text
    text.encode()
    assert not set(text) & set("\0\n\r\u2028\u2029\u202a\u202b\u202d\u202e\u2066\u2067\u2068\x1b")
