"""Makes the pictures of the README from the shipped specs: ``make docs``."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pypdfium2

from printkit import pipeline

FOLDER = Path(__file__).parent
PICTURES = {"board": ("board", "a4"), "sheet-2": ("sheet-2", "a4")}  # file: asset, paper
DPI = 110
GREYS = 32


def picture(asset: str, paper: str) -> bytes:
    """Return the first page of an asset as a PNG."""
    game = pipeline.load_game("quadrant-hex")
    fonts = pipeline.fonts_of(game)
    made = pipeline.make(game, game.assets[asset], pipeline.sheet_of(paper, None), fonts)
    (data,) = pipeline.rendered(made, fonts, pipeline.target_of("pdf"))
    with pypdfium2.PdfDocument(data) as file:
        image = file[0].render(scale=DPI / 72, grayscale=True).to_pil()
    buffer = BytesIO()
    image.quantize(GREYS).save(buffer, "PNG", optimize=True, dpi=(DPI, DPI))
    return buffer.getvalue()


def main() -> None:
    """Write all pictures beside this file."""
    for name, (asset, paper) in PICTURES.items():
        (FOLDER / f"{name}.png").write_bytes(picture(asset, paper))


if __name__ == "__main__":
    main()
