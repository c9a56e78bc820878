"""The layout ``n_up``: pieces of one size side by side, edge to edge with shared cuts, with backs behind them.

Pieces with a bleed of their own, or a gutter, stand apart. A sheet with backs keeps the paper upright: where the
pieces lie better on lying paper, all that is on the sheet is turned.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, partial

from printkit.drawing import Page, Piece
from printkit.geometry import Point, Rect, Sides, Size, union
from printkit.layouts import Titles
from printkit.layouts._backs import Place
from printkit.layouts._marks import Cuts
from printkit.layouts._sheets import Marks, count, sheets
from printkit.profile import Sheet
from printkit.units import TOLERANCE


def arrange(pieces: tuple[Piece, ...], sheet: Sheet, titles: Titles) -> tuple[Page, ...]:
    """Fill sheet after sheet, row by row; a part-filled sheet keeps the places of a full one."""
    if any(piece.front.size != pieces[0].front.size for piece in pieces):
        raise ValueError("n_up lays out pieces of one size")
    return sheets(pieces, sheet, titles, partial(_Plan, pieces), is_boxed=True)


def pages(pieces: tuple[Piece, ...], sheet: Sheet) -> int:
    """Return how many pages the pieces take, 0 where none fits."""
    return count(pieces, sheet, partial(_Plan, pieces))


class _Plan:
    """The places of a full sheet, row by row, in a room."""

    def __init__(self, pieces: tuple[Piece, ...], room: Rect) -> None:
        self.room = room
        self.size = pieces[0].front.size
        self.bleed = max(pieces[0].front.bleed)
        self.gap = max(pieces[0].gutter, 2 * self.bleed)

    @property
    def needed(self) -> Size:
        width, height = self.size
        return Size(width + 2 * self.bleed, height + 2 * self.bleed)

    @property
    def room_size(self) -> Size:
        """The room for the pieces."""
        return self.room.size

    @property
    def grid(self) -> tuple[int, int]:
        """How many columns and rows there is room for."""
        width, height = (side - 2 * self.bleed + self.gap + TOLERANCE for side in self.room.size)
        columns = max(0, int(width // (self.size.width + self.gap)))
        return columns, max(0, int(height // (self.size.height + self.gap)))

    @cached_property
    def places(self) -> list[Place]:
        """The places, from the top left, the whole in the middle of the room."""
        columns, rows = self.grid
        step = Size(self.size.width + self.gap, self.size.height + self.gap)
        left = self.room.center.x - (columns * step.width - self.gap) / 2
        top = self.room.center.y - (rows * step.height - self.gap) / 2
        corners = [
            Point(left + column * step.width, top + row * step.height)
            for row in range(rows)
            for column in range(columns)
        ]
        return [Place(Rect(0, 0, *self.size).moved(corner)) for corner in corners]

    def marks(self, number: int) -> Marks:
        """Return the cuts of a sheet with that many pieces: one for two that touch."""
        boxes = [place.box for place in self.places[:number]]
        upright = _distinct(x for box in boxes for x in (box.left, box.right))
        level = _distinct(y for box in boxes for y in (box.top, box.bottom))
        within = union(boxes).grown(Sides.all_round(self.bleed)) if self.bleed else None
        return Marks(Cuts(upright, level, within))


def _distinct(values: Iterable[float]) -> tuple[float, ...]:
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > TOLERANCE:
            found.append(value)
    return tuple(found)
