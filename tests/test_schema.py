"""The schema takes what printkit takes, and marks what it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from jsonschema import Draft7Validator

from printkit import library
from printkit.cli import main
from printkit.schema import spec_schema
from printkit.starter import starter

SCHEMA = spec_schema()
VALIDATOR = Draft7Validator(SCHEMA)
GAMES = library.shipped_games()

CHANGED = """extends: hexflow
game: my-hexflow
claims: ~
assets:
  tiles: {across_flats: 25 mm}
  board: ~
board:
  dots: {2: [C3, C7]}
"""


def plain(text: str) -> Any:
    """Return YAML as editors see it: keys are texts."""

    def named(value: Any) -> Any:
        if isinstance(value, dict):
            return {str(word): named(inner) for word, inner in value.items()}
        return [named(item) for item in value] if isinstance(value, list) else value

    return named(yaml.safe_load(text))


def enums(schema: Any) -> Iterator[list[Any]]:
    """Give the lists of allowed values within a schema."""
    if isinstance(schema, dict) and isinstance(schema.get("enum"), list):
        yield schema["enum"]
    for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from enums(inner)


def shipped(game: str) -> Any:
    return plain((library.specs_folder() / f"{game}.yaml").read_text(encoding="utf-8"))


def records(
    schema: Any, value: Any, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Give each mapping within a spec whose keys a schema lists, with the outline of these."""
    if isinstance(value, list):
        for i, item in enumerate(value):
            yield from records(schema.get("items", {}), item, (*path, i))
    if not isinstance(value, dict):
        return
    for case in schema.get("allOf", ()):
        (word,) = case["if"]["required"]
        if value.get(word) == case["if"]["properties"][word]["const"]:
            yield from records(case["then"], value, path)
            return
    for way in schema.get("anyOf", ()):
        yield from records(way, value, path)
    known = schema.get("properties", {})
    if known:
        yield path, known
    for word, inner in value.items():
        yield from records(known.get(word, schema.get("additionalProperties") or {}), inner, (*path, word))


def with_odd_key(spec: Any, path: tuple[str | int, ...]) -> Any:
    copy = json.loads(json.dumps(spec))
    place = copy
    for word in path:
        place = place[word]
    place["odd_key"] = 1
    return copy


def test_the_command_prints_a_sound_schema() -> None:
    result = CliRunner().invoke(main, ["schema"], catch_exceptions=False)
    assert result.exit_code == 0
    printed = json.loads(result.output)
    Draft7Validator.check_schema(printed)
    assert printed == SCHEMA


def test_allowed_values_are_told_once() -> None:  # editors refuse such a schema as a whole
    found = list(enums(SCHEMA))
    assert len(found) > 30
    assert [values for values in found if len({json.dumps(value) for value in values}) < len(values)] == []


@pytest.mark.parametrize("game", GAMES)
def test_shipped_specs_and_starters_are_fine(game: str) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(shipped(game))] == []
    begun = plain(starter("mine", library.load_game(game)))
    assert [error.message for error in VALIDATOR.iter_errors(begun)] == []


def test_a_spec_on_top_of_another_may_be_short_and_take_away() -> None:
    assert [error.message for error in VALIDATOR.iter_errors(plain(CHANGED))] == []
    alone = plain(CHANGED.replace("extends: hexflow\n", ""))
    assert not VALIDATOR.is_valid(alone)


@pytest.mark.parametrize("game", GAMES)
def test_unknown_keys_are_marked_wherever_they_stand(game: str) -> None:
    spec = shipped(game)
    paths = [path for path, _ in records(SCHEMA["definitions"]["whole"], spec)]
    assert len(paths) > 5
    for path in paths:
        assert not VALIDATOR.is_valid(with_odd_key(spec, path)), path


@pytest.mark.parametrize("game", GAMES)
def test_every_key_that_a_shipped_spec_uses_is_explained(game: str) -> None:
    spec = shipped(game)
    for path, known in records(SCHEMA["definitions"]["whole"], spec):
        place = spec
        for word in path:
            place = place[word]
        for word in place:
            if path != ("line_names",):  # explained as a whole
                assert known[word].get("description"), (path, word)


MISTAKES = [
    ("title", ["two", "titles"]),
    ("game", "Two Words"),
    ("points_to_win", 0),
    ("points_to_win", "many"),
    ("board.side", "ten"),
    ("board.shape", "circle"),
    ("board.regions.upper.letters", "F till K"),
    ("assets.board.kind", "bord"),
    ("assets.board.across_flats", 22),
    ("assets.board.across_flats", "22 yards"),
    ("assets.board.layout", "double"),
    ("players.black.joins", ["upper left"]),
    ("scoring.kind", "conect"),
    ("scoring.sides", "26"),
    ("theme", {"vermillion": "#D55E00"}),
    ("theme", {"blue": "D55E00"}),
    ("laser", {"faces": "burn"}),
]


@pytest.mark.parametrize(("path", "value"), MISTAKES)
def test_what_printkit_refuses_is_marked(path: str, value: Any, tmp_path: Path) -> None:
    spec = shipped("quadrant-hex")
    *way, last = path.split(".")
    place = spec
    for word in way:
        place = place[word]
    place[last] = value
    assert not VALIDATOR.is_valid(spec)
    file = tmp_path / "spec.yaml"
    file.write_text(yaml.safe_dump(spec, allow_unicode=True), encoding="utf-8")
    assert CliRunner().invoke(main, ["check", str(file)], catch_exceptions=False).exit_code == 1


TAKEN = [
    ("title", 1984),
    ("board.regions.upper.letters", "first half"),
    ("board.regions.upper.letters", "f–j"),
    ("assets.board.across_flats", "0.75 in"),
    ("assets.board.across_flats", " 20mm "),
    ("scoring.sides", "6 – 26"),
    ("theme", {"blue": {"rgb": "#0072B2", "cmyk": "100 50 0 0"}}),
    ("theme", None),
    ("laser", {"faces": "score"}),
    ("claims", {}),
    ("positions", None),
]


@pytest.mark.parametrize(("path", "value"), TAKEN)
def test_what_printkit_takes_is_not_marked(path: str, value: Any, tmp_path: Path) -> None:
    spec = shipped("quadrant-hex")
    for name in ("rules", "reference"):  # cards show the positions
        spec["assets"].pop(name, None)
    *way, last = path.split(".")
    place = spec
    for word in way:
        place = place[word]
    place[last] = value
    file = tmp_path / "spec.yaml"
    text = yaml.safe_dump(spec, allow_unicode=True).replace(": null\n", ":\n")
    file.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["check", str(file)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert [error.message for error in VALIDATOR.iter_errors(spec)] == []


ELEMENT = "{at: [0 mm, 0 mm], box: [9 mm, 9 mm], text: '{n}'}"
ADDITIONS = [
    ("assets: {board: {across_flats: 30 mm}}", True),
    ("assets: {new: {kind: counter, side: 12 mm, each: 3}}", True),
    ("assets: {new: {kind: board, across_flats: 20 mm, more: {spare: 1}}}", False),
    ("board: {shape: columns, columns: 7, side: 7}", False),
    ("assets: {board: {kind: ~}}", False),
    ("credit: ~", False),
    ("assets: ~", False),
    ("modes: {duel: {cut_off: Yes}}", True),
    ("modes: {duel: {multipliers: {7: 3}}}", False),
    ("modes: {duel: {multipliers: {3: 7}}}", True),
    ("title: ''", False),
    ("title: |\n  Mine\n", True),
    ("title: |\n  Mine\n  Yours\n", False),
    ("theme: {blue: {cmyk: 100 60 0 400}}", False),
    ("theme: {blue: {cmyk: 100 60 0 040}}", True),
    ("assets: {3-players: {kind: log, across_flats: 9 mm, turns: 20}}", True),
    ("assets: {c: {kind: deck, size: mini, cards: {list: [{ok: true, n: 3}]}, face: [" + ELEMENT + "]}}", True),
]


@pytest.mark.parametrize(("text", "is_fine"), ADDITIONS)
def test_additions(text: str, is_fine: bool) -> None:
    assert VALIDATOR.is_valid(plain(f"extends: hexflow\ngame: mine\n{text}")) is is_fine


def test_defaults_are_such_as_a_spec_would_say() -> None:
    whole = SCHEMA["definitions"]["whole"]["properties"]
    kinds = {
        case["if"]["properties"]["kind"]["const"]: case["then"]["properties"]
        for case in whole["assets"]["additionalProperties"]["allOf"]
    }
    assert kinds["deck"]["back_bleed"]["default"] == "2.5 mm"
    assert kinds["board"]["layout"]["default"] == "single"
    assert whole["points_to_win"]["default"] == 1
    assert "default" not in kinds["card"]["text"]
    for kind in kinds.values():
        for schema in kind.values():
            if "default" in schema:
                assert Draft7Validator(schema).is_valid(schema["default"])
