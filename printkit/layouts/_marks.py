"""What every sheet carries beside its pieces: crop marks, two rulers and a footer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from printkit.drawing import Item, Page, Path, Segment, Symbol, Text, items_in, line
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Sides, bounds, clipped
from printkit.layouts import Titles
from printkit.profile import Sheet
from printkit.theme import CAPTION_GREY, CAPTION_PT, MARK_LINE, RULER_LINE
from printkit.units import MM_PER_INCH

CROP_OFFSET = 1.5  # mm from the trim to the mark
CROP_LENGTH = 4.0

RULER_STRIP = 2.6  # mm, the width that a ruler takes
RULER_CLEARANCE = 1.5  # mm round any mark that a ruler crosses
QUIET_CLEARANCE = 0.2
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
    is_left_free: bool = True,
) -> Page:
    """Make the page of placed pieces with crop marks, rulers, footer and what a layout adds.

    ``place`` names the sheet among several that are joined; ``is_left_free`` says that a ruler may stand at the
    left, since nothing is joined there.
    """
    marks: list[Item] = [*crop_marks(cuts), *more]
    marks += rulers(sheet, (*pieces, *marks), titles.fonts, is_left_free=is_left_free)
    counted = f"{number}/{count} · {place}" if place else f"{number}/{count}"
    parts = (titles.game, titles.asset, counted, sheet.name, "print at 100 %", titles.credit)
    reach = cuts.box.bottom + CROP_OFFSET + CROP_LENGTH if cuts.level else 0.0
    in_the_way = cuts.upright if reach > sheet.footer_at.y - FOOTER_HEIGHT else ()
    marks += footer(parts, in_the_way, sheet, titles.fonts)
    label = f"{titles.asset} {counted}"
    return Page(label, sheet.size, sheet.printable, pieces, tuple(marks))


def footer(parts: tuple[str, ...], marks: tuple[float, ...], sheet: Sheet, fonts: Fonts) -> list[Text]:
    """Set the parts in a line at the foot of the sheet, going on behind a crop mark where one is in the way."""
    texts: list[Text] = []
    x, baseline = sheet.footer_at
    for part in parts:
        string = part if not texts else f" · {part}"
        end = x + fonts.width(string, "regular", CAPTION_PT)
        for mark in marks:
            if x - FOOTER_CLEARANCE < mark < end + FOOTER_CLEARANCE:
                x, string = mark + FOOTER_CLEARANCE, part
        at, room = Point(x, baseline), sheet.printable.right - x
        texts.append(Text(at, string, CAPTION_PT, "regular", CAPTION_GREY, room=room, role="mark"))
        x += fonts.width(string, "regular", CAPTION_PT)
    return texts


def crop_marks(cuts: Cuts) -> list[Item]:
    """Draw a mark at both ends of every cut, outside the pieces, numbered in the order of cutting.

    Inner cuts come first, so that no cut takes away the marks of the next.
    """
    if not cuts.upright:
        return []
    box = cuts.box
    segments: list[Segment] = []
    labels: list[Item] = []
    order = _order(cuts)
    for position, (is_upright, at) in enumerate(order, 1):
        for towards in (-1, 1):
            edge = (
                (box.top if is_upright else box.left) if towards < 0 else (box.bottom if is_upright else box.right)
            )
            near, far = edge + towards * CROP_OFFSET, edge + towards * (CROP_OFFSET + CROP_LENGTH)
            ends = (Point(at, near), Point(at, far)) if is_upright else (Point(near, at), Point(far, at))
            segments.extend(line(*ends))
        if len(order) > 4:
            where = Point(at + 0.8, box.top - 2.5) if is_upright else Point(box.left - 2.6, at - 0.6)
            labels.append(Text(where, str(position), CAPTION_PT, "regular", CAPTION_GREY, role="mark"))
    return [Path(tuple(segments), stroke=MARK_LINE, role="mark"), *labels]


def _order(cuts: Cuts) -> list[tuple[bool, float]]:
    box = cuts.box
    cut_places = [(True, x) for x in cuts.upright] + [(False, y) for y in cuts.level]
    return sorted(
        cut_places, key=lambda cut: cut[1] in ((box.left, box.right) if cut[0] else (box.top, box.bottom))
    )


class _Scale(NamedTuple):
    name: str
    step: float
    steps: int
    every: int  # a longer tick at each of these

    @property
    def length(self) -> float:
        return self.step * self.steps


MILLIMETRES = _Scale("100 mm", 5.0, 20, 2)
INCHES = _Scale("4 in", MM_PER_INCH / 4, 16, 4)


def rulers(sheet: Sheet, drawn: tuple[Item, ...], fonts: Fonts, *, is_left_free: bool = True) -> Iterator[Item]:
    """Draw 100 mm along the left edge of the printable area and 4 in along the right one.

    Where the left edge is not free, both stand at the right, side by side.
    """
    left, top, right, bottom = sheet.room
    at_right = Rect(right - RULER_STRIP, top, right, bottom)
    if is_left_free:
        yield from _ruler(MILLIMETRES, Rect(left, top, left + RULER_STRIP, bottom), 1, drawn, fonts)
    else:
        beside = at_right.moved(Point(-RULER_STRIP - RULER_CLEARANCE, 0))
        yield from _ruler(MILLIMETRES, beside, -1, drawn, fonts)
    yield from _ruler(INCHES, at_right, -1, drawn, fonts)


def _ruler(scale: _Scale, strip: Rect, inward: int, drawn: tuple[Item, ...], fonts: Fonts) -> Iterator[Item]:
    """Draw a ruler where it is broken least, of such places nearest the middle; its name stands in its middle."""
    quiet = [
        (box.top - QUIET_CLEARANCE, box.bottom + QUIET_CLEARANCE) for box in _quiet(drawn) if box.overlaps(strip)
    ]
    gaps = _gaps(strip, drawn, fonts)
    half_name = fonts.width(scale.name, "regular", CAPTION_PT) / 2 + 1.0
    spare = max(strip.size.height - scale.length, 0.0)

    def cost(start: float) -> tuple[float, float, float]:
        middle = start + scale.length / 2
        whole = (start, start + scale.length)
        hidden = _lost(gaps, middle - half_name, middle + half_name)
        return _lost(quiet, *whole), _lost(gaps, *whole) + hidden, abs(middle - strip.center.y)

    start = min((strip.top + spare * i / 80 for i in range(81)), key=cost)
    end, middle = start + scale.length, start + scale.length / 2
    base = strip.left if inward > 0 else strip.right
    name_gap = (middle - half_name, middle + half_name)
    has_name = not _lost([*gaps, *quiet], *name_gap)
    broken = sorted([*gaps, *quiet, name_gap] if has_name else [*gaps, *quiet])
    segments: list[Segment] = []
    for low, high in _between(broken, start, end):
        segments.extend(line(Point(base, low), Point(base, high)))
    for i in range(scale.steps + 1):
        y = start + i * scale.step
        if not any(low < y < high for low, high in broken):
            share = 1.0 if i % scale.steps == 0 else 0.7 if i % scale.every == 0 else 0.4
            segments.extend(line(Point(base, y), Point(base + inward * share * RULER_STRIP, y)))
    if segments:
        yield Path(tuple(segments), stroke=RULER_LINE, role="mark")
    if has_name:
        turn: Literal[90, 270] = 90 if inward > 0 else 270
        at = Point(base + inward * 0.3, middle)
        yield Text(at, scale.name, CAPTION_PT, "regular", CAPTION_GREY, "middle", turn, role="mark")


def _lost(taken: list[tuple[float, float]], low: float, high: float) -> float:
    """Return how much of a stretch is taken."""
    return sum(max(0.0, min(end, high) - max(start, low)) for start, end in taken)


def _between(taken: list[tuple[float, float]], low: float, high: float) -> Iterator[tuple[float, float]]:
    """Give the free parts of a stretch; what is taken comes in order."""
    for start, end in taken:
        if low < min(start, high):
            yield low, min(start, high)
        low = max(low, end)
    if low < high:
        yield low, high


def _quiet(drawn: tuple[Item, ...]) -> Iterator[Rect]:
    for item in drawn:
        if isinstance(item, Symbol):
            yield from (box.moved(item.at) for box in item.drawing.quiet)


def _gaps(strip: Rect, drawn: tuple[Item, ...], fonts: Fonts) -> list[tuple[float, float]]:
    """Return from where to where something is drawn in an upright strip, with the clearance round it."""
    wide = strip.grown(Sides(RULER_CLEARANCE, 0, RULER_CLEARANCE, 0))
    found = []
    for outer in drawn:
        shown = wide if not isinstance(outer, Symbol) or outer.clip is None else wide.common(outer.window)
        if shown is not None:
            found += _gaps_within(shown, outer, fonts)
    return found


def _gaps_within(strip: Rect, outer: Item, fonts: Fonts) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for item, shift in items_in((outer,)):
        here = strip.moved(Point(-shift.x, -shift.y))
        if isinstance(item, Text):
            box = item.bounds(fonts.width(item.string, item.weight, item.size_pt))
            reach = [box] if box.overlaps(here) else []
        else:
            reach = list(_reach(item, here))
        found += [(box.top + shift.y - RULER_CLEARANCE, box.bottom + shift.y + RULER_CLEARANCE) for box in reach]
    return found


def _reach(path: Path, box: Rect) -> Iterator[Rect]:
    """Give the boxes of what a path draws within a box."""
    if not path.bounds().overlaps(box):
        return
    half = path.stroke.width / 2 if path.stroke is not None else 0.0
    for start, end in path.edges():
        inside = clipped(start, end, box.grown(Sides(half, half, half, half)))
        if inside is not None:
            yield bounds(inside).grown(Sides(half, half, half, half))
