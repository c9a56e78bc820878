"""Outlines: what a reader takes, as JSON Schema, for editors that complete and check specs as they are typed.

Editors know no cross-checks between keys; ``printkit check`` does. An outline is made for a whole spec, or for one
on top of another (``extends``), where nothing is required and ``~`` takes a key away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

Schema = dict[str, Any]
Read = TypeVar("Read", bound=Callable[..., Any])

SCALAR: Schema = {"type": ["string", "number", "boolean"]}  # to specs all of them are texts


def takes(schema: Schema | Callable[[bool], Schema]) -> Callable[[Read], Read]:
    """Decorate a reader with its outline, or with what makes it for a whole spec (True) or an addition (False)."""

    def decorated(read: Read) -> Read:
        read.__dict__["outline"] = schema if callable(schema) else lambda _whole: schema
        return read

    return decorated


def outline(read: Callable[..., Any], *, whole: bool) -> Schema:
    """Return what a reader takes; raises KeyError where it does not say."""
    found: Schema = read.__dict__["outline"](whole)
    return dict(found)


def pattern(form: str) -> Schema:
    """Return the outline of texts of a form."""
    return {"type": "string", "pattern": f"^(?:{form})$"}


def text(pattern: str, longest: int) -> Schema:
    """Return the outline of texts; what looks like a number to YAML is a text to specs."""
    return {"type": ["string", "number"], "pattern": pattern, "maxLength": longest}


def removable(schema: Schema) -> Schema:
    """Return an outline that also takes ``~``."""
    if "enum" in schema:
        return {**schema, "enum": [*(value for value in schema["enum"] if value is not None), None]}
    kinds = schema.get("type")
    if kinds is None:
        inner = dict(schema)
        described = {"description": inner.pop("description")} if "description" in inner else {}
        return {**described, "anyOf": [inner, {"type": "null"}]}
    listed = [kinds] if isinstance(kinds, str) else kinds
    return {**schema, "type": [*dict.fromkeys([*listed, "null"])]}


def documented(schema: Schema, doc: str) -> Schema:
    """Put a description before that of an outline itself, which says what the values may be.

    The latter stays under ``$comment`` too, for the reference, which tells the two apart.
    """
    own = schema.get("description")
    if own is None:
        return {**schema, "description": doc}
    return {**schema, "description": f"{doc}; {own}", "$comment": own}


def object_of(properties: Mapping[str, Schema], required: list[str], *, whole: bool) -> Schema:
    """Return the outline of a mapping with these keys and no others; required ones cannot be taken away."""
    if not whole:
        properties = {
            word: schema if word in required else removable(schema) for word, schema in properties.items()
        }
        required = []
    schema: Schema = {"type": "object" if required else ["object", "null"], "properties": dict(properties)}
    if required:
        schema["required"] = required
    return {**schema, "additionalProperties": False}


def map_like(keys: Schema, values: Schema, least: int, *, whole: bool) -> Schema:
    """Return the outline of a mapping with free keys, or with those of a list."""
    kinds = "object" if least else ["object", "null"]
    if not whole:
        values, least = removable(values), 0
    if "enum" in keys:
        inside: Schema = {"properties": dict.fromkeys(keys["enum"], values), "additionalProperties": False}
    else:
        names = {"pattern": _digits(keys)} if keys.get("type") == "integer" else keys
        named = {word: names[word] for word in ("pattern", "maxLength", "not") if word in names}
        inside = {"additionalProperties": values} | ({"propertyNames": named} if named else {})
    return {"type": kinds, **({"minProperties": least} if least else {}), **inside}


def _digits(numbers: Schema) -> str:
    """Return a pattern of whole numbers that are keys, and so texts."""
    least, most = numbers["minimum"], numbers["maximum"]
    return f"^0*[{least}-{most}]$" if most < 10 else "^[0-9]+$"


def by_word(word: str, doc: str, variants: Mapping[str, Schema], *, whole: bool) -> Schema:
    """Return the outline of a mapping one of whose keys says which others it takes."""
    chooser = {"enum": list(variants), "description": doc}
    if not whole:
        merged: dict[str, list[Schema]] = {}
        for schema in variants.values():
            for name, value in schema["properties"].items():
                if name != word and value not in merged.setdefault(name, []):
                    merged[name].append(value)
        either = {name: found[0] if len(found) == 1 else _one_of(found) for name, found in merged.items()}
        return {
            "type": ["object", "null"],
            "properties": {**either, word: chooser},
            "additionalProperties": False,
            "allOf": _cases(word, chooser, variants),
        }
    return {
        "type": "object",
        "properties": {word: chooser},
        "required": [word],
        "allOf": _cases(word, chooser, variants),
    }


def _one_of(found: list[Schema]) -> Schema:
    """Join what several variants take under one key."""
    said = dict.fromkeys(schema.get("description", "") for schema in found)
    return {"description": "; or ".join(filter(None, said)), "anyOf": found}


def _cases(word: str, chooser: Schema, variants: Mapping[str, Schema]) -> list[Schema]:
    return [
        {
            "if": {"properties": {word: {"const": name}}, "required": [word]},
            "then": {**schema, "properties": {**schema["properties"], word: chooser}},
        }
        for name, schema in variants.items()
    ]
