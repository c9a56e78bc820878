"""The layout ``n_up``: pieces of one size side by side, edge to edge with shared cuts, with backs behind them.

Pieces with a bleed of their own, or a gutter, stand apart. A sheet with backs keeps the paper upright: where the
pieces lie better on lying paper, all that is on the sheet is turned.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from printkit.drawing import INK, Item, Page, Path, Piece, Stroke, Text, line
from printkit.errors import FitError
from printkit.geometry import Point, Rect, Sides, Size, union
from printkit.layouts import Titles
from printkit.layouts._backs import Axis, Place, axis_of, mirrored, put, put_with_bleed
from printkit.layouts._marks import Cuts, finished
from printkit.layouts._rulers import STRIP, Extents, rulers
from printkit.profile import Sheet
from printkit.theme import CAPTION_GREY, CAPTION_PT
from printkit.turning import Turner
from printkit.units import TOLERANCE

FOLD_CLEAR = 5.0  # mm from the fold to the bleed
FREE = 3.0  # mm beside the bleed, so that a ruler may stand there
FOLD_LINE = Stroke(INK, 0.15, "butt", (2.0, 1.0))


def arrange(pieces: tuple[Piece, ...], sheet: Sheet, titles: Titles) -> tuple[Page, ...]:
    """Fill sheet after sheet, row by row; a part-filled sheet keeps the places of a full one."""
    size = pieces[0].front.size
    if any(piece.front.size != size for piece in pieces):
        raise ValueError("n_up lays out pieces of one size")
    backs = sheet.backs.style if any(piece.back is not None for piece in pieces) else "none"
    turner = Turner()
    if backs == "fold":
        plans = [_Plan(pieces, half) for half in _halves(sheet, pieces)]
        plan, axis = max(zip(plans, _AXES, strict=True), key=lambda entry: len(entry[0].places))
    else:
        plan, axis = _Plan(pieces, sheet.room), axis_of(sheet)
    if not plan.places:
        raise FitError(plan.needed, plan.room.size)
    groups = [list(group) for _, group in groupby(pieces, key=lambda piece: piece.group)]
    per_sheet = len(plan.places)
    chunks = [group[i : i + per_sheet] for group in groups for i in range(0, len(group), per_sheet)]
    pages: list[Page] = []
    for number, chunk in enumerate(chunks, 1):
        places = plan.places[: len(chunk)]
        placed = tuple(put(piece.front, place, turner) for piece, place in zip(chunk, places, strict=True))
        behind = [
            (piece.back, place) for piece, place in zip(chunk, places, strict=True) if piece.back is not None
        ]
        more: tuple[Item, ...] = ()
        if backs == "fold":
            at = sheet.room.center.x if axis == "upright" else sheet.room.center.y
            over = [mirrored(place, axis, at) for _, place in behind]
            placed = (*placed, *put_with_bleed([back for back, _ in behind], over, turner))
            more = tuple(_fold(sheet, axis))
        cuts = plan.cuts(len(chunk)) if pieces[0].is_cut else Cuts((), ())
        front = finished(placed, cuts, sheet, titles, number, len(chunks), more=more)
        pages.append(front)
        if backs.startswith("duplex") and behind:
            at = (sheet.size.width if axis == "upright" else sheet.size.height) / 2
            over = [mirrored(place, axis, at) for _, place in behind]
            symbols = put_with_bleed([back for back, _ in behind], over, turner)
            pages.append(_back_page(front, tuple(symbols), sheet, titles))
    if backs != "none" and not sheet.is_upright:
        pages = [turner.page(page, 1) for page in pages]
    if backs.startswith("duplex"):
        pages = [_shifted(page, sheet.backs.offset) if page.label.endswith(" back") else page for page in pages]
    return tuple(pages)


_AXES: tuple[Axis, Axis] = ("upright", "level")


class _Plan(NamedTuple):
    """The places of a full sheet, row by row, in a room."""

    pieces: tuple[Piece, ...]
    room: Rect

    @property
    def size(self) -> Size:
        return self.pieces[0].front.size

    @property
    def bleed(self) -> float:
        return max(self.pieces[0].front.bleed)

    @property
    def gap(self) -> float:
        return max(self.pieces[0].gutter, 2 * self.bleed)

    @property
    def needed(self) -> Size:
        width, height = self.size
        return Size(width + 2 * self.bleed, height + 2 * self.bleed)

    @property
    def grid(self) -> tuple[int, int]:
        """How many columns and rows there is room for."""
        width, height = (side - 2 * self.bleed + self.gap + TOLERANCE for side in self.room.size)
        columns = max(0, int(width // (self.size.width + self.gap)))
        return columns, max(0, int(height // (self.size.height + self.gap)))

    @property
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

    def cuts(self, number: int) -> Cuts:
        """Return the cuts of a sheet with that many pieces: one for two that touch."""
        boxes = [place.box for place in self.places[:number]]
        upright = _distinct(x for box in boxes for x in (box.left, box.right))
        level = _distinct(y for box in boxes for y in (box.top, box.bottom))
        if not self.bleed:
            return Cuts(upright, level)
        return Cuts(upright, level, union(boxes).grown(Sides.all_round(self.bleed)))


def _distinct(values: Iterator[float]) -> tuple[float, ...]:
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > TOLERANCE:
            found.append(value)
    return tuple(found)


def _halves(sheet: Sheet, pieces: tuple[Piece, ...]) -> tuple[Rect, Rect]:
    """Return the room for fronts left of an upright fold, and above a level one."""
    bleed = max(max(piece.back.bleed) for piece in pieces if piece.back is not None)
    clear = FOLD_CLEAR + bleed
    left, top, right, bottom = sheet.room
    x, y = sheet.room.center
    return Rect(left, top, x - clear, bottom), Rect(left, top, right, y - clear)


def _fold(sheet: Sheet, axis: Axis) -> Iterator[Item]:
    """Draw the line along which the sheet is folded, the backs outward."""
    left, top, right, bottom = sheet.room
    x, y = sheet.room.center
    start, end = (Point(x, top), Point(x, bottom)) if axis == "upright" else (Point(left, y), Point(right, y))
    yield Path(line(start, end), stroke=FOLD_LINE, role="mark")
    at = Point(x + 1.0, top + 2.4) if axis == "upright" else Point(left + 6.0, y - 0.8)
    yield Text(at, "fold", CAPTION_PT, "regular", CAPTION_GREY, role="mark")


def _back_page(front: Page, symbols: tuple, sheet: Sheet, titles: Titles) -> Page:  # type: ignore[type-arg]
    """Make the page behind another one; rulers stand there only where they come nowhere near the bleed."""
    page = Page(f"{front.label} back", sheet.size, sheet.printable, symbols, ())
    beside = min(page.bleed.left - sheet.room.left, sheet.room.right - page.bleed.right)
    if beside < STRIP + FREE:
        return page
    return page._replace(marks=tuple(rulers(sheet, symbols, (), Extents(titles.fonts))))


def _shifted(page: Page, by: Point) -> Page:
    """Move the pieces of a page."""
    moved = (piece._replace(at=Point(piece.at.x + by.x, piece.at.y + by.y)) for piece in page.pieces)
    return page._replace(pieces=tuple(moved))


def grid(size: Size, room: Size) -> tuple[int, int]:
    """Return how many columns and rows of pieces fit, edge to edge."""
    return (
        int((room.width + TOLERANCE) // size.width),
        int((room.height + TOLERANCE) // size.height),
    )
