"""Two rulers for every sheet, 100 mm and 4 in, so that a print's scale can be measured.

They stand upright in the side strips; where a piece that is cut out lies there, they lie above or below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from printkit.drawing import Drawing, Image, Item, Path, Segment, Symbol, Text, items_in, line
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Sides, bounds, clipped
from printkit.profile import Sheet
from printkit.theme import CAP_HEIGHT, CAPTION_GREY, CAPTION_PT, RULER_LINE
from printkit.units import MM_PER_INCH, MM_PER_POINT

STRIP = 2.6  # mm, the width that a ruler takes
CLEARANCE = 1.5  # mm round any mark that a ruler crosses
BESIDE = 0.6  # to what a ruler passes without crossing it
QUIET_CLEARANCE = 0.2
EDGE = 1.0  # mm that a ruler keeps from the paper's edge, where the margins are narrower
SHORTEST = 1.0  # mm, a piece of a broken ruler
POSITIONS = 80

Stretch = tuple[float, float]


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


class _Strip(NamedTuple):
    """Where a ruler may be: its box, its direction, and on which side of the box its line runs."""

    box: Rect
    is_upright: bool
    is_line_first: bool  # the line at the left or upper edge of the box

    @property
    def along(self) -> Stretch:
        left, top, right, bottom = self.box
        return (top, bottom) if self.is_upright else (left, right)

    def point(self, along: float, inward: float) -> Point:
        """Return the point at a place along the ruler, ``inward`` mm from its line."""
        left, top, right, bottom = self.box
        if self.is_upright:
            return Point(left + inward if self.is_line_first else right - inward, along)
        return Point(along, top + inward if self.is_line_first else bottom - inward)


class _Taken(NamedTuple):
    """What stands in a strip: stretches with marks, and stretches that must stay blank."""

    marks: tuple[Stretch, ...]
    quiet: tuple[Stretch, ...]


Measured = tuple[Path | Text | Image, Point, Rect]


class Extents:
    """The boxes of what drawings hold, each found once for all the sheets on which the drawing is shown."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self._boxes: dict[int, tuple[Drawing, list[Measured]]] = {}

    def of(self, item: Item) -> Iterable[Measured]:
        """Return what an item draws: each part with its shift within the item, and its box there."""
        if not isinstance(item, Symbol):
            return list(self._measured((item,)))
        key = id(item.drawing)
        if key not in self._boxes:
            self._boxes[key] = item.drawing, list(self._measured(item.drawing.items))
        return self._boxes[key][1]

    def _measured(self, items: Iterable[Item]) -> Iterator[Measured]:
        for item, shift in items_in(items):
            if isinstance(item, Text):
                box = item.bounds(self.fonts.width(item.string, item.weight, item.size_pt))
            else:
                box = item.bounds()
            yield item, shift, box.moved(shift)


def rulers(
    sheet: Sheet, drawn: Sequence[Item], faces: Sequence[Rect], extents: Extents, *, is_left_free: bool = True
) -> Iterator[Item]:
    """Draw both rulers; ``faces`` are the windows of pieces that are cut out, and carry no ruler if possible.

    Where the left edge is not free, since another sheet is joined there, both stand at the right.
    """
    paper = Rect(0, 0, *sheet.size).grown(Sides.all_round(-EDGE))
    room = sheet.room.common(paper) or sheet.room
    left, top, right, bottom = room
    at_left = _Strip(Rect(left, top, left + STRIP, bottom), is_upright=True, is_line_first=True)
    at_right = _Strip(Rect(right - STRIP, top, right, bottom), is_upright=True, is_line_first=False)
    beside = at_right._replace(box=at_right.box.moved(Point(-STRIP - CLEARANCE, 0)))
    below = _Strip(Rect(left, bottom - STRIP, right, bottom), is_upright=False, is_line_first=False)
    above = _Strip(Rect(left, top, right, top + STRIP), is_upright=False, is_line_first=True)
    middle = room.center.x
    below_left = below._replace(box=below.box._replace(right=middle))
    below_right = below._replace(box=below.box._replace(left=middle))
    higher = below._replace(box=below.box.moved(Point(0, -STRIP - CLEARANCE)))
    level = [below_left, below, above]
    is_clear = not any(at_left.box.overlaps(face) for face in faces)  # cut off with the rim, if anything is joined
    first = [at_left, *level] if is_left_free else [*([at_left] if is_clear else []), *level, beside]
    second = [at_right, below_right, below, higher, above]
    millimetres = list(_ruler(MILLIMETRES, first, drawn, faces, extents))
    yield from millimetres
    yield from _ruler(INCHES, second, (*drawn, *millimetres), faces, extents)


def _ruler(
    scale: _Scale, strips: list[_Strip], drawn: Sequence[Item], faces: Sequence[Rect], extents: Extents
) -> Iterator[Item]:
    """Draw a ruler in the first strip without faces that shows its ends and name; else where it shows best."""
    fonts = extents.fonts
    best: tuple[tuple[float, ...], _Strip, float, _Taken] | None = None
    for strip in strips:
        if strip.along[1] - strip.along[0] < scale.length:
            continue
        taken = _taken(strip, drawn, extents)
        on_face = any(strip.box.overlaps(face) for face in faces)
        start, cost = _best_start(scale, strip, taken, fonts)
        judged = (cost[0], float(on_face), *cost[1:3])
        if best is None or judged < best[0]:
            best = judged, strip, start, taken
        if not any(judged):
            break  # nothing can be better
    if best is not None and not best[0][1]:  # on a face there is none
        _, strip, start, taken = best
        yield from _drawn(scale, strip, start, taken, fonts)


def _half_name(scale: _Scale, fonts: Fonts) -> float:
    return fonts.width(scale.name, "regular", CAPTION_PT) / 2 + 1.0


def _best_start(scale: _Scale, strip: _Strip, taken: _Taken, fonts: Fonts) -> tuple[float, tuple[float, ...]]:
    """Return where a ruler is broken least with both ends shown, of such places nearest the middle."""
    low, high = strip.along
    half = _half_name(scale, fonts)
    everything = (*taken.marks, *taken.quiet)
    if not everything:
        return (low + high - scale.length) / 2, (0.0, 0.0, 0.0, 0.0, 0.0)

    def cost(start: float) -> tuple[float, ...]:
        end, middle = start + scale.length, start + scale.length / 2
        hidden_ends = sum(begin < place < stop for begin, stop in everything for place in (start, end))
        hidden_name = _lost(taken.marks, middle - half, middle + half)
        lost = _lost(taken.marks, start, end) + hidden_name
        is_nameless = float(hidden_name > 0)
        return _lost(taken.quiet, start, end), hidden_ends, is_nameless, lost, abs(middle - (low + high) / 2)

    spare = high - low - scale.length
    starts = (low + spare * i / POSITIONS for i in range(POSITIONS + 1))
    cheapest = min((cost(start), start) for start in starts)
    return cheapest[1], cheapest[0]


def _drawn(scale: _Scale, strip: _Strip, start: float, taken: _Taken, fonts: Fonts) -> Iterator[Item]:
    end, middle, half = start + scale.length, start + scale.length / 2, _half_name(scale, fonts)
    name_gap = (middle - half, middle + half)
    has_name = not _lost((*taken.marks, *taken.quiet), *name_gap)
    broken = sorted((*taken.marks, *taken.quiet, *((name_gap,) if has_name else ())))
    segments: list[Segment] = []
    for low, high in _between(broken, start, end):
        if high - low >= SHORTEST:
            segments.extend(line(strip.point(low, 0), strip.point(high, 0)))
    for i in range(scale.steps + 1):
        at = start + i * scale.step
        if not any(low < at < high for low, high in broken):
            share = 1.0 if i % scale.steps == 0 else 0.7 if i % scale.every == 0 else 0.4
            segments.extend(line(strip.point(at, 0), strip.point(at, share * STRIP)))
    if segments:
        yield Path(tuple(segments), stroke=RULER_LINE, role="mark")
    if has_name:
        yield _name(scale.name, strip, middle)


def _name(name: str, strip: _Strip, middle: float) -> Text:
    """Set a ruler's name in its middle, its letters within the strip."""
    turn: Literal[0, 90, 270] = 0
    inward = 0.4
    if strip.is_upright:
        turn = 90 if strip.is_line_first else 270
    elif strip.is_line_first:
        inward += CAP_HEIGHT * CAPTION_PT * MM_PER_POINT
    at = strip.point(middle, inward)
    return Text(at, name, CAPTION_PT, "regular", CAPTION_GREY, "middle", turn, role="mark")


def _lost(taken: Sequence[Stretch], low: float, high: float) -> float:
    """Return how much of a stretch is taken."""
    return sum(max(0.0, min(end, high) - max(start, low)) for start, end in taken)


def _between(taken: list[Stretch], low: float, high: float) -> Iterator[Stretch]:
    """Give the free parts of a stretch; what is taken comes in order."""
    for start, end in taken:
        if low < min(start, high):
            yield low, min(start, high)
        low = max(low, end)
    if low < high:
        yield low, high


def _taken(strip: _Strip, drawn: Sequence[Item], extents: Extents) -> _Taken:
    """Find what is drawn in a strip, with the clearance round it, and what must stay blank."""
    across = Sides(BESIDE, 0, BESIDE, 0) if strip.is_upright else Sides(0, BESIDE, 0, BESIDE)
    wide = strip.box.grown(across)
    marks: list[Stretch] = []
    quiet: list[Stretch] = []
    for outer in drawn:
        shown: Rect | None = wide
        if isinstance(outer, Symbol):
            shown = wide if outer.clip is None else wide.common(outer.window)
            blanks = [box.moved(outer.at) for box in outer.drawing.quiet]
            quiet += [_stretch(strip, box, QUIET_CLEARANCE) for box in blanks if box.overlaps(strip.box)]
        if shown is not None:
            marks += [_stretch(strip, box, CLEARANCE) for box in _reach(shown, outer, extents)]
    return _Taken(_merged(marks), _merged(quiet))


def _merged(stretches: list[Stretch]) -> tuple[Stretch, ...]:
    """Join stretches that overlap."""
    found: list[Stretch] = []
    for low, high in sorted(stretches):
        if found and low <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], high)
        else:
            found.append((low, high))
    return tuple(found)


def _stretch(strip: _Strip, box: Rect, clearance: float) -> Stretch:
    low, high = (box.top, box.bottom) if strip.is_upright else (box.left, box.right)
    return low - clearance, high + clearance


def _reach(shown: Rect, outer: Item, extents: Extents) -> Iterator[Rect]:
    """Give the boxes of what an item draws within a box."""
    at = outer.at if isinstance(outer, Symbol) else Point(0, 0)
    left, top, right, bottom = shown.moved(Point(-at.x, -at.y))
    for item, shift, box in extents.of(outer):
        if box.left >= right or left >= box.right or box.top >= bottom or top >= box.bottom:
            continue
        if isinstance(item, Text):
            yield box.moved(at)
            continue
        stroke = item.stroke if isinstance(item, Path) else None
        width = Sides.all_round(stroke.width / 2 if stroke is not None else 0.0)
        here = Rect(left - shift.x, top - shift.y, right - shift.x, bottom - shift.y).grown(width)
        for start, end in item.edges():
            (x0, y0), (x1, y1) = start, end
            if x0 < here.left > x1 or x0 > here.right < x1 or y0 < here.top > y1 or y0 > here.bottom < y1:
                continue
            inside = clipped(start, end, here)
            if inside is not None:
                yield bounds(inside).grown(width).moved(shift).moved(at)
