"""What every sheet carries beside its pieces: crop marks, two rulers and a footer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from printkit.drawing import Item, Page, Path, Segment, Symbol, Text, line
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Sides
from printkit.layouts import Titles
from printkit.layouts._rulers import Extents, rulers
from printkit.profile import Sheet
from printkit.theme import CAPTION_GREY, CAPTION_PT, MARK_LINE

CROP_OFFSET = 1.5  # mm from the trim to the mark
CROP_LENGTH = 4.0
EDGE = 0.5  # mm that marks keep from the paper's edge
SHORTEST = 1.0  # mm, a mark that can be seen

FOOTER_CLEARANCE = 1.5
FOOTER_HEIGHT = 2.0


class Cuts(NamedTuple):
    """Where straight cuts go: x of the upright ones, y of the level ones, in mm on the sheet.

    ``within`` is the box at whose edges their marks stand, where it is not that of the cuts themselves.
    """

    upright: tuple[float, ...]
    level: tuple[float, ...]
    within: Rect | None = None

    @property
    def box(self) -> Rect:
        """The box outside of which the marks stand."""
        return self.within or Rect(self.upright[0], self.level[0], self.upright[-1], self.level[-1])


def finished(
    pieces: tuple[Symbol, ...],
    cuts: Cuts,
    sheet: Sheet,
    titles: Titles,
    number: int,
    count: int,
    *,
    place: str = "",
    more: tuple[Item, ...] = (),
    faces: Sequence[Rect] | None = None,
    is_left_free: bool = True,
    extents: Extents | None = None,
) -> Page:
    """Make the page of placed pieces with crop marks, rulers, footer and what a layout adds.

    ``place`` names the sheet among several that are joined; ``faces`` are the boxes that carry no ruler if
    possible, where these are not the pieces that straight cuts part; ``is_left_free`` says that a ruler may stand
    at the left, since nothing is joined there; ``extents`` are shared by the sheets of a document.
    """
    marks: list[Item] = [*crop_marks(cuts, Rect(0, 0, *sheet.size)), *more]
    if faces is None:
        faces = [piece.window for piece in pieces] if cuts.level else []
    extents = extents or Extents(titles.fonts)
    marks += rulers(sheet, (*pieces, *marks), faces, extents, is_left_free=is_left_free)
    counted = f"{number}/{count} · {place}" if place else f"{number}/{count}"
    parts = (titles.game, titles.asset, counted, sheet.name, "print at 100 %", titles.credit)
    reach = cuts.box.bottom + CROP_OFFSET + CROP_LENGTH if cuts.level else 0.0
    in_the_way = cuts.upright if reach > sheet.footer_at.y - FOOTER_HEIGHT else ()
    marks += footer(parts, in_the_way, sheet, titles.fonts)
    label = f"{titles.asset} {counted}"
    return Page(label, sheet.size, sheet.printable, pieces, tuple(marks))


def footer(parts: tuple[str, ...], marks: tuple[float, ...], sheet: Sheet, fonts: Fonts) -> list[Text]:
    """Set the parts in a line at the foot of the sheet, going on behind a crop mark where one is in the way.

    A game's long title is shortened, and so is the credit, the last part, where it has no room; whole, both stand
    in the file's properties.
    """
    texts: list[Text] = []
    x, baseline = sheet.footer_at
    right = sheet.printable.right
    parts = (_shortened(parts[0], fonts, LONGEST_TITLE * (right - x)), *parts[1:])
    for i, part in enumerate(parts):
        string = part if not texts else f"{BETWEEN}{part}"
        end = x + fonts.width(string, "regular", CAPTION_PT)
        rest = fonts.width(BETWEEN.join(parts[i:]), "regular", CAPTION_PT)
        for mark in marks:
            crosses = x - FOOTER_CLEARANCE < mark < end + FOOTER_CLEARANCE
            if crosses and mark + FOOTER_CLEARANCE + rest <= right:
                x, string = mark + FOOTER_CLEARANCE, part
        if i == len(parts) - 1 and texts:
            kept = _shortened(string, fonts, right - x)
            if kept != string and len(kept) < SHORTEST_CREDIT:
                break
            string = kept
        at, room = Point(x, baseline), right - x
        texts.append(Text(at, string, CAPTION_PT, "regular", CAPTION_GREY, room=room, role="mark"))
        x += fonts.width(string, "regular", CAPTION_PT)
    return texts


BETWEEN = " · "
LONGEST_TITLE = 0.4  # of the width of the footer
SHORTEST_CREDIT = 12  # characters, with the sign before it; a shorter one says nothing


def _shortened(string: str, fonts: Fonts, room: float) -> str:
    """Return as many words of a text as fit, with an ellipsis in place of the others."""
    if fonts.width(string, "regular", CAPTION_PT) <= room:
        return string
    words = string.split(" ")
    while words and fonts.width(" ".join(words) + " …", "regular", CAPTION_PT) > room:
        words.pop()
    return " ".join(words) + " …" if any(words) else ""


def crop_marks(cuts: Cuts, paper: Rect) -> list[Item]:
    """Draw a mark at both ends of every cut, outside the pieces, numbered in the order of cutting.

    Inner cuts come first, so that no cut takes away the marks of the next. Where the paper ends sooner, marks are
    shorter, and numbers that have no room are left out.
    """
    if not cuts.upright:
        return []
    box, edge = cuts.box, paper.grown(Sides.all_round(-EDGE))
    segments: list[Segment] = []
    labels: list[Item] = []
    order = _order(cuts)
    for position, (is_upright, at) in enumerate(order, 1):
        near, far = (box.top, box.bottom) if is_upright else (box.left, box.right)
        low, high = (edge.top, edge.bottom) if is_upright else (edge.left, edge.right)
        reach = CROP_OFFSET + CROP_LENGTH
        for start, end in (
            (near - CROP_OFFSET, max(near - reach, low)),
            (far + CROP_OFFSET, min(far + reach, high)),
        ):
            if abs(end - start) >= SHORTEST and low <= end <= high and (end < start) == (start < near):
                ends = (Point(at, start), Point(at, end)) if is_upright else (Point(start, at), Point(end, at))
                segments.extend(line(*ends))
        where = Point(at + 0.8, box.top - 2.5) if is_upright else Point(box.left - 2.6, at - 0.6)
        if len(order) > 4 and edge.left <= where.x <= edge.right - 4 and where.y - 2.0 >= edge.top:
            labels.append(Text(where, str(position), CAPTION_PT, "regular", CAPTION_GREY, role="mark"))
    marks = [Path(tuple(segments), stroke=MARK_LINE, role="mark")] if segments else []
    return [*marks, *labels]


def _order(cuts: Cuts) -> list[tuple[bool, float]]:
    box = cuts.box
    cut_places = [(True, x) for x in cuts.upright] + [(False, y) for y in cuts.level]
    return sorted(
        cut_places, key=lambda cut: cut[1] in ((box.left, box.right) if cut[0] else (box.top, box.bottom))
    )
