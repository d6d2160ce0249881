"""Who does too much at once is told how long to wait; who plays, however fast, is not."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from django.conf import LazySettings
from django.test import Client

from tafelrunde.accounts.models import Player
from tafelrunde.live import sockets
from tafelrunde.live.limits import Limit
from tafelrunde.matches import live as matches
from tafelrunde.matches import play
from tafelrunde.rooms import connection, slowing
from tafelrunde.rooms.calls import Effect
from tafelrunde.rooms.models import Room
from tests import wire
from tests.platform.rooms.peers import Peer, Town, town
from tests.serving import Served, serving

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def anns() -> AsyncIterator[Town]:
    """A room of Ann's."""
    async with town() as opened:
        yield opened


async def play_to_the_end(peer: Peer) -> int:
    """Play what comes first, as fast as the match can take it; how many moves it were."""
    moves = 0
    while not peer.match or not peer.match["result"]:
        if not peer.match.get("moves"):
            await peer.hear()
            continue
        version = peer.match["version"]
        assert (await peer.move())["type"] == "ok"
        moves += 1
        while peer.match["version"] == version:
            await peer.hear()
    return moves


def few(monkeypatch: pytest.MonkeyPatch, effect: Effect, burst: int) -> None:
    """As good as nothing fills up while the test runs."""
    monkeypatch.setattr(slowing, "LIMITS", {**slowing.LIMITS, effect: Limit(0.01, burst)})
    monkeypatch.setattr(connection, "LIMITS", slowing.LIMITS)


@pytest.mark.usefixtures("nothing_fills_up")
async def test_who_joins_and_leaves_all_the_time_is_told_how_long_to_wait(anns: Town) -> None:
    ann = await anns.open()
    answers = [await ann.ask(type="say", text=text) for _ in range(15) for text in ("/join", "/leave")]
    refused = [answer for answer in answers if answer["type"] == "refusal"]
    assert len(refused) == 10
    for answer in refused:
        assert answer["code"] == "too_fast"
        assert 0 < answer["wait"] <= 2000
        assert f"{-(-answer['wait'] // 1000)} s" in answer["text"]
    assert await ann.say("I may still talk") == "ok"


@pytest.mark.parametrize(
    "line",
    ["/bot", "/kick 2", "/option draw off", "/pace brisk", "/host Bob", "/game king_lui", "/newroom x", "/abort"],
)
async def test_all_that_changes_a_room_counts_as_one(anns: Town, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    few(monkeypatch, Effect.CHANGE, 1)
    ann = await anns.open()
    assert await ann.say("/join") == "ok"
    assert await ann.say(line) == "too_fast"


@pytest.mark.parametrize("line", ["/help", "/who", "/rooms", "/whois Ann", "/nonsense"])
async def test_questions_are_counted_apart(anns: Town, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    few(monkeypatch, Effect.SHOW, 2)
    ann = await anns.open()
    answers = [await ann.say(line) for _ in range(3)]
    assert "too_fast" not in answers[:2]
    assert answers[2] == "too_fast"
    assert await ann.say("/join") == "ok"


async def test_who_talks_too_much_gains_nothing_by_coming_back(anns: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    few(monkeypatch, Effect.TALK, 2)
    for answers in (["ok", "ok", "too_fast"], ["too_fast", "too_fast"]):
        ann = await anns.open()
        assert [await ann.say("hello") for _ in answers] == answers
        await anns.close(ann)
    assert not sockets.all_open()


async def test_visitors_without_a_name_count_by_their_address(anns: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    few(monkeypatch, Effect.SHOW, 2)
    visitor = await anns.open(None)
    assert [await visitor.say("/who") for _ in range(3)] == ["ok", "ok", "too_fast"]
    assert await (await anns.open(None, path="/ws/lobby/")).say("/rooms") == "too_fast"
    assert await (await anns.open()).say("/who") == "ok"


async def test_good_moves_cost_nothing_however_fast_they_come(anns: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FRAMES_PER_SECOND", 0.01)
    monkeypatch.setattr(connection, "FRAMES_AT_ONCE", 8)
    ann = await anns.open()
    for line in ("/join", "/bot 2", "/option draw off", "/start"):
        assert await ann.say(line) == "ok"
    live = await matches.find((await Room.objects.aget()).match_id or 0)
    monkeypatch.setattr(type(live.position), "bot_plays", lambda _position, _seat: False)

    def follow(changed: matches.LiveMatch) -> None:
        position = live.position
        for bot in {1, 2} & set(position.to_move):
            play.play_move(changed, bot, position.legal[bot][0], position.turns[bot], lambda _done: None)

    monkeypatch.setattr(matches, "_listeners", [*matches._listeners, follow])
    follow(live)
    assert await play_to_the_end(ann) > 8
    assert await ann.say("/again") == "ok"


async def test_the_same_move_sent_again_and_again_does_cost(anns: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FRAMES_PER_SECOND", 0.01)
    monkeypatch.setattr(connection, "FRAMES_AT_ONCE", 8)
    ann = await anns.open()
    for line in ("/join", "/bot 2", "/option draw off", "/start"):
        assert await ann.say(line) == "ok"
    while not ann.match.get("moves"):
        await ann.hear()
    move = ann.match["moves"][0]
    answers = [await ann.ask(type="move", move=move, turn=0) for _ in range(10)]
    assert [answer.get("code", "ok") for answer in answers] == ["ok"] * 5 + ["too_fast"] * 5


async def test_after_a_match_that_was_played_out_another_may_begin_at_once(
    anns: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    few(monkeypatch, Effect.BEGIN, 1)
    ann = await anns.open()
    for line in ("/join", "/bot 2", "/start"):
        assert await ann.say(line) == "ok"
    while not ann.match:
        await ann.hear()
    assert await ann.say("/abort") == "ok"
    assert await ann.say("/again") == "too_fast"
    monkeypatch.setattr("tafelrunde.matches.position.Position.played_out", True)
    assert await ann.say("/again") == "ok"


async def test_who_opens_and_closes_pages_all_the_time_is_told_to_wait(
    anns: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "OPENINGS", Limit(0.1, 2))
    for _ in range(2):
        await anns.close(await anns.open())
    late = Peer(f"/ws/rooms/{anns.slug}/", anns.tokens["Ann"])
    await late.socket.connect()
    refusal = await late.hear()
    assert (refusal["code"], refusal["wait"] > 5000) == ("too_fast", True)
    assert (await late.socket.receive_output())["code"] == 4008
    await late.socket.disconnect()


def test_who_opens_tables_by_the_page_all_the_time_gets_a_page_that_says_how_long_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    few(monkeypatch, Effect.CHANGE, 2)
    client = Client()
    client.force_login(Player.objects.create_user("Ann"))
    answers = [client.post("/rooms/new/", {"game": "king_lui"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert f"wait {answers[2]['Retry-After']} s" in answers[2].content.decode()
    assert client.post("/play/").status_code == 429
    assert Room.objects.count() == 2


def test_a_guest_who_comes_by_a_table_meets_the_limit_of_guests_as_a_page(settings: LazySettings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guests_of_an_hour": "1/h/ip"}
    assert Client().post("/play/").status_code == 302
    late = Client().post("/play/")
    assert (late.status_code, late["Retry-After"]) == (429, "900")
    assert "within an hour" in late.content.decode()


async def test_one_socket_too_many_is_closed_with_a_word_and_those_before_it_stay() -> None:
    with serving({"SOCKETS_PER_PLAYER": "2", "SOCKETS_PER_ADDRESS": "4"}) as server:
        people = wire.players(server, 2)
        slug = wire.open_room(server, people[0][1])
        async with (
            wire.connect(server, slug, people[0][1]) as first,
            wire.connect(server, slug, people[0][1]) as second,
        ):
            await _is_turned_away(server, slug, people[0][1])
            async with wire.connect(server, slug, people[1][1]), wire.connect(server, slug):
                await _is_turned_away(server, slug, None)
                await _is_turned_away(server, slug, people[1][1])
            await first.room_where(lambda room: len(room["here"]) == 1)
            await second.socket.close()
            async with wire.connect(server, slug, people[0][1]) as again:
                assert again.frames[0]["type"] == "welcome"
            assert (await first.say("still here"))["type"] == "ok"


async def _is_turned_away(server: Served, slug: str, token: str | None) -> None:
    async with wire.connect(server, slug, token) as late:
        assert await late.until_closed() == 4008
        [refusal] = late.frames
        assert (refusal["code"], refusal["wait"]) == ("too_fast", 5000)
