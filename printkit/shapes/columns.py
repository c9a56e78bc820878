"""The shape ``columns``: flat-top columns of hexes, every second one longer by a cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from printkit.board import Board, Region, letters
from printkit.errors import Problem
from printkit.fields import found_at, integer, key, map_of, record
from printkit.hexgrid import Hex, Orientation
from printkit.shapes._keys import MOST_CELLS, Marks, Span, region_name, span
from printkit.shapes._labels import EACH, Scheme, lines_of
from printkit.yamlnodes import Mapping as MappingNode


@dataclass(frozen=True, eq=False)
class ColumnsRegion:
    """Some columns side by side."""

    letters: Span = key(span("letters"), "the columns it covers: 'A-C', 'first half' or 'second half'")


@dataclass(frozen=True, eq=False)
class Columns(Marks):
    """Columns A, B, C … from the left, numbered from their bottoms: A1 at the bottom left.

    The odd columns (A, C …) have ``cells`` cells, the even ones one more: B1 lies half a hex below A1.
    """

    columns: int = key(integer(2, 9999), "how many columns")
    cells: int = key(integer(1, 9999), "cells of the first column; every second column has one more")
    regions: Mapping[str, ColumnsRegion] = key(
        map_of(region_name, record(ColumnsRegion)), "named parts of the board", factory=dict
    )

    @property
    def orientation(self) -> Orientation:
        """Flat-top cells."""
        return "flat"

    @property
    def usual(self) -> Scheme:
        """A letter a column from the left, numbers from the bottom of each."""
        return Scheme("bottom left", "upright", EACH, is_at_edges=True)

    def length(self, column: int) -> int:
        """Return how many cells a column has, counted from 0."""
        return self.cells + column % 2

    @staticmethod
    def faults(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
        """Check the number of cells and that the regions lie on the board."""
        columns, cells = values.get("columns"), values.get("cells")
        if columns is not None and cells is not None:
            number = columns * cells + columns // 2
            if number > MOST_CELLS:
                message = f"the columns have {number} cells together; expected {MOST_CELLS} at most"
                yield found_at(node, "columns").place.problem("bad-value", message)
        for region, part in values.get("regions", {}).items():
            if columns is not None and part.letters.ends is not None and part.letters.ends[1] >= columns:
                place = found_at(node, "regions", region, "letters").place
                last = letters(columns - 1)
                message = f"the letters of region '{region}' go beyond the board, whose last is {last}"
                yield place.problem("bad-value", message)

    def build(self) -> Board:
        """Make the board."""

        def at(column: int, row: int) -> Hex:
            return Hex(column, -row - column // 2)

        def sides(span: range) -> dict[str, tuple[Hex, ...]]:
            first, last = span[0], span[-1]
            return {
                "top": tuple(at(column, self.length(column) - 1) for column in span),
                "right": tuple(at(last, row) for row in reversed(range(self.length(last)))),
                "bottom": tuple(at(column, 0) for column in reversed(span)),
                "left": tuple(at(first, row) for row in range(self.length(first))),
            }

        everything = range(self.columns)
        names = {at(c, row): f"{letters(c)}{row + 1}" for c in everything for row in range(self.length(c))}
        regions = {}
        for name, part in self.regions.items():
            covered = part.letters.resolve(self.columns)
            cells = tuple(at(column, row) for column in covered for row in range(self.length(column)))
            regions[name] = Region(name, cells, sides(covered))
        last = self.columns - 1
        corners = {
            "top left": at(0, self.length(0) - 1),
            "top right": at(last, self.length(last) - 1),
            "bottom right": at(last, 0),
            "bottom left": at(0, 0),
        }
        return Board("flat", names, sides(everything), regions, corners, lines_of("flat", "upright", EACH))


SHAPE = Columns
