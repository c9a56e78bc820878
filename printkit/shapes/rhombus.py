"""The shape ``rhombus``: a diamond of hexes with named regions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from printkit.board import Board, Region, letters
from printkit.errors import Problem
from printkit.fields import choice, found_at, integer, key, map_of, record
from printkit.hexgrid import Hex, Orientation, parallelogram
from printkit.shapes._keys import MOST_CELLS, Marks, Span, region_name, span
from printkit.shapes._labels import Scheme, lines_of
from printkit.yamlnodes import Mapping as MappingNode


@dataclass(frozen=True, eq=False)
class RhombusRegion:
    """A rhombus or parallelogram within a rhombus board."""

    letters: Span = key(span("letters"), "the letters it covers: 'A-E', 'first half' or 'second half'")
    numbers: Span = key(span("numbers"), "the numbers it covers: '1-5', 'first half' or 'second half'")


@dataclass(frozen=True, eq=False)
class Rhombus(Marks):
    """A rhombus of hexes drawn as a diamond: A1 at the bottom, letters up to the right, numbers up to the left.

    ``wide`` has its acute corners left and right and flat-top hexes, ``tall`` at the top and bottom and
    pointy-top hexes; corner names, sides and regions are the same in both.
    """

    side: int = key(integer(2, 9999), "cells along a side")
    diamond: str = key(choice("wide", "tall"), "acute corners left and right, or top and bottom", default="wide")
    regions: Mapping[str, RhombusRegion] = key(
        map_of(region_name, record(RhombusRegion)), "named parts of the board", factory=dict
    )

    @property
    def orientation(self) -> Orientation:
        """Flat-top cells on a wide diamond, pointy-top cells on a tall one."""
        return "flat" if self.diamond == "wide" else "pointy"

    @property
    def usual(self) -> Scheme:
        """A1 at the bottom, letters up to the right, numbers up to the left."""
        return Scheme("bottom", "falling", "rising")

    @staticmethod
    def faults(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
        """Check the number of cells and that the regions lie on the board."""
        side, regions = values.get("side"), values.get("regions", {})
        side_node = node.find("side")
        if side is None or side_node is None:
            return
        if side**2 > MOST_CELLS:
            message = f"a board of {side} × {side} has {side**2} cells; expected {MOST_CELLS} at most"
            yield side_node.place.problem("bad-value", message)
            return
        halves = [
            region for region, part in regions.items() if part.letters.ends is None or part.numbers.ends is None
        ]
        if halves and side % 2:
            listed = ", ".join(halves)
            message = f"a side of {side} cannot be halved for the regions {listed}; expected an even side"
            hint = f"use {side - 1} or {side + 1}, or give the regions letters and numbers"
            yield side_node.place.problem("bad-value", message, hint)
        for region, part in regions.items():
            for kind, covered in (("letters", part.letters), ("numbers", part.numbers)):
                if covered.ends is not None and covered.ends[1] >= side:
                    found = found_at(node, "regions", region, kind)
                    place = (side_node if found is node else found).place  # a transcript has a side only
                    last = letters(side - 1) if kind == "letters" else str(side)
                    message = f"the {kind} of region '{region}' go beyond the board, whose last is {last}"
                    yield place.problem("bad-value", message)

    def build(self) -> Board:
        """Make the board."""
        up_right = Hex(1, -1)
        up_left = Hex(-1, 0) if self.diamond == "wide" else Hex(0, -1)
        grid = parallelogram(Hex(0, 0), up_left, up_right, self.side, self.side)
        names = {cell: f"{letters(i // self.side)}{i % self.side + 1}" for i, cell in enumerate(grid)}
        everything = range(self.side)

        def sides(of_letters: range, of_numbers: range) -> dict[str, tuple[Hex, ...]]:
            def line(letter: int | None, number: int | None) -> tuple[Hex, ...]:
                if letter is None:
                    return tuple(grid[i * self.side + cast(int, number)] for i in of_letters)
                return tuple(grid[letter * self.side + j] for j in of_numbers)

            return {
                "upper left": line(None, of_numbers[-1]),
                "upper right": line(of_letters[-1], None)[::-1],
                "lower right": line(None, of_numbers[0])[::-1],
                "lower left": line(of_letters[0], None),
            }

        regions = {}
        for region, part in self.regions.items():
            columns, rows = part.letters.resolve(self.side), part.numbers.resolve(self.side)
            cells = tuple(grid[i * self.side + j] for i in columns for j in rows)
            regions[region] = Region(region, cells, sides(columns, rows))
        last = self.side - 1
        corners = {
            "left": grid[last],
            "top": grid[-1],
            "right": grid[last * self.side],
            "bottom": grid[0],
        }
        lines = lines_of(self.orientation, "falling", "rising")
        return Board(self.orientation, names, sides(everything, everything), regions, corners, lines)


SHAPE = Rhombus
