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


def backs_style(pieces: Sequence[Piece], sheet: Sheet) -> BackStyle:
    """Return how the backs of some pieces are printed: not at all where none has one."""
    return sheet.backs.style if any(piece.back is not None for piece in pieces) else "none"


TURNS_PAPER = frozenset({"poster"})  # layouts that lay the paper themselves as it serves them best

LAYOUTS: Registry[Layout] = Registry(__name__, __file__, "arrange")
