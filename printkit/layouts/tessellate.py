"""The layout ``tessellate``: hexagonal pieces side by side like honeycomb, with shared cuts.

Pieces with a bleed of their own stand apart by twice the bleed.
"""

from __future__ import annotations

from collections.abc import Iterator

from printkit.drawing import Page, Path, Piece, Segment, Stroke, Symbol, grey, polyline
from printkit.errors import FitError
from printkit.geometry import Point, Rect, Size
from printkit.hexgrid import SQRT3, Hex, HexLayout, inner_edges, loops, trails
from printkit.layouts import Titles
from printkit.layouts._marks import Cuts, finished
from printkit.layouts._rulers import STRIP
from printkit.profile import Sheet
from printkit.units import TOLERANCE

CUT_LINE = Stroke(grey(0.4), 0.15)  # on every edge, since a tessellation has no straight cuts
BESIDE = STRIP + 0.4  # mm left free at both sides for the rulers


def arrange(pieces: tuple[Piece, ...], sheet: Sheet, titles: Titles) -> tuple[Page, ...]:
    """Fill page after page, row by row; all pieces are flat-top hexes of one size."""
    flats = pieces[0].hex_flats
    if flats is None or any(piece.hex_flats != flats for piece in pieces):
        raise ValueError("tessellate lays out hexes of one size")
    bleed = pieces[0].front.bleed.top  # of a flat-top hex, beyond each side
    plan = _Plan(flats, bleed, sheet)
    cells = plan.cells
    if not cells:
        raise FitError(plan.size(1, 1), plan.room)
    starts = range(0, len(pieces), len(cells))
    pages = []
    for number, start in enumerate(starts, 1):
        group = pieces[start : start + len(cells)]
        used = cells[: len(group)]
        placed = tuple(
            Symbol(piece.front, plan.corner(cell, piece.front.size))
            for piece, cell in zip(group, used, strict=True)
        )
        cuts = (Path(tuple(plan.cuts(used)), stroke=CUT_LINE, role="cut"),)
        faces = [piece.window for piece in placed]
        pages.append(finished(placed, Cuts((), ()), sheet, titles, number, len(starts), more=cuts, faces=faces))
    return tuple(pages)


class _Plan:
    """Where hexes lie on a sheet: the most columns and rows that fit, the whole in the middle."""

    def __init__(self, flats: float, bleed: float, sheet: Sheet) -> None:
        self.flats = flats
        self.bleed = bleed
        self.pitch = flats + 2 * bleed
        left, top, right, bottom = sheet.room
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

    def corner(self, cell: Hex, size: Size) -> Point:
        """Return the upper left corner of a piece's box."""
        x, y = self.lattice.center(cell)
        return Point(x - size.width / 2, y - size.height / 2)

    def cuts(self, cells: tuple[Hex, ...]) -> Iterator[Segment]:
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
