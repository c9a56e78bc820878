"""The shapes ``hexagon`` and ``cells``, and triangles of both orientations: cells, sides, corners, zones."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from printkit import library
from printkit.art._boards import BoardPlan
from printkit.art._zones import DOTTED, PLAIN, SIGNS, SLANTS
from printkit.board import Board
from printkit.colours import ZONE_TINTS
from printkit.errors import SpecError
from printkit.hexgrid import Hex, distance
from printkit.shapes import board_of, board_spec
from printkit.shapes._keys import PATTERNS, ZONE_COLOURS
from printkit.yamlnodes import parse
from tests.conftest import render


def board(text: str) -> Board:
    """Make a board from what a spec says."""
    return board_of(board_spec(parse(text, "board.yaml")))


def problems(text: str) -> list[str]:
    with pytest.raises(SpecError) as caught:
        board(text)
    return [problem.message for problem in caught.value.problems]


def names(found: Board, cells: tuple[Hex, ...]) -> list[str]:
    return [found.names[cell] for cell in cells]


ROUND = [
    *(f"shape: hexagon\nside: {side}\norientation: {way}" for side in (2, 3, 8) for way in ("flat", "pointy")),
    *(f"shape: triangle\nside: {side}\norientation: {way}" for side in (2, 7) for way in ("flat", "pointy")),
]


@pytest.mark.parametrize("side", [2, 5, 8, 58])
@pytest.mark.parametrize("way", ["flat", "pointy"])
def test_a_hexagon_has_all_cells_up_to_a_distance(side: int, way: str) -> None:
    found = board(f"shape: hexagon\nside: {side}\norientation: {way}")
    assert len(found.cells) == 3 * side * (side - 1) + 1
    assert max(distance(cell, Hex(0, 0)) for cell in found.cells) == side - 1
    assert {len(cells) for cells in found.sides.values()} == {side}


@pytest.mark.parametrize("text", ROUND)
def test_sides_go_round_the_board_clockwise_from_corner_to_corner(text: str) -> None:
    found = board(text)
    sides = list(found.sides.values())
    assert [cells[0] for cells in sides] == list(found.corners.values()) or text.startswith("shape: triangle")
    assert {cells[0] for cells in sides} == set(found.corners.values())
    for cells, following in pairwise([*sides, sides[0]]):
        assert cells[-1] == following[0]
        assert all(there in found.neighbours(here) for here, there in pairwise(cells))
    rim = [edge.cell for edge in found.rim]
    assert {cell for cells in sides for cell in cells} == set(rim)
    plan = BoardPlan(found, 10.0)
    middle = plan.box.center
    for side, cells in found.sides.items():
        x, y = plan.outward(side)
        at = plan.layout.center(cells[len(cells) // 2])
        assert x * (at.x - middle.x) + y * (at.y - middle.y) > 0, "it points out of the board"


@pytest.mark.parametrize("text", ROUND)
def test_the_names_of_sides_and_corners_say_where_they_are(text: str) -> None:
    plan = BoardPlan(board(text), 10.0)
    words = {"top": (0, -1), "upper": (0, -1), "bottom": (0, 1), "lower": (0, 1), "left": (-1, 0), "right": (1, 0)}
    places = {name: plan.layout.center(cell) for name, cell in plan.board.corners.items()}
    for name, cells in plan.board.sides.items():
        ends = [plan.layout.center(cell) for cell in (cells[0], cells[-1])]
        places[f"{name} "] = type(ends[0])((ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2)
    at = list(plan.anchors.values())
    middle = [sum(point[i] for point in at) / len(at) for i in (0, 1)]
    for name, (x, y) in places.items():
        for word in name.split():
            dx, dy = words[word]
            assert dx * (x - middle[0]) + dy * (y - middle[1]) > 1.0, (name, word)


def test_too_large_a_hexagon_is_told() -> None:
    assert problems("shape: hexagon\nside: 59") == ["a hexagon of side 59 has 10267 cells; expected 10000 at most"]


# Cells

BAND = "shape: cells\npicture: |\n  . . . .\n   . . .\n  . . . .\n"
PICTURE = """\
shape: cells
orientation: pointy
picture: |
  - . f f
   . - . .
  . . . .
legend: {f: forest}
zones: {forest: {pattern: trees, colour: green}}
"""


def test_a_picture_of_pointy_top_cells() -> None:
    found = board(PICTURE)
    assert list(found.names) == [
        *(Hex(0, 0), Hex(1, 0), Hex(2, 0)),
        *(Hex(-1, 1), Hex(1, 1), Hex(2, 1)),
        *(Hex(-2, 2), Hex(-1, 2), Hex(0, 2), Hex(1, 2)),
    ]
    assert list(found.names.values()) == ["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3", "C4"]
    (zone,) = found.marks.zones
    assert (zone.name, names(found, zone.cells)) == ("Forest", ["A2", "A3"])


def test_a_picture_of_flat_top_cells() -> None:
    found = board("shape: cells\norientation: flat\npicture: |\n  .   .\n    .\n  .   .\n    .\n")
    assert found.orientation == "flat"
    assert list(found.names.values()) == ["A1", "A2", "B1", "B2", "C1", "C2"]
    middle = found.cell("B1")
    assert middle is not None
    assert sorted(names(found, found.neighbours(middle))) == ["A1", "A2", "B2", "C1", "C2"]


def test_empty_lines_and_marks_for_no_cell_do_not_matter() -> None:
    plain = board("shape: cells\npicture: |\n  . .\n   . .\n")
    more = board("shape: cells\npicture: |\n\n  - . . -\n   - . . -\n\n")
    assert list(plain.names.values()) == list(more.names.values())
    assert BoardPlan(plain, 10.0).box.size == pytest.approx(BoardPlan(more, 10.0).box.size)


def test_a_hexagon_as_a_picture_as_a_list_and_as_a_shape_is_one_board() -> None:
    picture = board("shape: cells\npicture: |\n  - . .\n   . . .\n  - . .\n")
    given = board("shape: cells\nhexes: [0 0, 1 0, -1 1, 0 1, 1 1, -1 2, 0 2]")
    shape = board("shape: hexagon\nside: 2")
    middle = given.cell("B2")
    assert middle == Hex(0, 1)
    assert set(picture.cells) == set(given.cells)
    assert {Hex(q - middle.q, r - middle.r) for q, r in given.cells} == set(shape.cells)


def test_holes_and_parts_have_outlines_of_their_own() -> None:
    ring = board("shape: cells\npicture: |\n  - . .   .\n   . - .\n  - . .\n")
    plan = BoardPlan(ring, 10.0)
    assert sorted(map(len, plan.outlines)) == [6, 6, 18]
    assert len(ring.rim) == 18
    assert plan.box.size.width > 4 * 10.0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("shape: cells", "the key 'picture' is missing here"),
        ("shape: cells\npicture: '.'\nhexes: [0 0]", "a board has a 'picture' or 'hexes', not both"),
        ("shape: cells\npicture: '-'", "the picture has no cells"),
        ("shape: cells\nhexes: [0 0, 1 0, 0 0]", "the cell 0 0 is listed a second time"),
        (
            "shape: cells\npicture: |\n  . .\n  . .\n",
            "'.' in line 2 of the picture, column 1, stands between two cells",
        ),
        (
            "shape: cells\npicture: |\n  . x\n",
            "found 'x' in line 1 of the picture, column 3; expected '.', '-' or a mark of the legend",
        ),
        ("shape: cells\npicture: |\n  . f\nlegend: {f: wood}", "no zone is called 'wood'"),
        ("shape: cells\npicture: . .\nsides: {north: [A1, A9]}", "the board has no cell 'A9'"),
        ("shape: cells\npicture: . .\ncorners: {west: A9}", "the board has no cell 'A9'"),
        (
            "shape: cells\npicture: . . . .\nsides: {north: [A1, A3]}",
            "the cells of the side 'north' are no part of the rim of the board",
        ),
        (f"{BAND}sides: {{south: [C1, C2, C3, C4], part: [C2, C3]}}", "C3 is on the side 'south' too"),
        (f"{BAND}sides: {{south: [C1, C2], one: [C1]}}", "C1 is on the side 'south' too"),
    ],
)
def test_a_picture_or_list_with_a_fault_is_told(text: str, message: str) -> None:
    assert problems(text) == [message]


def test_sides_follow_the_rim_clockwise_in_whatever_order_they_are_named() -> None:
    text = "shape: cells\npicture: |\n  - . . .\n   . . . .\n  - . . .\nsides: {SIDES}"
    found = board(text.replace("SIDES", "south: [C3, C1, C2], north: [A2, A1, A3]"))
    assert list(found.sides) == ["north", "south"]
    assert names(found, found.sides["north"]) == ["A1", "A2", "A3"]
    assert names(found, found.sides["south"]) == ["C3", "C2", "C1"]


def test_a_side_of_one_cell_has_a_direction() -> None:
    found = board("shape: cells\npicture: |\n  - . .\n   . . .\n  - . .\nsides: {west: [B1]}")
    x, y = BoardPlan(found, 10.0).outward("west")
    assert (round(x, 6), round(y, 6)) == (-1.0, 0.0)


# Zones


def test_zones_by_distance_from_the_middle() -> None:
    found = board("shape: hexagon\nside: 4\nzones: {a: {rings: 0}, b: {rings: 1-2}, c: {rings: 3-9}}")
    assert [len(zone.cells) for zone in found.marks.zones] == [1, 18, 18]
    assert [zone.pattern for zone in found.marks.zones] == ["hatched", "dotted", "crossed"]


def test_zones_by_distance_from_the_centre_cells() -> None:
    found = board("shape: triangle\nside: 5\ncentre: [A1]\nzones: {near: {rings: 0-1}}")
    assert names(found, found.marks.zones[0].cells) == ["A1", "B1", "B2"]


@pytest.mark.parametrize(
    ("zones", "message"),
    [
        ("a: {}", "the zone a has no cells"),
        ("a: {cells: [Z1]}", "the board has no cell 'Z1'"),
        ("a: {cells: [A1, A1]}", "the cell A1 is named here a second time"),
        ("a: {cells: [A1]}, b: {cells: [B1, A1]}", "A1 is in the zone a already; a cell is in one zone at most"),
        ("a: {rings: 0-1}, b: {rings: 1-2}", "is in the zone a already; a cell is in one zone at most"),
        ("a: {rings: 3-1}", "found '3-1'; expected a distance such as 0, or two such as '2-3', the smaller first"),
    ],
)
def test_zones_with_a_fault_are_told(zones: str, message: str) -> None:
    (told,) = problems(f"shape: hexagon\nside: 4\nzones: {{{zones}}}")
    assert told.endswith(message)


def test_all_patterns_and_colours_are_drawn() -> None:
    assert set(PATTERNS) == {*SIGNS, *SLANTS, DOTTED, PLAIN}
    assert set(ZONE_COLOURS) == {*ZONE_TINTS, "grey"}


def test_words_stand_in_cells() -> None:
    found = board("shape: hexagon\nside: 3\nlabels: {words: {C3: Port, a1: Light}}")
    assert {found.names[cell]: word for cell, word in found.marks.words.items()} == {"C3": "Port", "A1": "Light"}


def test_sides_may_share_a_corner() -> None:
    found = board(f"{BAND}sides: {{south: [C1, C2, C3, C4], east: [A4, B3, C4]}}")
    assert found.sides["east"][-1] == found.sides["south"][0]
    plan = BoardPlan(found, 10.0)
    assert plan.side_line("east")[-1] == pytest.approx(plan.side_line("south")[0])


def test_a_picture_of_the_other_orientation_is_told() -> None:
    with pytest.raises(SpecError) as caught:
        board("shape: cells\norientation: flat\npicture: |\n  . .\n   . .\n")
    assert caught.value.problems[0].hint == "it is a picture of pointy-top cells: orientation: pointy"


@pytest.mark.parametrize(
    "text",
    [
        "shape: cells\npicture: .",
        "shape: cells\nhexes: [0 0, 0 3]\nsides: {n: [A1]}",
        "shape: cells\npicture: .\nsides: {n: [A1]}",
        "shape: cells\npicture: . . . . . .",
    ],
)
def test_the_smallest_boards_are_drawn_in_every_kind(text: str, tmp_path: Path) -> None:
    text = text.replace("\n", "\n  ")
    spec = f"""\
game: tiny
title: Tiny
credit: Nobody
players: {{a: {{name: A, mark: filled}}, b: {{name: B, mark: open}}}}
board:
  {text}
assets:
  board: {{kind: board, across_flats: 16 mm}}
  sheet: {{kind: sheet, across_flats: 10 mm}}
  card:
    kind: card
    width: 100 mm
    height: 150 mm
    text: 9 pt
    pages: [{{title: T, subtitle: S, sections: [{{heading: H, text: words, picture: games}}]}}]
  deck:
    kind: deck
    size: mini
    cards: {{list: [{{cell: A1}}]}}
    face: [{{board: "{{cell}}", at: [4 mm, 4 mm], box: [30 mm, 30 mm]}}]
"""
    path = tmp_path / "tiny.yaml"
    path.write_text(spec, encoding="utf-8")
    game = library.load_game(str(path))
    for asset in game.assets:
        assert render(asset, "a4", game=str(path)).startswith(b"%PDF")
