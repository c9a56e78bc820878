"""Points, sizes and outlines in the plane: mm, x to the right, y down, origin at the top left."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Point(NamedTuple):
    """A position, or a shift, in mm."""

    x: float
    y: float


class Size(NamedTuple):
    """Width and height in mm."""

    width: float
    height: float

    def turned(self) -> Size:
        """Swap width and height."""
        return Size(self.height, self.width)


class Sides(NamedTuple):
    """One length for each side of a box, in mm."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def all_round(cls, width: float) -> Sides:
        """Give each side the same length."""
        return cls(width, width, width, width)


class Rect(NamedTuple):
    """An upright box given by its edges, in mm."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def size(self) -> Size:
        """Width and height."""
        return Size(self.right - self.left, self.bottom - self.top)

    @property
    def center(self) -> Point:
        """The middle of the box."""
        return Point((self.left + self.right) / 2, (self.top + self.bottom) / 2)

    def moved(self, by: Point) -> Rect:
        """Shift the box."""
        return Rect(self.left + by.x, self.top + by.y, self.right + by.x, self.bottom + by.y)

    def grown(self, by: Sides) -> Rect:
        """Push each edge outward by its length in ``by``."""
        return Rect(self.left - by.left, self.top - by.top, self.right + by.right, self.bottom + by.bottom)

    def common(self, other: Rect) -> Rect | None:
        """Return the part that two boxes share, or None."""
        if not self.overlaps(other):
            return None
        left, top = max(self.left, other.left), max(self.top, other.top)
        return Rect(left, top, min(self.right, other.right), min(self.bottom, other.bottom))

    def overlaps(self, other: Rect) -> bool:
        """Whether the two boxes share more than an edge."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


def around(center: Point, width: float, height: float) -> Rect:
    """Make the box of this width and height about ``center``."""
    return Rect(center.x - width / 2, center.y - height / 2, center.x + width / 2, center.y + height / 2)


def bounds(points: Iterable[Point]) -> Rect:
    """Return the smallest upright box that holds all points; there must be at least one."""
    xs, ys = zip(*points, strict=True)
    return Rect(min(xs), min(ys), max(xs), max(ys))


def union(boxes: Iterable[Rect]) -> Rect:
    """Return the smallest upright box that holds all boxes; there must be at least one."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Rect(min(lefts), min(tops), max(rights), max(bottoms))


def shorten(line: Sequence[Point], start: float, end: float) -> list[Point]:
    """Cut a length off the start and off the end of an open polyline; it must be longer than both."""
    return _cut_start(_cut_start(line, start)[::-1], end)[::-1]


def _cut_start(line: Sequence[Point], length: float) -> list[Point]:
    rest = list(line)
    while len(rest) > 1:
        step = math.dist(rest[0], rest[1])
        if step > length:
            share = length / step
            (x0, y0), (x1, y1) = rest[0], rest[1]
            return [Point(x0 + share * (x1 - x0), y0 + share * (y1 - y0)), *rest[1:]]
        length -= step
        rest.pop(0)
    raise ValueError("the polyline is shorter than what is cut off it")


def offset(line: Sequence[Point], distance: float) -> list[Point]:
    """Shift an open polyline sideways, to the left of its course (outward when it runs clockwise).

    Corners are mitred, so that every piece keeps exactly ``distance`` from the line.
    """
    normals = []
    for (x0, y0), (x1, y1) in itertools.pairwise(line):
        length = math.dist((x0, y0), (x1, y1))
        normals.append(Point((y1 - y0) / length, (x0 - x1) / length))
    shifted = []
    for i, (x, y) in enumerate(line):
        before, after = normals[max(i - 1, 0)], normals[min(i, len(normals) - 1)]
        scale = distance / (1 + before.x * after.x + before.y * after.y)
        shifted.append(Point(x + scale * (before.x + after.x), y + scale * (before.y + after.y)))
    return shifted


def clipped(start: Point, end: Point, box: Rect) -> tuple[Point, Point] | None:
    """Return the part of a straight line that lies in a box, or None (Liang and Barsky, 1984)."""
    dx, dy = end.x - start.x, end.y - start.y
    first, last = 0.0, 1.0
    for towards, room in (
        (-dx, start.x - box.left),
        (dx, box.right - start.x),
        (-dy, start.y - box.top),
        (dy, box.bottom - start.y),
    ):
        if towards == 0:
            if room < 0:
                return None
        elif towards < 0:
            first = max(first, room / towards)
        else:
            last = min(last, room / towards)
    if first > last:
        return None
    return Point(start.x + first * dx, start.y + first * dy), Point(start.x + last * dx, start.y + last * dy)


def on_circle(center: Point, radius: float, number: int) -> list[Point]:
    """Return points at equal distances on a circle, clockwise from the right."""
    angles = [math.tau * i / number for i in range(number)]
    return [Point(center.x + radius * math.cos(a), center.y + radius * math.sin(a)) for a in angles]
