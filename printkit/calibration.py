"""The page that measures a printer, as a file."""

from __future__ import annotations

from typing import Literal

from printkit.art import _calibration
from printkit.drawing import Document, Page
from printkit.errors import request_error
from printkit.geometry import Rect, Size
from printkit.library import shipped_fonts
from printkit.pipeline import backs_of, sheet_of, target_of
from printkit.preflight import faults
from printkit.printer import LINE_X, LINE_Y, Printer


def calibration(paper: str, style: str, printer: Printer | None) -> bytes:
    """Return the PDF of the two-sided page that measures a printer, made with its profile, if it has one."""
    return target_of("pdf").render(pages_of(paper, style, printer), shipped_fonts())[0]


def pages_of(paper: str, style: str, printer: Printer | None) -> Document:
    """Return both sides of the page that measures a printer."""
    if not style.startswith("duplex"):
        raise request_error(
            "backs are measured where a printer turns the paper", "use duplex-long or duplex-short"
        )
    sheet = sheet_of(paper, None, backs_of(style, None, printer), printer)
    lines = Size(LINE_X, LINE_Y)
    if sheet.size.width < LINE_X + 50 or sheet.size.height < LINE_Y + 50:
        raise request_error(f"{sheet.name} is too small to measure a printer with", "use a4 or letter")
    fonts = shipped_fonts()
    flip: Literal["long", "short"] = "long" if style == "duplex-long" else "short"
    name = "" if printer is None else printer.name
    whole = Rect(0, 0, *sheet.size)
    pages = (
        Page("front", sheet.size, whole, (), _calibration.front(sheet.size, lines, flip, name, fonts)),
        Page("back", sheet.size, whole, (), _calibration.back(sheet.size, flip, sheet.backs.offset)),
    )
    document = Document("Measure this printer", "printkit", "printkit", pages, flip)
    if printer is not None:
        document = document._replace(stretch=printer.stretch)
    wrong = list(faults(document, fonts))
    assert not wrong, wrong
    return document
