"""A "no" to one person: a code of the wire and a text they understand. A bug is never a refusal."""

from __future__ import annotations

from typing import Any, Literal

from django.utils.functional import Promise

Code = Literal[
    "bad_frame",
    "too_fast",
    "not_seated",
    "not_your_turn",
    "not_allowed_now",
    "illegal_move",
    "stale_turn",
    "match_over",
    "suspended",
    "not_saved",
    "room_full",
    "no_such_room",
    "no_such_player",
    "password_needed",
    "game_off",
    "unknown_command",
    "bad_argument",
    "host_only",
    "muted",
    "banned",
    "signed_out",
]


class Refusal(Exception):
    """Nothing has changed, and why. `more` goes into the frame beside code and text (`wait` in ms, `hint`)."""

    def __init__(self, code: Code, text: str | Promise, **more: Any) -> None:
        super().__init__(code, text)
        self.code: Code = code
        self.text = text
        self.more = more

    def as_json(self) -> dict[str, Any]:
        """Code, text in the language that is active now, and what else there is to say."""
        return {"code": self.code, "text": str(self.text), **self.more}
