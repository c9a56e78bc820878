"""Layouts: Pieces become Pages; each layout is one file here, found by its name.

A layout's file offers ``arrange(pieces, sheet, titles) -> pages``. Files that begin with an underscore are
shared by the layouts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from printkit.drawing import Page, Piece
from printkit.fonts import Fonts
from printkit.profile import Sheet
from printkit.registry import Registry


class Titles(NamedTuple):
    """What the footer says: game, asset and the designer's credit; and the fonts to say it in."""

    game: str
    asset: str
    credit: str
    fonts: Fonts


Layout = Callable[[tuple[Piece, ...], Sheet, Titles], tuple[Page, ...]]


TURNS_PAPER = frozenset({"poster"})  # layouts that lay the paper themselves as it serves them best

LAYOUTS: Registry[Layout] = Registry(__name__, __file__, "arrange")
