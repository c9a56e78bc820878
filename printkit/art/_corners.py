"""Blocks of text in the corners that a diamond leaves empty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printkit.drawing import Drawing, Symbol
from printkit.geometry import Point, Rect, Size

GAP = 4.0  # between two blocks side by side


@dataclass(frozen=True)
class Corners:
    """What stands in each corner."""

    top_left: Drawing
    top_right: Drawing
    bottom_left: Drawing
    bottom_right: Drawing


@dataclass(frozen=True)
class Arrangement:
    """The size of the whole, where the body's own origin comes to lie, and the placed blocks."""

    size: Size
    shift: Point
    blocks: tuple[Symbol, ...]


def arrange(
    box: Rect, obstacles: Sequence[Rect], corners: Corners, width: float, inset: float, clearance: float
) -> Arrangement:
    """Put blocks about a body, as close as the obstacles allow, growing upward and downward only.

    ``box`` and ``obstacles`` are in the body's coordinates; the whole becomes ``width`` wide, or as wide as
    body or blocks need. Blocks keep ``inset`` from the left and right edges and ``clearance`` from obstacles.
    """
    pairs = ((corners.top_left, corners.top_right), (corners.bottom_left, corners.bottom_right))
    needed = [left.size.width + GAP + right.size.width + 2 * inset for left, right in pairs]
    whole = max(width, box.size.width, *needed)
    left_edge = box.center.x - whole / 2

    def clear(block: Drawing, left: float) -> list[Rect]:
        right = left + block.size.width
        return [o for o in obstacles if o.left - clearance < right and left < o.right + clearance]

    lefts = {
        id(block): left_edge + inset if i == 0 else left_edge + whole - inset - block.size.width
        for pair in pairs
        for i, block in enumerate(pair)
    }
    top, bottom = box.top, box.bottom
    for block in pairs[0]:
        for obstacle in clear(block, lefts[id(block)]):
            top = min(top, obstacle.top - clearance - block.size.height)
    for block in pairs[1]:
        for obstacle in clear(block, lefts[id(block)]):
            bottom = max(bottom, obstacle.bottom + clearance + block.size.height)
    placed = [Symbol(block, Point(lefts[id(block)] - left_edge, 0)) for block in pairs[0]]
    placed += [
        Symbol(block, Point(lefts[id(block)] - left_edge, bottom - top - block.size.height)) for block in pairs[1]
    ]
    return Arrangement(Size(whole, bottom - top), Point(-left_edge, -top), tuple(placed))
