"""Every check of a finished file lets a sound one pass and is seen to fail on a faulty one."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pikepdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from printkit.drawing import Document
from printkit.pipeline import document_of
from printkit.verify import faults
from tests.conftest import ASSETS, PAPERS, Maker, Renderer


def spoiled(data: bytes, spoil: Callable[[pikepdf.Pdf], None]) -> bytes:
    """Return the file with something changed."""
    with pikepdf.open(BytesIO(data)) as file:
        spoil(file)
        buffer = BytesIO()
        file.save(buffer)
    return buffer.getvalue()


@pytest.fixture
def board(made: Maker) -> Document:
    return document_of(made("board", "a4"))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("asset", ASSETS)
def test_shipped_assets_pass(pdf: Renderer, made: Maker, asset: str, paper: str) -> None:
    assert list(faults(pdf(asset, paper), document_of(made(asset, paper)))) == []


def change(key: str, value: Any) -> Callable[[pikepdf.Pdf], None]:
    def spoil(file: pikepdf.Pdf) -> None:
        if value is None:
            del file.pages[0].obj[key]
        else:
            file.pages[0].obj[key] = pikepdf.Array(value)

    return spoil


def shrink(file: pikepdf.Pdf) -> None:
    file.Root.ViewerPreferences.PrintScaling = pikepdf.Name("/AppDefault")


def forget_preferences(file: pikepdf.Pdf) -> None:
    del file.Root["/ViewerPreferences"]


def fonts_of(file: pikepdf.Pdf) -> list[Any]:
    return [o for o in file.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]


def drop_font_files(file: pikepdf.Pdf) -> None:
    for font in fonts_of(file):
        if "Bold" in str(font["/BaseFont"]):
            del font["/FontDescriptor"]["/FontFile2"]


def pretend_whole(file: pikepdf.Pdf) -> None:
    for font in fonts_of(file):
        if "Medium" in str(font["/BaseFont"]):
            font["/BaseFont"] = pikepdf.Name("/FiraSans-Medium")


def hide_a_font_in_a_form(file: pikepdf.Pdf) -> None:
    font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
    form = file.make_stream(b"", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, BBox=[0, 0, 1, 1])
    form.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F9=font))
    file.pages[0].obj["/Resources"]["/XObject"] = pikepdf.Dictionary(X=form)


def add_a_page(file: pikepdf.Pdf) -> None:
    file.pages.append(file.pages[0])


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (shrink, "PrintScaling is /AppDefault; expected /None"),
        (forget_preferences, "PrintScaling is None; expected /None"),
        (change("/MediaBox", [0, 0, 595, 842]), "/MediaBox is"),
        (change("/TrimBox", None), "/TrimBox is missing"),
        (change("/TrimBox", [0, 0, 595, 842]), "/TrimBox is"),
        (change("/BleedBox", None), "/BleedBox is missing"),
        (change("/BleedBox", [1, 1, 2, 2]), "/BleedBox is"),
        (change("/ArtBox", [0, 0, 595, 842]), "there is an ArtBox"),
        (drop_font_files, "the font AAAAAA+FiraSans-Bold is not embedded"),
        (pretend_whole, "the font FiraSans-Medium is embedded whole"),
        (hide_a_font_in_a_form, "the font Helvetica is not embedded"),
        (add_a_page, "the file has 2 pages; expected 1"),
    ],
)
def test_a_spoiled_file_is_found_out(
    pdf: Renderer, board: Document, spoil: Callable[[pikepdf.Pdf], None], expected: str
) -> None:
    found = list(faults(spoiled(pdf("board", "a4"), spoil), board))
    assert len(found) == 1
    assert expected in found[0]


def test_a_file_that_is_no_pdf_is_found_out(board: Document) -> None:
    (fault,) = faults(b"%PDF-1.4 and then nothing", board)
    assert "cannot be opened" in fault


def test_a_plain_reportlab_file_fails_on_font_boxes_and_scaling(board: Document) -> None:
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=(841.89, 595.28))
    canvas.drawString(100, 100, "in Helvetica")
    canvas.showPage()
    canvas.save()
    found = " ".join(faults(buffer.getvalue(), board))
    for words in ("PrintScaling", "/TrimBox is missing", "/BleedBox is missing", "Helvetica is not embedded"):
        assert words in found
