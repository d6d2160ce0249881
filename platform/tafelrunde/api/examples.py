"""An example of what a schema describes, put together from the examples of its parts."""

from __future__ import annotations

from typing import Any, Final

Json = dict[str, Any]
PLAIN: Final = {"string": "…", "integer": 0, "number": 0, "boolean": False, "object": {}, "null": None}


def example(schema: Json, named: Json) -> Any:
    """A value that the schema allows; `named` are the shapes that it may refer to."""
    if reference := schema.get("$ref"):
        return example(named[reference.rpartition("/")[2]], named)
    if examples := schema.get("examples"):
        return examples[0]
    if "const" in schema:
        return schema["const"]
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return example(schema[several][0], named)
    if "default" in schema:
        return schema["default"]
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "array":
        return [example(schema["items"], named)]
    if properties := schema.get("properties"):
        return {name: example(part, named) for name, part in properties.items()}
    return PLAIN[schema.get("type", "object")]
