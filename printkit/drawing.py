"""What is drawn, before any file format: items on a surface in mm, y down, origin at the top left.

Layouts put Drawings on Pages; each renderer turns a Document into bytes with one ``match`` over the items.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from printkit.geometry import Point, Rect, Sides, Size, bounds, union
from printkit.units import MM_PER_POINT

Role = Literal["ink", "mark", "marker", "cut"]
# ink belongs to the piece; a mark (crop mark, ruler) helps to make it; a marker is read by a machine; a cut is
# where a knife goes
Weight = Literal["regular", "medium", "bold"]
Anchor = Literal["start", "middle", "end"]
Turn = Literal[0, 90, 180, 270]  # degrees clockwise


class Colour(NamedTuple):
    """A theme colour, for screens and home printers (RGB) and for print shops (CMYK); all from 0 to 1."""

    rgb: tuple[float, float, float]
    cmyk: tuple[float, float, float, float]

    def contrast(self, ground: Colour) -> float:
        """Return the contrast ratio, 1 to 21 (WCAG 2, relative luminance)."""
        lighter, darker = sorted((self.luminance(), ground.luminance()), reverse=True)
        return (lighter + 0.05) / (darker + 0.05)

    def luminance(self) -> float:
        """Return the relative luminance, 0 to 1 (WCAG 2)."""
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in self.rgb]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def grey(ink: float) -> Colour:
    """Make the grey with this share of black ink, 0 (paper) to 1."""
    light = round(1 - ink, 4)
    return Colour((light, light, light), (0.0, 0.0, 0.0, ink))


INK = grey(1)
PAPER = grey(0)
REGISTRATION = Colour((0.0, 0.0, 0.0), (1.0, 1.0, 1.0, 1.0))  # on every plate of a press


class Stroke(NamedTuple):
    """A line: colour, width in mm, ends and dashes (lengths in mm)."""

    colour: Colour
    width: float
    cap: Literal["butt", "round"] = "butt"
    dash: tuple[float, ...] = ()


Segment = (
    tuple[Literal["M"], float, float]
    | tuple[Literal["L"], float, float]
    | tuple[Literal["C"], float, float, float, float, float, float]
    | tuple[Literal["Z"]]
)


class Path(NamedTuple):
    """Filled and stroked outlines (nonzero winding, round joins): move, line, Bézier curve, close."""

    segments: tuple[Segment, ...]
    fill: Colour | None = None
    stroke: Stroke | None = None
    role: Role = "ink"

    def points(self) -> Iterator[Point]:
        """Give all corners and control points; the path lies within their bounds."""
        for segment in self.segments:
            numbers = segment[1:]
            for x, y in zip(numbers[::2], numbers[1::2], strict=True):
                yield Point(x, y)

    def edges(self) -> Iterator[tuple[Point, Point]]:
        """Give the straight edges; a curve counts as the lines between its control points."""
        first = at = Point(0, 0)
        for segment in self.segments:
            if segment[0] == "M":
                first = at = Point(segment[1], segment[2])
            elif segment[0] == "Z":
                yield at, first
                at = first
            else:
                numbers = segment[1:]
                for x, y in zip(numbers[::2], numbers[1::2], strict=True):
                    yield at, Point(x, y)
                    at = Point(x, y)

    def bounds(self) -> Rect:
        """Return the box of the path with its stroke."""
        half = self.stroke.width / 2 if self.stroke is not None else 0.0
        xs = [x for segment in self.segments for x in segment[1::2]]
        ys = [y for segment in self.segments for y in segment[2::2]]
        return Rect(min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half)


class Text(NamedTuple):
    """One line of text on a baseline; ``turn_deg`` turns it clockwise about its anchor point.

    ``room`` is the width that it may take, in mm; the build fails where it takes more.
    """

    at: Point
    string: str
    size_pt: float
    weight: Weight = "regular"
    colour: Colour = INK
    anchor: Anchor = "start"
    turn_deg: Turn = 0
    room: float | None = None
    ground: Colour = PAPER
    role: Role = "ink"

    @property
    def along(self) -> Point:
        """The direction in which the line runs, of length 1; a quarter turn anticlockwise of it is up."""
        return {0: Point(1, 0), 90: Point(0, 1), 180: Point(-1, 0), 270: Point(0, -1)}[self.turn_deg]

    def start(self, width: float) -> Point:
        """Return where the first letter stands on the baseline, given the width of the text in mm."""
        back = {"start": 0.0, "middle": width / 2, "end": width}[self.anchor]
        return Point(self.at.x - back * self.along.x, self.at.y - back * self.along.y)

    def bounds(self, width: float) -> Rect:
        """Return the box of the text, given its width in mm (ascent 0.75, descent 0.22 of the size)."""
        size = self.size_pt * MM_PER_POINT
        left = self.at.x - {"start": 0.0, "middle": width / 2, "end": width}[self.anchor]
        box = Rect(left, self.at.y - 0.75 * size, left + width, self.at.y + 0.22 * size)
        if self.turn_deg == 0:
            return box
        x, y = self.at
        c, s = self.along
        corners = ((box.left - x, box.top - y), (box.right - x, box.bottom - y))
        return bounds(Point(x + c * dx - s * dy, y + s * dx + c * dy) for dx, dy in corners)


class Symbol(NamedTuple):
    """A Drawing used inside another one or on a page, its top left corner at ``at``.

    With ``clip``, a box in the drawing's own coordinates, only what lies in it is shown.
    """

    drawing: Drawing
    at: Point
    clip: Rect | None = None

    @property
    def window(self) -> Rect:
        """What is shown of the finished size, on the surface where the symbol is used."""
        whole = Rect(0, 0, *self.drawing.size)
        return (whole if self.clip is None else self.clip.common(whole) or self.clip).moved(self.at)

    @property
    def shown(self) -> Rect:
        """All that is shown, where the symbol is used: the clip, or the finished size with its bleed."""
        whole = Rect(0, 0, *self.drawing.size).grown(self.drawing.bleed)
        return (whole if self.clip is None else self.clip).moved(self.at)


class Image(NamedTuple):
    """A picture of pixels in a box, turned clockwise within it; ``data`` are the bytes of a PNG or a JPEG."""

    box: Rect
    data: bytes
    media_type: Literal["image/png", "image/jpeg"]
    turn_deg: Turn = 0
    role: Role = "ink"
    ground: Colour = PAPER  # what shows where it is transparent

    def bounds(self) -> Rect:
        """Return the box."""
        return self.box

    def edges(self) -> Iterator[tuple[Point, Point]]:
        """Give the edges of the box, as far as another box may meet them."""
        yield from Path(rectangle(self.box)).edges()


Item = Path | Text | Symbol | Image


class Drawing(NamedTuple):
    """A surface of a finished (trim) size; ``bleed`` lies outside of it.

    ``anchors`` map cell names to their centres. Nothing else may come into the ``quiet`` boxes.
    """

    size: Size
    items: tuple[Item, ...]
    bleed: Sides = Sides.all_round(0)
    anchors: Mapping[str, Point] = MappingProxyType({})
    quiet: tuple[Rect, ...] = ()


class Piece(NamedTuple):
    """One thing to make: its name, its face, and whether it is cut out of the sheet.

    Where ``hex_flats`` is given, it is a flat-top hex of that distance across flats, else it is its front's box.
    Pieces of another ``group`` begin a new sheet; ``gutter`` is the space between pieces, beyond their bleed.
    """

    name: str
    front: Drawing
    is_cut: bool = True
    hex_flats: float | None = None
    back: Drawing | None = None
    group: str = ""
    gutter: float = 0.0


class Page(NamedTuple):
    """A sheet of paper: pieces with their trim, then marks over them; ``label`` names it in a viewer."""

    label: str
    paper: Size
    printable: Rect
    pieces: tuple[Symbol, ...]
    marks: tuple[Item, ...]

    @property
    def trim(self) -> Rect:
        """The box of all pieces' finished sizes; of a blank page what can be printed on."""
        return union(piece.window for piece in self.pieces) if self.pieces else self.printable

    @property
    def bleed(self) -> Rect:
        """The box of all pieces with their bleed."""
        return union(piece.shown for piece in self.pieces) if self.pieces else self.printable


class Document(NamedTuple):
    """A file to print."""

    title: str
    subject: str
    author: str
    pages: tuple[Page, ...]
    flip: Literal["", "long", "short"] = ""  # the edge of the paper about which a printer turns it for the backs
    parts: tuple[tuple[str, int], ...] = ()  # of a booklet: their titles, and how many pages come before each
    stretch: Point = Point(1.0, 1.0)  # by what all is enlarged about a page's middle, along upright paper's edges

    def stretch_of(self, page: Page) -> Point:
        """Return by what a page is enlarged: what lies goes through a printer turned."""
        x, y = self.stretch
        return Point(x, y) if page.paper.height >= page.paper.width else Point(y, x)

    def origin_of(self, page: Page) -> Point:
        """Return where the upper left corner of a page comes to lie when it is enlarged."""
        x, y = self.stretch_of(page)
        return Point(page.paper.width / 2 * (1 - x), page.paper.height / 2 * (1 - y))

    def asked(self, box: Rect, page: Page) -> Rect:
        """Return the box of a page that has to be asked for, so that this one comes out."""
        (x, y), (width, height) = self.stretch_of(page), page.paper
        left, right = ((at - width / 2) * x + width / 2 for at in (box.left, box.right))
        top, bottom = ((at - height / 2) * y + height / 2 for at in (box.top, box.bottom))
        return Rect(left, top, right, bottom)


def items_in(items: Iterable[Item], shift: Point = Point(0, 0)) -> Iterator[tuple[Path | Text | Image, Point]]:
    """Give every path, text and image, those inside symbols too, with the shift to be added to its points."""
    for item in items:
        if isinstance(item, Symbol):
            yield from items_in(item.drawing.items, Point(shift.x + item.at.x, shift.y + item.at.y))
        else:
            yield item, shift


def uses(items: Iterable[Item]) -> Counter[int]:
    """Count by ``id`` how often each drawing is used; what stands inside a drawing counts once, not once a use."""
    found: Counter[int] = Counter()
    waiting = list(items)
    while waiting:
        item = waiting.pop()
        if isinstance(item, Symbol):
            found[id(item.drawing)] += 1
            if found[id(item.drawing)] == 1:
                waiting.extend(item.drawing.items)
    return found


def polyline(points: Iterable[Point], *, closed: bool = False) -> tuple[Segment, ...]:
    """Make the segments of a course of straight lines."""
    course = list(points)
    start: Segment = ("M", *course[0])
    lines: list[Segment] = [("L", *point) for point in course[1:]]
    return (start, *lines, ("Z",)) if closed else (start, *lines)


def rectangle(box: Rect) -> tuple[Segment, ...]:
    """Make the segments of a box."""
    return polyline(
        (
            Point(box.left, box.top),
            Point(box.right, box.top),
            Point(box.right, box.bottom),
            Point(box.left, box.bottom),
        ),
        closed=True,
    )


_KAPPA = 4 / 3 * (math.sqrt(2) - 1)  # four Bézier curves with this handle are a circle to 0.03 % of the radius


def circle(center: Point, radius: float) -> tuple[Segment, ...]:
    """Make the segments of a circle."""
    x, y = center
    r, k = radius, radius * _KAPPA
    return (
        ("M", x + r, y),
        ("C", x + r, y + k, x + k, y + r, x, y + r),
        ("C", x - k, y + r, x - r, y + k, x - r, y),
        ("C", x - r, y - k, x - k, y - r, x, y - r),
        ("C", x + k, y - r, x + r, y - k, x + r, y),
        ("Z",),
    )


def line(start: Point, end: Point) -> tuple[Segment, ...]:
    """Make the segments of one straight line."""
    return (("M", *start), ("L", *end))


def arc(center: Point, radius: float, start: Point, end: Point) -> tuple[tuple[Segment, ...], tuple[Point, ...]]:
    """Make the segments of the shorter arc from one point of a circle to another, and points along it.

    Each curve covers 60° at most, and is the arc to 0.001 % of the radius.
    """
    first = math.atan2(start.y - center.y, start.x - center.x)
    sweep = (math.atan2(end.y - center.y, end.x - center.x) - first + math.pi) % math.tau - math.pi
    number = max(1, math.ceil(abs(sweep) / math.radians(60) - 1e-9))
    step = sweep / number
    handle = radius * 4 / 3 * math.tan(step / 4)

    def at(angle: float) -> Point:
        return Point(center.x + radius * math.cos(angle), center.y + radius * math.sin(angle))

    segments: list[Segment] = [("M", *start)]
    for i in range(number):
        a, b = first + i * step, first + (i + 1) * step
        (x0, y0), (x1, y1) = (start if i == 0 else at(a)), (end if i == number - 1 else at(b))
        before = (x0 - handle * math.sin(a), y0 + handle * math.cos(a))
        after = (x1 + handle * math.sin(b), y1 - handle * math.cos(b))
        segments.append(("C", *before, *after, x1, y1))
    places = 8 * number
    points = (start, *(at(first + sweep * i / places) for i in range(1, places)), end)
    return tuple(segments), points
