"""The pictures of the pages show what is built now: each carries a digest of the drawing that it was made from."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from docs import pictures
from docs.drawn import Asset, told
from docs.pictures import FOLDER, GALLERY, PICTURES, Picture, faults, gallery
from printkit import library
from printkit.art import board
from printkit.drawing import Path as Outline
from tests.conftest import load, make

PAGES = [pictures.FOLDER.parent.parent / "README.md", *sorted(FOLDER.parent.glob("*.md"))]
ONE = next(picture for picture in PICTURES if picture.name == "board")
STALE = ["board.png is stale"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with one picture."""
    shutil.copy(FOLDER / "board.png", tmp_path)
    return tmp_path


def test_pictures_are_as_make_docs_makes_them() -> None:
    assert list(faults(PICTURES, FOLDER)) == [], "run 'make docs'"


def test_the_gallery_is_as_make_docs_makes_it() -> None:
    assert gallery(PICTURES) == GALLERY.read_text(encoding="utf-8"), "the gallery is stale: run 'make docs'"
    assert gallery([*PICTURES, ONE]) != gallery(PICTURES)


def test_every_picture_is_on_a_page() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert [picture.name for picture in PICTURES if f"images/{picture.name}.png" not in text] == []
    assert len({picture.name for picture in PICTURES}) == len(PICTURES)


def test_a_sound_folder_has_no_faults(folder: Path) -> None:
    assert list(faults([ONE], folder)) == []


def test_a_changed_spec_is_seen(folder: Path) -> None:
    for change in ("board.across_flats=14.4 mm", "title=Quadrant hex"):
        changed = ONE._replace(source=Asset("quadrant-hex", "board", sets=(change,)))
        assert STALE[0] in list(faults([changed], folder)), change


def test_a_changed_spec_file_is_seen(folder: Path, tmp_path: Path) -> None:
    text = (library.specs_folder() / "quadrant-hex.yaml").read_text(encoding="utf-8")
    spec = tmp_path / "specs" / "quadrant-hex.yaml"
    spec.parent.mkdir()
    spec.write_text(text, encoding="utf-8")
    copied = ONE._replace(source=Asset(str(spec), "board"))
    assert [fault for fault in faults([copied], folder) if "left over" not in fault] == []
    spec.write_text(text.replace("Opening: player 1", "Opening: player one"), encoding="utf-8")
    assert STALE[0] in list(faults([copied], folder))


def test_changed_art_is_seen(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "OPEN_BAND_LINE", board.OPEN_BAND_LINE + 0.05)
    assert list(faults([ONE], folder)) == STALE


def test_another_resolution_is_seen(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("docs.drawn.DPI", 100)
    assert list(faults([ONE], folder)) == [*STALE, "board.png has 1287 × 910 pixels"]


def test_missing_and_left_over_pictures_are_seen(folder: Path) -> None:
    (folder / "board.png").rename(folder / "bord.png")
    assert list(faults([ONE], folder)) == ["board.png is missing", "bord.png is left over"]


def test_a_picture_without_its_digest_is_stale(folder: Path) -> None:
    from PIL import Image

    with Image.open(folder / "board.png") as image:
        image.copy().save(folder / "board.png")
    assert list(faults([ONE], folder)) == STALE


def test_what_is_told_of_a_drawing_is_all_of_it() -> None:
    (page,) = make("board", "a4").pages
    (piece,) = page.pieces
    items = list(piece.drawing.items)
    number = next(i for i, item in enumerate(items) if isinstance(item, Outline) and item.stroke is not None)
    whole = told(page)
    for i in (0, number, len(items) - 1):
        left = piece._replace(drawing=piece.drawing._replace(items=(*items[:i], *items[i + 1 :])))
        assert told(page._replace(pieces=(left,))) != whole
    moved = piece._replace(at=piece.at._replace(x=piece.at.x + 0.02))
    assert told(page._replace(pieces=(moved,))) != whole
    noise = piece._replace(at=piece.at._replace(x=piece.at.x + 1e-9))
    assert told(page._replace(pieces=(noise,))) == whole


def test_commands_are_such_as_printkit_takes() -> None:
    for picture in PICTURES:
        source = picture.source
        if isinstance(source, Asset):
            assert source.asset in load(game=source.game).assets
    odd = Asset("hexflow", "tiles", "a3", sets=("tiles.across_flats=25 mm",), ink="saver")
    assert odd.command == (
        "printkit build hexflow --only tiles --paper a3 --ink saver --set 'tiles.across_flats=25 mm'"
    )


def test_a_picture_of_a_spec_by_its_path_stands_below_its_title() -> None:
    picture = Picture("odd", Asset("specs/hexflow.yaml", "tiles"), "Tiles")
    assert picture.chapter == "HEXFLOW"
    assert picture.source.drawn().digest == Asset("hexflow", "tiles").drawn().digest
