"""Posters: a board over several sheets, put together again from what the PDF says."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from typing import Any

import numpy as np
import pikepdf
import pytest

from printkit.drawing import Path, Text
from printkit.layouts.poster import OVERLAP
from tests.conftest import PAPERS, Maker, Renderer
from tests.pdf_reading import MM, pixels

# Overrides that give other numbers of sheets
CHANGES: dict[str, tuple[tuple[str, ...], tuple[int, int]]] = {
    "22 mm": ((), (2, 1)),
    "40 mm": (("board-large.across_flats=40 mm",), (4, 2)),
    "40 mm tall": (("board-large.across_flats=40 mm", "board.diamond=tall"), (2, 4)),
    "14.5 mm": (("board-large.across_flats=14.5 mm",), (1, 1)),
}


def windows(data: bytes) -> list[tuple[tuple[float, float], tuple[float, float, float, float]]]:
    """Read from each page where the drawing's origin lies and which window of it is clipped out, in mm."""
    found = []
    with pikepdf.open(BytesIO(data)) as file:
        for page in file.pages:
            origin: Any = None
            for instruction in pikepdf.parse_content_stream(page):
                operator = str(instruction.operator)
                operands: list[Any] = list(instruction.operands)
                numbers = [float(value) for value in operands] if operator in ("cm", "re") else []
                if operator == "cm":
                    origin = numbers[4:]
                elif operator == "re":
                    x, y, width, height = numbers
                    found.append(((origin[0], origin[1]), (x, y, x + width, y + height)))
                    break
    return found


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("change", CHANGES)
def test_the_windows_cover_the_board_exactly_with_10_mm_in_common(
    pdf: Renderer, made: Maker, change: str, paper: str
) -> None:
    overrides, (columns, rows) = CHANGES[change]
    page = made("board-large", paper, *overrides).pages[0]
    width, height = page.pieces[0].drawing.size
    boxes = [box for _, box in windows(pdf("board-large", paper, *overrides))]
    if paper == "a4":
        assert len(boxes) == columns * rows
    lefts = sorted({round(box[0], 3) for box in boxes})
    tops = sorted({round(box[1], 3) for box in boxes})
    assert len(boxes) == len(lefts) * len(tops)
    assert (lefts[0], tops[0]) == (0, 0)
    assert max(box[2] for box in boxes) == pytest.approx(width, abs=0.001)
    assert max(box[3] for box in boxes) == pytest.approx(height, abs=0.001)
    sizes = {(round(box[2] - box[0], 2), round(box[3] - box[1], 2)) for box in boxes}
    assert len(sizes) == 1  # equal sheets
    ((tile_width, tile_height),) = sizes
    for starts, tile in ((lefts, tile_width), (tops, tile_height)):
        for before, after in pairwise(starts):
            assert before + tile - after == pytest.approx(OVERLAP, abs=0.01)


@pytest.mark.parametrize("paper", PAPERS)
def test_two_sheets_show_the_same_in_their_overlap(pdf: Renderer, paper: str) -> None:
    """What is printed along the seam is the same on both sheets, but for the rulers and marks at the edges."""
    data = pdf("board-large", paper)
    (first, first_box), (second, second_box) = windows(data)
    dpi = 254  # ten pixels a mm
    strips = []
    for number, origin in enumerate((first, second)):
        image = pixels(data, dpi, number)
        left = round((origin[0] + second_box[0]) * 10)
        top = round((origin[1] + 20) * 10)
        strips.append(image[top : top + 600, left + 5 : left + 40].astype(int))
    differing = np.abs(strips[0] - strips[1]) > 100
    assert differing.mean() < 0.02
    assert (strips[0] < 128).mean() > 0.005  # there is something to compare
    assert first_box[2] - second_box[0] == pytest.approx(OVERLAP, abs=0.001)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_seam_has_ticks_at_both_ends_and_every_sheet_its_name_and_map(made: Maker, paper: str) -> None:
    overrides = CHANGES["40 mm"][0]
    pages = made("board-large", paper, *overrides).pages
    names = [page.label.split(" · ")[-1] for page in pages]
    letters = sorted({name[0] for name in names})
    numbers = sorted({name[1:] for name in names})
    assert sorted(names) == sorted(f"{letter}{number}" for letter in letters for number in numbers)
    for page, name in zip(pages, names, strict=True):
        window = page.pieces[0].window
        dashed = [m for m in page.marks if isinstance(m, Path) and m.stroke is not None and m.stroke.dash]
        ends = [(start.x, start.y) for mark in dashed for start, _ in mark.edges()]
        seams = []
        if name[0] != letters[-1]:
            x = window.right - OVERLAP
            seams += [(x, window.top - 1.5), (x, window.bottom + 1.5)]
        if name[1:] != numbers[-1]:
            y = window.bottom - OVERLAP
            seams += [(window.left - 1.5, y), (window.right + 1.5, y)]
        for found, expected in zip(sorted(ends), sorted(seams), strict=True):
            assert found == pytest.approx(expected)
        texts = [mark.string for mark in page.marks if isinstance(mark, Text)]
        assert f"{name} of A1–{letters[-1]}{numbers[-1]}" in texts
        filled = [mark for mark in page.marks if isinstance(mark, Path) and mark.fill is not None]
        assert len(filled) == 1  # this sheet on the map
        sheet_map = [m for m in page.marks if isinstance(m, Path) and len(m.segments) == 5]
        assert len(sheet_map) == len(pages)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_poster_is_exactly_100_percent(pdf: Renderer, made: Maker, paper: str) -> None:
    """Two sheets laid together at the seam give cells of 22 mm: the same distance as on the drawing."""
    (first, _), (second, _) = windows(pdf("board-large", paper))
    with pikepdf.open(BytesIO(pdf("board-large", paper))) as file:
        for page in file.pages:
            scale = [
                [float(value) for value in list[Any](instruction.operands)]
                for instruction in pikepdf.parse_content_stream(page)
                if str(instruction.operator) == "cm"
            ]
            assert scale[1][:4] == pytest.approx([1 / MM, 0, 0, -1 / MM], abs=1e-6)
            assert scale[2][:4] == [1, 0, 0, 1]
    assert first != second
    anchors = made("board-large", paper).pages[0].pieces[0].drawing.anchors
    assert anchors["E5"].y - anchors["F6"].y == pytest.approx(22.0)


@pytest.mark.parametrize("paper", PAPERS)
def test_rulers_stand_outside_of_what_the_sheets_show(made: Maker, paper: str) -> None:
    for page in made("board-large", paper).pages:
        left, top, right, bottom = page.pieces[0].window
        for mark in page.marks:
            if isinstance(mark, Path) and mark.stroke is not None and mark.stroke.width == 0.2:
                for x, y in mark.points():
                    assert not (left + 0.1 < x < right - 0.1 and top + 0.1 < y < bottom - 0.1)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_map_is_clear_of_cuts_and_seams(made: Maker, paper: str) -> None:
    for page in made("board-large", paper).pages:
        window = page.pieces[0].window
        for mark in page.marks:
            if isinstance(mark, Path) and len(mark.segments) == 5:
                box = mark.bounds()
                assert not any(
                    box.left - 0.5 < x < box.right + 0.5 for x in (window.right, window.right - OVERLAP)
                )
