"""What is said of an asset that was laid out: how much there is of it, what to print it on, what to do then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from printkit.errors import counted
from printkit.geometry import Size

AT_100 = "Print at 100 %, and hold a real ruler to the rulers at the edges of a sheet before you cut."


class Instructions(NamedTuple):
    """How to make one asset; ``size`` is a piece's finished size in mm, ``sheets`` of paper hold its ``pages``."""

    name: str
    pieces: int
    size: Size
    pages: int
    sheets: int
    paper: str  # what kind
    sides: str  # whether to print on one side of it, or on both
    steps: tuple[str, ...]  # what to do with what was printed

    @property
    def counted_pieces(self) -> str:
        """The number of pieces in words."""
        return counted(self.pieces, "piece")

    @property
    def told_size(self) -> str:
        """The size of a piece in words."""
        return f"{self.size.width:.1f} × {self.size.height:.1f} mm"


def sheets_by_paper(instructions: Iterable[Instructions]) -> dict[str, int]:
    """Count the sheets of each kind of paper, in the order in which the kinds are first needed."""
    found: Counter[str] = Counter()
    for one in instructions:
        found[one.paper] += one.sheets
    return dict(found)


class Shown(NamedTuple):
    """An asset in a preview: what is said of it, a picture of it, and its files, relative to the output's folder.

    The picture ``is_joined`` where it shows what several sheets make together, else it shows the first page.
    A booklet is one file for several assets; ``first_page`` is where in its file an asset begins, from 1.
    """

    told: Instructions
    thumbnail: bytes
    thumbnail_file: str
    size: tuple[int, int]  # of the picture, in pixels
    is_joined: bool
    files: tuple[str, ...]
    first_page: int = 1


class Shelf(NamedTuple):
    """A game in a preview: its name, its title, its designer's credit, and its assets in the order of the spec."""

    game: str
    title: str
    credit: str
    assets: tuple[Shown, ...]

    @property
    def sheets(self) -> int:
        """How many sheets of paper all assets take."""
        return sum(asset.told.sheets for asset in self.assets)
