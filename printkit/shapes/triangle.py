"""The shape ``triangle``: rows of hexes, each longer than the one above it by a cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from printkit.board import Board, letters
from printkit.errors import Problem
from printkit.fields import choice, integer, key
from printkit.hexgrid import Hex, Orientation
from printkit.shapes._keys import MOST_CELLS, Marks
from printkit.shapes._labels import Scheme, lines_of
from printkit.yamlnodes import Mapping as MappingNode

SIDES = {"pointy": ("right", "bottom", "left"), "flat": ("right", "lower left", "upper left")}
CORNERS = {"pointy": ("top", "bottom right", "bottom left"), "flat": ("top right", "bottom right", "left")}


@dataclass(frozen=True, eq=False)
class Triangle(Marks):
    """A triangle of hexes. With pointy-top cells A1 is the apex, rows A, B, C … go down, numbers go from the left.

    With flat-top cells the apex A1 points to the left, letters are columns, numbers go down each of them.
    """

    side: int = key(integer(2, 9999), "cells along a side")
    orientation: Orientation = key(
        choice("pointy", "flat"), "pointy-top cells, the apex at the top; or flat-top ones, the apex at the left",
        default="pointy",
    )  # fmt: skip

    @property
    def usual(self) -> Scheme:
        """A1 at the apex, lines of letters across from it."""
        if self.orientation == "pointy":
            return Scheme("top", "level", "rising")
        return Scheme("left", "upright", "rising")

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
        is_pointy = self.orientation == "pointy"
        rows = [
            [Hex(number - row, row) if is_pointy else Hex(row, number - row) for number in range(row + 1)]
            for row in range(self.side)
        ]
        names = {cell: f"{letters(i)}{j + 1}" for i, row in enumerate(rows) for j, cell in enumerate(row)}
        first, last = [row[0] for row in rows], [row[-1] for row in rows]
        if is_pointy:
            courses = (last, rows[-1][::-1], first[::-1])
            points = (rows[0][0], rows[-1][-1], rows[-1][0])
        else:
            courses = (rows[-1], last[::-1], first)
            points = (rows[-1][0], rows[-1][-1], rows[0][0])
        sides = {word: tuple(course) for word, course in zip(SIDES[self.orientation], courses, strict=True)}
        corners = dict(zip(CORNERS[self.orientation], points, strict=True))
        lines = lines_of(self.orientation, self.usual.letters, self.usual.numbers)
        return Board(self.orientation, names, sides, {}, corners, lines)


SHAPE = Triangle
