"""Checks of a Document before anything is written: what would come out wrong on paper stops the build."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import NamedTuple

from printkit.drawing import Document, Image, Item, Page, Path, Text, items_in
from printkit.errors import listed_signs, quoted
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Sides, clipped
from printkit.theme import LEAST_CONTRAST, SMALLEST_PT
from printkit.units import TOLERANCE


class _Seen(NamedTuple):
    """A text's box, and what is wrong with it wherever it stands."""

    box: Rect
    wrong: tuple[str, ...]


See = Callable[[Text], _Seen]


def faults(document: Document, fonts: Fonts) -> Iterator[str]:
    """Give what is wrong with a document, in words."""
    see = cache(partial(_seen, fonts=fonts))  # the same texts come again on many pieces
    for page in document.pages:
        yield from _unprintable(page)
        paper = Rect(0, 0, *page.paper)
        for symbol in page.pieces:
            limit = paper if symbol.clip is None else Rect(0, 0, *symbol.drawing.size).moved(symbol.at)
            yield from _all_text_faults((symbol,), limit, page.label, see)
        yield from _all_text_faults(page.marks, paper, page.label, see)
        yield from _disturbed(page, fonts)


def _unprintable(page: Page) -> Iterator[str]:
    for piece in page.pieces:
        box = piece.window
        off = max(-box.left, -box.top, box.right - page.paper.width, box.bottom - page.paper.height)
        if off > TOLERANCE:
            yield f"{page.label}: a piece runs {off:.1f} mm off the paper"
            continue
        inner = page.printable
        beyond = max(
            inner.left - box.left, inner.top - box.top, box.right - inner.right, box.bottom - inner.bottom
        )
        if beyond > TOLERANCE:
            yield f"{page.label}: a piece lies {beyond:.1f} mm outside the printable area"


def _all_text_faults(items: Iterable[Item], limit: Rect, label: str, see: See) -> Iterator[str]:
    """Check the texts of some items; they must stay within the paper, or within a piece over several sheets."""
    for item, (x, y) in items_in(items):
        if not isinstance(item, Text):
            continue
        (left, top, right, bottom), wrong = see(item)
        beyond = max(
            limit.left - left - x, limit.top - top - y, right + x - limit.right, bottom + y - limit.bottom
        )
        if beyond > TOLERANCE:
            wrong = (*wrong, f"runs {beyond:.1f} mm off the paper")
        for fault in wrong:
            yield f"{label}: the text {quoted(item.string)} {fault}"


def lacking(string: str, weight: str, fonts: Fonts) -> str | None:
    """Say which characters of a text its font has no glyphs for; None where it has all."""
    missing = fonts.missing(string, weight)
    return f"has characters that the {weight} font lacks: {listed_signs(missing)}" if missing else None


def _seen(text: Text, fonts: Fonts) -> _Seen:
    width = fonts.width(text.string, text.weight, text.size_pt)
    return _Seen(text.bounds(width), tuple(_text_faults(text, width, fonts)))


def _text_faults(text: Text, width: float, fonts: Fonts) -> Iterator[str]:
    lack = lacking(text.string, text.weight, fonts)
    if lack is not None:
        yield lack
    if text.room is not None and width > text.room + TOLERANCE:
        yield f"is {width - text.room:.1f} mm too wide for its {text.room:.1f} mm"
    if text.size_pt < SMALLEST_PT:
        yield f"is set in {text.size_pt:g} pt; the smallest that reads well is {SMALLEST_PT:g} pt"
    contrast = text.colour.contrast(text.ground)
    if contrast < LEAST_CONTRAST:
        yield f"has a contrast of {contrast:.1f}; it must be {LEAST_CONTRAST:g} at least"


def _disturbed(page: Page, fonts: Fonts) -> Iterator[str]:
    """Check that nothing but markers comes into the quiet boxes."""
    quiet = [box.moved(piece.at) for piece in page.pieces for box in piece.drawing.quiet]
    if not quiet:
        return
    inner = [box.grown(Sides.all_round(-TOLERANCE)) for box in quiet]
    for item, shift in items_in((*page.pieces, *page.marks)):
        if item.role == "marker":
            continue
        if isinstance(item, Text):
            box = item.bounds(fonts.width(item.string, item.weight, item.size_pt)).moved(shift)
            hits = sum(box.overlaps(place) for place in inner)
        else:
            drawn = item.bounds().moved(shift)
            near = (place for place in inner if drawn.overlaps(place))
            hits = sum(_meets(item, place.moved(Point(-shift.x, -shift.y))) for place in near)
        if hits:
            what = f"the text {quoted(item.string)}" if isinstance(item, Text) else "a line or area"
            yield f"{page.label}: {what} comes into the quiet zone of {hits} marker or blank patch"


def _meets(path: Path | Image, box: Rect) -> bool:
    half = path.stroke.width / 2 if isinstance(path, Path) and path.stroke is not None else 0.0
    grown = box.grown(Sides.all_round(half))
    return any(clipped(start, end, grown) is not None for start, end in path.edges())
