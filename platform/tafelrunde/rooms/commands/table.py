"""At the table: sitting down and getting up, beginning, bots, the host."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tafelrunde import games
from tafelrunde.house import offers
from tafelrunde.matches.seats import seat_of
from tafelrunde.refusals import Refusal

from .. import choices, hosting, learning, seating, starting, ways
from ..arguments import Phrase, PlayerName, SeatNumber, SeatOrName, Word
from ..calls import BEGIN, BETWEEN, CHANGE, HOST, OVER, PLAY, PLAYER, ROOM, SEATED, Call, RoomCall
from ..changes import game_of
from ..registry import Go, command


def _can_sit(call: RoomCall) -> bool:
    game = games.find(call.room.game)
    if game is None or call.seated is not None:
        return False
    if not call.playing:
        return len(call.seats) < max(game.seats)
    return seat_of(call.match_seats, call.caller.pk) is not None


def _can_start(call: RoomCall) -> bool:
    game = offers.heard().get(call.room.game)
    return game is not None and len(call.seats) >= min(game.seats) and not _can_repeat(call)


def _can_repeat(call: RoomCall) -> bool:
    has_played = call.room.match is not None and call.seated is not None and offers.is_offered(call.room.game)
    if not has_played or call.outcome is None or starting.sharing(call.outcome, call.seats):
        return False
    return starting.same_people(call.outcome.table, call.seats)


def _can_play_off(call: RoomCall) -> bool:
    left = call.outcome
    if left is None or call.playing or not offers.is_offered(call.room.game):
        return False
    return starting.may_play_off(left, call.room.host_id, call.caller.pk) and bool(starting.sharing(left, call.seats))


def _can_learn(call: RoomCall) -> bool:
    game = offers.heard().get(call.room.game)
    return game is not None and game.tutorial is not None and call.room.match is None


@command("join", "sit", "j", about=PLAY, who=PLAYER, does=CHANGE, button=gettext_lazy("Join"), offered=_can_sit)
def join(call: RoomCall, seat: SeatNumber | None = None) -> str | None:
    """/join [SEAT]: sit down at the table, come back to your match, or ask for a seat that a bot plays for somebody."""
    before = call.seated
    got = seating.sit(call.room, call.caller, seat)
    if before is not None and before.seat == got:
        return _("You are sitting at seat {n}.").format(n=got + 1)
    return None


@command(
    "playoff",
    "play-off",
    "decide",
    about=PLAY,
    who=PLAYER,
    when=OVER,
    does=BEGIN,
    button=gettext_lazy("Play-off"),
    offered=_can_play_off,
)
def playoff(call: RoomCall) -> None:
    """/playoff: play off a shared win, between those who share it alone."""
    starting.play_off(call.room, call.caller)


@command(
    "again", "rematch", about=PLAY, who=SEATED, when=OVER, does=BEGIN, button=gettext_lazy("Again"), offered=_can_repeat
)
def again(call: RoomCall) -> None:
    """/again: play another match with the same people."""
    starting.again(call.room, call.caller)


@command(
    "start", "begin", about=PLAY, who=HOST, when=BETWEEN, does=BEGIN, button=gettext_lazy("Start"), offered=_can_start
)
def start(call: RoomCall) -> None:
    """/start: begin the match with everyone seated."""
    starting.start(call.room, call.caller)


@command(
    "bot",
    "robot",
    "bots",
    "addbot",
    about=ROOM,
    who=HOST,
    when=BETWEEN,
    does=CHANGE,
    button=gettext_lazy("Add a bot"),
    offered=lambda call: call.has_free_seat,
)
def bot(call: RoomCall, kind: Word = "", number: Word = "") -> None:
    """/bot [KIND] [NUMBER]: seat a bot, or several."""
    if kind.isdecimal():
        kind, number = number, kind
    count = _count(number)
    seating.add_bot(call.room, call.caller, kind or None, count)


@command(
    "leave", "stand", "quit", "exit", about=PLAY, who=SEATED, does=CHANGE, button=gettext_lazy("Leave"), expected=False
)
def leave(call: RoomCall) -> None:
    """/leave: get up from the table; in a match a bot plays on for you."""
    seating.leave(call.room, call.caller)


@command("kick", "remove", about=ROOM, who=HOST, when=BETWEEN, does=CHANGE)
def kick(call: RoomCall, who: SeatOrName) -> None:
    """/kick SEAT or NAME: free the seat of a player or a bot."""
    seating.remove(call.room, call.caller, who)


@command("host", about=ROOM, does=CHANGE)
def host(call: RoomCall, name: PlayerName = "") -> str | None:
    """/host [NAME]: show who is host, or make somebody else host."""
    if name:
        hosting.hand_over(call.room, call.caller, name)
        return None
    if call.room.host is None:
        return _("This room has no host: with /join you become host.")
    return _("The host is {name}.").format(name=call.room.host.name)


def _count(number: str) -> int:
    if not number:
        return 1
    if not number.isdecimal() or len(number) > 3:
        raise Refusal("bad_argument", _("How many bots? Type a number, like /bot 2."))
    return int(number)


@command(
    "learn",
    "tutorial",
    "firststeps",
    about=PLAY,
    who=PLAYER,
    does=BEGIN,
    button=gettext_lazy("Learn it"),
    offered=_can_learn,
    expected=False,
)
def learn(call: Call, game: Phrase = "") -> Go:
    """/learn [GAME]: take your first steps in a game, at a table of your own with bots."""
    if game:
        meant = choices.find_game(game)
    else:
        meant = game_of(call.room) if isinstance(call, RoomCall) else learning.first_with_tutorial()
    return Go(ways.to_room(learning.learn(call.caller, meant)))
