"""The page on which people read the API shows all that its schema says, under the policy of the site."""

from __future__ import annotations

import json
import re
from typing import Any, get_args

import jsonschema_rs
import pytest
from django.test import Client

from tafelrunde import games
from tafelrunde.api import errors, examples
from tafelrunde.api.page import marked
from tafelrunde.game import declared
from tafelrunde.refusals import Code

pytestmark = pytest.mark.django_db
Json = dict[str, Any]


@pytest.fixture
def schema() -> Json:
    described: Json = json.loads(Client().get("/api/openapi.json").content)
    return described


@pytest.fixture
def page() -> str:
    response = Client().get("/api/")
    assert response.status_code == 200
    return response.content.decode()


def test_it_shows_every_operation_shape_and_error(page: str, schema: Json) -> None:
    places = [one["operationId"] for path in schema["paths"].values() for one in path.values()]
    places += [f"shape-{name}" for name in schema["components"]["schemas"]]
    assert [place for place in places if f'id="{place}"' not in page] == []
    assert [code for code in errors.CODES if f"<code>{code}</code>" not in page] == []
    assert 'href="/api/openapi.json"' in page


def test_every_link_on_it_leads_somewhere(page: str) -> None:
    assert [name for name in re.findall(r'href="#([^"]+)"', page) if f'id="{name}"' not in page] == []


def test_it_has_no_script_and_no_style_of_its_own(page: str) -> None:
    assert not re.search(r"<script|<style|\sstyle=|\son\w+=", page)


def test_texts_of_the_schema_are_text() -> None:
    assert marked("`a<b` & c") == "<code>a&lt;b</code> &amp; c"


def test_examples_are_good_ones(schema: Json) -> None:
    named = schema["components"]["schemas"]
    for name, shape in named.items():
        whole = {"$ref": f"#/components/schemas/{name}", "components": schema["components"]}
        jsonschema_rs.validate(whole, examples.example(shape, named))


@pytest.mark.parametrize("code", [code for code in get_args(Code) if code in errors.CODES])
def test_the_status_of_an_error_is_the_one_described(code: Code) -> None:
    assert errors.CODES[code][0] == errors.STATUS.get(code, 409)


def test_errors_are_described_with_all_they_hold(schema: Json) -> None:
    for path in schema["paths"].values():
        for operation in path.values():
            shapes = {
                status: answer["content"]["application/json"]["schema"].get("$ref", "").rpartition("/")[2]
                for status, answer in operation["responses"].items()
            }
            assert {status: shape for status, shape in shapes.items() if status >= "400"} == {
                status: {"403": "Forbidden", "429": "TooFast"}.get(status, "Error")
                for status in shapes
                if status >= "400"
            }
            assert {"401", "403", "429", "500"} <= set(shapes)
    assert schema["components"]["schemas"]["TooFast"]["required"] == ["code", "text", "wait"]


def test_what_is_open_to_all_and_what_needs_a_player(schema: Json) -> None:
    for path in schema["paths"].values():
        if "get" in path:
            assert {} in path["get"]["security"]
    assert schema["paths"]["/api/rooms"]["post"]["security"] == [{"Token": []}, {"Session": []}]
    assert schema["components"]["securitySchemes"]["Token"]["scheme"] == "bearer"


def test_a_new_room_is_described_with_the_options_of_each_game(schema: Json) -> None:
    named = schema["components"]["schemas"]
    assert named["NewRoom"]["discriminator"]["mapping"].keys() == games.installed().keys()
    for slug, game in games.installed().items():
        assert named[f"NewRoom_{slug}"]["properties"]["game"]["const"] == slug
        described = named[f"Options_{slug}"]
        assert described["properties"].keys() == {option.name for option in declared(game.Options)}
        assert described["additionalProperties"] is False
