"""Where backs go: mirrored at the edge about which paper is turned, or at the line along which it is folded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from printkit.drawing import Drawing, Symbol
from printkit.geometry import Point, Rect, Sides
from printkit.profile import Sheet
from printkit.turning import Quarters, Turner
from printkit.units import TOLERANCE

SEAM = 0.05  # mm by which backs that touch overlap, so that no paper shows between them

Axis = Literal["upright", "level"]


class Place(NamedTuple):
    """Where a face lies on a sheet: the box of its finished size, and by how many quarters it is turned."""

    box: Rect
    quarters: Quarters = 0


def axis_of(sheet: Sheet) -> Axis:
    """Return the line about which the sheet is turned over, as it lies."""
    is_long = sheet.backs.style == "duplex-long"
    return "upright" if sheet.is_upright == is_long else "level"


def mirrored(place: Place, axis: Axis, at: float) -> Place:
    """Return the place behind another one, the paper turned about a line; what was on top stays on top.

    Twice mirrored is the first place again.
    """
    left, top, right, bottom = place.box
    quarters: dict[Axis, dict[Quarters, Quarters]] = {
        "upright": {0: 0, 1: 3, 2: 2, 3: 1},
        "level": {0: 2, 1: 1, 2: 0, 3: 3},
    }
    turn = quarters[axis][place.quarters]
    if axis == "upright":
        return Place(Rect(2 * at - right, top, 2 * at - left, bottom), turn)
    return Place(Rect(left, 2 * at - bottom, right, 2 * at - top), turn)


def put(drawing: Drawing, place: Place, turner: Turner) -> Symbol:
    """Put a drawing in its place, with all of its bleed."""
    return Symbol(turner.drawing(drawing, place.quarters), Point(place.box.left, place.box.top))


def put_with_bleed(drawings: Sequence[Drawing], places: Sequence[Place], turner: Turner) -> list[Symbol]:
    """Put faces side by side, each with its bleed as far as it comes no nearer to a neighbour than halfway."""
    symbols = []
    for drawing, place in zip(drawings, places, strict=True):
        symbol = put(drawing, place, turner)
        bleed = symbol.drawing.bleed
        sides = _free(place.box, [other.box for other in places if other is not place], bleed)
        clip = Rect(0, 0, *symbol.drawing.size).grown(sides)
        symbols.append(symbol._replace(clip=clip) if any(bleed) else symbol)
    return symbols


def _free(box: Rect, others: Sequence[Rect], bleed: Sides) -> Sides:
    """Return how much of a bleed a box has room for, halfway to each neighbour."""
    left, top, right, bottom = bleed
    for other in others:
        if other.top < box.bottom - TOLERANCE and box.top < other.bottom - TOLERANCE:
            if other.right <= box.left + TOLERANCE:
                left = min(left, max(SEAM, (box.left - other.right) / 2))
            elif other.left >= box.right - TOLERANCE:
                right = min(right, max(SEAM, (other.left - box.right) / 2))
        if other.left < box.right - TOLERANCE and box.left < other.right - TOLERANCE:
            if other.bottom <= box.top + TOLERANCE:
                top = min(top, max(SEAM, (box.top - other.bottom) / 2))
            elif other.top >= box.bottom - TOLERANCE:
                bottom = min(bottom, max(SEAM, (other.top - box.bottom) / 2))
    return Sides(left, top, right, bottom)
