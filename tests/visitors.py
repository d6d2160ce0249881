"""People at a real server as a browser would be, without one: cookies, forms, and sockets of their session."""

from __future__ import annotations

import re

import httpx

from tests.serving import Served

PASSWORD = "roast-goose-and-plums"


class Visitor:
    """A browser's cookies, on one or more processes of a site."""

    def __init__(self, server: Served) -> None:
        self.client = httpx.Client(base_url=server.url, timeout=60)

    def post(self, path: str, form: str = "/accounts/login/", **fields: str) -> httpx.Response:
        """Fill in a form of the page `form`."""
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.client.get(form).text)
        assert found, form
        return self.client.post(path, data={**fields, "csrfmiddlewaretoken": found[1]})

    def sign_up(self, name: str) -> Visitor:
        """Become a member."""
        fields = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
        assert self.post("/accounts/signup/", "/accounts/signup/", **fields).status_code == 302
        return self

    def sign_in(self, name: str) -> Visitor:
        """Come back as a member."""
        assert self.post("/accounts/login/", login=name, password=PASSWORD).status_code == 302
        return self

    def sign_out(self) -> None:
        """And go."""
        assert self.post("/accounts/logout/", "/me/").status_code == 302

    @property
    def headers(self) -> dict[str, str]:
        """What a socket of this browser brings."""
        return {"Cookie": f"sessionid={self.client.cookies['sessionid']}"}
