import re

import pytest
from django.test import Client

from tafelrunde import games
from tafelrunde.game.testing.teaching import parts_of_rules
from tafelrunde.live.greeting import site_address
from tafelrunde.rooms.models import Room
from tests.platform.rooms.speaking import Here, People, refused, say


def test_who_tells_who_sits_and_who_watches(room: Room, people: People, here: Here) -> None:
    for name in ("Ann", "Dora"):
        here(room, people[name])
    say(room, people["Ann"], "/join 2")
    say(room, people["Bob"], "/join")
    say(room, people["Ann"], "/bot novice")
    assert say(room, None, "/who") == [
        "1: Bob, away",
        "2: Ann (host)",
        "3: Novice, a bot",
        "4: free",
        "5: free",
        "Watching: Dora",
    ]


def test_rules_tells_where_they_are(room: Room) -> None:
    assert say(room, None, "/rules") == [f"The rules of King Lui: {site_address()}/rules/king_lui/"]


def test_rules_of_another_game_and_in_the_lobby(room: Room) -> None:
    line = f"The rules of King Lui: {site_address()}/rules/king_lui/"
    for where, typed in ((room, "/rules king lui"), (None, "/rule King_Lui")):
        assert say(where, None, typed) == [line]
    assert line in say(None, None, "/rules")
    assert refused(room, None, "/rules chess").code == "bad_argument"


def test_rules_of_another_game_are_found_where_that_of_the_room_is_not_installed(room: Room) -> None:
    Room.objects.filter(pk=room.pk).update(game="gone")
    assert refused(room, None, "/rules").code == "game_off"
    assert say(room, None, "/rules king lui") == [f"The rules of King Lui: {site_address()}/rules/king_lui/"]


def test_in_a_match_the_rules_open_at_the_part_that_matters_now(playing: Room, people: People, client: Client) -> None:
    assert say(playing, people["Ann"], "/rules")[0].endswith("/rules/king_lui/#turn")
    assert say(playing, people["Ann"], "/rules kings gold")[0].endswith("/rules/kings_gold/")
    page = client.get(f"/rules/king_lui/?room={playing.slug}")
    assert page.headers["Location"] == "/rules/king_lui/#turn"
    assert client.get("/rules/king_lui/?room=nowhere").headers["Location"] == "/rules/king_lui/"


@pytest.mark.parametrize("slug", ["king_lui", "skull_king", "kings_gold"])
@pytest.mark.parametrize("language", ["en", "fr", "de", "it"])
def test_a_page_of_rules_has_the_same_parts_in_each_language(
    slug: str, language: str, client: Client, db: None
) -> None:
    game = games.find(slug)
    assert game is not None
    page = client.get(f"/rules/{slug}/", headers={"accept-language": language}).content.decode()
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert parts_of_rules(game) <= set(ids)
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    assert {"goal", "turn" if slug != "skull_king" else "round", "notation"} <= set(ids)


def test_who_has_left_a_match_is_shown_with_the_bot_that_plays(playing: Room, people: People, here: Here) -> None:
    [seat] = [row.seat for row in playing.seats.all() if row.player == people["Bob"]]
    say(playing, people["Bob"], "/leave")
    assert say(playing, None, "/who")[seat] == f"{seat + 1}: Bob has left, a bot plays"


def test_in_the_lobby_who_tells_who_is_online(room: Room, people: People, here: Here) -> None:
    assert say(None, None, "/who") == ["Nobody with a name is online."]
    here(room, people["bob"])
    here("/", people["Ann"])
    assert say(None, None, "/who") == ["2 online: Ann, bob"]


def test_too_many_words_are_refused_with_the_usage(room: Room, people: People) -> None:
    for line, usage in (("/who there", "/who"), ("/rooms now", "/rooms"), ("/join 1 2", "/join [SEAT]")):
        no = refused(room, people["Ann"], line)
        assert (no.code, str(no.text)) == ("bad_argument", f"That is typed as {usage}")
