"""Faces of tiles: lines that meet across every shared side, players told apart, words that keep clear of lines."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import numpy as np
import pytest

from printkit import library, pipeline
from printkit.art import ART, Frame, Ink
from printkit.art._faces import Look, Strand, Tile, face, lines, look_of, strands
from printkit.drawing import (
    INK,
    PAPER,
    Document,
    Drawing,
    Page,
    Path,
    Piece,
    Segment,
    Symbol,
    Text,
    items_in,
)
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Sides, Size, bounds
from printkit.hexgrid import DIRECTIONS, Hex, HexLayout, Orientation, step
from printkit.players import Player
from printkit.render import RENDERERS
from printkit.spec import Game
from printkit.tiles import TileType, distinct_faces, turned
from tests.pdf_reading import pixels, words

SIDES = ("T", "TR", "BR", "B", "BL", "TL")
NETS = {
    "straight": ["T B"],
    "x-cross": ["T B", "TR BL"],
    "angle": ["T TR"],
    "arrow": ["T TR TL"],
    "block": [],
    "y-right": ["T B BR"],
    "y-left": ["T B BL"],
    "star-6": ["T TR BR B BL TL"],
    "tri-branch": ["B TR TL"],
    "l-curve": ["T BR"],
    "spread": ["T B BR BL"],
}
POINTS = {
    "straight": 2, "x-cross": 4, "angle": 2, "arrow": 3, "block": 1, "y-right": 3, "y-left": 3, "star-6": 5,
    "tri-branch": 3, "l-curve": 2, "spread": 4,
}  # fmt: skip
TRI_SUPPLY = {
    "star-6": 1, "x-cross": 1, "spread": 1, "arrow": 1, "y-right": 1, "y-left": 1, "tri-branch": 2, "straight": 2,
    "angle": 2, "l-curve": 2, "block": 2, "wildcard": 1,
}  # fmt: skip
LINED = [word for word, nets in NETS.items() if nets]
GAMES = ("hexflow", "hexflow-tri")
FLATS = 30.0
LINE = 0.11 * FLATS  # mm, the width of lines on a tile of 30 mm
ORIENTATIONS: tuple[Orientation, ...] = ("flat", "pointy")
PLAIN = Look(PAPER, INK)

Net = frozenset[int]
Nets = frozenset[Net]
Pair = tuple[float, float]
Points = np.ndarray[Any, np.dtype[Any]]

each_orientation = pytest.mark.parametrize("orientation", ORIENTATIONS)
each_game = pytest.mark.parametrize("name", GAMES)
each_ink = pytest.mark.parametrize("ink", ["full", "saver"])


@cache
def load(name: str) -> Game:
    return library.load_game(name)


@cache
def fonts_of(name: str) -> Fonts:
    return library.fonts_of(load(name))


def kind_of(word: str, name: str = "hexflow") -> TileType:
    return load(name).spec.tile_types[word]


@cache
def pieces(name: str, across_flats: float = FLATS, ink: Ink = "full") -> tuple[Piece, ...]:
    """Draw all tiles of a game in a size."""
    game = load(name)
    asset = game.assets["tiles"]
    settings = replace(asset.settings, across_flats=across_flats)
    return ART["tile"].draw(settings, "tiles", game, Frame(Size(200, 280), fonts_of(name), ink))


def faces(name: str, across_flats: float = FLATS, ink: Ink = "full") -> dict[tuple[str, str], Drawing]:
    """Return each face once by owner and type."""
    found = {}
    for piece in pieces(name, across_flats, ink):
        _, who, word = piece.name.split()
        found[who, word] = piece.front
    return found


def nets_of(word: str, turn: int = 0) -> Nets:
    """Return the nets of a type as the rules have them, turned clockwise."""
    return frozenset(frozenset((SIDES.index(side) + turn) % 6 for side in net.split()) for net in NETS[word])


# Tiles as they are in the rules


@each_game
def test_a_tile_is_its_nets(name: str) -> None:
    types = load(name).spec.tile_types
    assert set(NETS) | (set() if name == "hexflow" else {"wildcard", "spare"}) == set(types)
    for word in NETS:
        for turn in range(6):
            built = [frozenset(net) for net in turned(types[word].nets, turn)]
            assert len(built) == len(set(built))
            assert set(built) == nets_of(word, turn)
            assert types[word].ends(turn) == frozenset().union(*nets_of(word, turn))
        assert types[word].points == POINTS[word]


def test_there_are_46_faces_over_all_turns() -> None:
    by_hand = sum(len({nets_of(word, turn) for turn in range(6)}) for word in NETS)
    assert by_hand == 46
    assert distinct_faces(kind_of(word) for word in NETS) == 46
    assert {
        word: len({nets_of(word, turn) for turn in range(6)}) for word in ("block", "star-6", "tri-branch")
    } == {
        "block": 1,
        "star-6": 1,
        "tri-branch": 2,
    }


# Geometry of lines


def normal(side: int, orientation: Orientation) -> Pair:
    """Return the direction straight out of a side: 0 is the top of a flat-top hex, upper right of the other."""
    angle = math.radians((-90 if orientation == "flat" else -60) + 60 * side)
    return math.cos(angle), math.sin(angle)


def curves(segments: tuple[Segment, ...]) -> list[list[Points]]:
    """Split segments into courses of curves and straight lines, each by its control points."""
    courses: list[list[Points]] = []
    at = np.zeros(2)
    for segment in segments:
        points = np.array(segment[1:], dtype=float).reshape(-1, 2)
        if segment[0] == "M":
            courses.append([])
            at = points[0]
        elif segment[0] != "Z":
            courses[-1].append(np.array([at, *points]))
            at = points[-1]
    return courses


def sampled(curve: Points, number: int = 24) -> Points:
    """Return points along a straight line or a cubic curve."""
    share = np.linspace(0, 1, number + 1)[:, None]
    if len(curve) == 2:
        return np.asarray(curve[0] + share * (curve[1] - curve[0]))
    a, b, c, d = curve
    rest = 1 - share
    return np.asarray(rest**3 * a + 3 * rest**2 * share * b + 3 * rest * share**2 * c + share**3 * d)


def slopes(curve: Points, number: int = 24) -> Points:
    """Return the directions of a straight line or a cubic curve at the points that ``sampled`` gives."""
    if len(curve) == 2:
        return np.repeat([curve[1] - curve[0]], number + 1, axis=0)
    share = np.linspace(0, 1, number + 1)[:, None]
    a, b, c = np.diff(curve, axis=0)
    rest = 1 - share
    return np.asarray(rest**2 * a + 2 * rest * share * b + share**2 * c)


class End(NamedTuple):
    """Where a line ends: the point, the direction in which it leaves, its width, the number of its net."""

    at: Pair
    outward: Pair
    width: float


def unit(vector: Points) -> Pair:
    x, y = vector / np.hypot(*vector)
    return float(x), float(y)


def ends(path: Path) -> Iterator[End]:
    """Give both ends of each course of a stroked path."""
    assert path.stroke is not None
    for course in curves(path.segments):
        first, last = course[0], course[-1]
        yield End(tuple(first[0]), unit(first[0] - first[1]), path.stroke.width)
        yield End(tuple(last[-1]), unit(last[-1] - last[-2]), path.stroke.width)


@cache
def ends_by_side(word: str, turn: int, orientation: Orientation) -> dict[int, End]:
    """Return the line ends of a tile by the side whose middle is nearest; none in the middle of the tile."""
    found: dict[int, End] = {}
    for path in lines(kind_of(word), Tile(FLATS, orientation), PLAIN, turn):
        if path.stroke is None or path.stroke.colour != INK:
            continue
        for end in ends(path):
            if math.hypot(*end.at) > 1e-6:
                outs = [normal(k, orientation) for k in range(6)]
                side = max(range(6), key=lambda k: end.at[0] * outs[k][0] + end.at[1] * outs[k][1])
                assert side not in found
                found[side] = end
    return found


@each_orientation
@pytest.mark.parametrize("word", LINED)
def test_lines_end_square_on_the_middles_of_their_sides(word: str, orientation: Orientation) -> None:
    layout = HexLayout.across_flats(orientation, FLATS, Point(0, 0))
    for turn in range(6):
        found = ends_by_side(word, turn, orientation)
        assert set(found) == set().union(*nets_of(word, turn))
        for side, end in found.items():
            (x0, y0), (x1, y1) = layout.side(Hex(0, 0), side)
            assert end.at == pytest.approx(((x0 + x1) / 2, (y0 + y1) / 2), abs=1e-9)
            assert end.outward == pytest.approx(normal(side, orientation), abs=1e-9)
            assert end.width == pytest.approx(LINE)


@each_orientation
@pytest.mark.parametrize("word", LINED)
def test_strands_join_the_sides_of_their_net_and_no_others(word: str, orientation: Orientation) -> None:
    tile = Tile(FLATS, orientation)
    for turn in range(6):
        for net in turned(kind_of(word).nets, turn):
            parts = strands(net, tile)
            assert len(parts) == (1 if len(net) == 2 else len(net))
            reached = set()
            for part in parts:
                (course,) = curves(part.segments)
                for before, after in pairwise(course):
                    assert before[-1] == pytest.approx(after[0])
                    assert unit(before[-1] - before[-2]) == pytest.approx(unit(after[1] - after[0]), abs=1e-6)
                for place in (course[0][0], course[-1][-1]):
                    side = next(
                        (
                            k
                            for k in range(6)
                            if math.dist(place, scaled(normal(k, orientation), FLATS / 2)) < 1e-6
                        ),
                        None,
                    )
                    assert (side is None) == (math.hypot(*place) < 1e-9)
                    reached.add(side)
            assert reached - {None} == set(net)
            assert (None in reached) == (len(net) > 2)


def scaled(vector: Pair, by: float) -> Pair:
    return vector[0] * by, vector[1] * by


@each_orientation
def test_all_pairs_of_tiles_meet_at_every_side_that_they_share(orientation: Orientation) -> None:
    layout = HexLayout.across_flats(orientation, FLATS, Point(0, 0))
    tiles = [(word, turn) for word in LINED for turn in range(6)]
    by_side: defaultdict[int, set[End]] = defaultdict(set)
    for tile in tiles:
        for side, end in ends_by_side(*tile, orientation).items():
            by_side[side].add(end)
    assert sum(len(found) for found in by_side.values()) >= 6
    pairs = 0
    for side in range(6):
        away = layout.center(step(Hex(0, 0), DIRECTIONS[orientation][side]))
        for a in by_side[side]:
            for b in by_side[(side + 3) % 6]:
                assert math.dist(a.at, (b.at[0] + away.x, b.at[1] + away.y)) < 0.01
                assert math.hypot(a.outward[0] + b.outward[0], a.outward[1] + b.outward[1]) < 1e-6
                assert a.width == pytest.approx(b.width)
                pairs += 1
    assert pairs >= 6
    # every tile with an end at a side is among those that were compared
    assert all(
        ends_by_side(*tile, orientation)[side] in by_side[side]
        for tile in tiles
        for side in set().union(*nets_of(*tile))
    )


def parts_of(word: str, tile: Tile, turn: int) -> Iterator[tuple[tuple[int, ...], Strand]]:
    for net in turned(kind_of(word).nets, turn):
        for part in strands(net, tile):
            yield net, part


@each_orientation
@pytest.mark.parametrize("word", LINED)
def test_no_line_leaves_the_hex_with_its_whole_width(word: str, orientation: Orientation) -> None:
    tile = Tile(FLATS, orientation)
    outs = np.array([normal(k, orientation) for k in range(6)])
    for turn in range(6):
        for _, part in parts_of(word, tile, turn):
            (course,) = curves(part.segments)
            for curve in course:
                along, way = sampled(curve), slopes(curve)
                beside = np.stack([-way[:, 1], way[:, 0]], axis=1) / np.hypot(*way.T)[:, None] * LINE / 2
                for points in (along, along + 0.999 * beside, along - 0.999 * beside):
                    assert (points @ outs.T).max() <= FLATS / 2 + 0.001


@each_orientation
@pytest.mark.parametrize("across_flats", [30.0, 120.0])
@pytest.mark.parametrize(("word", "radius"), [("angle", 0.5), ("l-curve", 1.5)])
def test_arcs_keep_to_the_circle_that_stands_square_on_both_sides(
    word: str, radius: float, across_flats: float, orientation: Orientation
) -> None:
    tile = Tile(across_flats, orientation)
    edge = across_flats / math.sqrt(3)
    for turn in range(6):
        ((net, part),) = parts_of(word, tile, turn)
        # the middle lies where the lines through both sides cross
        rows = np.array([normal(side, orientation) for side in net])
        middle = np.linalg.solve(rows, np.full(2, across_flats / 2))
        (course,) = curves(part.segments)
        points = np.concatenate([sampled(curve) for curve in course])
        off = np.hypot(*(points - middle).T) - radius * edge
        assert np.abs(off).max() < 0.01
        fine = np.array(part.points)
        assert np.abs(np.hypot(*(fine - middle).T) - radius * edge).max() < 0.01
        assert np.hypot(*np.diff(fine, axis=0).T).max() < across_flats / 8


def test_straight_lines_are_straight() -> None:
    tile = Tile(FLATS)
    for turn in range(6):
        ((_, part),) = parts_of("straight", tile, turn)
        assert [segment[0] for segment in part.segments] == ["M", "L"]
        assert math.dist(part.points[0], part.points[-1]) == pytest.approx(FLATS)


# X-Cross, Block, branches


def players() -> list[tuple[str, Player]]:
    return list(load("hexflow-tri").spec.players.items())


@each_ink
@each_orientation
@pytest.mark.parametrize("turn", range(6))
def test_x_cross_passes_one_line_over_the_other(turn: int, orientation: Orientation, ink: Ink) -> None:
    for _, player in players():
        look = look_of(player, ink)
        drawn = list(lines(kind_of("x-cross"), Tile(FLATS, orientation), look, turn))
        strokes = [path.stroke for path in drawn if path.stroke is not None]
        assert len(strokes) == len(drawn)
        lower, halo, upper = drawn[-3:]
        assert [stroke.colour for stroke in strokes[-3:]] == [look.line, look.ground, look.line]
        assert strokes[-1].width == strokes[-3].width == pytest.approx(LINE)
        assert strokes[-2].width == pytest.approx(LINE * (1 + 2 / 3))
        assert halo.segments == upper.segments != lower.segments
        found = [frozenset(side_at(end.at, orientation) for end in ends(path)) for path in (lower, upper)]
        assert set(found) == nets_of("x-cross", turn)


def side_at(at: Pair, orientation: Orientation) -> int:
    outs = [normal(k, orientation) for k in range(6)]
    return min(range(6), key=lambda k: math.dist(at, scaled(outs[k], FLATS / 2)))


def image_of(drawn: Drawing, dpi: float) -> Points:
    """Draw a drawing on a page of its size, and return its pixels."""
    page = Page("test", drawn.size, Rect(0, 0, *drawn.size), (Symbol(drawn, Point(0, 0)),), ())
    (data,) = RENDERERS["pdf"].render(Document("test", "test", "test", (page,)), fonts_of("hexflow"))
    return pixels(data, dpi)


@pytest.mark.parametrize("turn", range(6))
@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_the_halo_of_the_upper_line_is_seen_in_print(turn: int, orientation: Orientation) -> None:
    tile = Tile(FLATS, orientation)
    kind = kind_of("x-cross")
    image = image_of(face(kind, PLAIN, tile, turn=turn, is_marked=False), 254.0)  # ten pixels a mm

    def at(side: int, away: float) -> int:
        x, y = scaled(normal(side, orientation), away)
        return int(image[int((y + tile.size.height / 2) * 10), int((x + tile.size.width / 2) * 10)])

    upper, lower = kind.nets[1], kind.nets[0]
    for side in upper:
        assert all(at((side + turn) % 6, away) == 0 for away in np.arange(0, 14, 0.5))
    slant = math.sin(math.radians(60))
    for side in lower:
        shown = (side + turn) % 6
        half = LINE / 2
        assert at(shown, (half - 0.2) / slant) == 0
        assert at(shown, (half + LINE / 6) / slant) == 255  # in the middle of the halo
        assert at(shown, (half + LINE / 3 + 0.2) / slant) == 0
        assert at(shown, 13.0) == 0


@each_ink
@each_orientation
def test_a_block_has_an_inner_hexagon_and_no_line(orientation: Orientation, ink: Ink) -> None:
    for _, player in players():
        look = look_of(player, ink)
        tile = Tile(FLATS, orientation)
        assert list(lines(kind_of("block"), tile, look)) == []
        drawn = [item for item, _ in items_in(face(kind_of("block"), look, tile, is_marked=False).items)]
        strokes = [item for item in drawn if isinstance(item, Path) and item.stroke and item.stroke.width > 0.5]
        (inner,) = strokes
        assert inner.stroke is not None
        assert inner.stroke.colour == look.line
        corners = [math.dist(point, (0, 0)) for point in inner.points()]
        assert corners == pytest.approx([0.5 * FLATS / math.sqrt(3)] * 6)
        angles = sorted(math.degrees(math.atan2(y, x)) % 60 for x, y in inner.points())
        expected = 0.0 if orientation == "flat" else 30.0
        assert all(abs((angle - expected + 30) % 60 - 30) < 1e-6 for angle in angles)


@pytest.mark.parametrize("word", NETS)
def test_branches_have_a_node_in_the_middle_and_other_tiles_none(word: str) -> None:
    for turn in range(6):
        drawn = list(lines(kind_of(word), Tile(FLATS), PLAIN, turn))
        nodes = [path for path in drawn if path.stroke is None]
        assert len(nodes) == (1 if any(len(net) > 2 for net in nets_of(word)) else 0)
        for node in nodes:
            assert node.fill == INK
            assert bounds(node.points()).center == pytest.approx((0, 0), abs=1e-9)
            assert bounds(node.points()).size.width > 1.5 * LINE
            assert drawn[-1] is node


def test_the_mark_of_side_t_turns_with_the_tile() -> None:
    for orientation in ORIENTATIONS:
        for turn in range(6):
            tile = Tile(FLATS, orientation)
            drawn = [item for item, _ in items_in(face(kind_of("star-6"), PLAIN, tile, turn=turn).items)]
            mark = drawn[-1]
            assert isinstance(mark, Path)
            corners = list(mark.points())
            assert len(corners) == 3
            x, y = normal(turn, orientation)
            out = sorted(p.x * x + p.y * y for p in corners)
            assert FLATS / 2 - 2 < out[2] < FLATS / 2  # its point lies at that side, and its base further in
            assert out[0] == pytest.approx(out[1])
            assert out[2] - out[1] > 1.5


# Players


def grounds(drawn: Drawing) -> list[Path]:
    return [item for item, _ in items_in(drawn.items) if isinstance(item, Path)][:1]


def dots_in(drawn: Drawing) -> int:
    """Count the small dots of a pattern."""
    return sum(
        sum(segment[0] == "M" for segment in item.segments)
        for item, _ in items_in(drawn.items)
        if isinstance(item, Path) and item.fill not in (None, PAPER) and item.stroke is None
        if len(item.segments) > 60 and all(segment[0] in "MCZ" for segment in item.segments)
    )


def hatches_in(drawn: Drawing) -> int:
    """Count the fine slanted lines of a pattern."""
    return sum(
        abs(abs(b.x - a.x) - abs(b.y - a.y)) < 1e-6 and math.dist(a, b) > 1
        for item, _ in items_in(drawn.items)
        if isinstance(item, Path) and item.stroke is not None and item.stroke.width <= 0.2
        for a, b in item.edges()
    )


@each_game
def test_players_differ_in_ground_and_carry_their_letters(name: str) -> None:
    found = faces(name)
    looks: dict[str, set[float]] = {who: set() for who in load(name).spec.players}
    for (who, word), drawn in found.items():
        (ground,) = grounds(drawn)
        assert ground.fill is not None
        assert bounds(ground.points()).size == pytest.approx(drawn.size)
        looks[who].add(ground.fill.luminance())
        bold = [i.string for i, _ in items_in(drawn.items) if isinstance(i, Text) and i.weight == "bold"]
        assert who in bold, word
    lightness = [values.pop() for values in looks.values() if len(values) == 1]
    assert len(lightness) == len(looks)
    dark, light, *others = lightness
    assert dark < 0.05
    assert light > 0.99
    assert all(0.3 < other < 0.9 for other in others)  # told apart in greys too


@each_ink
def test_the_third_player_has_dots_and_nobody_else(ink: Ink) -> None:
    for (who, _), drawn in faces("hexflow-tri", ink=ink).items():
        assert (dots_in(drawn) > 50) == (who == "III")
        assert dots_in(drawn) == 0 or who == "III"


@each_game
def test_where_ink_is_saved_grounds_are_paper_and_patterns_tell_players_apart(name: str) -> None:
    for (who, _), drawn in faces(name, ink="saver").items():
        (ground,) = grounds(drawn)
        assert ground.fill == PAPER
        hatched, dotted = hatches_in(drawn) > 10, dots_in(drawn) > 50
        assert (hatched, dotted) == {0: (True, False), 1: (False, False), 2: (False, True)}[
            list(load(name).spec.players).index(who)
        ]
        for item, _ in items_in(drawn.items):
            if isinstance(item, Path) and item.fill not in (None, PAPER) and item.fill is not None:
                assert item.fill.luminance() < 0.05  # ink, in lines, marks and dots only
                assert item.stroke is None
                assert area(item) < 0.06 * FLATS**2


def area(path: Path) -> float:
    """Return about the area of a path, its curves by their control points' box."""
    found = 0.0
    course: list[Point] = []
    for segment in path.segments:
        if segment[0] == "Z":
            size = bounds(course).size
            found += size.width * size.height
            course = []
        else:
            course += [Point(x, y) for x, y in zip(segment[1::2], segment[2::2], strict=True)]
    return found


def test_patterns_leave_the_middle_of_lines_alone() -> None:
    """A line drawn over a pattern is solid, with a halo where ink is saved."""
    for ink in ("full", "saver"):
        for _, player in players():
            look = look_of(player, "full" if ink == "full" else "saver")
            image = image_of(face(kind_of("straight"), look, Tile(FLATS), is_marked=False), 254.0)
            middle = int(Tile(FLATS).size.width * 5)
            column = image[10:290, middle - 14 : middle + 14]
            assert column.min() == column.max() == (255 if look.line == PAPER else 0)


# Words


SIZES = (25.0, 30.0, 35.0, 44.45)


def letters_box(text: Text, at: Point, fonts: Fonts) -> Rect:
    """Return the box of the black of a text, by the outlines of its letters; ``at`` is its anchor."""
    face_of = fonts.face(text.weight)
    per_unit = text.size_pt * 25.4 / 72 / 1000 * face_of.per_em
    x = text._replace(at=at).start(fonts.width(text.string, text.weight, text.size_pt)).x
    lows, highs, lefts, rights = [], [], [], []
    for letter, advance in zip(text.string, fonts.advances(text.string, text.weight), strict=True):
        extents = face_of.font.get_glyph_extents(face_of.font.get_nominal_glyph(ord(letter)))
        lefts.append(x + extents.x_bearing * per_unit)
        rights.append(x + (extents.x_bearing + extents.width) * per_unit)
        highs.append(at.y - extents.y_bearing * per_unit)
        lows.append(at.y - (extents.y_bearing + extents.height) * per_unit)
        x += advance / 1000 * text.size_pt * 25.4 / 72
    return Rect(min(lefts), min(highs), max(rights), max(lows))


def to_box(points: Points, box: Rect) -> float:
    """Return how near points come to a box."""
    dx = np.maximum(0, np.maximum(box.left - points[:, 0], points[:, 0] - box.right))
    dy = np.maximum(0, np.maximum(box.top - points[:, 1], points[:, 1] - box.bottom))
    return float(np.hypot(dx, dy).min())


def between(a: Rect, b: Rect) -> float:
    dx = max(0.0, a.left - b.right, b.left - a.right)
    dy = max(0.0, a.top - b.bottom, b.top - a.bottom)
    return math.hypot(dx, dy)


def text_boxes(drawn: Drawing, fonts: Fonts) -> list[tuple[Text, Rect]]:
    found = []
    for item, (x, y) in items_in(drawn.items):
        if isinstance(item, Text):
            found.append((item, letters_box(item, Point(item.at.x + x, item.at.y + y), fonts)))
    return found


def figures(drawn: Drawing, look: Look) -> Iterator[tuple[Points, float]]:
    """Give lines, nodes, marks and frames as points along their middles, with what they reach beyond these."""
    for item, shift in items_in(drawn.items):
        if not isinstance(item, Path) or len(item.segments) > 60:
            continue
        stroke = item.stroke
        if stroke is not None and stroke.colour == look.line and stroke.width > 0.16:
            yield course_points(item, shift), stroke.width / 2
        elif stroke is None and item.fill == look.line:
            yield course_points(item, shift), 0.0


def course_points(path: Path, shift: Point) -> Points:
    found = []
    for course in curves(path.segments):
        found += [sampled(curve, 60) for curve in course]
        if path.segments[-1] == ("Z",):
            found.append(sampled(np.array([course[-1][-1], course[0][0]]), 60))
    return np.asarray(np.concatenate(found) + np.array(shift))


@pytest.mark.parametrize("across_flats", SIZES)
@each_game
def test_words_on_tiles_keep_clear_of_lines_edge_and_each_other(name: str, across_flats: float) -> None:
    fonts = fonts_of(name)
    outs = np.array([normal(k, "flat") for k in range(6)])
    drawn_faces = faces(name, across_flats)
    assert len(drawn_faces) == (22 if name == "hexflow" else 39)
    for (who, word), drawn in drawn_faces.items():
        look = look_of(load(name).spec.players[who], "full")
        boxes = text_boxes(drawn, fonts)
        assert len(boxes) >= 2
        middle = np.array([drawn.size.width / 2, drawn.size.height / 2])
        for text, box in boxes:
            assert text.size_pt >= 7
            assert text.colour.contrast(look.ground) >= 4.5
            corners = np.array([(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]) - middle
            assert (corners @ outs.T).max() <= across_flats / 2 - 1.0, (word, text.string)
            for points, reach in figures(drawn, look):
                assert to_box(points, box) - reach >= 0.4, (word, text.string)
        for (text, a), (other, b) in combinations(boxes, 2):
            assert between(a, b) >= 0.4, (word, text.string, other.string)


@each_game
def test_the_figures_that_words_keep_clear_of_are_all_there(name: str) -> None:
    """What the test above looks at: a line for each part of a net, a node, the mark of side T, frames."""
    for (who, word), drawn in faces(name).items():
        look = look_of(load(name).spec.players[who], "full")
        nets = nets_of(word) if word in NETS else frozenset()
        nodes = sum(len(net) > 2 for net in nets)
        assert len(list(figures(drawn, look))) == max(1, len(nets)) + nodes + 1


@pytest.mark.parametrize("across_flats", SIZES)
@each_game
def test_words_over_a_pattern_stand_on_plates(name: str, across_flats: float) -> None:
    fonts = fonts_of(name)
    for ink in ("full", "saver"):
        for (who, word), drawn in faces(name, across_flats, "full" if ink == "full" else "saver").items():
            look = look_of(load(name).spec.players[who], "full" if ink == "full" else "saver")
            if not (look.is_hatched or look.is_dotted):
                continue
            plates: list[Rect] = []
            for item, shift in items_in(drawn.items):
                if isinstance(item, Path) and item.fill == look.ground and item.stroke is None:
                    plates.append(bounds(item.points()).moved(shift))
                elif isinstance(item, Text):
                    at = Point(item.at.x + shift.x, item.at.y + shift.y)
                    box = letters_box(item, at, fonts).grown(Sides.all_round(0.15))
                    assert any(holds(plate, box) for plate in plates[1:]), (word, item.string)


def holds(outer: Rect, inner: Rect) -> bool:
    return (
        outer.left <= inner.left
        and outer.top <= inner.top
        and inner.right <= outer.right
        and inner.bottom <= outer.bottom
    )


# What is printed


def test_pieces_are_as_many_as_the_rules_say() -> None:
    """Two of each type a player; on the triangle 17 and a spare."""
    main = Counter(tuple(piece.name.split()[1:]) for piece in pieces("hexflow"))
    assert main == {(who, word): 2 for who in "AB" for word in NETS}
    assert main.total() == 44
    tri = Counter(tuple(piece.name.split()[1:]) for piece in pieces("hexflow-tri"))
    assert tri == {(who, w): n for who in ("I", "II", "III") for w, n in {**TRI_SUPPLY, "spare": 1}.items()}
    assert tri.total() == 3 * 17 + 3


@cache
def tile_words(name: str) -> Counter[tuple[str, ...]]:
    """Read the tiles of the PDF: the words on each, nearest tile by tile."""
    game = load(name)
    made = pipeline.make(game, game.assets["tiles"], pipeline.sheet_of("a4", None), fonts_of(name))
    (data,) = pipeline.rendered(made, fonts_of(name), pipeline.target_of("pdf", verify=True))
    (page,) = made.pages
    middles = [piece.window.center for piece in page.pieces]
    found: list[list[str]] = [[] for _ in middles]
    for word in words(data):
        near, i = min((math.dist((word.x, word.y), middle), i) for i, middle in enumerate(middles))
        if near < FLATS / 2:
            found[i].append(word.text.replace("\ufffe", "-"))  # as PDFium gives a hyphen at the end of a line
    return Counter(tuple(own) for own in found)


def said(kind: TileType, who: str) -> tuple[str, str, str]:
    return kind.name, str(kind.points) if kind.points else "", who


def read(own: Iterable[str], ids: Iterable[str]) -> tuple[str, str, str]:
    """Put the words of a tile together: its name, its points, whose it is."""
    rest = list(own)
    who = rest.pop()
    assert who in ids
    points = rest.pop() if rest[-1].isdigit() else ""
    return "".join(rest), points, who


def test_the_pdf_holds_44_tiles_two_of_each_type_a_player() -> None:
    types = load("hexflow").spec.tile_types
    found = Counter({read(own, "AB"): number for own, number in tile_words("hexflow").items()})
    assert found.total() == 44
    assert found == {said(types[word], who): 2 for word in NETS for who in "AB"}


def test_the_pdf_of_the_triangle_holds_17_tiles_a_player_and_a_blank_spare() -> None:
    types = load("hexflow-tri").spec.tile_types
    ids = ("I", "II", "III")
    found = Counter({read(own, ids): number for own, number in tile_words("hexflow-tri").items()})
    expected = {said(types[word], who): number for word, number in TRI_SUPPLY.items() for who in ids}
    assert sum(expected.values()) == 3 * 17
    assert found == {**expected, **{("Spare", "", who): 1 for who in ids}}


@each_ink
def test_the_wildcard_has_room_to_write_and_the_spare_is_blank(ink: Ink) -> None:
    for (who, word), drawn in faces("hexflow-tri", ink=ink).items():
        if word not in ("wildcard", "spare"):
            continue
        look = look_of(load("hexflow-tri").spec.players[who], ink)
        fields = [
            (i, bounds(item.points()).moved(shift))
            for i, (item, shift) in enumerate(items_in(drawn.items))
            if isinstance(item, Path) and item.fill == PAPER and item.stroke is not None
        ]
        ((order, field),) = fields
        assert field.size.width >= 18
        assert field.size.height >= 8
        assert field.center == pytest.approx((drawn.size.width / 2, drawn.size.height / 2))
        words_there = [box for _, box in text_boxes(drawn, fonts_of("hexflow-tri"))]
        assert not any(box.overlaps(field) for box in words_there)
        above = [item for i, (item, _) in enumerate(items_in(drawn.items)) if i > order and isinstance(item, Path)]
        within = [p for p in above if p.stroke is not None and p.stroke.width > 0.15]
        assert len(within) == (1 if word == "wildcard" else 0)  # the line to write on
        assert not any(p.stroke is not None and p.stroke.colour == look.line for p in within)
