"""Reference cards, counters and the ink saver."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from printkit import library, pipeline
from printkit.art._hatch import hatching
from printkit.art._markup import Block, MarkupError, Setter, blocks
from printkit.cli import main
from printkit.drawing import Item, Text, items_in
from printkit.drawing import Path as Outline
from printkit.errors import SpecError
from printkit.fonts import Fonts
from printkit.geometry import Point
from printkit.preflight import faults
from printkit.verdict import Position
from tests.conftest import ASSETS, Maker, Renderer, load, make
from tests.pdf_reading import pixels, words


def texts_of(setter: Setter, text: str) -> list[list[str]]:
    return [[item.string for item in line if isinstance(item, Text)] for line in setter.set(text)]


def icon(name: str, at: Point, size: float) -> Item | None:
    return Text(at, f"<{name}>", size * 2) if name == "black" else None


@pytest.fixture
def setter(fonts: Fonts) -> Setter:
    return Setter(fonts, 9.0, 55.0, icon)


def test_markup_splits_paragraphs_lists_and_steps() -> None:
    text = "One\nparagraph.\n\n- first\n  more\n- second\n1. step\n\nEnd"
    found = [(block.lead, len(block.words)) for block in blocks(text) if isinstance(block, Block)]
    assert found == [("", 2), ("-", 2), ("-", 1), ("1.", 1), ("", 1)]


def test_bold_words_are_texts_of_their_own_and_spaces_are_kept(setter: Setter, fonts: Fonts) -> None:
    (line,) = setter.set("One **bold** word.")
    texts = [item for item in line if isinstance(item, Text)]
    looks = [(text.string, text.weight) for text in texts]
    assert looks == [("One", "regular"), ("bold", "bold"), ("word.", "regular")]
    gap = texts[1].at.x - texts[0].at.x - fonts.width("One", "regular", 9)
    assert gap == pytest.approx(fonts.width(" ", "regular", 9))


def test_lines_never_run_out_of_their_column(setter: Setter, fonts: Fonts) -> None:
    text = "A long paragraph with **several bold words in it** and {black} an icon, " * 6
    for line in setter.set(text):
        for item in line:
            assert isinstance(item, Text)
            width = 0.0 if item.string.startswith("<") else fonts.width(item.string, item.weight, item.size_pt)
            assert item.at.x + width <= 55.1


def test_an_unknown_icon_is_refused(setter: Setter) -> None:
    with pytest.raises(MarkupError, match="green"):
        list(setter.set("A {green} stone"))


def test_a_list_item_is_indented_behind_its_bullet(setter: Setter) -> None:
    lines = texts_of(setter, "- " + "word " * 40)
    assert lines[0][0] == "•"
    assert len(lines) > 1
    assert all("•" not in line for line in lines[1:])


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("rules.pages.1.sections.1.picture=games twice", None),
        ("rules.pages.1.sections.1.picture=gaems", "no picture is called 'gaems'"),
        ("rules.pages.1.sections.1.picture=cell Z9", "the board has no cell 'Z9'"),
        ("rules.pages.2.sections.3.picture=position exmaple", "has no position 'exmaple'"),
        ("rules.pages.1.sections.1.text=A {green} stone", "no icon is called 'green'"),
        ("rules.text=7 pt", "text of 7.0 pt is too small for a card"),
        ("rules.height=120 mm", "the text is too long"),
    ],
)
def test_what_a_card_cannot_show_is_told(override: str, message: str | None) -> None:
    if message is None:
        assert make("rules", "a4", override).pages
        return
    with pytest.raises(SpecError) as caught:
        make("rules", "a4", override)
    assert any(message in problem.message for problem in caught.value.problems)


def test_text_that_does_not_fit_is_told_in_mm() -> None:
    long = "rules.pages.1.sections.1.text=" + "many words " * 150
    with pytest.raises(SpecError) as caught:
        make("rules", "a4", long)
    problem = caught.value.problems[0]
    assert re.fullmatch(
        r"card 1, 'Quadrant Hex': the text is too long, with this section by [0-9]+\.[0-9] mm", problem.message
    )
    assert problem.hint == "shorten it, or make the card larger or the text smaller"


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_two_cards_of_127_by_177_8_mm_lie_on_one_page(made: Maker, paper: str) -> None:
    (page,) = made("rules", paper).pages
    assert [piece.drawing.size for piece in page.pieces] == [(127.0, 177.8), (127.0, 177.8)]
    assert page.paper.width > page.paper.height


@pytest.mark.parametrize(
    "fact",
    [
        ("four", "quadrants", "of"),
        ("one", "point"),
        ("three", "points", "or", "more"),
        ("upper", "right", "side"),
        ("picks", "a", "colour"),
        ("two", "moves", "for", "Black"),
        ("White", "is", "to", "move"),
        ("Stones", "never", "move"),
        ("or", "pass"),
        ("ten", "turns", "running"),
        ("exactly", "one", "winner"),
        ("J1",),
        ("White", "wins", "3–2:", "whole", "board,", "upper,", "left"),
    ],
)
def test_the_card_says_every_fact(pdf: Renderer, fact: tuple[str, ...]) -> None:
    text = " ".join(word.text for word in words(pdf("rules", "a4"))).replace(" .", ".")
    for word in fact:
        assert word in text


def test_the_example_is_scored_by_the_scorer_and_its_chains_are_drawn(made: Maker) -> None:
    game = load()
    position, headline = pipeline._position(game, "example")
    assert isinstance(position, Position)
    assert headline == "White wins 3–2: whole board, upper, left"
    assert len(position.chains) == 5
    (page,) = made("rules", "a4").pages
    coloured = [
        item
        for item, _ in items_in(page.pieces)
        if isinstance(item, Outline) and item.stroke is not None and len(set(item.stroke.colour.rgb)) > 1
    ]
    assert sorted(len(path.segments) for path in coloured) == sorted(len(chain) for _, _, chain in position.chains)


def test_a_faulty_position_is_told_at_its_place() -> None:
    game = library.load_game("quadrant-hex", ("positions.example.stones.black=A1 A1 Z9",))
    with pytest.raises(SpecError) as caught:
        pipeline._position(game, "example")
    assert [problem.code for problem in caught.value.problems] == ["duplicate-cell", "off-board"]


# Counters


def test_there_are_50_counters_each_that_differ_in_pattern(made: Maker) -> None:
    pieces = made("stones", "a4").pieces
    faces = {id(piece.front) for piece in pieces}
    assert (len(pieces), len(faces)) == (100, 2)
    assert pieces[0].front.size == (15.0, 15.0)
    black, white = ([i for i in piece.front.items if isinstance(i, Outline)] for piece in (pieces[0], pieces[-1]))
    assert [path.fill is not None for path in black] == [True]
    assert [path.fill is None for path in white] == [True, True]  # a double ring


# Ink


@pytest.mark.parametrize("asset", ASSETS)
def test_the_ink_saver_uses_no_more_and_boards_and_stones_less(pdf: Renderer, asset: str) -> None:
    game = load()
    fonts = library.fonts_of(game)
    saver = pipeline.make(game, game.assets[asset], pipeline.sheet_of("a4", None), fonts, "saver")
    data = pipeline.rendered(saver, fonts, pipeline.target_of("pdf", verify=True))[0]
    full = float(255 - pixels(pdf(asset, "a4"), 72).mean())
    saved = float(255 - pixels(data, 72).mean())
    assert saved <= full * 1.001
    if asset in ("board", "board-large", "stones"):
        assert saved < 0.85 * full


def test_players_still_differ_in_the_ink_saver(fonts: Fonts) -> None:
    game = load()
    made = pipeline.make(game, game.assets["stones"], pipeline.sheet_of("a4", None), fonts, "saver")
    image = pixels(pipeline.rendered(made, fonts, pipeline.target_of("pdf", verify=False))[0], 100)
    (page,) = made.pages
    means = []
    for piece in (page.pieces[0], page.pieces[-1]):
        x, y = (int(value / 25.4 * 100) for value in piece.at)
        means.append(float(np.mean(image[y + 20 : y + 40, x + 20 : x + 40])))
    assert means[1] - means[0] > 40  # hatched against open


def test_hatching_stays_within_its_outline() -> None:
    outline = [Point(0, 0), Point(10, 0), Point(10, 4), Point(4, 4), Point(4, 10), Point(0, 10)]
    points = list(Outline(hatching(outline, 0.7)).points())
    assert len(points) > 20
    for x, y in points:
        assert -1e-9 <= x <= 10 + 1e-9
        assert -1e-9 <= y <= 10 + 1e-9
        assert x <= 4 + 1e-9 or y <= 4 + 1e-9
    for start, end in zip(points[::2], points[1::2], strict=True):
        assert start.x + start.y == pytest.approx(end.x + end.y)  # slanted by 45°
        middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
        assert middle.x <= 4 + 1e-9 or middle.y <= 4 + 1e-9


# What cards cannot show is told all at once, each at its place


def test_check_and_build_tell_all_faults_of_cards_at_their_places(tmp_path: Path) -> None:
    text = (library.specs_folder() / "quadrant-hex.yaml").read_text(encoding="utf-8")
    for old, new in (
        ("{black} **Black** joins", "{blak} **Black** joins"),
        ("picture: goals", "picture: gaols"),
        ("picture: cell J1", "picture: cell Z99"),
        ("is worth **one point**", "is worth **one point"),
        ("black: D3 E4 B3", "black: D3 D3 Z9"),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "game.yaml"
    path.write_text(text, encoding="utf-8")
    lines = text.splitlines()

    def line_of(words: str, above: int = 0) -> int:
        return next(i for i, line in enumerate(lines, 1) if words in line) - above

    places = {
        "no icon is called 'blak'": line_of("{blak}", 3),  # where its text begins
        "no picture is called 'gaols'": line_of("gaols"),
        "the board has no cell 'Z99'": line_of("Z99"),
        "'**' begins has no end": line_of("is worth **one point", 1),
        "D3 is listed a second time": line_of("D3 D3"),
        "the board has no cell 'Z9'": line_of("D3 D3"),
    }
    for words_ in (["check", str(path)], ["build", str(path), "--only", "rules", "-o", str(tmp_path / "out")]):
        result = CliRunner().invoke(main, words_, catch_exceptions=False)
        assert result.exit_code == 1
        for message, line in places.items():
            assert re.search(rf"game\.yaml:{line}:[0-9]+: error: .*{re.escape(message)}", result.output), message
    assert not (tmp_path / "out").exists()


def test_sections_at_the_foot_keep_their_order() -> None:
    made = make("rules", "a4", "rules.pages.2.sections.1.place=foot", "rules.height=190 mm")
    texts = [
        (item.string, item.at.y + shift.y)
        for item, shift in items_in(made.pieces[1].front.items)
        if isinstance(item, Text)
    ]
    heights = dict(texts)
    assert heights["Your turn"] < heights["A finished game"]


@pytest.mark.parametrize("text", ["| a | b |\n|---|---|\n| c |", "| a | b", "|", "**never closed"])
def test_markup_that_would_print_as_garbage_is_refused(setter: Setter, text: str) -> None:
    with pytest.raises(MarkupError):
        list(setter.set(text))


@pytest.mark.parametrize("paper", ["a5", "a6"])
def test_on_small_paper_the_footer_does_without_the_credit(paper: str) -> None:
    for asset in ("stones", "board-large"):
        made = make(asset, paper)
        assert list(faults(pipeline.document_of(made), library.fonts_of(made.game))) == []
