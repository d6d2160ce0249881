"""A page that comes back is told what has happened meanwhile: in three sentences at most, the newest first."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from tafelrunde.game import SPECTATOR, Viewer
from tafelrunde.matches import live as matches
from tafelrunde.matches import position as fold
from tafelrunde.matches import reading
from tafelrunde.matches.position import Change
from tafelrunde.rooms import chat, missed
from tafelrunde.rooms.missed import Seen, read_seen
from tafelrunde.rooms.models import Room
from tests.platform.rooms.peers import Peer, Town, quiet, town

ANN = 0


@pytest.fixture
def live(playing: Room) -> matches.LiveMatch:
    assert playing.match is not None
    return matches.read(playing.match.pk)


def move(seat: int, at: float, by: str = fold.PLAYER, what: str = "kitchen") -> Change:
    return Change(fold.MOVE, seat, at, what, by)


def line(number: int, at: float, sender: str | None = "Bob", kind: str = "say") -> dict[str, Any]:
    return {"id": number, "at": int(at * 1000), "kind": kind, "from": sender, "text": "hello"}


def told(
    live: matches.LiveMatch | None,
    changes: Sequence[Change] = (),
    lines: Sequence[dict[str, Any]] = (),
    viewer: Viewer | None = None,
) -> str:
    """What Ann is told, who had seen the beginning and three lines; or somebody else."""
    seen = Seen(live.id if live else 0, 0, 3)
    return missed.sentence(live, _seat(live, "Ann") if viewer is None else viewer, seen, changes, lines, "Ann")


def _seat(live: matches.LiveMatch | None, name: str) -> int:
    return live.names.index(name) if live else 0


def test_who_has_missed_nothing_is_told_nothing(live: matches.LiveMatch) -> None:
    assert told(live) == told(None) == ""
    assert told(live, [Change(fold.ABSENT, _seat(live, "Bob"), 5.0)]) == ""


def test_of_others_it_tells_who_has_moved_and_how_often_and_not_what(live: matches.LiveMatch) -> None:
    bob = _seat(live, "Bob")
    assert told(live, [move(bob, 5.0)]) == "You missed: Bob made 1 move."
    bot = ({0, 1, 2} - {bob, _seat(live, "Ann")}).pop()
    text = told(live, [move(bob, 5.0, what="take wine"), move(bot, 6.0), move(bob, 7.0)])
    assert text == f"You missed: Bob, {live.names[bot]} made 3 moves."


@pytest.mark.parametrize(
    ("by", "once", "twice"),
    [
        (
            fold.CLOCK,
            "Your time was out, and this was played for you: the kitchen.",
            "Your time was out, and 2 moves were played for you.",
        ),
        (fold.PREMOVE, "What you had marked was played: the kitchen.", "What you had marked was played: the kitchen."),
        (fold.BOT, "A bot made 1 move for you.", "A bot made 2 moves for you."),
    ],
)
def test_it_tells_what_was_played_for_the_reader(live: matches.LiveMatch, by: str, once: str, twice: str) -> None:
    ann = _seat(live, "Ann")
    label = re.escape("the kitchen")
    for n, text in ((1, once), (2, twice)):
        found = told(live, [move(ann, 5.0 + i, by) for i in range(n)])
        assert re.fullmatch(re.escape(f"You missed: {text}").replace(label, ".+"), found), found


def test_ones_own_moves_are_not_missed(live: matches.LiveMatch) -> None:
    assert told(live, [move(_seat(live, "Ann"), 5.0)]) == ""


def test_lines_of_others_are_counted_from_the_last_one_that_was_seen(live: matches.LiveMatch) -> None:
    before, own, house = line(3, 1.0), line(4, 2.0, "Ann"), line(5, 3.0, None, "system")
    assert told(live, (), [before, own, house]) == ""
    assert told(live, (), [before, own, line(6, 4.0)]) == "You missed: 1 line was said."
    assert told(None, (), [line(6, 4.0), line(7, 5.0, "Bob", "whisper")]) == "You missed: 2 lines were said."


def test_the_newest_comes_first_and_no_more_than_three(live: matches.LiveMatch) -> None:
    ann, bob = _seat(live, "Ann"), _seat(live, "Bob")
    changes = [move(ann, 1.0, fold.BOT), move(bob, 2.0), move(ann, 4.0, fold.CLOCK), move(ann, 5.0, fold.CLOCK)]
    text = told(live, changes, [line(9, 3.0)])
    assert text == ("You missed: Your time was out, and 2 moves were played for you. 1 line was said. Bob made 1 move.")


def test_another_match_is_told_as_one_that_has_begun(live: matches.LiveMatch) -> None:
    text = missed.sentence(live, SPECTATOR, Seen(live.id + 1, 9, 0), (), (), None)
    assert text == "You missed: A match has begun."


@pytest.mark.parametrize(
    "query",
    [
        "",
        "match=1&version=2",
        "match=x&version=1&line=1",
        "match=-1&version=1&line=1",
        f"match={'9' * 400}&version=1&line=1",
        "match=²&version=1&line=1",
    ],
)
def test_nonsense_in_the_address_is_as_good_as_nothing(query: str) -> None:
    parts = dict(part.split("=") for part in query.split("&") if part)
    assert read_seen({name: [value] for name, value in parts.items()}) is None


def test_the_address_says_what_was_seen() -> None:
    assert read_seen({"match": ["7"], "version": ["41"], "line": ["0"]}) == Seen(7, 41, 0)


@pytest.fixture
async def evening(transactional_db: None) -> AsyncIterator[Town]:
    async with town("Ann", "Bob", "Cid", playing=True) as opened:
        yield opened


async def play(evening: Town, plies: int) -> Peer:
    """Three people at their table who play so far, each the first of their moves; gives Ann's socket, of a program."""
    peers = [await evening.open(name) for name in ("Ann", "Bob", "Cid")]
    for ply in range(plies):
        for peer in peers:
            while peer.match["ply"] < ply:
                await peer.hear()
        mover = next(peer for peer in peers if peer.match["moves"])
        assert (await mover.move())["type"] == "ok"
    assert await peers[1].say("are you there?") == "ok"
    await quiet(evening.slug)
    return peers[0]


async def missed_by(evening: Town, query: str) -> list[str]:
    """What Ann is told that she has missed when she comes back so."""
    peer = Peer(f"/ws/rooms/{evening.slug}/?{query}", evening.tokens["Ann"])
    await peer.open()
    await peer.socket.send_input({"type": "websocket.receive", "text": '{"type":"premove","move":null,"ref":"asked"}'})
    told: list[str] = []
    while (frame := await peer.hear()).get("ref") != "asked":  # answered after all that comes by itself
        told += re.findall(r"You missed: [^<]*", frame.get("html", "") or str(frame.get("line", "")))
    await peer.socket.disconnect()
    return [text.strip() for text in told]


async def test_a_page_is_told_exactly_what_came_after_what_it_had_shown(evening: Town) -> None:
    ann = await play(evening, 6)
    match = ann.match["id"]
    changes = await sync_to_async(reading.read_log)(match)
    newest = await sync_to_async(chat.newest_line)()
    assert len(changes) == 6
    for shown in range(7):
        theirs = [change.seat for change in changes[shown:] if change.seat != ANN]
        names = ", ".join(dict.fromkeys("Ann Bob Cid".split()[seat] for seat in theirs))
        wanted = [f"You missed: {names} made {len(theirs)} move{'s' * (len(theirs) > 1)}."] if theirs else []
        assert await missed_by(evening, f"format=html&match={match}&version={shown}&line={newest}") == wanted
    [all_of_it] = await missed_by(evening, f"format=html&match={match}&version=0&line=0")
    assert all_of_it.startswith("You missed: 1 line was said. ")


@pytest.mark.parametrize(
    "query", ["format=html", "match={match}&version=0&line=0", "format=html&match={match}&version=999&line=999999"]
)
async def test_who_comes_anew_and_programs_and_who_has_seen_all_are_told_nothing(evening: Town, query: str) -> None:
    ann = await play(evening, 2)
    assert await missed_by(evening, query.format(match=ann.match["id"])) == []
