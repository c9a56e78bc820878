"""The sign of a displacement token: a hex that is crossed out, on a disc in a player's mark."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.art import Ink
from printkit.art._hatch import hatching
from printkit.drawing import INK, PAPER, Item, Path, Stroke, circle, line, polyline
from printkit.geometry import Point, on_circle
from printkit.hexgrid import SQRT3, Hex, HexLayout
from printkit.theme import GREEN, GREEN_TINT

HEX = 0.95  # of the disc's radius, across flats
LINE = 0.11


def token(mark: str, center: Point, radius: float, ink: Ink) -> Iterator[Item]:
    """Draw a token's disc; it tells players apart by ground and rim: solid, double or dotted."""
    rim = radius - 0.03 * radius
    is_solid = mark == "filled" and ink == "full"
    ground = INK if is_solid else GREEN_TINT if mark == "dotted" and ink == "full" else PAPER
    yield Path(circle(center, rim), ground, Stroke(INK, 0.06 * radius))
    if mark == "filled" and not is_solid:
        yield Path(hatching(on_circle(center, rim, 72), 0.13 * radius), stroke=Stroke(INK, 0.03 * radius))
        yield Path(circle(center, 0.75 * radius), fill=PAPER)
    if mark == "open":
        yield Path(circle(center, 0.85 * radius), stroke=Stroke(INK, 0.025 * radius))
    if mark == "dotted":
        dots = [s for at in on_circle(center, 0.86 * radius, 24) for s in circle(at, 0.04 * radius)]
        yield Path(tuple(dots), fill=GREEN if ink == "full" else INK)
    yield crossed_hex(center, HEX * radius, Stroke(PAPER if is_solid else INK, LINE * radius))


def crossed_hex(center: Point, across_flats: float, stroke: Stroke) -> Path:
    """Draw a hex with a cross in it: a tile that is taken off the board."""
    corners = HexLayout.across_flats("flat", across_flats, center).corners(Hex(0, 0))
    reach = across_flats / SQRT3 * 0.42
    (x, y), r = center, reach
    cross = (*line(Point(x - r, y - r), Point(x + r, y + r)), *line(Point(x - r, y + r), Point(x + r, y - r)))
    return Path((*polyline(corners, closed=True), *cross), stroke=stroke)
