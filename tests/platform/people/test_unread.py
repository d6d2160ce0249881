"""How much one has not read stands in the head of every page, is pushed over the sockets, and goes when it is read."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from tafelrunde.accounts.models import Player
from tafelrunde.people import conversations
from tafelrunde.rooms import whispers
from tafelrunde.rooms.models import ChatLine, Room
from tests.platform.rooms.peers import Peer, Town, news_told, town
from tests.platform.rooms.speaking import Here, People, refused, say


def browser_of(player: Player) -> Client:
    browser = Client()
    browser.force_login(player)
    return browser


def head(browser: Client, page: str = "/me/") -> str:
    text = browser.get(page).content.decode()
    return text[text.index('id="unread"') :].partition("</a>")[0]


def test_every_page_has_the_count_and_reading_takes_it_away(room: Room, people: People, here: Here) -> None:
    ann, bob, cid = people["Ann"], people["Bob"], people["Cid"]
    here("/", ann, bob, cid)
    for line in ("/tell Ann one", "/tell Ann two"):
        say(None, bob, line)
    say(None, cid, "/tell Ann three")
    browser = browser_of(ann)
    for page in ("/", f"/rooms/{room.slug}/", "/me/", "/players/Bob/", "/rules/king_lui/", "/me/whispers/"):
        assert '<b class="count">3</b>' in head(browser, page), page
    assert "two" in browser.get("/me/whispers/Bob/").content.decode()
    assert '<b class="count">1</b>' in head(browser)
    browser.get("/me/whispers/Cid/")
    assert "count" not in head(browser)
    assert "count" not in head(browser_of(bob)), "one's own words are read"


def test_an_older_page_of_a_conversation_reads_nothing(people: People, here: Here) -> None:
    here("/", people["Ann"])
    for number in range(whispers.PER_PAGE + 1):
        whispers.whisper(people["Bob"], "Ann", f"line {number}")
    browser = browser_of(people["Ann"])
    newest = whispers.thread(people["Ann"], people["Bob"])
    browser.get(f"/me/whispers/Bob/?before={newest.older}")
    assert conversations.unread(people["Ann"]) == whispers.PER_PAGE + 1
    assert "line 0<" not in browser.get("/me/whispers/Bob/").content.decode()
    assert "line 0<" in browser.get(f"/me/whispers/Bob/?before={newest.older}").content.decode()


def test_what_comes_while_one_reads_stays_unread(people: People, here: Here) -> None:
    here("/", people["Ann"])
    first = whispers.whisper(people["Bob"], "Ann", "one")
    whispers.whisper(people["Bob"], "Ann", "two")
    whispers.seen(people["Ann"], first["id"])
    assert conversations.unread(people["Ann"]) == 2
    whispers.seen(people["Ann"], ChatLine.objects.latest("pk").pk)
    assert conversations.unread(people["Ann"]) == 0


def test_nobody_reads_for_somebody_else(people: People, here: Here) -> None:
    here("/", people["Ann"])
    line = whispers.whisper(people["Bob"], "Ann", "one")["id"]
    for other in ("Bob", "Cid"):
        whispers.seen(people[other], line)
    assert conversations.unread(people["Ann"]) == 1


def test_conversations_are_listed_the_newest_first_and_show_nothing_of_others(people: People, here: Here) -> None:
    here("/", *(people[name] for name in ("Ann", "Bob", "Cid")))
    say(None, people["Bob"], "/tell Ann from-bob")
    say(None, people["Cid"], "/tell Ann from-cid")
    say(None, people["Cid"], "/tell Bob not-for-ann")
    text = browser_of(people["Ann"]).get("/me/whispers/").content.decode()
    assert text.index("from-cid") < text.index("from-bob")
    assert "not-for-ann" not in text
    assert "not-for-ann" not in browser_of(people["Ann"]).get("/me/whispers/Cid/").content.decode()


def test_the_form_of_the_page_whispers_or_writes(people: People, here: Here) -> None:
    ann, bob = people["Ann"], people["Bob"]
    browser = browser_of(ann)
    browser.post("/me/whispers/Bob/", {"text": "when you come"})
    here("/", bob)
    browser.post("/me/whispers/Bob/", {"text": "psst"})
    assert [line.values for line in ChatLine.objects.all()] == [{"letter": True}, {}]
    assert conversations.unread(bob) == 2


def test_a_letter_waits_for_members_only(people: People) -> None:
    people["Bob"]
    guest = Player.objects.create_user("Gesa", guest=True)
    assert say(None, people["Ann"], "/letter Bob hi") == ["Bob finds your letter when they come."]
    assert refused(None, people["Ann"], "/letter Gesa hi").code == "no_such_player"
    assert refused(None, guest, "/letter Ann hi").code == "not_allowed_now"
    assert [row["text"] for row in whispers.thread(people["Bob"], people["Ann"]).lines] == ["hi"]


@pytest.mark.usefixtures("nothing_fills_up")
def test_who_writes_many_letters_is_told_how_long_to_wait(people: People) -> None:
    people["Bob"]
    for _letter in range(10):
        say(None, people["Ann"], "/letter Bob hi")
    no = refused(None, people["Ann"], "/letter Bob hi")
    assert (no.code, no.more["wait"] > 1000) == ("too_fast", True)


@pytest.fixture
async def evening(transactional_db: None) -> AsyncIterator[Town]:
    async with town("Ann", "Bob") as opened:
        yield opened


async def counts(peer: Peer) -> list[int]:
    """The numbers a program has been told by now."""
    await news_told()
    await peer.socket.send_input({"type": "websocket.receive", "text": '{"type":"sync"}'})
    found = []
    while (frame := await peer.hear())["type"] != "ok":
        if frame["type"] == "unread":
            found.append(frame["count"])
    return found


async def test_it_is_pushed_to_programs_and_pages_and_goes_when_seen(evening: Town) -> None:
    ann, bob = await evening.open("Ann"), await evening.open("Bob", path="/ws/lobby/")
    page = await evening.open("Ann", path="/ws/lobby/?format=html")
    await bob.say("/tell Ann one")
    assert await counts(ann) == [1]
    line = (await sync_to_async(ChatLine.objects.latest)("pk")).pk
    assert (await ann.ask(type="seen", line=line))["type"] == "ok"
    assert await counts(ann) == [0]
    told = [frame["text"] for frame in page.heard() if 'id="unread"' in frame["text"]]
    assert [">1</b>" in text for text in told] == [False, True, False]


async def test_who_comes_is_told_what_waits(evening: Town) -> None:
    await sync_to_async(_letter)()
    ann = await evening.open("Ann")
    while (frame := await ann.hear())["type"] != "unread":
        continue
    assert frame["count"] == 1


def _letter() -> None:
    whispers.letter(Player.objects.get(name="Bob"), "Ann", "hello")
