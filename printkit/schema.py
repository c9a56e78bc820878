"""The JSON Schema of specs, by which an editor completes keys, explains them and marks mistakes.

It says what each key takes; what only several keys together show is found by ``printkit check``.
Source: JSON Schema draft 7, the one that the usual editors know.
"""

from __future__ import annotations

from printkit.art import ART
from printkit.extending import EXTENDS
from printkit.fields import name, record
from printkit.library import shipped_games
from printkit.outline import Schema, by_word, documented, map_like, outline
from printkit.spec import GameSpec

DRAFT = "http://json-schema.org/draft-07/schema#"


def spec_schema() -> Schema:
    """Return the schema of specs: of whole ones, and of those that extend another."""
    return {
        "$schema": DRAFT,
        "description": "A game spec of printkit",
        "if": {"type": "object", "required": [EXTENDS]},
        "then": {"$ref": "#/definitions/addition"},
        "else": {"$ref": "#/definitions/whole"},
        "definitions": {"whole": _game(whole=True), "addition": _game(whole=False)},
    }


def _game(*, whole: bool) -> Schema:
    schema = outline(record(GameSpec, also=(EXTENDS, "assets")), whole=whole)
    keys = schema["properties"]
    keys[EXTENDS] = {
        "anyOf": [{"enum": shipped_games()}, {"type": "string", "pattern": r"\.ya?ml$"}],
        "description": "a shipped game, or a spec in this folder, whose values hold where this one has none",
    }
    del keys["assets"]  # to stand last, as in specs
    keys["assets"] = documented(_assets(whole=whole), "what is printed, by name")
    if whole:
        schema["required"] = [*schema["required"], "assets"]
        schema["oneOf"] = [{"required": ["board"]}, {"required": ["boards"]}]
        return schema
    return {**schema, "required": [EXTENDS]}


def _assets(*, whole: bool) -> Schema:
    kinds = {kind: outline(record(art.settings, also=("kind",)), whole=whole) for kind, art in ART.items()}
    asset = by_word("kind", "what is printed", kinds, whole=whole)
    names = outline(name, whole=True)
    return map_like(names, asset, 1, whole=whole)
