"""The shape ``hexagon``: a hexagon of hexes, also called a hexhex board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from printkit.board import Board
from printkit.errors import Problem
from printkit.fields import choice, integer, key
from printkit.hexgrid import DIRECTIONS, Hex, Orientation, ring, step
from printkit.shapes._keys import MOST_CELLS, Marks
from printkit.shapes._labels import Labels, Scheme, relabelled
from printkit.yamlnodes import Mapping as MappingNode

# Clockwise: each side begins at the corner of the same place
SIDES: dict[Orientation, tuple[str, ...]] = {
    "pointy": ("top", "upper right", "lower right", "bottom", "lower left", "upper left"),
    "flat": ("upper right", "right", "lower right", "lower left", "left", "upper left"),
}
CORNERS: dict[Orientation, tuple[str, ...]] = {
    "pointy": ("top left", "top right", "right", "bottom right", "bottom left", "left"),
    "flat": ("top", "top right", "bottom right", "bottom", "bottom left", "top left"),
}


@dataclass(frozen=True, eq=False)
class Hexagon(Marks):
    """A hexagon of hexes with six equal sides.

    With pointy-top cells it lies on a side: rows A, B, C … from the bottom, and numbers name the lines that fall
    to the right, so that A1 is at the bottom left. With flat-top cells it stands on a corner: letters name the
    columns from the left, numbers the lines that fall to the right.
    """

    side: int = key(integer(2, 9999), "cells along a side")
    orientation: Orientation = key(
        choice("pointy", "flat"), "pointy-top cells, a side at the top; or flat-top ones, a corner at the top",
        default="pointy",
    )  # fmt: skip

    @property
    def usual(self) -> Scheme:
        """A1 at the bottom left."""
        return Scheme("bottom left", "level" if self.orientation == "pointy" else "upright", "falling")

    @staticmethod
    def faults(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
        """Check the number of cells."""
        side, side_node = values.get("side"), node.find("side")
        if side is not None and side_node is not None and 3 * side * (side - 1) + 1 > MOST_CELLS:
            number = 3 * side * (side - 1) + 1
            message = f"a hexagon of side {side} has {number} cells; expected {MOST_CELLS} at most"
            yield side_node.place.problem("bad-value", message)

    def build(self) -> Board:
        """Make the board."""
        middle, far, orientation = Hex(0, 0), self.side - 1, self.orientation
        cells = [cell for radius in range(self.side) for cell in ring(middle, radius, orientation)]
        ways = DIRECTIONS[orientation]
        # A corner lies straight out in a direction: with pointy-top cells the upper left one in direction 5
        points = [
            step(middle, ways[(number + (5 if orientation == "pointy" else 0)) % 6], far) for number in range(6)
        ]
        sides = {}
        for number, word in enumerate(SIDES[orientation]):
            start, end = points[number], points[(number + 1) % 6]
            way = Hex((end.q - start.q) // far, (end.r - start.r) // far)
            sides[word] = tuple(step(start, way, times) for times in range(self.side))
        corners = dict(zip(CORNERS[orientation], points, strict=True))
        board = Board(orientation, dict.fromkeys(cells, "A1"), sides, {}, corners)
        return relabelled(board, Labels(), self.usual)


SHAPE = Hexagon
