"""What each address answers to each role."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from django.test import Client
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve, reverse

from tafelrunde.admin.acting import ActsAdmin
from tafelrunde.admin.site import site
from tafelrunde.api.endpoints import api
from tafelrunde.live.operation import PAGES
from tests.platform.roles import requests, table
from tests.platform.roles.table import Row
from tests.platform.roles.world import Town
from tests.serving import Served

pytestmark = pytest.mark.once
HEADINGS = (
    "The town",
    "Rooms that are not open to all, and their hosts",
    "Matches",
    "Coming in and going",
    "About oneself",
    "A code in this session",
    "Going for good",
    "The API",
    "Moderators",
    "Admins read",
    "Admins act",
)
METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE"}


@pytest.mark.parametrize("heading", HEADINGS)
def test_routes(town: Town, heading: str) -> None:
    rows = table.of(heading)
    assert table.differences(rows, lambda asked, role: requests.outcome(town, asked, role)) == []


@pytest.mark.parametrize("heading", ["Files", "Operation"])
def test_what_the_server_answers_by_itself(server: Served, heading: str) -> None:
    def get(asked: str, _role: str) -> str:
        method, address, _sent = requests.parsed(asked)
        return str(httpx.request(method, server.url + address).status_code)

    assert table.differences(table.of(heading), get) == []


def test_every_address_of_operators_has_a_row() -> None:
    assert {requests.parsed(row.asked)[1] for row in table.of("Operation")} == set(PAGES)


def test_every_route_has_a_row(town: Town) -> None:
    covered = {_route(_address(row, town)) for row in table.of(*HEADINGS)}
    assert sorted(set(_routes(get_resolver())) - covered) == []


def test_every_operation_of_the_api_has_a_row(town: Town) -> None:
    covered = {(_method(row), "/" + _route(_address(row, town))) for row in table.of("The API")}
    described = api.get_openapi_schema(path_prefix=reverse("api:api-root"))["paths"]
    operations = {
        (method.upper(), path.replace("{", "<").replace("}", ">")) for path in described for method in described[path]
    }
    assert sorted(operations - covered) == []


def test_every_act_of_admins_has_a_row(town: Town) -> None:
    posted = {_address(row, town) for row in table.of("Admins act") if _method(row) == "POST"}
    acts = [
        reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_act", args=[act.name])
        for model, pages in site._registry.items()
        if isinstance(pages, ActsAdmin)
        for act in pages.acts
    ]
    assert sorted(set(acts) - posted) == []


def test_no_page_takes_a_post_without_proof_that_it_was_meant(town: Town) -> None:
    pages = [
        row for row in table.of(*HEADINGS) if _method(row) == "POST" and not _address(row, town).startswith("/api/")
    ]
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    browser.cookies = town.client("admin").cookies
    assert {row.asked: browser.post(_address(row, town)).status_code for row in pages} == {
        row.asked: 403 for row in pages
    }


def test_who_changes_their_preferences_changes_nobody_elses(town: Town) -> None:
    [asked] = [row.asked for row in table.of("About oneself") if "player={olga}" in row.asked]
    before = town.olga.preferences
    _method, address, sent = requests.parsed(table.filled(asked, town.things("member")))
    town.client("member").post(address, dict(field.split("=") for field in sent.split()))
    town.olga.refresh_from_db()
    member = town.roles["member"]
    assert member is not None
    member.refresh_from_db()
    assert (town.olga.preferences, member.preferences["colours"]) == (before, "dark")


def _routes(resolver: URLResolver, prefix: str = "") -> Iterator[str]:
    for found in resolver.url_patterns:
        if isinstance(found, URLResolver):
            yield from _routes(found, prefix + str(found.pattern))
        else:
            assert isinstance(found, URLPattern)
            yield prefix + str(found.pattern).removeprefix("^" if prefix else "")


def _route(address: str) -> str:
    """What an address is found by; nothing for one that is none."""
    try:
        return resolve(address).route
    except Resolver404:
        return ""


def _method(row: Row) -> str:
    return requests.parsed(row.asked)[0]


def _address(row: Row, town: Town) -> str:
    return requests.parsed(table.filled(row.asked, town.things("member")))[1].partition("?")[0]
