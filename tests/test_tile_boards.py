"""Boards for tiles: cells, neighbours, corners and dots as built, and what is drawn where they are printed."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from typing import NamedTuple

import pytest

from printkit import claims, library, pipeline
from printkit.art import Ink
from printkit.board import Board
from printkit.drawing import INK, Document, Drawing, Page, Path, Symbol, Text, items_in
from printkit.geometry import Point, Rect, bounds
from printkit.hexgrid import distance
from printkit.pipeline import Made
from printkit.render import RENDERERS
from printkit.spec import Game
from tests.pdf_reading import lines, words
from tests.test_pdf import hexagons

FLATS = 31.0
GRID_WIDTHS = (0.35, 0.9, 1.2)  # mm: cells, borders and the outline
BOARDS = {"main": ("hexflow", "board"), "91": ("hexflow-tri", "board"), "105": ("hexflow-tri", "board-105")}
CELLS = {"main": 85, "91": 91, "105": 105}
DOTS = {
    "main": {2: "C3 C7 G3 G7", 3: "C5 G5", 4: "E2 E8", 5: "E5"},
    "91": {2: "E3 K3 K9", 3: "K6 H6 H3", 4: "G4 J4 J7", 5: "M7 G7 G1"},
    "105": {2: "E3 L3 L10", 3: "K6 I6 I4", 4: "G4 K4 K8", 5: "M7 H7 H2"},
}
CENTRES = {"main": "", "91": "H4 I4 I5", "105": "I5 J5 J6"}
STARTS = {
    "main": {"A1": "A", "I9": "A", "A9": "B", "I1": "B"},
    "91": {"A1": "I", "M1": "II", "M13": "III"},
    "105": {"A1": "I", "N1": "II", "N14": "III"},
}

CELL_NAME = re.compile("[A-N][1-9][0-9]?")

each_board = pytest.mark.parametrize("name", BOARDS)
each_ink = pytest.mark.parametrize("ink", ["full", "saver"])


@cache
def load(game: str, *overrides: str) -> Game:
    return library.load_game(game, overrides)


@cache
def make(game: str, asset: str, paper: str, *overrides: str, ink: Ink = "full") -> Made:
    found = load(game, *overrides)
    sheet = pipeline.sheet_of(paper, None)
    return pipeline.make(found, found.assets[asset], sheet, library.fonts_of(found), ink)


@cache
def render(game: str, asset: str, paper: str, *overrides: str) -> bytes:
    made = make(game, asset, paper, *overrides)
    (data,) = pipeline.rendered(made, library.fonts_of(made.game), pipeline.target_of("pdf", verify=True))
    return data


def board_of(name: str) -> Board:
    game = load(BOARDS[name][0])
    return game.board if name == "main" else game.boards[name]


def drawing(name: str, ink: Ink = "full") -> Drawing:
    """Return a board as it is drawn, the whole of it in one piece."""
    (piece,) = make(*BOARDS[name], "a3", ink=ink).pieces
    return piece.front


@cache
def printed(name: str) -> bytes:
    """Return the PDF of a board on a single sheet of its own size."""
    drawn = drawing(name)
    page = Page("test", drawn.size, Rect(0, 0, *drawn.size), (Symbol(drawn, Point(0, 0)),), ())
    fonts = library.fonts_of(load(BOARDS[name][0]))
    (data,) = RENDERERS["pdf"].render(Document("test", "test", "test", (page,)), fonts)
    return data


def parts(name: str) -> tuple[int, int]:
    """Split a cell's name into two numbers, both counted from 1."""
    return ord(name[0]) - 64, int(name[1:])


def sides_of(name: str, board: str) -> list[str]:
    """Name the cells at the sides 0 to 5 of a cell, clockwise; not all of them need be on the board."""
    letter, number = parts(name)
    if board == "main":
        up = number + letter % 2  # of the columns beside it, the cell at its upper side
        around = [(0, number + 1), (1, up), (1, up - 1), (0, number - 1), (-1, up - 1), (-1, up)]
    else:
        around = [(-1, number), (0, number + 1), (1, number + 1), (1, number), (0, number - 1), (-1, number - 1)]
    return [f"{chr(64 + letter + step)}{other}" for step, other in around]


class Disc(NamedTuple):
    """A circle that is drawn, in the coordinates of the drawing."""

    center: Point
    radius: float
    path: Path


def discs(drawn: Drawing) -> Iterator[Disc]:
    """Give all circles: closed courses of four curves."""
    for item, shift in items_in(drawn.items):
        if not isinstance(item, Path):
            continue
        starts = [i for i, segment in enumerate(item.segments) if segment[0] == "M"]
        for start, stop in zip(starts, [*starts[1:], len(item.segments)], strict=True):
            course = item.segments[start:stop]
            if [segment[0] for segment in course] == ["M", "C", "C", "C", "C", "Z"]:
                box = bounds(Point(*segment[-2:]) for segment in course[:-1])
                assert box.size.width == pytest.approx(box.size.height)
                center = Point(box.center.x + shift.x, box.center.y + shift.y)
                yield Disc(center, box.size.width / 2, item)


def edges(drawn: Drawing) -> Iterator[tuple[Point, Point, Path]]:
    """Give all straight strokes."""
    for item, (x, y) in items_in(drawn.items):
        if isinstance(item, Path) and item.stroke is not None:
            for a, b in item.edges():
                yield Point(a.x + x, a.y + y), Point(b.x + x, b.y + y), item


def texts(drawn: Drawing) -> Iterator[tuple[Text, Point]]:
    """Give all texts, and where they stand."""
    for item, (x, y) in items_in(drawn.items):
        if isinstance(item, Text):
            yield item, Point(item.at.x + x, item.at.y + y)


def cell_at(point: Point, anchors: Iterable[tuple[str, Point]], reach: float) -> str | None:
    """Name the cell whose middle is nearest to a point, where it is within reach."""
    near, name = min((math.dist(point, at), name) for name, at in anchors)
    return name if near <= reach else None


# As built


@each_board
def test_cells_are_as_many_as_the_rules_say(name: str) -> None:
    board = board_of(name)
    assert len(board.cells) == len(set(board.names.values())) == CELLS[name]
    rows = Counter(cell[0] for cell in board.names.values())
    if name == "main":
        assert list(rows.values()) == [9, 10, 9, 10, 9, 10, 9, 10, 9]
        lands = [board.regions[region].cells for region in ("west", "middle", "east")]
        assert [len(cells) for cells in lands] == [28, 29, 28]
        assert {cell for cells in lands for cell in cells} == set(board.cells)
    else:
        assert list(rows.values()) == list(range(1, len(rows) + 1))
    for letter, number in rows.items():
        assert {f"{letter}{i + 1}" for i in range(number)} <= set(board.names.values())


@pytest.mark.parametrize("game", ["hexflow", "hexflow-tri"])
def test_what_the_rulebook_states_is_built_or_acknowledged(game: str) -> None:
    assert {problem.severity for problem in claims.compare(load(game))} <= {"note"}


def test_corners_of_the_main_board_are_twelve_apart_on_both_diagonals() -> None:
    board = board_of("main")
    a1, a9, i1, i9 = (board.cell(word) for word in ("A1", "A9", "I1", "I9"))
    assert a1 is not None
    assert a9 is not None
    assert i1 is not None
    assert i9 is not None
    assert distance(a1, i9) == distance(a9, i1) == 12
    assert [board.corners[word] for word in ("bottom left", "top left", "bottom right", "top right")] == [
        a1, a9, i1, i9,
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "steps"), [("91", [7, 7, 8]), ("105", [8, 8, 8])])
def test_corners_of_the_triangles_are_as_far_from_the_centre_as_the_rules_say(name: str, steps: list[int]) -> None:
    board = board_of(name)
    assert [board.names[cell] for cell in board.centre] == CENTRES[name].split()
    corners = [board.corners[word] for word in ("top", "bottom left", "bottom right")]
    assert [min(distance(corner, cell) for cell in board.centre) for corner in corners] == steps


@pytest.mark.parametrize("name", ["91", "105"])
def test_the_three_centre_cells_touch_each_other(name: str) -> None:
    board = board_of(name)
    for cell in board.centre:
        assert set(board.centre) - {cell} <= set(board.neighbours(cell))


@each_board
def test_neighbours_of_every_cell_by_its_name(name: str) -> None:
    board = board_of(name)
    known = set(board.names.values())
    for cell, own in board.names.items():
        expected = [other for other in sides_of(own, name) if other in known]
        assert [board.names[near] for near in board.neighbours(cell)] == expected


def test_neighbours_of_a_few_cells_written_out() -> None:
    near = {
        "main": {"A1": "A2 B2 B1", "B1": "B2 C1 A1", "E5": "E6 F6 F5 E4 D5 D6", "D5": "D6 E5 E4 D4 C4 C5"},
        "91": {"A1": "B2 B1", "C2": "B2 C3 D3 D2 C1 B1", "M13": "M12 L12"},
    }
    for name, cells in near.items():
        board = board_of(name)
        for own, expected in cells.items():
            cell = board.cell(own)
            assert cell is not None
            assert [board.names[other] for other in board.neighbours(cell)] == expected.split()


@each_board
def test_dots_lie_where_the_rules_say_and_on_no_corner_or_centre(name: str) -> None:
    board = board_of(name)
    expected = {cell: number for number, cells in DOTS[name].items() for cell in cells.split()}
    assert {board.names[cell]: number for cell, number in board.dots.items()} == expected
    assert not set(board.dots) & {*board.corners.values(), *board.centre}


# As printed


def names_in_cells(name: str) -> dict[str, Point]:
    """Read the names that stand in cells, whichever cells these are."""
    anchors = drawing(name).anchors
    found: dict[str, Point] = {}
    for word in words(printed(name)):
        at = Point(word.x, word.y)
        if CELL_NAME.fullmatch(word.text) and cell_at(at, anchors.items(), FLATS / 2):
            assert word.text not in found
            found[word.text] = at
    assert len(found) == CELLS[name]
    return found


@each_board
def test_each_cell_name_is_printed_in_its_cell(name: str) -> None:
    anchors = drawing(name).anchors
    assert len(anchors) == CELLS[name]
    found = {}
    for word in words(printed(name)):
        if cell_at(Point(word.x, word.y), anchors.items(), FLATS / 2) == word.text:
            found[word.text] = Point(word.x, word.y)
    assert set(found) == set(anchors)
    for cell, at in anchors.items():
        assert found[cell].x == pytest.approx(at.x, abs=0.3)
        assert found[cell].y == pytest.approx(at.y - 0.36 * FLATS, abs=0.3)


def test_corners_of_the_main_board_by_the_words_that_are_printed() -> None:
    places = names_in_cells("main")
    lefts, rights = ({cell for cell in places if cell[0] == letter} for letter in "AI")
    assert lefts == {c for c in places if places[c].x == pytest.approx(min(p.x for p in places.values()), abs=1)}
    assert rights == {c for c in places if places[c].x == pytest.approx(max(p.x for p in places.values()), abs=1)}
    for column in (lefts, rights):
        rising = sorted(column, key=lambda cell: -places[cell].y)
        assert [parts(cell)[1] for cell in rising] == list(range(1, 10))
    for lower, upper in (("B1", "A1"), ("A9", "B10"), ("H1", "I1"), ("I9", "H10")):
        assert places[lower].y - places[upper].y == pytest.approx(FLATS / 2, abs=0.05)
    assert places["B1"].x - places["A1"].x == pytest.approx(FLATS * math.sqrt(3) / 2, abs=0.5)


@pytest.mark.parametrize(("name", "letter", "side"), [("91", "M", 13), ("105", "N", 14)])
def test_corners_of_the_triangles_by_the_words_that_are_printed(name: str, letter: str, side: int) -> None:
    places = names_in_cells(name)
    apex, left, right = places["A1"], places[f"{letter}1"], places[f"{letter}{side}"]
    assert all(at.y > apex.y + FLATS / 2 for cell, at in places.items() if cell != "A1")
    assert all(at.x > left.x + FLATS / 4 for cell, at in places.items() if cell != f"{letter}1")
    assert all(at.x < right.x - FLATS / 4 for cell, at in places.items() if cell != f"{letter}{side}")
    for a, b in ((apex, left), (apex, right), (left, right)):
        assert math.dist(a, b) == pytest.approx((side - 1) * FLATS, abs=1)
    assert left.y == pytest.approx(right.y, abs=0.1)


@pytest.mark.parametrize(("name", "paper"), [("main", "a4"), ("main", "a3"), ("91", "letter"), ("105", "a4")])
def test_cells_measured_in_the_pdf(name: str, paper: str) -> None:
    game, asset = BOARDS[name]
    side = FLATS / math.sqrt(3)
    data = render(game, asset, paper)
    (first, *_) = make(game, asset, paper).pages[0].pieces
    drawn = [line for line in lines(data) if any(abs(line.width - w) < 0.01 for w in GRID_WIDTHS)]
    found = hexagons(drawn, side)
    assert len(found) == CELLS[name]
    anchors = [(cell, Point(x + first.at.x, y + first.at.y)) for cell, (x, y) in first.drawing.anchors.items()]
    seen = set()
    for corners in found:
        for i in range(6):
            a, b, c, d = (corners[(i + k) % 6] for k in (0, 1, 3, 4))
            assert math.dist(a, b) == pytest.approx(side, abs=0.01)
            middle, opposite = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), ((c[0] + d[0]) / 2, (c[1] + d[1]) / 2)
            assert math.dist(middle, opposite) == pytest.approx(FLATS, abs=0.01)
        center = Point(sum(x for x, _ in corners) / 6, sum(y for _, y in corners) / 6)
        seen.add(cell_at(center, anchors, 0.01))
    assert seen == set(first.drawing.anchors)


# Dots


@cache
def pips(name: str, ink: Ink = "full") -> dict[str, int]:
    """Count the pips that are drawn in each cell."""
    drawn = drawing(name, ink)
    found: Counter[str] = Counter()
    for disc in discs(drawn):
        cell = cell_at(disc.center, drawn.anchors.items(), 7.0)
        if cell is not None and disc.path.fill == INK and disc.path.stroke is None and 1.0 < disc.radius < 2.0:
            found[cell] += 1
    return dict(found)


@each_ink
@each_board
def test_dots_are_drawn_as_pips_in_a_ring(name: str, ink: Ink) -> None:
    expected = {cell: number for number, cells in DOTS[name].items() for cell in cells.split()}
    assert pips(name, ink) == expected
    drawn = drawing(name, ink)
    rings = Counter(
        cell_at(disc.center, drawn.anchors.items(), 0.01)
        for disc in discs(drawn)
        if disc.path.stroke is not None and disc.radius == pytest.approx(0.235 * FLATS)
        if cell_at(disc.center, drawn.anchors.items(), 0.01)
    )
    assert rings == dict.fromkeys(expected, 1)


@each_board
def test_pips_are_apart_and_within_their_ring(name: str) -> None:
    drawn = drawing(name)
    small = [disc for disc in discs(drawn) if disc.path.fill == INK and 1.0 < disc.radius < 2.0]
    cells = [(cell_at(disc.center, drawn.anchors.items(), 7.0), disc) for disc in small]
    for cell, group in groupby(sorted((c, d.center, d.radius) for c, d in cells if c), key=lambda entry: entry[0]):
        own = list(group)
        for i, (_, at, radius) in enumerate(own):
            assert math.dist(at, drawn.anchors[cell]) + radius < 0.235 * FLATS
            assert all(math.dist(at, other) > 2 * radius + 0.3 for _, other, _ in own[:i])


@each_ink
@each_board
def test_dot_hexes_have_an_inner_outline_that_a_tile_leaves_to_be_seen(name: str, ink: Ink) -> None:
    """A tile of 30 mm in the middle of its cell leaves half a mm; the outline must reach into it."""
    drawn = drawing(name, ink)
    found: Counter[str] = Counter()
    for start, end, path in edges(drawn):
        middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
        cell = cell_at(middle, drawn.anchors.items(), FLATS / 2 - 0.1)
        if path.stroke is not None and cell is not None and math.dist(start, end) > 16.5:
            reach = math.dist(middle, drawn.anchors[cell]) + path.stroke.width / 2
            found[cell] += 15.0 + 0.15 < reach < FLATS / 2 - 0.05
    assert {cell for cell, number in found.items() if number >= 6} == set(pips(name))
    assert set(found) == set(pips(name))


def turned(point: Point, middle: Point, degrees: float) -> Point:
    angle = math.radians(degrees)
    dx, dy = point.x - middle.x, point.y - middle.y
    c, s = math.cos(angle), math.sin(angle)
    return Point(middle.x + c * dx - s * dy, middle.y + s * dx + c * dy)


def images(name: str) -> Iterator[dict[str, str | None]]:
    """Give for each symmetry of a board, but the identity, the cell onto which each cell is laid in print."""
    anchors = drawing(name).anchors
    xs, ys = zip(*anchors.values(), strict=True)
    middle = Point(sum(xs) / len(xs), sum(ys) / len(ys))
    if name == "main":
        yield {c: cell_at(Point(2 * middle.x - x, y), anchors.items(), 0.01) for c, (x, y) in anchors.items()}
        yield {c: cell_at(Point(x, 2 * middle.y - y), anchors.items(), 0.01) for c, (x, y) in anchors.items()}
    else:
        for degrees in (120, 240):
            yield {c: cell_at(turned(at, middle, degrees), anchors.items(), 0.01) for c, at in anchors.items()}


@each_board
def test_dots_as_drawn_favour_nobody(name: str) -> None:
    found = pips(name)
    known = list(images(name))
    assert len(known) == 2
    for image in known:
        assert set(image.values()) == set(image)  # the board is laid onto itself
        assert {image[cell]: number for cell, number in found.items()} == found


def test_the_centre_of_the_larger_triangle_favours_nobody() -> None:
    own = set(CENTRES["105"].split())
    assert all({image[cell] for cell in own} == own for image in images("105"))


# Corners, centre, lands, dead cells, captures


def ids(drawn: Drawing) -> dict[str, str]:
    """Read the players' ids in the middle of cells."""
    found = {}
    for text, at in texts(drawn):
        cell = cell_at(at, drawn.anchors.items(), 5.0)
        if cell is not None and text.weight == "bold" and text.size_pt > 15 and text.anchor == "middle":
            found[cell] = text.string
            assert at.x == pytest.approx(drawn.anchors[cell].x)
    return found


def discs_on(drawn: Drawing, radius: float, near: float = 1e-5) -> set[str]:
    """Name the cells with a disc about their middle whose outer edge has this radius."""
    return {
        cell
        for disc in discs(drawn)
        if disc.path.stroke is not None
        and disc.radius + disc.path.stroke.width / 2 == pytest.approx(radius, abs=near)
        for cell in [cell_at(disc.center, drawn.anchors.items(), 0.01)]
        if cell is not None
    }


@each_ink
@each_board
def test_corner_marks_are_drawn_where_players_start(name: str, ink: Ink) -> None:
    drawn = drawing(name, ink)
    assert ids(drawn) == STARTS[name]
    assert discs_on(drawn, 0.25 * FLATS, 1e-5 if ink == "full" else 0.25) == set(STARTS[name])  # rims are thinner


def test_corner_marks_of_battle() -> None:
    (piece,) = make("hexflow", "board-battle", "a3").pieces
    assert ids(piece.front) == {"A1": "A", "A9": "A", "I1": "B", "I9": "B"}


@each_ink
@each_board
def test_centre_cells_have_two_rings_and_a_border(name: str, ink: Ink) -> None:
    drawn = drawing(name, ink)
    own = set(CENTRES[name].split())
    rings: Counter[str] = Counter()
    for disc in discs(drawn):
        cell = cell_at(disc.center, drawn.anchors.items(), 0.01)
        if cell and disc.path.stroke is not None and disc.path.fill is None and 4.0 < disc.radius < 7.0:
            rings[cell] += 1
    if name != "main":
        assert {cell: rings[cell] for cell in own} == dict.fromkeys(own, 2)
    assert set(rings) - set(STARTS[name]) == own
    width = 0.9 if ink == "full" else 0.324
    border = [p for _, _, p in edges(drawn) if p.stroke is not None and p.stroke.width == pytest.approx(width)]
    around = [p for p in border if p.stroke is not None and p.stroke.colour == INK and p.segments[-1] == ("Z",)]
    assert bool(around) == bool(own)
    for path in around:
        middle = bounds(path.points()).center
        assert len(list(path.edges())) == 12  # three cells that touch: 18 sides, six of them inner
        assert {cell for cell, at in drawn.anchors.items() if math.dist(at, middle) < FLATS * 0.8} == own


def slants(drawn: Drawing) -> dict[str, set[int]]:
    """Name for each cell the directions, 1 rising and -1 falling, in which thin slanted lines cross it."""
    found: dict[str, set[int]] = {}
    for start, end, path in edges(drawn):
        dx, dy = end.x - start.x, end.y - start.y
        if path.stroke is None or path.stroke.width > 0.5 or abs(abs(dx) - abs(dy)) > 1e-6 or abs(dx) < 1:
            continue
        for cell, at in drawn.anchors.items():
            along = ((at.x - start.x) * dx + (at.y - start.y) * dy) / (dx * dx + dy * dy)
            foot = Point(start.x + along * dx, start.y + along * dy)
            if 0 <= along <= 1 and 9.0 < math.dist(foot, at) < 12.0:  # no mark in the middle, no band at the edge
                found.setdefault(cell, set()).add(-1 if dx * dy > 0 else 1)
    return found


def specks(drawn: Drawing) -> Counter[str]:
    """Count the tiny dots in each cell, outside of the marks in its middle."""
    found: Counter[str] = Counter()
    for disc in discs(drawn):
        cell = cell_at(disc.center, drawn.anchors.items(), FLATS / 2)
        if cell and disc.radius < 0.6 and math.dist(disc.center, drawn.anchors[cell]) > 8.0:
            found[cell] += 1
    return found


@each_ink
def test_lands_are_told_apart_without_colour(ink: Ink) -> None:
    (piece,) = make("hexflow", "board-battle", "a3", ink=ink).pieces
    drawn = piece.front
    lined, dotted = slants(drawn), specks(drawn)
    assert set(lined) == {cell for cell in drawn.anchors if cell[0] in "ABC"}
    assert all(directions == {1} for directions in lined.values())
    assert set(dotted) == {cell for cell in drawn.anchors if cell[0] in "GHI"}
    assert min(dotted.values()) >= 6
    assert not slants(drawing("main", ink))
    assert not specks(drawing("main", ink))
    grounds = [
        item.fill
        for item, _ in items_in(drawn.items)
        if isinstance(item, Path) and item.fill is not None and len(item.segments) < 100
        if min(item.bounds().size) > 2 * FLATS
    ]
    assert len(grounds) == (0 if ink == "saver" else 2)


@pytest.mark.parametrize(("overrides", "dead"), [((), set()), (("board.mode=two",), {"A1"})])
@each_ink
def test_dead_cells_are_crossed_where_two_play(overrides: tuple[str, ...], dead: set[str], ink: Ink) -> None:
    (piece,) = make("hexflow-tri", "board", "a3", *overrides, ink=ink).pieces
    crossed = {cell for cell, directions in slants(piece.front).items() if directions == {1, -1}}
    assert crossed == set(slants(piece.front)) == dead
    assert set(ids(piece.front)) == {"A1", "M1", "M13"} - dead


def piles(drawn: Drawing) -> list[tuple[Point, Path]]:
    """Return the dashed outlines with their middles."""
    found = []
    for item, (x, y) in items_in(drawn.items):
        if isinstance(item, Path) and item.stroke is not None and item.stroke.dash:
            middle = bounds(item.points()).center
            found.append((Point(middle.x + x, middle.y + y), item))
    return found


def test_battle_has_a_place_for_the_captures_of_each_player_and_race_has_none() -> None:
    (piece,) = make("hexflow", "board-battle", "a3").pieces
    drawn = piece.front
    found = sorted(piles(drawn))
    assert len(found) == 2
    said = []
    for middle, path in found:
        assert bounds(path.points()).size == pytest.approx((FLATS * 2 / math.sqrt(3), FLATS))
        said.append([text.string for text, at in texts(drawn) if math.dist(at, middle) < FLATS / 3])
        for at in drawn.anchors.values():  # clear of all cells: some side of the one has the other beyond it
            angles = (math.radians(30 + 60 * i) for i in range(3))
            beyond = (abs((at.x - middle.x) * math.cos(a) + (at.y - middle.y) * math.sin(a)) for a in angles)
            assert max(beyond) > FLATS + 0.5
    assert said == [["A", "Black’s", "captures"], ["B", "White’s", "captures"]]
    assert piles(drawing("main")) == []
    assert not any("captures" in text.string for text, _ in texts(drawing("main")))


@pytest.mark.parametrize(
    ("game", "asset", "paper", "pages"),
    [
        ("hexflow", "board", "a4", 2),
        ("hexflow", "board", "letter", 2),
        ("hexflow", "board", "a3", 1),
        ("hexflow-tri", "board", "a4", 4),
        ("hexflow-tri", "board-105", "a4", 6),
    ],
)
def test_boards_take_so_many_sheets(game: str, asset: str, paper: str, pages: int) -> None:
    assert len(make(game, asset, paper).pages) == pages
