"""The page on which people read the API: what its schema says, in our own look."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from .endpoints import api
from .errors import CODES
from .examples import example

Json = dict[str, Any]
REF = "#/components/schemas/"
BOUNDS = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMaximum": "below",
    "minLength": "length at least",
    "maxLength": "length at most",
}


@dataclass(frozen=True, slots=True)
class Kind:
    """What a value is: `text`, and the shape it leads to."""

    text: str
    shape: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """A key of a shape, or a parameter; `place` is where a parameter goes."""

    name: str
    kinds: list[Kind]
    required: bool
    about: SafeString
    place: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A status, and what comes with it."""

    status: str
    about: str
    kinds: list[Kind]


@dataclass(frozen=True, slots=True)
class Operation:
    """A request that can be made."""

    id: str
    method: str
    path: str
    summary: str
    about: SafeString
    open: bool
    parameters: list[Field]
    body: list[Kind]
    sends: str
    gets: str
    answers: list[Answer]


@dataclass(frozen=True, slots=True)
class Shape:
    """A named JSON object, or one of several."""

    name: str
    about: SafeString
    fields: list[Field]
    one_of: list[Kind]


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """All of it on one page."""
    schema = api.get_openapi_schema(path_prefix=reverse("api:api-root"))
    named = schema["components"]["schemas"]
    operations = [
        (operation["tags"][0], _operation(method, path, operation, named))
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]
    given = {
        "info": schema["info"],
        "about": [marked(paragraph) for paragraph in schema["info"]["description"].split("\n\n")],
        "groups": [
            {**tag, "operations": [one for name, one in operations if name == tag["name"]]} for tag in schema["tags"]
        ],
        "shapes": [_shape(name, shape) for name, shape in sorted(named.items())],
        "schemes": schema["components"]["securitySchemes"],
        "codes": [(status, code, text) for code, (status, text) in CODES.items()],
        "site": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "api/page.html", given)


def _operation(method: str, path: str, operation: Json, named: Json) -> Operation:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    answers = operation["responses"]
    good = next(_content(answer) for status, answer in answers.items() if status < 300)
    return Operation(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        summary=operation["summary"],
        about=marked(operation.get("description", "")),
        open={} in operation["security"],
        parameters=[
            Field(one["name"], kinds(one["schema"]), one["required"], _about(one["schema"]), one["in"])
            for one in operation["parameters"]
        ],
        body=kinds(body) if body else [],
        sends=_written(example(body, named)) if body else "",
        gets=_written(example(good, named)),
        answers=[
            Answer(str(status), answer["description"], kinds(_content(answer))) for status, answer in answers.items()
        ],
    )


def _content(answer: Json) -> Json:
    schema: Json = answer["content"]["application/json"]["schema"]
    return schema


def _shape(name: str, shape: Json) -> Shape:
    required = shape.get("required", [])
    fields = [
        Field(key, kinds(schema), key in required, _about(schema))
        for key, schema in shape.get("properties", {}).items()
    ]
    return Shape(name, _about(shape), fields, [kinds(one)[0] for one in shape.get("oneOf", [])])


def kinds(schema: Json) -> list[Kind]:
    """What a value of this schema may be, one of these."""
    if reference := schema.get("$ref"):
        name = reference.removeprefix(REF)
        return [Kind(name, name)]
    if either := schema.get("anyOf") or schema.get("oneOf"):
        return [kind for one in either for kind in kinds(one)]
    if "const" in schema:
        return [Kind(json.dumps(schema["const"]))]
    if "enum" in schema:
        return [Kind(json.dumps(value)) for value in schema["enum"]]
    if schema.get("type") == "array":
        return [Kind(f"list of {kind.text}", kind.shape) for kind in kinds(schema["items"])]
    return [Kind(f"{schema.get('type', 'anything')}{_bounds(schema)}")]


def _bounds(schema: Json) -> str:
    found = [f"{word} {schema[key]}" for key, word in BOUNDS.items() if key in schema]
    return f" ({', '.join(found)})" if found else ""


def _about(schema: Json) -> SafeString:
    return marked(schema.get("description", ""))


def marked(text: str) -> SafeString:
    """A text of the schema with what stands between backticks as code."""
    parts = enumerate(text.split("`"))
    return format_html_join("", "{}", ((format_html("<code>{}</code>", part) if n % 2 else part,) for n, part in parts))


def _written(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
