"""What people are to each other: friends, whom they watch for, whom they ignore; letters and invitations."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tafelrunde.accounts.models import Player
from tafelrunde.people import friends as ties
from tafelrunde.people import ignoring, watching

from .. import chat, inviting, reporting, ways, whispers
from ..arguments import PlayerName, Text
from ..calls import CHANGE, HOST, PEOPLE, PLAYER, TALK, Call, RoomCall
from ..registry import Go, command


@command("friend", "befriend", "ami", about=PEOPLE, who=PLAYER, does=CHANGE)
def friend(call: Call, name: PlayerName) -> str:
    """/friend NAME: ask somebody to be your friend, or accept what they have asked."""
    other = chat.player_named(name)
    if ties.befriend(call.caller, other):
        return _("{name} is your friend now.").format(name=other.name)
    return _("{name} is asked whether you are friends.").format(name=other.name)


@command("unfriend", "defriend", about=PEOPLE, who=PLAYER, does=CHANGE)
def unfriend(call: Call, name: PlayerName) -> str:
    """/unfriend NAME: end a friendship, take back what you have asked, or decline."""
    other = chat.player_named(name)
    texts = {
        "ended": _("{name} is your friend no longer."),
        "taken back": _("{name} is not asked any more."),
        "declined": _("{name} is not your friend, and is not told so."),
    }
    return texts[ties.part(call.caller, other)].format(name=other.name)


@command("friends", "buddies", about=PEOPLE, who=PLAYER)
def friends(call: Call) -> list[str]:
    """/friends: show your friends, and who is here of them."""
    found = ties.friends(call.caller)
    lines = [ways.told(friend, call.caller)[0] for friend in found] or [
        _("You have no friends here yet: /friend NAME.")
    ]
    lines += _named(_("To be your friends ask: {names}. With /friend NAME you accept."), ties.asking(call.caller))
    lines += _named(_("You have asked {names}."), ties.asked(call.caller))
    return lines


@command("watch", "notify", about=PEOPLE, who=PLAYER, does=CHANGE)
def watch(call: Call, name: PlayerName = "") -> str | list[str]:
    """/watch [NAME]: be told when somebody comes; alone: show for whom you watch."""
    if not name:
        found = watching.watched(call.caller)
        return [ways.told(one, call.caller)[0] for one in found] or _("You watch for nobody: /watch NAME.")
    other = chat.player_named(name)
    watching.watch(call.caller, other)
    return _("You will be told when {name} comes.").format(name=other.name)


@command("unwatch", "unnotify", about=PEOPLE, who=PLAYER, does=CHANGE)
def unwatch(call: Call, name: PlayerName) -> str:
    """/unwatch NAME: be told no longer when somebody comes."""
    other = chat.player_named(name)
    watching.unwatch(call.caller, other)
    return _("You will not be told any more when {name} comes.").format(name=other.name)


@command("ignore", "block", about=PEOPLE, who=PLAYER, does=CHANGE)
def ignore(call: Call, name: PlayerName = "") -> str | list[str]:
    """/ignore [NAME]: hear nothing from somebody any more; alone: show whom you ignore."""
    if not name:
        found = ignoring.ignored(call.caller)
        return _named(_("You ignore {names}."), found) or _("You ignore nobody.")
    other = chat.player_named(name)
    ignoring.ignore(call.caller, other)
    return _("You hear nothing from {name} any more; with /unignore {name} you do.").format(name=other.name)


@command("unignore", "unblock", "heed", about=PEOPLE, who=PLAYER, does=CHANGE)
def unignore(call: Call, name: PlayerName) -> str:
    """/unignore NAME: hear somebody again, also what they said meanwhile."""
    other = chat.player_named(name)
    ignoring.heed(call.caller, other)
    return _("You hear {name} again.").format(name=other.name)


@command("report", "complain", about=PEOPLE, who=PLAYER, does=CHANGE)
def report(call: Call, name: PlayerName, why: Text) -> str:
    """/report NAME WHY: let moderators look at what somebody does; they see the last lines and the match."""
    room = call.room if isinstance(call, RoomCall) else None
    return reporting.thanks(reporting.report(call.caller, name, why, room))


@command("follow", about=PEOPLE)
def follow(call: Call, name: PlayerName) -> Go:
    """/follow NAME: go to where somebody is."""
    return Go(ways.to_person(chat.player_named(name), call.player))


@command("letter", "mail", "write", about=PEOPLE, who=PLAYER, does=TALK)
def letter(call: Call, name: PlayerName, text: Text) -> str | None:
    """/letter NAME TEXT: leave something for a member to read when they come."""
    other = chat.player_named(name)
    if whispers.letter(call.caller, name, text):
        return None
    return _("{name} finds your letter when they come.").format(name=other.name)


def _waits_for_more(call: RoomCall) -> bool:
    waits = call.seated is not None and not call.playing and call.has_free_seat
    return waits and inviting.gives_links(call.room, call.caller)


@command(
    "invite",
    about=PEOPLE,
    who=PLAYER,
    does=CHANGE,
    button=gettext_lazy("Invite"),
    offered=_waits_for_more,
    expected=False,
)
def invite(call: RoomCall, name: PlayerName = "") -> str:
    """/invite [NAME]: invite somebody to this table; alone: get a link for whoever you like, valid for a day."""
    if not name:
        address = inviting.link(call.room, call.caller)
        return _("Whoever has this link may come in, for a day: {address}").format(address=address)
    here = inviting.invite(call.room, call.caller, name)
    text = _("{name} is invited.") if here else _("{name} finds your invitation when they come.")
    return text.format(name=chat.player_named(name).name)


@command("uninvite", about=PEOPLE, who=HOST, does=CHANGE)
def uninvite(call: RoomCall) -> str:
    """/uninvite: end all invitations to this table, and its links."""
    ended = inviting.revoke(call.room, call.caller)
    return ngettext("{n} invitation is over.", "{n} invitations are over.", ended).format(n=ended)


def _named(text: str, players: Sequence[Player]) -> list[str]:
    return [text.format(names=", ".join(player.name for player in players))] if players else []
