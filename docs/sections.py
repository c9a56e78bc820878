"""The JSON Schema of specs as sections, one for each mapping with keys of its own, and what a spec uses of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from printkit import library
from printkit.extending import EXTENDS
from printkit.outline import Schema
from printkit.yamlnodes import Mapping as MappingNode
from printkit.yamlnodes import Node, Scalar, read_mapping
from printkit.yamlnodes import Sequence as SequenceNode

ROOT = Path(__file__).parent.parent
SPECS = ("specs", "examples")  # the folders of what is shipped; the second may not be there

Keys = tuple[str, ...]
NOTES = ("description", "$comment", "default")


class Section(NamedTuple):
    """A mapping with keys of its own: where it stands, what its keys take, and which of them it needs.

    ``path`` are keys, and words that choose: ``assets deck cards``. A section with ``chooser`` has one further
    section for each of that key's words; what all of these take in the same way stands in it, and in none of them.
    """

    path: Keys
    keys: Mapping[str, Schema]
    required: tuple[str, ...]
    either: tuple[str, ...] = ()  # one of these keys has to be there
    chooser: str = ""

    @property
    def name(self) -> str:
        """The path with dots, and '' for the top level."""
        return ".".join(self.path)

    def names(self) -> Iterator[str]:
        """Give the name of each key: ``assets.deck.gutter``."""
        yield from (".".join((*self.path, key)) for key in self.keys)


class Use(NamedTuple):
    """A mapping of a spec, and the section that says what it may hold; ``key`` is what it stands under."""

    section: Section
    node: MappingNode
    key: str


class Sections:
    """All sections of a schema; what may stand in several places has one section, where it is first met."""

    def __init__(self, schema: Schema) -> None:
        self.all: list[Section] = []
        self._by_content: dict[str, Section] = {}
        self.root = schema
        self._enter(schema, ())

    def __iter__(self) -> Iterator[Section]:
        return iter(self.all)

    def of(self, schema: Schema) -> Section | None:
        """Return the section of a mapping; None where it has no keys of its own."""
        return self._by_content.get(_content(schema))

    def names(self) -> list[str]:
        """Return the names of all keys."""
        return [name for section in self.all for name in section.names()]

    def _enter(self, schema: Schema, path: Keys) -> None:
        """Make the sections of what may stand somewhere, and of what that holds."""
        for way in ways(schema):
            if "items" in way:
                self._enter(way["items"], path)
            elif is_free(way):
                self._enter(inside(way), path)
            elif "properties" in way and self.of(way) is None:
                self._add(way, path)

    def _add(self, schema: Schema, path: Keys) -> None:
        cases = cases_of(schema)
        keys = dict(schema["properties"])
        shared = _shared([case for _, _, case in cases])
        section = Section(
            self._free(path),
            keys | {key: value for key, value in shared.items() if key not in keys},
            tuple(schema.get("required", ())),
            tuple(key for way in schema.get("oneOf", ()) for key in way.get("required", ())),
            cases[0][0] if cases else "",
        )
        self.all.append(section)
        self._by_content[_content(schema)] = section
        for key, value in section.keys.items():
            self._enter(value, (*section.path, key))
        for _, word, case in cases:
            own = {key: value for key, value in case["properties"].items() if key not in section.keys}
            needed = tuple(key for key in case.get("required", ()) if key in own)
            variant = Section(self._free((*section.path, word)), own, needed)
            self.all.append(variant)
            self._by_content[_content(case)] = variant
            for key, value in own.items():
                self._enter(value, (*variant.path, key))

    def _free(self, path: Keys) -> Keys:
        """Return a path that no section has; only where two mappings may stand in one place is it another."""
        taken = {section.path for section in self.all}
        number = 1
        while (found := path if number == 1 else (*path[:-1], f"{path[-1]} {number}")) in taken:
            number += 1
        return found

    def uses(self, node: Node, schema: Schema | None = None, key: str = "") -> Iterator[Use]:
        """Give each mapping of a spec with its section; one with variants counts for both of its sections."""
        for way in ways(self.root if schema is None else schema):
            if isinstance(node, SequenceNode) and "items" in way:
                for item in node.items:
                    yield from self.uses(item, way["items"], "-")
            elif isinstance(node, MappingNode):
                yield from self._used(node, way, key)

    def _used(self, node: MappingNode, schema: Schema, key: str) -> Iterator[Use]:
        if is_free(schema):
            for name, value in node.entries:
                yield from self.uses(value, inside(schema), name.text)
            return
        if (section := self.of(schema)) is None:
            return
        yield Use(section, node, key)
        keys = dict(section.keys)
        for chooser, word, case in cases_of(schema):
            chosen = node.find(chooser)
            if isinstance(chosen, Scalar) and chosen.text == word and (variant := self.of(case)):
                yield Use(variant, node, key)
                keys |= variant.keys
        for name, value in node.entries:
            if name.text in keys:
                yield from self.uses(value, keys[name.text], name.text)


def ways(schema: Schema) -> list[Schema]:
    """Return what may stand somewhere, one by one."""
    return [inner for way in schema["anyOf"] for inner in ways(way)] if "anyOf" in schema else [schema]


def is_free(schema: Schema) -> bool:
    """Say whether a mapping's keys are names that the spec chooses, or words of a list that all take the same."""
    return isinstance(schema.get("additionalProperties"), dict) or bool(words_of(schema))


def words_of(schema: Schema) -> list[str]:
    """Return the words that are a mapping's keys where all of them take the same, and no key is explained."""
    known = schema.get("properties", {})
    values = list(known.values())
    alike = all(value == values[0] for value in values)
    return list(known) if values and alike and "description" not in values[0] else []


def inside(schema: Schema) -> Schema:
    """Return what the keys of a mapping with free keys take."""
    found: Schema = (
        next(iter(schema["properties"].values())) if words_of(schema) else schema["additionalProperties"]
    )
    return found


def cases_of(schema: Schema) -> list[tuple[str, str, Schema]]:
    """Return the variants of a mapping: the key that chooses, its word, and what the mapping then is."""
    found = []
    for case in schema.get("allOf", ()):
        ((key, value),) = case["if"]["properties"].items()
        found.append((key, value["const"], case["then"]))
    return found


def _shared(cases: list[Schema]) -> dict[str, Schema]:
    """Return the keys that all of several variants have, all in the same way."""
    first, *others = [case["properties"] for case in cases] or [{}]
    return {key: value for key, value in first.items() if all(other.get(key) == value for other in others)}


def _content(schema: Schema) -> str:
    return json.dumps({key: value for key, value in schema.items() if key not in NOTES}, sort_keys=True)


def shipped_specs() -> list[Path]:
    """Return the files of all specs that are shipped, games before examples."""
    return [file for folder in SPECS for file in sorted((ROOT / folder).glob("*.yaml"))]


def used_keys(sections: Sections, file: Path) -> set[str]:
    """Return the names of the keys that a spec uses, those of what it extends too; raises SpecError."""
    game = library.load_game(str(file))
    found = {EXTENDS} if read_mapping(str(file)).find(EXTENDS) is not None else set[str]()
    for section, node, _ in sections.uses(game.root):
        found |= {".".join((*section.path, word.text)) for word, _ in node.entries if word.text in section.keys}
    return found


def whole_schema(schema: Mapping[str, Any]) -> Schema:
    """Return what a whole spec is."""
    found: Schema = schema["definitions"]["whole"]
    return found
