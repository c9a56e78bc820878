"""The SVG renderer (svgwrite): one file a page, true scale, text as outlines, the same bytes each time.

All lengths are mm with y down. Each glyph is defined once in the units of its font, and so is each drawing that a
page uses more than once.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any, NamedTuple, assert_never

import svgwrite
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

from printkit.drawing import Colour, Document, Drawing, Image, Item, Page, Path, Segment, Symbol, Text, uses
from printkit.fonts import Face, Fonts
from printkit.geometry import Point, Rect
from printkit.render import Renderer
from printkit.render._numbers import number, numbers
from printkit.units import MM_PER_POINT

SCALE_DECIMALS = 9  # of a font unit in mm: the end of a line a metre long is right to a µm


def render(document: Document, fonts: Fonts) -> tuple[bytes, ...]:
    """Turn each page of a document into the bytes of an SVG."""
    glyphs = _Glyphs(fonts)
    return tuple(_Writer(document, page, glyphs).write() for page in document.pages)


RENDERER = Renderer(render, is_paged=True)


class _Outlines(NamedTuple):
    """A face with what fontTools needs to draw its glyphs."""

    face: Face
    font: TTFont
    glyph_set: Any


class _Glyphs:
    """The outlines of characters as path data in font units, y up; each is drawn when first used."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self._faces: dict[str, _Outlines] = {}
        self._paths: dict[tuple[str, str], str] = {}

    def path(self, character: str, weight: str) -> str:
        """Return the outline of a character, empty where it leaves no ink."""
        key = character, weight
        if key not in self._paths:
            outlines = self._outlines(weight)
            glyph = outlines.face.font.get_nominal_glyph(ord(character)) or 0
            pen = SVGPathPen(outlines.glyph_set, ntos=number)
            outlines.glyph_set[outlines.font.getGlyphName(glyph)].draw(pen)
            self._paths[key] = pen.getCommands()
        return self._paths[key]

    def _outlines(self, weight: str) -> _Outlines:
        if weight not in self._faces:
            face = self.fonts.face(weight)
            font = TTFont(BytesIO(face.data), lazy=True)
            self._faces[weight] = _Outlines(face, font, font.getGlyphSet())
        return self._faces[weight]


class _Writer:
    def __init__(self, document: Document, page: Page, glyphs: _Glyphs) -> None:
        self.page = page
        self.glyphs = glyphs
        self.uses = uses((*page.pieces, *page.marks))
        self.drawings: dict[int, str] = {}  # names in <defs>
        self.clips: dict[Rect, str] = {}
        self.outlines: set[str] = set()
        width, height = (number(side) for side in page.paper)
        self.svg = svgwrite.Drawing(
            size=(f"{width}mm", f"{height}mm"),
            viewBox=f"0 0 {width} {height}",
            stroke_linejoin="round",
            debug=False,  # svgwrite's own checks of every attribute cost more than all the rest
        )
        self.svg.set_desc(f"{document.title}, {page.label}", document.author)

        self.parent: Any = self.svg
        if document.stretch != (1, 1):
            x, y = document.stretch_of(page)
            self.parent = self.svg.g(transform=f"matrix({x:.9f} 0 0 {y:.9f} {numbers(document.origin_of(page))})")
            self.svg.add(self.parent)

    def write(self) -> bytes:
        self._draw(self.parent, self.page.pieces)
        self._draw(self.parent, self.page.marks)
        return f'<?xml version="1.0" encoding="utf-8"?>\n{self.svg.tostring()}\n'.encode()

    def _draw(self, parent: Any, items: Iterable[Item]) -> None:
        for item in items:
            match item:
                case Path():
                    parent.add(self._path(item))
                case Text():
                    parent.add(self._text(item))
                case Symbol():
                    parent.add(self._symbol(item))
                case Image():
                    parent.add(self._image(item))
                case _:
                    assert_never(item)

    def _path(self, path: Path) -> Any:
        element = self.svg.path(_data(path), fill=_colour(path.fill))
        if path.stroke is not None:
            stroke = path.stroke
            element.update({"stroke": _colour(stroke.colour), "stroke-width": number(stroke.width)})
            if stroke.cap != "butt":
                element["stroke-linecap"] = stroke.cap
            if stroke.dash:
                element["stroke-dasharray"] = numbers(stroke.dash)
        return element

    def _text(self, text: Text) -> Any:
        """Draw the outlines of a line of text, each letter where HarfBuzz puts it, grouped under its words."""
        advances = self.glyphs.fonts.advances(text.string, text.weight)
        face = self.glyphs.fonts.face(text.weight)
        size = text.size_pt * MM_PER_POINT
        start, along = text.start(sum(advances) / 1000 * size), text.along
        unit = size / 1000 * face.per_em  # of the font, in mm
        axes = [number(unit * v, SCALE_DECIMALS) for v in (along.x, along.y, along.y, -along.x)]
        group = self.svg.g(
            fill=_colour(text.colour),
            transform=f"matrix({' '.join(axes)} {numbers(start)})",
            role="img",
            aria_label=text.string,
        )
        at = 0.0
        for character, advance in zip(text.string, advances, strict=True):
            outline = self.glyphs.path(character, text.weight)
            if outline:
                name = f"{text.weight}-{ord(character):x}"
                if name not in self.outlines:
                    self.outlines.add(name)
                    self.svg.defs.add(self.svg.path(outline, id=name))
                group.add(self._use(name, Point(at / face.per_em, 0)))
            at += advance
        return group

    def _image(self, image: Image) -> Any:
        """Embed pixels, turned about the middle of their box."""
        width, height = image.box.size if image.turn_deg % 180 == 0 else image.box.size.turned()
        x, y = image.box.center
        element = self.svg.image(
            f"data:{image.media_type};base64,{base64.b64encode(image.data).decode()}",
            insert=(number(x - width / 2), number(y - height / 2)),
            size=(number(width), number(height)),
            preserveAspectRatio="none",
        )
        if image.turn_deg:
            element["transform"] = f"rotate({image.turn_deg} {numbers((x, y))})"
        return element

    def _symbol(self, symbol: Symbol) -> Any:
        is_shared = self.uses[id(symbol.drawing)] > 1
        if is_shared and symbol.clip is None:
            return self._use(self._drawing(symbol.drawing), symbol.at)
        group = self.svg.g()
        if any(symbol.at):
            group["transform"] = f"translate({numbers(symbol.at)})"
        if symbol.clip is not None:
            group["clip-path"] = f"url(#{self._clip(symbol.clip)})"
        if is_shared:
            group.add(self._use(self._drawing(symbol.drawing), Point(0, 0)))
        else:
            self._draw(group, symbol.drawing.items)
        return group

    def _clip(self, box: Rect) -> str:
        """Define a box outside of which nothing shows, the first time, and return its name."""
        if box not in self.clips:
            self.clips[box] = f"clip-{len(self.clips) + 1}"
            corner, size = ([number(value) for value in pair] for pair in (box[:2], box.size))
            clip = self.svg.defs.add(self.svg.clipPath(id=self.clips[box]))
            clip.add(self.svg.rect(corner, size))
        return self.clips[box]

    def _drawing(self, drawing: Drawing) -> str:
        """Define a drawing that is used more than once, the first time, and return its name."""
        if id(drawing) not in self.drawings:
            name = f"drawing-{len(self.drawings) + 1}"
            self.drawings[id(drawing)] = name
            group = self.svg.g(id=name)
            self._draw(group, drawing.items)
            self.svg.defs.add(group)
        return self.drawings[id(drawing)]

    def _use(self, name: str, at: Point) -> Any:
        element = self.svg.use(f"#{name}")
        for axis, value in (("x", at.x), ("y", at.y)):
            if value:
                element[axis] = number(value)
        return element


def _colour(colour: Colour | None) -> str:
    if colour is None:
        return "none"
    return "#" + "".join(f"{round(share * 255):02x}" for share in colour.rgb)


def _data(path: Path) -> str:
    """Write the segments of a path."""
    segments = path.segments
    if path.stroke is not None and not path.stroke.dash:
        segments = tuple(segment for course in _courses(segments) for segment in _begun_amid_an_edge(course))
    return "".join([segment[0] + numbers(segment[1:]) for segment in segments])


def _courses(segments: tuple[Segment, ...]) -> Iterator[tuple[Segment, ...]]:
    """Give the parts of a path that begin with a move."""
    starts = [i for i, segment in enumerate(segments) if segment[0] == "M"]
    for start, end in zip(starts, [*starts[1:], len(segments)], strict=True):
        yield segments[start:end]


def _begun_amid_an_edge(course: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """Let a closed outline begin in the middle of the edge that closes it instead of at a corner.

    Where a path closes at an obtuse corner, cairo draws a mitre though round joins are asked for.
    """
    if course.count(("Z",)) != 1 or course[-1] != ("Z",):
        return course
    *_, (end, first) = Path(course).edges()
    if end == first:
        return course
    return (("M", (end.x + first.x) / 2, (end.y + first.y) / 2), ("L", *first), *course[1:])
