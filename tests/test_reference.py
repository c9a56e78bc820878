"""The reference of all keys is as the schema is, and what is shipped shows every key."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from docs import reference
from docs.sections import Sections, shipped_specs, used_keys, whole_schema
from printkit import library
from printkit.errors import SpecError
from printkit.outline import Schema, by_word
from printkit.schema import spec_schema
from printkit.yamlnodes import Mapping, parse

SCHEMA = whole_schema(spec_schema())
SECTIONS = Sections(SCHEMA)
PAGE = reference.PAGE.read_text(encoding="utf-8")
TEXT: Schema = {"type": ["string", "number"], "pattern": r"\S", "description": "a word"}


def keys(schema: Any) -> set[str]:
    """Return all keys that a schema lists, wherever they may stand."""
    if isinstance(schema, list):
        return set().union(*map(keys, schema))
    if not isinstance(schema, dict):
        return set()
    listed = schema.get("properties")
    own = set(listed) if isinstance(listed, dict) and "if" not in schema else set()
    return own.union(*map(keys, schema.values()))


def rows(page: str) -> list[tuple[str, str]]:
    """Return the headings and the keys of all tables."""
    found, heading = [], ""
    for line in page.splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        elif match := re.match(r"\| `([^`]+)` \|", line):
            found.append((heading, match[1]))
    return found


def test_the_page_is_as_make_docs_makes_it() -> None:
    assert reference.made() == PAGE, "the reference is stale: run 'make docs'"


def test_a_stale_page_is_found() -> None:
    changed = {**SCHEMA, "properties": {**SCHEMA["properties"], "mood": {"enum": ["calm", "wild"]}}}
    assert "| `mood` | one of: `calm`, `wild` | – |" in reference.page(Sections(changed), shipped_specs())
    explained = {**SCHEMA["properties"]["game"], "description": "another name"}
    changed = {**SCHEMA, "properties": {**SCHEMA["properties"], "game": explained}}
    assert reference.page(Sections(changed), shipped_specs()) != PAGE


def test_every_key_of_the_schema_has_a_row() -> None:
    found = rows(PAGE)
    assert len(found) == len(set(found)) == len(SECTIONS.names())
    words = {key for _, key in found} | set(re.findall(r"`([^`]+)`", PAGE))
    assert len(keys(SCHEMA)) > 90
    assert sorted(keys(SCHEMA) - words) == []


def test_values_are_told_in_words() -> None:
    words = reference.Words(SECTIONS)
    figure: Schema = {"type": "integer", "minimum": 0, "maximum": 9}
    signs: Schema = {"type": "object", "additionalProperties": TEXT, "propertyNames": {"pattern": "^[^.-]$"}}
    for schema, said in (
        ({"enum": [True, False, "yes", "no"]}, "`yes` or `no`"),
        ({"enum": list("ABCDEFGHIJKLMNOP")}, "one of: `A` to `P`"),
        ({"type": "array", "items": figure}, "a list of whole numbers from 0 to 9"),
        (signs, "for each sign: a word"),
        ({"type": "string", "pattern": "^[0-9]{2}$"}, "a text of a certain form"),
        ({"type": "string", "pattern": "^[0-9]{2}$", "description": "two digits"}, "two digits"),
        ({"anyOf": [{"enum": ["all"]}, {"type": "integer", "minimum": 1}]}, "`all`, or a whole number, 1 or more"),
    ):
        assert words.of(schema) == said


def test_examples_are_such_as_their_sections_say() -> None:
    found = reference.examples(SECTIONS, shipped_specs())
    assert len(found) >= 20
    for section in SECTIONS:
        if section.path and section.name in found:
            (line,) = found[section.name].lines
            ((inner,),) = [yaml.safe_load(line)] if line.startswith("-") else [yaml.safe_load(line).values()]
            assert len(line) <= reference.WIDEST
            assert any(word in section.keys for word in inner)
            for word in set(inner) & set(section.keys):
                value = (
                    {str(k): v for k, v in inner[word].items()} if isinstance(inner[word], dict) else inner[word]
                )
                assert Draft7Validator(section.keys[word]).is_valid(value), line


RIM: Schema = {"type": "object", "properties": {"width": TEXT}, "description": "what is round it"}
NEW: Schema = {
    "type": "object",
    "properties": {
        "signs": {
            "type": ["object", "null"],
            "additionalProperties": {
                "anyOf": [
                    {"type": "integer", "minimum": 1, "maximum": 9},
                    {
                        "type": "array",
                        "items": {"type": "object", "properties": {"deep": TEXT}, "additionalProperties": False},
                    },
                ]
            },
            "description": "what is new",
        },
        "form": by_word(
            "shape",
            "its shape",
            {
                "ring": {
                    "type": "object",
                    "properties": {"shape": {}, "hole": TEXT, "rim": RIM},
                    "required": ["rim"],
                },
                "bar": {"type": "object", "properties": {"shape": {}, "rim": RIM}},
            },
            whole=True,
        ),
    },
}


def test_what_comes_anew_needs_no_change_here() -> None:
    sections = Sections(NEW)
    assert sections.names() == [
        "signs", "form", "signs.deep", "form.shape", "form.rim", "form.rim.width", "form.ring.hole",
    ]  # fmt: skip
    page = reference.page(sections, ())
    assert (
        "| `signs` | for each text: a whole number from 1 to 9, or a list of mappings with [these keys](#signs) "
        "| – | what is new |" in page
    )
    assert "### form › bar\n\nWith `shape: bar`, beside `shape`, `rim` of [form](#form).\n\nIt takes no" in page
    assert "### form › rim\n\nWhat is round it. It stands under `rim` of [form](#form).\n" in page
    node = parse("signs: {a: 2, b: [{deep: x}]}\nform: {shape: ring, hole: 1, rim: {width: 2}}\n", "new.yaml")
    found = {(use.section.name, word.text) for use in sections.uses(node) for word, _ in use.node.entries}
    assert {("signs", "deep"), ("form", "shape"), ("form.ring", "hole"), ("form.rim", "width")} <= found


def unused(files: Iterable[Path]) -> list[str]:
    """Return the keys of the reference that none of the specs uses."""
    used = set[str]().union(*(used_keys(SECTIONS, file) for file in files))
    return [name for name in SECTIONS.names() if name not in used]


def unlisted(sections: Sections, root: Mapping) -> list[str]:
    """Return the keys of a spec that the reference does not list."""
    known: dict[int, set[str]] = {}
    nodes = {}
    for section, node, _ in sections.uses(root):
        nodes[id(node)] = node
        known.setdefault(id(node), set()).update(section.keys)
    return [
        word.text for place, node in nodes.items() for word, _ in node.entries if word.text not in known[place]
    ]


def test_every_key_is_used_by_what_is_shipped() -> None:
    lacking = unused(shipped_specs())
    print("\n".join(["keys that no shipped spec or example uses:", *lacking]))
    assert lacking == []


def test_a_key_that_nothing_uses_is_found() -> None:
    lacking = unused([library.specs_folder() / "quadrant-hex.yaml"])
    assert {"tile_types", "tile_types.nets", "assets.deck.cards.ranks", "board.columns.cells"} <= set(lacking)
    assert not {"board.rhombus.side", "assets.board.layout", "assets.card.pages.sections.icon"} & set(
        unused(shipped_specs())
    )


def test_what_a_spec_takes_from_another_counts_as_used(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("extends: hexflow\ngame: mine\nlaser: {faces: score}\n", encoding="utf-8")
    assert {"extends", "laser", "laser.faces", "assets.tile.across_flats"} <= used_keys(SECTIONS, file)


@pytest.mark.parametrize("file", shipped_specs(), ids=lambda file: file.stem)
def test_every_key_that_is_used_is_listed(file: Path) -> None:
    assert unlisted(SECTIONS, library.load_game(str(file)).root) == []


def test_a_key_that_is_not_listed_is_found(tmp_path: Path) -> None:
    text = (library.specs_folder() / "battle-hex.yaml").read_text(encoding="utf-8")
    for old in ("mark: hatched", "ranks:", "both_ways:", "across_flats:", "shape:"):
        odd = text.replace(old, f"odd_key: 1, {old}" if "mark" in old else old.replace(":", "s:"), 1)
        assert unlisted(SECTIONS, parse(odd, "odd.yaml")) != [] or old == "shape:"
        file = tmp_path / "odd.yaml"
        file.write_text(odd, encoding="utf-8")
        with pytest.raises(SpecError):
            used_keys(SECTIONS, file)
