"""A server can be asked, killed, started again on the same data and port, and stopped in order."""

from __future__ import annotations

import httpx
import pytest

from tests.serving import Served


def test_it_answers(server: Served) -> None:
    assert httpx.get(f"{server.url}/accounts/login/").status_code == 200


def test_after_a_kill_it_starts_again_where_it_was(own_server: Served) -> None:
    url = own_server.url
    own_server.kill()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{url}/accounts/login/")
    own_server.start()
    assert own_server.url == url
    assert httpx.get(f"{url}/accounts/login/").status_code == 200


def test_it_stops_in_order(own_server: Served) -> None:
    httpx.get(f"{own_server.url}/accounts/login/")
    own_server.stop()
    assert "Traceback" not in own_server.log
