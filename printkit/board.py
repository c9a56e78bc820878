"""Boards: cells and their names, sides, regions and neighbours, made from the ``board`` part of a spec.

The board that is printed is the board that is scored: art and scorers use the same ``Board``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol, cast

from printkit.errors import Problem, SpecError
from printkit.fields import (
    Reader,
    as_mapping,
    choice,
    found_at,
    integer,
    key,
    map_of,
    mismatch,
    missing_key,
    name,
    record,
)
from printkit.hexgrid import DIRECTIONS, Edge, Hex, Orientation, inner_edges, loops, parallelogram, step
from printkit.yamlnodes import Mapping as MappingNode
from printkit.yamlnodes import Node, Scalar

MOST_CELLS = 10_000
WHOLE = "whole"  # the name of the region that is the whole board


class Region(NamedTuple):
    """A named part of a board with its own sides; a corner cell lies on both sides that meet there."""

    name: str
    cells: tuple[Hex, ...]
    sides: Mapping[str, tuple[Hex, ...]]


class Board:
    """Cells with names, sides (each clockwise along the rim, in clockwise order) and regions."""

    def __init__(
        self,
        orientation: Orientation,
        names: Mapping[Hex, str],
        sides: Mapping[str, tuple[Hex, ...]],
        regions: Mapping[str, Region],
    ) -> None:
        self.orientation = orientation
        self.names = names
        self.sides = sides
        self.regions = regions

    @property
    def cells(self) -> tuple[Hex, ...]:
        """All cells, by letter and then by number."""
        return tuple(self.names)

    @property
    def whole(self) -> Region:
        """The whole board as a region."""
        return Region(WHOLE, self.cells, self.sides)

    @cached_property
    def _by_name(self) -> dict[str, Hex]:
        return {text: cell for cell, text in self.names.items()}

    def cell(self, text: str) -> Hex | None:
        """Return the cell of this name, in either case, or None where the board has none."""
        return self._by_name.get(text.upper()) if text.isascii() else None

    def neighbours(self, cell: Hex) -> tuple[Hex, ...]:
        """Return the cells that share a side with ``cell``, clockwise from direction 0."""
        around = (step(cell, direction) for direction in DIRECTIONS[self.orientation])
        return tuple(near for near in around if near in self.names)

    @cached_property
    def inner_edges(self) -> tuple[tuple[Edge, Hex], ...]:
        """The edges between two cells, each once, with the cell across it."""
        return tuple(inner_edges(self.cells, self.orientation))

    @cached_property
    def rim(self) -> tuple[Edge, ...]:
        """The outer edges of the board, clockwise and closed; a hole's are fewer."""
        outer = max(loops(self.cells, self.orientation), key=len)
        return tuple(outer)

    def region(self, text: str) -> Region | None:
        """Return the region of this name (``whole`` is the whole board), or None."""
        return self.whole if text == WHOLE else self.regions.get(text)


def letters(index: int) -> str:
    """Name a row of cells by its place from 0: A … Z, AA, AB …; the letter I is used."""
    text = ""
    index += 1
    while index:
        index, digit = divmod(index - 1, 26)
        text = chr(65 + digit) + text
    return text


def letter_index(text: str) -> int:
    """Turn A … Z, AA … back into a place from 0."""
    index = 0
    for character in text.upper():
        index = index * 26 + ord(character) - 64
    return index - 1


_CELL_NAME = re.compile(r"([A-Z]+)([0-9]+)")


def split_cell(name: str) -> tuple[str, str]:
    """Split a cell's name into its letters and its number."""
    match = _CELL_NAME.fullmatch(name)
    assert match is not None, name
    return match[1], match[2]


def region_name(node: Node) -> str:
    """Read the name of a region; ``whole`` is taken."""
    if isinstance(node, Scalar) and node.text == WHOLE:
        raise mismatch(node, "another name: 'whole' always is the whole board")
    return name(node)


class Span(NamedTuple):
    """A run of letters or numbers: fixed ends counted from 0, or a half of whatever the side is."""

    ends: tuple[int, int] | None
    half: int | None = None

    def resolve(self, side: int) -> range:
        """Return the places this covers on a side of that many cells."""
        if self.ends is not None:
            return range(self.ends[0], self.ends[1] + 1)
        middle = side // 2
        return range(middle) if self.half == 0 else range(middle, side)


_HALVES = {"first half": 0, "second half": 1}


def span(kind: str) -> Reader[Span]:
    """Make a reader of spans of ``letters`` (``A-E``) or ``numbers`` (``1-5``), or halves of the side."""
    item = "[A-Z]{1,2}" if kind == "letters" else "[0-9]{1,3}"
    pattern = re.compile(rf"({item})\s*[-–]\s*({item})", re.ASCII | re.IGNORECASE)
    example = "A-E" if kind == "letters" else "1-5"

    def read(node: Node) -> Span:
        if isinstance(node, Scalar):
            if node.text in _HALVES:
                return Span(None, _HALVES[node.text])
            match = pattern.fullmatch(node.text.strip())
            if match is not None:
                turn = letter_index if kind == "letters" else lambda text: int(text) - 1
                first, last = turn(match[1]), turn(match[2])
                if 0 <= first <= last:
                    return Span((first, last))
        raise mismatch(node, f"{kind} such as '{example}', or 'first half' or 'second half'")

    return read


@dataclass(frozen=True, eq=False)
class RhombusRegion:
    """A rhombus or parallelogram within a rhombus board."""

    letters: Span = key(span("letters"), "the letters it covers: 'A-E', 'first half' or 'second half'")
    numbers: Span = key(span("numbers"), "the numbers it covers: '1-5', 'first half' or 'second half'")


@dataclass(frozen=True, eq=False)
class Rhombus:
    """A rhombus of hexes drawn as a diamond: A1 at the bottom, letters up to the right, numbers up to the left.

    ``wide`` has its acute corners left and right and flat-top hexes, ``tall`` at the top and bottom and
    pointy-top hexes; corner names, sides and regions are the same in both.
    """

    side: int = key(integer(2, 9999), "cells along a side")
    diamond: str = key(choice("wide", "tall"), "acute corners left and right, or top and bottom", default="wide")
    regions: Mapping[str, RhombusRegion] = key(
        map_of(region_name, record(RhombusRegion)), "named parts of the board", factory=dict
    )

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
        orientation: Orientation = "flat" if self.diamond == "wide" else "pointy"
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
        return Board(orientation, names, sides(everything, everything), regions)


class BoardSpec(Protocol):
    """What every shape offers."""

    def build(self) -> Board:
        """Make the board."""


SHAPES: dict[str, type[BoardSpec]] = {"rhombus": Rhombus}


def board_spec(node: Node) -> BoardSpec:
    """Read the ``board`` part of a spec; its ``shape`` says which other keys it takes."""
    mapping = as_mapping(node)
    shape = mapping.find("shape")
    if shape is None:
        raise SpecError([missing_key(mapping, "shape")])
    word = choice(*SHAPES)(shape)
    return record(SHAPES[word], also=("shape",))(mapping)
