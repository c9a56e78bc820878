"""Pieces on the bed of a laser cutter: apart from each other, or with shared cuts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from printkit.drawing import Piece
from printkit.errors import FitError
from printkit.geometry import Point, Rect, Size, around
from printkit.hexgrid import SQRT3, Hex, HexLayout, inner_edges, loops, trails
from printkit.laser import Course, LaserProfile
from printkit.layouts import outline_of
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
        shared = {frozenset((edge.cell, across)): edge for edge, across in inner_edges(cells, "flat")}
        held = _held(cells, shared)
        free = [edge for pair, edge in shared.items() if pair not in held]
        courses = [*trails(self.lattice.side(*edge) for edge in free)]
        courses += [list(self.lattice.side(*shared[pair])) for pair in held]
        inner = tuple(Course(tuple(course), is_closed=False) for course in courses)
        rims = tuple(
            Course(tuple(self.lattice.side(*edge)[0] for edge in loop), is_closed=True)
            for loop in loops(cells, "flat")
        )
        return Bed(tuple(placed), inner, rims)


Pair = frozenset[Any]


def _held(cells: Sequence[Any], shared: Mapping[Pair, Any]) -> list[Pair]:
    """Choose an edge for each piece that touches no rim, so that it holds until the end; the innermost first.

    A piece at the rim is held by that. Each other one is held by a neighbour that lies nearer to the rim.
    """
    near: dict[Any, list[Any]] = {cell: [] for cell in cells}
    for one, other in map(tuple, shared):
        near[one].append(other)
        near[other].append(one)
    full = max(map(len, near.values()))
    most = 6 if full > 4 else 4
    reached = [cell for cell in cells if len(near[cell]) < most]
    known = set(reached)
    found: list[Pair] = []
    for cell in reached:  # it grows meanwhile
        for other in near[cell]:
            if other not in known:
                known.add(other)
                reached.append(other)
                found.append(frozenset((cell, other)))
    return found[::-1]


def _runs(
    edges: Iterable[tuple[tuple[int, int], tuple[int, int]]],
) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Join edges of boxes that go on straight."""
    starts = {(start, end[0] > start[0]): end for start, end in edges}
    ends = {(end, end[0] > start[0]) for start, end in edges}
    for (start, is_level), end in starts.items():
        if (start, is_level) in ends:
            continue
        last = end
        while (last, is_level) in starts:
            last = starts[last, is_level]
        yield start, last


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

    def _inner(self, cells: Sequence[tuple[int, int]]) -> Iterator[Course]:
        """Give the cuts between boxes, as long as they go; those that hold a piece come last."""
        taken = set(cells)
        shared = {}
        for column, row in cells:
            for near in ((column + 1, row), (column, row + 1)):
                if near in taken:
                    is_upright = near[0] > column
                    ends = (near, (near[0], near[1] + 1)) if is_upright else (near, (near[0] + 1, near[1]))
                    shared[frozenset(((column, row), near))] = ends
        held = _held(cells, shared)
        free = [ends for pair, ends in shared.items() if pair not in held]
        for ends in (*_runs(free), *(shared[pair] for pair in held)):
            yield Course(tuple(self._corner(*corner) for corner in ends), is_closed=False)

    def _rims(self, cells: Sequence[tuple[int, int]]) -> Iterator[Course]:
        """Give the outline of all boxes: whole rows, and perhaps a part of one more."""
        width, height = 1 + max(column for column, _ in cells), 1 + max(row for _, row in cells)
        last = sum(row == height - 1 for _, row in cells)
        corners = [(0, 0), (width, 0), (width, height), (0, height)]
        if last < width:
            corners = [(0, 0), (width, 0), (width, height - 1), (last, height - 1), (last, height), (0, height)]
        yield Course(tuple(self._corner(x, y) for x, y in corners), is_closed=True)
