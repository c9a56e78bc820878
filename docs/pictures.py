"""Makes the pictures of the README from the shipped specs: ``make docs``."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import cairosvg
import pypdfium2
from PIL import Image

from printkit import calibration, cutting, library, pictures, pipeline, scorebook, vendors
from printkit.laser import LaserProfile

FOLDER = Path(__file__).parent
ASSETS = {  # file: game, asset, paper
    "board": ("quadrant-hex", "board", "a4"),
    "sheet-2": ("quadrant-hex", "sheet-2", "a4"),
    "rules": ("quadrant-hex", "rules", "a4"),
    "hexflow-board": ("hexflow", "board-battle", "a3"),
    "hexflow-tiles": ("hexflow", "tiles", "a4"),
    "hexflow-guide": ("hexflow", "tile-guide", "a4"),
    "battle-deck": ("battle-hex", "deck", "a4"),
}
VERDICTS = {  # file: page with the example
    "friday": "transcripts",
    "drawing": "transcripts",
    "position": "transcripts-battle-hex",
    "sunday": "transcripts-hexflow",
    "duel": "transcripts-hexflow",
    "three": "transcripts-hexflow",
    "photo": "transcripts-hexflow",
}
DPI = 110
COLOURS = 64


def of_asset(name: str, asset: str, paper: str) -> bytes:
    """Return the first page of an asset as a PNG."""
    game = library.load_game(name)
    fonts = library.fonts_of(game)
    made = pipeline.make(game, game.assets[asset], pipeline.sheet_of(paper, None), fonts)
    (data,) = pipeline.rendered(made, fonts, pipeline.target_of("pdf"))
    return _png(data)


def of_verdict(name: str, file: str) -> bytes:
    """Return the picture of a game that stands as an example on a page, as a PNG."""
    page = (FOLDER / f"{file}.md").read_text(encoding="utf-8")
    match = re.search(rf"^```yaml\n# {name}\.yaml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert match is not None, f"{file}.md has no example {name}.yaml"
    document, fonts = pictures.picture_of([scorebook.score(f"{name}.yaml", match[1].encode())])
    (data,) = pipeline.target_of("pdf").render(document, fonts)
    return _png(data)


def of_sheet(data: bytes, window: str) -> bytes:
    """Return a part of a sheet for a laser as a PNG, its hairlines made strong enough to be seen."""
    text = data.decode().replace('stroke-width="0.01"', 'stroke-width="0.4"')
    width, height = window.split()[2:]
    text = re.sub(r'viewBox="[^"]*"', f'viewBox="{window}"', text)
    text = re.sub(
        r'width="[0-9.]+mm"', f'width="{width}mm"', re.sub(r'height="[0-9.]+mm"', f'height="{height}mm"', text)
    )
    picture = Image.open(BytesIO(cairosvg.svg2png(bytestring=text.encode(), dpi=DPI, background_color="white")))
    return _quantized(picture.convert("RGB"))


def of_laser() -> dict[str, bytes]:
    """Return the pictures of the page on lasers."""
    profile = vendors.load_profile("laser")
    assert isinstance(profile, LaserProfile)
    job = cutting.job_of(profile, "separate", None, "svg")
    found = {path.stem: data for path, data in cutting.coupons(job, Path())}
    game = library.load_game("hexflow")
    sheets = list(cutting.sheets(game, game.assets["tiles"], job, library.fonts_of(game)))
    tiles = cutting.written(sheets[1], job, job.profile.operations, game.spec.title, game.spec.credit)
    return {
        "coupon-kerf": of_sheet(found["coupon-kerf"], "0 0 320 85"),
        "coupon-contrast": of_sheet(found["coupon-contrast"], "0 0 195 62"),
        "laser-tiles": of_sheet(tiles, "0 0 160 175"),
    }


def _png(data: bytes) -> bytes:
    with pypdfium2.PdfDocument(data) as file:
        return _quantized(file[0].render(scale=DPI / 72).to_pil())


def _quantized(image: Image.Image) -> bytes:
    buffer = BytesIO()
    image.quantize(COLOURS).save(buffer, "PNG", optimize=True, dpi=(DPI, DPI))
    return buffer.getvalue()


def main() -> None:
    """Write all pictures beside this file."""
    for name, asset in ASSETS.items():
        (FOLDER / f"{name}.png").write_bytes(of_asset(*asset))
    (FOLDER / "calibrate.png").write_bytes(_png(calibration.calibration("a4", "duplex-long", None)))
    for name, data in of_laser().items():
        (FOLDER / f"{name}.png").write_bytes(data)
    for name, file in VERDICTS.items():
        (FOLDER / f"{name}.png").write_bytes(of_verdict(name, file))


if __name__ == "__main__":
    main()
