"""Zones of a board: grounds and patterns that tell them apart without colour, and swatches of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from printkit.art import Ink
from printkit.art._boards import BoardPlan
from printkit.art._hatch import BACKWARD, LEVEL, SLANTED, hatched_area
from printkit.board import Board, Markings, Region, Zone
from printkit.colours import PALETTE, ZONE_TINTS
from printkit.drawing import PAPER, Colour, Drawing, Path, Segment, Stroke, circle, grey, polyline
from printkit.geometry import Point, Size
from printkit.hexgrid import SQRT3, Hex, HexLayout, Orientation
from printkit.theme import TINT

# Of the distance across flats
GAP, LINE, DOT = 0.115, 0.011, 0.02
SIGN_AT = 0.31  # of the signs of a pattern, from the middle of their cell
LEAST_LINE = 0.1  # mm
BORDER = 0.6  # of the width of the borders of regions
LEAST_PATTERNED = 3.0  # mm across flats, the smallest cells whose patterns can be seen
PATTERN_GREY = grey(0.42)

Course = tuple[Segment, ...]


def _tree(at: Point, unit: float) -> Course:
    """Draw a fir as an outline: two boughs and a stem."""
    x, y, h = at.x, at.y, 0.105 * unit

    def triangle(top: float, bottom: float, half: float) -> Course:
        return polyline([Point(x, y + top), Point(x + half, y + bottom), Point(x - half, y + bottom)], closed=True)

    stem = polyline([Point(x, y + 0.7 * h), Point(x, y + 1.1 * h)])
    return (*triangle(-1.2 * h, -0.1 * h, 0.55 * h), *triangle(-0.55 * h, 0.7 * h, 0.8 * h), *stem)


def _peak(at: Point, unit: float) -> Course:
    """Draw a mountain: two slopes, and a shoulder behind."""
    x, y, h = at.x, at.y, 0.115 * unit
    slopes = polyline(
        [Point(x - 1.1 * h, y + 0.8 * h), Point(x - 0.1 * h, y - h), Point(x + 0.9 * h, y + 0.8 * h)]
    )
    shoulder = polyline(
        [Point(x + 0.32 * h, y - 0.22 * h), Point(x + 0.62 * h, y - 0.52 * h), Point(x + 1.35 * h, y + 0.8 * h)]
    )
    crack = polyline(
        [Point(x - 0.1 * h, y - h), Point(x + 0.08 * h, y - 0.25 * h), Point(x - 0.08 * h, y + 0.2 * h)]
    )
    return (*slopes, *shoulder, *crack)


def _wave(at: Point, unit: float) -> Course:
    """Draw a small wave."""
    x, y, w, h = at.x, at.y, 0.075 * unit, 0.042 * unit
    segments: list[Segment] = [("M", x - 2 * w, y)]
    for i in range(2):
        left = x + 2 * w * (i - 1)
        segments.append(("C", left + 0.6 * w, y - h, left + 0.4 * w, y + h, left + w, y + h))
        segments.append(("C", left + 1.6 * w, y + h, left + 1.4 * w, y - h, left + 2 * w, y))
    return tuple(segments)


SIGNS: dict[str, Callable[[Point, float], Course]] = {"trees": _tree, "peaks": _peak, "waves": _wave}
SLANTS: dict[str, tuple[float, ...]] = {
    "hatched": (SLANTED,), "crossed": (SLANTED, BACKWARD), "lined": (LEVEL,),
}  # fmt: skip
DOTTED, PLAIN = "dotted", "plain"


def zones(
    plan: BoardPlan, ink: Ink, only: Colour | None = None, *, has_names: bool | None = None
) -> Iterator[Path]:
    """Fill the zones of a board: a tint where ink is not saved, and a pattern; ``only`` is a colour for all.

    ``has_names`` says whether names stand near the top of the cells, if that is not as the board has it.
    """
    is_named = plan.board.marks.shown == "cells" if has_names is None else has_names
    for zone in plan.board.marks.zones:
        yield from _filled(plan, zone, ink, only, is_named)


def zone_borders(plan: BoardPlan, stroke: Stroke) -> Iterator[Path]:
    """Draw the borders between zones and what lies beside them, thinner than those of regions."""
    courses = plan.zone_lines()
    if courses:
        segments = chain.from_iterable(map(polyline, courses))
        yield Path(tuple(segments), stroke=stroke._replace(width=BORDER * stroke.width))


def ground_at(plan: BoardPlan, cell: Hex, ink: Ink) -> Colour:
    """Return the colour on which words in a cell stand."""
    zone = plan.board.zone_of.get(cell)
    return PAPER if zone is None or ink != "full" else tint_of(zone.colour)


def tint_of(colour: str) -> Colour:
    """Return the ground of a zone."""
    return ZONE_TINTS.get(colour, TINT)


def _filled(plan: BoardPlan, zone: Zone, ink: Ink, only: Colour | None, is_named: bool) -> Iterator[Path]:
    unit = plan.across_flats
    outlines = plan.area(Region(zone.name, zone.cells, {}))
    if ink == "full":
        yield Path(
            tuple(chain.from_iterable(polyline(o, closed=True) for o in outlines)), fill=tint_of(zone.colour)
        )
    if unit < LEAST_PATTERNED:
        return
    colour = only or (PATTERN_GREY if zone.colour in ("grey", "yellow") else PALETTE[zone.colour])
    stroke = Stroke(colour, max(LEAST_LINE, LINE * unit), "round")
    if zone.pattern == DOTTED:
        radius = max(0.12, DOT * unit)
        dots = [s for cell in zone.cells for at in lattice(plan, cell) for s in circle(at, radius)]
        yield Path(tuple(dots), fill=colour)
    elif zone.pattern in SIGNS:
        yield Path(tuple(_signs(plan, zone, 1.0 if is_named else -1.0)), stroke=stroke)
    for slant in SLANTS.get(zone.pattern, ()):
        yield Path(hatched_area(outlines, GAP * unit, slant), stroke=stroke)


def _signs(plan: BoardPlan, zone: Zone, up: float) -> Iterator[Segment]:
    """Give the signs of a pattern, three in each cell; its middle is left to stones, its top and foot to words."""
    draw, unit = SIGNS[zone.pattern], plan.across_flats
    marks, reach = plan.board.marks, SIGN_AT * unit
    for cell in zone.cells:
        x, y = plan.layout.center(cell)
        for dx, dy in ((0.0, up), (SQRT3 / 2, -up / 2), (-SQRT3 / 2, -up / 2)):
            if not (cell in marks.words and dx == 0):
                yield from draw(Point(x + reach * dx, y + reach * dy), unit)


def lattice(plan: BoardPlan, cell: Hex) -> Iterator[Point]:
    """Give points spread evenly over a cell, none on its edge: the lattice of all cells is one."""
    orientation: Orientation = "pointy" if plan.board.orientation == "flat" else "flat"
    own = HexLayout(orientation, plan.circumradius / 5, plan.layout.center(cell))
    yield from (own.center(Hex(q, r)) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2)


def swatch(plan: BoardPlan, zone: Zone, across_flats: float, ink: Ink, only: Colour | None = None) -> Drawing:
    """Draw a single cell that is filled as a zone, as a sample beside the board."""
    cell = Hex(0, 0)
    marks = Markings(zones=(zone._replace(cells=(cell,)),))
    own = BoardPlan(Board(plan.board.orientation, {cell: "A1"}, {}, {}, {}, marks=marks), across_flats)
    own = own.moved(Point(-own.box.left, -own.box.top))
    rim = Path(own.rim_segments(), stroke=Stroke(grey(0.65), 0.3, "round"))
    return Drawing(Size(*own.box.size), (*zones(own, ink, only), rim))
