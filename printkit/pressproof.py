"""Preflight of finished PDFs for print shops (pikepdf): what a PDF/X promises, as far as a file shows it.

No independent validator is at hand: this checks boxes, output intent, metadata, colour spaces, fonts, transparency
and spot colours, not every clause of ISO 15930.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pikepdf

from printkit.units import POINTS_PER_MM

VERSIONS = {"x4": "1.6", "x1a": "1.4"}
NAMES = {"x4": "PDF/X-4", "x1a": "PDF/X-1a:2003"}
SPOT = "/CutContour"
RGB_OPERATORS = frozenset({"rg", "RG"})
NEAR_PT = 0.01


def faults(data: bytes, standard: str, least_bleed: float) -> Iterator[str]:
    """Give what keeps a PDF from being the PDF/X that it says it is; ``least_bleed`` in mm round the trim."""
    try:
        pdf = pikepdf.open(BytesIO(data))
    except pikepdf.PdfError as error:
        yield f"the file cannot be opened: {error}"
        return
    with pdf:
        yield from _file_faults(pdf, standard)
        for number, page in enumerate(pdf.pages, 1):
            for fault in _page_faults(page, standard, least_bleed):
                yield f"page {number}: {fault}"


def _file_faults(pdf: pikepdf.Pdf, standard: str) -> Iterator[str]:
    if pdf.is_encrypted:
        yield "the file is encrypted"
    if pdf.pdf_version > VERSIONS[standard]:
        yield f"the file is of PDF {pdf.pdf_version}; expected {VERSIONS[standard]} at most"
    info = pdf.docinfo
    if str(info.get("/Trapped", "")) not in ("/False", "/True"):
        yield "Trapped is missing; expected /True or /False"
    for key in ("/Title", "/CreationDate", "/ModDate"):
        if key not in info:
            yield f"{key[1:]} is missing among the document's properties"
    if "/ID" not in pdf.trailer:
        yield "the file has no ID"
    named = str(info.get("/GTS_PDFXVersion", ""))
    if named != NAMES[standard]:
        yield f"the file says it is {named or 'no PDF/X'}; expected {NAMES[standard]}"
    with pdf.open_metadata() as meta:
        if standard == "x4" and meta.get("pdfxid:GTS_PDFXVersion") != NAMES[standard]:
            yield "the XMP metadata do not name PDF/X-4"
    yield from _intent_faults(pdf.Root, standard)


def _intent_faults(root: Any, standard: str) -> Iterator[str]:
    intents = [entry for entry in root.get("/OutputIntents", []) if entry.get("/S") == "/GTS_PDFX"]
    if len(intents) != 1:
        yield f"there are {len(intents)} output intents of PDF/X; expected one"
        return
    (intent,) = intents
    if not str(intent.get("/OutputConditionIdentifier", "")):
        yield "the output intent names no printing condition"
    profile = intent.get("/DestOutputProfile")
    if profile is None and standard == "x4":
        yield "the output intent holds no ICC profile"
    elif profile is not None and profile.read_bytes()[16:20] != b"CMYK":
        yield "the ICC profile of the output intent is none of CMYK"
    if "/AcroForm" in root or "/OpenAction" in root or "/AA" in root:
        yield "there are forms or actions"


def _page_faults(page: Any, standard: str, least_bleed: float) -> Iterator[str]:
    yield from _box_faults(page, least_bleed)
    if "/Annots" in page.obj:
        yield "there are annotations"
    yield from dict.fromkeys(_content_faults(page, page.obj.get("/Resources", {}), standard, 0))


def _box_faults(page: Any, least_bleed: float) -> Iterator[str]:
    boxes = {name: page.obj.get(name) for name in ("/MediaBox", "/BleedBox", "/TrimBox")}
    for name, box in boxes.items():
        if box is None:
            yield f"{name[1:]} is missing"
    if "/ArtBox" in page.obj:
        yield "there is an ArtBox beside the TrimBox"
    if None in boxes.values():
        return
    media, bleed, trim = ([float(value) for value in box] for box in boxes.values())
    nested = (("MediaBox", media, "BleedBox", bleed), ("BleedBox", bleed, "TrimBox", trim))
    for outer_name, outer, inner_name, inner in nested:
        beyond = max(outer[0] - inner[0], outer[1] - inner[1], inner[2] - outer[2], inner[3] - outer[3])
        if beyond > NEAR_PT:
            yield f"the {inner_name} goes {beyond / POINTS_PER_MM:.2f} mm beyond the {outer_name}"
    least = min(trim[0] - bleed[0], trim[1] - bleed[1], bleed[2] - trim[2], bleed[3] - trim[3])
    if least < least_bleed * POINTS_PER_MM - NEAR_PT:
        yield f"the bleed is {least / POINTS_PER_MM:.2f} mm; expected {least_bleed:g} mm at least"


def _content_faults(stream: Any, resources: Any, standard: str, depth: int) -> Iterator[str]:
    """Follow a page's or a form's content and all that it uses."""
    if depth > 20:
        return
    yield from _operator_faults(stream)
    for space in dict(resources.get("/ColorSpace", {})).values():
        yield from _space_faults(space)
    for state in dict(resources.get("/ExtGState", {})).values():
        yield from _state_faults(state, standard)
    for font in dict(resources.get("/Font", {})).values():
        yield from _font_faults(font)
    for thing in dict(resources.get("/XObject", {})).values():
        if thing.get("/Subtype") == "/Image":
            yield from _image_faults(thing, standard)
        else:
            if "/Group" in thing and standard == "x1a":
                yield "there are transparency groups"
            yield from _content_faults(thing, thing.get("/Resources", {}), standard, depth + 1)
    if depth == 0 and "/Group" in stream.obj and standard == "x1a":
        yield "there are transparency groups"


def _operator_faults(stream: Any) -> Iterator[str]:
    for instruction in pikepdf.parse_content_stream(stream):
        operator = str(instruction.operator)
        is_named = operator in ("cs", "CS") and str(instruction.operands[0]) in ("/DeviceRGB", "/CalRGB")
        if operator in RGB_OPERATORS or is_named:
            yield "there are colours in RGB"
        if operator == "INLINE IMAGE":
            yield "there are inline images"


def _space_faults(space: Any) -> Iterator[str]:
    kind = str(space) if isinstance(space, pikepdf.Name) else str(space[0])
    if kind in ("/DeviceRGB", "/CalRGB", "/Lab") or (kind == "/ICCBased" and int(space[1].get("/N", 0)) == 3):
        yield "there are colours in RGB"
    elif kind == "/Separation":
        if str(space[1]) != SPOT:
            yield f"there is the spot colour {str(space[1])[1:]}; expected none but {SPOT[1:]}"
        yield from _space_faults(space[2])
    elif kind in ("/DeviceN", "/Pattern"):
        yield f"there is a colour space {kind[1:]}"


def _state_faults(state: Any, standard: str) -> Iterator[str]:
    sees_through = any(float(state.get(key, 1)) != 1 for key in ("/CA", "/ca"))
    mixes = str(state.get("/BM", "/Normal")) not in ("/Normal", "/Compatible")
    masks = str(state.get("/SMask", "/None")) != "/None"
    if standard == "x1a" and (sees_through or mixes or masks):
        yield "there is transparency"


def _font_faults(font: Any) -> Iterator[str]:
    name = str(font.get("/BaseFont", "a font without a name")).lstrip("/")
    descriptor = font.get("/FontDescriptor")
    if "/DescendantFonts" in font:
        descriptor = font["/DescendantFonts"][0].get("/FontDescriptor")
    if descriptor is None or not any(file in descriptor for file in ("/FontFile", "/FontFile2", "/FontFile3")):
        yield f"the font {name} is not embedded"


def _image_faults(image: Any, standard: str) -> Iterator[str]:
    space = image.get("/ColorSpace")
    if space is not None:
        yield from _space_faults(space)
    if standard == "x1a" and "/SMask" in image:
        yield "there is transparency"
