r"""Hexagons in axial coordinates: directions, distances, shapes, and their place in the plane.

Sides and directions are numbered 0 to 5 clockwise. A pointy-top grid is the flat-top one turned by
30° clockwise, so that the same numbers serve both::

        flat-top                 pointy-top
            0                     5     0
        5 _____ 1                   / \
         /     \                4  |   |  1
         \_____/                    \ /
        4       2                 3     2
            3

Corner ``i`` of a hex is where its side ``i`` begins, going clockwise.
Source of the formulas: https://www.redblobgames.com/grids/hexagons/
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Literal, NamedTuple

from printkit.geometry import Point

Orientation = Literal["flat", "pointy"]

SQRT3 = math.sqrt(3)


class Hex(NamedTuple):
    """A hex in axial coordinates; the third cube coordinate is ``s = -q - r``."""

    q: int
    r: int


DIRECTIONS: dict[Orientation, tuple[Hex, ...]] = {
    "flat": (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0)),
    "pointy": (Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1)),
}
_FIRST_CORNER_DEG: dict[Orientation, int] = {"flat": 240, "pointy": 270}


def step(cell: Hex, by: Hex, times: int = 1) -> Hex:
    """Go from a hex ``times`` steps of ``by``."""
    return Hex(cell.q + by.q * times, cell.r + by.r * times)


def distance(a: Hex, b: Hex) -> int:
    """Count the steps between two hexes."""
    dq, dr = a.q - b.q, a.r - b.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def ring(center: Hex, radius: int, orientation: Orientation) -> tuple[Hex, ...]:
    """Return the hexes at exactly ``radius`` steps, clockwise: 6 × radius of them, or the centre for 0."""
    if radius == 0:
        return (center,)
    found = []
    at = step(center, DIRECTIONS[orientation][4], radius)
    for side in range(6):
        for _ in range(radius):
            found.append(at)
            at = step(at, DIRECTIONS[orientation][side])
    return tuple(found)


def parallelogram(origin: Hex, along: Hex, across: Hex, columns: int, rows: int) -> tuple[Hex, ...]:
    """Return ``columns`` × ``rows`` hexes from ``origin``, row by row; ``along`` and ``across`` are steps."""
    return tuple(
        step(step(origin, along, column), across, row) for row in range(rows) for column in range(columns)
    )


class HexLayout:
    """Where hexes lie: orientation, circumradius in mm, and the centre of Hex(0, 0)."""

    def __init__(self, orientation: Orientation, circumradius: float, origin: Point) -> None:
        self.orientation = orientation
        self.circumradius = circumradius
        self.origin = origin
        self._corners: dict[Hex, tuple[Point, ...]] = {}

    @classmethod
    def across_flats(cls, orientation: Orientation, across_flats: float, origin: Point) -> HexLayout:
        """Make the layout of hexes with this distance between opposite sides, in mm."""
        return cls(orientation, across_flats / SQRT3, origin)

    def center(self, cell: Hex) -> Point:
        """Return the middle of a hex."""
        q, r = cell
        if self.orientation == "flat":
            x, y = 1.5 * q, SQRT3 * (r + q / 2)
        else:
            x, y = SQRT3 * (q + r / 2), 1.5 * r
        return Point(self.origin.x + self.circumradius * x, self.origin.y + self.circumradius * y)

    def at(self, point: Point) -> Hex:
        """Return the hex that holds a point (on an edge: one of the two)."""
        x = (point.x - self.origin.x) / self.circumradius
        y = (point.y - self.origin.y) / self.circumradius
        if self.orientation == "flat":
            q, r = x * 2 / 3, y / SQRT3 - x / 3
        else:
            q, r = x / SQRT3 - y / 3, y * 2 / 3
        s = -q - r
        near_q, near_r, near_s = round(q), round(r), round(s)
        error_q, error_r, error_s = abs(near_q - q), abs(near_r - r), abs(near_s - s)
        if error_q > error_r and error_q > error_s:
            near_q = -near_r - near_s
        elif error_r > error_s:
            near_r = -near_q - near_s
        return Hex(near_q, near_r)

    @cached_property
    def _corner_shifts(self) -> tuple[Point, ...]:
        first = _FIRST_CORNER_DEG[self.orientation]
        angles = [math.radians(first + 60 * i) for i in range(6)]
        return tuple(Point(self.circumradius * math.cos(a), self.circumradius * math.sin(a)) for a in angles)

    def corners(self, cell: Hex) -> tuple[Point, ...]:
        """Return the six corners clockwise; side ``i`` runs from corner ``i`` to corner ``i + 1``."""
        found = self._corners.get(cell)
        if found is None:
            x, y = self.center(cell)
            found = self._corners[cell] = tuple([Point(x + dx, y + dy) for dx, dy in self._corner_shifts])
        return found

    def side(self, cell: Hex, index: int) -> tuple[Point, Point]:
        """Return the two ends of a side, in clockwise order."""
        corners = self.corners(cell)
        return corners[index % 6], corners[(index + 1) % 6]


class Edge(NamedTuple):
    """One side of one hex; the same segment has a second name from the hex across it."""

    cell: Hex
    side: int


def loops(cells: Iterable[Hex], orientation: Orientation) -> list[list[Edge]]:
    """Return the outlines of a set of hexes as closed clockwise courses of edges.

    The first loop begins at the edge least by (q, r, side) of all; holes give loops that run
    counter-clockwise. The union of touching hexes drawn from these loops has no seams.
    """
    members = set(cells)
    directions = DIRECTIONS[orientation]
    rim = [
        Edge(cell, side) for cell in sorted(members) for side in range(6)
        if step(cell, directions[side]) not in members
    ]  # fmt: skip
    waiting = dict.fromkeys(rim)
    found = []
    while waiting:
        edge = next(iter(waiting))
        loop = []
        while edge in waiting:
            del waiting[edge]
            loop.append(edge)
            edge = _next_on_rim(edge, members, directions)
        found.append(loop)
    return found


def _next_on_rim(edge: Edge, members: set[Hex], directions: tuple[Hex, ...]) -> Edge:
    cell, side = edge.cell, (edge.side + 1) % 6
    across = step(cell, directions[side])
    while across in members:
        cell, side = across, (side + 4) % 6
        across = step(cell, directions[side])
    return Edge(cell, side)


def inner_edges(cells: Iterable[Hex], orientation: Orientation) -> Iterator[tuple[Edge, Hex]]:
    """Give each edge between two of the hexes once, with the hex across it."""
    members = set(cells)
    for cell in sorted(members):
        for side in range(3):
            across = step(cell, DIRECTIONS[orientation][side])
            if across in members:
                yield Edge(cell, side), across


Corner = tuple[float, float]


def trails(segments: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Join segments that share an end into few polylines that use each segment once.

    Ends are the same where they agree to a thousandth of a millimetre.
    """

    def name(point: Point) -> Corner:
        return round(point.x, 3) + 0.0, round(point.y, 3) + 0.0

    points: dict[Corner, Point] = {}
    links: defaultdict[Corner, dict[Corner, None]] = defaultdict(dict)
    for start, end in segments:
        a, b = name(start), name(end)
        if a == b:
            continue
        points.setdefault(a, start)
        points.setdefault(b, end)
        links[a][b] = links[b][a] = None
    found = []
    odd = {corner for corner, others in links.items() if len(others) % 2}
    for first in [*sorted(odd), *sorted(links)]:  # a trail from every other odd corner, then what closes
        if first in odd and not len(links[first]) % 2:
            continue
        while links[first]:
            at, trail = first, [points[first]]
            while links[at]:
                to = next(iter(links[at]))
                del links[at][to], links[to][at]
                trail.append(points[to])
                at = to
            found.append(trail)
            if first in odd:
                break
    return found
