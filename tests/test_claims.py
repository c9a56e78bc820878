"""Claims on games with tiles: each counter, and what the rulebooks of the shipped games state."""

from __future__ import annotations

import pytest

from printkit.claims import COUNTERS, compare
from printkit.spec import Game
from tests.conftest import load
from tests.test_spec import CLAIMED_AT, FILE, RIGHT, line_of, read
from tests.test_spec import claims as on_a_rhombus

SPEC = """\
game: trial
title: Trial
credit: Nobody
players:
  A: {name: Black, mark: filled}
  B: {name: White, mark: open}
  C: {name: Green, mark: dotted}
board:
  shape: columns
  columns: 5
  cells: 4
  dots:
    2: [B2, B4, D2]
    3: [C3]
  centre: [C2, C3]
  zones: {fen: {cells: [A1, A2]}, down: {cells: [E1]}}
tile_types:
  straight: {name: Straight, nets: [T B]}
  x-cross: {name: X-Cross, nets: [TR BL, T B]}
  y-left: {name: Y-Left, nets: [T B BL]}
  block: {name: Block}
  wildcard: {name: Wildcard, face: write}
supply: {straight: 3, x-cross: 2, y-left: 0, block: 1, wildcard: 1}
modes:
  battle:
    name: Battle
    aim: sides
    corners: {A: [bottom left, bottom right], B: [top left, top right]}
    goals: {A: top, B: bottom}
    captures: 2
assets:
  board: {kind: board, across_flats: 20 mm}
claims:
  """

COUNTED = {
    "boards": 1,
    "captures": 2,
    "cells": 22,
    "centre": 2,
    "columns": 5,
    "dot_hexes": 4,
    "faces": 13,  # straight and x-cross three each, y-left six, block one; the wildcard is to be written on
    "starting_rows": 2,
    "tile_types": 4,
    "tiles": 21,
    "tiles_per_player": 7,
    "zones": 2,
}


def with_claim(name: str, states: int, *changes: tuple[str, str]) -> Game:
    """Read the spec with a claim, and with texts replaced."""
    text = SPEC
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    return read(f"{text}{name}: {states}\n")


def told(game: Game) -> list[str]:
    return [problem.message for problem in compare(game)]


# Counters


def test_every_counter_is_tried() -> None:
    assert COUNTED.keys() | RIGHT.keys() | {"cells_per_column"} == set(COUNTERS)


@pytest.mark.parametrize("name", COUNTED)
def test_a_claim_that_holds_gives_no_problem(name: str) -> None:
    assert told(with_claim(name, COUNTED[name])) == []


@pytest.mark.parametrize("by", [-1, 1])
@pytest.mark.parametrize("name", COUNTED)
def test_a_claim_that_does_not_hold_is_an_error_at_its_place(name: str, by: int) -> None:
    (problem,) = compare(with_claim(name, COUNTED[name] + by))
    assert (problem.severity, problem.code) == ("error", "claim")
    assert problem.message == f"the rulebook states {name}: {COUNTED[name] + by}; built: {COUNTED[name]}"
    place = (FILE, SPEC.count("\n") + 1, len(f"  {name}: ") + 1)
    assert (problem.file, problem.line, problem.column) == place


def test_columns_of_one_length_have_one_number_of_cells() -> None:
    assert told(read(on_a_rhombus("cells_per_column: 6"))) == []
    (problem,) = compare(read(on_a_rhombus("cells_per_column: 7")))
    assert problem.message == "the rulebook states cells_per_column: 7; built: 6"
    assert problem.line == CLAIMED_AT


def test_columns_of_two_lengths_are_told_with_both() -> None:
    for states in (4, 5):
        message = f"the rulebook states cells_per_column: {states}; built: 4 and 5"
        assert told(with_claim("cells_per_column", states)) == [message]


def test_a_counter_of_what_a_game_without_tiles_lacks_finds_none() -> None:
    names = ("centre", "dot_hexes", "faces", "starting_rows", "tile_types", "tiles", "tiles_per_player")
    assert told(read(on_a_rhombus("\n  ".join(f"{name}: 0" for name in names)))) == []
    assert told(read(on_a_rhombus("captures: 0"))) == ["the rulebook states captures: 0; built: none"]


@pytest.mark.parametrize(("states", "errors"), [(2, []), (1, ["the rulebook states boards: 1; built: 2"])])
def test_several_boards_are_counted(states: int, errors: list[str]) -> None:
    text = load(game="hexflow-tri").text
    assert text.count("  players: 3\n") == 1
    game = read(text.replace("  players: 3\n", f"  players: 3\n  boards: {states}\n"))
    assert [problem.message for problem in compare(game) if problem.severity == "error"] == errors


def test_captures_that_differ_between_modes_are_told_with_all_their_values() -> None:
    second = "    captures: 2\n  raid:\n    name: Raid\n    aim: corners\n    captures: {}\n"
    second += "    corners: {{A: [bottom left, top right], B: [top left, bottom right]}}\n"
    for other, built in ((3, "2 and 3"), (0, "2")):
        game = with_claim("captures", 4, ("    captures: 2\n", second.format(other)))
        assert told(game) == [f"the rulebook states captures: 4; built: {built}"]


@pytest.mark.parametrize(
    ("corners", "rows"),
    [
        ("{A: [bottom left, bottom right], B: [top left]}", 2),
        ("{A: [bottom left], B: [bottom right]}", 1),
        ("{A: [bottom left, top left], B: [bottom right, top right]}", 0),
    ],
)
def test_a_starting_row_has_all_corners_of_a_player(corners: str, rows: int) -> None:
    old = "{A: [bottom left, bottom right], B: [top left, top right]}"
    assert told(with_claim("starting_rows", rows, (old, corners))) == []
    assert told(with_claim("starting_rows", rows + 1, (old, corners))) != []


def test_lines_that_look_alike_when_turned_are_one_face() -> None:
    star = ("y-left: {name: Y-Left, nets: [T B BL]}", "y-left: {name: Star, nets: [T TR BR B BL TL]}")
    assert told(with_claim("faces", 8, star)) == []
    assert told(with_claim("faces", 13, star)) == ["the rulebook states faces: 13; built: 8"]


# The shipped games

SLIPS: dict[str, dict[str, tuple[int, str]]] = {
    "hexflow": {
        "cells_per_column": (9, "9 and 10"),
        "captures": (4, "3"),
        "starting_rows": (2, "0"),
    },
    "hexflow-tri": {
        "cells_per_side": (14, "13"),
        "tiles_per_player": (18, "17"),
    },
    "quadrant-hex": {},
}


@pytest.mark.parametrize("name", SLIPS)
def test_the_slips_of_a_rulebook_are_notes_with_the_reading_taken(name: str) -> None:
    game = load(game=name)
    problems = list(compare(game))
    assert [problem.message for problem in problems] == [
        f"the rulebook states {claim}: {states}; built: {built}" for claim, (states, built) in SLIPS[name].items()
    ]
    assert {problem.severity for problem in problems} <= {"note"}
    for problem, claim in zip(problems, SLIPS[name], strict=True):
        line = line_of(game.text, f"\n  {claim}:\n") + 2
        assert (problem.file, problem.line) == (game.file, line)
        builds, reading = (text.strip() for text in game.text.splitlines()[line : line + 2])
        assert problem.message.endswith(f"; {builds.replace('builds', 'built')}")
        assert problem.hint == f"acknowledged: {reading.removeprefix('reading: ')}"


def test_only_the_difference_that_is_acknowledged_is_a_note() -> None:
    text = load(game="hexflow").text
    (error,) = [p for p in compare(read(text.replace("builds: 3", "builds: 2"))) if p.severity != "note"]
    assert (error.message, error.hint) == ("the rulebook states captures: 4; built: 3", "acknowledged is 2")


def test_a_slip_that_is_not_acknowledged_is_an_error() -> None:
    text = load(game="hexflow").text
    start = text.index("  captures:\n    states: 4\n")
    end = text.index("\n", text.index("reading:", start))
    (error,) = [p for p in compare(read(f"{text[:start]}  captures: 4{text[end:]}")) if p.severity != "note"]
    assert (error.severity, error.message) == ("error", "the rulebook states captures: 4; built: 3")


def test_the_claims_of_a_shipped_game_are_counted_on_its_usual_board() -> None:
    tri = load(game="hexflow-tri")
    large = tri.on_board("105")
    assert "the rulebook states cells: 91; built: 105" in told(large)
    assert "the rulebook states cells: 91; built: 105" not in told(tri)
