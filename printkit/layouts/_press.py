"""A face a page for shops and vendors: front, back, front, back, with bleed, and marks outside of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printkit.drawing import (
    PAPER,
    REGISTRATION,
    Drawing,
    Item,
    Page,
    Path,
    Piece,
    Segment,
    Stroke,
    Symbol,
    Text,
    circle,
    line,
    polyline,
)
from printkit.geometry import Point, Rect, Sides, Size
from printkit.layouts import Titles, outline_of
from printkit.press import PressProfile
from printkit.theme import CAPTION_GREY, CAPTION_PT
from printkit.units import PAPERS

SLUG = 12.0  # mm of paper outside the bleed, for marks
MARK_FROM, MARK_LENGTH = 1.0, 6.0  # mm from the bleed
TARGET_AT, TARGET = 6.0, 2.0  # registration marks: mm from the bleed, radius
MARK = Stroke(REGISTRATION, 0.1)
CUT = Stroke(PAPER, 0.09)  # drawn in the spot colour of cut lines


def faces(pieces: Sequence[Piece], profile: PressProfile, titles: Titles) -> tuple[Page, ...]:
    """Put each face of each piece on a page of its own."""
    pages = []
    for number, piece in enumerate(pieces, 1):
        sides = [("", piece.front)] if piece.back is None else [("front", piece.front), ("back", piece.back)]
        for side, drawing in sides:
            label = " ".join(part for part in (titles.asset, f"{number}/{len(pieces)}", side) if part)
            pages.append(_page(piece, drawing, profile, label, titles))
    return tuple(pages)


def _page(piece: Piece, drawing: Drawing, profile: PressProfile, label: str, titles: Titles) -> Page:
    face = drawing if piece.is_cut else _sheet(drawing, profile)
    product = profile.product_for(face.size, piece.hex_flats)
    page = profile.page_of(product, face.size)
    slug = SLUG if profile.marks else 0.0
    x, y = (page.width - face.size.width) / 2, (page.height - face.size.height) / 2
    at = Point(slug + x, slug + y)
    if not (profile.marks and piece.is_cut):
        face = without_cuts(face)
    trim = Rect(0, 0, *face.size)
    placed = Symbol(face._replace(bleed=Sides(x, y, x, y)), at, trim.grown(Sides(x, y, x, y)))
    paper = Size(page.width + 2 * slug, page.height + 2 * slug)
    marks: tuple[Item, ...] = ()
    if profile.marks:
        bleed = Rect(slug, slug, slug + page.width, slug + page.height)
        marks = (*_marks(trim.moved(at), bleed), *_label(f"{titles.game} · {label}", bleed, titles))
        if piece.is_cut and not has_cuts(face):
            outline = polyline((Point(at.x + x, at.y + y) for x, y in outline_of(piece)), closed=True)
            marks = (*marks, Path(outline, stroke=CUT, role="cut"))
    return Page(label, paper, Rect(0, 0, *paper), (placed,), marks)


def _sheet(drawing: Drawing, profile: PressProfile) -> Drawing:
    """Put what is not cut in the middle of a sheet."""
    size = Size(*PAPERS[profile.sheet])
    if drawing.size.width > drawing.size.height:
        size = size.turned()
    at = Point((size.width - drawing.size.width) / 2, (size.height - drawing.size.height) / 2)
    return Drawing(size, (Symbol(drawing, at),))


def has_cuts(drawing: Drawing) -> bool:
    """Whether a drawing says itself where it is cut."""
    return any(not isinstance(item, Symbol) and item.role == "cut" for item in drawing.items)


def without_cuts(drawing: Drawing) -> Drawing:
    """Return a drawing without the lines that say where to cut."""
    if not has_cuts(drawing):
        return drawing
    kept = tuple(item for item in drawing.items if isinstance(item, Symbol) or item.role != "cut")
    return drawing._replace(items=kept)


def _marks(trim: Rect, bleed: Rect) -> Iterator[Item]:
    """Draw crop marks at the corners and registration marks at the sides, all of them outside the bleed."""
    crops: list[Segment] = []
    for x in (trim.left, trim.right):
        for edge, way in ((bleed.top, -1), (bleed.bottom, 1)):
            crops += line(Point(x, edge + way * MARK_FROM), Point(x, edge + way * (MARK_FROM + MARK_LENGTH)))
    for y in (trim.top, trim.bottom):
        for edge, way in ((bleed.left, -1), (bleed.right, 1)):
            crops += line(Point(edge + way * MARK_FROM, y), Point(edge + way * (MARK_FROM + MARK_LENGTH), y))
    (x, y), (left, top, right, bottom) = trim.center, bleed
    for at in (
        Point(x, top - TARGET_AT),
        Point(right + TARGET_AT, y),
        Point(x, bottom + TARGET_AT),
        Point(left - TARGET_AT, y),
    ):
        crops += circle(at, TARGET)
        crops += line(Point(at.x - 1.6 * TARGET, at.y), Point(at.x + 1.6 * TARGET, at.y))
        crops += line(Point(at.x, at.y - 1.6 * TARGET), Point(at.x, at.y + 1.6 * TARGET))
    yield Path(tuple(crops), stroke=MARK, role="mark")


def _label(string: str, bleed: Rect, titles: Titles) -> Iterator[Text]:
    """Say in the slug what the page is, where there is room for it."""
    room = bleed.size.width / 2 - 2 * TARGET - 4.0
    if titles.fonts.width(string, "regular", CAPTION_PT) <= room:
        at = Point(bleed.left + 2.0, bleed.bottom + SLUG - 2.0)
        yield Text(at, string, CAPTION_PT, "regular", CAPTION_GREY, role="mark")
