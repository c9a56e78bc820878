"""Names of cells by a scheme: which lines the letters and the numbers name, and from which corner they count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from printkit.board import ALPHABET, LETTERS, NUMBERS, Board, letters
from printkit.errors import Problem
from printkit.fields import choice, found_at, key, list_of, map_of, one_line
from printkit.geometry import Point
from printkit.hexgrid import Hex, HexLayout, Orientation
from printkit.yamlnodes import Node

EACH = "each"  # numbers that count the cells of each letter's line from its end

LINES: dict[Orientation, dict[str, Hex]] = {
    "pointy": {"level": Hex(1, 0), "rising": Hex(1, -1), "falling": Hex(0, 1)},
    "flat": {"upright": Hex(0, 1), "rising": Hex(1, -1), "falling": Hex(1, 0)},
}
"""The steps along the three families of lines of cells that a grid has."""

ENDS = (
    "top", "top right", "right", "bottom right", "bottom", "bottom left", "left", "top left",
)  # fmt: skip
WORDS = {"top": Point(0, -1), "bottom": Point(0, 1), "left": Point(-1, 0), "right": Point(1, 0)}


@dataclass(frozen=True, eq=False)
class Labels:
    """How the cells of a board are named, and where their names stand."""

    show: str = key(
        choice("edges", "cells", "none"),
        "where the names of the cells stand: letters and numbers at the edges of the board, the names in the "
        "cells, or nowhere; at the edges if left out, or in the cells where lines have no numbers of their own",
        default="",
    )
    scheme: str = key(
        choice("letters and numbers", NUMBERS),
        "A1 and so on, or all cells numbered through from 1",
        default="letters and numbers",
    )
    start: str = key(
        choice(*ENDS), "the corner or the end of the board at which letters and numbers begin", default=""
    )
    letters: str = key(
        choice("level", "upright", "rising", "falling"),
        "the lines of cells that have a letter each: level, rising or falling ones of pointy-top cells; upright, "
        "rising or falling ones of flat-top cells",
        default="",
    )
    numbers: str = key(
        choice("level", "upright", "rising", "falling", EACH),
        "the lines of cells that have a number each; or 'each': the cells of each letter are counted from 1",
        default="",
    )
    skip: tuple[str, ...] = key(
        list_of(choice(*ALPHABET), 1, 20), "letters that are left out, such as [I, O]", default=()
    )
    words: Mapping[str, str] = key(
        map_of(one_line, one_line), "words that stand in cells: 'E5: Port'", factory=dict
    )

    @property
    def is_other(self) -> bool:
        """Whether cells are named in another way than their shape does by itself."""
        return bool(self.start or self.letters or self.numbers or self.skip) or self.scheme == NUMBERS


class Scheme(NamedTuple):
    """How a shape names its cells by itself: where A1 is, and the families of lines of letters and numbers.

    ``is_at_edges`` says that the names stand at the edges although the cells of each letter are counted.
    """

    start: str
    letters: str
    numbers: str
    is_at_edges: bool = False


def label_faults(labels: Labels, orientation: Orientation, usual: Scheme, node: Node) -> Iterator[Problem]:
    """Give a problem for each family of lines that the grid lacks, and where one family is asked for twice."""
    known = LINES[orientation]
    for kind in (LETTERS, NUMBERS):
        word = getattr(labels, kind)
        if word not in ("", EACH, *known):
            message = f"{orientation}-top cells lie in no {word} lines"
            yield found_at(node, kind).place.problem("bad-value", message, f"take one of: {', '.join(known)}")
            return
    if labels.scheme == NUMBERS and labels.show == "edges":
        message = "cells that are numbered through have no letters to stand at the edges"
        yield found_at(node, "show").place.problem("bad-value", message, "take 'cells' or 'none'")
    scheme = _scheme(labels, usual)
    if scheme.letters == scheme.numbers:
        at = found_at(node, NUMBERS if labels.numbers else LETTERS)
        message = f"letters and numbers cannot both name the {scheme.letters} lines"
        yield at.place.problem("bad-value", message, "take two of the three families, or numbers: each")


def _scheme(labels: Labels, usual: Scheme) -> Scheme:
    """Return the usual scheme with what labels say in its place."""
    return Scheme(labels.start or usual.start, labels.letters or usual.letters, labels.numbers or usual.numbers)


def relabelled(board: Board, labels: Labels, usual: Scheme) -> Board:
    """Name the cells of a board by what labels say."""
    start, by_letters, by_numbers, _ = _scheme(labels, usual)
    ways = LINES[board.orientation]
    away = _away(start)
    rows = _ranks(board, ways[by_letters], away)
    if by_numbers == EACH:
        places = _counted(board, ways[by_letters], rows, away)
    else:
        places = _ranks(board, ways[by_numbers], away)
    ordered = sorted(board.cells, key=lambda cell: (rows[cell], places[cell]))
    if labels.scheme == NUMBERS:
        return board.named({cell: str(number) for number, cell in enumerate(ordered, 1)}, {})
    alphabet = "".join(letter for letter in ALPHABET if letter not in labels.skip)
    names = {cell: f"{letters(rows[cell], alphabet)}{places[cell] + 1}" for cell in ordered}
    return board.named(names, lines_of(board.orientation, by_letters, by_numbers))


def lines_of(orientation: Orientation, by_letters: str, by_numbers: str) -> dict[str, Hex]:
    """Return the steps along the lines of a letter and of a number, as a board has them."""
    ways = LINES[orientation]
    found = {LETTERS: ways[by_letters]}
    return found if by_numbers == EACH else {**found, NUMBERS: ways[by_numbers]}


def _away(start: str) -> Point:
    """Return the direction that leads away from an end of the board; level and upright ties go on to the right."""
    x, y = (sum(WORDS[word][i] for word in start.split()) for i in (0, 1))
    return Point(-x + 1e-3 * (x == 0), -y + 1e-3 * (y == 0))


def _ranks(board: Board, along: Hex, away: Point) -> dict[Hex, int]:
    """Return the place of each cell's line in its family, from 0, in the direction ``away``."""
    across = {cell: cell.q * along.r - cell.r * along.q for cell in board.cells}
    layout = HexLayout(board.orientation, 1.0, Point(0, 0))
    step = Hex(along.r, -along.q)  # a hex whose value above is positive
    x, y = layout.center(step)
    line = layout.center(along)
    share = (x * line.x + y * line.y) / (line.x**2 + line.y**2)
    x, y = x - share * line.x, y - share * line.y  # straight across the lines
    sign = 1 if x * away.x + y * away.y > 0 else -1
    least = min(sign * value for value in across.values())
    return {cell: sign * value - least for cell, value in across.items()}


def _counted(board: Board, along: Hex, rows: Mapping[Hex, int], away: Point) -> dict[Hex, int]:
    """Count the cells of each line from 0, in the direction ``away``."""
    layout = HexLayout(board.orientation, 1.0, Point(0, 0))
    x, y = layout.center(along)
    sign = 1 if x * away.x + y * away.y > 0 else -1
    by_row: dict[int, list[Hex]] = {}
    for cell in sorted(board.cells, key=lambda cell: sign * _along(layout.center(cell), Point(x, y))):
        by_row.setdefault(rows[cell], []).append(cell)
    return {cell: place for row in by_row.values() for place, cell in enumerate(row)}


def _along(at: Point, way: Point) -> float:
    return at.x * way.x + at.y * way.y
