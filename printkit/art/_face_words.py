"""Words on the faces of tiles: name, points and owner, small and out of the way of the lines."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from printkit.art._faces import (
    BLOCK,
    BLOCK_LINE,
    FIELD,
    LINE,
    NODE,
    SPARE_FIELD,
    Look,
    Tile,
    strands,
    turn_mark,
)
from printkit.art._text import cap_height
from printkit.drawing import INK, PAPER, Item, Path, Text, Weight, rectangle
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Sides, around, clipped
from printkit.hexgrid import SQRT3
from printkit.theme import CAPTION_PT
from printkit.tiles import TileType

# In mm
WORD_EDGE = 1.1  # from words to the edge of a tile
WORD_CLEAR = 0.45  # from words to lines
LEADING = 2.75
FINENESS = 30  # places tried from the middle of a tile to its edge
# Where words would stand best, of the distance across flats: the two corners beside side B, and beside side T
NAME_AT, POINTS_AT, OWNER_AT = Point(-0.27, 0.44), Point(0.27, 0.44), Point(0.2, -0.4)


class Word(NamedTuple):
    """Rows of text on a face, the last one on the baseline of ``at``, centred there."""

    rows: tuple[str, ...]
    at: Point
    weight: Weight

    def box(self, fonts: Fonts) -> Rect:
        """Return the box of the letters."""
        width = max(fonts.width(row, self.weight, CAPTION_PT) for row in self.rows)
        height = cap_height(CAPTION_PT) + (len(self.rows) - 1) * LEADING
        descent = 0.45 if any(set(row) & set("gjpqy") for row in self.rows) else 0.0
        return Rect(self.at.x - width / 2, self.at.y - height, self.at.x + width / 2, self.at.y + descent)


class FaceWords(NamedTuple):
    """Where name and points stand on an unturned face, and the baseline on which the owner's id is centred."""

    fixed: tuple[Word, ...]
    owner_at: Point

    def items(self, owner: str, look: Look, fonts: Fonts) -> Iterator[Item]:
        """Set the words on a player's ground; over a pattern each stands on a plate of the ground's colour."""
        for word in (*self.fixed, Word((owner,), self.owner_at, "bold")):
            if look.is_hatched or look.is_dotted:
                yield Path(rectangle(word.box(fonts).grown(Sides.all_round(WORD_CLEAR))), fill=look.ground)
            for i, row in enumerate(word.rows, 1 - len(word.rows)):
                at = Point(word.at.x, word.at.y + i * LEADING)
                yield Text(at, row, CAPTION_PT, word.weight, look.words or look.line, "middle", ground=look.ground)


def face_words(kind: TileType, widest_owner: str, tile: Tile, fonts: Fonts) -> FaceWords | None:
    """Find room for the words on a face, whosever it is; None where there is none.

    The name stands as it is, or in two rows, or else short.
    """
    room = _Room(kind, tile, fonts)
    split = tuple(kind.name.replace("-", "- ").split())
    fixed: list[Word] = []
    for rows in ((kind.name,), split, (kind.short,)):
        found = room.take(rows, NAME_AT, "regular") if rows[0] and len(rows) <= 2 else None
        if found is not None:
            fixed.append(found)
            break
    else:
        return None
    if kind.points:
        found = room.take((str(kind.points),), POINTS_AT, "bold")
        if found is None:
            return None
        fixed.append(found)
    owner = room.take((widest_owner,), OWNER_AT, "bold")
    return None if owner is None else FaceWords(tuple(fixed), owner.at)


class _Room:
    """Where words may stand on an unturned face: within the hex, clear of lines, marks and other words."""

    def __init__(self, kind: TileType, tile: Tile, fonts: Fonts) -> None:
        self.tile = tile
        self.fonts = fonts
        unit = tile.across_flats
        self.courses = [part.points for net in kind.nets for part in strands(net, tile)]
        self.clear = LINE * unit / 2 + WORD_CLEAR
        self.normals = [(math.cos(angle), math.sin(angle)) for angle in map(tile.direction, range(6))]
        self.limit = unit / 2 - WORD_EDGE
        self.boxes = [turn_mark(tile, Look(PAPER, INK)).bounds().grown(Sides.all_round(WORD_CLEAR))]
        if any(len(net) > 2 for net in kind.nets):
            side = 2 * (NODE * unit + WORD_CLEAR)
            self.boxes.append(around(Point(0, 0), side, side))
        if not kind.nets:
            hexagon = SPARE_FIELD if kind.face == "blank" else BLOCK
            width, height = FIELD if kind.face == "write" else (hexagon * 2 / SQRT3, hexagon)
            clear = BLOCK_LINE * unit + 2 * WORD_CLEAR
            self.boxes.append(around(Point(0, 0), width * unit + clear, height * unit + clear))

    def take(self, rows: tuple[str, ...], near: Point, weight: Weight) -> Word | None:
        """Return rows of text in the free place nearest to a point, which then is taken; None where none is."""
        unit = self.tile.across_flats
        around_zero = Word(rows, Point(0, 0), weight).box(self.fonts)
        for x, y in _places(near):
            at = Point(x * unit, y * unit)
            box = around_zero.moved(at)
            if self._is_free(box):
                self.boxes.append(box.grown(Sides.all_round(WORD_CLEAR)))
                return Word(rows, at, weight)
        return None

    def _is_free(self, box: Rect) -> bool:
        """Whether a box lies in the hex, on no other words, and clear of the lines."""
        left, top, right, bottom = box
        for cos, sin in self.normals:
            if (right if cos > 0 else left) * cos + (bottom if sin > 0 else top) * sin > self.limit:
                return False
        if any(box.overlaps(other) for other in self.boxes):
            return False
        return not any(_is_near(course, box, self.clear) for course in self.courses)


@lru_cache
def _places(near: Point) -> tuple[Point, ...]:
    """Return places in the quarter of a tile in which a point lies, those nearest to it first."""
    step = 0.5 / FINENESS
    across = [math.copysign(i * step, near.x) for i in range(FINENESS + 1)]
    down = [math.copysign(i * step, near.y) for i in range(FINENESS + 1)]
    return tuple(sorted((Point(x, y) for x in across for y in down), key=lambda at: math.dist(at, near)))


def _is_near(course: tuple[Point, ...], box: Rect, clear: float) -> bool:
    """Whether a course of lines comes nearer to a box than ``clear`` mm, as its points at every half mm tell."""
    wide = box.grown(Sides.all_round(clear))
    for start, end in pairwise(course):
        inside = clipped(start, end, wide)
        if inside is None:
            continue
        (x0, y0), (x1, y1) = inside
        steps = max(1, int(math.dist(*inside) / 0.5))
        for i in range(steps + 1):
            x, y = x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps
            dx = max(box.left - x, 0.0, x - box.right)
            dy = max(box.top - y, 0.0, y - box.bottom)
            if math.hypot(dx, dy) < clear:
                return True
    return False
