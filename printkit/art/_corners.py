"""Blocks of text in the corners that a diamond leaves empty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printkit.drawing import Drawing, Symbol
from printkit.geometry import Point, Rect, Size

GAP = 4.0  # between two blocks side by side


class Corners(NamedTuple):
    """What stands in each corner."""

    top_left: Drawing
    top_right: Drawing
    bottom_left: Drawing
    bottom_right: Drawing


class Insets(NamedTuple):
    """How far blocks keep from the edges of the whole, in mm: sideways by row, and from top and bottom."""

    top_row: float
    bottom_row: float
    edge: float


class Arrangement(NamedTuple):
    """The size of the whole, where the body's own origin comes to lie, and the placed blocks."""

    size: Size
    shift: Point
    blocks: tuple[Symbol, ...]


def arrange(
    box: Rect, obstacles: Sequence[Rect], corners: Corners, insets: Insets, width: float = 0.0
) -> Arrangement:
    """Put blocks about a body, as close as the obstacles allow, growing upward and downward only.

    ``box`` and ``obstacles`` are in the body's coordinates; the whole becomes ``width`` wide, or as wide as
    body or blocks need.
    """
    pairs = ((corners.top_left, corners.top_right), (corners.bottom_left, corners.bottom_right))
    sideways = (insets.top_row, insets.bottom_row)
    needed = [
        left.size.width + GAP + right.size.width + 2 * inset
        for (left, right), inset in zip(pairs, sideways, strict=True)
    ]
    whole = max(width, box.size.width, *needed)
    left_edge = box.center.x - whole / 2
    lefts = [
        (left_edge + inset, left_edge + whole - inset - right.size.width)
        for (_, right), inset in zip(pairs, sideways, strict=True)
    ]

    def in_the_way(row: int) -> Iterator[tuple[Drawing, Rect]]:
        for block, left in zip(pairs[row], lefts[row], strict=True):
            right = left + block.size.width
            yield from ((block, o) for o in obstacles if o.left < right and left < o.right)

    top = min([box.top, *(o.top - block.size.height - insets.edge for block, o in in_the_way(0))])
    bottom = max([box.bottom, *(o.bottom + block.size.height + insets.edge for block, o in in_the_way(1))])
    placed = []
    for row in (0, 1):
        for block, left in zip(pairs[row], lefts[row], strict=True):
            y = insets.edge if row == 0 else bottom - top - insets.edge - block.size.height
            placed.append(Symbol(block, Point(left - left_edge, y)))
    return Arrangement(Size(whole, bottom - top), Point(-left_edge, -top), tuple(placed))


def in_a_row(blocks: Sequence[Drawing], gap: float) -> Drawing:
    """Put blocks side by side, ``gap`` mm apart, their feet on one line; empty ones take no room."""
    shown = [drawing for drawing in blocks if drawing.items]
    height = max((drawing.size.height for drawing in shown), default=0.0)
    symbols: list[Symbol] = []
    x = 0.0
    for drawing in shown:
        symbols.append(Symbol(drawing, Point(x, height - drawing.size.height)))
        x += drawing.size.width + gap
    return shown[0] if len(shown) == 1 else Drawing(Size(max(x - gap, 0.0), height), tuple(symbols))


def stacked(blocks: Sequence[Drawing], gap: float) -> Drawing:
    """Put blocks under one another, ``gap`` mm apart, flush right; empty ones take no room."""
    shown = [drawing for drawing in blocks if drawing.items]
    width = max((drawing.size.width for drawing in shown), default=0.0)
    symbols: list[Symbol] = []
    y = 0.0
    for drawing in shown:
        symbols.append(Symbol(drawing, Point(width - drawing.size.width, y)))
        y += drawing.size.height + gap
    return shown[0] if len(shown) == 1 else Drawing(Size(width, max(y - gap, 0.0)), tuple(symbols))
