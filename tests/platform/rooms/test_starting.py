from tafelrunde.matches.models import Match
from tafelrunde.rooms.models import Room, RoomSeat
from tests.platform.rooms.speaking import People, names, refused, say, texts


def test_the_host_begins_with_everyone_seated(room: Room, people: People) -> None:
    say(room, people["Ann"], "/join")
    say(room, people["Bob"], "/join")
    say(room, people["Ann"], "/bot novice")
    say(room, people["Ann"], "/option open plates on")
    say(room, people["Ann"], "/start")
    match = Room.objects.get().match
    assert match is not None
    assert (match.status, match.game, match.place) == (Match.Status.PLAYING, "king_lui", "evening-round")
    assert match.options == {"kitchen_dragon": "choose", "open_plates": True}
    assert sorted(seat.name for seat in match.seats.all()) == ["Ann", "Bob", "Novice"]
    assert "The match begins." in texts(room)


def test_too_few_are_told_how_to_become_more(room: Room, people: People) -> None:
    say(room, people["Ann"], "/join")
    no = refused(room, people["Ann"], "/start")
    assert no.code == "not_allowed_now"
    assert str(no.text) == "King Lui needs at least 3 players: add bots with /bot."


def test_only_the_host_starts_seated_or_not_and_only_once(room: Room, people: People) -> None:
    for name in ("Bob", "Cid", "Dora"):
        say(room, people[name], "/join")
    assert refused(room, people["Bob"], "/start").code == "host_only"
    assert refused(room, None, "/start").code == "signed_out"
    say(room, people["Ann"], "/start")
    assert refused(room, people["Ann"], "/start").code == "not_allowed_now"
    assert Match.objects.count() == 1


def test_seats_have_the_same_numbers_in_room_and_match(room: Room, people: People) -> None:
    for line in ("/join 2", "/bot novice", "/bot"):
        say(room, people["Ann"], line)
    say(room, people["Bob"], "/join 5")
    say(room, people["Ann"], "/start")
    match = Match.objects.get()
    assert [(seat.seat, seat.player_id, seat.bot) for seat in match.seats.all()] == list(
        RoomSeat.objects.values_list("seat", "player_id", "bot")
    )


def test_seats_are_drawn_unless_the_host_says_no(room: Room, people: People) -> None:
    for name in ("Ann", "Bob", "Cid", "Dora", "Eve"):
        say(room, people[name], "/join")
    orders = set()
    for _ in range(20):
        say(room, people["Ann"], "/start")
        orders.add(tuple(names(room)))
        Match.objects.update(status=Match.Status.OVER)
    assert len(orders) > 1

    say(room, people["Ann"], "/option draw off")
    before = names(room)
    say(room, people["Ann"], "/start")
    assert names(room) == before


def test_bots_of_one_kind_are_counted_in_the_order_in_which_they_sit(room: Room, people: People) -> None:
    say(room, people["Ann"], "/join")
    say(room, people["Ann"], "/bot 3")
    for _ in range(6):
        say(room, people["Ann"], "/start")
        match = Match.objects.latest("pk")
        bots = [seat.name for seat in match.seats.order_by("seat") if seat.bot]
        assert bots == ["Courtier", "Courtier-2", "Courtier-3"]
        Match.objects.update(status=Match.Status.OVER)


def test_a_game_that_is_gone_is_refused(room: Room, people: People) -> None:
    Room.objects.update(game="gone")
    for line in ("/join", "/start", "/bot", "/rules", "/option", "/who"):
        assert refused(room, people["Ann"], line).code == "game_off"
