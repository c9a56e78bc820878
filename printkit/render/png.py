"""The PNG renderer (cairosvg over the SVG's bytes): one file a page, RGB on white, with its dpi."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any

from PIL import Image

from printkit.drawing import Document
from printkit.errors import request_error
from printkit.fonts import Fonts
from printkit.geometry import Size
from printkit.render import Render, Renderer, svg
from printkit.render._cairo import no_cairo
from printkit.units import MM_PER_INCH

DEFAULT_DPI = 300
LEAST_DPI, MOST_DPI = 36, 1200
MOST_PIXELS = 80_000_000  # of a page: about 650 MiB of memory, and still no "decompression bomb" to Pillow


def at_dpi(dpi: int) -> Render:
    """Return what renders documents at a resolution."""
    if not LEAST_DPI <= dpi <= MOST_DPI:
        raise request_error(f"found --dpi {dpi}; expected {LEAST_DPI} to {MOST_DPI}")

    def render(document: Document, fonts: Fonts) -> tuple[bytes, ...]:
        """Turn each page of a document into the bytes of a PNG."""
        for page in document.pages:
            _refuse_too_many_pixels(page.paper, dpi)
        draw = _drawer()
        return tuple(_png(draw(data, dpi=dpi), dpi) for data in svg.render(document, fonts))

    return render


def at_pixels(sizes: Sequence[tuple[int, int]], dpi: int) -> Render:
    """Return what renders each page in exactly so many pixels, with a resolution in the file's header."""

    def render(document: Document, fonts: Fonts) -> tuple[bytes, ...]:
        """Turn each page of a document into the bytes of a PNG."""
        draw = _drawer()
        drawn = zip(svg.render(document, fonts), sizes, strict=True)
        return tuple(
            _png(draw(data, output_width=width, output_height=height), dpi) for data, (width, height) in drawn
        )

    return render


RENDERER = Renderer(at_dpi(DEFAULT_DPI), is_paged=True, at_dpi=at_dpi)


def _refuse_too_many_pixels(paper: Size, dpi: int) -> None:
    width, height = (side / MM_PER_INCH for side in paper)
    pixels = round(width * dpi) * round(height * dpi)
    if pixels > MOST_PIXELS:
        size = f"{paper.width:g} × {paper.height:g} mm"
        message = f"{dpi} dpi make {pixels / 1e6:.0f} million pixels of a page of {size}"
        most = int((MOST_PIXELS / width / height) ** 0.5)
        raise request_error(
            f"{message}; expected {MOST_PIXELS / 1e6:.0f} million at most", f"use --dpi {most} or less"
        )


def _drawer() -> Callable[..., Any]:
    """Return what draws the bytes of an SVG on a surface of cairo."""
    try:
        from cairosvg.parser import Tree  # noqa: PLC0415  (it fails without a library that only PNGs need)
        from cairosvg.surface import PNGSurface  # noqa: PLC0415
    except OSError:
        raise no_cairo() from None

    def draw(data: bytes, dpi: int = 96, **size: int) -> Any:
        tree = Tree(bytestring=data, url_fetcher=embedded)
        return PNGSurface(tree, None, dpi, background_color="white", **size)

    return draw


def embedded(url: str, _kind: str) -> bytes:
    """Return the bytes of a picture that an SVG holds; nothing else is read.

    cairosvg leaves what it opens for them open, of which newer Pythons warn.
    """
    head, _, data = url.partition(";base64,")
    if not (head.startswith("data:") and data):
        raise ValueError(f"found {url[:40]!r}; expected a picture within the SVG")
    return base64.b64decode(data)


def _png(surface: Any, dpi: int) -> bytes:
    """Write what was drawn as a PNG with its resolution, without alpha.

    Where the paper ends inside a pixel, cairo leaves the last row or column partly transparent.
    """
    image = surface.cairo
    image.flush()
    size, stride = (image.get_width(), image.get_height()), image.get_stride()
    buffer = BytesIO()
    pixels = Image.frombuffer("RGBA", size, image.get_data(), "raw", "BGRa", stride, 1)  # a copy, as channels move
    image.finish()  # a page of 300 dpi takes 35 MB, which nobody needs twice
    pixels.convert("RGB").save(buffer, "PNG", dpi=(dpi, dpi))
    return buffer.getvalue()
