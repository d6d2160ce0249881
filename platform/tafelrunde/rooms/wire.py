"""Frames as they come in: JSON objects of at most 4 KiB, checked before anything else happens."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext_lazy as _

from tafelrunde.refusals import Refusal

LONGEST_FRAME = 4096
Ref = Annotated[str, msgspec.Meta(max_length=64)]
encode_json = msgspec.json.Encoder().encode


class Say(msgspec.Struct, tag_field="type", tag="say", frozen=True):
    """A line of chat, a command or a typed move."""

    text: str
    ref: Ref | None = None


class MoveFrame(msgspec.Struct, tag_field="type", tag="move", frozen=True):
    """A move in exact notation, as the seat's `turn`-th."""

    move: str
    turn: Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)]
    ref: Ref | None = None


class Premove(msgspec.Struct, tag_field="type", tag="premove", frozen=True):
    """A mark for one's turn (the next, or not at all if that is not the `turn`-th), None to take it off."""

    move: str | None
    turn: Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)] | None = None
    ref: Ref | None = None


class Seen(msgspec.Struct, tag_field="type", tag="seen", frozen=True):
    """The reader has seen this whisper or letter, and what the same person had written before."""

    line: Annotated[int, msgspec.Meta(ge=0, le=(1 << 63) - 1)]
    ref: Ref | None = None


class Sync(msgspec.Struct, tag_field="type", tag="sync", frozen=True):
    """Send me everything again."""

    ref: Ref | None = None


Frame = Say | MoveFrame | Premove | Seen | Sync
_decoder = msgspec.json.Decoder(Frame)


def decode(text: str | None) -> Frame:
    """The frame, or Refusal `bad_frame` with a word about what is wrong with it."""
    if text is None:
        raise Refusal("bad_frame", _("Frames are text."))
    if len(text) > LONGEST_FRAME or len(text.encode(errors="replace")) > LONGEST_FRAME:
        raise Refusal("bad_frame", _("A frame has at most 4096 bytes."))
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise Refusal("bad_frame", _("This is no frame of the protocol: {error}").format(error=error)) from None


def frame(kind: str, **content: Any) -> str:
    """An outgoing JSON frame."""
    return encode_json({"type": kind, **content}).decode()
