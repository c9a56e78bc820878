"""The safe area of a piece: what stands so near to the cut that a cut that strays would touch it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from printkit.drawing import Image, Item, Page, Path, Piece, Text, items_in
from printkit.errors import quoted
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Size
from printkit.units import TOLERANCE

REACHES = 0.05  # mm: what ends no nearer to the edge than this is meant to end there

Axis = tuple[float, float, float]  # a direction, and how far the edge lies in it from the middle


def unsafe(page: Page, piece: Piece, safe: float, fonts: Fonts) -> list[tuple[str, float]]:
    """Return what stands outside the safe area of a page's face, and by how many mm.

    Grounds and lines that run to the edge, or beyond, are meant to; texts and all that ends before it are not.
    """
    (face,) = page.pieces
    middle = Rect(0, 0, *face.drawing.size).center
    axes = _axes(face.drawing.size, piece.hex_flats if piece.is_cut else None)
    found = []
    for item, shift in items_in(face.drawing.items):
        if not isinstance(item, Text) and item.role == "cut":
            continue
        points = [Point(p.x + shift.x - middle.x, p.y + shift.y - middle.y) for p in _points(item, fonts)]
        half = item.stroke.width / 2 if isinstance(item, Path) and item.stroke is not None else 0.0
        excess = _excess(points, half, axes, safe, may_reach=not isinstance(item, Text))
        if excess > TOLERANCE:
            found.append((_told(item), excess))
    return found


def _axes(size: Size, hex_flats: float | None) -> list[Axis]:
    """Return the directions in which a box, or a flat-top hex, has edges."""
    if hex_flats is None:
        return [(1.0, 0.0, size.width / 2), (0.0, 1.0, size.height / 2)]
    angles = (math.radians(30 + 60 * k) for k in range(3))
    return [(math.cos(a), math.sin(a), hex_flats / 2) for a in angles]


def _points(item: Path | Text | Image, fonts: Fonts) -> Iterator[Point]:
    if isinstance(item, Path):
        yield from item.points()
        return
    box = item.bounds(fonts.width(item.string, item.weight, item.size_pt)) if isinstance(item, Text) else item.box
    yield from (Point(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom))


def _excess(points: Iterable[Point], half: float, axes: list[Axis], safe: float, *, may_reach: bool) -> float:
    """Return by how much points go beyond the safe area, 0 where they run on to the edge."""
    course = list(points)
    worst = 0.0
    for x, y, edge in axes:
        along = [x * point.x + y * point.y for point in course]
        for reach in (max(along) + half, half - min(along)):
            if not (may_reach and reach >= edge - REACHES):
                worst = max(worst, reach - (edge - safe))
    return worst


def _told(item: Item) -> str:
    if isinstance(item, Text):
        return f"the text {quoted(item.string)}"
    return "a picture" if isinstance(item, Image) else "a line or area"
