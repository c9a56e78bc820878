"""Themes, and the ink that the saver saves."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from click.testing import CliRunner

from printkit import library, pipeline
from printkit.art import Ink
from printkit.cli import main
from printkit.colours import PALETTE, Recolouring, whole
from printkit.drawing import INK, PAPER, Colour, Drawing, Piece, Stroke, Symbol, Text, line
from printkit.drawing import Path as Outline
from printkit.geometry import Point, Size
from printkit.pictures import picture_of
from printkit.scorebook import score_all
from printkit.theme import GREEN, GREEN_TINT, LEAST_CONTRAST, VERMILION
from tests.conftest import load

MAGENTA = Colour((0.8, 0.2, 0.47), (0.0, 0.6, 0.33, 0.2))


def themed(tmp_path: Path, theme: str, game: str = "battle-hex") -> Path:
    text = load(game=game).text
    (tmp_path / "own.yaml").write_text(
        text.replace("\nplayers:", f"\ntheme: {theme}\nplayers:", 1), encoding="utf-8"
    )
    return tmp_path / "own.yaml"


def colours_of(drawing: Drawing) -> set[Colour]:
    found: set[Colour] = set()
    for item in drawing.items:
        if isinstance(item, Symbol):
            found |= colours_of(item.drawing)
        elif isinstance(item, Text):
            found.add(item.colour)
        elif isinstance(item, Outline):
            found |= {colour for colour in (item.fill, item.stroke and item.stroke.colour) if colour}
    return found


def test_a_theme_takes_the_place_of_the_accents_everywhere(tmp_path: Path) -> None:
    game = library.load_game(str(themed(tmp_path, "{vermilion: '#CC3377', blue: '#224488'}")))
    fonts = library.fonts_of(game)
    for asset in game.assets.values():
        made = pipeline.make(game, asset, pipeline.sheet_of("a4", None), fonts)
        found = set().union(*(colours_of(face) for p in made.pieces for face in (p.front, p.back) if face))
        assert not found & {PALETTE["vermilion"], PALETTE["dark vermilion"], PALETTE["blue"]}
        assert list(pipeline.rendered(made, fonts, pipeline.target_of("pdf", verify=True)))


def test_a_theme_reaches_pictures_of_verdicts(tmp_path: Path) -> None:
    themed(tmp_path, "{vermilion: '#CC3377'}")
    file = tmp_path / "game.yaml"
    file.write_text("game: own.yaml\nstones: {red: A1 B1, black: C3, unclear: D4}\n", encoding="utf-8")
    verdicts, _ = score_all([str(file)])
    document, _ = picture_of(verdicts)
    assert VERMILION not in colours_of(document.pages[0].pieces[0].drawing)


def test_words_stay_dark_and_grounds_pale_in_any_theme() -> None:
    found = whole({"vermilion": MAGENTA, "green": GREEN})
    assert found[PALETTE["dark vermilion"]].contrast(PAPER) >= LEAST_CONTRAST
    assert INK.contrast(found[GREEN_TINT]) > 10


def test_what_is_shared_stays_shared() -> None:
    shared = Drawing(Size(1, 1), (Outline(line(Point(0, 0), Point(1, 1)), stroke=Stroke(VERMILION, 1.0)),))
    outer = Drawing(Size(2, 1), (Symbol(shared, Point(0, 0)), Symbol(shared, Point(1, 0))))
    piece = Piece("x", outer, back=shared)
    one, two = Recolouring({"vermilion": MAGENTA}).pieces([piece, piece])
    assert one is two
    first, second = one.front.items
    assert isinstance(first, Symbol)
    assert isinstance(second, Symbol)
    assert first.drawing is second.drawing is one.back
    assert colours_of(one.front) == {MAGENTA}


@pytest.mark.parametrize(
    ("theme", "words"),
    [
        ("{vermilion: '#FFAA77'}", "a contrast of 1.9 on paper; it must be 3 at least"),
        ("{dark green: '#009E73'}", "it must be 4.5 at least"),
        ("{yellow: '#202020'}", "a contrast of 1.3 to black; it must be 4.5 at least"),
        ("{blue: '#000000'}", "a contrast of 1.0 to black; it must be 1.5 at least"),
        (
            "{vermilion: {rgb: '#CC3377', cmyk: 0 0 0 0}}",
            "the inks of 'vermilion' have a contrast of 1.0",
        ),
        ("{vermilion: red}", "expected a colour such as '#D55E00'"),
        ("{purple: '#D55E00'}", "expected one of: vermilion"),
        ("{blue: {rgb: '#003366', cmyk: 100 60 0 400}}", "four shares of ink"),
        ("{blue: {rgb: '#003366'}}", "the key 'cmyk' is missing"),
    ],
)
def test_faults_of_a_theme_are_placed(theme: str, words: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["check", str(themed(tmp_path, theme))])
    assert result.exit_code == 1
    assert words in result.output
    assert f"own.yaml:{7}:" in result.output


def test_inks_follow_from_the_colour_or_are_given(tmp_path: Path) -> None:
    game = library.load_game(
        str(themed(tmp_path, "{green: '#009E73', blue: {rgb: '#003366', cmyk: 100 60 0 40}}"))
    )
    assert game.spec.theme["green"].cmyk == pytest.approx((0.62, 0, 0.169, 0.38), abs=0.01)
    assert game.spec.theme["blue"].cmyk == (1.0, 0.6, 0.0, 0.4)


# Ink


@cache
def _ink(name: str, asset: str, ink: Ink) -> float:
    """Return how much ink an asset takes on A4, its pages together."""
    game = load(game=name)
    fonts = library.fonts_of(game)
    made = pipeline.make(game, game.assets[asset], pipeline.sheet_of("a4", None), fonts, ink)
    (data,) = pipeline.rendered(made, fonts, pipeline.target_of("pdf"))
    with pypdfium2.PdfDocument(data) as pdf:
        pages = [255 - np.asarray(page.render(scale=1.0, grayscale=True).to_pil()).astype(float) for page in pdf]
    return float(sum(page.sum() for page in pages))


GAMES = ("battle-hex", "hexflow", "hexflow-tri", "quadrant-hex")


@pytest.mark.parametrize("game", GAMES)
def test_boards_pieces_and_backs_take_half_the_ink_at_most(game: str) -> None:
    kinds = ("board", "tile", "counter", "deck")
    names = [name for name, asset in load(game=game).assets.items() if asset.kind in kinds]
    full = sum(_ink(game, name, "full") for name in names)
    saved = sum(_ink(game, name, "saver") for name in names)
    assert saved <= 0.5 * full


@pytest.mark.parametrize("game", GAMES)
def test_no_asset_takes_more_ink_where_it_is_saved(game: str) -> None:
    for name in load(game=game).assets:
        assert _ink(game, name, "saver") <= 1.001 * _ink(game, name, "full")


@pytest.mark.parametrize("game", ["hexflow", "hexflow-tri"])
def test_the_players_tiles_differ_in_grey_where_ink_is_saved(game: str) -> None:
    """A corner without a line: hatched, dotted or white."""
    loaded = load(game=game)
    fonts = library.fonts_of(loaded)
    made = pipeline.make(loaded, loaded.assets["tiles"], pipeline.sheet_of("a4", None), fonts, "saver")
    (data,) = pipeline.rendered(made, fonts, pipeline.target_of("pdf"))
    with pypdfium2.PdfDocument(data) as pdf:
        picture = np.asarray(pdf[0].render(scale=8.0, grayscale=True).to_pil()).astype(float)
    scale = 8.0 * 72 / 25.4
    greys: dict[str, list[float]] = {}
    for symbol, piece in zip(made.pages[0].pieces, made.pieces, strict=True):
        if not piece.name.endswith("straight"):
            continue
        width, height = piece.front.size
        x, y = symbol.at.x + 0.12 * width, symbol.at.y + 0.42 * height
        patch = picture[
            int(y * scale) : int((y + 0.16 * height) * scale), int(x * scale) : int((x + 0.2 * width) * scale)
        ]
        greys.setdefault(piece.name.split()[1], []).append(float(patch.mean()))
    means = sorted(sum(found) / len(found) for found in greys.values())
    assert len(means) == len(loaded.spec.players)
    assert all(darker + 4 < lighter for darker, lighter in pairwise(means))
