"""The layout ``tessellate``: hexagonal pieces side by side like honeycomb, with shared cuts.

Pieces with a bleed of their own stand apart by twice the bleed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial

from printkit.drawing import Page, Path, Piece, Segment, Stroke, grey, polyline
from printkit.geometry import Point, Rect, Size, around
from printkit.hexgrid import SQRT3, Hex, HexLayout, inner_edges, loops, trails
from printkit.layouts import Titles
from printkit.layouts._backs import Place
from printkit.layouts._marks import Cuts
from printkit.layouts._rulers import STRIP
from printkit.layouts._sheets import Marks, count, sheets
from printkit.profile import Sheet
from printkit.units import TOLERANCE

CUT_LINE = Stroke(grey(0.4), 0.15)  # on every edge, since a tessellation has no straight cuts
BESIDE = STRIP + 0.4  # mm left free at both sides for the rulers


def arrange(pieces: tuple[Piece, ...], sheet: Sheet, titles: Titles) -> tuple[Page, ...]:
    """Fill page after page, row by row; all pieces are flat-top hexes of one size."""
    flats = pieces[0].hex_flats
    if flats is None or any(piece.hex_flats != flats for piece in pieces):
        raise ValueError("tessellate lays out hexes of one size")
    plan_in = partial(_Plan, flats, pieces[0].front.bleed.top)  # of a flat-top hex, beyond each side
    return sheets(pieces, sheet, titles, plan_in, is_boxed=False)


def pages(pieces: tuple[Piece, ...], sheet: Sheet) -> int:
    """Return how many pages the pieces take, 0 where none fits."""
    return count(pieces, sheet, partial(_Plan, pieces[0].hex_flats or 0.0, pieces[0].front.bleed.top))


class _Plan:
    """Where hexes lie on a sheet: the most columns and rows that fit, the whole in the middle."""

    def __init__(self, flats: float, bleed: float, room: Rect) -> None:
        self.flats = flats
        self.bleed = bleed
        self.pitch = flats + 2 * bleed
        left, top, right, bottom = room
        self.area = Rect(left + BESIDE, top, right - BESIDE, bottom)
        self.room = self.area.size
        spare = self.room.width + TOLERANCE - self.size(1, 1).width
        columns = int(spare // (self.pitch * SQRT3 / 2)) + 1 if spare >= 0 else 0
        rows = int((self.room.height + TOLERANCE) // self.pitch)
        lower = int((self.room.height + TOLERANCE - self.pitch / 2) // self.pitch)
        # the even columns stand half a hex lower
        self.cells = tuple(self._row_by_row(columns, rows, lower))
        height = self.pitch * (max(rows, lower + 0.5) if columns > 1 else rows)
        width = self.size(max(columns, 1), 1).width
        origin = Point(
            self.area.center.x - width / 2 + self.pitch / SQRT3, self.area.center.y - height / 2 + self.pitch / 2
        )
        self.lattice = HexLayout.across_flats("flat", self.pitch, origin)
        self.own = HexLayout.across_flats("flat", flats, origin)

    def size(self, columns: int, rows: int) -> Size:
        """Return the box of some columns and rows, with their bleed."""
        step = self.pitch * SQRT3 / 2
        return Size(self.pitch * 2 / SQRT3 + (columns - 1) * step, self.pitch * rows)

    @property
    def needed(self) -> Size:
        """The room that one piece takes."""
        return self.size(1, 1)

    @property
    def room_size(self) -> Size:
        """The room for the pieces, between the rulers."""
        return self.room

    @cached_property
    def places(self) -> list[Place]:
        """The boxes of the hexes, row by row."""
        width, height = self.flats * 2 / SQRT3, self.flats
        return [Place(around(self.lattice.center(cell), width, height)) for cell in self.cells]

    def marks(self, number: int) -> Marks:
        """Return the lines along which that many hexes are cut; there are no straight cuts."""
        lines = Path(tuple(self._cuts(self.cells[:number])), stroke=CUT_LINE, role="cut")
        return Marks(Cuts((), ()), (lines,), tuple(place.box for place in self.places[:number]))

    def _cuts(self, cells: tuple[Hex, ...]) -> Iterator[Segment]:
        """Give the edges of all hexes; an edge that two of them share is one cut."""
        if self.bleed:
            for cell in cells:
                away = self.lattice.center(cell)
                middle = self.own.center(Hex(0, 0))
                corners = self.own.corners(Hex(0, 0))
                yield from polyline(
                    (Point(x + away.x - middle.x, y + away.y - middle.y) for x, y in corners), closed=True
                )
            return
        edges = [edge for edge, _ in inner_edges(cells, "flat")]
        edges += [edge for loop in loops(cells, "flat") for edge in loop]
        for course in trails(self.own.side(*edge) for edge in edges):
            yield from polyline(course)

    def _row_by_row(self, columns: int, rows: int, lower: int) -> Iterator[Hex]:
        for row in range(max(rows, lower)):
            for column in range(columns):
                if row < (lower if column % 2 else rows):
                    yield Hex(column, row - column // 2)
