"""Previews of a build: a thumbnail of each asset, a contact sheet, and a page that says how to print them."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image, PngImagePlugin

from printkit.art._contact import WHOLE_PX, contact_sheet
from printkit.disk import read_file
from printkit.drawing import Page, Symbol
from printkit.errors import quoted_path, request_error
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Size
from printkit.instructions import Shelf, Shown
from printkit.library import shipped_fonts
from printkit.pipeline import Made, instructions, is_joined
from printkit.profile import Sheet
from printkit.render._cairo import pixels_of
from printkit.webpage import GENERATOR, MARK, web_page

THUMBNAIL_PX = 720  # of the longer side
AROUND = 6.0  # mm of paper shown round a piece that is joined from several sheets
CONTACT_SHEET, PAGE = "preview.png", "index.html"
MOST_PX = 60_000_000  # of a contact sheet
LARGEST_OVERVIEW = 256 * 1024 * 1024  # bytes


def thumbnail(made: Made, fonts: Fonts) -> bytes:
    """Draw the first page of an asset, or what its sheets make when they are joined, as a PNG.

    Raises RequestError where there is no cairo.
    """
    page = made.pages[0]
    if is_joined(made):
        front = made.pieces[0].front
        size = Size(front.size.width + 2 * AROUND, front.size.height + 2 * AROUND)
        page = Page("joined", size, Rect(0, 0, *size), (Symbol(front, Point(AROUND, AROUND)),), ())
    scale = THUMBNAIL_PX / max(page.paper)
    width, height = (max(1, round(side * scale)) for side in page.paper)
    return _png(pixels_of(page, fonts, width, height))


def shown(made: Made, picture: bytes, files: tuple[str, ...], sheet: Sheet, first_page: int) -> Shown:
    """Say of an asset what previews show; ``files`` are its own, relative to the output's folder."""
    with Image.open(BytesIO(picture)) as opened:
        size = opened.size
    told = instructions(made, sheet)
    file = f"{made.game.spec.game}/preview/{told.name}.png"
    return Shown(told, picture, file, size, is_joined(made), files, first_page)


def files(shelves: Sequence[Shelf], paper: str) -> list[tuple[str, bytes]]:
    """Return all files of a preview by their paths below the output's folder."""
    found = [(one.thumbnail_file, one.thumbnail) for shelf in shelves for one in shelf.assets]
    found.append((CONTACT_SHEET, _contact_sheet(shelves, paper)))
    found.append((PAGE, web_page(shelves, paper).encode()))
    return found


def refuse_foreign(output: Path) -> None:
    """Raise RequestError where a file that somebody else made would be replaced."""
    for name, mark in ((CONTACT_SHEET, f"Software\0{GENERATOR}"), (PAGE, MARK)):
        path = output / name
        if path.is_file() and mark.encode() not in read_file(str(path), LARGEST_OVERVIEW):
            message = f"{quoted_path(path)} is there already, and printkit did not make it"
            raise request_error(message, "move it, or write elsewhere with -o")


def _contact_sheet(shelves: Sequence[Shelf], paper: str) -> bytes:
    fonts = shipped_fonts()
    page = contact_sheet(shelves, paper, fonts)
    area = page.paper.width * page.paper.height
    scale = min(WHOLE_PX, (MOST_PX / area) ** 0.5)
    return _png(pixels_of(page, fonts, round(page.paper.width * scale), round(page.paper.height * scale)))


def _png(picture: Image.Image) -> bytes:
    information = PngImagePlugin.PngInfo()
    information.add_text("Software", GENERATOR)
    buffer = BytesIO()
    picture.save(buffer, "PNG", pnginfo=information, compress_level=3)  # half the time of 6, a tenth larger
    return buffer.getvalue()
