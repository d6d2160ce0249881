"""People of each role at a running server, with what opens their sockets: a token, or the session of a guest, and of
staff one in which a code of their second factor has been shown.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from typing import Final

import websockets

from tests.serving import Served
from tests.wire import Wire, connect, figures, lobby

Headers = dict[str, str]
FIGURES: Final = "/moderation/figures/"
MAKE: Final = """
import json
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django_otp import DEVICE_ID_SESSION_KEY
from django_otp.plugins.otp_totp.models import TOTPDevice
from tafelrunde.accounts import moderators, sanctions
from tafelrunde.accounts.models import Player, Token
make = Player.objects.create_user
people = {
    "guest": make("Gesa", guest=True), "member": make("Mira"), "seated": make("Seda"), "host": make("Hanno"),
    "moderator": make("Mona"), "admin": Player.objects.create_superuser("Boss"),
    "muted": make("Moritz"), "banned": make("Bodo"),
}
sanctions.mute(people["muted"], None, "shouting")
sanctions.ban(people["banned"], None, "shouting")
moderators.make_moderator(people["moderator"], None)
opens = {role: {"Authorization": "Bearer " + Token.make(player, "a bot")} for role, player in people.items()}
for role in ("guest", "moderator", "admin"):
    session = SessionStore()
    session[SESSION_KEY] = str(people[role].pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = people[role].get_session_auth_hash()
    if role != "guest":
        session[DEVICE_ID_SESSION_KEY] = TOTPDevice.objects.create(user=people[role]).persistent_id
    session.create()
    opens[role] = {"Cookie": "sessionid=" + session.session_key}
print(json.dumps({"anonymous": {}, **opens}))
"""


def people(server: Served) -> dict[str, Headers]:
    """What each role sends to open a socket."""
    made: dict[str, Headers] = json.loads(server.manage("shell", "-v", "0", "-c", MAKE))
    return made


async def opened(server: Served, address: str, headers: Headers) -> str:
    """`welcome`, the code with which it closes, or the status with which it does not open."""
    try:
        async with websockets.connect(f"{server.ws_url}{address}", additional_headers=headers) as socket:
            wire = Wire(socket)
            await wire.until(lambda: wire.frames or wire.closed)
            if wire.frames[0]["type"] == "welcome":
                return "welcome"
            return str(await wire.until_closed())
    except websockets.InvalidStatus as refused:
        return str(refused.response.status_code)


@contextlib.asynccontextmanager
async def socket(server: Served, slug: str, headers: Headers) -> AsyncIterator[Wire]:
    """A welcomed socket in a room, with an empty slug in the lobby, or that of the figures."""
    opening = connect(server, slug, headers=headers) if slug else lobby(server, headers=headers)
    async with figures(server, headers) if slug == FIGURES else opening as wire:
        yield wire
