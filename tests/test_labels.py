"""Names of cells by a scheme: which lines have letters and numbers, from which corner, in every shape."""

from __future__ import annotations

import pytest

from printkit.art._boards import BoardPlan
from printkit.art._line_labels import Label, line_labels
from printkit.board import Board
from printkit.errors import SpecError
from printkit.hexgrid import Hex, step
from printkit.shapes import board_of, board_spec
from printkit.shapes._labels import Labels, relabelled
from printkit.yamlnodes import parse
from tests.conftest import load

SHAPES = {
    "wide": "shape: rhombus\nside: 5",
    "tall": "shape: rhombus\nside: 5\ndiamond: tall",
    "columns": "shape: columns\ncolumns: 5\ncells: 4",
    "triangle": "shape: triangle\nside: 5",
    "flat triangle": "shape: triangle\nside: 5\norientation: flat",
    "hexagon": "shape: hexagon\nside: 4",
    "flat hexagon": "shape: hexagon\nside: 4\norientation: flat",
}


def board(text: str, labels: str = "") -> Board:
    """Make a board from what a spec says."""
    more = f"\nlabels: {{{labels}}}" if labels else ""
    return board_of(board_spec(parse(text + more, "board.yaml")))


def problems(text: str, labels: str) -> list[str]:
    with pytest.raises(SpecError) as caught:
        board(text, labels)
    return [problem.message for problem in caught.value.problems]


@pytest.mark.parametrize("shape", SHAPES)
def test_each_shape_names_its_cells_by_the_scheme_that_it_says(shape: str) -> None:
    spec = board_spec(parse(SHAPES[shape], "board.yaml"))
    plain = spec.build()
    again = relabelled(plain, Labels(), spec.usual)
    assert list(again.names.items()) == list(plain.names.items())
    assert again.lines == plain.lines


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("start", ["top", "top right", "right", "bottom right", "bottom", "bottom left", "left"])
def test_every_cell_has_a_name_of_its_own_and_lines_are_lines(shape: str, start: str) -> None:
    found = board(SHAPES[shape], f"start: {start}")
    assert len(set(found.names.values())) == len(found.names)
    assert min(found.used["numbers"], key=int) == "1"
    assert found.used["letters"][0] == "A"
    for cell, name in found.names.items():
        for kind, part in (("letters", 0), ("numbers", 1)):
            beyond = step(cell, found.lines[kind]) if kind in found.lines else None
            if beyond is not None and beyond in found.names:
                assert (name[0], name[1:])[part] == (found.names[beyond][0], found.names[beyond][1:])[part]


def corner(found: Board, name: str) -> str:
    return found.names[found.corners[name]]


@pytest.mark.parametrize("start", ["left", "top", "right", "bottom"])
def test_a1_of_a_diamond_is_at_the_corner_asked_for(start: str) -> None:
    assert corner(board(SHAPES["wide"], f"start: {start}"), start) == "A1"
    assert corner(board(SHAPES["tall"], f"start: {start}"), start) == "A1"


@pytest.mark.parametrize("shape", ["hexagon", "flat hexagon", "triangle", "flat triangle", "wide", "tall"])
def test_a1_is_at_the_corner_asked_for(shape: str) -> None:
    for start in board(SHAPES[shape]).corners:
        assert corner(board(SHAPES[shape], f"start: {start}"), start) == "A1"


def test_what_is_left_open_fits_what_is_asked_for() -> None:
    found = board(SHAPES["hexagon"], "letters: falling")
    assert len(set(found.names.values())) == len(found.names)
    assert corner(board(SHAPES["hexagon"], "start: top left, letters: level"), "top left") == "A1"


def test_a_hexagon_is_named_as_in_abalone() -> None:
    found = board("shape: hexagon\nside: 5")
    corners = {name: corner(found, name) for name in found.corners}
    assert corners == {
        "top left": "I5",
        "top right": "I9",
        "right": "E9",
        "bottom right": "A5",
        "bottom left": "A1",
        "left": "E1",
    }
    centre = found.cell("E5")
    assert centre is not None
    near = {found.names[cell] for cell in found.neighbours(centre)}
    assert near == {"E4", "E6", "D4", "D5", "F5", "F6"}


def test_letters_are_skipped() -> None:
    found = board("shape: rhombus\nside: 12", "skip: [I, B]")
    assert "".join(found.used["letters"]) == "ACDEFGHJKLMN"
    assert found.cell("I1") is None
    assert found.cell("j1") == board("shape: rhombus\nside: 12").cell("H1")


def test_after_z_the_letters_that_are_left_go_on() -> None:
    found = board("shape: rhombus\nside: 27", "skip: [O]")
    assert found.used["letters"][24:] == ("Z", "AA", "AB")


def test_cells_are_numbered_through() -> None:
    found = board(SHAPES["hexagon"], "scheme: numbers, start: top left")
    assert list(found.names.values()) == [str(number) for number in range(1, 38)]
    assert corner(found, "top left") == "1"
    assert corner(found, "bottom right") == "37"
    assert found.marks.shown == "cells"


def test_cells_of_each_letter_are_counted() -> None:
    found = board(SHAPES["hexagon"], "numbers: each")
    assert corner(found, "top left") == "G1"
    assert corner(found, "right") == "D7"
    assert found.marks.shown == "cells"
    assert board(SHAPES["columns"]).marks.shown == "edges"


SAME_LINES = "letters and numbers cannot both name the falling lines"
NO_LETTERS = "cells that are numbered through have no letters to stand at the edges"


@pytest.mark.parametrize(
    ("shape", "labels", "message"),
    [
        ("hexagon", "letters: upright", "pointy-top cells lie in no upright lines"),
        ("flat hexagon", "numbers: level", "flat-top cells lie in no level lines"),
        ("hexagon", "letters: falling, numbers: falling", SAME_LINES),
        ("hexagon", "scheme: numbers, show: edges", NO_LETTERS),
        ("hexagon", "words: {Z9: Port}", "the board has no cell 'Z9'"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told(shape: str, labels: str, message: str) -> None:
    assert problems(SHAPES[shape], labels) == [message]


def test_regions_are_counted_in_the_usual_way_only() -> None:
    regions = "regions: {a: {letters: A-B, numbers: 1-2}}"
    (message,) = problems(f"{SHAPES['wide']}\n{regions}", "skip: [I]")
    assert message.startswith("regions count letters and numbers in the usual way")
    assert board(f"{SHAPES['wide']}\n{regions}", "show: none").marks.shown == "none"


# Where names stand


def labels_of(text: str, labels: str = "") -> tuple[BoardPlan, list[Label]]:
    plan = BoardPlan(board(text, labels), 10.0)
    return plan, list(line_labels(plan, load(), 12.0, 9.0))


@pytest.mark.parametrize("shape", [name for name in SHAPES if name != "columns"])
def test_every_line_is_named_at_the_edge(shape: str) -> None:
    plan, found = labels_of(SHAPES[shape])
    words = [label.text for label in found]
    assert set(words) == {*plan.board.used["letters"], *plan.board.used["numbers"]}
    for letter in plan.board.used["letters"]:
        assert words.count(letter) == 2


@pytest.mark.parametrize("shape", SHAPES)
def test_names_at_the_edge_are_apart_from_each_other_and_from_the_cells(shape: str) -> None:
    plan, found = labels_of(SHAPES[shape])
    places = [label.at for label in found]
    for i, (x, y) in enumerate(places):
        assert all(abs(x - a) + abs(y - b) > 4.0 for a, b in places[:i])
        assert plan.layout.at(places[i]) not in plan.board.names


def test_names_that_are_not_asked_for_are_not_there() -> None:
    for labels in ("show: none", "show: cells", "scheme: numbers"):
        assert labels_of(SHAPES["hexagon"], labels)[1] == []


def test_a_name_stands_in_line_with_its_cells() -> None:
    plan, found = labels_of(SHAPES["hexagon"])
    (left, right) = sorted((label.at for label in found if label.text == "D"), key=lambda at: at.x)
    row = [plan.layout.center(cell) for cell, name in plan.board.names.items() if name[0] == "D"]
    assert left.y == pytest.approx(row[0].y)
    assert right.y == pytest.approx(row[0].y)
    assert min(at.x for at in row) - left.x == pytest.approx(9.0)
    assert plan.board.lines == {"letters": Hex(1, 0), "numbers": Hex(0, 1)}


@pytest.mark.parametrize("letters", ["level", "rising", "falling"])
@pytest.mark.parametrize("numbers", ["level", "rising", "falling"])
@pytest.mark.parametrize("shape", ["tall", "hexagon", "triangle"])
def test_every_line_is_named_whatever_lines_are_asked_for(shape: str, letters: str, numbers: str) -> None:
    if letters == numbers:
        return
    plan, found = labels_of(SHAPES[shape], f"letters: {letters}, numbers: {numbers}")
    assert {label.text for label in found} == {*plan.board.used["letters"], *plan.board.used["numbers"]}


def test_marks_stand_beyond_names_in_a_mark() -> None:
    game = load(game="battle-hex")
    plan = BoardPlan(board(SHAPES["hexagon"]), 10.0)
    marked = [label for label in line_labels(plan, game, 12.0, 9.0, 3.0) if label.mark]
    assert marked != []
    for label in marked:
        apart = abs(label.beyond.x - label.at.x) + abs(label.beyond.y - label.at.y)
        assert apart > 3.0
