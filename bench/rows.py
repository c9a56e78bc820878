"""What is measured: rows of the benchmark's table, each of them printkit and a baseline that does the same work.

The baselines are plain: calls of a reportlab canvas (``raw_board.py``, and ``raw_pages.py`` with lists made
beforehand), the same PDF turned into a PNG (``raw_png.py``), PyYAML that reads the files which printkit scores, a
click command that says nothing but its help.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from flow import LOADING, write_games
from measuring import Command, Row, Side

BENCH = Path(__file__).resolve().parent
GAMES = ("quadrant-hex", "hexflow", "hexflow-tri", "battle-hex")
TYPES = ("straight", "x-cross", "angle", "arrow", "block", "y-right", "y-left", "star-6", "tri-branch", "l-curve",
         "spread")  # fmt: skip
CLICK = "import click; click.command('hello')(lambda: None)()"


class Rows:
    """Rows whose files lie in a folder, with the commands of an environment that printkit is installed in."""

    def __init__(self, commands: Path, folder: Path) -> None:
        self.python = str(commands / "python")
        self.printkit = str(commands / "printkit")
        self.folder = folder

    def all(self) -> dict[str, Callable[[], Row]]:
        """Return what makes each row, by its name."""
        return {
            "board": self.board,
            "deck": partial(self.pages, "deck", "battle-hex", "deck", limit=1.8),
            "tiles": partial(self.pages, "tiles", "hexflow", "tiles", limit=1.8, pieces=44, unit="tile"),
            "tiles-1000": partial(self.tiles, "tiles-1000", 1000),
            "tiles-10000": partial(self.tiles, "tiles-10000", 10_000),
            "poster-50": partial(self.poster, "poster-50", 50),
            "poster-100": partial(self.poster, "poster-100", 100),
            "all": self.games,
            "png": self.png,
            "scoring": self.scoring,
            "help": self.help,
        }

    def board(self) -> Row:
        """Return the row of one board, against a script written by hand."""
        ours, theirs = self.folder / "board", self.folder / "raw-board"
        file = theirs / "quadrant-hex" / "board.pdf"
        file.parent.mkdir(parents=True)
        return Row(
            "board",
            "raw reportlab",
            Side([self.build(ours, "quadrant-hex", "--only", "board")], ours),
            Side([[self.python, str(BENCH / "raw_board.py"), str(file)]], theirs),
            limit=1.5,
            alike=same_pages,
        )

    def pages(
        self, name: str, game: str, asset: str, *changes: str,
        limit: float | None = None, pieces: int = 0, unit: str = "", share: float = 1.0,
    ) -> Row:  # fmt: skip
        """Return the row of one asset, with values of its spec changed, against the same pages from a list."""
        ours, theirs = self.folder / name, self.folder / f"raw-{name}"
        words = [word for change in changes for word in ("--set", change)]
        return Row(
            name,
            "raw reportlab",
            Side([self.build(ours, game, "--only", asset, *words)], ours),
            Side([self.drawn(self.lists(name, f"{game}/{asset}", *changes), theirs)], theirs),
            limit,
            pieces,
            unit,
            share,
            alike=same_pages,
        )

    def tiles(self, name: str, number: int) -> Row:
        """Return the row of many tiles, half of them for each player."""
        each, rest = divmod(number // 2, len(TYPES))
        counts = [f"supply.{word}={each + (i < rest)}" for i, word in enumerate(TYPES)]
        return self.pages(
            name, "hexflow", "tiles", *counts, f"claims.tiles_per_player={number // 2}",
            pieces=number, unit="tile", share=0.5,
        )  # fmt: skip

    def poster(self, name: str, side: int) -> Row:
        """Return the row of a large board over several sheets."""
        changes = (f"board.side={side}", "board-large.across_flats=10 mm", f"claims.cells={side**2}")
        return self.pages(name, "quadrant-hex", "board-large", *changes, pieces=side**2, unit="cell", share=0.4)

    def games(self) -> Row:
        """Return the row of all games in one command, against a script for each of them."""
        ours, theirs = self.folder / "all", self.folder / "raw-all"
        scripts = [self.drawn(self.lists(f"all-{game}", game), theirs) for game in GAMES]
        built = Side([self.build(ours)], ours)
        return Row(
            "all", f"{len(GAMES)} raw scripts", built, Side(scripts, theirs), 1.3, share=0.5, alike=same_pages
        )

    def png(self) -> Row:
        """Return the row of a board as a PNG at 300 dpi, against reportlab, PDFium and Pillow."""
        ours, theirs = self.folder / "png", self.folder / "raw-png"
        words = ["quadrant-hex", "--only", "board", "--format", "png", "--dpi", "300"]
        drawn = [self.python, str(BENCH / "raw_png.py"), str(self.lists("png", "quadrant-hex/board")), str(theirs)]
        sides = Side([self.build(ours, *words)], ours), Side([drawn], theirs)
        return Row("png", "reportlab, PDFium", *sides, ending=".png", alike=same_pixels)

    def scoring(self) -> Row:
        """Return the row of 500 finished games of HEXFLOW, against reading their files."""
        folder = self.folder / "games"
        folder.mkdir()
        files = write_games(folder, 500)
        ours = Side([[self.printkit, "score", "--json", *files]])
        theirs = Side([[self.python, "-c", LOADING, *files]])
        return Row("scoring", "CSafeLoader", ours, theirs, 4.0, len(files), "game", share=0.5)

    def help(self) -> Row:
        """Return the row of start-up, against a command of click that does nothing."""
        ours, theirs = Side([[self.printkit, "--help"]]), Side([[self.python, "-c", CLICK, "--help"]])
        return Row("help", "click alone", ours, theirs, 1.5)

    def build(self, output: Path, *words: str) -> Command:
        """Return the command that builds into a folder."""
        return [self.printkit, "build", *words, "-o", str(output)]

    def lists(self, name: str, *words: str) -> Path:
        """Write down what assets look like, and return the folder with their lists."""
        folder = self.folder / f"lists-{name}"
        subprocess.run([self.python, str(BENCH / "page_list.py"), str(folder), *words], check=True)
        return folder

    def drawn(self, lists: Path, output: Path) -> Command:
        """Return the command that draws lists into a folder."""
        return [self.python, str(BENCH / "raw_pages.py"), str(lists), str(output)]


def same_pages(ours: Side, theirs: Side) -> str:
    """Say so where two sides have not written the same files with the same number of pages."""
    if dict(_pages(ours)) == dict(_pages(theirs)):
        return ""
    return "the two write different files, or different numbers of pages"


def _pages(side: Side) -> Iterator[tuple[str, int]]:
    """Give each PDF with its number of pages; neither side packs the dictionaries of its pages."""
    for name in side.written(".pdf"):
        yield name, len(re.findall(rb"/Type /Page\b", Path(side.folder or "", name).read_bytes()))


def same_pixels(ours: Side, theirs: Side) -> str:
    """Say so where the PNGs of two sides are not of one size, to a pixel."""
    (a, b), (c, d) = (_size(side) for side in (ours, theirs))
    return "" if max(abs(a - c), abs(b - d)) <= 1 else f"{a} × {b} pixels, and {c} × {d}"


def _size(side: Side) -> tuple[int, int]:
    (name,) = side.written(".png")
    head = Path(side.folder or "", name).read_bytes()[16:24]
    return int.from_bytes(head[:4]), int.from_bytes(head[4:])
