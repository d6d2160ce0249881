"""Channels: talking to who is elsewhere in the town."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tafelrunde.refusals import Refusal

from .. import channels
from ..arguments import Text, Word
from ..calls import PEOPLE, PLAYER, TALK, Call
from ..registry import command
from ..typed import fold


@command("channel", "ch", "channels", "canal", "kanal", about=PEOPLE, who=PLAYER, does=TALK)
def channel(call: Call, what: Word = "", text: Text = "") -> str | list[str] | None:
    """/channel [join NAME | leave NAME | NAME TEXT]: talk with the whole town or by language; alone: show them."""
    word = fold(what)
    if not word:
        return _all(call)
    if word == "join" and text:
        return _join(call, text)
    if word in ("leave", "off") and (text or word == "off"):
        return _leave(call, text)
    if channels.is_one(what):
        if not text:
            return _history(call, channels.find(what))
        channels.say(call.player, channels.find(what), text)
        return None
    channels.say(call.player, _last_joined(call), f"{what} {text}")
    return None


def _all(call: Call) -> list[str]:
    mine = channels.joined(call.caller)
    lines = []
    for name, count in channels.listed().items():
        line = _("#{name}: {title}, {n} in it")
        text = line.format(name=name, title=channels.title(name), n=count)
        lines.append(_("{line}; you are in it").format(line=text) if name in mine else text)
    return [*lines, _("Join one with /channel join NAME, talk with /channel NAME TEXT.")]


def _join(call: Call, name: str) -> list[str]:
    joined = channels.join(call.caller, name)
    text = _(
        "You hear #{name} now, wherever you are. Talk with /channel {name} TEXT, leave with /channel leave {name}."
    )
    return [*_lines(call, joined), text.format(name=joined)]


def _leave(call: Call, name: str) -> str:
    left = [channels.leave(call.caller, name)] if name else []
    if not name:
        left = [channels.leave(call.caller, one) for one in channels.joined(call.caller)]
    if not left:
        return _("You are in no channel.")
    return _("You hear {names} no longer.").format(names=", ".join(f"#{one}" for one in left))


def _history(call: Call, name: str) -> list[str]:
    return _lines(call, name) or [_("Nothing has been said in #{name} yet.").format(name=name)]


def _lines(call: Call, name: str) -> list[str]:
    return [f"#{name} {line['from']}: {line['text']}" for line in channels.last_lines(call.player, name)]


def _last_joined(call: Call) -> str:
    mine = channels.joined(call.caller)
    if not mine:
        raise Refusal("not_allowed_now", _("You are in no channel: /channel join town."))
    return mine[-1]
