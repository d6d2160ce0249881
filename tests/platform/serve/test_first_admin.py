"""Whoever has the secret address becomes the first admin; after that it is of no use."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from django.test import Client

from tafelrunde.accounts import first_admin
from tafelrunde.accounts.models import Player
from tests import two_factor
from tests.serving import Served

ANN = {"name": "Ann", "password": "a long enough secret"}


@pytest.fixture
def path(db: None) -> str:
    """The secret address."""
    return first_admin.address("")


def test_the_form_makes_an_admin_and_signs_them_in(client: Client, path: str) -> None:
    assert client.get(path).status_code == 200
    assert client.post(path, ANN).status_code == 302
    ann = Player.objects.get(name="Ann")
    assert ann.is_staff
    assert ann.is_superuser
    assert ann.check_password(ANN["password"])
    assert client.get("/admin/").headers["Location"].startswith("/me/two-factor/")  # before anything else there
    assert two_factor.shown(client, ann).get("/admin/").status_code == 200


def test_it_works_once(client: Client, path: str) -> None:
    client.post(path, ANN)
    other = Client()
    assert other.get(path).status_code == 410
    assert other.post(path, {**ANN, "name": "Eve"}).status_code == 410
    assert not Player.objects.filter(name="Eve").exists()


def test_it_stays_valid_until_it_is_used(client: Client, path: str) -> None:
    Player.objects.create_user("Bob", "a long enough secret")
    assert client.post(path, {**ANN, "password": "short"}).status_code == 200
    assert first_admin.address("") == path
    assert client.post(path, ANN).status_code == 302


@pytest.mark.parametrize("wrong", ["x", "", "a" * 43])
def test_another_token_is_no_page(client: Client, path: str, wrong: str) -> None:
    start = path.rpartition("/first-admin/")[0]
    assert client.get(f"{start}/first-admin/{wrong}/").status_code == 404
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"), [("name", "Bob"), ("name", "bOB"), ("name", "x y"), ("name", "admin"), ("password", "12345678")]
)
def test_name_and_password_are_held_to_the_usual_rules(client: Client, path: str, field: str, value: str) -> None:
    Player.objects.create_user("Bob")
    answer = client.post(path, {**ANN, field: value})
    assert answer.status_code == 200
    assert 'class="errors"' in answer.content.decode()
    assert not first_admin.exists()


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_becomes_the_admin() -> None:
    path = first_admin.address("")

    def try_it(number: int) -> int:
        try:
            return Client().post(path, {**ANN, "name": f"Ann{number}"}).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        codes = sorted(pool.map(try_it, range(4)))
    assert codes == [302, 410, 410, 410]
    assert Player.objects.filter(is_superuser=True).count() == 1


def test_serve_and_createadmin_print_the_same_address(own_server: Served) -> None:
    found = re.search(r"http://\S+/first-admin/\S+", own_server.log)
    assert found
    assert own_server.manage("createadmin").strip() == found[0]
    own_server.stop()
    own_server.start()
    assert own_server.log.count(found[0]) == 2


def test_when_there_is_an_admin_nobody_speaks_of_it_any_more(own_server: Served) -> None:
    own_server.stop()
    own_server.manage("shell", "-c", "from tafelrunde.accounts.models import *; Player.objects.create_superuser('Ann')")
    own_server.start()
    assert own_server.log.count("first-admin") == 1
    assert own_server.manage("createadmin", check=False) == ""
