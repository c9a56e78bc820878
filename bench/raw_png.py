"""The same PNG as ``printkit build GAME --only ASSET --format png``, by the plainest way to its pixels.

The page is drawn with reportlab as in ``raw_pages.py``, PDFium renders it at 300 dpi, Pillow writes the PNG.
Run: ``python raw_png.py LISTS OUT``.
"""

import sys
import tempfile
from pathlib import Path

import pypdfium2
import raw_pages

DPI = 300


def main() -> None:
    """Write ``OUT/GAME/ASSET-PAGE.png`` for every page of every list."""
    lists, out = Path(sys.argv[1]), Path(sys.argv[2])
    raw_pages.register_fonts()
    for source in sorted(lists.glob("*/*.list")):
        folder = out / source.parent.name
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
            raw_pages.write(source, Path(file.name))
            with pypdfium2.PdfDocument(file.name) as document:
                for number, page in enumerate(document, 1):
                    image = page.render(scale=DPI / 72).to_pil()
                    image.save(folder / f"{source.stem}-{number}.png", dpi=(DPI, DPI))


if __name__ == "__main__":
    main()
