"""Hatching: parallel lines that fill an area, slanted or level."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from printkit.drawing import Segment, line
from printkit.geometry import Point

SLANTED, LEVEL, BACKWARD = 45.0, 0.0, -45.0  # degrees, up to the right


def hatching(outline: Sequence[Point], gap: float) -> tuple[Segment, ...]:
    """Return parallel lines, ``gap`` mm apart and slanted by 45°, within a closed outline."""
    return tuple(segment for start, end in _chords([outline], gap) for segment in line(start, end))


def hatched_area(
    outlines: Sequence[Sequence[Point]], gap: float, slant_deg: float = SLANTED
) -> tuple[Segment, ...]:
    """Return parallel lines within closed outlines, of which those inside others are holes (even-odd).

    Wherever it lies, an area is hatched by lines of one and the same pattern, so that two areas fit together.
    """
    turn = math.radians(slant_deg - SLANTED)
    cos, sin = math.cos(turn), math.sin(turn)
    turned = [[Point(x * cos - y * sin, x * sin + y * cos) for x, y in outline] for outline in outlines]
    back = ((Point(x * cos + y * sin, y * cos - x * sin) for x, y in chord) for chord in _chords(turned, gap))
    return tuple(segment for start, end in back for segment in line(start, end))


def _chords(outlines: Iterable[Sequence[Point]], gap: float) -> Iterator[tuple[Point, Point]]:
    """Cut the lines x + y = constant where they cross the outlines, and keep every other part of them."""
    closed = [[*outline, outline[0]] for outline in outlines]
    step = gap * 2**0.5
    sums = [x + y for outline in closed for x, y in outline]
    number = int(min(sums) // step) + 1
    while number * step < max(sums):
        level = number * step
        crossings = []
        for outline in closed:
            for (x0, y0), (x1, y1) in pairwise(outline):
                before, after = x0 + y0 - level, x1 + y1 - level
                if (before < 0) != (after < 0):
                    share = before / (before - after)
                    crossings.append(Point(x0 + share * (x1 - x0), y0 + share * (y1 - y0)))
        crossings.sort()
        yield from zip(crossings[::2], crossings[1::2], strict=True)
        number += 1
