"""An admin at a running server, acting by the forms of the admins' pages."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

import httpx

from tests.serving import Served

_MAKE_ADMIN = """
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django_otp import DEVICE_ID_SESSION_KEY
from django_otp.plugins.otp_totp.models import TOTPDevice
from tafelrunde.accounts.models import Player
from tafelrunde.accounts.names import name_key
admin = Player.objects.filter(key=name_key("Chief")).first() or Player.objects.create_superuser("Chief")
session = SessionStore()
session[SESSION_KEY] = str(admin.pk)
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session[HASH_SESSION_KEY] = admin.get_session_auth_hash()
session[DEVICE_ID_SESSION_KEY] = TOTPDevice.objects.get_or_create(user=admin)[0].persistent_id
session.create()
print(session.session_key)
"""


class Desk:
    """The admin's browser."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client

    def act(self, kind: str, name: str, *things: str | int, **answers: str | list[str]) -> httpx.Response:
        """Open the form of an act and send it in."""
        address = f"/admin/{kind}/act/{name}/?" + "&".join(f"id={thing}" for thing in things)
        form = self.client.get(address)
        assert form.status_code == 200, form.text
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form.text)
        assert found
        return self.client.post(address, data={**answers, "csrfmiddlewaretoken": found[1]})

    def send(self, address: str, **answers: str) -> httpx.Response:
        """Send a form of the site's own pages in."""
        form = self.client.get(address)
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form.text)
        assert found, form.text
        return self.client.post(address, data={**answers, "csrfmiddlewaretoken": found[1]})

    def id_of(self, kind: str, text: str) -> str:
        """The number of the one thing that a search finds."""
        page = self.client.get(f"/admin/{kind}/", params={"q": text})
        (found,) = set(re.findall(rf"/admin/{kind}/(\d+)/change/", page.text))
        return str(found)


def session_of_an_admin(server: Served) -> str:
    """What their session cookie holds."""
    return server.manage("shell", "-v", "0", "-c", _MAKE_ADMIN).strip()


@contextlib.contextmanager
def signed_in(server: Served) -> Iterator[Desk]:
    """The admin at this server."""
    cookies = {"sessionid": session_of_an_admin(server)}
    with httpx.Client(base_url=server.url, cookies=cookies, timeout=60) as client:
        yield Desk(client)
