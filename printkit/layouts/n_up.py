"""The layout ``n_up``: pieces of one size side by side, edge to edge, with shared cuts."""

from __future__ import annotations

from printkit.drawing import Page, Piece, Symbol
from printkit.errors import FitError
from printkit.geometry import Point, Size
from printkit.layouts import Titles
from printkit.layouts._marks import Cuts, finished
from printkit.profile import Sheet
from printkit.units import TOLERANCE


def arrange(pieces: tuple[Piece, ...], sheet: Sheet, titles: Titles) -> tuple[Page, ...]:
    """Fill page after page, row by row; a part-filled page keeps the places of a full one."""
    size = pieces[0].front.size
    if any(piece.front.size != size for piece in pieces):
        raise ValueError("n_up lays out pieces of one size")
    columns, rows = grid(size, sheet.room.size)
    if not columns or not rows:
        raise FitError(size, sheet.room.size)
    left = sheet.room.center.x - columns * size.width / 2
    top = sheet.room.center.y - rows * size.height / 2
    per_page = columns * rows
    starts = range(0, len(pieces), per_page)
    pages = []
    for number, start in enumerate(starts, 1):
        group = pieces[start : start + per_page]
        placed = tuple(
            Symbol(piece.front, Point(left + i % columns * size.width, top + i // columns * size.height))
            for i, piece in enumerate(group)
        )
        cuts = Cuts((), ())
        if pieces[0].is_cut:
            used_columns, used_rows = min(len(group), columns), -(-len(group) // columns)
            cuts = Cuts(
                tuple(left + i * size.width for i in range(used_columns + 1)),
                tuple(top + i * size.height for i in range(used_rows + 1)),
            )
        pages.append(finished(placed, cuts, sheet, titles, number, len(starts)))
    return tuple(pages)


def grid(size: Size, room: Size) -> tuple[int, int]:
    """Return how many columns and rows of pieces fit, edge to edge."""
    return (
        int((room.width + TOLERANCE) // size.width),
        int((room.height + TOLERANCE) // size.height),
    )
