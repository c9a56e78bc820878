"""The rhombus: names, corners, sides, neighbours and regions, as the rules give them."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from printkit.board import Board, letter_index, letters
from printkit.errors import SpecError
from printkit.geometry import Point
from printkit.hexgrid import DIRECTIONS, Hex, HexLayout, Orientation, distance, ring, step
from printkit.shapes import SHAPES, board_spec
from printkit.yamlnodes import parse

DIAMONDS = ("wide", "tall")
QUADRANTS = """
  upper: {letters: second half, numbers: second half}
  left: {letters: first half, numbers: second half}
  right: {letters: second half, numbers: first half}
  lower: {letters: first half, numbers: first half}
"""
SIDES = ["upper left", "upper right", "lower right", "lower left"]

in_both_diamonds = pytest.mark.parametrize("diamond", DIAMONDS)
of_all_sizes = pytest.mark.parametrize("side", range(6, 27, 2))


def rhombus(side: int = 10, diamond: str = "wide", regions: str = QUADRANTS) -> Board:
    """Build a rhombus board from what a spec says."""
    text = f"shape: rhombus\nside: {side}\ndiamond: {diamond}\nregions: {regions}"
    return board_spec(parse(text, "board.yaml")).build()


def cell(board: Board, name: str) -> Hex:
    """Return the cell of a name, which the board must have."""
    found = board.cell(name)
    assert found is not None, name
    return found


def center(board: Board, name: str) -> Point:
    """Return where the middle of a cell lies, on a board of hexes of circumradius 1."""
    return HexLayout(board.orientation, 1, Point(0, 0)).center(cell(board, name))


def names(board: Board, cells: tuple[Hex, ...]) -> list[str]:
    """Name cells."""
    return [board.names[cell] for cell in cells]


def on(board: Board, region: str, side: str) -> list[str]:
    """Name the cells on a side of a region."""
    found = board.region(region)
    assert found is not None, region
    return names(board, found.sides[side])


def middle(points: list[Point]) -> Point:
    """Return the mean of points."""
    return Point(sum(p.x for p in points) / len(points), sum(p.y for p in points) / len(points))


# Names


@in_both_diamonds
def test_letters_advance_up_and_to_the_right(diamond: str) -> None:
    board = rhombus(diamond=diamond)
    for here, there in (("A1", "B1"), ("D7", "E7"), ("I10", "J10")):
        (x0, y0), (x1, y1) = center(board, here), center(board, there)
        assert x1 > x0
        assert y1 < y0, "y goes down"


@in_both_diamonds
def test_numbers_advance_up_and_to_the_left(diamond: str) -> None:
    board = rhombus(diamond=diamond)
    for here, there in (("A1", "A2"), ("D7", "D8"), ("J9", "J10")):
        (x0, y0), (x1, y1) = center(board, here), center(board, there)
        assert x1 < x0
        assert y1 < y0, "y goes down"


@in_both_diamonds
def test_the_corners_are_where_the_rules_have_them(diamond: str) -> None:
    board = rhombus(diamond=diamond)
    at = {name: center(board, name) for name in board.names.values()}
    assert max(at, key=lambda name: at[name].y) == "A1", "bottom"
    assert min(at, key=lambda name: at[name].y) == "J10", "top"
    assert min(at, key=lambda name: at[name].x) == "A10", "left"
    assert max(at, key=lambda name: at[name].x) == "J1", "right"


@in_both_diamonds
def test_the_corners_stand_in_one_line_across_and_one_upright(diamond: str) -> None:
    board = rhombus(diamond=diamond)
    assert center(board, "A10").y == pytest.approx(center(board, "J1").y)
    assert center(board, "A1").x == pytest.approx(center(board, "J10").x)


@pytest.mark.parametrize(("diamond", "acute"), [("wide", {"A10", "J1"}), ("tall", {"A1", "J10"})])
def test_the_acute_corners_are_left_and_right_or_top_and_bottom(diamond: str, acute: set[str]) -> None:
    board = rhombus(diamond=diamond)
    corners = ["A1", "A10", "J10", "J1"]
    angles = {}
    for i, corner in enumerate(corners):
        x, y = center(board, corner)
        one, other = center(board, corners[i - 1]), center(board, corners[(i + 1) % 4])
        turn = math.atan2(one.y - y, one.x - x) - math.atan2(other.y - y, other.x - x)
        angles[corner] = math.degrees(math.acos(math.cos(turn)))
    assert angles == {corner: pytest.approx(60 if corner in acute else 120) for corner in corners}
    assert {corner for corner in corners if len(board.neighbours(cell(board, corner))) == 2} == acute


def test_wide_boards_have_flat_topped_hexes_and_tall_ones_pointy_topped() -> None:
    assert rhombus(diamond="wide").orientation == "flat"
    assert rhombus(diamond="tall").orientation == "pointy"


def test_a_board_is_wide_unless_it_says_otherwise() -> None:
    assert board_spec(parse("{shape: rhombus, side: 4}", "board.yaml")).build().orientation == "flat"


@in_both_diamonds
def test_cells_come_by_letter_and_then_by_number(diamond: str) -> None:
    board = rhombus(diamond=diamond)
    assert names(board, board.cells) == [f"{letter}{n}" for letter in "ABCDEFGHIJ" for n in range(1, 11)]


def test_names_are_read_in_either_case() -> None:
    board = rhombus()
    assert board.cell("c10") == board.cell("C10") == cell(board, "C10")
    assert rhombus(28).cell("ab3") == rhombus(28).cell("Ab3") == rhombus(28).cell("AB3")


@in_both_diamonds
def test_every_name_leads_back_to_its_cell(diamond: str) -> None:
    board = rhombus(28, diamond)
    assert all(board.cell(name.lower()) == found for found, name in board.names.items())


@pytest.mark.parametrize("name", ["", "A", "1", "A0", "A11", "K1", "A-1", "A01", "1A", "A1 ", "AA1", "Ä1", "A¹"])
def test_other_names_are_no_cells(name: str) -> None:
    assert rhombus().cell(name) is None


def test_the_letter_i_is_used() -> None:
    assert cell(rhombus(), "I5") == step(cell(rhombus(), "H5"), Hex(1, -1))


def test_letters_go_on_past_z() -> None:
    assert [letters(i) for i in (0, 25, 26, 27, 51, 52, 701, 702)] == [
        "A",
        "Z",
        "AA",
        "AB",
        "AZ",
        "BA",
        "ZZ",
        "AAA",
    ]
    board = rhombus(28)
    assert names(board, board.sides["lower right"][::-1])[-4:] == ["Y1", "Z1", "AA1", "AB1"]
    assert cell(board, "AA1") == step(cell(board, "Z1"), Hex(1, -1))


def test_letters_lead_back_to_their_place() -> None:
    assert [letter_index(letters(i)) for i in range(1000)] == list(range(1000))
    assert letter_index("ab") == letter_index("AB") == 27


# Neighbours


def test_neighbours_on_the_wide_board() -> None:
    board = rhombus()
    assert set(names(board, board.neighbours(cell(board, "E5")))) == {"D5", "F5", "E4", "E6", "F6", "D4"}


def test_neighbours_on_the_tall_board() -> None:
    board = rhombus(diamond="tall")
    assert set(names(board, board.neighbours(cell(board, "E5")))) == {"D5", "F5", "E4", "E6", "F4", "D6"}


@pytest.mark.parametrize(
    ("diamond", "clockwise"),
    [
        ("wide", ["F6", "F5", "E4", "D4", "D5", "E6"]),  # straight up; up right; …
        ("tall", ["F5", "F4", "E4", "D5", "D6", "E6"]),  # up right; right; …
    ],
)
def test_neighbours_come_clockwise_from_direction_0(diamond: str, clockwise: list[str]) -> None:
    board = rhombus(diamond=diamond)
    assert names(board, board.neighbours(cell(board, "E5"))) == clockwise


def test_f6_stands_straight_above_e5_on_the_wide_board() -> None:
    board = rhombus()
    assert center(board, "F6").x == pytest.approx(center(board, "E5").x)
    assert center(board, "F6").y < center(board, "E5").y


def test_f4_stands_straight_to_the_right_of_e5_on_the_tall_board() -> None:
    board = rhombus(diamond="tall")
    assert center(board, "F4").y == pytest.approx(center(board, "E5").y)
    assert center(board, "F4").x > center(board, "E5").x


@in_both_diamonds
@pytest.mark.parametrize("side", [2, 6, 11])
def test_neighbours_are_the_cells_one_step_away(diamond: str, side: int) -> None:
    board = rhombus(side, diamond, regions="{}")
    for here in board.cells:
        near = board.neighbours(here)
        assert len(near) == len(set(near))
        assert set(near) == {there for there in board.cells if distance(here, there) == 1}


@in_both_diamonds
def test_inner_edges_are_the_pairs_of_neighbours(diamond: str) -> None:
    board = rhombus(diamond=diamond)
    assert len(board.inner_edges) == 261
    assert 2 * len(board.inner_edges) == sum(len(board.neighbours(here)) for here in board.cells)
    assert len(board.rim) == 6 * 100 - 2 * 261


# Sides


@pytest.mark.parametrize(
    ("region", "side", "name"),
    [
        ("whole", "upper left", "C10"),
        ("whole", "upper right", "J1"),
        ("whole", "lower right", "J1"),
        ("upper", "upper right", "J8"),
        ("upper", "lower left", "F6"),
        ("upper", "lower right", "F6"),
        ("left", "upper right", "E9"),
        ("left", "lower left", "A7"),
    ],
)
@in_both_diamonds
def test_a_known_cell_lies_on_its_side(diamond: str, region: str, side: str, name: str) -> None:
    assert name in on(rhombus(diamond=diamond), region, side)


@pytest.mark.parametrize(
    ("region", "name", "sides"),
    [
        ("whole", "C10", {"upper left"}),
        ("whole", "J1", {"upper right", "lower right"}),
        ("whole", "A1", {"lower left", "lower right"}),
        ("whole", "A10", {"lower left", "upper left"}),
        ("whole", "J10", {"upper left", "upper right"}),
        ("whole", "E5", set()),
        ("whole", "F6", set()),
        ("upper", "J8", {"upper right"}),
        ("upper", "F6", {"lower left", "lower right"}),
        ("upper", "J10", {"upper left", "upper right"}),
        ("upper", "F10", {"lower left", "upper left"}),
        ("upper", "J6", {"lower right", "upper right"}),
        ("left", "E9", {"upper right"}),
        ("left", "A7", {"lower left"}),
        ("left", "A6", {"lower left", "lower right"}),
        ("left", "E6", {"upper right", "lower right"}),
        ("right", "F1", {"lower left", "lower right"}),
        ("right", "J5", {"upper left", "upper right"}),
        ("lower", "E5", {"upper left", "upper right"}),
        ("lower", "A5", {"lower left", "upper left"}),
        ("lower", "E1", {"lower right", "upper right"}),
    ],
)
@in_both_diamonds
def test_a_cell_lies_on_these_sides_and_no_others(diamond: str, region: str, name: str, sides: set[str]) -> None:
    board = rhombus(diamond=diamond)
    assert {side for side in SIDES if name in on(board, region, side)} == sides


@in_both_diamonds
def test_sides_are_the_first_and_last_letters_and_numbers(diamond: str) -> None:
    board = rhombus(diamond=diamond)
    assert set(on(board, "whole", "upper left")) == {f"{letter}10" for letter in "ABCDEFGHIJ"}
    assert set(on(board, "whole", "lower right")) == {f"{letter}1" for letter in "ABCDEFGHIJ"}
    assert set(on(board, "whole", "upper right")) == {f"J{n}" for n in range(1, 11)}
    assert set(on(board, "whole", "lower left")) == {f"A{n}" for n in range(1, 11)}


@in_both_diamonds
@pytest.mark.parametrize("region", ["whole", "upper", "left", "right", "lower"])
def test_each_side_lies_where_its_name_says(diamond: str, region: str) -> None:
    board = rhombus(diamond=diamond)
    found = board.region(region)
    assert found is not None
    center_x, center_y = middle([center(board, name) for name in names(board, found.cells)])
    for side in SIDES:
        x, y = middle([center(board, name) for name in on(board, region, side)])
        upright, across = side.split()
        assert (y < center_y) == (upright == "upper")
        assert (x > center_x) == (across == "right")


@in_both_diamonds
@pytest.mark.parametrize("region", ["whole", "upper", "left", "right", "lower"])
def test_each_side_ends_where_the_next_one_begins(diamond: str, region: str) -> None:
    board = rhombus(diamond=diamond)
    found = board.region(region)
    assert found is not None
    assert list(found.sides) == SIDES, "clockwise from the upper left"
    for side, following in pairwise([*SIDES, SIDES[0]]):
        assert found.sides[side][-1] == found.sides[following][0]


@in_both_diamonds
@pytest.mark.parametrize("side", [2, 3, 10, 13])
def test_the_sides_follow_the_rim_clockwise(diamond: str, side: int) -> None:
    board = rhombus(side, diamond, regions="{}")
    around = [found for cells in board.sides.values() for found in cells[:-1]]
    rim = [edge.cell for edge in board.rim]
    visited = [here for here, there in pairwise([*rim, rim[0]]) if here != there]
    turn = visited.index(around[0])
    assert visited[turn:] + visited[:turn] == around


@in_both_diamonds
def test_the_rim_is_the_closed_outline_of_the_board(diamond: str) -> None:
    board = rhombus(diamond=diamond)
    outward = {
        (here, side)
        for here in board.cells
        for side, direction in enumerate(DIRECTIONS[board.orientation])
        if step(here, direction) not in board.names
    }
    assert len(board.rim) == len(outward)
    assert set(board.rim) == outward
    layout = HexLayout(board.orientation, 1, Point(0, 0))
    for edge, following in pairwise([*board.rim, board.rim[0]]):
        assert math.dist(layout.side(*edge)[1], layout.side(*following)[0]) < 1e-9


# Regions


@pytest.mark.parametrize(
    ("region", "of_letters", "of_numbers"),
    [
        ("lower", "ABCDE", range(1, 6)),
        ("right", "FGHIJ", range(1, 6)),
        ("left", "ABCDE", range(6, 11)),
        ("upper", "FGHIJ", range(6, 11)),
    ],
)
@in_both_diamonds
def test_a_quadrant_has_its_cells(diamond: str, region: str, of_letters: str, of_numbers: range) -> None:
    board = rhombus(diamond=diamond)
    expected = [f"{letter}{n}" for letter in of_letters for n in of_numbers]
    assert names(board, board.regions[region].cells) == expected


@in_both_diamonds
def test_the_quadrants_lie_where_their_names_say(diamond: str) -> None:
    board = rhombus(diamond=diamond)
    at = {
        region: middle([center(board, name) for name in names(board, part.cells)])
        for region, part in board.regions.items()
    }
    assert min(at, key=lambda region: at[region].y) == "upper"
    assert max(at, key=lambda region: at[region].y) == "lower"
    assert min(at, key=lambda region: at[region].x) == "left"
    assert max(at, key=lambda region: at[region].x) == "right"


@in_both_diamonds
@of_all_sizes
def test_every_even_board_has_four_quadrants(side: int, diamond: str) -> None:
    board = rhombus(side, diamond)
    assert len(board.cells) == side**2
    assert {len(cells) for cells in board.sides.values()} == {side}
    assert [len(part.cells) for part in board.regions.values()] == [(side // 2) ** 2] * 4
    assert {found for part in board.regions.values() for found in part.cells} == set(board.cells)
    for part in board.regions.values():
        assert {len(cells) for cells in part.sides.values()} == {side // 2}
        assert all(set(cells) <= set(part.cells) for cells in part.sides.values())


def test_whole_is_the_whole_board() -> None:
    board = rhombus()
    whole = board.region("whole")
    assert whole == board.whole
    assert whole is not None
    assert whole.cells == board.cells
    assert whole.sides == board.sides


def test_other_regions_are_unknown() -> None:
    assert rhombus().region("middle") is None
    assert rhombus().region("Upper") is None


@pytest.mark.parametrize(
    ("of_letters", "of_numbers", "first", "last", "amount"),
    [
        ("A-E", "1-5", "A1", "E5", 25),
        ("a-e", "1-5", "A1", "E5", 25),
        ("A–E", "1–5", "A1", "E5", 25),  # with dashes
        ("A - E", "1 - 5", "A1", "E5", 25),
        ("C-D", "2-10", "C2", "D10", 18),
        ("J-J", "10-10", "J10", "J10", 1),
        ("second half", "1-2", "F1", "J2", 10),
        ("A-B", "first half", "A1", "B5", 10),
    ],
)
@in_both_diamonds
def test_a_region_covers_a_range_of_letters_and_numbers(
    diamond: str, of_letters: str, of_numbers: str, first: str, last: str, amount: int
) -> None:
    board = rhombus(diamond=diamond, regions=f"{{part: {{letters: {of_letters}, numbers: {of_numbers}}}}}")
    found = names(board, board.regions["part"].cells)
    assert (found[0], found[-1], len(found)) == (first, last, amount)


def test_a_region_may_go_past_the_letter_z() -> None:
    board = rhombus(28, regions="{part: {letters: Z-AB, numbers: 28-28}}")
    assert names(board, board.regions["part"].cells) == ["Z28", "AA28", "AB28"]


def test_an_oblong_region_has_long_and_short_sides() -> None:
    board = rhombus(regions="{part: {letters: B-D, numbers: 4-9}}")
    assert on(board, "part", "upper left") == ["B9", "C9", "D9"]
    assert on(board, "part", "upper right") == ["D9", "D8", "D7", "D6", "D5", "D4"]
    assert on(board, "part", "lower right") == ["D4", "C4", "B4"]
    assert on(board, "part", "lower left") == ["B4", "B5", "B6", "B7", "B8", "B9"]


@pytest.mark.parametrize(
    "of_letters",
    [
        "E-A",
        "A",
        "A-5",
        "1-5",
        "A-",
        "-E",
        "A-E-F",
        "AAA-AAB",
        "first",
        "First half",
        "third half",
        "[A, E]",
        "''",
    ],
)
def test_what_is_no_range_of_letters_is_refused(of_letters: str) -> None:
    with pytest.raises(SpecError, match="expected letters such as 'A-E', or 'first half' or 'second half'"):
        rhombus(regions=f"{{part: {{letters: {of_letters}, numbers: 1-5}}}}")


@pytest.mark.parametrize(
    "of_numbers", ["5-1", "5", "0-5", "A-E", "1-", "-5", "1-2-3", "1000-1001", "1.5-2", "[1, 5]"]
)
def test_what_is_no_range_of_numbers_is_refused(of_numbers: str) -> None:
    with pytest.raises(SpecError, match="expected numbers such as '1-5', or 'first half' or 'second half'"):
        rhombus(regions=f"{{part: {{letters: A-E, numbers: {of_numbers}}}}}")


def test_a_region_beyond_the_board_is_refused() -> None:
    with pytest.raises(SpecError, match="the letters of region 'part' go beyond the board, whose last is J"):
        rhombus(regions="{part: {letters: A-K, numbers: 1-10}}")
    with pytest.raises(SpecError, match="the numbers of region 'part' go beyond the board, whose last is 10"):
        rhombus(regions="{part: {letters: A-J, numbers: 1-11}}")


def test_no_region_may_be_called_whole() -> None:
    with pytest.raises(SpecError, match="expected another name: 'whole' always is the whole board"):
        rhombus(regions="{whole: {letters: A-B, numbers: 1-2}}")


@pytest.mark.parametrize("side", [7, 11, 25])
def test_an_odd_board_has_no_halves_but_may_have_regions(side: int) -> None:
    with pytest.raises(
        SpecError, match=f"a side of {side} cannot be halved for the regions upper, left, right, lower"
    ):
        rhombus(side)
    assert len(rhombus(side, regions="{part: {letters: A-C, numbers: 1-3}}").regions["part"].cells) == 9


def test_a_board_has_10000_cells_at_most() -> None:
    assert len(rhombus(100).cells) == 10_000
    with pytest.raises(SpecError, match="a board of 101 × 101 has 10201 cells; expected 10000 at most"):
        rhombus(101, regions="{}")


@pytest.mark.parametrize("side", ["0", "1", "-10", "ten", "10.0", "1e1", "'10 '", "[10]", "99999999999"])
def test_a_side_is_a_whole_number_from_2(side: str) -> None:
    with pytest.raises(SpecError, match="expected a whole number from 2"):
        board_spec(parse(f"{{shape: rhombus, side: {side}}}", "board.yaml"))


def test_every_shape_reads_the_key_shape() -> None:
    with pytest.raises(SpecError, match="the key 'shape' is missing here"):
        board_spec(parse("side: 10", "board.yaml"))
    with pytest.raises(SpecError, match=f"expected one of: {', '.join(SHAPES)}"):
        board_spec(parse("shape: blob", "board.yaml"))


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_the_rim_of_a_board_with_a_hole_is_its_outer_edge(orientation: Orientation) -> None:
    cells = ring(Hex(0, 0), 1, orientation)
    board = Board(orientation, {cell: f"A{i + 1}" for i, cell in enumerate(cells)}, {}, {}, {})
    assert len(board.rim) == 18


def test_a_name_that_is_not_ascii_is_no_cell() -> None:
    board = Board("flat", {Hex(0, 0): "I1"}, {}, {}, {})
    assert board.cell("i1") == Hex(0, 0)
    assert board.cell("\u01311") is None  # a dotless i, whose capital is I
