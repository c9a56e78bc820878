"""Layouts as plans: where pieces, cuts, rulers and the footer go, with no renderer loaded."""

from __future__ import annotations

import itertools

import pytest

from printkit import pipeline
from printkit.drawing import Drawing, Page, Path, Piece, Symbol, Text, items_in, line, rectangle
from printkit.errors import FitError
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Sides, Size
from printkit.layouts import LAYOUTS, Titles
from printkit.layouts._marks import Cuts, crop_marks, footer
from printkit.layouts._rulers import Extents, rulers
from printkit.preflight import faults
from printkit.profile import HOME, Margins, Sheet
from printkit.theme import CELL_LINE
from tests.conftest import ASSETS, PAPERS, Maker, load

A4 = Sheet("A4", Size(210, 297), HOME)
LETTER = Sheet("Letter", Size(215.9, 279.4), HOME)


@pytest.fixture
def titles(fonts: Fonts) -> Titles:
    return Titles("Game", "asset", "Somebody", fonts)


def pieces(count: int, width: float, height: float, *, is_cut: bool = True) -> tuple[Piece, ...]:
    return tuple(Piece(str(i), Drawing(Size(width, height), ()), is_cut) for i in range(count))


def places(page: Page) -> list[tuple[float, float]]:
    return [(round(piece.at.x, 3), round(piece.at.y, 3)) for piece in page.pieces]


def strokes(page: Page, width: float) -> list[Rect]:
    """Return the boxes of the straight lines that the marks of a page draw in a width."""
    return [
        Rect(min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y))
        for item in page.marks
        if isinstance(item, Path) and item.stroke is not None and item.stroke.width == width
        for a, b in item.edges()
    ]


def test_margins_turn_with_the_paper() -> None:
    assert A4.printable == pytest.approx((6.4, 12.7, 203.6, 284.3))
    assert A4.turned().printable == pytest.approx((12.7, 6.4, 284.3, 203.6))


def test_single_puts_each_piece_in_the_middle_of_its_own_page(titles: Titles) -> None:
    pages = LAYOUTS["single"](pieces(3, 100, 50), A4, titles)
    assert [places(page) for page in pages] == [[(55.0, 121.5)]] * 3
    assert [page.label for page in pages] == ["asset 1/3", "asset 2/3", "asset 3/3"]
    assert pages[0].trim == Rect(55, 121.5, 155, 171.5)


def test_n_up_fills_rows_edge_to_edge_and_keeps_the_grid_on_the_last_page(titles: Titles) -> None:
    pages = LAYOUTS["n_up"](pieces(8, 90, 85), A4, titles)
    assert places(pages[0]) == [
        (15.0, 19.0),
        (105.0, 19.0),
        (15.0, 104.0),
        (105.0, 104.0),
        (15.0, 189.0),
        (105.0, 189.0),
    ]
    assert places(pages[1]) == [(15.0, 19.0), (105.0, 19.0)]


def test_fits_are_exact_to_a_millionth(titles: Titles) -> None:
    width, height = A4.room.size

    def per_page(width: float, height: float) -> int:
        return len(places(LAYOUTS["n_up"](pieces(20, width, height), A4, titles)[0]))

    assert per_page(width / 2 + 4e-7, height / 3 + 3e-7) == 6
    assert per_page(width / 2 + 1e-3, height / 3) == 3


@pytest.mark.parametrize("layout", ["single", "n_up"])
def test_a_piece_that_is_too_large_says_what_it_needs(titles: Titles, layout: str) -> None:
    with pytest.raises(FitError) as caught:
        LAYOUTS[layout](pieces(1, 400, 10), A4, titles)
    assert caught.value.needed == (400, 10)


def test_n_up_refuses_pieces_of_different_sizes(titles: Titles) -> None:
    with pytest.raises(ValueError, match="one size"):
        LAYOUTS["n_up"]((*pieces(1, 10, 10), *pieces(1, 10, 11)), A4, titles)


def test_crop_marks_stand_at_both_ends_of_every_cut_and_outside_of_all_pieces(titles: Titles) -> None:
    (page,) = LAYOUTS["n_up"](pieces(6, 90, 85), A4, titles)
    marks = strokes(page, 0.15)
    upright = {(mark.left, mark.top < 150) for mark in marks if mark.left == mark.right}
    level = {(mark.left < 100, mark.top) for mark in marks if mark.top == mark.bottom}
    assert upright == set(itertools.product((15.0, 105.0, 195.0), (True, False)))
    assert level == set(itertools.product((True, False), (19.0, 104.0, 189.0, 274.0)))
    trims = [Rect(0, 0, *piece.drawing.size).moved(piece.at) for piece in page.pieces]
    assert not any(mark.overlaps(trim) for mark in marks for trim in trims)
    assert all(mark.size.width + mark.size.height == pytest.approx(4.0) for mark in marks)


def test_cuts_are_numbered_inner_ones_first() -> None:
    labels = [
        item for item in crop_marks(Cuts((10, 50, 90), (20, 60)), Rect(0, 0, 100, 80)) if isinstance(item, Text)
    ]
    assert labels[0].at.x == pytest.approx(50.8)  # the inner cut
    assert [label.string for label in labels] == ["1", "2", "3", "4", "5"]
    assert [
        item for item in crop_marks(Cuts((10, 90), (20, 60)), Rect(0, 0, 100, 80)) if isinstance(item, Text)
    ] == []


def test_pieces_that_are_not_cut_get_no_crop_marks(titles: Titles) -> None:
    (page,) = LAYOUTS["single"](pieces(1, 100, 50, is_cut=False), A4, titles)
    assert strokes(page, 0.15) == []


@pytest.mark.parametrize("sheet", [A4, A4.turned(), LETTER, LETTER.turned()])
def test_rulers_measure_100_mm_on_the_left_and_4_in_on_the_right(titles: Titles, sheet: Sheet) -> None:
    (page,) = LAYOUTS["single"](pieces(1, 100, 50), sheet, titles)
    lines = strokes(page, 0.2)
    for base, length, step in ((sheet.printable.left, 100.0, 5.0), (sheet.printable.right, 101.6, 6.35)):
        ticks = sorted(line.top for line in lines if line.top == line.bottom and base in (line.left, line.right))
        assert ticks[-1] - ticks[0] == pytest.approx(length, abs=1e-9)
        steps = {round((tick - ticks[0]) / step, 6) for tick in ticks}
        assert all(place == int(place) for place in steps)
    names = [item.string for item in page.marks if isinstance(item, Text)]
    assert {"100 mm", "4 in"} <= set(names)


def test_a_ruler_breaks_round_what_it_crosses_and_keeps_out_of_quiet_boxes(fonts: Fonts) -> None:
    """A line crosses the strip in the middle of the only place where a ruler fits."""
    sheet = Sheet("small", Size(120, 130), Margins(5, 5))
    crossing = Path(line(Point(0, 60), Point(50, 60)), stroke=CELL_LINE)
    drawing = Drawing(Size(110, 116), (crossing,), quiet=(Rect(0, 0, 20, 12), Rect(0, 113, 20, 116)))
    drawn = (Symbol(drawing, Point(5, 5)),)
    found = [
        edge
        for item in rulers(sheet, drawn, (), Extents(fonts))
        if isinstance(item, Path)
        for edge in item.edges()
    ]
    left = [(a, b) for a, b in found if a.x < 60]
    reach = [y for a, b in left for y in (a.y, b.y)]
    assert max(reach) - min(reach) == pytest.approx(100)
    assert min(reach) >= 17.2
    assert max(reach) <= 117.8
    clear = CELL_LINE.width / 2 + 1.5
    assert not any(min(a.y, b.y) < 65 + clear - 1e-6 and max(a.y, b.y) > 65 - clear + 1e-6 for a, b in left)


def test_the_footer_goes_on_behind_a_crop_mark(fonts: Fonts) -> None:
    parts = ("Game", "asset", "1/1", "A4", "print at 100 %", "Somebody")
    plain = footer(parts, (), A4, fonts)
    assert "".join(text.string for text in plain) == "Game · asset · 1/1 · A4 · print at 100 % · Somebody"
    broken = footer(parts, (40.0,), A4, fonts)
    boxes = [text.bounds(fonts.width(text.string, text.weight, text.size_pt)) for text in broken]
    assert not any(box.left < 41 and box.right > 39 for box in boxes)
    assert any(box.left > 40 for box in boxes)


def test_a_footer_shortens_what_has_no_room(fonts: Fonts) -> None:
    credit = (
        "after a game that many people have played for a very long time, and which nobody has written down, " * 2
    )
    texts = footer(("A long title of a game " * 8, "asset", "1/1", "A4", "print at 100 %", credit), (), A4, fonts)
    right = A4.printable.right
    assert max(text.bounds(fonts.width(text.string, text.weight, text.size_pt)).right for text in texts) <= right
    assert [text.string for text in texts][1:5] == [" · asset", " · 1/1", " · A4", " · print at 100 %"]
    assert texts[0].string.endswith(" …")
    assert texts[5].string.startswith(" · after a game that")
    assert texts[5].string.endswith(" …")


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("asset", ASSETS)
def test_every_shipped_page_lies_within_the_margins(made: Maker, asset: str, paper: str) -> None:
    for page in made(asset, paper).pages:
        inner = page.printable
        assert inner.left - 1e-6 <= page.trim.left
        assert page.trim.right <= inner.right + 1e-6
        assert inner.top - 1e-6 <= page.trim.top
        assert page.trim.bottom <= inner.bottom - 4.0 + 1e-6  # the footer's line stays free


def test_items_in_adds_the_shifts_of_nested_symbols() -> None:
    inner = Drawing(Size(1, 1), (Path(rectangle(Rect(0, 0, 1, 1))),))
    outer = Drawing(Size(9, 9), (Symbol(inner, Point(2, 3)),))
    assert [shift for _, shift in items_in([Symbol(outer, Point(10, 20))])] == [Point(12, 23)]


def ruler_ends(page: Page) -> dict[str, tuple[float, float]]:
    """Find for each length the first and the last of its longest ticks."""
    found = {}
    ticks = [edge for edge in strokes(page, 0.2) if max(edge.size) == pytest.approx(2.6)]
    for length in (100.0, 101.6):
        for a, b in itertools.combinations(ticks, 2):
            along = [abs(b.left - a.left), abs(b.top - a.top)]
            if sorted(along) == pytest.approx([0, length], abs=1e-6):
                found[f"{length:g}"] = (min(along), max(along))
    return found


@pytest.mark.parametrize("margins", [None, "office", "3 mm", "0 mm"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "legal", "tabloid"])
@pytest.mark.parametrize("asset", ASSETS)
def test_both_ends_of_both_rulers_are_drawn_on_the_paper_and_on_no_face(
    fonts: Fonts, asset: str, paper: str, margins: str | None
) -> None:
    game = load()
    made = pipeline.make(game, game.assets[asset], pipeline.sheet_of(paper, margins), fonts)
    assert list(faults(pipeline.document_of(made), fonts)) == []
    for page in made.pages:
        assert set(ruler_ends(page)) == {"100", "101.6"}
        for edge in strokes(page, 0.2):
            assert min(edge.left, edge.top) >= 0
            assert edge.right <= page.paper.width
            assert edge.bottom <= page.paper.height
            if asset in ("board", "board-large", "rules", "stones"):
                windows = [piece.window.grown(Sides(-0.1, -0.1, -0.1, -0.1)) for piece in page.pieces]
                assert not any(edge.grown(Sides(0.01, 0.01, 0.01, 0.01)).overlaps(window) for window in windows)


@pytest.mark.parametrize("margins", ["office", "3 mm", "0 mm"])
@pytest.mark.parametrize("asset", ASSETS)
def test_crop_marks_end_on_the_paper(fonts: Fonts, asset: str, margins: str) -> None:
    game = load()
    made = pipeline.make(game, game.assets[asset], pipeline.sheet_of("a4", margins), fonts)
    for page in made.pages:
        for mark in strokes(page, 0.15):
            assert mark.left >= -1e-9
            assert mark.top >= -1e-9
            assert mark.right <= page.paper.width + 1e-9
            assert mark.bottom <= page.paper.height + 1e-9


@pytest.mark.parametrize("paper", PAPERS)
def test_the_marks_of_the_cut_in_half_lie_where_a_printer_prints(made: Maker, paper: str) -> None:
    (page,) = made("sheet-2", paper).pages
    inner = page.pieces[0].window.bottom
    marks = [mark for mark in strokes(page, 0.15) if mark.top == mark.bottom == pytest.approx(inner)]
    assert len(marks) == 2
    for mark in marks:
        shown = min(mark.right, page.printable.right) - max(mark.left, page.printable.left)
        assert shown > 2.0
