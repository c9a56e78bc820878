"""The shape ``cells``: any set of hexes, as a picture of characters or as a list, with holes or without."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from printkit.board import Board
from printkit.errors import Problem, quoted
from printkit.fields import block_of, choice, found_at, key, list_of, map_of, mismatch, name, one_line
from printkit.hexgrid import Hex, Orientation
from printkit.outline import pattern, takes
from printkit.shapes._keys import MOST_CELLS, Marks
from printkit.shapes._labels import EACH, Labels, Scheme, relabelled
from printkit.yamlnodes import Mapping as MappingNode
from printkit.yamlnodes import Node, Scalar

CELL, HOLE = ".", "-"  # a cell that is in no zone, and no cell
PITCH: dict[Orientation, int] = {
    "pointy": 2,
    "flat": 4,
}  # columns of a picture from a cell to the next in its line
FARTHEST = 500  # a coordinate
LARGEST_PICTURE = 200_000  # characters


@takes({**pattern(r"\s*-?[0-9]{1,3}\s+-?[0-9]{1,3}\s*"), "description": "axial coordinates q and r"})
def axial(node: Node) -> Hex:
    """Read the axial coordinates of a hex, such as ``0 -2``."""
    match = re.fullmatch(r"\s*(-?[0-9]{1,3})\s+(-?[0-9]{1,3})\s*", node.text) if isinstance(node, Scalar) else None
    if match is None or max(abs(int(match[1])), abs(int(match[2]))) > FARTHEST:
        raise mismatch(node, f"axial coordinates q and r, such as '0 -2', from -{FARTHEST} to {FARTHEST}")
    return Hex(int(match[1]), int(match[2]))


@takes({"type": ["string", "number"], "pattern": r"^[^\s.-]$", "maxLength": 1})
def mark(node: Node) -> str:
    """Read a character that stands for a cell of a picture."""
    if not isinstance(node, Scalar) or len(node.text) != 1 or not node.text.isprintable() or node.text in " .-":
        raise mismatch(node, f"one character other than '{CELL}', a cell, and '{HOLE}', no cell")
    return node.text


@dataclass(frozen=True, eq=False)
class Cells(Marks):
    """Cells of any outline, in one part or in several, with holes or without.

    In a picture each line is a row of cells, the top one first: ``.`` is a cell, ``-`` or a space is none, and
    other marks are cells of the zones that ``legend`` names. With pointy-top cells there are two columns from mark
    to mark, and each line lies half a cell, one column, beside the next. With flat-top cells there are four
    columns from mark to mark, and each line lies two columns beside the next. A1 is at the top left.
    """

    orientation: Orientation = key(choice("pointy", "flat"), "pointy-top or flat-top cells", default="pointy")
    picture: str = key(
        block_of(LARGEST_PICTURE), "the cells as a picture: '.' is a cell, '-' or a space is none", default=""
    )
    legend: Mapping[str, str] = key(
        map_of(mark, name), "what other marks of the picture are: 'f: forest', a cell of that zone", factory=dict
    )
    hexes: tuple[Hex, ...] = key(
        list_of(axial, 1, MOST_CELLS), "in place of a picture the axial coordinates of each cell: [0 0, 1 0]",
        default=(),
    )  # fmt: skip
    sides: Mapping[str, tuple[str, ...]] = key(
        map_of(one_line, list_of(one_line, 1)),
        "named sides, each the cells along a part of the rim: 'north: [A1, A2, A3]'",
        factory=dict,
    )
    corners: Mapping[str, str] = key(
        map_of(one_line, one_line),
        "named cells at which players start, where tiles are played: 'west: C1'",
        factory=dict,
    )

    @property
    def usual(self) -> Scheme:
        """A letter a line from the top, or a column from the left; the cells of each are counted."""
        return Scheme("top left", "level" if self.orientation == "pointy" else "upright", EACH)

    @staticmethod
    def faults(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
        """Check the picture or the list, and that sides and corners are on the board."""
        picture, hexes = node.find("picture"), node.find("hexes")
        if picture is None and hexes is None:
            yield node.place.problem("missing-field", "the key 'picture' is missing here", "or a list of 'hexes'")
        elif picture is not None and hexes is not None:
            message = "a board has a 'picture' or 'hexes', not both"
            yield hexes.place.problem("unknown-field", message, "keep one of the two")
        elif "picture" in values:
            yield from _picture_faults(values, node)
        seen: set[Hex] = set()
        for i, cell in enumerate(values.get("hexes", ())):
            if cell in seen:
                message = f"the cell {cell.q} {cell.r} is listed a second time"
                yield found_at(node, "hexes", str(i + 1)).place.problem("bad-value", message)
            seen.add(cell)

    @cached_property
    def _drawn(self) -> dict[Hex, str]:
        """The marks of the picture by their cells."""
        return dict(_marks(self.picture, self.orientation))

    @property
    def filled(self) -> Mapping[str, tuple[Hex, ...]]:
        """The cells of the zones that the legend names."""
        found: dict[str, list[Hex]] = {zone: [] for zone in self.legend.values()}
        for cell, word in self._drawn.items():
            if word in self.legend:
                found[self.legend[word]].append(cell)
        return {zone: tuple(cells) for zone, cells in found.items()}

    @property
    def has_more(self) -> bool:
        """Whether anything is said by the names of cells, or by marks of the picture."""
        return bool(self.sides or self.corners or self.legend) or super().has_more

    def build(self) -> Board:
        """Make the board, without its sides and corners, which need the cells' names."""
        cells = self.hexes or tuple(self._drawn)
        return relabelled(Board(self.orientation, dict.fromkeys(cells, "A1"), {}, {}, {}), Labels(), self.usual)

    def completed(self, board: Board) -> Board:
        """Add sides and corners to the board, whose cells have got their names; what it lacks is left out."""
        sides = {}
        for word, names in self.sides.items():
            course = rim_course(board, names) or board.named_cells(names)
            if course:
                sides[word] = course
        order = {cell: place for place, (cell, _) in enumerate(groupby(board.rim, key=lambda edge: edge.cell))}
        sides = dict(sorted(sides.items(), key=lambda entry: order.get(entry[1][0], 0)))
        corners = {word: cell for word, text in self.corners.items() if (cell := board.cell(text)) is not None}
        return Board(board.orientation, board.names, sides, {}, corners, board.lines, board.marks)

    def completion_faults(self, board: Board, node: MappingNode) -> Iterator[Problem]:
        """Give a problem for each side that is no part of the rim, and each corner that the board lacks."""
        for word, names in self.sides.items():
            lacking = [text for text in names if board.cell(text) is None]
            if lacking:
                message = f"the board has no cell {quoted(lacking[0])}"
                yield found_at(node, "sides", word).place.problem("bad-value", message)
            elif rim_course(board, names) is None:
                message = f"the cells of the side {quoted(word)} are no part of the rim of the board"
                hint = "name cells that follow each other along the outer edge, which passes each of them once"
                yield found_at(node, "sides", word).place.problem("bad-value", message, hint)
        courses = {word: rim_course(board, names) or () for word, names in self.sides.items()}
        for number, (word, own) in enumerate(courses.items()):
            for other, cells in list(courses.items())[:number]:
                twice = [cell for cell in own if cell in cells and not _is_corner(cell, own, cells)]
                if twice:
                    message = f"{board.names[twice[0]]} is on the side {quoted(other)} too"
                    hint = "sides may share a cell where one ends and the other begins, as at a corner"
                    yield found_at(node, "sides", word).place.problem("bad-value", message, hint)
        for word, text in self.corners.items():
            if board.cell(text) is None:
                message = f"the board has no cell {quoted(text)}"
                yield found_at(node, "corners", word).place.problem("bad-value", message)


def _is_corner(cell: Hex, some: tuple[Hex, ...], others: tuple[Hex, ...]) -> bool:
    """Whether a cell ends one side, of several cells, and begins the other."""
    ends = (some[-1], others[0]) == (cell, cell) or (others[-1], some[0]) == (cell, cell)
    return ends and len(some) > 1 and len(others) > 1


def rim_course(board: Board, names: tuple[str, ...]) -> tuple[Hex, ...] | None:
    """Return cells in their order clockwise along the rim; None where they are not one part of it."""
    wanted = set(board.named_cells(names))
    around = [cell for cell, _ in groupby(board.rim, key=lambda edge: edge.cell)]
    if len(around) > 1 and around[0] == around[-1]:
        around.pop()
    if any(around.count(cell) != 1 for cell in wanted) or len(wanted) != len(names):
        return None
    if len(wanted) == len(around):
        return tuple(around)
    first = next(i for i, cell in enumerate(around) if cell in wanted and around[i - 1] not in wanted)
    course = tuple((around * 2)[first : first + len(wanted)])
    return course if set(course) == wanted else None


def _rows(picture: str) -> list[str]:
    """Return the lines of a picture, without empty ones at its ends."""
    rows = picture.replace(HOLE, " ").split("\n")
    while rows and not rows[0].strip():
        rows.pop(0)
    while rows and not rows[-1].strip():
        rows.pop()
    return rows


def _marks(picture: str, orientation: Orientation) -> Iterator[tuple[Hex, str]]:
    """Give each cell of a picture with its mark; a mark between two cells goes to the left one."""
    rows = _rows(picture)
    base = _base(rows)
    for row, text in enumerate(rows):
        for column, word in enumerate(text):
            if word == " ":
                continue
            if orientation == "pointy":
                yield Hex((column - base - row) // 2, row), word
            else:
                q = (column - base) // 2
                yield Hex(q, (row - q) // 2), word


def _base(rows: list[str]) -> int:
    """Return the column of the first mark, from which the others count."""
    return len(rows[0]) - len(rows[0].lstrip()) if rows else 0


def _is_even(rows: list[str], orientation: Orientation) -> bool:
    """Whether all marks of a picture stand where cells of an orientation are."""
    base, pitch = _base(rows), PITCH[orientation]
    return all(
        word == " " or (column - base - pitch // 2 * row) % pitch == 0
        for row, text in enumerate(rows)
        for column, word in enumerate(text)
    )


def _picture_faults(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
    place = found_at(node, "picture").place
    rows, orientation = _rows(values["picture"]), values.get("orientation", "pointy")
    legend = values.get("legend", {} if node.find("legend") is None else None)
    if not rows:
        yield place.problem("bad-value", "the picture has no cells", f"'{CELL}' is a cell, '{HOLE}' is none")
        return
    number = sum(len(row.split()) and len(row.replace(" ", "")) for row in rows)
    if number > MOST_CELLS:
        yield place.problem("bad-value", f"the picture has {number} cells; expected {MOST_CELLS} at most")
        return
    base, half = _base(rows), PITCH[orientation] // 2
    for row, text in enumerate(rows):
        for column, word in enumerate(text):
            where = f"line {row + 1} of the picture"
            if word == " ":
                continue
            if (column - base - half * row) % PITCH[orientation]:
                message = f"'{word}' in {where}, column {column + 1}, stands between two cells"
                hint = (
                    f"marks of a line are {PITCH[orientation]} columns apart, and each line is {half} to the "
                    f"right or left of the one above; '{HOLE}' marks what is no cell"
                )
                other: Orientation = "flat" if orientation == "pointy" else "pointy"
                if _is_even(rows, other):
                    hint = f"it is a picture of {other}-top cells: orientation: {other}"
                yield place.problem("bad-value", message, hint)
                return
            if word != CELL and legend is not None and word not in legend:
                message = (
                    f"found {quoted(word)} in {where}, column {column + 1}; expected '{CELL}', '{HOLE}' or a mark"
                )
                yield place.problem("bad-value", f"{message} of the legend", "say with 'legend' what it is")
                return


SHAPE = Cells
