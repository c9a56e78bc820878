"""Makes the pictures of the README from the shipped specs: ``make docs``."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pypdfium2

from printkit import library, pictures, pipeline, scorebook

FOLDER = Path(__file__).parent
ASSETS = {"board": ("board", "a4"), "sheet-2": ("sheet-2", "a4"), "rules": ("rules", "a4")}  # file: asset, paper
VERDICTS = {"verdict": "game.yaml"}  # file: transcript
DPI = 110
COLOURS = 64


def of_asset(asset: str, paper: str) -> bytes:
    """Return the first page of an asset as a PNG."""
    game = library.load_game("quadrant-hex")
    fonts = library.fonts_of(game)
    made = pipeline.make(game, game.assets[asset], pipeline.sheet_of(paper, None), fonts)
    (data,) = pipeline.rendered(made, fonts, pipeline.target_of("pdf"))
    return _png(data)


def of_verdict(transcript: str) -> bytes:
    """Return the picture of a scored game as a PNG."""
    document, fonts = pictures.picture_of(scorebook.score_all([str(FOLDER / transcript)])[0])
    (data,) = pipeline.target_of("pdf").render(document, fonts)
    return _png(data)


def _png(data: bytes) -> bytes:
    with pypdfium2.PdfDocument(data) as file:
        image = file[0].render(scale=DPI / 72).to_pil()
    buffer = BytesIO()
    image.quantize(COLOURS).save(buffer, "PNG", optimize=True, dpi=(DPI, DPI))
    return buffer.getvalue()


def main() -> None:
    """Write all pictures beside this file."""
    for name, (asset, paper) in ASSETS.items():
        (FOLDER / f"{name}.png").write_bytes(of_asset(asset, paper))
    for name, transcript in VERDICTS.items():
        (FOLDER / f"{name}.png").write_bytes(of_verdict(transcript))


if __name__ == "__main__":
    main()
