"""A lozenge in a player's mark, as it stands on cards."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.art._discs import ground_of, line_colour
from printkit.art._hatch import hatching
from printkit.drawing import Path, Stroke, polyline
from printkit.geometry import Point, Rect


def lozenge(mark: str, box: Rect) -> Iterator[Path]:
    """Draw a lozenge in a player's mark: solid, open, dotted or hatched."""
    x, y = box.center
    corners = [Point(x, box.top), Point(box.right, y), Point(x, box.bottom), Point(box.left, y)]
    colour = line_colour(mark)
    width = min(0.4, min(box.size) / 10)
    yield Path(polyline(corners, closed=True), ground_of(mark, "full"), Stroke(colour, width))
    if mark == "hatched":
        yield Path(hatching(corners, max(0.5, min(box.size) / 7)), stroke=Stroke(colour, width * 0.8))
