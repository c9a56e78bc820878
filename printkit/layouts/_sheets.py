"""Sheet after sheet of pieces with their backs: what layouts of many pieces share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple, Protocol

from printkit.drawing import INK, Drawing, Item, Page, Path, Piece, Stroke, Symbol, Text, line
from printkit.errors import FitError
from printkit.geometry import Point, Rect, Size
from printkit.layouts import Titles, backs_style
from printkit.layouts._backs import Axis, Place, axis_of, mirrored, put, put_with_bleed
from printkit.layouts._marks import Cuts, finished
from printkit.layouts._rulers import STRIP, Extents, rulers
from printkit.profile import Sheet
from printkit.theme import CAPTION_GREY, CAPTION_PT
from printkit.turning import Turner

FOLD_CLEAR = 5.0  # mm from the fold to the bleed
FREE = 3.0  # mm beside the bleed, so that a ruler may stand there
FOLD_LINE = Stroke(INK, 0.15, "butt", (2.0, 1.0))
AXES: tuple[Axis, Axis] = ("upright", "level")


class Marks(NamedTuple):
    """How the pieces of a sheet are cut: straight cuts with marks, or lines; and the boxes that carry no ruler."""

    cuts: Cuts
    lines: tuple[Item, ...] = ()
    faces: tuple[Rect, ...] | None = None


class Plan(Protocol):
    """The places of a full sheet."""

    @property
    def places(self) -> Sequence[Place]:
        """The places in the order in which they are filled."""

    @property
    def needed(self) -> Size:
        """The room that one piece takes."""

    @property
    def room_size(self) -> Size:
        """The room that there is."""

    def marks(self, number: int) -> Marks:
        """Return how a sheet with that many pieces is cut."""


def sheets(
    pieces: tuple[Piece, ...], sheet: Sheet, titles: Titles, plan_in: Callable[[Rect], Plan], *, is_boxed: bool
) -> tuple[Page, ...]:
    """Fill sheet after sheet; a part-filled one keeps the places of a full one, and each group begins a new one.

    Where pieces have backs, these lie behind them, or beyond a fold, and the paper stands upright: what lies
    better on lying paper is turned. ``is_boxed`` says that the pieces are boxes, whose bleed ends where a
    neighbour begins.
    """
    backs = backs_style(pieces, sheet)
    plan, axis = _plan(pieces, sheet, plan_in, is_folded=backs == "fold")
    whole = plan.places
    if not whole:
        raise FitError(plan.needed, plan.room_size)
    turner = Turner()
    groups = [list(group) for _, group in groupby(pieces, key=lambda piece: piece.group)]
    size = len(whole)
    chunks = [group[i : i + size] for group in groups for i in range(0, len(group), size)]
    marks_of = cache(plan.marks)  # full sheets are cut alike
    pages: list[Page] = []
    for number, chunk in enumerate(chunks, 1):
        places = whole[: len(chunk)]
        placed = tuple(put(piece.front, place, turner) for piece, place in zip(chunk, places, strict=True))
        marks = marks_of(len(chunk)) if pieces[0].is_cut else Marks(Cuts((), ()))
        more = marks.lines
        behind: tuple[Symbol, ...] = ()
        if backs != "none":
            at = sheet.room.center if backs == "fold" else Rect(0, 0, *sheet.size).center
            over = [mirrored(place, axis, at.x if axis == "upright" else at.y) for place in places]
            drawn = [(piece.back, place) for piece, place in zip(chunk, over, strict=True) if piece.back]
            behind = tuple(_put_backs(drawn, turner, is_boxed=is_boxed))
        if backs == "fold":
            placed, more = (*placed, *behind), (*more, *_fold(sheet, axis))
        faces = marks.faces if backs != "fold" else tuple(symbol.shown for symbol in placed)
        front = finished(placed, marks.cuts, sheet, titles, number, len(chunks), more=more, faces=faces)
        pages.append(front)
        if backs.startswith("duplex"):  # a blank one too, or the next front would be printed on this one's back
            pages.append(_back_page(front, behind, sheet, titles))
    if backs != "none" and not sheet.is_upright:
        pages = [turner.page(page, 1) for page in pages]
    return tuple(_shifted(page, sheet.backs.offset) if page.label.endswith(BACK) else page for page in pages)


def count(pieces: tuple[Piece, ...], sheet: Sheet, plan_in: Callable[[Rect], Plan]) -> int:
    """Return how many pages ``sheets`` makes, 0 where nothing fits."""
    backs = backs_style(pieces, sheet)
    size = len(_plan(pieces, sheet, plan_in, is_folded=backs == "fold")[0].places)
    if not size:
        return 0
    groups = [sum(1 for _ in group) for _, group in groupby(pieces, key=lambda piece: piece.group)]
    return sum(-(-number // size) for number in groups) * (2 if backs.startswith("duplex") else 1)


BACK = " back"


def _plan(
    pieces: tuple[Piece, ...], sheet: Sheet, plan_in: Callable[[Rect], Plan], *, is_folded: bool
) -> tuple[Plan, Axis]:
    """Return the plan of a sheet, and the line about which backs lie mirrored."""
    if not is_folded:
        return plan_in(sheet.room), axis_of(sheet)
    bleed = max(max(piece.back.bleed) for piece in pieces if piece.back is not None)
    clear = FOLD_CLEAR + bleed
    left, top, right, bottom = sheet.room
    x, y = sheet.room.center
    # no bleed is to come into the footer below
    halves = (Rect(left, top, x - clear, bottom - bleed), Rect(left, top + bleed, right, y - clear))
    plans = [(plan_in(half), axis) for half, axis in zip(halves, AXES, strict=True)]
    return max(plans, key=lambda entry: len(entry[0].places))


def _put_backs(drawn: list[tuple[Drawing, Place]], turner: Turner, *, is_boxed: bool) -> list[Symbol]:
    if is_boxed:
        return put_with_bleed([back for back, _ in drawn], [place for _, place in drawn], turner)
    return [put(back, place, turner) for back, place in drawn]


def _fold(sheet: Sheet, axis: Axis) -> Iterator[Item]:
    """Draw the line along which the sheet is folded, the backs outward."""
    left, top, right, bottom = sheet.room
    x, y = sheet.room.center
    start, end = (Point(x, top), Point(x, bottom)) if axis == "upright" else (Point(left, y), Point(right, y))
    yield Path(line(start, end), stroke=FOLD_LINE, role="mark")
    at = Point(x + 1.0, top + 2.4) if axis == "upright" else Point(left + 6.0, y - 0.8)
    yield Text(at, "fold", CAPTION_PT, "regular", CAPTION_GREY, role="mark")


def _back_page(front: Page, symbols: tuple[Symbol, ...], sheet: Sheet, titles: Titles) -> Page:
    """Make the page behind another one; rulers stand there only where they come nowhere near the bleed."""
    page = Page(f"{front.label}{BACK}", sheet.size, sheet.printable, symbols, ())
    if not symbols:
        return page
    beside = min(page.bleed.left - sheet.room.left, sheet.room.right - page.bleed.right)
    if beside < STRIP + FREE:
        return page
    return page._replace(marks=tuple(rulers(sheet, symbols, (), Extents(titles.fonts))))


def _shifted(page: Page, by: Point) -> Page:
    """Move the pieces of a page, and with them what the printer reaches: it is off by as much the other way."""
    moved = (piece._replace(at=Point(piece.at.x + by.x, piece.at.y + by.y)) for piece in page.pieces)
    return page._replace(pieces=tuple(moved), printable=page.printable.moved(by))
