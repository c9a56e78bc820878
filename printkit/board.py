"""Boards: cells and their names, sides, corners, regions and neighbours.

The board that is printed is the board that is scored: art and scorers use the same ``Board``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from printkit.hexgrid import DIRECTIONS, Edge, Hex, Orientation, inner_edges, loops, step

WHOLE = "whole"  # the name of the region that is the whole board


class Region(NamedTuple):
    """A named part of a board with its own sides; a corner cell lies on both sides that meet there."""

    name: str
    cells: tuple[Hex, ...]
    sides: Mapping[str, tuple[Hex, ...]]


class Board:
    """Cells with names, sides (each clockwise along the rim, in clockwise order), corners and regions.

    ``dots`` are the dot hexes with their number of dots, ``centre`` the cells that count as the board's centre.
    """

    def __init__(
        self,
        orientation: Orientation,
        names: Mapping[Hex, str],
        sides: Mapping[str, tuple[Hex, ...]],
        regions: Mapping[str, Region],
        corners: Mapping[str, Hex],
        dots: Mapping[Hex, int] = MappingProxyType({}),
        centre: tuple[Hex, ...] = (),
    ) -> None:
        self.orientation = orientation
        self.names = names
        self.sides = sides
        self.regions = regions
        self.corners = corners
        self.dots = dots
        self.centre = centre

    def marked(self, dots: Mapping[Hex, int], centre: tuple[Hex, ...]) -> Board:
        """Return the same board with these dot hexes and this centre."""
        return Board(self.orientation, self.names, self.sides, self.regions, self.corners, dots, centre)

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
