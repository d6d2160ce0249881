"""The commands of a room. They hold no rules: each calls the function that decides, as the buttons do."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tafelrunde import games
from tafelrunde.accounts.models import Player
from tafelrunde.game import Option, spell
from tafelrunde.house import offers
from tafelrunde.live import presence
from tafelrunde.matches.texts import render
from tafelrunde.refusals import Refusal

from . import chat, choices, seating, starting
from .arguments import Phrase, PlayerName, SeatNumber, SeatOrName, Text, Word
from .calls import BETWEEN, HOST, OVER, PLAYER, SEATED, Call
from .changes import game_name, game_of
from .registry import available, command, find, move_words
from .typed import first_word


def _can_sit(call: Call) -> bool:
    game = games.find(call.room.game)
    if game is None or call.seated is not None:
        return False
    if not call.playing:
        return len(call.seats) < max(game.seats)
    return call.room.match is not None and any(seat.player_id == call.caller.pk for seat in call.room.match.seats.all())


def _can_start(call: Call) -> bool:
    game = offers.heard().get(call.room.game)
    return game is not None and len(call.seats) >= min(game.seats) and not _can_repeat(call)


def _can_repeat(call: Call) -> bool:
    match = call.room.match
    if match is None or call.seated is None or not offers.is_offered(call.room.game):
        return False
    return starting.same_people(match, list(call.seats))


def _has_free_seat(call: Call) -> bool:
    game = games.find(call.room.game)
    return game is not None and len(call.seats) < max(game.seats)


@command("join", "sit", "j", who=PLAYER, button=gettext_lazy("Join"), offered=_can_sit)
def join(call: Call, seat: SeatNumber | None = None) -> str | None:
    """/join [SEAT]: sit down at the table, or come back to your match."""
    before = call.seated
    got = seating.sit(call.room, call.caller, seat)
    if before is not None and before.seat == got:
        return _("You are sitting at seat {n}.").format(n=got + 1)
    return None


@command("again", "rematch", who=SEATED, when=OVER, button=gettext_lazy("Again"), offered=_can_repeat)
def again(call: Call) -> None:
    """/again: play another match with the same people."""
    starting.again(call.room, call.caller)


@command("start", "begin", who=HOST, when=BETWEEN, button=gettext_lazy("Start"), offered=_can_start)
def start(call: Call) -> None:
    """/start: begin the match with everyone seated."""
    starting.start(call.room, call.caller)


@command(
    "bot", "robot", "bots", "addbot", who=HOST, when=BETWEEN, button=gettext_lazy("Add a bot"), offered=_has_free_seat
)
def bot(call: Call, kind: Word = "", number: Word = "") -> None:
    """/bot [KIND] [NUMBER]: seat a bot, or several."""
    if kind.isdecimal():
        kind, number = number, kind
    count = _count(number)
    seating.add_bot(call.room, call.caller, kind or None, count)


@command("leave", "stand", "quit", "exit", who=SEATED, button=gettext_lazy("Leave"), expected=False)
def leave(call: Call) -> None:
    """/leave: get up from the table; in a match a bot plays on for you."""
    seating.leave(call.room, call.caller)


@command("kick", "remove", who=HOST, when=BETWEEN)
def kick(call: Call, who: SeatOrName) -> None:
    """/kick SEAT or NAME: free the seat of a player or a bot."""
    seating.remove(call.room, call.caller, who)


@command("game", "games")
def game(call: Call, name: Phrase = "") -> list[str] | None:
    """/game [NAME]: show the games, or choose the one to play."""
    if name:
        choices.set_game(call.room, call.caller, name)
        return None
    return [_game_line(call, slug) for slug in offers.offered()]


@command("option", "options", "opt")
def option(call: Call, words: Text = "") -> list[str] | str | None:
    """/option [NAME VALUE]: show the options, or choose one."""
    words = words.replace("=", " ").replace(":", " ").strip()
    if not words:
        return [_option_line(call, known) for known in choices.options(call.room)]
    name, value = _option_and_value(call, words)
    if not value:
        return _option_line(call, choices.find_option(call.room, name))
    choices.set_option(call.room, call.caller, name, value)
    return None


@command("who")
def who(call: Call) -> list[str]:
    """/who: show who sits at the table and who is watching."""
    lines = [_seat_line(call, seat) for seat in range(_seats(call))]
    seated = {row.player_id for row in call.seats}
    watching = Player.objects.filter(pk__in=presence.here(call.room.slug) - seated).order_by("key")
    names = ", ".join(player.name for player in watching)
    return [*lines, _("Watching: {names}").format(names=names)] if names else lines


@command("tell", "w", "whisper", "msg", "t", who=PLAYER)
def tell(call: Call, name: PlayerName, text: Text) -> None:
    """/tell NAME TEXT: whisper something to one person."""
    chat.whisper(call.room, call.caller, name, text)


@command("me", "emote", who=PLAYER)
def me(call: Call, text: Text) -> None:
    """/me TEXT: do something, like “/me waves”."""
    chat.emote(call.room, call.caller, text)


@command("rules", "rule")
def rules(call: Call) -> str:
    """/rules: show where the rules of the game are."""
    played = game_of(call.room)
    return _("The rules of {game}: {address}").format(
        game=game_name(played), address=reverse("rules", args=[played.slug])
    )


@command("help", "h", "?", "commands")
def help_(call: Call, name: Word = "") -> list[str] | str:
    """/help [COMMAND]: show what you can do here, or what one command does."""
    if name:
        found = find(name)
        if found is None:
            text = _("There is no command /{word}. With /help you see what you can do here.")
            raise Refusal("unknown_command", text.format(word=name.lstrip("/")[:40]), hint="/help")
        also = ", ".join(f"/{alias}" for alias in found.aliases)
        return f"{found.usage}: {found.help} ({also})" if also else f"{found.usage}: {found.help}"
    lines = [f"{found.usage}: {found.help}" for found in available(call)]
    if call.playing and call.seated and (moves := move_words(call.room)):
        lines.append(_("Moves are typed too: {verbs} …").format(verbs=" ".join(f"/{verb}" for verb in moves)))
    return lines


def _count(number: str) -> int:
    if not number:
        return 1
    if not number.isdecimal() or len(number) > 3:
        raise Refusal("bad_argument", _("How many bots? Type a number, like /bot 2."))
    return int(number)


def _seats(call: Call) -> int:
    return max(game_of(call.room).seats)


def _game_line(call: Call, slug: str) -> str:
    known = games.installed()[slug]
    line = _("{slug}: {name}, {least} to {most} players").format(
        slug=slug, name=game_name(known), least=min(known.seats), most=max(known.seats)
    )
    return _("{line} (played here)").format(line=line) if slug == call.room.game else line


def _option_line(call: Call, known: Option) -> str:
    value = choices.value_of(call.room, known)
    values = ", ".join(f"{spell(good)} ({render(label)})" for good, label in known.values.items())
    text = _("{name} = {value}: {label}; one of {values}")
    return text.format(name=known.name, value=spell(value), label=render(known.label), values=values)


def _option_and_value(call: Call, words: str) -> tuple[str, str]:
    """The longest beginning of the words that names an option, and what follows it."""
    split = words.split()
    for end in range(len(split), 0, -1):
        name = " ".join(split[:end])
        try:
            choices.find_option(call.room, name)
        except Refusal:
            continue
        return name, " ".join(split[end:])
    return first_word(words)


def _seat_line(call: Call, seat: int) -> str:
    row = next((row for row in call.seats if row.seat == seat), None)
    if row is None:
        return _("{n}: free").format(n=seat + 1)
    name = seating.sitter_names(games.find(call.room.game), call.seats)[seat]
    if row.player is None:
        return _("{n}: {name}, a bot").format(n=seat + 1, name=name)
    if row.player_id == call.room.host_id:
        name = _("{name} (host)").format(name=name)
    if presence.is_here(call.room.slug, row.player.pk):
        return _("{n}: {name}").format(n=seat + 1, name=name)
    return _("{n}: {name}, away").format(n=seat + 1, name=name)
