"""Pictures of verdicts."""

from __future__ import annotations

import itertools
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner

from printkit import pictures, scorebook
from printkit.cli import main
from printkit.drawing import Path as Outline
from printkit.drawing import Text, items_in
from printkit.errors import RequestError
from printkit.preflight import faults
from printkit.theme import BLUE, VERMILION
from printkit.verdict import Position

GAME = Path(__file__).parent / "cases" / "quadrant-hex" / "white-3-2-by-moves.yaml"
UNCLEAR = """game: quadrant-hex
stones: {black: A1 B2, white: C3 D4 E5, unclear: F6 G7}
"""


@pytest.fixture
def transcripts(tmp_path: Path) -> list[str]:
    """Write three games: a won one, one with unclear cells, one on a board of side 8."""
    texts = {
        "won.yaml": GAME.read_text(encoding="utf-8"),
        "unclear.yaml": UNCLEAR,
        "small.yaml": "game: quadrant-hex\nside: 8\ndiamond: tall\nmoves: A1 H8 D4 E5\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return [str(tmp_path / name) for name in texts]


def test_a_picture_holds_stones_chains_and_the_headline() -> None:
    (verdict,), _ = scorebook.score_all([str(GAME)])
    document, fonts = pictures.picture_of([verdict])
    (page,) = document.pages
    assert list(faults(document, fonts)) == []
    items = [item for item, _ in items_in(page.pieces)]
    words = [item.string for item in items if isinstance(item, Text)]
    assert "White wins 3–2: whole board, upper, left" in words
    assert "Quadrant Hex · white-3-2-by-moves.yaml" in words
    anchors = page.pieces[0].drawing.anchors
    assert isinstance(verdict.position, Position)
    names = verdict.position.game.board.names
    discs = [i.bounds().center for i in items if isinstance(i, Outline) and i.segments[1][0] == "C"]
    for cell in verdict.position.stones:
        x, y = anchors[names[cell]]
        assert any(abs(x - disc.x) + abs(y - disc.y) < 0.01 for disc in discs)
    lines = [i for i in items if isinstance(i, Outline) and i.stroke is not None]
    for colour, number in ((VERMILION, 1), (BLUE, 4)):
        assert sum(i.stroke is not None and i.stroke.colour == colour for i in lines) == number
    for name, _, chain in verdict.position.chains:
        course = [anchors[names[cell]] for cell in chain]
        colour = VERMILION if name == "whole" else BLUE
        drawn = [list(i.points()) for i in lines if i.stroke is not None and i.stroke.colour == colour]
        assert course in drawn


def test_unclear_cells_are_marked(transcripts: list[str]) -> None:
    (verdict,), _ = scorebook.score_all([transcripts[1]])
    document, _ = pictures.picture_of([verdict])
    marks = [i for i, _ in items_in(document.pages[0].pieces) if isinstance(i, Text) and i.string == "?"]
    assert len(marks) == 2


def test_a_pdf_of_a_stack_has_several_games_a_page(
    transcripts: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(
        main, ["score", *transcripts, *transcripts, transcripts[0], "--picture", "all.pdf"]
    )
    assert result.exit_code == 0, result.output
    with pypdfium2.PdfDocument(tmp_path / "all.pdf") as file:
        texts = [page.get_textpage().get_text_bounded() for page in file]
        assert [page.get_size() for page in file] == [pytest.approx((595.28, 841.89), abs=0.01)] * 2
    assert [text.count("White wins 3–2") for text in texts] == [2, 1]
    assert texts[0].count("Nobody has won yet") == 4


def test_games_of_a_stack_keep_to_their_places(transcripts: list[str]) -> None:
    found, _ = scorebook.score_all([*transcripts, *transcripts])
    document, fonts = pictures.picture_of(found)
    (page,) = document.pages
    assert list(faults(document, fonts)) == []
    boxes = [piece.window for piece in page.pieces]
    assert len(boxes) == 6
    assert all(0 <= box.left < box.right <= 210 and 0 <= box.top < box.bottom <= 297 for box in boxes)
    assert not any(one.overlaps(other) for one, other in itertools.combinations(boxes, 2))


@pytest.mark.parametrize("name", ["one.svg", "one.png", "one.PDF"])
def test_one_game_as_any_format(transcripts: list[str], tmp_path: Path, name: str) -> None:
    result = CliRunner().invoke(main, ["score", transcripts[0], "--picture", str(tmp_path / name)])
    assert result.exit_code == 0, result.output
    starts = {".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF"}
    assert (tmp_path / name).read_bytes().startswith(starts[Path(name).suffix.lower()])


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("all.svg", "holds one game; 3 were given"),
        ("all.jpg", "a picture's name ends in .pdf, .png or .svg"),
        ("all", "a picture's name ends in .pdf, .png or .svg"),
        ("missing/../../x/all.pdf/x.pdf", "cannot be written"),
    ],
)
def test_a_picture_that_cannot_be_made_ends_with_2(
    transcripts: list[str], tmp_path: Path, name: str, message: str
) -> None:
    (tmp_path / "x").write_text("a file", encoding="utf-8")
    target = str(tmp_path / name.replace("missing/../../", ""))
    result = CliRunner().invoke(main, ["score", *transcripts, "--picture", target])
    assert result.exit_code == 2
    assert message in result.output
    if "name ends in" not in message:  # what was found is told all the same
        assert "White wins 3–2" in result.output


def test_faulty_games_are_drawn_without_what_is_at_fault_and_hopeless_ones_not(tmp_path: Path) -> None:
    (tmp_path / "faulty.yaml").write_text("game: quadrant-hex\nmoves: E5 E5 F6\n", encoding="utf-8")
    (tmp_path / "hopeless.yaml").write_text("game: quadrant-hex\n", encoding="utf-8")
    found, _ = scorebook.score_all([str(tmp_path)])
    document, _ = pictures.picture_of(found)
    assert len(document.pages) == 1
    words = [i.string for i, _ in items_in(document.pages[0].pieces) if isinstance(i, Text)]
    assert "Quadrant Hex · faulty.yaml" in words
    assert " ".join(words).startswith("Not valid, 1 error; without what is at fault: Nobody has won yet")
    with pytest.raises(RequestError, match="no position to draw"):
        pictures.picture_of(found[1:])


def test_unclear_cells_that_decide_are_marked_more_strongly() -> None:
    case = GAME.parent / "unclear-cell-that-decides.yaml"
    (verdict,), _ = scorebook.score_all([str(case)])
    document, _ = pictures.picture_of([verdict])
    found = {i.weight for i, _ in items_in(document.pages[0].pieces) if isinstance(i, Text) and i.string == "?"}
    assert found == {"bold", "regular"}
    assert verdict.position is not None
    names = verdict.position.game.board.names
    assert [names[cell] for cell in verdict.position.decides] == ["C3"]
