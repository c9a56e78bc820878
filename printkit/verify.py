"""Checks of a finished PDF file, reopened with pikepdf: boxes, fonts, scale, page count."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pikepdf

from printkit.drawing import Document, Page
from printkit.geometry import Rect
from printkit.units import POINTS_PER_MM

TOLERANCE_PT = 0.01


def faults(data: bytes, document: Document) -> Iterator[str]:
    """Give what is wrong with a PDF that was made of a document, in words."""
    try:
        pdf = pikepdf.open(BytesIO(data))
    except pikepdf.PdfError as error:
        yield f"the file cannot be opened: {error}"
        return
    with pdf:
        yield from _catalogue_faults(pdf.Root)
        if len(pdf.pages) != len(document.pages):
            yield f"the file has {len(pdf.pages)} pages; expected {len(document.pages)}"
            return
        fonts: dict[Any, Any] = {}
        for page, planned in zip(pdf.pages, document.pages, strict=True):
            yield from _box_faults(page.obj, planned, document)
            _gather_fonts(page.obj.get("/Resources"), fonts, 0)
        for font in fonts.values():
            yield from _font_faults(font)


def _catalogue_faults(root: Any) -> Iterator[str]:
    preferences = root.get("/ViewerPreferences")
    scaling = None if preferences is None else preferences.get("/PrintScaling")
    if scaling != "/None":
        yield f"PrintScaling is {scaling}; expected /None, or viewers shrink the page"


def _box_faults(page: Any, planned: Page, document: Document) -> Iterator[str]:
    height = planned.paper.height
    expected = {
        "/MediaBox": Rect(0, 0, *planned.paper),
        "/TrimBox": document.asked(planned.trim, planned),
        "/BleedBox": document.asked(planned.bleed, planned),
    }
    for name, box in expected.items():
        wanted = [box.left, height - box.bottom, box.right, height - box.top]
        found = page.get(name)
        if found is None:
            yield f"{planned.label}: {name} is missing"
        elif any(
            abs(float(value) - mm * POINTS_PER_MM) > TOLERANCE_PT for value, mm in zip(found, wanted, strict=True)
        ):
            yield f"{planned.label}: {name} is {[round(float(v), 2) for v in found]} pt; expected {wanted} mm"
    if "/ArtBox" in page:
        yield f"{planned.label}: there is an ArtBox beside the TrimBox; print shops take one or the other"


def _gather_fonts(resources: Any, fonts: dict[Any, Any], depth: int) -> None:
    """Collect the fonts of a page and of the forms that it uses."""
    if resources is None or depth > 20:
        return
    for name, font in dict(resources.get("/Font", {})).items():
        fonts[font.objgen if font.is_indirect else name] = font
    for form in dict(resources.get("/XObject", {})).values():
        _gather_fonts(form.get("/Resources"), fonts, depth + 1)


def _font_faults(font: Any) -> Iterator[str]:
    name = str(font.get("/BaseFont", "a font without a name")).lstrip("/")
    descriptor = font.get("/FontDescriptor")
    files = ("/FontFile", "/FontFile2", "/FontFile3")
    if descriptor is None or not any(file in descriptor for file in files):
        yield f"the font {name} is not embedded"
    elif "+" not in name:
        yield f"the font {name} is embedded whole; expected a subset"
