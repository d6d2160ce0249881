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
    assert say(room, None, "/rules") == ["The rules of King Lui: /rules/king_lui/"]


def test_too_many_words_are_refused_with_the_usage(room: Room, people: People) -> None:
    for line, usage in (("/who there", "/who"), ("/rules now", "/rules"), ("/join 1 2", "/join [SEAT]")):
        no = refused(room, people["Ann"], line)
        assert (no.code, str(no.text)) == ("bad_argument", f"That is typed as {usage}")
