"""Lines of cells that a game names: their names at both ends, in line with their cells; the sheet's markers."""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

from printkit.art._markers import LAYOUTS, marker_id
from printkit.board import letters
from printkit.drawing import Text, items_in
from printkit.errors import RequestError
from tests.conftest import Maker, Renderer, load, make, render
from tests.pdf_reading import Word, words
from tests.test_backs import pixels_of
from tests.test_sheets import detected

GAME = "battle-hex"
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
SIDE = len(RANKS)
FLATS = {"board": 11.0, "sheet": 9.0}
PAPERS = ("a4", "letter")
# mm that the middle of a word may lie beside its line: letters are no mirror images of themselves
OFF = 0.7
FAR = 2.5  # circumradii from the last cell of a line to its name at most
DPI = 200

each_asset = pytest.mark.parametrize("asset", FLATS)
each_paper = pytest.mark.parametrize("paper", PAPERS)
each_colour = pytest.mark.parametrize("colour", ["red", "black"])
Pair = tuple[float, float]


class Course(NamedTuple):
    """A line of cells: its name, and where its first and its last cell lie on the page."""

    rank: str
    first: Pair
    last: Pair

    @property
    def length(self) -> float:
        """How far apart the two cells are."""
        return math.dist(self.first, self.last)

    def along(self, at: Pair) -> float:
        """Return how far along the line a point lies, 0 at the first cell."""
        (x0, y0), (x1, y1) = self.first, self.last
        return ((at[0] - x0) * (x1 - x0) + (at[1] - y0) * (y1 - y0)) / self.length

    def beside(self, at: Pair) -> float:
        """Return how far beside the line a point lies."""
        (x0, y0), (x1, y1) = self.first, self.last
        return abs((at[0] - x0) * (y1 - y0) - (at[1] - y0) * (x1 - x0)) / self.length


@cache
def courses(asset: str, paper: str, colour: str) -> list[Course]:
    """Return the lines of a colour: each red one has a letter, each black one a number."""
    (piece,) = make(asset, paper, game=GAME).pages[0].pieces
    anchors = {name: (x + piece.at.x, y + piece.at.y) for name, (x, y) in piece.drawing.anchors.items()}
    found = []
    for i, rank in enumerate(RANKS):
        ends = (f"{letters(i)}{{}}", (SIDE, 1)) if colour == "red" else (f"{{}}{i + 1}", ("A", "M"))
        first, last = (anchors[ends[0].format(end)] for end in ends[1])
        found.append(Course(rank, first, last))
    return found


def names_of(course: Course, printed: list[Word], radius: float) -> list[Word]:
    """Return the words of a line's name that stand beyond its last cells and near them."""
    found = []
    for word in printed:
        at = word.x, word.y
        beyond = max(-course.along(at), course.along(at) - course.length)
        away = min(math.dist(at, course.first), math.dist(at, course.last))
        if word.text == course.rank and beyond > radius and away < FAR * radius:
            found.append(word)
    return found


@each_paper
@each_colour
@each_asset
def test_each_line_has_its_name_at_both_ends(asset: str, colour: str, paper: str) -> None:
    radius = FLATS[asset] / math.sqrt(3)
    printed = words(render(asset, paper, game=GAME))
    for course in courses(asset, paper, colour):
        found = names_of(course, printed, radius)
        assert len(found) == 2, course
        before, after = sorted(found, key=lambda word: course.along((word.x, word.y)))
        assert course.along((before.x, before.y)) < 0
        assert course.along((after.x, after.y)) > course.length
        near = course.first[0] - before.x, course.first[1] - before.y
        far = after.x - course.last[0], after.y - course.last[1]
        assert math.hypot(*near) == pytest.approx(math.hypot(*far), abs=2 * OFF)


@each_paper
@each_colour
@each_asset
def test_both_names_of_a_line_lie_on_the_straight_line_through_its_cells(
    asset: str, colour: str, paper: str
) -> None:
    radius = FLATS[asset] / math.sqrt(3)
    printed = words(render(asset, paper, game=GAME))
    for course in courses(asset, paper, colour):
        beside = [course.beside((word.x, word.y)) for word in names_of(course, printed, radius)]
        assert max(beside) < OFF, f"{colour} {course.rank}: {max(beside):.1f} mm beside its line"


@each_paper
@each_asset
def test_red_names_stand_at_the_upper_left_and_lower_right_and_black_ones_at_the_others(
    asset: str, paper: str
) -> None:
    radius = FLATS[asset] / math.sqrt(3)
    printed = words(render(asset, paper, game=GAME))
    cells = [at for course in courses(asset, paper, "red") for at in (course.first, course.last)]
    middle = np.mean(cells, axis=0)
    for colour, across in (("red", 1), ("black", -1)):
        corners = []
        for course in courses(asset, paper, colour):
            for word in names_of(course, printed, radius):
                # above or below the two lines through the middle that run along the sides of the diamond
                x, y = word.x - middle[0], word.y - middle[1]
                leaning, other = y * math.sqrt(3) + across * x, y * math.sqrt(3) - across * x
                assert abs(leaning) > abs(other) * 0.999
                corners.append(leaning > 0)
        assert corners.count(True) == corners.count(False) == SIDE


@each_paper
@each_asset
def test_no_other_letters_or_numbers_stand_along_the_board(asset: str, paper: str) -> None:
    """All words within reach of the board's rim are names of lines: no B, no 11, and no name twice."""
    radius = FLATS[asset] / math.sqrt(3)
    printed = words(render(asset, paper, game=GAME))
    lines = [course for colour in ("red", "black") for course in courses(asset, paper, colour)]
    names = {(word.text, word.x, word.y) for course in lines for word in names_of(course, printed, radius)}
    assert len(names) == 4 * SIDE
    rim = np.array([end for course in lines for end in (course.first, course.last)])
    for word in printed:
        if np.hypot(*(rim - (word.x, word.y)).T).min() < 1.8 * radius:
            assert (word.text, word.x, word.y) in names


@each_paper
@each_asset
def test_names_have_their_players_colour(pdf: Renderer, asset: str, paper: str) -> None:
    """By the pixels of the word: those of a red name are redder than blue, those of a black one are grey."""
    data = pdf(asset, paper, game=GAME)
    picture = pixels_of(data, 0, DPI).astype(int)
    printed = words(data)
    for colour in ("red", "black"):
        for course in courses(asset, paper, colour):
            for word in names_of(course, printed, FLATS[asset] / math.sqrt(3)):
                x, y = (round(v / 25.4 * DPI) for v in (word.x, word.y))
                reach = round(1.2 / 25.4 * DPI)
                part = picture[y - reach : y + reach + 1, x - reach : x + reach + 1]
                assert part.min() < 160
                assert ((part[..., 0] - part[..., 2]).max() > 60) == (colour == "red")


@pytest.mark.parametrize("name", ["board-large", "board"])
def test_the_board_names_its_lines_however_large_it_is(made: Maker, name: str) -> None:
    pieces = {
        id(piece.drawing): piece.drawing for page in made(name, "a4", game=GAME).pages for piece in page.pieces
    }
    (drawing,) = pieces.values()
    found = [
        item.string for item, _ in items_in(drawing.items) if isinstance(item, Text) and item.weight == "bold"
    ]
    assert {rank: found.count(rank) for rank in RANKS} == dict.fromkeys(RANKS, 4)


def test_a_game_that_names_no_lines_keeps_letters_and_numbers(pdf: Renderer) -> None:
    found = [word.text for word in words(pdf("board", "a4"))]
    assert [found.count(name) for name in "ABCDEFGHIJ"] == [2] * 10


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("line_names.letters.player=green", "green"),
        ("line_names.diagonals.player=red", "diagonals"),
    ],
)
def test_names_of_no_player_or_of_no_lines_are_refused(override: str, message: str) -> None:
    with pytest.raises(RequestError, match=message):
        load(override, game=GAME)


# The sheet's markers


@each_paper
def test_the_sheets_markers_are_read_back_with_layout_3_and_their_places(
    pdf: Renderer, made: Maker, paper: str
) -> None:
    assert LAYOUTS[GAME, "sheet", "wide", SIDE] == 3
    radius = FLATS["sheet"] / math.sqrt(3)
    found = detected(pdf("sheet", paper, game=GAME))
    assert set(found) == {48, 49, 50, 51}
    (piece,) = made("sheet", paper, game=GAME).pages[0].pieces
    anchors = piece.drawing.anchors
    middle_x = (anchors["A13"].x + anchors["M1"].x) / 2 + piece.at.x
    middle_y = (anchors["A1"].y + anchors["M13"].y) / 2 + piece.at.y
    across, down = (1.5 * (2 * SIDE - 2) + 2) / 2 - 1, SIDE * math.sqrt(3) / 2 - 1
    for corner, (sx, sy) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
        quad = found[marker_id(3, 0, corner)]
        x, y = np.mean(quad, axis=0)
        assert x == pytest.approx(middle_x + sx * across * radius, abs=0.15)
        assert y == pytest.approx(middle_y + sy * down * radius, abs=0.15)
        for (qx, qy), (dx, dy) in zip(quad, ((-1, -1), (1, -1), (1, 1), (-1, 1)), strict=True):
            assert qx == pytest.approx(x + dx * radius, abs=0.25)  # the first corner is the top left one
            assert qy == pytest.approx(y + dy * radius, abs=0.25)


@pytest.mark.parametrize("override", ["board.side=12", "game=my-battle"])
def test_a_sheet_for_another_board_or_game_has_another_layout(pdf: Renderer, override: str) -> None:
    assert min(detected(pdf("sheet", "a4", override, game=GAME))) >= 16 * 4
