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


def label_faults(labels: Labels, orientation: Orientation, node: Node) -> Iterator[Problem]:
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
    if labels.letters and labels.letters == labels.numbers:
        message = f"letters and numbers cannot both name the {labels.letters} lines"
        hint = "take two of the three families, or numbers: each"
        yield found_at(node, NUMBERS).place.problem("bad-value", message, hint)


def _schemes(labels: Labels, orientation: Orientation, usual: Scheme) -> Iterator[Scheme]:
    """Give the schemes that fit what labels say, the one most like the usual one first."""
    families = LINES[orientation]
    start = labels.start or usual.start
    by_letters = [labels.letters] if labels.letters in families else [usual.letters, *families]
    given = labels.numbers if labels.numbers in (*families, EACH) else ""
    by_numbers = [given] if given else [usual.numbers, *families]
    for one in dict.fromkeys(by_letters):
        yield from (Scheme(start, one, other) for other in dict.fromkeys(by_numbers) if other != one)


def relabelled(board: Board, labels: Labels, usual: Scheme) -> Board:
    """Name the cells of a board by what labels say.

    Of the families of lines that labels leave open, those are taken for which A1 is at the start.
    """
    schemes = list(_schemes(labels, board.orientation, usual)) or [usual]
    if labels.start and len(schemes) > 1:
        schemes = [next((one for one in schemes if _begins_at_start(board, one)), schemes[0])]
    _, by_letters, by_numbers, _ = schemes[0]
    rows, places = _places(board, schemes[0])
    ordered = sorted(board.cells, key=lambda cell: (rows[cell], places[cell]))
    if labels.scheme == NUMBERS:
        return board.named({cell: str(number) for number, cell in enumerate(ordered, 1)}, {})
    alphabet = "".join(letter for letter in ALPHABET if letter not in labels.skip)
    names = {cell: f"{letters(rows[cell], alphabet)}{places[cell] + 1}" for cell in ordered}
    return board.named(names, lines_of(board.orientation, by_letters, by_numbers))


def _places(board: Board, scheme: Scheme) -> tuple[dict[Hex, int], dict[Hex, int]]:
    """Return the place of each cell among the lines of letters, and among those of numbers, from 0."""
    ways, away = LINES[board.orientation], _away(scheme.start)
    rows = _ranks(board, ways[scheme.letters], away)
    if scheme.numbers == EACH:
        return rows, _counted(board, ways[scheme.letters], rows, away)
    return rows, _ranks(board, ways[scheme.numbers], away)


def _begins_at_start(board: Board, scheme: Scheme) -> bool:
    """Whether a cell is A1, and none is further towards the start."""
    rows, places = _places(board, scheme)
    layout, away = HexLayout(board.orientation, 1.0, Point(0, 0)), _away(scheme.start)
    far = {cell: round(_along(layout.center(cell), away), 2) for cell in board.cells}
    return any(rows[cell] == places[cell] == 0 and far[cell] == min(far.values()) for cell in board.cells)


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
