"""Layouts: Pieces become Pages; each layout is one file here, found by its name.

A layout's file offers ``arrange(pieces, sheet, titles) -> pages``. Files that begin with an underscore are
shared by the layouts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NamedTuple

from printkit.drawing import Page, Piece
from printkit.fonts import Fonts
from printkit.geometry import Point
from printkit.hexgrid import Hex, HexLayout
from printkit.profile import BackStyle, Sheet
from printkit.registry import Registry


class Titles(NamedTuple):
    """What the footer says: game, asset and the designer's credit; and the fonts to say it in."""

    game: str
    asset: str
    credit: str
    fonts: Fonts


Layout = Callable[[tuple[Piece, ...], Sheet, Titles], tuple[Page, ...]]


def pages_of(name: str, pieces: tuple[Piece, ...], sheet: Sheet) -> int | None:
    """Return how many pages a layout takes, 0 where nothing fits; None where only the layout itself can tell."""
    count = getattr(import_module(f"{__name__}.{name}"), "pages", None)
    return None if count is None else int(count(pieces, sheet))


def outline_of(piece: Piece, grown: float = 0.0) -> tuple[Point, ...]:
    """Return the outline of a piece, clockwise from its box's corner as the origin, pushed outward by so much."""
    width, height = piece.front.size
    if piece.hex_flats is None:
        left, top, right, bottom = -grown, -grown, width + grown, height + grown
        return (Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom))
    layout = HexLayout.across_flats("flat", piece.hex_flats + 2 * grown, Point(width / 2, height / 2))
    return layout.corners(Hex(0, 0))


def backs_style(pieces: Sequence[Piece], sheet: Sheet) -> BackStyle:
    """Return how the backs of some pieces are printed: not at all where none has one."""
    return sheet.backs.style if any(piece.back is not None for piece in pieces) else "none"


TURNS_PAPER = frozenset({"poster"})  # layouts that lay the paper themselves as it serves them best

LAYOUTS: Registry[Layout] = Registry(__name__, __file__, "arrange")
