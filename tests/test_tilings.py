"""Tiles on a board: how they are typed, what connects, and the path that is drawn over their lines."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit import library
from printkit.art._boards import BoardPlan
from printkit.art._tiling import path_items
from printkit.drawing import Path
from printkit.errors import SpecError
from printkit.geometry import Point
from printkit.hexgrid import Hex
from printkit.spec import Game
from printkit.tilings import Laid, Tiling, read_tile, read_tiling, tile_name
from printkit.yamlnodes import Node, parse
from tests.test_tile_boards import sides_of
from tests.test_tile_faces import LINED, NETS, Net, Nets, nets_of

FILE = "game.yaml"
POSITIONS = [
    ("hexflow", "race-won"),
    ("hexflow", "cut-off"),
    ("hexflow", "displace-1"),
    ("hexflow", "displace-2"),
    ("hexflow", "displace-3"),
    ("hexflow-tri", "three-won"),
]

modest = settings(max_examples=40, deadline=None)
each_position = pytest.mark.parametrize(("game", "name"), POSITIONS)


@cache
def plentiful(game: str) -> Game:
    """Load a game whose players have tiles enough for any position."""
    return library.load_game(game, tuple(f"supply.{name}=99" for name in load(game).supply("")))


@cache
def load(game: str) -> Game:
    return library.load_game(game)


def node(text: str) -> Node:
    found = parse(f"value: {text}", FILE).find("value")
    assert found is not None
    return found


def tile(text: str, game: str = "hexflow") -> Laid:
    return read_tile(node(text), load(game))


def codes(error: SpecError) -> list[str]:
    return [problem.code for problem in error.problems]


# Reading a tile


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A straight", Laid("straight", "A", 0)),
        ("B straight 0", Laid("straight", "B", 0)),
        ("A STRAIGHT 60", Laid("straight", "A", 1)),
        ("A x-cross 120", Laid("x-cross", "A", 2)),
        ("A X-Cross 180", Laid("x-cross", "A", 3)),
        ("A xcross 240", Laid("x-cross", "A", 4)),
        ("A x cross 300", Laid("x-cross", "A", 5)),
        ("A X_Cross", Laid("x-cross", "A", 0)),
        ("B y - right 60", Laid("y-right", "B", 1)),
        ("B Y Left", Laid("y-left", "B", 0)),
        ("B tri branch", Laid("tri-branch", "B", 0)),
        ("A L-curve", Laid("l-curve", "A", 0)),
        ("A star-6", Laid("star-6", "A", 0)),
        ("A Star6 60", Laid("star-6", "A", 1)),
        ("A star 6 60", Laid("star-6", "A", 1)),
        ("A   block   ", Laid("block", "A", 0)),
    ],
)
def test_case_spaces_and_hyphens_of_a_tile_do_not_matter(text: str, expected: Laid) -> None:
    assert tile(text) == expected


def test_names_of_tiles_on_their_own() -> None:
    for word in ("tri-branch", "Tri Branch", "TRIBRANCH", " tri - branch "):
        assert tile_name(word, load("hexflow")) == ("tri-branch", "")
    assert tile_name("tri", load("hexflow")) is None


def test_a_name_that_ends_in_a_number_may_be_written_apart_without_degrees() -> None:
    assert tile("A star 6") == Laid("star-6", "A", 0)


@pytest.mark.parametrize("turn", range(6))
def test_degrees_are_read_in_steps_of_60(turn: int) -> None:
    assert tile(f"A arrow {60 * turn}") == Laid("arrow", "A", turn)


@pytest.mark.parametrize("degrees", ["30", "1", "5", "360", "-60", "+60", "60.0", "６０", "060°", "61"])
def test_other_degrees_are_refused(degrees: str) -> None:
    with pytest.raises(SpecError) as caught:
        tile(f"A arrow {degrees}")
    assert codes(caught.value) == ["bad-direction"]
    assert "0, 60, 120, 180, 240, 300" in caught.value.problems[0].message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I wildcard", Laid("wildcard", "I", 0, "")),
        ("II wildcard=straight 120", Laid("wildcard", "II", 2, "straight")),
        ("III Wildcard = Y Right 60", Laid("wildcard", "III", 1, "y-right")),
        ("I WILDCARD=x-cross", Laid("wildcard", "I", 0, "x-cross")),
        ("I wildcard=star-6 300", Laid("wildcard", "I", 5, "star-6")),
        ("I wildcard=block", Laid("wildcard", "I", 0, "block")),
    ],
)
def test_a_wildcard_is_declared_behind_an_equals_sign(text: str, expected: Laid) -> None:
    assert tile(text, "hexflow-tri") == expected


@pytest.mark.parametrize(
    "word", ["wildcard=", "wildcard=nothing", "=straight", "wildcard==straight", "joker=straight"]
)
def test_declarations_that_name_no_tile_are_refused(word: str) -> None:
    with pytest.raises(SpecError) as caught:
        tile(f"I {word}", "hexflow-tri")
    assert codes(caught.value) == ["unknown-tile"]
    assert tile_name(word, load("hexflow-tri")) is None


@pytest.mark.parametrize(
    "word", ["straight=arrow", "block=star-6", "spare=straight", "wildcard=wildcard", "wildcard=spare"]
)
def test_only_a_wildcard_is_declared_and_as_a_standard_type_only(word: str) -> None:
    with pytest.raises(SpecError):
        tile(f"I {word} 60", "hexflow-tri")


@pytest.mark.parametrize("text", ["straight", "A", "[A, straight]", "{A: straight}", ""])
def test_a_tile_without_owner_or_type_is_refused(text: str) -> None:
    with pytest.raises(SpecError):
        tile(text)


def test_all_faults_of_a_tile_are_told_at_once_each_with_a_hint() -> None:
    with pytest.raises(SpecError) as caught:
        tile("C strait 45")
    assert sorted(codes(caught.value)) == ["bad-direction", "bad-value", "unknown-tile"]
    places = {(problem.file, problem.line, problem.column) for problem in caught.value.problems}
    assert places == {(FILE, 1, 8)}
    (unknown,) = (problem for problem in caught.value.problems if problem.code == "unknown-tile")
    assert unknown.hint is not None
    assert "straight" in unknown.hint


# Reading a position


def tiling(text: str, game: str = "hexflow") -> Tiling:
    return read_tiling(plentiful(game), parse(text, FILE))


def faults(text: str, game: str = "hexflow") -> list[tuple[int, int, str]]:
    """Return the places and codes of what is wrong with a position."""
    with pytest.raises(SpecError) as caught:
        tiling(text, game)
    assert {(problem.severity, problem.file) for problem in caught.value.problems} == {("error", FILE)}
    return sorted((problem.line or 0, problem.column or 0, problem.code) for problem in caught.value.problems)


def test_a_position_is_read_with_its_mode_tiles_and_path() -> None:
    found = tiling("mode: battle\ntiles:\n  a1: A straight 60\n  B2: B x-cross\n")
    assert found.mode == "battle"
    names = {found.game.board.names[cell]: laid for cell, laid in found.tiles.items()}
    assert names == {"A1": Laid("straight", "A", 1), "B2": Laid("x-cross", "B", 0)}
    assert found.path == ()
    assert tiling("tiles: {A1: A block}").mode == "race"


@pytest.mark.parametrize("path", ["A1 A2 A3", "a1  a2 a3", "[A1, A2, A3]"])
def test_a_path_is_read_in_words_or_as_a_list(path: str) -> None:
    found = tiling(f"tiles: {{A1: A straight, A2: B straight, A3: A straight 180}}\npath: {path}")
    assert [found.game.board.names[cell] for cell in found.path] == ["A1", "A2", "A3"]


def test_a_position_on_another_board_of_the_game() -> None:
    text = "board: '105'\nmode: three\ntiles: {N14: III straight}"
    found = tiling(text, "hexflow-tri")
    assert [found.game.board.names[cell] for cell in found.tiles] == ["N14"]
    assert faults(text.replace("'105'", "'91'"), "hexflow-tri") == [(3, 9, "off-board")]


def test_all_faults_of_a_position_are_told_at_once_each_at_its_place() -> None:
    text = """\
moed: race
mode: chess
tiles:
  A1: C strait 45
  A11: A straight
  B2: A straight
  b2: B straight
  C3: A
  D4: A arrow 60
path: A1 B2
"""
    expected = {
        (1, 1, "unknown-field"),
        (2, 7, "bad-value"),
        (4, 7, "bad-direction"),
        (4, 7, "bad-value"),
        (4, 7, "unknown-tile"),
        (5, 3, "off-board"),
        (7, 3, "duplicate-cell"),
    }
    found = faults(text)
    assert expected <= set(found)
    ((line, column, _),) = set(found) - expected
    assert (line, column) == (8, 7)
    assert len(found) == 8


def test_a_position_needs_tiles() -> None:
    assert [(line, code) for line, _, code in faults("mode: race")] == [(1, "missing-field")]


LINE = "tiles: {A1: A straight, A2: A straight, A3: A block, A4: A straight, B2: A straight}\n"


@pytest.mark.parametrize(
    ("path", "code", "word"),
    [
        ("A1 A2 A5", "off-board", "A5"),
        ("A1 Z9", "off-board", "Z9"),
        ("A1 A2 A3", "not-connected", "A3"),
        ("A3", "not-connected", "A3"),
        ("A1 B2", "not-connected", "B2"),
        ("A1 A4", "not-connected", "A4"),
        ("A1 A1", "not-connected", "A1"),
    ],
)
def test_a_path_that_does_not_connect_is_told_where_it_breaks(path: str, code: str, word: str) -> None:
    assert faults(f"{LINE}path: {path}") == [(2, 7, code)]
    assert faults(f"{LINE}path: [{', '.join(path.split())}]") == [
        (2, 8 + path.replace(" ", ", ").rindex(word), code)
    ]
    with pytest.raises(SpecError) as caught:
        tiling(f"{LINE}path: {path}")
    assert word in caught.value.problems[0].message


# Following lines


def laid(cells: Mapping[str, str], game: str = "hexflow") -> Tiling:
    board = load(game).board
    found = {}
    for name, text in cells.items():
        cell = board.cell(name)
        assert cell is not None
        found[cell] = tile(f"{'A' if game == 'hexflow' else 'I'} {text}", game)
    return Tiling(load(game), next(iter(load(game).spec.modes)), found)


def followed(found: Tiling, path: str) -> list[Net] | None:
    """Return the nets that a path takes, as sets."""
    cells = [found.game.board.cell(word) for word in path.split()]
    nets = found.strands(tuple(cell for cell in cells if cell is not None))
    return None if nets is None else [frozenset(net) for net in nets]


T, TR, BR, B, BL, TL = range(6)
UPRIGHT, RISING = frozenset({T, B}), frozenset({TR, BL})


def test_straight_tiles_in_a_row_join() -> None:
    column = laid(dict.fromkeys(("E4", "E5", "E6", "E7"), "straight"))
    assert followed(column, "E4 E5 E6 E7") == [UPRIGHT] * 4
    assert followed(column, "E7 E6 E5 E4") == [UPRIGHT] * 4
    assert followed(column, "E5") == [UPRIGHT]
    assert followed(column, "E4 E6") is None
    slanted = laid({"A1": "straight 60", "B2": "straight 60", "C2": "straight 240"})
    assert followed(slanted, "A1 B2 C2") == [RISING] * 3
    broken = laid({"E4": "straight", "E5": "straight 60", "E6": "straight"})
    assert followed(broken, "E4 E5 E6") is None


def test_on_the_triangle_side_t_points_to_the_upper_right() -> None:
    rising = laid({"G3": "straight", "F3": "straight", "E3": "straight"}, "hexflow-tri")
    assert followed(rising, "G3 F3 E3") == [UPRIGHT] * 3
    level = laid({"G3": "straight 60", "G4": "straight 60"}, "hexflow-tri")
    assert followed(level, "G3 G4") == [RISING] * 2
    assert followed(laid({"G3": "straight", "G4": "straight"}, "hexflow-tri"), "G3 G4") is None


def test_x_cross_keeps_its_lines_apart() -> None:
    around = {"E6": "star-6", "F6": "star-6", "E4": "star-6", "D5": "star-6", "E5": "x-cross"}
    cross = laid(around)
    star = frozenset(range(6))
    assert followed(cross, "E4 E5 E6") == [star, UPRIGHT, star]
    assert followed(cross, "D5 E5 F6") == [star, RISING, star]
    for path in ("E4 E5 F6", "E6 E5 F6", "E4 E5 D5", "E6 E5 D5"):
        assert followed(cross, path) is None
        assert followed(laid({**around, "E5": "star-6"}), path) == [star] * 3


def test_a_path_may_pass_an_x_cross_twice_once_on_each_line() -> None:
    found = laid({"E4": "straight", "E5": "x-cross", "E6": "star-6", "F6": "star-6", "D5": "star-6"})
    star = frozenset(range(6))
    assert followed(found, "E4 E5 E6 F6 E5 D5") == [UPRIGHT, UPRIGHT, star, star, RISING, star]
    assert followed(found, "E4 E5 E6 E5 D5") is None


def test_a_block_carries_nothing() -> None:
    found = laid({"E4": "star-6", "E5": "block", "E6": "star-6"})
    assert followed(found, "E5") is None
    assert followed(found, "E4 E5") is None
    assert followed(found, "E5 E6") is None
    assert followed(found, "E4 E5 E6") is None


def test_empty_hexes_and_hexes_apart_carry_nothing() -> None:
    found = laid({"E4": "star-6", "E6": "star-6"})
    assert followed(found, "E4 E5 E6") is None
    assert followed(found, "E4 E6") is None
    assert followed(found, "E4 E4") is None
    assert found.strands(()) is None


def test_a_path_takes_each_net_once() -> None:
    found = laid({"E4": "straight", "E5": "straight", "E6": "straight"})
    assert followed(found, "E4 E5 E4") is None
    assert followed(laid(dict.fromkeys(("E4", "E5", "D5"), "star-6")), "E4 E5 D5 E4") is None


def test_a_wildcard_carries_what_it_was_declared_as() -> None:
    cells = {"G3": "straight", "F3": "wildcard=straight", "E3": "straight"}
    assert followed(laid(cells, "hexflow-tri"), "G3 F3 E3") == [UPRIGHT] * 3
    for other in ("wildcard", "wildcard=block", "wildcard=straight 60"):
        assert followed(laid({**cells, "F3": other}, "hexflow-tri"), "G3 F3 E3") is None


# Against a search by brute force


class Plain(NamedTuple):
    """Tiles by the names of their cells, as type and turn; the search knows nothing of printkit."""

    board: str
    tiles: dict[str, tuple[str, int]]

    def nets(self, cell: str) -> Nets:
        """Return the nets of the tile on a cell; none where there is no tile."""
        return nets_of(*self.tiles[cell]) if cell in self.tiles else frozenset()

    def steps(self, cell: str, net: Net) -> Iterator[tuple[str, Net]]:
        """Give the nets of neighbouring tiles that a net is connected to."""
        around = sides_of(cell, self.board)
        for side in sorted(net):
            for other in self.nets(around[side]):
                if (side + 3) % 6 in other:
                    yield around[side], other

    def longest(self, start: str, most: int) -> list[tuple[str, Net]]:
        """Return a longest path from a cell, of ``most`` nets at most; each net comes once."""
        best: list[tuple[str, Net]] = []
        budget = 400
        waiting = [[(start, net)] for net in sorted(self.nets(start), key=sorted)]
        while waiting and budget and len(best) < most:
            budget -= 1
            path = waiting.pop()
            best = max(best, path, key=len)
            waiting += [[*path, found] for found in self.steps(*path[-1]) if found not in path]
        return best

    def connects(self, cells: list[str]) -> bool:
        """Whether some choice of a net for each cell connects each to the next."""
        here = set(self.nets(cells[0]))
        for cell, after in pairwise(cells):
            here = {net for own in here for other, net in self.steps(cell, own) if other == after}
        return bool(here)


def names_of(board: str) -> list[str]:
    found = load("hexflow" if board == "main" else "hexflow-tri")
    return list((found.board if board == "main" else found.boards[board]).names.values())


def tiling_of(plain: Plain) -> Tiling:
    game = load("hexflow") if plain.board == "main" else load("hexflow-tri").on_board(plain.board)
    owner = next(iter(game.spec.players))
    tiles = {cell_of(game, cell): Laid(word, owner, turn) for cell, (word, turn) in plain.tiles.items()}
    return Tiling(game, next(iter(game.spec.modes)), tiles)


def cell_of(game: Game, name: str) -> Hex:
    cell = game.board.cell(name)
    assert cell is not None
    return cell


def cells_of(found: Tiling, names: list[str]) -> tuple[Hex, ...]:
    return tuple(cell_of(found.game, name) for name in names)


@st.composite
def plains(draw: st.DrawFn) -> Plain:
    """Draw tiles on most of a board, of all types, those with many ends a little more often."""
    board = draw(st.sampled_from(["main", "91", "105"]))
    chance = random.Random(draw(st.integers(0, 2**32)))
    filled = draw(st.sampled_from([0.6, 0.9, 1.0]))
    words = [*NETS, "x-cross", "spread", "star-6"]
    tiles = {
        cell: (chance.choice(words), chance.randrange(6)) for cell in names_of(board) if chance.random() < filled
    }
    return Plain(board, tiles)


@modest
@given(plains(), st.randoms(use_true_random=False))
def test_a_path_found_by_brute_force_is_accepted_with_its_nets(plain: Plain, chance: random.Random) -> None:
    found = tiling_of(plain)
    for start in chance.sample(sorted(plain.tiles), 8):
        path = plain.longest(start, 9)
        if not path:
            assert nets_of(*plain.tiles[start]) == frozenset()
            continue
        names = [cell for cell, _ in path]
        nets = found.strands(cells_of(found, names))
        assert nets is not None, names
        for (cell, _), net in zip(path, nets, strict=True):
            assert frozenset(net) in plain.nets(cell)
        for i in range(len(names) - 1):
            side = sides_of(names[i], plain.board).index(names[i + 1])
            assert side in nets[i]
            assert (side + 3) % 6 in nets[i + 1]


@modest
@given(plains(), st.randoms(use_true_random=False))
def test_a_path_with_one_tile_turned_off_is_refused(plain: Plain, chance: random.Random) -> None:
    starts = chance.sample(sorted(plain.tiles), 8)
    path = max((plain.longest(start, 9) for start in starts), key=len)
    names = [cell for cell, _ in path]
    if len(set(names)) < max(2, len(names)):
        return  # no path, or one that passes a tile twice
    turned_off = 0
    for name in names:
        word, turn = plain.tiles[name]
        for other in range(1, 6):
            changed = plain._replace(tiles={**plain.tiles, name: (word, (turn + other) % 6)})
            found = tiling_of(changed)
            connects = changed.connects(names)
            assert (found.strands(cells_of(found, names)) is not None) == connects
            turned_off += not connects
    assert turned_off or all(plain.tiles[name][0] == "star-6" for name in names)


@modest
@given(plains(), st.randoms(use_true_random=False))
def test_a_walk_is_a_path_just_where_lines_connect_its_cells(plain: Plain, chance: random.Random) -> None:
    found = tiling_of(plain)
    known = set(names_of(plain.board))
    for _ in range(20):
        walk = [chance.choice(sorted(known))]
        for _ in range(chance.randint(0, 3)):
            beside = [cell for cell in sides_of(walk[-1], plain.board) if cell in known and cell not in walk]
            if beside:
                walk.append(chance.choice(beside))
        assert (found.strands(cells_of(found, walk)) is not None) == plain.connects(walk), walk


def test_the_searches_find_paths_and_walls() -> None:
    """The properties above are not empty: random tiles have paths, and turning tiles breaks them."""
    chance = random.Random(1)
    plain = Plain("main", {cell: (chance.choice(LINED), chance.randrange(6)) for cell in names_of("main")})
    lengths = [len(plain.longest(cell, 9)) for cell in plain.tiles]
    assert max(lengths) == 9
    assert sum(length >= 4 for length in lengths) > 20


# The path that is drawn


def course(plan: BoardPlan, found: Tiling) -> list[Point]:
    """Return the corners of the drawn path."""
    halo, line, ends = path_items(plan, found, found.path)
    assert halo.segments == line.segments
    assert isinstance(line, Path)
    assert line.stroke is not None
    assert ends.stroke is None
    return list(line.points())


def check_course(found: Tiling, across_flats: float = 10.0) -> None:
    """Check that a drawn path goes through the middles of shared sides, in order, and stays on its tiles."""
    plan = BoardPlan(found.game.board, across_flats, Point(3, 4))
    points = course(plan, found)
    places = [plan.layout.center(cell) for cell in found.path]
    at = 0
    for before, after in pairwise(places):
        middle = Point((before.x + after.x) / 2, (before.y + after.y) / 2)
        at = next(i for i in range(at, len(points)) if math.dist(points[i], middle) < 0.001) + 1
    for point in points:
        assert min(math.dist(point, place) for place in places) <= across_flats / 2 + 0.001
    for end, place in ((points[0], places[0]), (points[-1], places[-1])):
        assert math.dist(end, place) < across_flats * 0.3  # it begins and ends well within a tile
    steps = [math.dist(a, b) for a, b in pairwise(points)]
    assert max(steps, default=0.0) <= across_flats / 2 + 0.001
    assert sum(steps) <= len(places) * across_flats


@each_position
def test_the_path_of_a_shipped_position_runs_through_the_middles_of_shared_sides(game: str, name: str) -> None:
    found = read_tiling(load(game), load(game).position(name))
    if found.path:
        check_course(found)


@modest
@given(plains(), st.randoms(use_true_random=False))
def test_any_path_is_drawn_through_the_middles_of_shared_sides(plain: Plain, chance: random.Random) -> None:
    found = tiling_of(plain)
    for start in chance.sample(sorted(plain.tiles), 4):
        path = plain.longest(start, 9)
        if path:
            check_course(found._replace(path=cells_of(found, [cell for cell, _ in path])))


def test_a_drawn_path_follows_the_line_of_each_tile() -> None:
    """Along straight tiles it is straight; a bend is an arc, and a branch is taken over its node."""
    plan = BoardPlan(load("hexflow").board, 10.0)
    column = laid(dict.fromkeys(("E4", "E5", "E6"), "straight"))
    straight = course(plan, column._replace(path=cells_of(column, ["E4", "E5", "E6"])))
    assert len({round(x, 6) for x, _ in straight}) == 1
    assert abs(straight[0].y - straight[-1].y) == pytest.approx(20.0)
    names = ["E4", "E5", "D6"]
    bend = laid({"E4": "straight", "E5": "l-curve 180", "D6": "straight 120"})  # from B to TL
    points = course(plan, bend._replace(path=cells_of(bend, names)))
    middle = plan.anchors["E5"]
    nearest = min(math.dist(point, middle) for point in points)
    assert nearest == pytest.approx(10 - 15 / math.sqrt(3), abs=0.05)  # the arc's middle is 10 mm away
    node = laid({"E4": "straight", "E5": "tri-branch", "D6": "straight 120"})
    over = course(plan, node._replace(path=cells_of(node, names)))
    assert min(math.dist(point, middle) for point in over) == pytest.approx(0, abs=1e-6)


# The positions of the specs


def test_all_positions_are_tested() -> None:
    assert [(game, name) for game in ("hexflow", "hexflow-tri") for name in load(game).spec.positions] == POSITIONS


@each_position
def test_shipped_positions_connect_along_their_path(game: str, name: str) -> None:
    found = read_tiling(load(game), load(game).position(name))
    board = found.game.board
    plain = Plain(
        "main" if game == "hexflow" else "91",
        {board.names[cell]: (laid.declared or laid.kind, laid.turn) for cell, laid in found.tiles.items()},
    )
    path = [board.names[cell] for cell in found.path]
    if not name.endswith("won"):
        assert path == []
        return
    assert plain.connects(path)
    assert len(set(path)) == len(path)
    corners = [board.names[board.corners[word]] for word in CORNERS[name]]
    assert path[0] == corners[0]
    if name == "race-won":
        assert path[-1] == corners[1]
    else:
        assert path[-1] in {board.names[cell] for cell in board.centre}
    # and it is won by the tile laid last, not before
    for cell in path:
        less = plain._replace(tiles={other: tile for other, tile in plain.tiles.items() if other != cell})
        assert not less.connects(path)


CORNERS = {"race-won": ("bottom left", "top right"), "three-won": ("bottom left",)}


@each_position
def test_shipped_positions_use_no_more_tiles_than_there_are(game: str, name: str) -> None:
    found = read_tiling(load(game), load(game).position(name))
    used = Counter((laid.owner, laid.kind) for laid in found.tiles.values())
    supply = load(game).supply(found.mode)
    assert used
    for (owner, word), number in used.items():
        assert number <= supply[word], (owner, word)


@pytest.mark.parametrize(("name", "score"), [("race-won", 70), ("three-won", 18)])
def test_shipped_paths_score_what_their_cards_say(name: str, score: int) -> None:
    game = "hexflow" if name == "race-won" else "hexflow-tri"
    found = read_tiling(load(game), load(game).position(name))
    dots = [found.game.board.dots[cell] for cell in set(found.path) if cell in found.game.board.dots]
    values = {2: 3, 3: 4, 4: 5, 5: 6}
    total = sum(values[number] for number in dots)
    assert score == (10 * total if name == "race-won" else 10 + total)
