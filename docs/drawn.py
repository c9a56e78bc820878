"""What the pictures of the pages show, before it becomes pixels, and a digest of it.

A picture carries the digest of what it was made from. So a test finds a stale one by drawing, which is quick, and
without comparing pixels, which differ from one version of a rasteriser to the next.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Protocol

import cairosvg
import pypdfium2
from PIL import Image, PngImagePlugin

from printkit import calibration, cutting, library, pictures, pipeline, scorebook, vendors
from printkit.art import Ink
from printkit.drawing import Document, Page, Symbol
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Size
from printkit.laser import Course, Cutting, LaserProfile
from printkit.units import MM_PER_INCH, POINTS_PER_INCH

ROOT = Path(__file__).parent.parent
PAGES = Path(__file__).parent
DPI = 110
COLOURS = 64
RIM = 8.0  # mm of paper round what is shown joined
DIGEST = "Source"  # the PNG's text that holds it


class Drawn(NamedTuple):
    """Something to be shown: its size in mm, all that is drawn as text, and what makes pixels of it."""

    size: Size
    content: str
    rasterised: Callable[[], Image.Image]

    @property
    def digest(self) -> str:
        """A short digest of all that the picture depends on, apart from the version of the rasteriser."""
        return hashlib.sha256(f"{DPI} dpi, {COLOURS} colours, {self.content}".encode()).hexdigest()[:24]

    @property
    def pixels(self) -> Size:
        """How many pixels it has across and down."""
        return Size(*(side / MM_PER_INCH * DPI for side in self.size))

    def png(self) -> bytes:
        """Return the picture, with its digest."""
        buffer, notes = BytesIO(), PngImagePlugin.PngInfo()
        notes.add_text(DIGEST, self.digest)
        image = self.rasterised().quantize(COLOURS)
        image.save(buffer, "PNG", optimize=True, dpi=(DPI, DPI), pnginfo=notes)
        return buffer.getvalue()


class Source(Protocol):
    """What a picture shows."""

    def drawn(self) -> Drawn:
        """Draw it."""

    @property
    def command(self) -> str:
        """The command that makes it."""


class Asset(NamedTuple):
    """A page of an asset of a shipped game, or of a spec by its path; a ``joined`` one is shown as one piece."""

    game: str
    asset: str
    paper: str = "a4"
    page: int = 1
    sets: tuple[str, ...] = ()
    ink: Ink = "full"
    joined: bool = False

    @property
    def spec(self) -> str:
        """What finds the spec from any folder."""
        return str(ROOT / self.game) if self.game.endswith(".yaml") else self.game

    def drawn(self) -> Drawn:
        """Lay it out as a build does."""
        game = library.load_game(self.spec, self.sets)
        fonts, sheet = library.fonts_of(game), pipeline.sheet_of(self.paper, None)
        made = pipeline.make(game, game.assets[self.asset], sheet, fonts, self.ink)
        document = pipeline.document_of(made)
        if not self.joined:
            return _of_page(document, fonts, self.page - 1)
        front = made.pieces[0].front
        paper = Size(front.size.width + 2 * RIM, front.size.height + 2 * RIM)
        whole = Page("joined", paper, Rect(0, 0, *paper), (Symbol(front, Point(RIM, RIM)),), ())
        return _of_page(document._replace(pages=(whole,)), fonts, 0)

    @property
    def command(self) -> str:
        """The command that builds the asset."""
        options = [
            f"--paper {self.paper}" if self.paper != "a4" else "",
            f"--ink {self.ink}" if self.ink != "full" else "",
            *(f"--set {text}" if " " not in text else f"--set '{text}'" for text in self.sets),
        ]
        return " ".join(filter(None, (f"printkit build {self.game} --only {self.asset}", *options)))


class OnPage(NamedTuple):
    """An asset of a spec that stands as an example on a page."""

    page: str
    file: str
    asset: str

    def drawn(self) -> Drawn:
        """Lay it out as a build does."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / f"{self.file}.yaml"
            path.write_text(_example(self.page, self.file), encoding="utf-8")
            return Asset(str(path), self.asset).drawn()

    @property
    def command(self) -> str:
        """The command that builds the asset."""
        return f"printkit build {self.file}.yaml --only {self.asset}"


class Finished(NamedTuple):
    """The picture of a finished game that stands as an example on a page."""

    page: str
    file: str

    def drawn(self) -> Drawn:
        """Score the game as it stands on the page."""
        data = _example(self.page, self.file).encode()
        document, fonts = pictures.picture_of([scorebook.score(f"{self.file}.yaml", data)])
        return _of_page(document, fonts, 0)

    @property
    def command(self) -> str:
        """The command that draws the game."""
        return f"printkit score {self.file}.yaml --picture {self.file}.png"


class Calibration(NamedTuple):
    """The front of the page that measures a printer."""

    def drawn(self) -> Drawn:
        """Draw it for A4."""
        return _of_page(calibration.pages_of("a4", "duplex-long", None), library.shipped_fonts(), 0)

    @property
    def command(self) -> str:
        """The command that makes the page."""
        return "printkit calibrate"


class Coupon(NamedTuple):
    """A part of a coupon for a laser, seen through a window: left, top, width and height in mm."""

    name: str
    window: tuple[int, int, int, int]

    def drawn(self) -> Drawn:
        """Draw it for the usual laser."""
        job, fonts = _job(), library.shipped_fonts()
        contrast, colours = cutting.contrast_coupon(job.profile, fonts)
        kerf = cutting.kerf_coupon(job.profile, fonts)
        sheet, palette = (contrast, colours) if self.name == contrast.label else (kerf, job.profile.operations)
        return _of_cutting(sheet, job, palette, "printkit", self.window)

    @property
    def command(self) -> str:
        """The command that makes the coupons."""
        return "printkit coupon"


class Engraved(NamedTuple):
    """A part of a sheet that a laser makes of an asset."""

    game: str
    asset: str
    sheet: int
    window: tuple[int, int, int, int]

    def drawn(self) -> Drawn:
        """Lay it out for the usual laser."""
        job, game = _job(), library.load_game(self.game)
        sheets = list(cutting.sheets(game, game.assets[self.asset], job, library.fonts_of(game)))
        return _of_cutting(sheets[self.sheet - 1], job, job.profile.operations, game.spec.title, self.window)

    @property
    def command(self) -> str:
        """The command that makes the sheets."""
        return f"printkit build {self.game} --only {self.asset} --profile laser"


def _example(page: str, file: str) -> str:
    """Return a YAML file that stands on a page."""
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    match = re.search(rf"^```yaml\n# {file}\.yaml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert match is not None, f"{page}.md has no example {file}.yaml"
    return match[1]


def _of_page(document: Document, fonts: Fonts, number: int) -> Drawn:
    page = document.pages[number]

    def rasterised() -> Image.Image:
        (data,) = pipeline.target_of("pdf").render(document._replace(pages=(page,)), fonts)
        with pypdfium2.PdfDocument(data) as file:
            image: Image.Image = file[0].render(scale=DPI / POINTS_PER_INCH).to_pil()
        return image

    return Drawn(page.paper, told(page), rasterised)


def _job() -> cutting.Job:
    profile = vendors.load_profile("laser")
    assert isinstance(profile, LaserProfile)
    return cutting.job_of(profile, "separate", None, "svg")


def _of_cutting(
    sheet: Cutting, job: cutting.Job, colours: Mapping[str, str], title: str, window: tuple[int, ...]
) -> Drawn:
    """Show a part of a sheet for a laser, its hairlines made strong enough to be seen."""
    left, top, width, height = window

    def rasterised() -> Image.Image:
        text = cutting.written(sheet, job, colours, title, "").decode()
        text = text.replace('stroke-width="0.01"', 'stroke-width="0.4"')
        text = re.sub(r'viewBox="[^"]*"', f'viewBox="{left} {top} {width} {height}"', text)
        for word, side in (("width", width), ("height", height)):
            text = re.sub(rf'\b{word}="[0-9.]+mm"', f'{word}="{side}mm"', text)
        data = cairosvg.svg2png(bytestring=text.encode(), dpi=DPI, background_color="white")
        return Image.open(BytesIO(data)).convert("RGB")

    courses = [f"{word} {box}" for word, found in sheet.courses.items() for box in sorted(map(_box, found))]
    return Drawn(Size(width, height), f"{window} {dict(colours)} {courses}", rasterised)


def _box(course: Course) -> str:
    """Return the box of a course; where it begins is up to the geometry engine."""
    xs, ys = ([point[axis] for point in course.points] for axis in (0, 1))
    return " ".join(map(_number, (min(xs), min(ys), max(xs), max(ys))))


def told(value: object) -> str:
    """Write all that a value holds: numbers to 0.01, fields that hold their defaults left out."""
    return "".join(_told(value, {}))


def _told(value: object, known: dict[int, str]) -> Iterator[str]:
    if isinstance(value, bool | str | None):
        yield repr(value)
    elif isinstance(value, int | float):
        yield _number(value)
    elif isinstance(value, bytes):
        yield hashlib.sha256(value).hexdigest()
    elif isinstance(value, Mapping):
        yield from _listed(((f"{name}=", inner) for name, inner in sorted(value.items())), known)
    elif isinstance(value, tuple) and hasattr(value, "_field_defaults"):
        if id(value) not in known:  # a drawing that is used often is told once
            defaults = value._field_defaults
            fields = zip(type(value)._fields, value, strict=True)  # type: ignore[attr-defined]
            changed = ((f"{n}=", v) for n, v in fields if n not in defaults or v != defaults[n])
            known[id(value)] = type(value).__name__ + "".join(_listed(changed, known))
        yield known[id(value)]
    else:
        assert isinstance(value, tuple), value
        yield from _listed((("", inner) for inner in value), known)


def _listed(entries: Iterator[tuple[str, object]], known: dict[int, str]) -> Iterator[str]:
    yield "("
    for name, inner in entries:
        yield name
        yield from _told(inner, known)
        yield " "
    yield ")"


def _number(value: float) -> str:
    """Write a number in hundredths; cut so that no neat one lies at an edge, where noise would change it."""
    return str(math.floor(value * 100 + 0.3719))
