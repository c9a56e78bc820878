"""Preflight of finished PDFs for print shops (pikepdf): what a PDF/X promises, as far as a file shows it.

No independent validator is at hand: this checks boxes, output intent, metadata, colour spaces, fonts, transparency
and spot colours, not every clause of ISO 15930.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any, NamedTuple

import pikepdf

from printkit.press import NAMES, VERSIONS, Standard
from printkit.units import POINTS_PER_MM

SPOT = "/CutContour"
RGB_OPERATORS = frozenset({"rg", "RG"})
RGB = "there are colours in RGB"
FOREIGN = {"/DeviceRGB", "/CalRGB", "/Lab"}
NEAR_PT = 0.01
LEAST_PT = 1.0  # the shortest side of a trim box
DEEPEST = 12


class _Asked(NamedTuple):
    """What is looked for: the standard, and the least bleed in mm."""

    standard: Standard
    bleed: float


def faults(data: bytes, standard: Standard, least_bleed: float) -> Iterator[str]:
    """Give what keeps a PDF from being the PDF/X that it says it is; ``least_bleed`` in mm round the trim."""
    try:
        pdf = pikepdf.open(BytesIO(data))
    except pikepdf.PdfError as error:
        yield f"the file cannot be opened: {error}"
        return
    asked = _Asked(standard, least_bleed)
    with pdf:
        try:
            yield from _file_faults(pdf, data, asked)
            if not pdf.pages:
                yield "the file has no pages"
            for number, page in enumerate(pdf.pages, 1):
                for fault in dict.fromkeys(_page_faults(page, asked)):
                    yield f"page {number}: {fault}"
        except (pikepdf.PdfError, TypeError, ValueError, AttributeError, IndexError, KeyError) as error:
            yield f"the file is damaged: {type(error).__name__}"


# The file


def _file_faults(pdf: pikepdf.Pdf, data: bytes, asked: _Asked) -> Iterator[str]:
    standard, root, info = asked.standard, pdf.Root, pdf.docinfo
    if pdf.is_encrypted:
        yield "the file is encrypted"
    most = "{}.{}".format(*VERSIONS[standard])
    if pdf.pdf_version > most:
        yield f"the file is of PDF {pdf.pdf_version}; expected {most} at most"
    if standard == "x1a" and (b"/ObjStm" in data or b"/XRef" in data):
        yield "the file has streams of objects, which PDF 1.4 does not know"
    trapped = info.get("/Trapped")
    if not isinstance(trapped, pikepdf.Name) or str(trapped) not in ("/False", "/True"):
        yield "Trapped is missing; expected the name /True or /False"
    for key in ("/Title", "/CreationDate", "/ModDate"):
        if not str(info.get(key, "")).strip():
            yield f"{key[1:]} is missing among the document's properties"
    if "/ID" not in pdf.trailer:
        yield "the file has no ID"
    named = str(info.get("/GTS_PDFXVersion", ""))
    if named != NAMES[standard]:
        yield f"the file says it is {named or 'no PDF/X'}; expected {NAMES[standard]}"
    with pdf.open_metadata() as meta:
        if meta.get("pdfxid:GTS_PDFXVersion") != NAMES[standard]:
            yield f"the XMP metadata do not name {NAMES[standard]}"
    if any(key in root for key in ("/AcroForm", "/OpenAction", "/AA")):
        yield "there are forms or actions"
    names: Any = root.get("/Names", {})
    if "/JavaScript" in names or "/EmbeddedFiles" in names:
        yield "there are scripts or embedded files"
    if standard == "x1a" and "/OCProperties" in root:
        yield "there is optional content"
    yield from _intent_faults(root, standard)


def _intent_faults(root: Any, standard: Standard) -> Iterator[str]:
    intents = list(root.get("/OutputIntents", []))
    if len(intents) != 1 or intents[0].get("/S") != "/GTS_PDFX":
        yield f"there are {len(intents)} output intents; expected one of PDF/X"
        return
    (intent,) = intents
    condition = str(intent.get("/OutputConditionIdentifier", ""))
    if not condition:
        yield "the output intent names no printing condition"
    profile = intent.get("/DestOutputProfile")
    if profile is None:
        if standard == "x4" or condition == "Custom":
            yield "the output intent holds no ICC profile"
        return
    data = profile.read_bytes()
    if data[16:20] != b"CMYK" or data[12:16] != b"prtr" or int(profile.get("/N", 0)) != 4:
        yield "the ICC profile of the output intent is none of CMYK"
    elif int.from_bytes(data[:4]) != len(data):
        yield "the ICC profile of the output intent is damaged"


# Pages


def _page_faults(page: Any, asked: _Asked) -> Iterator[str]:
    yield from _box_faults(page, asked.bleed)
    if "/Annots" in page.obj:
        yield "there are annotations"
    if "/AA" in page.obj:
        yield "there are actions"
    if float(page.obj.get("/UserUnit", 1)) != 1:
        yield "the page is measured in units of its own (UserUnit)"
    if "/Contents" not in page.obj:
        yield "the page has no content"
        return
    yield from _group_faults(page.obj, asked.standard)
    yield from _Contents(asked.standard).faults(page, page.obj.get("/Resources", {}), 0)


def _box_faults(page: Any, least_bleed: float) -> Iterator[str]:
    boxes: dict[str, list[float]] = {}
    for name in ("MediaBox", "BleedBox", "TrimBox"):
        box = page.obj.get(f"/{name}")
        if box is None:
            yield f"{name} is missing"
            continue
        values = [float(value) for value in box]
        if len(values) != 4 or values[2] - values[0] < LEAST_PT or values[3] - values[1] < LEAST_PT:
            yield f"the {name} is empty, or no box"
            continue
        boxes[name] = values
    if "/ArtBox" in page.obj:
        yield "there is an ArtBox beside the TrimBox"
    if len(boxes) < 3:
        return
    media, bleed, trim = boxes.values()
    crop = [float(value) for value in page.obj.get("/CropBox", media)]
    nested = [("MediaBox", media, "BleedBox", bleed), ("BleedBox", bleed, "TrimBox", trim)]
    for outer_name, outer, inner_name, inner in (*nested, ("CropBox", crop, "BleedBox", bleed)):
        beyond = max(outer[0] - inner[0], outer[1] - inner[1], inner[2] - outer[2], inner[3] - outer[3])
        if beyond > NEAR_PT:
            yield f"the {inner_name} goes {beyond / POINTS_PER_MM:.2f} mm beyond the {outer_name}"
    least = min(trim[0] - bleed[0], trim[1] - bleed[1], bleed[2] - trim[2], bleed[3] - trim[3])
    if least < least_bleed * POINTS_PER_MM - NEAR_PT:
        yield f"the bleed is {least / POINTS_PER_MM:.2f} mm; expected {least_bleed:g} mm at least"


def _group_faults(thing: Any, standard: Standard) -> Iterator[str]:
    group = thing.get("/Group")
    if group is None:
        return
    if standard == "x1a":
        yield "there are transparency groups"
    if "/CS" in group:
        yield from _space_faults(group["/CS"], standard)


class _Contents:
    """Follows content streams and all that they use."""

    def __init__(self, standard: Standard) -> None:
        self.standard = standard

    def faults(self, stream: Any, resources: Any, depth: int) -> Iterator[str]:
        """Give what is wrong with a stream's operators and resources."""
        if depth > DEEPEST:
            return
        yield from self._operator_faults(stream, resources)
        for space in dict(resources.get("/ColorSpace", {})).values():
            yield from _space_faults(space, self.standard)
        for shading in dict(resources.get("/Shading", {})).values():
            yield from _space_faults(shading["/ColorSpace"], self.standard)
        for pattern in dict(resources.get("/Pattern", {})).values():
            if "/Shading" in pattern:
                yield from _space_faults(pattern["/Shading"]["/ColorSpace"], self.standard)
            else:
                yield from self.faults(pattern, pattern.get("/Resources", {}), depth + 1)
        for state in dict(resources.get("/ExtGState", {})).values():
            yield from self._state_faults(state, depth)
        for font in dict(resources.get("/Font", {})).values():
            yield from self._font_faults(font, resources, depth)
        for thing in dict(resources.get("/XObject", {})).values():
            yield from self._object_faults(thing, depth)

    def _operator_faults(self, stream: Any, resources: Any) -> Iterator[str]:
        spots = {
            str(name)
            for name, space in dict(resources.get("/ColorSpace", {})).items()
            if not isinstance(space, pikepdf.Name) and str(space[0]) == "/Separation"
        }
        states = {str(name): state for name, state in dict(resources.get("/ExtGState", {})).items()}
        now = (False, False, False)  # strokes are overprinted; a spot to stroke with, to fill with
        kept: list[tuple[bool, bool, bool]] = []
        for instruction in pikepdf.parse_content_stream(stream):
            operator = str(instruction.operator)
            operand = str(instruction.operands[0]) if len(instruction.operands) else ""
            over, strokes, fills = now
            if operator == "q":
                kept.append(now)
            elif operator == "Q" and kept:
                now = kept.pop()
            elif operator == "gs" and "/OP" in states.get(operand, {}):
                now = bool(states[operand]["/OP"]), strokes, fills
            elif operator == "CS":
                now = over, operand in spots, fills
            elif operator == "cs":
                now = over, strokes, operand in spots
            elif operator in ("G", "RG", "K"):
                now = over, False, fills
            elif operator in ("g", "rg", "k"):
                now = over, strokes, False
            elif operator in ("f", "F", "f*", "B", "B*", "b", "b*", "Tj", "TJ") and fills:
                yield f"areas are filled with {SPOT[1:]}"
            if operator in ("S", "s", "B", "B*", "b", "b*") and strokes and not over:
                yield f"lines in {SPOT[1:]} do not overprint"
            if operator in RGB_OPERATORS or (operator in ("cs", "CS") and operand in FOREIGN):
                yield RGB
            if operator == "INLINE IMAGE":
                yield "there are inline images"

    def _state_faults(self, state: Any, depth: int) -> Iterator[str]:
        sees_through = any(float(state.get(key, 1)) != 1 for key in ("/CA", "/ca"))
        mixes = str(state.get("/BM", "/Normal")) not in ("/Normal", "/Compatible")
        mask = state.get("/SMask", "/None")
        masks = str(mask) != "/None"
        if self.standard == "x1a" and (sees_through or mixes or masks):
            yield "there is transparency"
        elif masks and not isinstance(mask, pikepdf.Name) and "/G" in mask:
            yield from self._object_faults(mask["/G"], depth)
        if any(key in state for key in ("/TR", "/HTP")) or str(state.get("/TR2", "/Default")) != "/Default":
            yield "there are transfer functions"

    def _font_faults(self, font: Any, resources: Any, depth: int) -> Iterator[str]:
        if font.get("/Subtype") == "/Type3":
            for glyph in dict(font.get("/CharProcs", {})).values():
                yield from self.faults(glyph, font.get("/Resources", resources), depth + 1)
            return
        name = str(font.get("/BaseFont", "a font without a name")).lstrip("/")
        descriptor = font.get("/FontDescriptor")
        if "/DescendantFonts" in font:
            descriptor = font["/DescendantFonts"][0].get("/FontDescriptor")
        keys = ("/FontFile", "/FontFile2", "/FontFile3")
        held = [] if descriptor is None else [descriptor[key] for key in keys if key in descriptor]
        if not held or not held[0].read_bytes():
            yield f"the font {name} is not embedded"

    def _object_faults(self, thing: Any, depth: int) -> Iterator[str]:
        kind = thing.get("/Subtype")
        if kind == "/PS":
            yield "there are pieces of PostScript"
        elif kind == "/Image":
            if "/ColorSpace" in thing:
                yield from _space_faults(thing["/ColorSpace"], self.standard)
            if "/SMask" in thing and self.standard == "x1a":
                yield "there is transparency"
        else:
            yield from _group_faults(thing, self.standard)
            yield from self.faults(thing, thing.get("/Resources", {}), depth + 1)


def _space_faults(space: Any, standard: Standard) -> Iterator[str]:
    kind = str(space) if isinstance(space, pikepdf.Name) else str(space[0])
    if kind in FOREIGN or (kind == "/ICCBased" and int(space[1].get("/N", 0)) == 3):
        yield RGB
    elif kind in ("/ICCBased", "/CalGray") and standard == "x1a":
        yield f"there is a colour space {kind[1:]}"
    elif kind == "/Indexed":
        yield from _space_faults(space[1], standard)
    elif kind == "/Separation":
        if str(space[1]) != SPOT:
            yield f"there is the spot colour {str(space[1])[1:]}; expected none but {SPOT[1:]}"
        yield from _space_faults(space[2], standard)
    elif kind in ("/DeviceN", "/Pattern"):
        yield f"there is a colour space {kind[1:]}"
