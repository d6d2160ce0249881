"""Talking to others."""

from __future__ import annotations

from .. import chat, whispers
from ..arguments import PlayerName, Text
from ..calls import PEOPLE, PLAYER, TALK, Call, RoomCall
from ..registry import command


@command("tell", "w", "whisper", "msg", "t", about=PEOPLE, who=PLAYER, does=TALK)
def tell(call: Call, name: PlayerName, text: Text) -> None:
    """/tell NAME TEXT: whisper something to one person, wherever they are."""
    whispers.whisper(call.caller, name, text)


@command("reply", "r", "answer", "re", about=PEOPLE, who=PLAYER, does=TALK)
def reply(call: Call, text: Text) -> None:
    """/reply TEXT: whisper back to whoever has whispered to you last."""
    whispers.reply(call.caller, text)


@command("me", "emote", about=PEOPLE, who=PLAYER, does=TALK)
def me(call: RoomCall, text: Text) -> None:
    """/me TEXT: do something, like “/me waves”."""
    chat.emote(call.room, call.caller, text)
