"""What somebody gets for a line that they type in a room or in the lobby."""

from __future__ import annotations

from tafelrunde.refusals import Refusal
from tafelrunde.rooms import commands, registry
from tafelrunde.rooms.calls import Call, call_in
from tests.platform.roles.requests import place
from tests.platform.roles.world import Town, everything, undone

assert commands  # declares them


def outcome(town: Town, where: str, line: str, role: str) -> str:
    """`ok`, where it leads, or the code of the refusal, which has changed nothing."""
    room, player = town.rooms[where], town.roles[role]
    with undone():
        call = Call(player, "en") if room is None else call_in(room, player, "en")
        try:
            answer = registry.run(call, line)
            got = f"→ {place(answer.go)}" if answer and answer.go else "ok"
        except Refusal as refusal:
            got = refusal.code
        changed = everything() != town.before
    if got != "ok" and not got.startswith("→"):
        assert not changed, f"{line} as {role}: {got}, but something has changed"
    return got
