"""Backs: each lies exactly behind its own front once the paper is turned over, or folded.

Most of this is read from finished PDFs. The pieces are marked for it: a line of a width of its own runs from the
middle of each face and of each back towards its top, and a name stands there.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path as FilePath
from typing import Any, Literal, NamedTuple

import numpy as np
import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner

from printkit import library, pipeline
from printkit.art._text import centred
from printkit.cli import main
from printkit.drawing import Document, Drawing, Page, Path, Piece, Stroke, grey, line, polyline, rectangle
from printkit.errors import FitError, RequestError
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Sides, Size
from printkit.hexgrid import Hex, HexLayout
from printkit.layouts import LAYOUTS, Titles
from printkit.profile import HOME, Backs, Sheet
from printkit.render import RENDERERS
from printkit.units import PAPERS
from tests.conftest import load, render
from tests.pdf_reading import Line, lines, words

Style = Literal["duplex-long", "duplex-short", "fold", "none"]
Picture = np.ndarray[Any, np.dtype[np.uint8]]
Pair = tuple[float, float]

UP_WIDTH, UP_LENGTH = 0.417, 9.0  # mm, of the line towards the top
BACK_BLEED = 2.5
NEAR = 0.01  # mm
CROP_WIDTH, LONGEST_CROP = 0.15, 4.01
FOLD_WIDTH, FOLD_CLEAR = 0.15, 5.0
MM = 25.4 / 72


class Shape(NamedTuple):
    """The pieces of a test: their size, the bleed of their faces, the gutter; hexes by their flats."""

    name: str
    size: Size
    bleed: float = 0.0
    gutter: float = 0.0
    flats: float | None = None


SHAPES = (
    Shape("poker", Size(63.5, 88.9)),
    Shape("poker-bleed", Size(63.5, 88.9), bleed=2.0),
    Shape("lying", Size(88.9, 63.5)),
    Shape("mini-gutter", Size(44.45, 63.5), gutter=3.0),
    Shape("hexes", Size(40 * 2 / math.sqrt(3), 40), flats=40.0),
)
COUNTS = {"a": 11, "b": 4}  # the pieces of each group; neither fills its last sheet on any paper here
each_shape = pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
each_paper = pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
each_way = pytest.mark.parametrize("is_lying", [False, True], ids=["upright", "lying"])
each_place = pytest.mark.parametrize(
    ("paper", "is_lying"), [("a4", False), ("a4", True), ("letter", False), ("letter", True), ("a5", False)]
)
both_sides: tuple[Style, ...] = ("duplex-long", "duplex-short")


def face(name: str, shape: Shape, bleed: float, ink: float) -> Drawing:
    """Draw one side of a piece: its ground, its name, and the line that says where its top is."""
    size, middle = shape.size, Point(shape.size.width / 2, shape.size.height / 2)
    if shape.flats is None:
        ground = rectangle(Rect(0, 0, *size).grown(Sides.all_round(bleed)))
    else:
        outline = HexLayout.across_flats("flat", shape.flats + 2 * bleed, middle).corners(Hex(0, 0))
        ground = polyline(outline, closed=True)
    up = Path(line(middle, Point(middle.x, middle.y - UP_LENGTH)), stroke=Stroke(grey(1), UP_WIDTH))
    items = (Path(ground, fill=grey(ink)), up, centred(middle, name, 10))
    return Drawing(size, items, Sides.all_round(bleed))


def pieces(shape: Shape, counts: dict[str, int] | None = None) -> tuple[Piece, ...]:
    """Return pieces whose faces are called Fa1, Fa2 and so on, and whose backs Ba1, Ba2."""
    made = []
    for group, count in (counts or COUNTS).items():
        for number in range(1, count + 1):
            front = face(f"F{group}{number}", shape, shape.bleed, 0.1)
            back = face(f"B{group}{number}", shape, max(BACK_BLEED, shape.bleed), 0.3)
            made.append(
                Piece(
                    f"{group}{number}",
                    front,
                    hex_flats=shape.flats,
                    back=back,
                    group=group,
                    gutter=shape.gutter,
                )
            )
    return tuple(made)


@cache
def fonts() -> Fonts:
    return library.fonts_of(load())


def laid_out(
    made: tuple[Piece, ...], paper: str, style: Style, *, is_lying: bool = False, offset: Pair = (0, 0)
) -> tuple[Page, ...]:
    sheet = Sheet(paper, Size(*PAPERS[paper]), HOME, Backs(style, Point(*offset)))
    layout = LAYOUTS["n_up" if made[0].hex_flats is None else "tessellate"]
    titles = Titles("Game", "cards", "Somebody", fonts())
    return layout(made, sheet.turned() if is_lying else sheet, titles)


def written(pages: tuple[Page, ...]) -> bytes:
    (data,) = RENDERERS["pdf"].render(Document("t", "t", "t", pages), fonts())
    return data


@cache
def planned(shape: Shape, paper: str, style: Style, *, is_lying: bool, offset: Pair = (0, 0)) -> tuple[Page, ...]:
    return laid_out(pieces(shape), paper, style, is_lying=is_lying, offset=offset)


@cache
def built(shape: Shape, paper: str, style: Style, *, is_lying: bool, offset: Pair = (0, 0)) -> tuple[Printed, ...]:
    """Return what is read of the PDF of a shape's pieces."""
    return tuple(printed(written(planned(shape, paper, style, is_lying=is_lying, offset=offset))))


# What a PDF shows


class Seen(NamedTuple):
    """A side of a piece as it is printed: its name, its middle, and which way is up."""

    name: str
    middle: Pair
    up: Pair

    def box(self, size: Size, bleed: float = 0.0) -> Rect:
        """Return the box of a piece of this size."""
        width, height = size if abs(self.up[1]) > 0.5 else size.turned()
        x, y = self.middle
        box = Rect(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        return box.grown(Sides.all_round(bleed))


class Printed(NamedTuple):
    """A page of a PDF: its size, the sides of pieces on it by their names, and its lines."""

    size: Size
    sides: dict[str, Seen]
    lines: list[Line]

    @property
    def crop_marks(self) -> list[Line]:
        """The short black lines of a crop mark's width."""
        return [
            line
            for line in self.lines
            if abs(line.width - CROP_WIDTH) < 0.001 and line.grey == 0 and length(line) <= LONGEST_CROP
        ]

    @property
    def fold(self) -> Line:
        """The line along which the sheet is folded."""
        (found,) = [line for line in self.lines if abs(line.width - FOLD_WIDTH) < 0.001 and length(line) > 80]
        return found


def length(line: Line) -> float:
    return math.dist(line.start, line.end)


def printed(data: bytes) -> list[Printed]:
    """Read all pages."""
    with pikepdf.open(BytesIO(data)) as file:
        boxes = [[float(v) * MM for v in page.mediabox] for page in file.pages]
    return [_page(data, number, Size(box[2] - box[0], box[3] - box[1])) for number, box in enumerate(boxes)]


def _page(data: bytes, number: int, size: Size) -> Printed:
    drawn = lines(data, number)
    named = [(word.text, (word.x, word.y)) for word in words(data, number) if word.text[0] in "FB"]
    sides = {}
    for line_ in drawn:
        if abs(line_.width - UP_WIDTH) < 0.001:
            (x0, y0), (x1, y1) = line_.start, line_.end
            name, at = min(named, key=lambda entry: math.dist(entry[1], line_.start))
            assert math.dist(at, line_.start) < 1.0
            assert name not in sides
            sides[name] = Seen(name, line_.start, ((x1 - x0) / UP_LENGTH, (y1 - y0) / UP_LENGTH))
    return Printed(size, sides, drawn)


def through(page: Printed, style: Style) -> Callable[[Pair], Pair]:
    """Return where a point of the back of an upright sheet is seen from the front, through the paper."""
    width, height = page.size
    if style == "duplex-long":
        return lambda at: (width - at[0], at[1])
    return lambda at: (at[0], height - at[1])


def folded(page: Printed) -> Callable[[Pair], Pair]:
    """Return where a point beyond the fold comes to lie."""
    (x0, y0), (x1, y1) = page.fold.start, page.fold.end
    if abs(x0 - x1) < NEAR:
        return lambda at: (2 * x0 - at[0], at[1])
    assert abs(y0 - y1) < NEAR
    return lambda at: (at[0], 2 * y0 - at[1])


def check_behind(fronts: dict[str, Seen], backs: dict[str, Seen], seen: Callable[[Pair], Pair]) -> None:
    """Check that each front has its own back behind it, the same way up as it is seen through the paper."""
    assert {f"B{name[1:]}" for name in fronts} == set(backs)
    for name, front in fronts.items():
        back = backs[f"B{name[1:]}"]
        assert math.dist(seen(back.middle), front.middle) < NEAR
        x, y = back.middle
        tip = seen((x + back.up[0], y + back.up[1]))
        middle = seen(back.middle)
        assert (tip[0] - middle[0], tip[1] - middle[1]) == pytest.approx(front.up, abs=0.002)


# Both sides of the paper


@each_place
@pytest.mark.parametrize("style", both_sides)
@each_shape
def test_each_front_has_its_own_back_behind_it(shape: Shape, style: Style, paper: str, is_lying: bool) -> None:
    pages = built(shape, paper, style, is_lying=is_lying)
    assert len(pages) % 2 == 0
    fronts: list[str] = []
    for front, back in _pairs(pages):
        assert all(name[0] == "F" for name in front.sides)
        check_behind(front.sides, back.sides, through(front, style))
        fronts += front.sides
    assert sorted(fronts) == sorted(f"F{group}{i}" for group, count in COUNTS.items() for i in range(1, count + 1))


def _pairs(pages: Sequence[Printed]) -> list[tuple[Printed, Printed]]:
    return list(zip(pages[::2], pages[1::2], strict=True))


@pytest.mark.parametrize("style", both_sides)
def test_the_wrong_edge_is_noticed(style: Style) -> None:
    front, back = built(SHAPES[0], "a4", style, is_lying=False)[:2]
    wrong: Style = "duplex-short" if style == "duplex-long" else "duplex-long"
    with pytest.raises(AssertionError):
        check_behind(front.sides, back.sides, through(front, wrong))


@each_way
@pytest.mark.parametrize(
    ("style", "paper"),
    [*itertools.product(both_sides, ("a4", "letter", "a5")), ("fold", "a4"), ("fold", "letter")],
)
def test_sheets_with_backs_stand_upright(style: Style, paper: str, is_lying: bool) -> None:
    for page in built(SHAPES[0], paper, style, is_lying=is_lying):
        assert page.size == pytest.approx(PAPERS[paper])


def test_sheets_without_backs_may_lie() -> None:
    pages = built(SHAPES[0], "a4", "none", is_lying=True)
    assert {tuple(round(side, 3) for side in page.size) for page in pages} == {(297.0, 210.0)}
    assert all(name[0] == "F" for page in pages for name in page.sides)
    assert sum(len(page.sides) for page in pages) == sum(COUNTS.values())


@pytest.mark.parametrize("style", both_sides)
@each_shape
def test_short_edge_and_long_edge_turn_backs_by_half_a_turn(shape: Shape, style: Style) -> None:
    for front, back in _pairs(built(shape, "a4", style, is_lying=False)):
        (up,) = {tuple(round(v, 3) for v in side.up) for side in back.sides.values()}
        assert {tuple(round(v, 3) for v in side.up) for side in front.sides.values()} == {(0.0, -1.0)}
        assert up == ((0.0, -1.0) if style == "duplex-long" else (0.0, 1.0))


@each_way
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("style", [*both_sides, "fold", "none"])
@each_shape
def test_part_filled_sheets_keep_the_places_of_full_ones(
    shape: Shape, style: Style, paper: str, is_lying: bool
) -> None:
    pages = planned(shape, paper, style, is_lying=is_lying)
    step = 2 if style.startswith("duplex") else 1
    fronts = [[piece.at for piece in page.pieces] for page in pages[::step]]
    full = max(fronts, key=len)
    shares = 2 if style == "fold" else 1
    size = len(full) // shares
    for places in fronts:
        number = len(places) // shares
        assert places[:number] == full[:number]
        assert places[number:] == full[size : size + number]
    filled = [min(size, count - i) for count in COUNTS.values() for i in range(0, count, size)]
    assert [len(places) // shares for places in fronts] == filled


@each_way
@pytest.mark.parametrize("style", [*both_sides, "fold", "none"])
@each_shape
def test_each_group_begins_a_new_sheet(shape: Shape, style: Style, is_lying: bool) -> None:
    for page in built(shape, "a4", style, is_lying=is_lying):
        assert len({name[1] for name in page.sides}) == 1


@pytest.mark.parametrize("count", range(1, 11))
@pytest.mark.parametrize("style", both_sides)
def test_any_number_of_pieces_has_its_backs(style: Style, count: int) -> None:
    pages = printed(written(laid_out(pieces(SHAPES[0], {"a": count}), "a4", style)))
    assert [len(page.sides) for page in pages[::2]] == ([count] if count < 10 else [9, 1])
    for front, back in _pairs(pages):
        check_behind(front.sides, back.sides, through(front, style))


@pytest.mark.parametrize("style", both_sides)
def test_pieces_without_a_back_have_blank_paper_behind_them(style: Style) -> None:
    made = [p._replace(back=None if i % 3 else p.back) for i, p in enumerate(pieces(SHAPES[0], {"a": 9}))]
    front, back = printed(written(laid_out(tuple(made), "a4", style)))
    with_backs = {name: side for name, side in front.sides.items() if int(name[2:]) % 3 == 1}
    assert len(front.sides) == 9
    check_behind(with_backs, back.sides, through(front, style))


@pytest.mark.parametrize("style", both_sides)
def test_a_sheet_whose_pieces_have_no_backs_has_a_blank_page_behind_it(style: Style) -> None:
    """Else the next front would be printed on its other side."""
    made = [p._replace(back=None if p.group == "a" else p.back) for p in pieces(SHAPES[0], {"a": 2, "b": 2})]
    pages = printed(written(laid_out(tuple(made), "a4", style)))
    assert [sorted(page.sides) for page in pages] == [["Fa1", "Fa2"], [], ["Fb1", "Fb2"], ["Bb1", "Bb2"]]


def test_pages_are_a_front_and_its_back_in_turn() -> None:
    pages = laid_out(pieces(SHAPES[0]), "a4", "duplex-long")
    fronts = [f"cards {i}/3" for i in range(1, 4)]
    assert [page.label for page in pages] == [label for name in fronts for label in (name, f"{name} back")]


# Folding


FOLDED = [
    *itertools.product(SHAPES, ("a4", "letter"), (False, True)),
    *itertools.product((SHAPES[3], SHAPES[4]), ("a5",), (False, True)),
    (SHAPES[0], "a5", True),
]


@pytest.mark.parametrize(("shape", "paper", "is_lying"), FOLDED, ids=lambda part: getattr(part, "name", str(part)))
def test_folded_backs_come_to_lie_behind_their_fronts(shape: Shape, paper: str, is_lying: bool) -> None:
    found = []
    for page in built(shape, paper, "fold", is_lying=is_lying):
        fronts, backs = (
            {name: side for name, side in page.sides.items() if name[0] == first} for first in ("F", "B")
        )
        check_behind(fronts, backs, folded(page))
        found += list(fronts)
        axis = 0 if abs(page.fold.start[0] - page.fold.end[0]) < NEAR else 1
        fold = page.fold.start[axis]
        assert len({side.middle[axis] < fold for side in fronts.values()}) == 1
        for side in page.sides.values():
            box = side.box(shape.size, max(BACK_BLEED, shape.bleed) if side.name[0] == "B" else shape.bleed)
            assert max(box[axis] - fold, fold - box[axis + 2]) >= FOLD_CLEAR - NEAR
    assert len(found) == sum(COUNTS.values())


def test_two_cards_and_a_fold_that_need_more_than_the_paper_are_refused() -> None:
    with pytest.raises(FitError) as caught:
        planned(SHAPES[0], "a5", "fold", is_lying=False)
    assert caught.value.needed == (63.5, 88.9)


def test_a_fold_across_the_page_turns_backs_upside_down_and_one_up_the_page_does_not() -> None:
    ways = set()
    for shape, paper, is_lying in itertools.product(SHAPES[:4], ("a4", "letter"), (False, True)):
        for page in built(shape, paper, "fold", is_lying=is_lying):
            is_across = abs(page.fold.start[1] - page.fold.end[1]) < NEAR
            for name, front in page.sides.items():
                if name[0] == "F" and abs(front.up[1]) > 0.5:
                    back = page.sides[f"B{name[1:]}"]
                    same = back.up[1] * front.up[1]
                    assert same == pytest.approx(-1 if is_across else 1, abs=0.01)
                    ways.add(is_across)
    assert ways == {True, False}


# Bleed, marks, offset


def gap(mark: Line, box: Rect) -> float:
    """Return how far a level or upright mark stays from a box; below 0 it runs into it."""
    (x0, y0), (x1, y1) = mark.start, mark.end
    across = max(box.left - max(x0, x1), min(x0, x1) - box.right)
    down = max(box.top - max(y0, y1), min(y0, y1) - box.bottom)
    return max(across, down)


@each_way
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("style", [*both_sides, "fold", "none"])
@pytest.mark.parametrize("shape", SHAPES[:4], ids=lambda shape: shape.name)
def test_crop_marks_touch_no_face_and_no_bleed(
    shape: Shape,
    style: Style,
    paper: str,
    is_lying: bool,
) -> None:
    for page in built(shape, paper, style, is_lying=is_lying):
        fronts = [side for name, side in page.sides.items() if name[0] == "F"]
        if not fronts:
            assert page.crop_marks == []  # backs are cut from the front
            continue
        assert len(page.crop_marks) >= 4
        for mark in page.crop_marks:
            for side in page.sides.values():
                bleed = max(BACK_BLEED, shape.bleed) if side.name[0] == "B" else shape.bleed
                assert gap(mark, side.box(shape.size, bleed)) > 0.5


@each_way
@pytest.mark.parametrize("style", ["duplex-long", "none"])
@pytest.mark.parametrize("shape", SHAPES[:4], ids=lambda shape: shape.name)
def test_every_edge_of_every_card_lies_between_two_crop_marks(shape: Shape, style: Style, is_lying: bool) -> None:
    for page in built(shape, "a4", style, is_lying=is_lying):
        fronts = [side.box(shape.size) for name, side in page.sides.items() if name[0] == "F"]
        for axis in (0, 1):
            ends = [
                (mark.start[axis], mark.start[1 - axis])
                for mark in page.crop_marks
                if abs(mark.start[axis] - mark.end[axis]) < NEAR
            ]
            for box in fronts:
                for edge in (box[axis], box[axis + 2]):
                    along = [at for place, at in ends if abs(place - edge) < NEAR]
                    assert min(along) < box[1 - axis]
                    assert max(along) > box[3 - axis]


OFFSETS = ((0.5, -1.0), (-2.0, 0.75))


@each_way
@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("style", both_sides)
@pytest.mark.parametrize("shape", [SHAPES[0], SHAPES[4]], ids=lambda shape: shape.name)
def test_the_offset_shifts_all_backs_right_and_down_and_no_front(
    shape: Shape,
    style: Style,
    offset: Pair,
    is_lying: bool,
) -> None:
    plain = built(shape, "a4", style, is_lying=is_lying)
    moved = built(shape, "a4", style, is_lying=is_lying, offset=offset)
    for number, (one, other) in enumerate(zip(plain, moved, strict=True)):
        dx, dy = offset if number % 2 else (0.0, 0.0)
        assert set(one.sides) == set(other.sides)
        for name, side in one.sides.items():
            x, y = side.middle
            assert other.sides[name].middle == pytest.approx((x + dx, y + dy), abs=NEAR)
            assert other.sides[name].up == pytest.approx(side.up)


@pytest.mark.parametrize("shape", SHAPES[:4], ids=lambda shape: shape.name)
def test_backs_bleed_outward_and_stop_halfway_to_their_neighbours(shape: Shape) -> None:
    _, back = laid_out(pieces(shape, {"a": 4}), "a4", "duplex-long")
    trims = [Rect(0, 0, *piece.drawing.size).moved(piece.at) for piece in back.pieces]
    whole = Rect(*(pick(box[i] for box in trims) for i, pick in enumerate((min, min, max, max))))
    bleed = max(BACK_BLEED, shape.bleed)
    for piece, trim in zip(back.pieces, trims, strict=True):
        shown = piece.shown
        for i in range(4):
            reach = abs(shown[i] - trim[i])
            if trim[i] == pytest.approx(whole[i]):
                assert reach == pytest.approx(bleed)
        for other in trims:
            if other is not trim:
                room = max(other.left - trim.right, trim.left - other.right,
                           other.top - trim.bottom, trim.top - other.bottom)  # fmt: skip
                into = other.common(shown)
                assert into is None or min(into.size) <= 0.11
                assert room >= -1e-6


def test_backs_that_touch_leave_no_paper_between_them() -> None:
    """Pixels of a sheet of backs: no white line runs between cards that lie edge to edge."""
    picture = pixels_of(written(laid_out(pieces(SHAPES[0], {"a": 9}), "a4", "duplex-long")), 1, 150)
    dark = np.asarray((picture < 250).all(axis=-1))
    rows, columns = (np.unique(places) for places in np.nonzero(dark))
    inner = dark[rows[0] + 1 : rows[-1], columns[0] + 1 : columns[-1]]
    assert inner.all()
    assert inner.shape[1] / 150 * 25.4 == pytest.approx(3 * 63.5 + 2 * BACK_BLEED, abs=0.5)


def pixels_of(data: bytes, page: int, dpi: float) -> Picture:
    """Return a page as rows × columns × RGB."""
    with pypdfium2.PdfDocument(data) as file:
        return np.asarray(file[page].render(scale=dpi / 72, rev_byteorder=True).to_numpy()[..., :3], np.uint8)


# The shipped deck and tiles


@cache
def shipped(asset: str, paper: str, style: Style, game: str, *overrides: str) -> bytes:
    loaded = load(*overrides, game=game)
    sheet = pipeline.sheet_of(paper, None, Backs(style))
    made = pipeline.make(loaded, loaded.assets[asset], sheet, library.fonts_of(loaded))
    (data,) = pipeline.rendered(made, library.fonts_of(loaded), pipeline.target_of("pdf", verify=True))
    return data


@pytest.mark.parametrize(
    ("style", "asked"), [("duplex-long", "/DuplexFlipLongEdge"), ("duplex-short", "/DuplexFlipShortEdge")]
)
@pytest.mark.parametrize(
    ("game", "asset", "overrides"),
    [("battle-hex", "deck", ()), ("hexflow", "tiles", ("tiles.back=plain",))],
    ids=["deck", "tiles"],
)
def test_a_pdf_with_backs_asks_for_the_edge(
    game: str, asset: str, overrides: tuple[str, ...], style: Style, asked: str
) -> None:
    with pikepdf.open(BytesIO(shipped(asset, "a4", style, game, *overrides))) as file:
        assert file.Root.ViewerPreferences.Duplex == asked
        assert file.Root.ViewerPreferences.PrintScaling == "/None"
        assert len(file.pages) % 2 == 0


@pytest.mark.parametrize("style", ["fold", "none"])
def test_a_pdf_without_another_side_asks_for_no_edge(style: Style) -> None:
    with pikepdf.open(BytesIO(shipped("deck", "a4", style, "battle-hex"))) as file:
        assert "/Duplex" not in file.Root.ViewerPreferences
    with pikepdf.open(BytesIO(render("board", "a4"))) as file:
        assert "/Duplex" not in file.Root.ViewerPreferences


def of_colour(picture: Picture, rgb: tuple[int, int, int]) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return which pixels are of about this colour."""
    return np.asarray((np.abs(picture.astype(int) - np.array(rgb)) < 24).all(axis=-1))


VERMILION, INK = (213, 94, 0), (0, 0, 0)


def ground_of(data: bytes, page: int, dpi: float = 40) -> str:
    """Say whose back a page shows, by the colour that covers most of what is not white."""
    picture = pixels_of(data, page, dpi)
    red, black = (of_colour(picture, rgb).mean() for rgb in (VERMILION, INK))
    return "red" if red > 0.2 else "black" if black > 0.2 else "none"


def test_two_decks_of_26_take_three_and_three_sheets_and_share_no_back() -> None:
    data = shipped("deck", "a4", "duplex-long", "battle-hex")
    with pikepdf.open(BytesIO(data)) as file:
        assert len(file.pages) == 12
    assert [ground_of(data, page) for page in range(12)] == ["none", "red"] * 3 + ["none", "black"] * 3


@pytest.mark.parametrize("style", both_sides)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_shipped_backs_cover_the_cards_behind_them_and_2_to_3_mm_more(paper: str, style: Style) -> None:
    """The cards by the crop marks of the front, the backs by the pixels of the other page."""
    dpi = 100
    data = shipped("deck", paper, style, "battle-hex")
    width, height = PAPERS[paper]
    front = Printed(Size(width, height), {}, lines(data, 0))
    xs = [mark.start[0] for mark in front.crop_marks if abs(mark.start[0] - mark.end[0]) < NEAR]
    ys = [mark.start[1] for mark in front.crop_marks if abs(mark.start[1] - mark.end[1]) < NEAR]
    red = of_colour(pixels_of(data, 1, dpi), VERMILION)
    found_rows, found_columns = np.nonzero(red)
    rows, columns = np.unique(found_rows) / dpi * 25.4, np.unique(found_columns) / dpi * 25.4
    if style == "duplex-long":
        cards = Rect(width - max(xs), min(ys), width - min(xs), max(ys))
    else:
        cards = Rect(min(xs), height - max(ys), max(xs), height - min(ys))
    bleed = (
        cards.left - columns[0],
        cards.top - rows[0],
        columns[-1] + 25.4 / dpi - cards.right,
        rows[-1] + 25.4 / dpi - cards.bottom,
    )
    assert all(2.0 <= side <= 3.0 for side in bleed), bleed


def test_tiles_of_each_player_have_that_players_backs() -> None:
    data = shipped("tiles", "a4", "duplex-long", "hexflow", "tiles.back=plain")
    pages = [[word.text for word in words(data, page)] for page in range(4)]
    with pikepdf.open(BytesIO(data)) as file:
        assert len(file.pages) == 4
    assert len(pages[1]) == len(pages[3]) == 22
    assert set(pages[1]) & set(pages[3]) == set()


# The command


def run(*asked: str) -> Any:
    return CliRunner().invoke(main, ["build", "battle-hex", "--only", "deck", *asked], catch_exceptions=False)


@pytest.mark.parametrize(
    ("style", "pages"), [("duplex-long", 12), ("duplex-short", 12), ("fold", 14), ("none", 6)]
)
def test_the_command_takes_each_style(tmp_path: FilePath, style: str, pages: int) -> None:
    result = run("--backs", style, "-o", str(tmp_path), "--verify")
    assert result.exit_code == 0, result.output
    with pikepdf.open(tmp_path / "battle-hex" / "deck.pdf") as file:
        assert len(file.pages) == pages


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.5 mm,-1 mm", (0.5, -1.0)),
        ("-1mm, 2 mm", (-1.0, 2.0)),
        ("0 mm,0 mm", (0.0, 0.0)),
        ("-0.1 in,1 cm", (-2.54, 10.0)),
    ],
)
def test_offsets_are_two_lengths(text: str, expected: Pair) -> None:
    assert pipeline.backs_of("duplex-long", text).offset == pytest.approx(expected)


@pytest.mark.parametrize(
    ("style", "offset", "message"),
    [
        ("both", None, "backs are not printed as 'both'"),
        ("duplex", None, "backs are not printed as 'duplex'"),
        ("duplex-long", "1 mm", "expected two lengths"),
        ("duplex-long", "", "expected two lengths"),
        ("duplex-long", "1,2", "the unit is missing"),
        ("duplex-long", "1 mm,2 mm,3 mm", "is not understood"),
        ("duplex-long", "one,two", "is not understood"),
        ("duplex-long", "--1 mm,2 mm", "is not understood"),
        ("duplex-short", "21 mm,0 mm", "is larger than 20 mm"),
        ("duplex-short", "0 mm,-21 mm", "is larger than 20 mm"),
        ("fold", "1 mm,1 mm", "shifts the other side of the paper"),
        ("none", "1 mm,1 mm", "shifts the other side of the paper"),
    ],
)
def test_what_is_no_style_or_no_offset_is_refused(style: str, offset: str | None, message: str) -> None:
    with pytest.raises(RequestError) as caught:
        pipeline.backs_of(style, offset)
    (problem,) = caught.value.problems
    assert message in problem.message
    assert style in pipeline.BACKS or "allowed: duplex-long, duplex-short, fold, none" in (problem.hint or "")


def test_an_unknown_style_ends_with_2_and_writes_nothing(tmp_path: FilePath) -> None:
    result = run("--backs", "duplex-lang", "-o", str(tmp_path))
    assert result.exit_code == 2
    assert "did you mean 'duplex-long'?" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_offset_within_the_margins_is_taken_and_one_that_moves_backs_off_the_paper_is_not(
    tmp_path: FilePath,
) -> None:
    """The cards of A4 stand 9.75 mm from the edge: what the file's page does not hold is not printed at all."""
    assert run("--back-offset", "8 mm,0 mm", "-o", str(tmp_path / "in")).exit_code == 0
    result = run("--back-offset", "15 mm,0 mm", "-o", str(tmp_path / "out"))
    assert result.exit_code in (1, 2)
    assert " mm" in result.stderr
    assert not (tmp_path / "out").exists()


def test_backs_that_save_ink_have_a_white_ground(tmp_path: FilePath) -> None:
    assert run("--ink", "saver", "-o", str(tmp_path)).exit_code == 0
    data = (tmp_path / "battle-hex" / "deck.pdf").read_bytes()
    for page, rgb in ((1, VERMILION), (7, INK)):
        picture = pixels_of(data, page, 100)
        assert 0.002 < of_colour(picture, rgb).mean() < 0.1
        assert (picture > 250).all(axis=-1).mean() > 0.5
