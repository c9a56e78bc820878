"""Outlines: what a reader takes, as JSON Schema, for editors that complete and check specs as they are typed.

Editors know no cross-checks between keys; ``printkit check`` does. An outline is made for a whole spec, or for one
on top of another (``extends``), where nothing is required and ``~`` takes a key away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

Schema = dict[str, Any]
Read = TypeVar("Read", bound=Callable[..., Any])

TEXT: Schema = {"type": ["string", "number"]}  # what looks like a number to YAML is a text to specs


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


def removable(schema: Schema) -> Schema:
    """Return an outline that also takes ``~``."""
    if "enum" in schema:
        return {**schema, "enum": [*(value for value in schema["enum"] if value is not None), None]}
    kinds = schema.get("type")
    if kinds is None:
        return {"anyOf": [schema, {"type": "null"}]}
    listed = [kinds] if isinstance(kinds, str) else kinds
    return {**schema, "type": [*dict.fromkeys([*listed, "null"])]}


def documented(schema: Schema, doc: str) -> Schema:
    """Put a description before that of an outline itself, which says what the values may be."""
    own = schema.get("description")
    return {**schema, "description": doc if own is None else f"{doc}; {own}"}


def object_of(properties: Mapping[str, Schema], required: list[str], *, whole: bool) -> Schema:
    """Return the outline of a mapping with these keys and no others."""
    if not whole:
        properties = {word: removable(schema) for word, schema in properties.items()}
        required = []
    schema: Schema = {"type": "object" if required else ["object", "null"], "properties": dict(properties)}
    if required:
        schema["required"] = required
    return {**schema, "additionalProperties": False}


def map_like(keys: Schema, values: Schema, least: int, *, whole: bool) -> Schema:
    """Return the outline of a mapping with free keys, or with those of a list."""
    if not whole:
        values, least = removable(values), 0
    if "enum" in keys:
        inside: Schema = {"properties": dict.fromkeys(keys["enum"], values), "additionalProperties": False}
    else:
        names = {"pattern": "^[0-9]+$"} if keys.get("type") == "integer" else keys
        named = {word: names[word] for word in ("pattern", "not") if word in names}
        inside = {"additionalProperties": values} | ({"propertyNames": named} if named else {})
    kinds = "object" if least else ["object", "null"]
    return {"type": kinds, **({"minProperties": least} if least else {}), **inside}


def by_word(word: str, doc: str, variants: Mapping[str, Schema], *, whole: bool) -> Schema:
    """Return the outline of a mapping one of whose keys says which others it takes."""
    chooser = {"enum": list(variants), "description": doc}
    if not whole:
        merged: dict[str, list[Schema]] = {}
        for schema in variants.values():
            for name, value in schema["properties"].items():
                if name != word and value not in merged.setdefault(name, []):
                    merged[name].append(value)
        either = {name: found[0] if len(found) == 1 else {"anyOf": found} for name, found in merged.items()}
        return object_of({word: chooser, **either}, [], whole=False)
    cases = [
        {
            "if": {"properties": {word: {"const": name}}, "required": [word]},
            "then": {**schema, "properties": {**schema["properties"], word: chooser}},
        }
        for name, schema in variants.items()
    ]
    return {"type": "object", "properties": {word: chooser}, "required": [word], "allOf": cases}
