"""Pieces on the bed of a laser cutter: apart from each other, or with shared cuts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from printkit.drawing import Piece
from printkit.errors import FitError
from printkit.geometry import Point, Rect, Size, around
from printkit.hexgrid import SQRT3, Hex, HexLayout, inner_edges, loops, trails
from printkit.laser import Course, LaserProfile
from printkit.units import TOLERANCE

Cut = Literal["separate", "common"]


class Bed(NamedTuple):
    """A sheet of material: the pieces with the places of their boxes' corners, and the cuts in their order.

    ``inner`` are cuts between pieces, ``outer`` those after which they fall out.
    """

    pieces: tuple[tuple[Piece, Point], ...]
    inner: tuple[Course, ...]
    outer: tuple[Course, ...]


def beds(pieces: Sequence[Piece], profile: LaserProfile, cut: Cut, kerf: float, room: Rect) -> list[Bed]:
    """Put pieces of one shape on as many sheets as they take; raises FitError where none fits."""
    first = pieces[0]
    gap = profile.gap + kerf if cut == "separate" else kerf
    plan: _Hexes | _Boxes
    if first.hex_flats is not None:
        plan = _Hexes(first.hex_flats, gap, kerf, room)
    else:
        plan = _Boxes(first.front.size, gap, kerf, room)
    if not plan.places:
        raise FitError(plan.needed, room.size)
    size = len(plan.places)
    return [plan.bed(pieces[start : start + size], cut) for start in range(0, len(pieces), size)]


def outline_of(piece: Piece, grown: float = 0.0) -> tuple[Point, ...]:
    """Return the outline of a piece, from its box's corner, pushed outward by so much."""
    width, height = piece.front.size
    if piece.hex_flats is None:
        corners = (
            (-grown, -grown),
            (width + grown, -grown),
            (width + grown, height + grown),
            (-grown, height + grown),
        )
        return tuple(Point(x, y) for x, y in corners)
    layout = HexLayout.across_flats("flat", piece.hex_flats + 2 * grown, Point(width / 2, height / 2))
    return layout.corners(Hex(0, 0))


class _Hexes:
    """Flat-top hexes like honeycomb, column by column."""

    def __init__(self, flats: float, gap: float, kerf: float, room: Rect) -> None:
        self.flats, self.kerf, self.pitch = flats, kerf, flats + gap
        cell = flats + kerf
        width, height = room.size
        step = self.pitch * SQRT3 / 2
        self.needed = (cell * 2 / SQRT3, cell)
        columns = (
            int((width - cell * 2 / SQRT3 + TOLERANCE) // step) + 1 if width + TOLERANCE >= self.needed[0] else 0
        )
        rows = int((height - cell + TOLERANCE) // self.pitch) + 1 if height + TOLERANCE >= cell else 0
        lower = int((height - cell - self.pitch / 2 + TOLERANCE) // self.pitch) + 1
        origin = Point(room.left + cell / SQRT3, room.top + cell / 2)
        self.lattice = HexLayout.across_flats("flat", self.pitch, origin)
        self.places = [
            Hex(column, row - column // 2)
            for column in range(columns)
            for row in range(max(0, lower) if column % 2 else rows)
        ]

    def bed(self, pieces: Sequence[Piece], cut: Cut) -> Bed:
        """Put pieces in the places, nearly as wide as high, so that many edges are shared."""
        cells = _compact(self.places, len(pieces), self.lattice)
        width, height = self.flats * 2 / SQRT3, self.flats
        placed = []
        for piece, cell in zip(pieces, cells, strict=True):
            box = around(self.lattice.center(cell), width, height)
            placed.append((piece, Point(box.left, box.top)))
        if cut == "separate":
            outer = tuple(
                Course(outline_of(piece, self.kerf / 2), is_closed=True).moved(at) for piece, at in placed
            )
            return Bed(tuple(placed), (), outer)
        edges = [edge for edge, _ in inner_edges(cells, "flat")]
        inner = tuple(
            Course(tuple(course), is_closed=False) for course in trails(self.lattice.side(*edge) for edge in edges)
        )
        rims = tuple(
            Course(tuple(self.lattice.side(*edge)[0] for edge in loop), is_closed=True)
            for loop in loops(cells, "flat")
        )
        return Bed(tuple(placed), inner, rims)


def _compact(places: Sequence[Hex], number: int, lattice: HexLayout) -> tuple[Hex, ...]:
    """Choose so many places at the first corner of the bed that they lie as close together as can be."""
    first = lattice.center(places[0])

    def far(cell: Hex) -> tuple[float, Hex]:
        x, y = lattice.center(cell)
        return max(x - first.x, y - first.y), cell

    return tuple(sorted(sorted(places, key=far)[:number]))


class _Boxes:
    """Boxes in rows and columns."""

    def __init__(self, size: Size, gap: float, kerf: float, room: Rect) -> None:
        self.size, self.kerf, self.room = size, kerf, room
        self.step = Size(size.width + gap, size.height + gap)
        self.needed = (size.width + kerf, size.height + kerf)
        columns, rows = (
            int((side - need + TOLERANCE) // step) + 1 if side + TOLERANCE >= need else 0
            for side, need, step in zip(room.size, self.needed, self.step, strict=True)
        )
        self.places = [(column, row) for row in range(rows) for column in range(columns)]
        self.columns = columns

    def bed(self, pieces: Sequence[Piece], cut: Cut) -> Bed:
        """Put pieces in a block that is nearly square."""
        wide = min(self.columns, max(1, math.ceil(math.sqrt(len(pieces) * self.step.height / self.step.width))))
        wide = max(wide, math.ceil(len(pieces) / (len(self.places) // self.columns)))
        half = self.kerf / 2
        placed = []
        cells = [(i % wide, i // wide) for i in range(len(pieces))]
        for piece, (column, row) in zip(pieces, cells, strict=True):
            x, y = self.room.left + half + column * self.step.width, self.room.top + half + row * self.step.height
            placed.append((piece, Point(x, y)))
        if cut == "separate":
            outer = tuple(Course(outline_of(piece, half), is_closed=True).moved(at) for piece, at in placed)
            return Bed(tuple(placed), (), outer)
        return Bed(tuple(placed), tuple(self._inner(cells)), tuple(self._rims(cells)))

    def _corner(self, column: float, row: float) -> Point:
        return Point(self.room.left + column * self.step.width, self.room.top + row * self.step.height)

    def _inner(self, cells: Iterable[tuple[int, int]]) -> Iterator[Course]:
        """Give the cuts between boxes, as long as they go."""
        taken = set(cells)
        width, height = 1 + max(column for column, _ in taken), 1 + max(row for _, row in taken)
        for at in range(1, width):
            high = sum((at, row) in taken and (at - 1, row) in taken for row in range(height))
            if high:
                yield Course((self._corner(at, 0), self._corner(at, high)), is_closed=False)
        for at in range(1, height):
            wide = sum((column, at) in taken and (column, at - 1) in taken for column in range(width))
            if wide:
                yield Course((self._corner(0, at), self._corner(wide, at)), is_closed=False)

    def _rims(self, cells: Sequence[tuple[int, int]]) -> Iterator[Course]:
        """Give the outline of all boxes: whole rows, and perhaps a part of one more."""
        width, height = 1 + max(column for column, _ in cells), 1 + max(row for _, row in cells)
        last = sum(row == height - 1 for _, row in cells)
        corners = [(0, 0), (width, 0), (width, height), (0, height)]
        if last < width:
            corners = [(0, 0), (width, 0), (width, height - 1), (last, height - 1), (last, height), (0, height)]
        yield Course(tuple(self._corner(x, y) for x, y in corners), is_closed=True)
