"""Rasters of PDFs and SVGs at the same scale, and a measure of where two of them differ."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import cv2
import numpy as np
import pypdfium2
from cairosvg.parser import Tree
from cairosvg.surface import PNGSurface
from PIL import Image
from pypdfium2 import raw

from printkit.render.png import embedded

Pixels = np.ndarray[Any, np.dtype[np.uint8]]  # rows × columns × RGB

PER_MM = 8  # pixels
FINER = 3  # a PDF is drawn finer by this and averaged: PDFium sets type of less than 50 pixels on whole pixels
SKEW = 1e-5  # PDFium moves upright boxes, such as a dash, to whole pixels, but not if they lean, however little
LARGE, SMALL = 32, 3  # of 255


def of_pdf(data: bytes, page: int = 0) -> Pixels:
    """Draw a page of a PDF with PDFium."""
    with pypdfium2.PdfDocument(data) as file:
        found = file[page]
        width, height = (round(side * 25.4 / 72 * PER_MM) for side in found.get_size())
        fine_width, fine_height = width * FINER, height * FINER
        bitmap = pypdfium2.PdfBitmap.new_native(fine_width, fine_height, raw.FPDFBitmap_BGR, rev_byteorder=True)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, fine_width, fine_height)
        scale = 25.4 / 72 * PER_MM * FINER
        matrix = raw.FS_MATRIX(scale, scale * SKEW, scale * SKEW, scale, 0, 0)
        clip = raw.FS_RECTF(0, 0, fine_width, fine_height)
        raw.FPDF_RenderPageBitmapWithMatrix(bitmap, found, matrix, clip, raw.FPDF_REVERSE_BYTE_ORDER)
        mean = cv2.resize(bitmap.to_numpy()[:, :fine_width], (width, height), interpolation=cv2.INTER_AREA)
        return np.asarray(mean, np.uint8)


def of_svg(data: bytes) -> Pixels:
    """Draw an SVG, whose sides must be whole pixels, with cairo; a PNG in between would double the time."""
    tree = Tree(bytestring=data, url_fetcher=embedded)
    surface = PNGSurface(tree, None, PER_MM * 25.4, background_color="white")
    surface.cairo.flush()
    rows = np.frombuffer(surface.cairo.get_data(), np.uint8).reshape(surface.height, -1, 4)
    return np.asarray(cv2.cvtColor(rows[:, : surface.width], cv2.COLOR_BGRA2RGB), np.uint8)


def of_png(data: bytes) -> Pixels:
    """Read the pixels of a PNG."""
    return np.array(Image.open(BytesIO(data)).convert("RGB"))


def differing(one: Pixels, other: Pixels) -> int:
    """Count the pixels that differ.

    A pixel does that lies outside of all that the other picture has within a pixel of there, by more than LARGE;
    or, where both pictures are even all around, by more than SMALL.
    """
    assert one.shape == other.shape
    around = np.ones((3, 3), np.uint8)
    (low, high), (other_low, other_high) = ((cv2.erode(p, around), cv2.dilate(p, around)) for p in (one, other))
    outside = np.maximum(
        np.maximum(cv2.subtract(one, other_high), cv2.subtract(other_low, one)),
        np.maximum(cv2.subtract(other, high), cv2.subtract(low, other)),
    )
    uneven = np.maximum(cv2.subtract(high, low), cv2.subtract(other_high, other_low))
    differs = (outside > LARGE) | ((uneven <= SMALL) & (cv2.absdiff(one, other) > SMALL))
    return int(differs.any(axis=-1).sum())


def far_apart(one: Pixels, other: Pixels) -> int:
    """Count the pixels that differ by more than 64 of 255 from the one in the same place."""
    return int((cv2.absdiff(one, other) > 64).any(axis=-1).sum())
