"""The shape ``triangle``: rows of hexes, each longer than the one above it by a cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from printkit.board import Board, letters
from printkit.errors import Problem
from printkit.fields import integer, key
from printkit.hexgrid import Hex
from printkit.shapes._keys import MOST_CELLS, Marks
from printkit.yamlnodes import Mapping as MappingNode


@dataclass(frozen=True, eq=False)
class Triangle(Marks):
    """Rows A, B, C … from the top, numbered from their left ends: A1 is the apex, pointy-top cells."""

    side: int = key(integer(2, 9999), "cells along a side")

    @staticmethod
    def faults(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
        """Check the number of cells."""
        side, side_node = values.get("side"), node.find("side")
        if side is not None and side_node is not None and side * (side + 1) // 2 > MOST_CELLS:
            number = side * (side + 1) // 2
            message = f"a triangle of side {side} has {number} cells; expected {MOST_CELLS} at most"
            yield side_node.place.problem("bad-value", message)

    def build(self) -> Board:
        """Make the board."""
        rows = [[Hex(number - row, row) for number in range(row + 1)] for row in range(self.side)]
        names = {cell: f"{letters(i)}{j + 1}" for i, row in enumerate(rows) for j, cell in enumerate(row)}
        sides = {
            "right": tuple(row[-1] for row in rows),
            "bottom": tuple(reversed(rows[-1])),
            "left": tuple(row[0] for row in reversed(rows)),
        }
        corners = {"top": rows[0][0], "bottom right": rows[-1][-1], "bottom left": rows[-1][0]}
        return Board("pointy", names, sides, {}, corners)


SHAPE = Triangle
