"""Every check of a document before it is written lets a sound page pass and stops a faulty one."""

from __future__ import annotations

import pytest

from printkit.drawing import Document, Drawing, Item, Page, Path, Symbol, Text, circle, grey, line, rectangle
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Size
from printkit.preflight import faults
from printkit.theme import CELL_LINE
from tests.conftest import ASSETS, PAPERS, Maker

QUIET = Rect(40, 40, 60, 60)


def found(fonts: Fonts, *items: Item, at: Point = Point(10, 10), marks: tuple[Item, ...] = ()) -> list[str]:
    """Check a page of 120 × 120 mm, 5 mm of it unprintable, with one piece of 100 × 100 mm."""
    drawing = Drawing(Size(100, 100), items, quiet=(QUIET,))
    page = Page("page", Size(120, 120), Rect(5, 5, 115, 115), (Symbol(drawing, at),), marks)
    return list(faults(Document("t", "t", "t", (page,)), fonts))


def test_a_sound_page_has_no_faults(fonts: Fonts) -> None:
    text = Text(Point(5, 10), "Quadrant Hex", 9, room=20)
    marker = Path(rectangle(Rect(45, 45, 55, 55)), fill=grey(1), role="marker")
    beside = Path(line(Point(39.8, 0), Point(39.8, 100)), stroke=CELL_LINE)
    assert found(fonts, text, marker, beside) == []


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("asset", ASSETS)
def test_shipped_assets_have_no_faults(made: Maker, fonts: Fonts, asset: str, paper: str) -> None:
    from printkit.pipeline import document_of

    assert list(faults(document_of(made(asset, paper)), fonts)) == []


def test_text_wider_than_its_room_is_told_in_mm(fonts: Fonts) -> None:
    width = fonts.width("Quadrant Hex", "regular", 9)
    (fault,) = found(fonts, Text(Point(5, 10), "Quadrant Hex", 9, room=width - 1.25))
    assert f"is 1.2 mm too wide for its {width - 1.25:.1f} mm" in fault
    assert found(fonts, Text(Point(5, 10), "Quadrant Hex", 9, room=width)) == []


def test_a_glyph_that_the_font_lacks_is_named(fonts: Fonts) -> None:
    (fault,) = found(fonts, Text(Point(5, 10), "Hex ⬡", 9))
    assert "characters that the regular font lacks: '⬡' (U+2B21)" in fault


def test_a_piece_outside_the_printable_area_is_told_in_mm(fonts: Fonts) -> None:
    assert found(fonts, at=Point(4, 10)) == ["page: a piece lies 1.0 mm outside the printable area"]
    assert found(fonts, at=Point(10, 17.5)) == ["page: a piece lies 2.5 mm outside the printable area"]
    assert found(fonts, at=Point(5, 15)) == []


@pytest.mark.parametrize(
    ("at", "anchor"), [(Point(-12, 5), "start"), (Point(108, 5), "middle"), (Point(50, -9), "end")]
)
def test_text_off_the_paper_is_found(fonts: Fonts, at: Point, anchor: str) -> None:
    (fault,) = found(fonts, Text(at, "Quadrant Hex", 9, anchor=anchor))  # type: ignore[arg-type]
    assert "mm off the paper" in fault


def test_text_that_is_too_small_or_too_pale_is_found(fonts: Fonts) -> None:
    (fault,) = found(fonts, Text(Point(5, 10), "small", 6.5))
    assert "is set in 6.5 pt" in fault
    (fault,) = found(fonts, Text(Point(5, 10), "pale", 9, colour=grey(0.5)))
    assert "has a contrast of 4.0" in fault
    (fault,) = found(fonts, Text(Point(5, 10), "dark", 9, colour=grey(1), ground=grey(0.9)))
    assert "has a contrast of 1.2" in fault
    assert found(fonts, Text(Point(5, 10), "light", 9, colour=grey(0), ground=grey(0.9))) == []


@pytest.mark.parametrize(
    "item",
    [
        Path(line(Point(0, 50), Point(100, 50)), stroke=CELL_LINE),
        Path(line(Point(39.9, 0), Point(39.9, 100)), stroke=CELL_LINE),  # only its width reaches in
        Path(circle(Point(50, 38), 3), fill=grey(1)),
        Path(rectangle(Rect(45, 45, 55, 55)), fill=grey(1)),
        Text(Point(35, 50), "a long text", 9),
    ],
)
def test_whatever_comes_into_a_quiet_box_is_found(fonts: Fonts, item: Item) -> None:
    (fault,) = found(fonts, item)
    assert "comes into the quiet zone" in fault
    nested = Symbol(Drawing(Size(100, 100), (item,)), Point(0, 0))
    assert len(found(fonts, nested)) == 1


def test_marks_of_the_sheet_keep_out_of_quiet_boxes_too(fonts: Fonts) -> None:
    ruler = Path(line(Point(55, 0), Point(55, 120)), stroke=CELL_LINE, role="mark")
    (fault,) = found(fonts, marks=(ruler,))
    assert "a line or area comes into the quiet zone" in fault
