"""Hexes side by side like honeycomb: how many fit, that none overlaps, and that every edge is cut once."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

from printkit import library, pipeline
from printkit.drawing import Drawing, Page, Path, Piece, Symbol, Text, items_in
from printkit.errors import FitError
from printkit.fonts import Fonts
from printkit.geometry import Point, Sides, Size, bounds
from printkit.layouts import LAYOUTS, Titles
from printkit.pipeline import Made
from printkit.preflight import faults
from printkit.profile import FOOTER, HOME, Sheet
from tests.pdf_reading import lines
from tests.test_layouts import ruler_ends, strokes

A4 = Sheet("A4", Size(210, 297), HOME)
LETTER = Sheet("Letter", Size(215.9, 279.4), HOME)
AXES = np.array([(math.cos(math.radians(30 + 60 * i)), math.sin(math.radians(30 + 60 * i))) for i in range(3)])
CUT_WIDTH, CUT_GREY = 0.15, 0.6

Points = np.ndarray[Any, np.dtype[Any]]


class Case(NamedTuple):
    """Tiles of a game on a paper, with values overridden."""

    game: str
    paper: str
    flats: float
    pages: int
    bleed: float = 0.0

    @property
    def overrides(self) -> tuple[str, ...]:
        """What is set for the build."""
        return f"tiles.across_flats={self.flats} mm", f"tiles.bleed={self.bleed} mm"


CASES = (
    Case("hexflow", "a4", 30.0, 1),
    Case("hexflow-tri", "a4", 30.0, 1),
    Case("hexflow-tri", "letter", 30.0, 1),
    Case("hexflow", "a4", 44.45, 2),
    Case("hexflow-tri", "letter", 35.0, 2),
    Case("hexflow", "a3", 25.0, 1),
    Case("hexflow", "a4", 30.0, 2, 2.0),
    Case("hexflow-tri", "letter", 30.0, 2, 1.5),
    Case("hexflow", "letter", 25.0, 1, 1.0),
)
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))


@cache
def fonts() -> Fonts:
    return library.fonts_of(library.load_game("hexflow"))


@cache
def make(case: Case) -> Made:
    game = library.load_game(case.game, case.overrides)
    return pipeline.make(game, game.assets["tiles"], pipeline.sheet_of(case.paper, None), fonts())


@cache
def render(case: Case) -> bytes:
    made = make(case)
    (data,) = pipeline.rendered(made, fonts(), pipeline.target_of("pdf"))
    return data


def middles(page: Page) -> Points:
    """Return where the middles of a page's tiles lie: by their faces, not by where they were meant to be."""
    found = []
    for piece in page.pieces:
        ground = next(
            (item, shift) for item, shift in items_in((piece,)) if isinstance(item, Path) and item.fill is not None
        )
        x, y = bounds(ground[0].points()).center
        found.append((x + ground[1].x, y + ground[1].y))
    return np.array(found)


def gaps(points: Points, flats: float) -> Points:
    """Return for each pair of hexes how far apart they are; below 0 they overlap."""
    i, j = np.triu_indices(len(points), 1)
    return np.asarray(np.abs((points[i] - points[j]) @ AXES.T).max(axis=1) - flats)


def edge_middles(points: Points, flats: float) -> Points:
    """Return the middles of all edges of hexes, six each."""
    outs = np.concatenate([AXES, -AXES]) * flats / 2
    return np.asarray((points[:, None, :] + outs[None, :, :]).reshape(-1, 2))


def merged(points: Points) -> Points:
    """Leave out points that lie on an earlier one."""
    kept: list[Points] = []
    for point in points:
        if not kept or np.hypot(*(np.array(kept) - point).T).min() > 0.1:
            kept.append(point)
    return np.array(kept)


def hexes(count: int, flats: float, bleed: float = 0.0) -> tuple[Piece, ...]:
    size = Size(flats * 2 / math.sqrt(3), flats)
    drawing = Drawing(size, (), Sides.all_round(bleed))
    return tuple(Piece(str(i), drawing, hex_flats=flats) for i in range(count))


def titles() -> Titles:
    return Titles("Game", "tiles", "Somebody", fonts())


# How many


@pytest.mark.parametrize("sheet", [A4, LETTER], ids=lambda sheet: sheet.name)
def test_54_tiles_of_30_mm_fit_on_a_sheet(sheet: Sheet) -> None:
    """Upright or lying, whichever holds more; a build takes the one that needs fewer pages."""
    most = 0
    for lying in (sheet, sheet.turned()):
        pages = LAYOUTS["tessellate"](hexes(200, 30.0), lying, titles())
        counts = [len(page.pieces) for page in pages]
        assert counts[:-1] == [counts[0]] * (len(counts) - 1)
        assert sum(counts) == 200
        most = max(most, counts[0])
    assert most >= 54


@each_case
def test_every_tile_is_on_one_page(case: Case) -> None:
    made = make(case)
    assert len(made.pages) == case.pages
    placed = [piece.drawing for page in made.pages for piece in page.pieces]
    assert [id(drawing) for drawing in placed] == [id(piece.front) for piece in made.pieces]
    assert len(placed) == (44 if case.game == "hexflow" else 54)
    numbers = [f"tiles {i + 1}/{case.pages}" for i in range(case.pages)]
    assert [page.label for page in made.pages] == numbers
    assert list(faults(pipeline.document_of(made), fonts())) == []


@each_case
def test_both_rulers_show_their_ends_and_names_and_stand_on_no_tile(case: Case) -> None:
    for page in make(case).pages:
        assert set(ruler_ends(page)) == {"100", "101.6"}
        names = [item.string for item in page.marks if isinstance(item, Text)]
        assert {"100 mm", "4 in"} <= set(names)
        marks = strokes(page, 0.2)
        ends = np.array([(x, y) for m in marks for x in (m.left, m.right) for y in (m.top, m.bottom)])
        near = np.abs((ends[:, None, :] - middles(page)[None, :, :]) @ AXES.T).max(axis=2)
        assert near.min() > case.flats / 2 + 0.3


@pytest.mark.parametrize(
    "case", [Case("hexflow", "a4", 30.0, 1), *CASES[1:3]], ids=lambda case: f"{case.game}-{case.paper}"
)
def test_both_rulers_are_whole_but_for_their_names(case: Case) -> None:
    for page in make(case).pages:
        for at, length in ((page.printable.left, 100.0), (page.printable.right, 101.6)):
            parts = [(m.top, m.bottom) for m in strokes(page, 0.2) if m.left == m.right == pytest.approx(at)]
            assert max(b for _, b in parts) - min(a for a, _ in parts) == pytest.approx(length)
            breaks = [b[0] - a[1] for a, b in itertools.pairwise(sorted(parts)) if b[0] - a[1] > 1e-6]
            assert len(breaks) == 1
            assert breaks[0] < 12


# Where


@each_case
def test_no_two_tiles_overlap(case: Case) -> None:
    for page in make(case).pages:
        points = middles(page)
        found = gaps(points, case.flats)
        assert found.min() == pytest.approx(2 * case.bleed, abs=1e-6)
        if len(points) > 20:
            assert (found < 2 * case.bleed + 1e-6).sum() > 2 * len(
                points
            )  # most have their neighbours right beside


@each_case
def test_faces_with_their_bleed_do_not_overlap_and_reach_just_so_far(case: Case) -> None:
    for page in make(case).pages:
        outlines = []
        for piece in page.pieces:
            item, shift = next((i, s) for i, s in items_in((piece,)) if isinstance(i, Path) and i.fill is not None)
            corners = np.array([(p.x + shift.x, p.y + shift.y) for p in item.points()])
            assert len(corners) == 6
            middle = corners.mean(axis=0)
            reach = np.abs((corners - middle) @ AXES.T).max()
            assert reach == pytest.approx(case.flats / 2 + case.bleed)
            outlines.append(middle)
        assert gaps(np.array(outlines), case.flats + 2 * case.bleed).min() > -1e-6


@each_case
def test_the_drawn_bleed_lies_within_the_bleed_that_is_stated(case: Case) -> None:
    for piece in make(case).pieces[:2]:
        item = next(i for i, _ in items_in(piece.front.items) if isinstance(i, Path) and i.fill is not None)
        width, height = bounds(item.points()).size
        left, top, right, bottom = piece.front.bleed
        assert width <= piece.front.size.width + left + right + 1e-6
        assert height <= piece.front.size.height + top + bottom + 1e-6


@each_case
def test_tiles_lie_where_a_printer_prints(case: Case) -> None:
    for page in make(case).pages:
        left, top, right, bottom = page.printable
        reach = case.flats / 2 + case.bleed
        points = middles(page)
        assert points[:, 0].min() - reach * 2 / math.sqrt(3) >= left - 1e-6
        assert points[:, 0].max() + reach * 2 / math.sqrt(3) <= right + 1e-6
        assert points[:, 1].min() - reach >= top - 1e-6
        assert points[:, 1].max() + reach <= bottom - FOOTER + 1e-6


def test_tiles_stand_in_the_middle_of_the_sheet() -> None:
    (page,) = LAYOUTS["tessellate"](hexes(54, 30.0), A4, titles())
    places = np.array([(piece.window.center.x, piece.window.center.y) for piece in page.pieces])
    assert (places[:, 0].min() + places[:, 0].max()) / 2 == pytest.approx(105)


# Cuts


def cut_lines(case: Case, number: int) -> tuple[Points, Points]:
    """Return the middles and the lengths of the cut lines of a page."""
    drawn = [
        line
        for line in lines(render(case), number)
        if abs(line.width - CUT_WIDTH) < 0.001 and abs(line.grey - CUT_GREY) < 0.01
    ]
    ends = np.array([(line.start, line.end) for line in drawn])
    return ends.mean(axis=1), np.hypot(*(ends[:, 1] - ends[:, 0]).T)


@each_case
def test_every_edge_is_cut_once(case: Case) -> None:
    edge = case.flats / math.sqrt(3)
    for number, page in enumerate(make(case).pages):
        found, lengths = cut_lines(case, number)
        assert np.abs(lengths - edge).max() < 0.01
        points = middles(page)
        everything = edge_middles(points, case.flats)
        expected = merged(everything)
        shared = len(everything) - len(expected)
        assert (shared == 0) == bool(case.bleed)
        near = np.hypot(*(found[:, None, :] - expected[None, :, :]).transpose(2, 0, 1)) < 0.02
        assert near.sum(axis=0).tolist() == [1] * len(expected)  # each edge once
        assert near.sum(axis=1).tolist() == [1] * len(found)  # and nothing else


def test_cuts_are_marked_as_cuts() -> None:
    (page,) = LAYOUTS["tessellate"](hexes(7, 30.0), A4, titles())
    cuts = [item for item in page.marks if isinstance(item, Path) and item.role == "cut"]
    assert sum(len(list(path.edges())) for path in cuts) == 7 * 6 - shared_edges(page, 30.0)
    assert shared_edges(page, 30.0) >= 6


def shared_edges(page: Page, flats: float) -> int:
    places = np.array([(piece.window.center.x, piece.window.center.y) for piece in page.pieces])
    return int((gaps(places, flats) < 1e-6).sum())


@pytest.mark.parametrize("count", [1, 2, 3, 8, 9, 10, 53])
def test_edges_are_cut_once_however_many_tiles_there_are(count: int) -> None:
    (page,) = LAYOUTS["tessellate"](hexes(count, 30.0), LETTER, titles())
    cuts = [edge for item in page.marks if isinstance(item, Path) and item.role == "cut" for edge in item.edges()]
    keys = Counter(frozenset((round(p.x, 3), round(p.y, 3)) for p in edge) for edge in cuts)
    assert set(keys.values()) == {1}
    assert len(keys) == 6 * count - shared_edges(page, 30.0)
    places = [piece.window.center for piece in page.pieces]
    for start, end in cuts:
        middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
        assert 1 <= sum(math.dist(middle, at) < 15.01 for at in places) <= 2


# What is refused


def test_pieces_of_different_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="one size"):
        LAYOUTS["tessellate"]((*hexes(2, 30.0), *hexes(1, 29.0)), A4, titles())


def test_pieces_that_are_no_hexes_are_refused() -> None:
    square = Piece("square", Drawing(Size(30, 30), ()))
    for pieces in ((square,), (*hexes(1, 30.0), square), (square, *hexes(1, 30.0))):
        with pytest.raises(ValueError, match="one size"):
            LAYOUTS["tessellate"](pieces, A4, titles())


def test_a_tile_that_is_too_large_says_what_it_needs() -> None:
    with pytest.raises(FitError) as caught:
        LAYOUTS["tessellate"](hexes(1, 200.0), A4, titles())
    assert caught.value.needed == pytest.approx((200 * 2 / math.sqrt(3), 200))
    (page,) = LAYOUTS["tessellate"](hexes(1, 150.0), A4, titles())
    assert [type(piece) for piece in page.pieces] == [Symbol]
