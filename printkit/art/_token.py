"""The sign of a displacement token: a hex that is crossed out, on a disc in a player's mark."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.art import Ink
from printkit.art._discs import disc, ground_of
from printkit.drawing import INK, PAPER, Item, Path, Stroke, line, polyline
from printkit.geometry import Point
from printkit.hexgrid import SQRT3, Hex, HexLayout

HEX = 0.95  # of the disc's radius, across flats
LINE = 0.11


def token(mark: str, center: Point, radius: float, ink: Ink) -> Iterator[Item]:
    """Draw a token: the crossed hex on a disc that tells the players apart."""
    yield from disc(mark, center, radius, ink)
    colour = PAPER if ground_of(mark, ink) == INK else INK
    yield crossed_hex(center, HEX * radius, Stroke(colour, LINE * radius))


def crossed_hex(center: Point, across_flats: float, stroke: Stroke) -> Path:
    """Draw a hex with a cross in it: a tile that is taken off the board."""
    corners = HexLayout.across_flats("flat", across_flats, center).corners(Hex(0, 0))
    reach = across_flats / SQRT3 * 0.42
    (x, y), r = center, reach
    cross = (*line(Point(x - r, y - r), Point(x + r, y + r)), *line(Point(x - r, y + r), Point(x + r, y - r)))
    return Path((*polyline(corners, closed=True), *cross), stroke=stroke)
