"""Pages as pixels, drawn by cairo itself: for previews, which have no time for the way over an SVG."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from typing import Any, assert_never

from fontTools.pens.cairoPen import CairoPen
from fontTools.ttLib import TTFont
from PIL import Image as Pixels

from printkit.drawing import Colour, Image, Item, Page, Path, Symbol, Text
from printkit.errors import RequestError, request_error
from printkit.fonts import Face, Fonts
from printkit.units import MM_PER_POINT


def no_cairo() -> RequestError:
    """Make the error for a system without the library that draws pixels."""
    hint = "install libcairo2 (Debian, Ubuntu) or run 'brew install cairo' (macOS); pdf and svg do without it"
    return request_error("PNGs need the system's cairo library, which is not installed", hint)


def pixels_of(page: Page, fonts: Fonts, width: int, height: int) -> Pixels.Image:
    """Draw a page on white in so many pixels; raises RequestError where there is no cairo."""
    try:
        import cairocffi as cairo  # noqa: PLC0415 (it fails without a library that only PNGs need)
    except OSError:
        raise no_cairo() from None
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, width, height)
    context = cairo.Context(surface)
    context.set_source_rgb(1, 1, 1)
    context.paint()
    context.scale(width / page.paper.width, height / page.paper.height)
    context.set_line_join(cairo.LINE_JOIN_ROUND)
    brush = _Brush(cairo, context, fonts)
    brush.draw(page.pieces)
    brush.draw(page.marks)
    surface.flush()
    return Pixels.frombytes("RGB", (width, height), bytes(surface.get_data()), "raw", "BGRX", surface.get_stride())


class _Brush:
    """Draws items on a cairo context whose units are mm."""

    def __init__(self, cairo: Any, context: Any, fonts: Fonts) -> None:
        self.cairo = cairo
        self.context = context
        self.fonts = fonts

    def draw(self, items: Iterable[Item]) -> None:
        """Draw items, one over the other."""
        for item in items:
            match item:
                case Path():
                    self._path(item)
                case Text():
                    self._text(item)
                case Symbol():
                    self._symbol(item)
                case Image():
                    self._image(item)
                case _:
                    assert_never(item)

    def _path(self, path: Path) -> None:
        context = self.context
        context.new_path()
        for segment in path.segments:
            match segment:
                case ("M", x, y):
                    context.move_to(x, y)
                case ("L", x, y):
                    context.line_to(x, y)
                case ("C", x0, y0, x1, y1, x2, y2):
                    context.curve_to(x0, y0, x1, y1, x2, y2)
                case _:
                    context.close_path()
        if path.fill is not None:
            context.set_source_rgb(*path.fill.rgb)
            context.fill_preserve()
        if path.stroke is not None:
            stroke = path.stroke
            context.set_source_rgb(*stroke.colour.rgb)
            context.set_line_width(stroke.width)
            context.set_line_cap(self.cairo.LINE_CAP_ROUND if stroke.cap == "round" else self.cairo.LINE_CAP_BUTT)
            context.set_dash(list(stroke.dash))
            context.stroke_preserve()

    def _text(self, text: Text) -> None:
        """Fill the outlines of a line of text, each letter where HarfBuzz puts it."""
        advances = self.fonts.advances(text.string, text.weight)
        size = text.size_pt * MM_PER_POINT
        (x, y), along = text.start(sum(advances) / 1000 * size), text.along
        face = self.fonts.face(text.weight)
        per_em = face.per_em
        unit = size / 1000 * per_em  # of the font, in mm
        with self.context:
            axes = (unit * along.x, unit * along.y, unit * along.y, -unit * along.x)
            self.context.transform(self.cairo.Matrix(*axes, x, y))
            self.context.new_path()
            for character, advance in zip(text.string, advances, strict=True):
                self.context.append_path(_outline(face, character))
                self.context.translate(advance / per_em, 0)
            self._fill(text.colour)

    def _fill(self, colour: Colour) -> None:
        self.context.set_source_rgb(*colour.rgb)
        self.context.fill()

    def _symbol(self, symbol: Symbol) -> None:
        with self.context:
            self.context.translate(*symbol.at)
            if symbol.clip is not None:
                self.context.rectangle(symbol.clip.left, symbol.clip.top, *symbol.clip.size)
                self.context.clip()
            self.draw(symbol.drawing.items)

    def _image(self, image: Image) -> None:
        """Draw pixels, turned about the middle of their box."""
        buffer = BytesIO()
        Pixels.open(BytesIO(image.data)).convert("RGBA").save(buffer, "PNG", compress_level=0)
        buffer.seek(0)
        surface = self.cairo.ImageSurface.create_from_png(buffer)
        width, height = image.box.size if image.turn_deg % 180 == 0 else image.box.size.turned()
        with self.context:
            self.context.translate(*image.box.center)
            self.context.rotate(image.turn_deg * 3.141592653589793 / 180)
            self.context.translate(-width / 2, -height / 2)
            self.context.scale(width / surface.get_width(), height / surface.get_height())
            self.context.set_source_surface(surface)
            self.context.get_source().set_filter(self.cairo.FILTER_GOOD)
            self.context.get_source().set_extend(self.cairo.EXTEND_PAD)
            self.context.rectangle(0, 0, surface.get_width(), surface.get_height())
            self.context.fill()


@lru_cache(maxsize=16)
def _font(face: Face) -> TTFont:
    return TTFont(BytesIO(face.data), lazy=True)


@lru_cache(maxsize=4096)
def _outline(face: Face, character: str) -> Any:
    """Return the outline of a character in font units, y up, as a path of cairo; each is drawn when first used."""
    import cairocffi as cairo  # noqa: PLC0415 (as above)

    font = _font(face)
    name = font.getGlyphName(face.font.get_nominal_glyph(ord(character)) or 0)
    glyphs = font.getGlyphSet()
    apart = cairo.Context(cairo.RecordingSurface(cairo.CONTENT_ALPHA, None))
    glyphs[name].draw(CairoPen(glyphs, apart))
    return apart.copy_path()
