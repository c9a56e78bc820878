"""Hatching: slanted lines that stand for a filled area where ink is to be saved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from printkit.drawing import Segment, line
from printkit.geometry import Point


def hatching(outline: Sequence[Point], gap: float) -> tuple[Segment, ...]:
    """Return parallel lines, ``gap`` mm apart and slanted by 45°, within a closed outline."""
    return tuple(segment for start, end in _chords(outline, gap) for segment in line(start, end))


def _chords(outline: Sequence[Point], gap: float) -> Iterator[tuple[Point, Point]]:
    """Cut the lines x + y = constant where they cross the outline, and keep every other part of them."""
    closed = [*outline, outline[0]]
    step = gap * 2**0.5
    sums = [x + y for x, y in outline]
    number = int(min(sums) // step) + 1
    while number * step < max(sums):
        level = number * step
        crossings = []
        for (x0, y0), (x1, y1) in pairwise(closed):
            before, after = x0 + y0 - level, x1 + y1 - level
            if (before < 0) != (after < 0):
                share = before / (before - after)
                crossings.append(Point(x0 + share * (x1 - x0), y0 + share * (y1 - y0)))
        crossings.sort()
        yield from zip(crossings[::2], crossings[1::2], strict=True)
        number += 1
