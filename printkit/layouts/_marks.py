"""What every sheet carries beside its pieces: crop marks, two rulers and a footer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from printkit.drawing import INK, Item, Page, Path, Segment, Stroke, Symbol, Text, items_in, line
from printkit.geometry import Point, Rect, Sides, around, bounds, clipped
from printkit.layouts import Titles
from printkit.profile import Sheet
from printkit.theme import CAPTION_GREY, CAPTION_PT, MARK_LINE
from printkit.units import MM_PER_INCH

CROP_OFFSET = 1.5  # mm from the trim to the mark
CROP_LENGTH = 4.0

RULER_STRIP = 2.6  # mm, the width that a ruler takes
RULER_CLEARANCE = 1.5  # mm round any mark that a ruler crosses
QUIET_CLEARANCE = 0.2


@dataclass(frozen=True)
class Cuts:
    """Where straight cuts go: x of the upright ones, y of the level ones, in mm on the sheet."""

    upright: tuple[float, ...]
    level: tuple[float, ...]


def finished(
    pieces: tuple[Symbol, ...], cuts: Cuts, sheet: Sheet, titles: Titles, number: int, count: int
) -> Page:
    """Make the page of placed pieces with crop marks, rulers and footer."""
    marks: list[Item] = [*crop_marks(cuts)]
    marks += rulers(sheet, (*pieces, *marks))
    orientation = f"{sheet.name} print at 100 %"
    parts = (titles.game, titles.asset, f"sheet {number}/{count}", orientation, titles.credit)
    footer = " · ".join(parts)
    room = sheet.printable.right - sheet.footer_at.x
    marks.append(Text(sheet.footer_at, footer, CAPTION_PT, "regular", CAPTION_GREY, room=room, role="mark"))
    label = f"{titles.asset} {number}/{count}"
    return Page(label, sheet.size, sheet.printable, pieces, tuple(marks))


def crop_marks(cuts: Cuts) -> list[Item]:
    """Draw a mark at both ends of every cut, outside the pieces, numbered in the order of cutting.

    Inner cuts come first, so that no cut takes away the marks of the next.
    """
    if not cuts.upright:
        return []
    box = Rect(cuts.upright[0], cuts.level[0], cuts.upright[-1], cuts.level[-1])
    segments: list[Segment] = []
    labels: list[Item] = []
    order = _order(cuts)
    for position, (is_upright, at) in enumerate(order, 1):
        for towards in (-1, 1):
            edge = (box.top if is_upright else box.left) if towards < 0 else (box.bottom if is_upright else box.right)
            near, far = edge + towards * CROP_OFFSET, edge + towards * (CROP_OFFSET + CROP_LENGTH)
            ends = (Point(at, near), Point(at, far)) if is_upright else (Point(near, at), Point(far, at))
            segments.extend(line(*ends))
        if len(order) > 4:
            where = Point(at + 0.8, box.top - 2.5) if is_upright else Point(box.left - 2.6, at - 0.6)
            labels.append(Text(where, str(position), CAPTION_PT, "regular", CAPTION_GREY, role="mark"))
    return [Path(tuple(segments), stroke=MARK_LINE, role="mark"), *labels]


def _order(cuts: Cuts) -> list[tuple[bool, float]]:
    inner = [(True, x) for x in cuts.upright[1:-1]] + [(False, y) for y in cuts.level[1:-1]]
    outer = [(True, x) for x in (cuts.upright[0], cuts.upright[-1])]
    return inner + outer + [(False, y) for y in (cuts.level[0], cuts.level[-1])]


@dataclass(frozen=True)
class _Scale:
    name: str
    step: float
    steps: int
    every: int  # a longer tick at each of these

    @property
    def length(self) -> float:
        return self.step * self.steps


MILLIMETRES = _Scale("100 mm", 5.0, 20, 2)
INCHES = _Scale("4 in", MM_PER_INCH / 4, 16, 4)


def rulers(sheet: Sheet, drawn: tuple[Item, ...]) -> Iterator[Item]:
    """Draw 100 mm along the left edge of the printable area and 4 in along the right one."""
    left, top, right, bottom = sheet.room
    yield from _ruler(MILLIMETRES, Rect(left, top, left + RULER_STRIP, bottom), 1, drawn)
    yield from _ruler(INCHES, Rect(right - RULER_STRIP, top, right, bottom), -1, drawn)


def _ruler(scale: _Scale, strip: Rect, inward: int, drawn: tuple[Item, ...]) -> Iterator[Item]:
    """Draw a ruler where it is broken least, of such places nearest the middle."""
    quiet = [(box.top - QUIET_CLEARANCE, box.bottom + QUIET_CLEARANCE) for box in _quiet(drawn) if box.overlaps(strip)]
    gaps = _gaps(strip, drawn)
    label = (scale.length / 2 - 8.0, scale.length / 2 + 8.0)
    spare = max(strip.size.height - scale.length, 0.0)

    def cost(start: float) -> tuple[float, float, float]:
        def lost(taken: list[tuple[float, float]], low: float, high: float) -> float:
            return sum(max(0.0, min(end, high) - max(begin, low)) for begin, end in taken)

        whole = (start, start + scale.length)
        hidden = lost(gaps, start + label[0], start + label[1])
        return lost(quiet, *whole), lost(gaps, *whole) + hidden, abs(start + scale.length / 2 - strip.center.y)

    start = min((strip.top + spare * i / 80 for i in range(81)), key=cost)
    base = strip.left if inward > 0 else strip.right
    middle = start + scale.length / 2
    broken = [*gaps, *quiet, (middle - 6.5, middle + 6.5)]
    segments: list[Segment] = []
    at = start
    for begin, end in sorted(broken):
        if begin > at:
            segments.extend(line(Point(base, at), Point(base, min(begin, start + scale.length))))
        at = max(at, end)
        if at >= start + scale.length:
            break
    if at < start + scale.length:
        segments.extend(line(Point(base, at), Point(base, start + scale.length)))
    for i in range(scale.steps + 1):
        y = start + i * scale.step
        if all(not begin < y < end for begin, end in broken):
            length = RULER_STRIP * (1.0 if i % scale.steps == 0 else 0.7 if i % scale.every == 0 else 0.4)
            segments.extend(line(Point(base, y), Point(base + inward * length, y)))
    if segments:
        yield Path(tuple(segments), stroke=Stroke(INK, 0.2), role="mark")
    if all(not (begin < middle + 6.5 and middle - 6.5 < end) for begin, end in (*gaps, *quiet)):
        x = base + inward * 0.5
        turn = 270 if inward < 0 else 90
        at_text = Point(x if inward > 0 else x, middle)
        yield Text(at_text, scale.name, CAPTION_PT, "regular", CAPTION_GREY, "middle", turn, role="mark")  # type: ignore[arg-type]


def _quiet(drawn: tuple[Item, ...]) -> Iterator[Rect]:
    for item in drawn:
        if isinstance(item, Symbol):
            yield from (box.moved(item.at) for box in item.drawing.quiet)


def _gaps(strip: Rect, drawn: tuple[Item, ...]) -> list[tuple[float, float]]:
    """Return from where to where something is drawn in an upright strip, with the clearance round it."""
    wide = strip.grown(Sides(RULER_CLEARANCE, 0, RULER_CLEARANCE, 0))
    found = []
    for item, shift in items_in(drawn):
        back = Point(-shift.x, -shift.y)
        here = wide.moved(back)
        if isinstance(item, Text):
            extent = item.size_pt * len(item.string) * 0.25  # generous: half the width of an M each way
            box = around(item.at, 2 * extent, 2 * extent)
            reach = [box] if box.overlaps(here) else []
        else:
            half = item.stroke.width / 2 if item.stroke is not None else 0.0
            reach = list(_reach(item, here.grown(Sides(half, 0, half, 0)), half))
        for box in reach:
            found.append((box.top + shift.y - RULER_CLEARANCE, box.bottom + shift.y + RULER_CLEARANCE))
    return found


def _reach(path: Path, box: Rect, half: float) -> Iterator[Rect]:
    if not path.bounds().overlaps(box):
        return
    for start, end in path.edges():
        inside = clipped(start, end, box)
        if inside is not None:
            yield bounds(inside).grown(Sides(half, half, half, half))

