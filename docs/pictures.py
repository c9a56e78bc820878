"""Makes the pictures of the pages, and the gallery: ``make docs``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from docs.drawn import DIGEST, Asset, Calibration, Coupon, Drawn, Engraved, Finished, OnPage, Source
from printkit import library

FOLDER = Path(__file__).parent / "images"
GALLERY = Path(__file__).parent / "gallery.md"
COLUMNS = 3
SHOWN = 280  # pixels across in the gallery
HEAD = """# Gallery

*`make docs` makes this page and its pictures from the specs.* Above each picture is what it shows, below it the
command that makes the file.
"""


class Picture(NamedTuple):
    """A picture: its file, what it shows, and in words; where ``heading`` is '', it is not in the gallery."""

    name: str
    source: Source
    words: str
    heading: str | None = None  # in the gallery; None: the title of the game

    @property
    def chapter(self) -> str:
        """The heading below which it stands in the gallery."""
        if self.heading is None and isinstance(self.source, Asset):
            return library.load_rules(self.source.spec).spec.title
        return self.heading or ""


PRINTERS, LASER = "For your printer", "From a laser"
FINISHED = "Finished games"
NOTES = {FINISHED: "The records stand in [Transcripts](transcripts.md) and the pages that it names."}

# One line a picture: the gallery shows them in this order
PICTURES = (
    Picture("board", Asset("quadrant-hex", "board"), "The board on a page"),
    Picture("sheet-2", Asset("quadrant-hex", "sheet-2"), "Two boards for pen and paper"),
    Picture("rules", Asset("quadrant-hex", "rules"), "The rules on two cards"),
    Picture("hexflow-board", Asset("hexflow", "board-battle", "a3"), "The board for Battle"),
    Picture("hexflow-tiles", Asset("hexflow", "tiles"), "All tiles"),
    Picture("hexflow-saver", Asset("hexflow", "tiles", ink="saver"), "The same with less ink"),
    Picture("hexflow-guide", Asset("hexflow", "tile-guide"), "The guide to the tiles"),
    Picture("hexflow-sheet", Asset("hexflow", "score-sheet"), "A line for each turn"),
    Picture("hexflow-rules", Asset("hexflow", "rules"), "The rules for Race"),
    Picture("tri-board", Asset("hexflow-tri", "board", joined=True), "The board of 91 hexes, joined"),
    Picture("tri-tiles", Asset("hexflow-tri", "tiles"), "All tiles, and three blank ones"),
    Picture("battle-board", Asset("battle-hex", "board"), "The board, its lines named by cards"),
    Picture("battle-deck", Asset("battle-hex", "deck"), "The first cards"),
    Picture("battle-backs", Asset("battle-hex", "deck", page=2), "Their backs"),
    Picture("battle-stones", Asset("battle-hex", "stones"), "Stones"),
    Picture("hex", Asset("examples/hex.yaml", "board", joined=True), "A board of 11 × 11"),
    Picture("y", Asset("examples/y.yaml", "board", joined=True), "A triangle with three sides to join"),
    Picture("y-rules", Asset("examples/y.yaml", "rules"), "A rules card; the scorer finds the chain"),
    Picture("havannah", Asset("examples/havannah.yaml", "board", joined=True), "Base 8: a hexagon of 169 cells"),
    Picture("havannah-rules", Asset("examples/havannah.yaml", "rules"), "A ring, a bridge and a fork"),
    Picture("terraces", Asset("examples/terraces.yaml", "board", joined=True), "A hexagon with three zones"),
    Picture("terraces-sheet", Asset("examples/terraces.yaml", "sheet"), "Pen and paper"),
    Picture("canals", Asset("examples/canals.yaml", "board", joined=True), "A board for tiles"),
    Picture("canals-tiles", Asset("examples/canals.yaml", "tiles"), "Six kinds of tiles of its own"),
    Picture("canals-guide", Asset("examples/canals.yaml", "guide"), "The guide to them"),
    Picture("tidepool", Asset("examples/tidepool.yaml", "creatures"), "A deck from a CSV file"),
    Picture(
        "tidepool-board", Asset("examples/tidepool.yaml", "board", joined=True), "A board with numbered cells"
    ),
    Picture("island", Asset("examples/island.yaml", "board", joined=True), "A board from a text picture"),
    Picture("narrows", Asset("examples/narrows.yaml", "board", joined=True), "Sides of its own, and a hole"),
    Picture("small-hexflow", Asset("examples/small-hexflow.yaml", "tiles"), "HEXFLOW in other sizes and colours"),
    Picture("friday", Finished("transcripts", "friday"), "Quadrant Hex: three games to two", FINISHED),
    Picture("sunday", Finished("transcripts-hexflow", "sunday"), "HEXFLOW: a race", FINISHED),
    Picture("duel", Finished("transcripts-hexflow", "duel"), "HEXFLOW: a battle", FINISHED),
    Picture("three", Finished("transcripts-hexflow", "three"), "HEXFLOW with three players", FINISHED),
    Picture("position", Finished("transcripts-battle-hex", "position"), "Battle Hex: stones", FINISHED),
    Picture("drawing", Finished("transcripts", "drawing"), "A drawing with two unclear cells", ""),
    Picture("photo", Finished("transcripts-hexflow", "photo"), "A board from a photograph", ""),
    Picture("ponds", OnPage("start", "ponds", "board"), "The board of Ponds", ""),
    Picture("calibrate", Calibration(), "A page that measures your printer", PRINTERS),
    Picture("laser-tiles", Engraved("hexflow", "tiles", 2, (0, 0, 160, 175)), "Engraved tiles", LASER),
    Picture("coupon-kerf", Coupon("coupon-kerf", (0, 0, 320, 85)), "A coupon for the width of the cut", LASER),
    Picture("coupon-contrast", Coupon("coupon-contrast", (0, 0, 195, 62)), "And one for engraving", LASER),
)


def faults(made: Sequence[Picture], folder: Path) -> Iterator[str]:
    """Say what is wrong in the folder of the pictures: which are missing, stale, of a wrong size, or left over."""
    for picture in made:
        yield from _faults_of(picture, picture.source.drawn(), folder)
    yield from (f"{path.name} is left over" for path in _left_over(made, folder))


def _faults_of(picture: Picture, drawn: Drawn, folder: Path) -> Iterator[str]:
    path = folder / f"{picture.name}.png"
    if not path.exists():
        yield f"{path.name} is missing"
        return
    with Image.open(path) as image:
        digest, size = image.info.get(DIGEST), image.size
    if digest != drawn.digest:
        yield f"{path.name} is stale"
    if any(abs(has - due) > 1 for has, due in zip(size, drawn.pixels, strict=True)):
        yield f"{path.name} has {size[0]} × {size[1]} pixels"


def _left_over(made: Sequence[Picture], folder: Path) -> list[Path]:
    names = {f"{picture.name}.png" for picture in made}
    return [path for path in sorted(folder.iterdir()) if path.name not in names and path.name[0] != "."]


def gallery(pictures: Sequence[Picture]) -> str:
    """Return the page with all pictures that have a heading."""
    chapters: dict[str, list[Picture]] = {}
    for picture in pictures:
        if picture.chapter:
            chapters.setdefault(picture.chapter, []).append(picture)
    parts = [HEAD]
    for chapter, found in chapters.items():
        parts.append(f"## {chapter}\n")
        if chapter in NOTES:
            parts.append(f"{NOTES[chapter]}\n")
        for start in range(0, len(found), COLUMNS):
            row = found[start : start + COLUMNS]
            parts += [
                _row(picture.words for picture in row),
                _row(":---:" for _ in row).replace(" ", ""),
                _row(_shown(picture) for picture in row),
                _row(f"`{picture.source.command}`" for picture in row) + "\n",
            ]
    return "\n".join(parts)


def _shown(picture: Picture) -> str:
    return f'<img src="images/{picture.name}.png" width="{SHOWN}" alt="{picture.words}">'


def _row(cells: Iterator[str]) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Write the pictures that are stale and the gallery, and take away pictures that nothing shows any more."""
    FOLDER.mkdir(exist_ok=True)
    for path in _left_over(PICTURES, FOLDER):
        path.unlink()
    for picture in PICTURES:
        drawn = picture.source.drawn()
        if any(_faults_of(picture, drawn, FOLDER)):
            (FOLDER / f"{picture.name}.png").write_bytes(drawn.png())
    GALLERY.write_text(gallery(PICTURES), encoding="utf-8")


if __name__ == "__main__":
    main()
