"""What an ignored person says never reaches who ignores them: in no frame, page, history or count; and shows again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from tafelrunde.accounts.models import Player
from tafelrunde.live import bus
from tafelrunde.people import conversations, friends, ignoring, watching
from tafelrunde.rooms import chat, lines
from tafelrunde.rooms.models import ChatLine, Room
from tests.platform.rooms.peers import Peer, Town, town
from tests.platform.rooms.speaking import Here, People, refused, say, texts

SECRET = "ignored-words"


@pytest.fixture(autouse=True)
def _nothing_is_known() -> Iterator[None]:
    yield
    ignoring._known.clear()
    ignoring._ignorers.clear()
    ignoring._changes.clear()


@pytest.fixture
async def evening(transactional_db: None) -> AsyncIterator[Town]:
    """Ann, Bob and Cid; Ann ignores Bob."""
    async with town("Ann", "Bob", "Cid") as opened:
        yield opened


async def heard(*peers: Peer) -> list[list[str]]:
    """What each has heard by now."""
    for peer in peers:
        await peer.ask(type="premove", move="x")
    return [peer.lines for peer in peers]


async def test_no_line_whisper_or_emote_reaches_their_open_sockets(evening: Town) -> None:
    ann, bob, cid = [await evening.open(name) for name in ("Ann", "Bob", "Cid")]
    lobby = await evening.open("Ann", path="/ws/lobby/")
    page = await evening.open("Ann", query="?format=html")
    assert await ann.say("/ignore Bob") == "ok"
    before = len(ann.lines)
    for line in (SECRET, f"/me {SECRET}", f"/tell Ann {SECRET}", f"/letter Ann {SECRET}"):
        assert await bob.say(line) == "ok"
    await cid.say("from Cid")
    assert (await heard(ann))[0][before:] == ["from Cid"]
    assert not any(SECRET in str(frame) for peer in (lobby, page) for frame in peer.heard())
    assert (await heard(cid))[0] == [SECRET, SECRET, "from Cid"]
    assert SECRET in (await heard(bob))[0]


async def test_a_socket_that_opens_later_knows_it_too(evening: Town) -> None:
    await sync_to_async(_ignore)("Ann", "Bob")
    ann, bob = await evening.open("Ann"), await evening.open("Bob")
    await bob.say(SECRET)
    await bob.say(f"/tell Ann {SECRET}")
    again = await evening.open("Ann")
    assert await heard(ann, again) == [[], []]
    assert SECRET not in str(again.heard())


async def test_what_a_lost_hint_has_hidden_is_found_by_the_beat(evening: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = await evening.open("Ann"), await evening.open("Bob")
    with monkeypatch.context() as patch:
        patch.setattr(bus, "publish", lambda _kind, **_message: None)
        await sync_to_async(_ignore)("Ann", "Bob")
    await ignoring.look()
    await bob.say(SECRET)
    assert await heard(ann) == [[]]


async def test_a_line_that_was_lost_is_not_told_late_either(evening: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    await sync_to_async(_ignore)("Ann", "Bob")
    ann = await evening.open("Ann")

    def lost() -> None:
        bob = Player.objects.get(name="Bob")
        chat.say(Room.objects.get(), bob, SECRET)
        ChatLine.objects.create(kind="whisper", player=bob, name="Bob", to=Player.objects.get(name="Ann"), text=SECRET)

    with monkeypatch.context() as patch:
        patch.setattr(bus, "publish", lambda _kind, **_message: None)
        await sync_to_async(lost)()
    await lines.look_around()
    assert await heard(ann) == [[]]


async def test_unignoring_is_heard_at_once(evening: Town) -> None:
    ann, bob = await evening.open("Ann"), await evening.open("Bob")
    await ann.say("/ignore Bob")
    await bob.say(SECRET)
    await ann.say("/unignore Bob")
    await bob.say("hello again")
    assert (await heard(ann))[0][-1] == "hello again"
    again = Peer(f"/ws/rooms/{evening.slug}/", evening.tokens["Ann"])
    await again.socket.connect(20)
    assert SECRET in str(await again.hear())
    await again.socket.disconnect()


def test_pages_and_history_are_without_it_and_have_it_again(room: Room, people: People, here: Here) -> None:
    ann, bob = people["Ann"], people["Bob"]
    here(room, ann, bob)
    say(room, ann, "/ignore Bob")
    for line in (SECRET, f"/me {SECRET}", f"/tell Ann {SECRET}", "/letter Ann " + SECRET):
        say(room, bob, line)
    browser = Client()
    browser.force_login(ann)
    pages = ("/", f"/rooms/{room.slug}/", "/me/whispers/", "/me/whispers/Bob/", "/me/friends/", "/players/Bob/")
    for page in pages:
        assert SECRET not in browser.get(page).content.decode(), page
    assert SECRET not in browser.get(f"/api/rooms/{room.slug}").content.decode()
    assert (texts(room, ann), texts(None, ann), conversations.unread(ann)) == ([], [], 0)
    assert SECRET in texts(room, people["Cid"])
    say(room, ann, "/unignore Bob")
    assert (texts(room, ann), conversations.unread(ann)) == ([SECRET] * 4, 2)
    for page in (f"/rooms/{room.slug}/", "/me/whispers/", "/me/whispers/Bob/"):
        assert SECRET in browser.get(page).content.decode(), page


def test_who_is_ignored_is_told_what_everybody_is_told(room: Room, people: People, here: Here) -> None:
    ann, bob, cid = people["Ann"], people["Bob"], people["Cid"]
    here(room, ann)
    say(room, ann, "/ignore Bob")
    for line in ("/tell Ann psst", "/friend Ann", "/whereis Ann", "/letter Ann psst", "/whois Ann"):
        assert say(room, bob, line) == say(room, cid, line), line
    here.away(room, ann)
    assert refused(room, bob, "/tell Ann psst").more == refused(room, cid, "/tell Ann psst").more
    assert say(room, bob, "/letter Ann psst") == say(room, cid, "/letter Ann psst")


def test_what_they_ask_is_not_told_and_not_shown(people: People) -> None:
    ann, bob = people["Ann"], people["Bob"]
    ignoring.ignore(ann, bob)
    friends.befriend(bob, ann)
    assert friends.asking(ann) == []
    ignoring.heed(ann, bob)
    assert friends.asking(ann) == [bob]


def test_an_answer_goes_to_who_was_heard_last(room: Room, people: People, here: Here) -> None:
    here(room, people["Ann"], people["Bob"], people["Cid"])
    say(room, people["Cid"], "/tell Ann one")
    say(room, people["Ann"], "/ignore Bob")
    say(room, people["Bob"], "/tell Ann two")
    say(room, people["Ann"], "/reply three")
    assert chat.last_lines(room, people["Ann"])[-1]["to"] == "Cid"


def test_ignoring_ends_a_friendship_and_a_watch(people: People) -> None:
    ann, bob = people["Ann"], people["Bob"]
    friends.befriend(ann, bob)
    friends.befriend(bob, ann)
    watching.watch(ann, bob)
    ignoring.ignore(ann, bob)
    assert (friends.friends(ann), friends.friends(bob), watching.watched(ann)) == ([], [], [])
    for line in ("/friend Bob", "/watch Bob", "/tell Bob hi", "/letter Bob hi"):
        assert refused(None, ann, line).code == "not_allowed_now"


def test_words_of_the_house_are_not_ignored(playing: Room, people: People) -> None:
    """What the room itself says has nobody to ignore, whomever it is about."""
    ignoring.ignore(people["Ann"], people["Bob"])
    assert "Bob sits down." in texts(playing, people["Ann"])


def _ignore(who: str, whom: str) -> None:
    ignoring.ignore(Player.objects.get(name=who), Player.objects.get(name=whom))
