"""The layout ``poster``: a piece larger than the paper over several equal sheets, which overlap and are joined."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from printkit.board import letters
from printkit.drawing import INK, Item, Page, Path, Piece, Segment, Stroke, Symbol, Text, line, rectangle
from printkit.errors import FitError
from printkit.geometry import Point, Rect, Size
from printkit.layouts import Titles
from printkit.layouts._marks import CROP_LENGTH, CROP_OFFSET, Cuts, finished
from printkit.layouts._rulers import Extents
from printkit.profile import Sheet
from printkit.theme import CAPTION_GREY, CAPTION_PT, MARK_LINE
from printkit.units import TOLERANCE

MOST_SHEETS = 400  # of one poster
OVERLAP = 10.0  # mm that two sheets have in common
MAP_HEIGHT = 3.4  # mm, the assembly map in the footer's line
SEAM_LINE = Stroke(INK, 0.15, "butt", (0.6, 0.6))


class _Tile(NamedTuple):
    """One sheet of a poster: its column and row, of how many, and the part of the piece that it shows."""

    column: int
    row: int
    columns: int
    rows: int
    window: Rect

    @property
    def is_joined(self) -> bool:
        return self.columns * self.rows > 1

    @property
    def name(self) -> str:
        return f"{letters(self.column)}{self.row + 1}"


def arrange(pieces: tuple[Piece, ...], sheet: Sheet, titles: Titles) -> tuple[Page, ...]:
    """Cut each piece into the fewest equal windows; the sheets are called A1, A2 … down, B1 … to the right."""
    placed = [(piece, lying, tile) for piece in pieces for lying, tile in _tiles(piece.front.size, sheet)]
    pages = []
    extents = Extents(titles.fonts)
    for number, (piece, lying, tile) in enumerate(placed, 1):
        middle = tile.window.center
        at = Point(lying.room.center.x - middle.x, lying.room.center.y - middle.y)
        symbol = Symbol(piece.front, at, tile.window)
        page = finished(
            (symbol,),
            _cuts(tile, symbol.window),
            lying,
            titles,
            number,
            len(placed),
            place=tile.name if tile.is_joined else "",
            more=(*_seams(tile, symbol.window), *_map(tile, lying, symbol.window)) if tile.is_joined else (),
            is_left_free=tile.column == 0,
            extents=extents,
        )
        pages.append(page)
    return tuple(pages)


def _tiles(size: Size, sheet: Sheet) -> Iterator[tuple[Sheet, _Tile]]:
    lying, columns, rows = _plan(size, sheet)
    width = (size.width + (columns - 1) * OVERLAP) / columns
    height = (size.height + (rows - 1) * OVERLAP) / rows
    for row in range(rows):
        for column in range(columns):
            left, top = column * (width - OVERLAP), row * (height - OVERLAP)
            yield lying, _Tile(column, row, columns, rows, Rect(left, top, left + width, top + height))


def _plan(size: Size, sheet: Sheet) -> tuple[Sheet, int, int]:
    """Choose the paper's direction that takes the fewest sheets, of equal ones the squarer windows."""

    def number(length: float, room: float) -> int:
        return max(1, int(-(-(length - OVERLAP - TOLERANCE) // (room - OVERLAP))))

    plans = []
    for lying in (sheet, sheet.turned()):
        room = lying.room.size
        columns, rows = number(size.width, room.width), number(size.height, room.height)
        plans.append((columns * rows, abs(size.width / columns - size.height / rows), columns, rows, lying))
    sheets, _, columns, rows, lying = min(plans, key=lambda plan: plan[:2])
    if sheets > MOST_SHEETS:
        raise FitError(size, Size(*(side * MOST_SHEETS**0.5 for side in lying.room.size)))
    return lying, columns, rows


def _cuts(tile: _Tile, window: Rect) -> Cuts:
    """Cut where the piece ends, and where a sheet is laid over its left or upper neighbour."""
    upright = (window.left, window.right) if tile.column == tile.columns - 1 else (window.left,)
    level = (window.top, window.bottom) if tile.row == tile.rows - 1 else (window.top,)
    return Cuts(upright, level, window)


def _seams(tile: _Tile, window: Rect) -> Iterator[Path]:
    """Draw dashed ticks at both ends of a seam: the cut edge of the next sheet is laid along them."""
    segments: list[Segment] = []
    near, far = CROP_OFFSET, CROP_OFFSET + CROP_LENGTH
    if tile.column < tile.columns - 1:
        x = window.right - OVERLAP
        segments += line(Point(x, window.top - near), Point(x, window.top - far))
        segments += line(Point(x, window.bottom + near), Point(x, window.bottom + far))
    if tile.row < tile.rows - 1:
        y = window.bottom - OVERLAP
        segments += line(Point(window.left - near, y), Point(window.left - far, y))
        segments += line(Point(window.right + near, y), Point(window.right + far, y))
    if segments:
        yield Path(tuple(segments), stroke=SEAM_LINE, role="mark")


def _map(tile: _Tile, sheet: Sheet, window: Rect) -> Iterator[Item]:
    """Draw at the foot how the sheets are joined, this one filled, with its name; clear of cuts and seams."""
    high = MAP_HEIGHT / tile.rows
    wide = high * min(1.4, tile.rows)
    right, bottom = window.right - OVERLAP - 1.5, sheet.printable.bottom - 0.3
    left, top = right - tile.columns * wide, bottom - MAP_HEIGHT
    for column in range(tile.columns):
        for row in range(tile.rows):
            x, y = left + column * wide, top + row * high
            fill = CAPTION_GREY if (column, row) == (tile.column, tile.row) else None
            yield Path(rectangle(Rect(x, y, x + wide, y + high)), fill=fill, stroke=MARK_LINE, role="mark")
    name = f"{tile.name} of A1–{letters(tile.columns - 1)}{tile.rows}"
    at = Point(left - 1.5, sheet.footer_at.y)
    yield Text(at, name, CAPTION_PT, "medium", anchor="end", role="mark")
