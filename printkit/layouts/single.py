"""The layout ``single``: one piece a page, in the middle."""

from __future__ import annotations

from printkit.drawing import Page, Piece, Symbol
from printkit.errors import FitError
from printkit.geometry import Point
from printkit.layouts import Titles
from printkit.layouts._marks import Cuts, finished
from printkit.profile import Sheet
from printkit.units import TOLERANCE


def arrange(pieces: tuple[Piece, ...], sheet: Sheet, titles: Titles) -> tuple[Page, ...]:
    """Put each piece on a page of its own."""
    pages = []
    room = sheet.room
    for number, piece in enumerate(pieces, 1):
        width, height = piece.front.size
        if width > room.size.width + TOLERANCE or height > room.size.height + TOLERANCE:
            raise FitError(piece.front.size, room.size)
        at = Point(room.center.x - width / 2, room.center.y - height / 2)
        placed = (Symbol(piece.front, at),)
        cuts = Cuts((at.x, at.x + width), (at.y, at.y + height)) if piece.is_cut else Cuts((), ())
        pages.append(finished(placed, cuts, sheet, titles, number, len(pieces)))
    return tuple(pages)
