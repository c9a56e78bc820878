"""Faces of tiles as geometry: lines that meet the middles of sides exactly, for printing and engraving alike.

A face is drawn about the middle of its hex. Lines bend as arcs that stand square on both sides, branches run
straight into a node in the middle, and a line that passes over another has a halo in the colour of the ground.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from printkit.art import Ink
from printkit.art._hatch import hatching
from printkit.art._signs import id_sign
from printkit.drawing import (
    INK,
    PAPER,
    Colour,
    Drawing,
    Item,
    Path,
    Segment,
    Stroke,
    Symbol,
    arc,
    circle,
    grey,
    line,
    polyline,
    rectangle,
)
from printkit.geometry import Point, Sides, Size, around
from printkit.hexgrid import SQRT3, Hex, HexLayout, Orientation
from printkit.players import Player
from printkit.theme import DARK_VERMILION, GREEN, GREEN_TINT, VERMILION
from printkit.tiles import Net, TileType, turned

# Of the distance across flats
LINE = 0.11
HALO = LINE / 3  # on each side of the upper line
NODE, SAVED_NODE = 0.105, 0.05  # the radius of the node where branches join; where ink is saved lines are thin
BLOCK = 0.5  # the inner hexagon, across flats
BLOCK_LINE = 0.05
MARK_AT, MARK_BASE, MARK_HEIGHT = 0.165, 0.085, 0.07  # the T mark: sideways from the middle of side T
FIELD = (0.74, 0.30)  # room to write on, width and height
SPARE_FIELD = 0.62  # across flats
RIM, LEAST_RIM = 0.012, 0.1  # the latter in mm
# In mm
MARK_EDGE = 0.8
USUAL = 30.0  # across flats; on smaller tiles patterns are finer
DOT_STEP, DOT, SAVED_DOT = 2.4, 0.28, 0.21  # the pattern of a dotted player, and where ink is saved
HATCH_GAP, HATCH_LINE = 1.7, 0.15  # and of a filled one where ink is saved


class Strand(NamedTuple):
    """One stroke of a net: its middle line as segments, and the same as points close to each other."""

    segments: tuple[Segment, ...]
    points: tuple[Point, ...]


class Look(NamedTuple):
    """The colours of a player's tiles."""

    ground: Colour
    line: Colour
    is_hatched: bool = False
    is_dotted: bool = False
    dots: Colour = INK
    words: Colour | None = None  # where words have not the colour of the lines
    node: float = NODE


def look_of(player: Player, ink: Ink) -> Look:
    """Return how a player's tiles look; where ink is saved every ground is white, and nodes are small."""
    look = _look(player, ink)
    return look._replace(node=SAVED_NODE) if ink == "saver" else look


def _look(player: Player, ink: Ink) -> Look:
    if player.mark == "filled":
        return Look(grey(0.92), PAPER) if ink == "full" else Look(PAPER, INK, is_hatched=True)
    if player.mark == "hatched":
        return Look(PAPER, VERMILION, is_hatched=True, words=DARK_VERMILION)
    if player.mark == "dotted":
        if ink == "full":
            return Look(GREEN_TINT, INK, is_dotted=True, dots=GREEN)
        return Look(PAPER, INK, is_dotted=True)
    return Look(PAPER, INK)


class Tile(NamedTuple):
    """How a hex of a tile lies: its distance across flats in mm, and the orientation of the grid it lies in."""

    across_flats: float
    orientation: Orientation = "flat"

    @property
    def layout(self) -> HexLayout:
        """The grid of hexes of this size whose Hex(0, 0) has its middle at the origin."""
        return HexLayout.across_flats(self.orientation, self.across_flats, Point(0, 0))

    @property
    def outline(self) -> tuple[Point, ...]:
        """The corners, clockwise."""
        return self.layout.corners(Hex(0, 0))

    @property
    def size(self) -> Size:
        """The box of the hex."""
        across, along = self.across_flats, self.across_flats * 2 / SQRT3
        return Size(along, across) if self.orientation == "flat" else Size(across, along)

    def grown(self, by: float) -> Tile:
        """Push each side outward."""
        return self._replace(across_flats=self.across_flats + 2 * by)

    def midpoint(self, side: float, share: float = 1.0) -> Point:
        """Return the middle of a side, or the point at a share of the way there."""
        angle = self.direction(side)
        distance = share * self.across_flats / 2
        return Point(distance * math.cos(angle), distance * math.sin(angle))

    def direction(self, side: float) -> float:
        """Return the angle of a side's outward normal, in radians, clockwise from the right."""
        first = -90 if self.orientation == "flat" else -60
        return math.radians(first + 60 * side)


def strands(net: Net, tile: Tile, beyond: float = 0.0) -> tuple[Strand, ...]:
    """Return the strokes of a net; each ends square on the middle of a side, or ``beyond`` mm outside of it."""
    if len(net) == 2:
        return (_joined(*net, tile, beyond),)
    middle = Point(0, 0)
    ends = [_outside(tile, side, beyond) for side in net]
    return tuple(Strand(line(middle, end), (middle, end)) for end in ends)


def _outside(tile: Tile, side: int, beyond: float) -> Point:
    return tile.grown(beyond).midpoint(side)


def _joined(first: int, second: int, tile: Tile, beyond: float) -> Strand:
    """Join the middles of two sides: straight across, or by the arc that stands square on both."""
    start, end = tile.midpoint(first), tile.midpoint(second)
    outer = [_outside(tile, side, beyond) for side in (first, second)]
    step = (second - first) % 6
    if step == 3:
        return Strand(line(*outer), tuple(outer))
    if step > 3:
        return _joined(second, first, tile, beyond)
    # the lines through two sides meet outside the hex: the arc's middle
    radius = tile.across_flats / SQRT3 * (0.5 if step == 1 else 1.5)
    halfway = tile.direction(first + step / 2)
    distance = tile.across_flats / 2 / math.cos(math.radians(30 * step))
    center = Point(distance * math.cos(halfway), distance * math.sin(halfway))
    segments, points = arc(center, radius, start, end)
    lead: tuple[Segment, ...] = ()
    tail: tuple[Segment, ...] = ()
    if beyond:
        lead = (("M", *outer[0]), ("L", *start))
        segments, tail = segments[1:], (("L", *outer[1]),)
        points = (outer[0], *points, outer[1])
    return Strand((*lead, *segments, *tail), points)


def lines(kind: TileType, tile: Tile, look: Look, turn: int = 0, beyond: float = 0.0) -> Iterator[Path]:
    """Draw the lines of a tile, the later nets over the earlier ones."""
    width = LINE * tile.across_flats
    for number, net in enumerate(turned(kind.nets, turn)):
        parts = strands(net, tile, beyond)
        if number or look.is_hatched:
            halo = Stroke(look.ground, width + 2 * HALO * tile.across_flats)
            yield Path(tuple(s for part in parts for s in part.segments), stroke=halo)
            if len(net) > 2:
                yield Path(circle(Point(0, 0), (look.node + HALO) * tile.across_flats), fill=look.ground)
        yield Path(tuple(s for part in parts for s in part.segments), stroke=Stroke(look.line, width))
        if len(net) > 2:
            yield Path(circle(Point(0, 0), look.node * tile.across_flats), fill=look.line)


def block_mark(tile: Tile, look: Look) -> Path:
    """Draw the inner hexagon of a tile that carries no path."""
    inner = tile._replace(across_flats=BLOCK * tile.across_flats).outline
    fill = look.ground if look.is_hatched or look.is_dotted else None
    return Path(polyline(inner, closed=True), fill, Stroke(look.line, BLOCK_LINE * tile.across_flats))


def turn_mark(tile: Tile, look: Look, turn: int = 0) -> Path:
    """Draw the mark at side T: a small triangle that points at it, beside the line that may end there."""
    unit = tile.across_flats
    edge = max(MARK_EDGE / unit, 0.03)
    corners = (
        (0.5 - edge, -MARK_AT),
        (0.5 - edge - MARK_HEIGHT, -MARK_AT + MARK_BASE / 2),
        (0.5 - edge - MARK_HEIGHT, -MARK_AT - MARK_BASE / 2),
    )
    angle = tile.direction(turn)
    c, s = math.cos(angle), math.sin(angle)
    points = [Point(unit * (out * c - along * s), unit * (out * s + along * c)) for out, along in corners]
    return Path(polyline(points, closed=True), fill=look.line)


def face(
    kind: TileType,
    look: Look,
    tile: Tile,
    *,
    turn: int = 0,
    words: tuple[Item, ...] = (),
    bleed: float = 0.0,
    has_rim: bool = False,
    is_marked: bool = True,
) -> Drawing:
    """Draw the face of a tile, its box's corner at the origin; ``words`` stand about the middle of the hex.

    With ``has_rim`` a fine line goes round it, as where tiles lie on a board; it ``is_marked`` at side T.
    """
    outer = tile.grown(bleed)
    items: list[Item] = [Path(polyline(outer.outline, closed=True), fill=look.ground), *_pattern(look, outer)]
    if kind.nets:
        items += lines(kind, tile, look, turn, bleed)
    elif kind.face == "block":
        items.append(block_mark(tile, look))
    elif kind.face == "write":
        items += _field(tile, look)
    else:
        inner = tile._replace(across_flats=SPARE_FIELD * tile.across_flats).outline
        items.append(Path(polyline(inner, closed=True), PAPER, Stroke(look.line, 0.2)))
    if is_marked:
        items.append(turn_mark(tile, look, turn))
    items += words
    if has_rim:
        items.append(
            Path(polyline(outer.outline, closed=True), stroke=Stroke(INK, max(LEAST_RIM, RIM * tile.across_flats)))
        )
    return _centred(tile, outer, tuple(items))


def plain_back(player: Player, who: str, tile: Tile, ink: Ink, bleed: float) -> Drawing:
    """Draw the back of a player's tiles: the ground with its pattern, and the player's id in the middle."""
    look, outer = look_of(player, ink), tile.grown(bleed)
    sign = id_sign(player, who, Point(0, 0), 0.22 * tile.across_flats, ink)
    ground = Path(polyline(outer.outline, closed=True), fill=look.ground)
    return _centred(tile, outer, (ground, *_pattern(look, outer), *sign))


def _centred(tile: Tile, outer: Tile, items: tuple[Item, ...]) -> Drawing:
    """Make the drawing of a tile of what was drawn about its middle; ``outer`` is the tile with its bleed."""
    (width, height), (outer_width, outer_height) = tile.size, outer.size
    beside, above = (outer_width - width) / 2, (outer_height - height) / 2
    face = Symbol(Drawing(Size(0, 0), items), Point(width / 2, height / 2))
    return Drawing(tile.size, (face,), Sides(beside, above, beside, above))


def _field(tile: Tile, look: Look) -> Iterator[Path]:
    """Draw the room to write a type on: paper, with a line, whatever the ground."""
    width, height = (share * tile.across_flats for share in FIELD)
    yield Path(rectangle(around(Point(0, 0), width, height)), PAPER, Stroke(look.line, 0.25))
    y = 0.28 * height
    yield Path(line(Point(-0.42 * width, y), Point(0.42 * width, y)), stroke=Stroke(grey(0.45), 0.2))


def _pattern(look: Look, tile: Tile) -> Iterator[Path]:
    """Draw what tells a player's ground apart without colour: dots, or hatching where ink is saved."""
    if look.is_hatched:
        inner = tile.grown(-0.013 * tile.across_flats).outline
        scale = min(1.0, tile.across_flats / USUAL)
        yield Path(hatching(inner, HATCH_GAP * scale), stroke=Stroke(look.line, HATCH_LINE * max(scale, 0.5)))
    if look.is_dotted:
        scale = min(1.0, tile.across_flats / USUAL)
        dot = DOT if look.node == NODE else SAVED_DOT
        step, radius = DOT_STEP * max(scale, 0.3), dot * max(scale, 0.4)
        lattice = HexLayout.across_flats("pointy", step, Point(0, 0))
        reach = int(tile.across_flats / step) + 1
        box = tile.grown(-radius - 0.3 * scale)
        places = (lattice.center(Hex(q, r)) for q in range(-reach, reach + 1) for r in range(-reach, reach + 1))
        dots = [s for place in places if _inside(place, box) for s in circle(place, radius)]
        yield Path(tuple(dots), fill=look.dots)


def _inside(point: Point, tile: Tile) -> bool:
    angles = map(tile.direction, range(6))
    return all(point.x * math.cos(a) + point.y * math.sin(a) <= tile.across_flats / 2 for a in angles)
