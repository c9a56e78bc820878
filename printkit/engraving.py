"""Faces as a laser makes them: areas to engrave and lines to score, out of what is drawn (shapely).

Items are painted over one another as on paper: what is dark is engraved, what is light takes away what lies below.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import reduce
from io import BytesIO
from typing import Any, Literal

import shapely
from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont
from shapely.geometry import LinearRing, LineString, MultiPolygon, Polygon

from printkit.drawing import Colour, Drawing, Image, Path, Text, items_in
from printkit.errors import SettingError
from printkit.fonts import Fonts
from printkit.geometry import Point
from printkit.laser import Course, Operation
from printkit.units import MM_PER_POINT

Faces = Literal["engrave", "score"]
DARK = 0.4  # luminance below which a colour is engraved
STEPS = 12  # lines for each curve
SMALLEST = 0.02  # mm², an area that a laser can make
SHORTEST = 0.1  # mm
FINE = 0.004  # mm, by which courses may be off
SAME = 0.01  # mm: lines nearer to each other than this are the same
CROSSING = 0.2  # mm: lines that are so near for longer do not just cross


class Engraver:
    """Makes courses of drawings; each drawing once."""

    def __init__(self, fonts: Fonts, faces: Faces, thin: float) -> None:
        self.fonts, self.faces, self.thin = fonts, faces, thin
        self.known: dict[int, tuple[Drawing, dict[Operation, tuple[Course, ...]]]] = {}
        self.glyphs: dict[tuple[str, str], Any] = {}
        self.outlines: dict[str, tuple[TTFont, Any]] = {}

    def courses(self, drawing: Drawing, outline: tuple[Point, ...]) -> dict[Operation, tuple[Course, ...]]:
        """Return the engraved rings and the scored lines of a face, within its outline."""
        if id(drawing) not in self.known:
            self.known[id(drawing)] = drawing, self._made(drawing, Polygon(outline))
        return self.known[id(drawing)][1]

    def words(self, words: Iterable[tuple[Point, str]], size_pt: float) -> tuple[Course, ...]:
        """Return engraved words, each about the middle of its baseline."""
        texts = [Text(at, string, size_pt, "medium", anchor="middle") for at, string in words]
        return tuple(_rings(shapely.union_all([self._text(text, Point(0, 0)) for text in texts])))

    def _made(self, drawing: Drawing, outline: Polygon) -> dict[Operation, tuple[Course, ...]]:
        dark: Any = Polygon()
        lines: list[Any] = []
        for item, shift in items_in(drawing.items):
            if isinstance(item, Image):
                raise SettingError("kind", "a picture of pixels cannot be engraved as lines", "leave it out")
            if item.role in ("cut", "mark"):
                continue
            for area, line, is_dark in self._parts(item, shift):
                hides = not is_dark or (line is not None and area.area > 0)
                if hides:
                    lines = [kept for kept in (found.difference(area) for found in lines) if not kept.is_empty]
                if not is_dark:
                    dark = dark.difference(area)
                elif line is not None:
                    lines.append(line)
                else:
                    dark = dark.union(area)
        dark = dark.intersection(outline)
        rings = tuple(_rings(dark.simplify(FINE)))
        inside = outline.buffer(-FINE)
        return {
            "engrave": rings,
            "score": tuple(_once(found.intersection(inside).difference(dark) for found in lines)),
        }

    def _parts(self, item: Path | Text, shift: Point) -> Iterator[tuple[Any, Any, bool]]:
        """Give the areas of an item, or lines in place of them, and whether they are dark."""
        scores = self.faces == "score"
        if isinstance(item, Text):
            area = self._text(item, shift)
            is_dark = _is_dark(item.colour)
            yield area, area.boundary if scores and is_dark else None, is_dark
            return
        courses = list(_courses(item, shift))
        if item.fill is not None:
            area = _filled(courses)
            is_dark = _is_dark(item.fill)
            yield area, area.boundary if scores and is_dark else None, is_dark
        if item.stroke is not None:
            lines = shapely.union_all([_line(course) for course in courses])
            is_dark = _is_dark(item.stroke.colour)
            cap = "flat" if item.stroke.cap == "butt" else "round"
            area = lines.buffer(item.stroke.width / 2, quad_segs=STEPS, cap_style=cap, join_style="round")
            is_thin = scores or item.stroke.width < self.thin
            yield Polygon() if is_dark and is_thin else area, lines if is_dark and is_thin else None, is_dark

    def _text(self, text: Text, shift: Point) -> Any:
        """Return the area of a text's letters."""
        advances = self.fonts.advances(text.string, text.weight)
        size = text.size_pt * MM_PER_POINT
        start, along = text.start(sum(advances) / 1000 * size), text.along
        parts, at = [], 0.0
        for character, advance in zip(text.string, advances, strict=True):
            glyph, per_em = self._glyph(character, text.weight)
            unit = size / per_em
            x, y = start.x + shift.x + along.x * at, start.y + shift.y + along.y * at
            matrix = [unit * along.x, unit * along.y, unit * along.y, -unit * along.x, x, y]
            parts.append(shapely.affinity.affine_transform(glyph, matrix))
            at += advance / 1000 * size
        return shapely.union_all(parts)

    def _glyph(self, character: str, weight: str) -> tuple[Any, float]:
        """Return the area of a character in font units, y up, and how many of them an em has."""
        if weight not in self.outlines:
            font = TTFont(BytesIO(self.fonts.face(weight).data), lazy=True)
            self.outlines[weight] = font, font.getGlyphSet()
        font, glyph_set = self.outlines[weight]
        if (character, weight) not in self.glyphs:
            pen = _Flat(glyph_set)
            name = font.getBestCmap().get(ord(character), ".notdef")
            glyph_set[name].draw(pen)
            self.glyphs[character, weight] = _filled(
                [Course(tuple(Point(x, y) for x, y in ring), is_closed=True) for ring in pen.rings]
            )
        return self.glyphs[character, weight], float(font["head"].unitsPerEm)


class _Flat(BasePen):  # type: ignore[misc]
    """Draws glyphs as rings of straight lines."""

    def __init__(self, glyph_set: Any) -> None:
        super().__init__(glyph_set)
        self.rings: list[list[tuple[float, float]]] = []

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self.rings.append([pt])

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self.rings[-1].append(pt)

    def _curveToOne(self, one: tuple[float, float], two: tuple[float, float], end: tuple[float, float]) -> None:  # noqa: N802
        self.rings[-1] += _curve(self.rings[-1][-1], one, two, end)


def _curve(
    start: tuple[float, float], one: tuple[float, float], two: tuple[float, float], end: tuple[float, float]
) -> Iterator[tuple[float, float]]:
    """Give points along a Bézier curve, without its start."""
    for step in range(1, STEPS + 1):
        t = step / STEPS
        u = 1 - t
        weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
        x, y = (sum(w * p[axis] for w, p in zip(weights, (start, one, two, end), strict=True)) for axis in (0, 1))
        yield x, y


def _is_dark(colour: Colour) -> bool:
    return colour.luminance() < DARK


def _courses(path: Path, shift: Point) -> Iterator[Course]:
    """Give the parts of a path as courses of straight lines."""
    points: list[Point] = []
    for segment in path.segments:
        if segment[0] == "M":
            if len(points) > 1:
                yield Course(tuple(points), is_closed=False)
            points = [Point(segment[1] + shift.x, segment[2] + shift.y)]
        elif segment[0] == "L":
            points.append(Point(segment[1] + shift.x, segment[2] + shift.y))
        elif segment[0] == "C":
            _, a, b, c, d, x, y = segment
            one, two, end = ((p + shift.x, q + shift.y) for p, q in ((a, b), (c, d), (x, y)))
            points += [Point(*at) for at in _curve(points[-1], one, two, end)]
        else:
            yield Course(tuple(points), is_closed=True)
            points = points[:1]
    if len(points) > 1:
        yield Course(tuple(points), is_closed=False)


def _filled(courses: Iterable[Course]) -> Any:
    """Return the area of outlines; an outline within another one is a hole."""
    rings = [Polygon(course.points).buffer(0) for course in courses if len(course.points) > 2]
    whole = shapely.union_all(rings)
    if sum(ring.area for ring in rings) <= whole.area * (1 + 1e-9):
        return whole  # they lie apart
    return reduce(lambda area, ring: area.symmetric_difference(ring), rings)


def _line(course: Course) -> Any:
    return LinearRing(course.points) if course.is_closed and len(course.points) > 2 else LineString(course.points)


def _rings(area: Any) -> Iterator[Course]:
    """Give the rings of an area, without what is too small to be made."""
    parts = area.geoms if isinstance(area, MultiPolygon) else [area]
    for part in parts:
        if isinstance(part, Polygon) and part.area >= SMALLEST:
            for ring in (part.exterior, *part.interiors):
                yield Course(tuple(Point(x, y) for x, y in list(ring.coords)[:-1]), is_closed=True)


def _once(lines: Iterable[Any]) -> Iterator[Course]:
    """Give lines, joined where they go on into each other; what lies on an earlier one is not made again."""
    made: Any = LineString()
    for found in lines:
        if found.is_empty:
            continue
        near = found.intersection(made.buffer(SAME, cap_style="flat"))
        twice = [part for part in getattr(near, "geoms", [near]) if part.length > CROSSING]
        fresh = found.difference(shapely.union_all(twice).buffer(1.5 * SAME, cap_style="flat")) if twice else found
        yield from _lines(fresh)
        made = shapely.union(made, fresh)


def _lines(lines: Any) -> Iterator[Course]:
    """Give lines, joined where they go on into each other."""
    if lines.is_empty:
        return
    joined = shapely.line_merge(lines)
    for part in getattr(joined, "geoms", [joined]):
        if part.length >= SHORTEST:
            points = [Point(x, y) for x, y in part.simplify(FINE).coords]
            is_closed = len(points) > 3 and math.dist(points[0], points[-1]) < FINE
            yield Course(tuple(points[:-1] if is_closed else points), is_closed)
