"""The same drawing gives the same picture in PDF and SVG, and small faults are seen to make a difference."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path as FilePath

import pytest

from printkit.drawing import Document, Drawing, Image, Page, Path, Segment, Stroke, Symbol, Text, grey, items_in
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect
from printkit.pipeline import document_of
from printkit.render import RENDERERS
from printkit.theme import CELL_LINE, PEN_CELL_LINE, TINT
from printkit.units import MM_PER_POINT
from tests.conftest import Maker, Renderer, load, make
from tests.pictures import Pixels, differing, far_apart, of_pdf, of_svg

UNSEEN = (
    10  # pixels of 4 million: none differ as measured, but PDFium may set a hyphen on whole pixels all the same
)

Change = Callable[[Path | Text], Path | Text | None]


@pytest.mark.parametrize("asset", load().assets)
def test_shipped_assets_are_the_same_picture(made: Maker, pdf: Renderer, fonts: Fonts, asset: str) -> None:
    svgs = RENDERERS["svg"].render(document_of(made(asset, "a4")), fonts)
    for page, svg in enumerate(svgs):
        one, other = of_pdf(pdf(asset, "a4"), page), of_svg(svg)
        assert (one < 128).mean() > 0.005  # it is not blank
        assert differing(one, other) <= UNSEEN
        assert far_apart(one, other) <= UNSEEN


def part_of(asset: str, box: Rect, fonts: Fonts, change: Change = lambda item: item) -> Document:
    """Return what an asset's page shows in a box, as a page of its own, with its items changed.

    An item for which ``change`` gives None goes.
    """
    document = document_of(make(asset, "a4"))
    (page,) = document.pages
    shown = []
    for item, shift in items_in((*page.pieces, *page.marks)):
        new = None if isinstance(item, Image) else change(item)
        if new is not None and not isinstance(item, Image) and extent(item, fonts).moved(shift).overlaps(box):
            shown.append(Symbol(Drawing(box.size, (new,)), Point(shift.x - box.left, shift.y - box.top)))
    return document._replace(pages=(Page(page.label, box.size, box, tuple(shown), ()),))


def extent(item: Path | Text, fonts: Fonts) -> Rect:
    if isinstance(item, Path):
        return item.bounds()
    return item.bounds(fonts.width(item.string, item.weight, item.size_pt))


@cache
def sound(asset: str, box: Rect, fonts: Fonts) -> Pixels:
    """Return the picture of a part in PDF, which that in SVG is like."""
    document = part_of(asset, box, fonts)
    (data,) = RENDERERS["pdf"].render(document, fonts)
    picture = of_pdf(data)
    assert differing(picture, in_svg(document, fonts)) == 0
    return picture


def in_svg(document: Document, fonts: Fonts) -> Pixels:
    (data,) = RENDERERS["svg"].render(document, fonts)
    return of_svg(data)


def moved(segment: Segment, by: float) -> Segment:
    if segment[0] == "M":
        return "M", segment[1] + by, segment[2]
    assert segment[0] == "L"
    return "L", segment[1] + by, segment[2]


def shift_a_line(stroke: Stroke, by: float = 0.3) -> Change:
    """Shift the first of the lines that are drawn with a stroke."""

    def change(item: Path | Text) -> Path | Text:
        if isinstance(item, Path) and item.stroke == stroke:
            end = next(i for i, segment in enumerate(item.segments) if i and segment[0] == "M")
            line, rest = item.segments[:end], item.segments[end:]
            return item._replace(segments=(*(moved(segment, by) for segment in line), *rest))
        return item

    return change


def drop_a_label(item: Path | Text) -> Path | Text | None:
    return None if isinstance(item, Text) and (item.string, item.weight) == ("10", "medium") else item


def fill_instead_of_the_tint(ink: float) -> Change:
    def change(item: Path | Text) -> Path | Text:
        return item._replace(fill=grey(ink)) if isinstance(item, Path) and item.fill == TINT else item

    return change


LEFT_CORNER = Rect(20, 70, 80, 130)
TITLE = Rect(20, 15, 100, 45)
FOOT = Rect(10, 195, 150, 210)
FIRST_BOARD = Rect(10, 5, 150, 105)


@pytest.mark.parametrize(
    ("asset", "box", "change"),
    [
        pytest.param("board", LEFT_CORNER, shift_a_line(CELL_LINE), id="a line 0.3 mm aside"),
        pytest.param("sheet-4", FIRST_BOARD, shift_a_line(PEN_CELL_LINE), id="a short pale line 0.3 mm aside"),
        pytest.param("board", LEFT_CORNER, drop_a_label, id="a label missing"),
        pytest.param("sheet-4", FIRST_BOARD, drop_a_label, id="a small label missing"),
        pytest.param("board", LEFT_CORNER, fill_instead_of_the_tint(0.08), id="a fill of 8 instead of 6 %"),
    ],
)
def test_a_fault_is_seen(fonts: Fonts, asset: str, box: Rect, change: Change) -> None:
    faulty = in_svg(part_of(asset, box, fonts, change), fonts)
    assert differing(sound(asset, box, fonts), faulty) > 3 * UNSEEN


class Loose(Fonts):
    """Fonts that set the second letter of one text 0.3 mm too far to the right."""

    def __init__(self, string: str, size_pt: float) -> None:
        super().__init__(lambda path: FilePath(path).read_bytes())
        self.string = string
        self.size_pt = size_pt

    def _advances(self, string: str, weight: str) -> tuple[float, ...]:
        first, *rest = super()._advances(string, weight)
        gap = 0.3 / (self.size_pt * MM_PER_POINT) * 1000 if string == self.string else 0.0
        return (first + gap, *rest)


@pytest.mark.parametrize(
    ("box", "string", "size_pt"),
    [(TITLE, "Quadrant Hex", 22), (FOOT, " · print at 100 %", 7), (LEFT_CORNER, "10", 9)],
)
def test_a_gap_between_letters_is_seen(fonts: Fonts, box: Rect, string: str, size_pt: float) -> None:
    faulty = in_svg(part_of("board", box, fonts), Loose(string, size_pt))
    assert differing(sound("board", box, fonts), faulty) > 3 * UNSEEN
