"""PNGs: their size, resolution and pixels, what is refused, and what happens without cairo."""

from __future__ import annotations

import base64
from io import BytesIO

import cairosvg
import numpy as np
import pytest
from PIL import Image

from printkit.drawing import Document, Drawing, Page, Path, Symbol, grey, rectangle
from printkit.errors import RequestError
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Size
from printkit.pipeline import document_of, target_of
from printkit.render import RENDERERS
from printkit.render.png import MOST_PIXELS, embedded
from printkit.units import PAPERS
from tests.conftest import Maker
from tests.pictures import of_png

LETTER, A4 = PAPERS["letter"], PAPERS["a4"]


def blank(*papers: tuple[float, float]) -> Document:
    """Return a document of white pages, each with a black box from edge to edge at its lower right corner."""
    pages = []
    for width, height in papers:
        box = Path(rectangle(Rect(width - 10, height - 10, width, height)), fill=grey(1))
        piece = Symbol(Drawing(Size(width, height), (box,)), Point(0, 0))
        pages.append(Page("t", Size(width, height), Rect(0, 0, width, height), (piece,), ()))
    return Document("t", "t", "t", tuple(pages))


@pytest.mark.parametrize(
    ("dpi", "paper", "size"),
    [
        (None, A4, (2480, 3508)),
        (36, A4, (298, 421)),
        (150, LETTER, (1275, 1650)),
    ],
)
def test_pixels_and_resolution(
    fonts: Fonts, dpi: int | None, paper: tuple[float, float], size: tuple[int, int]
) -> None:
    (data,) = target_of("png", dpi).render(blank(paper), fonts)
    image = Image.open(BytesIO(data))
    assert image.format == "PNG"
    assert image.mode == "RGB"
    assert image.size == size
    assert image.info["dpi"] == pytest.approx(
        (dpi or 300, dpi or 300), abs=0.02
    )  # pHYs counts whole pixels a metre
    pixels = np.array(image)
    assert (pixels[0] == 255).all()
    assert (pixels[-1, 0] == 255).all()  # though A4 ends inside the last pixel
    assert (pixels[-2, -2] == 0).all()
    box = np.nonzero((pixels < 128).all(axis=-1))
    assert [side.max() - side.min() + 1 for side in box] == pytest.approx([10 / 25.4 * (dpi or 300)] * 2, abs=1)


def test_a_picture_a_page_in_the_order_of_the_pages(fonts: Fonts) -> None:
    pictures = target_of("png", 72).render(blank(A4, LETTER), fonts)
    assert [Image.open(BytesIO(data)).size for data in pictures] == [(595, 842), (612, 792)]


def test_the_picture_is_that_of_the_svg(made: Maker, fonts: Fonts) -> None:
    document = document_of(made("stones", "a4"))
    (svg,), (png,) = RENDERERS["svg"].render(document, fonts), target_of("png", 100).render(document, fonts)
    of_cairo = cairosvg.svg2png(bytestring=svg, dpi=100, background_color="white")
    assert np.array_equal(of_png(png), of_png(of_cairo))
    assert target_of("png", 100).render(document, fonts) == (png,)


@pytest.mark.parametrize("dpi", [-1, 0, 35, 1201, 10**9])
def test_a_resolution_out_of_range_is_refused(dpi: int) -> None:
    with pytest.raises(RequestError, match=f"found --dpi {dpi}; expected 36 to 1200"):
        target_of("png", dpi)


@pytest.mark.parametrize("paper", [paper for paper in PAPERS if paper not in ("a5", "a6")])
def test_too_many_pixels_are_refused(fonts: Fonts, paper: str) -> None:
    width, height = PAPERS[paper]
    with pytest.raises(RequestError, match=r"1200 dpi make [0-9]+ million pixels") as caught:
        target_of("png", 1200).render(blank((width, height)), fonts)
    (problem,) = caught.value.problems
    most = int((problem.hint or "").split()[2])
    allowed, refused = (round(width * dpi / 25.4) * round(height * dpi / 25.4) for dpi in (most, most + 2))
    assert allowed <= MOST_PIXELS < refused


def test_the_bound_is_below_the_one_at_which_pillow_warns() -> None:
    assert Image.MAX_IMAGE_PIXELS is not None
    assert MOST_PIXELS < Image.MAX_IMAGE_PIXELS


@pytest.mark.usefixtures("no_cairo")
def test_without_cairo_the_message_names_the_package(fonts: Fonts) -> None:
    with pytest.raises(RequestError, match="cairo") as caught:
        target_of("png").render(blank(A4), fonts)
    (problem,) = caught.value.problems
    assert "libcairo2" in (problem.hint or "")
    assert "brew install cairo" in (problem.hint or "")


@pytest.mark.usefixtures("no_cairo")
@pytest.mark.parametrize("name", ["pdf", "svg"])
def test_other_formats_do_without_cairo(fonts: Fonts, name: str) -> None:
    assert len(target_of(name).render(blank(A4), fonts)) == 1


def test_only_pictures_within_an_svg_are_read() -> None:
    assert embedded(f"data:image/png;base64,{base64.b64encode(b'bytes').decode()}", "image/*") == b"bytes"
    for url in ("https://example.org/a.png", "file:///etc/hostname", "data:,bytes"):
        with pytest.raises(ValueError, match="within the SVG"):
            embedded(url, "image/*")
