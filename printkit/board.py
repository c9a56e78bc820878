"""Boards: cells and their names, sides, corners, regions and neighbours.

The board that is printed is the board that is scored: art and scorers use the same ``Board``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Literal, NamedTuple

from printkit.hexgrid import DIRECTIONS, Edge, Hex, Orientation, inner_edges, loops, step

WHOLE = "whole"  # the name of the region that is the whole board
LETTERS, NUMBERS = "letters", "numbers"  # the two families of lines by which cells are named

Shown = Literal["edges", "cells", "none"]  # where the names of cells stand


class Region(NamedTuple):
    """A named part of a board with its own sides; a corner cell lies on both sides that meet there."""

    name: str
    cells: tuple[Hex, ...]
    sides: Mapping[str, tuple[Hex, ...]]


class Zone(NamedTuple):
    """Cells that are filled alike, such as a kind of land: what it is called, and how it looks.

    ``pattern`` and ``colour`` are words, which art knows; ``note`` says in a few words what holds there.
    """

    name: str
    cells: tuple[Hex, ...]
    pattern: str
    colour: str
    note: str = ""


class Markings(NamedTuple):
    """What stands on a board: dot hexes with their number of dots, the cells of its centre, zones, words in cells.

    ``shown`` says where the names of the cells stand.
    """

    dots: Mapping[Hex, int] = MappingProxyType({})
    centre: tuple[Hex, ...] = ()
    zones: tuple[Zone, ...] = ()
    words: Mapping[Hex, str] = MappingProxyType({})
    shown: Shown = "edges"


class Board:
    """Cells with names, sides (each clockwise along the rim, in clockwise order), corners and regions.

    ``lines`` gives the steps along the lines of cells that share a letter, and along those that share a number,
    where these are straight.
    """

    def __init__(
        self,
        orientation: Orientation,
        names: Mapping[Hex, str],
        sides: Mapping[str, tuple[Hex, ...]],
        regions: Mapping[str, Region],
        corners: Mapping[str, Hex],
        lines: Mapping[str, Hex] = MappingProxyType({}),
        marks: Markings = Markings(),
    ) -> None:
        self.orientation = orientation
        self.names = names
        self.sides = sides
        self.regions = regions
        self.corners = corners
        self.lines = lines
        self.marks = marks

    @property
    def dots(self) -> Mapping[Hex, int]:
        """The dot hexes with their number of dots."""
        return self.marks.dots

    @property
    def centre(self) -> tuple[Hex, ...]:
        """The cells that count as the board's centre."""
        return self.marks.centre

    def marked(self, marks: Markings) -> Board:
        """Return the same board with these marks."""
        return Board(self.orientation, self.names, self.sides, self.regions, self.corners, self.lines, marks)

    def named(self, names: Mapping[Hex, str], lines: Mapping[str, Hex]) -> Board:
        """Return the same board with other names for its cells."""
        return Board(self.orientation, names, self.sides, self.regions, self.corners, lines, self.marks)

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

    def named_cells(self, names: Iterable[str]) -> tuple[Hex, ...]:
        """Return the cells of names, without those that the board lacks."""
        return tuple(cell for text in names if (cell := self.cell(text)) is not None)

    @cached_property
    def zone_of(self) -> Mapping[Hex, Zone]:
        """The zone of each cell that is in one."""
        return {cell: zone for zone in self.marks.zones for cell in zone.cells}

    def neighbours(self, cell: Hex) -> tuple[Hex, ...]:
        """Return the cells that share a side with ``cell``, clockwise from direction 0."""
        around = (step(cell, direction) for direction in DIRECTIONS[self.orientation])
        return tuple(near for near in around if near in self.names)

    @cached_property
    def inner_edges(self) -> tuple[tuple[Edge, Hex], ...]:
        """The edges between two cells, each once, with the cell across it."""
        return tuple(inner_edges(self.cells, self.orientation))

    @cached_property
    def rims(self) -> tuple[tuple[Edge, ...], ...]:
        """The edges of the board as closed courses: clockwise around each part, the other way around holes."""
        return tuple(map(tuple, loops(self.cells, self.orientation)))

    @cached_property
    def rim(self) -> tuple[Edge, ...]:
        """The outer edges of the board, of its largest part, clockwise and closed; a hole's are fewer."""
        return max(self.rims, key=len)

    @cached_property
    def used(self) -> Mapping[str, tuple[str, ...]]:
        """The letters and the numbers that the cells' names have, each in its order."""
        letters, numbers = zip(*map(split_cell, self.names.values()), strict=True)
        return {
            LETTERS: tuple(sorted(set(letters), key=letter_index)),
            NUMBERS: tuple(sorted(set(numbers), key=int)),
        }

    def region(self, text: str) -> Region | None:
        """Return the region of this name (``whole`` is the whole board), or None."""
        return self.whole if text == WHOLE else self.regions.get(text)


ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letters(index: int, alphabet: str = ALPHABET) -> str:
    """Name a row of cells by its place from 0: A … Z, AA, AB …; the letter I is used where the alphabet has it."""
    text = ""
    index += 1
    while index:
        index, digit = divmod(index - 1, len(alphabet))
        text = alphabet[digit] + text
    return text


def letter_index(text: str) -> int:
    """Turn A … Z, AA … back into a place from 0."""
    index = 0
    for character in text.upper():
        index = index * 26 + ord(character) - 64
    return index - 1


_CELL_NAME = re.compile(r"([A-Z]*)([0-9]+)")


def split_cell(name: str) -> tuple[str, str]:
    """Split a cell's name into its letters, '' where cells are numbered through, and its number."""
    match = _CELL_NAME.fullmatch(name)
    assert match is not None, name
    return match[1], match[2]
