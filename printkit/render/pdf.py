"""The PDF renderer (reportlab): true scale, fonts embedded and subset, boxes, bookmarks, same bytes each time.

Page content is written in mm with y down: the page's first operator sets that scale.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple, assert_never

from reportlab import rl_config
from reportlab.lib.colors import CMYKColorSep
from reportlab.lib.rl_accel import escapePDF
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from printkit import __version__
from printkit.drawing import INK, Colour, Document, Drawing, Image, Item, Page, Path, Symbol, Text, uses
from printkit.errors import FontFileError
from printkit.fonts import Fonts
from printkit.geometry import Rect, Sides, union
from printkit.render import Renderer
from printkit.render._numbers import number, numbers
from printkit.units import MM_PER_POINT, POINTS_PER_MM

if TYPE_CHECKING:
    from PIL import Image as PillowImage

_OPERATORS = {"M": "m", "L": "l", "C": "c"}
_CAPS = {"butt": 0, "round": 1}
CUT_WIDTH = 0.25 * MM_PER_POINT


def render(document: Document, fonts: Fonts) -> tuple[bytes]:
    """Turn a document into the bytes of one PDF."""
    return (_Writer(document, fonts).write(),)


RENDERER = Renderer(render, is_paged=False)


@lru_cache(maxsize=16)
def refuse_broken(data: bytes) -> None:
    """Raise FontFileError where a font file cannot be embedded: cut short, or damaged."""
    from fontTools.pens.basePen import NullPen  # noqa: PLC0415 (only a font of one's own needs it)
    from fontTools.ttLib import TTFont as Outlines  # noqa: PLC0415

    try:
        font = TTFont("printkit-trial", BytesIO(data))
        characters = sorted(font.face.charToGlyph)
        for start in range(0, len(characters), 200):  # each glyph, with the others that it is made of
            font.face.makeSubset(characters[start : start + 200])
        outlines = Outlines(BytesIO(data))
        glyphs = outlines.getGlyphSet()
        for name in set(outlines.getBestCmap().values()):
            glyphs[name].draw(NullPen())
    except Exception as error:
        raise FontFileError(f"it is damaged, and cannot be embedded ({type(error).__name__})") from None


class Press(NamedTuple):
    """How a PDF for a print shop is written: its version, and whether black text and lines go over grounds.

    ``to_cmyk`` turns the bytes of an image into an image of CMYK, given the colour below it.
    """

    version: tuple[int, int]
    overprints: bool
    to_cmyk: Callable[[bytes, Colour], PillowImage.Image]


def render_for_press(document: Document, fonts: Fonts, press: Press) -> bytes:
    """Turn a document into a PDF in CMYK, with cut lines in the spot colour CutContour; no form is used."""
    return _Writer(document, fonts, press).write()


CUT_CONTOUR = CMYKColorSep(cyan=0, magenta=1, yellow=0, black=0, spotName="CutContour", density=1)


class _Writer:
    def __init__(self, document: Document, fonts: Fonts, press: Press | None = None) -> None:
        self.document = document
        self.press = press
        self.colour = _in_rgb if press is None else _in_cmyk
        self.fonts = fonts
        self.faces: dict[str, TTFont] = {}
        self.forms: dict[int, str] = {}
        self.images: dict[int, ImageReader] = {}
        self.uses = uses(item for page in document.pages for item in (*page.pieces, *page.marks))

    def write(self) -> bytes:
        rl_config.useA85 = 0
        buffer = BytesIO()
        first = self.document.pages[0].paper
        size = (first.width * POINTS_PER_MM, first.height * POINTS_PER_MM)
        face = self._face("regular")
        self.canvas = Canvas(
            buffer,
            pdfVersion=(1, 6) if self.press is None else self.press.version,
            pagesize=size,
            pageCompression=1,
            invariant=1,
            initialFontName=face.fontName,
            lang="en",
        )
        canvas = self.canvas
        canvas.setTitle(self.document.title)
        canvas.setAuthor(self.document.author)
        canvas.setSubject(self.document.subject)
        canvas.setCreator(f"printkit {__version__}")
        canvas.setViewerPreference("PrintScaling", "None")
        if self.document.flip:
            canvas.setViewerPreference("Duplex", f"DuplexFlip{self.document.flip.capitalize()}Edge")
        for index, page in enumerate(self.document.pages):
            self._page(index, page)
        canvas.save()
        return buffer.getvalue()

    def _page(self, index: int, page: Page) -> None:
        canvas = self.canvas
        height = page.paper.height
        canvas.setPageSize((page.paper.width * POINTS_PER_MM, height * POINTS_PER_MM))
        canvas.setTrimBox(_pdf_box(self.document.asked(page.trim, page), height))
        canvas.setBleedBox(_pdf_box(self.document.asked(page.bleed, page), height))
        canvas.addPageLabel(index, prefix=page.label)
        canvas.bookmarkPage(f"page{index}")
        for title, before in self.document.parts:
            if before == index:
                canvas.bookmarkPage(f"part{index}")
                canvas.addOutlineEntry(title, f"part{index}", closed=True)
        canvas.addOutlineEntry(page.label, f"page{index}", level=1 if self.document.parts else 0)
        x, y = self.document.stretch_of(page)
        left, top = self.document.origin_of(page)
        scales = f"{POINTS_PER_MM * x:.9f} 0 0 -{POINTS_PER_MM * y:.9f}"
        canvas.addLiteral(f"{scales} {number(left * POINTS_PER_MM)} {(height - top) * POINTS_PER_MM:.6f} cm 1 j")
        self._draw(page.pieces)
        self._draw(page.marks)
        canvas.showPage()

    def _draw(self, items: Iterable[Item]) -> None:
        for item in items:
            match item:
                case Path():
                    self._path(item)
                case Text():
                    self._overprint(on=item.colour == INK)
                    self.canvas.addLiteral(self._text(item))
                case Symbol():
                    self._symbol(item)
                case Image():
                    self._image(item)
                case _:
                    assert_never(item)

    def _path(self, path: Path) -> None:
        if self.press is None or path.role != "cut":
            self._overprint(on=path.fill is None and path.stroke is not None and path.stroke.colour == INK)
            self.canvas.addLiteral(_path(path, self.colour))
            return
        self.canvas.saveState()
        self.canvas.setStrokeColor(CUT_CONTOUR)
        self._overprint(on=True, is_spot=True)
        self.canvas.addLiteral(f"{number(CUT_WIDTH)} w {_course(path)} S")
        self.canvas.restoreState()

    def _overprint(self, *, on: bool, is_spot: bool = False) -> None:
        """Let what follows leave the inks below it alone, or not; on a press only."""
        if self.press is not None:
            wanted = on and (is_spot or self.press.overprints)
            self.canvas.setStrokeOverprint(wanted)
            self.canvas.setFillOverprint(wanted)
            self.canvas.setOverprintMask(int(wanted))

    def _symbol(self, symbol: Symbol) -> None:
        drawing = symbol.drawing
        form = self._form(drawing) if self.uses[id(drawing)] > 1 and self.press is None else None
        is_shifted = any(symbol.at) or symbol.clip is not None
        if is_shifted:
            self.canvas.addLiteral(f"q 1 0 0 1 {numbers(symbol.at)} cm")
        if symbol.clip is not None:
            corner, size = symbol.clip[:2], symbol.clip.size
            self.canvas.addLiteral(f"{numbers((*corner, *size))} re W n")
        if form is None:
            self._draw(drawing.items)
        else:
            self.canvas.doForm(form)
        if is_shifted:
            self.canvas.addLiteral("Q")

    def _image(self, image: Image) -> None:
        """Draw pixels; images stand upright in a PDF whose y runs up, so this one is turned over in its box."""
        c, s = math.cos(math.radians(image.turn_deg)), math.sin(math.radians(image.turn_deg))
        width, height = image.box.size if image.turn_deg % 180 == 0 else image.box.size.turned()
        x, y = image.box.center
        self.canvas.saveState()
        self.canvas.addLiteral(f"{numbers((c, s, s, -c, x, y))} cm")
        if id(image.data) not in self.images:
            source = BytesIO(image.data) if self.press is None else self.press.to_cmyk(image.data, image.ground)
            self.images[id(image.data)] = ImageReader(source)
        reader = self.images[id(image.data)]
        self.canvas.drawImage(reader, -width / 2, -height / 2, width, height, mask="auto")
        self.canvas.restoreState()

    def _form(self, drawing: Drawing) -> str:
        """Write a drawing that is used more than once as a form, the first time, and return the form's name."""
        if id(drawing) not in self.forms:
            name = f"drawing{len(self.forms)}"
            self.forms[id(drawing)] = name
            self.canvas.beginForm(name, *_extent(drawing, self.fonts))
            self.canvas.addLiteral("1 j")
            self._draw(drawing.items)
            self.canvas.endForm()
        return self.forms[id(drawing)]

    def _face(self, weight: str) -> TTFont:
        if weight not in self.faces:
            self.faces[weight] = self._loaded(weight)
        return self.faces[weight]

    def _loaded(self, weight: str) -> TTFont:
        """Load a weight's font; weights of the same file share it, and no two fonts have one name in the PDF."""
        data = self.fonts.face(weight).data
        for other, font in self.faces.items():
            if self.fonts.face(other).data == data:
                return font
        font = _font(data, weight, "")
        if any(other.face.name == font.face.name for other in self.faces.values()):
            font = _font(data, weight, f"-{weight}")
        pdfmetrics.registerFont(font)
        return font

    def _text(self, text: Text) -> str:
        """Write real text, each letter where HarfBuzz puts it."""
        face = self._face(text.weight)
        document = self.canvas._doc
        advances = self.fonts.advances(text.string, text.weight)
        size = text.size_pt * MM_PER_POINT
        start, along = text.start(sum(advances) / 1000 * size), text.along
        matrix = numbers((along.x, along.y, along.y, -along.x, *start))
        code = [self.colour(text.colour, "g", "rg", "k"), "BT"]
        at = 0
        placed = False
        for subset, codes in face.splitString(text.string, document):
            code.append(f"{face.getSubsetInternalName(subset, document)} {number(size)} Tf")
            if not placed:
                code.append(f"{matrix} Tm")
                placed = True
            code.append(self._show(face, text.string, codes, at, advances))
            at += len(codes)
        code.append("ET")
        return " ".join(code)

    def _show(self, face: TTFont, string: str, codes: bytes, start: int, advances: tuple[float, ...]) -> str:
        parts: list[str] = []
        run = b""
        for i, code in enumerate(codes, start):
            run += bytes((code,))
            excess = face.face.getCharWidth(ord(string[i])) - advances[i]
            if abs(excess) > 0.01 and i + 1 < len(string):
                parts.append(f"({escapePDF(run)}) {number(excess)}")
                run = b""
        if run:
            parts.append(f"({escapePDF(run)})")
        return f"{parts[0]} Tj" if len(parts) == 1 and parts[0].endswith(")") else f"[{' '.join(parts)}] TJ"


@lru_cache(maxsize=8)
def _font(data: bytes, weight: str, suffix: str) -> TTFont:
    """Read a font once for all documents; reportlab keeps apart what each of them uses of it."""
    font = TTFont(f"printkit-{weight}{suffix}", BytesIO(data))
    font.face.name += suffix.encode()
    return font


def _extent(drawing: Drawing, fonts: Fonts) -> Rect:
    """Return a box that holds all that a drawing shows: a form is cut off at its box."""
    boxes = [Rect(0, 0, *drawing.size)]
    for item in drawing.items:
        match item:
            case Path():
                boxes.append(item.bounds())
            case Text():
                size = item.size_pt * MM_PER_POINT  # accents of capitals stand above the box of a text
                box = item.bounds(fonts.width(item.string, item.weight, item.size_pt))
                boxes.append(box.grown(Sides.all_round(size)))
            case Symbol():
                boxes.append(_extent(item.drawing, fonts).moved(item.at))
            case Image():
                boxes.append(item.box)
            case _:
                assert_never(item)
    return union(boxes)


def _pdf_box(box: Rect, height: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = box
    corners = (left, height - bottom, right, height - top)
    return tuple(value * POINTS_PER_MM for value in corners)  # type: ignore[return-value]


Operators = Callable[[Colour, str, str, str], str]


def _path(path: Path, colour: Operators) -> str:
    code = []
    if path.fill is not None:
        code.append(colour(path.fill, "g", "rg", "k"))
    if path.stroke is not None:
        stroke = path.stroke
        operators = colour(stroke.colour, "G", "RG", "K")
        code.append(f"{operators} {number(stroke.width)} w {_CAPS[stroke.cap]} J")
        if stroke.dash:
            code.append(f"[{numbers(stroke.dash)}] 0 d")
    code.append(_course(path))
    code.append(
        {(True, True): "B", (True, False): "f", (False, True): "S"}[path.fill is not None, path.stroke is not None]
    )
    if path.stroke is not None and path.stroke.dash:
        code.append("[] 0 d")
    return " ".join(code)


def _course(path: Path) -> str:
    return " ".join(
        "h" if segment[0] == "Z" else f"{numbers(segment[1:])} {_OPERATORS[segment[0]]}"
        for segment in path.segments
    )


def _in_rgb(colour: Colour, grey_operator: str, rgb_operator: str, _: str) -> str:
    red, green, blue = colour.rgb
    if red == green == blue:
        return f"{number(red)} {grey_operator}"
    return f"{numbers(colour.rgb)} {rgb_operator}"


def _in_cmyk(colour: Colour, _grey: str, _rgb: str, cmyk_operator: str) -> str:
    return f"{numbers(colour.cmyk)} {cmyk_operator}"
