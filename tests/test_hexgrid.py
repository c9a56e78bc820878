"""Hexes: directions, distances, shapes, their place in the plane, outlines and trails."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.geometry import Point
from printkit.hexgrid import (
    DIRECTIONS,
    SQRT3,
    Edge,
    Hex,
    HexLayout,
    Orientation,
    distance,
    inner_edges,
    loops,
    parallelogram,
    ring,
    step,
    trails,
)

modest = settings(max_examples=60, deadline=None)

ORIENTATIONS: tuple[Orientation, ...] = ("flat", "pointy")
both = pytest.mark.parametrize("orientation", ORIENTATIONS)

Segment = tuple[Point, Point]

hexes = st.builds(Hex, st.integers(-30, 30), st.integers(-30, 30))
points = st.builds(Point, st.floats(-300, 300), st.floats(-300, 300))
radii = st.floats(1, 50)
orientations = st.sampled_from(ORIENTATIONS)


@st.composite
def layouts(draw: st.DrawFn) -> HexLayout:
    """Draw a layout of either orientation, of any size and place."""
    return HexLayout(draw(orientations), draw(radii), draw(points))


@st.composite
def polyhexes(draw: st.DrawFn, most: int = 30) -> set[Hex]:
    """Draw a connected set of hexes, with or without holes."""
    cells = [Hex(0, 0)]
    for at, direction in draw(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 5)), max_size=most)):
        near = step(cells[at % len(cells)], DIRECTIONS["flat"][direction])
        if near not in cells:
            cells.append(near)
    return set(cells)


def steps_between(start: Hex, end: Hex) -> int:
    """Count the steps between two hexes by going to all neighbours, then to theirs, and so on."""
    reached, count = {start}, 0
    while end not in reached:
        reached |= {step(cell, direction) for cell in reached for direction in DIRECTIONS["flat"]}
        count += 1
    return count


def clockwise_area(outline: list[Point]) -> float:
    """Return the area within a closed outline, negative where it runs counter-clockwise; y goes down."""
    return sum(a.x * b.y - b.x * a.y for a, b in pairwise([*outline, outline[0]])) / 2


def holes_in(cells: set[Hex]) -> int:
    """Count the holes of a set of hexes: the parts of what is around it that do not reach the outside."""
    reach = max(distance(Hex(0, 0), cell) for cell in cells) + 1
    empty = {Hex(q, r) for q in range(-reach, reach + 1) for r in range(-reach, reach + 1)} - cells
    parts = 0
    while empty:
        parts += 1
        waiting = [empty.pop()]
        while waiting:
            cell = waiting.pop()
            near = {step(cell, direction) for direction in DIRECTIONS["flat"]} & empty
            empty -= near
            waiting.extend(near)
    return parts - 1


def rounded(point: Point) -> Point:
    """Return a point that equals the same corner of another hex."""
    return Point(round(point.x, 6) + 0.0, round(point.y, 6) + 0.0)


def undirected(segments: Iterable[Segment]) -> Counter[frozenset[Point]]:
    """Count segments, whichever way they run."""
    return Counter(frozenset((rounded(a), rounded(b))) for a, b in segments)


# Directions and distances


@both
def test_directions_run_clockwise_in_the_plane(orientation: Orientation) -> None:
    layout = HexLayout(orientation, 10, Point(0, 0))
    first = {"flat": -90, "pointy": -60}[orientation]  # from the x axis, clockwise
    for i, direction in enumerate(DIRECTIONS[orientation]):
        x, y = layout.center(direction)
        assert math.degrees(math.atan2(y, x)) % 360 == pytest.approx((first + 60 * i) % 360)
        assert math.hypot(x, y) == pytest.approx(10 * SQRT3)


@both
def test_opposite_directions_cancel_out(orientation: Orientation) -> None:
    for one, other in zip(DIRECTIONS[orientation][:3], DIRECTIONS[orientation][3:], strict=True):
        assert step(one, other) == Hex(0, 0)


def test_both_orientations_have_the_same_neighbours() -> None:
    assert set(DIRECTIONS["flat"]) == set(DIRECTIONS["pointy"])


@modest
@given(hexes, hexes, st.integers(-5, 5))
def test_several_steps_are_as_many_single_ones(cell: Hex, by: Hex, times: int) -> None:
    assert step(step(cell, by, times), by) == step(cell, by, times + 1)
    assert step(cell, by, 0) == cell


@modest
@given(hexes, hexes, hexes)
def test_the_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) + distance(b, c) >= distance(a, c)


@pytest.mark.parametrize("q", range(-4, 5))
def test_the_distance_counts_steps(q: int) -> None:
    for r in range(-4, 5):
        assert distance(Hex(1, -2), Hex(1 + q, r - 2)) == steps_between(Hex(0, 0), Hex(q, r))


# Shapes


def test_a_ring_of_radius_0_is_the_centre() -> None:
    assert ring(Hex(3, -1), 0, "flat") == (Hex(3, -1),)


@both
@pytest.mark.parametrize("radius", range(1, 6))
def test_a_ring_has_six_hexes_for_each_step_of_its_radius(orientation: Orientation, radius: int) -> None:
    center = Hex(2, -5)
    found = ring(center, radius, orientation)
    assert len(found) == len(set(found)) == 6 * radius
    assert {distance(center, cell) for cell in found} == {radius}


@both
@pytest.mark.parametrize("radius", range(1, 6))
def test_a_ring_runs_clockwise_from_neighbour_to_neighbour(orientation: Orientation, radius: int) -> None:
    found = ring(Hex(2, -5), radius, orientation)
    assert all(distance(a, b) == 1 for a, b in pairwise([*found, found[0]]))
    layout = HexLayout(orientation, 1, Point(0, 0))
    assert clockwise_area([layout.center(cell) for cell in found]) > 0


def test_rings_fill_the_plane() -> None:
    found = [cell for radius in range(5) for cell in ring(Hex(0, 0), radius, "pointy")]
    assert len(found) == len(set(found)) == 61
    assert set(found) == {
        Hex(q, r) for q in range(-4, 5) for r in range(-4, 5) if distance(Hex(0, 0), Hex(q, r)) <= 4
    }


def test_a_parallelogram_goes_row_by_row() -> None:
    assert parallelogram(Hex(5, 5), along=Hex(1, 0), across=Hex(0, 1), columns=3, rows=2) == (
        Hex(5, 5), Hex(6, 5), Hex(7, 5),
        Hex(5, 6), Hex(6, 6), Hex(7, 6),
    )  # fmt: skip


# The plane


@modest
@given(layouts(), hexes)
def test_the_middle_of_a_hex_lies_in_this_hex(layout: HexLayout, cell: Hex) -> None:
    assert layout.at(layout.center(cell)) == cell


@modest
@given(layouts(), hexes, st.floats(0, 0.999), st.integers(0, 5), st.floats(0, 1))
def test_every_point_within_its_corners_lies_in_the_hex(
    layout: HexLayout, cell: Hex, outward: float, side: int, along: float
) -> None:
    center = layout.center(cell)
    (x0, y0), (x1, y1) = layout.side(cell, side)
    x, y = x0 + along * (x1 - x0), y0 + along * (y1 - y0)
    point = Point(center.x + outward * (x - center.x), center.y + outward * (y - center.y))
    assert layout.at(point) == cell


@modest
@given(layouts(), points)
def test_the_hex_at_a_point_is_the_nearest_one(layout: HexLayout, point: Point) -> None:
    cell = layout.at(point)
    own = math.dist(layout.center(cell), point)
    assert own <= layout.circumradius * (1 + 1e-9)
    for direction in DIRECTIONS["flat"]:
        assert own <= math.dist(layout.center(step(cell, direction)), point) + 1e-6


@modest
@given(layouts(), hexes)
def test_all_corners_lie_at_the_circumradius(layout: HexLayout, cell: Hex) -> None:
    center, corners = layout.center(cell), layout.corners(cell)
    assert len(corners) == 6
    assert all(math.dist(center, corner) == pytest.approx(layout.circumradius) for corner in corners)
    assert clockwise_area(list(corners)) == pytest.approx(1.5 * SQRT3 * layout.circumradius**2)


@both
def test_corner_0_is_where_the_drawing_shows_it(orientation: Orientation) -> None:
    x, y = HexLayout(orientation, 10, Point(0, 0)).corners(Hex(0, 0))[0]
    expected = {"flat": (-5, -5 * SQRT3), "pointy": (0, -10)}[orientation]  # top left; top
    assert (x, y) == pytest.approx(expected, abs=1e-9)


@modest
@given(orientations, st.floats(1, 100), points, hexes)
def test_opposite_sides_are_as_far_apart_as_asked(
    orientation: Orientation, across_flats: float, origin: Point, cell: Hex
) -> None:
    layout = HexLayout.across_flats(orientation, across_flats, origin)
    middles = [Point((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in (layout.side(cell, i) for i in range(6))]
    for one, other in zip(middles[:3], middles[3:], strict=True):
        assert math.dist(one, other) == pytest.approx(across_flats)


@modest
@given(layouts(), hexes, st.integers(0, 5))
def test_neighbours_share_exactly_two_corners(layout: HexLayout, cell: Hex, direction: int) -> None:
    near = step(cell, DIRECTIONS[layout.orientation][direction])
    shared = [a for a in layout.corners(cell) if any(math.dist(a, b) < 1e-6 for b in layout.corners(near))]
    assert len(shared) == 2


@modest
@given(layouts(), hexes, st.integers(0, 5))
def test_a_side_is_the_opposite_side_of_the_hex_across_it(layout: HexLayout, cell: Hex, side: int) -> None:
    near = step(cell, DIRECTIONS[layout.orientation][side])
    (start, end), (far_start, far_end) = layout.side(cell, side), layout.side(near, side + 3)
    assert math.dist(start, far_end) < 1e-6
    assert math.dist(end, far_start) < 1e-6


# Outlines


@modest
@given(polyhexes(), orientations)
def test_loops_take_each_side_without_a_neighbour_once(cells: set[Hex], orientation: Orientation) -> None:
    found = Counter(edge for loop in loops(cells, orientation) for edge in loop)
    expected = {
        Edge(cell, side)
        for cell in cells
        for side, direction in enumerate(DIRECTIONS[orientation])
        if step(cell, direction) not in cells
    }
    assert found == Counter(expected)


@modest
@given(polyhexes(), layouts())
def test_every_loop_is_closed(cells: set[Hex], layout: HexLayout) -> None:
    for loop in loops(cells, layout.orientation):
        for edge, following in pairwise([*loop, loop[0]]):
            assert math.dist(layout.side(*edge)[1], layout.side(*following)[0]) < 1e-6


@modest
@given(polyhexes(), layouts())
def test_loops_enclose_the_area_of_the_hexes(cells: set[Hex], layout: HexLayout) -> None:
    outlines = [[layout.side(*edge)[0] for edge in loop] for loop in loops(cells, layout.orientation)]
    hexagon = 1.5 * SQRT3 * layout.circumradius**2
    assert sum(map(clockwise_area, outlines)) == pytest.approx(len(cells) * hexagon, rel=1e-6)


@modest
@given(polyhexes(), layouts())
def test_one_loop_runs_clockwise_and_one_for_each_hole_the_other_way(cells: set[Hex], layout: HexLayout) -> None:
    outlines = [[layout.side(*edge)[0] for edge in loop] for loop in loops(cells, layout.orientation)]
    areas = [clockwise_area(outline) for outline in outlines]
    assert sum(area > 0 for area in areas) == 1
    assert sum(area < 0 for area in areas) == holes_in(cells)


@modest
@given(polyhexes(), orientations)
def test_the_first_loop_begins_at_the_least_edge(cells: set[Hex], orientation: Orientation) -> None:
    found = loops(cells, orientation)
    assert found[0][0] == min(edge for loop in found for edge in loop)


@both
def test_a_ring_has_an_outer_loop_and_a_hole(orientation: Orientation) -> None:
    found = loops(ring(Hex(0, 0), 1, orientation), orientation)
    assert sorted(map(len, found)) == [6, 18]


@both
def test_hexes_apart_have_a_loop_each(orientation: Orientation) -> None:
    found = loops([Hex(0, 0), Hex(5, 0)], orientation)
    assert [len(loop) for loop in found] == [6, 6]
    assert {edge.cell for edge in found[0]} == {Hex(0, 0)}


def test_no_hexes_have_no_outline() -> None:
    assert loops([], "flat") == []


@modest
@given(polyhexes(), orientations)
def test_inner_edges_give_each_pair_of_neighbours_once(cells: set[Hex], orientation: Orientation) -> None:
    found = list(inner_edges(cells, orientation))
    assert all(step(edge.cell, DIRECTIONS[orientation][edge.side]) == across for edge, across in found)
    pairs = Counter(frozenset((edge.cell, across)) for edge, across in found)
    assert pairs == Counter({frozenset((a, b)) for a in cells for b in cells if distance(a, b) == 1})


@modest
@given(polyhexes(), orientations)
def test_each_side_is_an_inner_edge_or_on_the_rim(cells: set[Hex], orientation: Orientation) -> None:
    inner = len(list(inner_edges(cells, orientation)))
    rim = sum(map(len, loops(cells, orientation)))
    assert 2 * inner + rim == 6 * len(cells)


# Trails


crossroads = st.builds(Point, st.integers(0, 3).map(float), st.integers(0, 3).map(float))
segments = st.tuples(crossroads, crossroads).filter(lambda ends: ends[0] != ends[1])
networks = st.lists(segments, unique_by=frozenset, max_size=20)


@modest
@given(networks)
def test_trails_use_each_segment_exactly_once(network: list[Segment]) -> None:
    drawn = [piece for trail in trails(network) for piece in pairwise(trail)]
    assert undirected(drawn) == undirected(network)


@modest
@given(polyhexes(), layouts())
def test_trails_draw_every_line_of_a_board_once(cells: set[Hex], layout: HexLayout) -> None:
    inner = [layout.side(*edge) for edge, _ in inner_edges(cells, layout.orientation)]
    rim = [layout.side(*edge) for loop in loops(cells, layout.orientation) for edge in loop]
    drawn = [piece for trail in trails([*inner, *rim]) for piece in pairwise(trail)]
    assert len(drawn) == len(inner) + len(rim)
    assert all(math.dist(a, b) == pytest.approx(layout.circumradius, abs=0.01) for a, b in drawn)


@modest
@given(st.permutations(range(12)), st.lists(st.booleans(), min_size=12, max_size=12))
def test_the_pieces_of_a_polyline_join_to_one_trail(order: list[int], is_turned: list[bool]) -> None:
    line = [Point(i, i % 3) for i in range(13)]
    pieces = list(pairwise(line))
    found = trails(pieces[i][::-1] if turned else pieces[i] for i, turned in zip(order, is_turned, strict=True))
    assert found in ([line], [line[::-1]])


@both
def test_an_outline_is_one_closed_trail(orientation: Orientation) -> None:
    layout = HexLayout.across_flats(orientation, 14.5, Point(100, 100))
    (outline,) = loops(ring(Hex(0, 0), 0, orientation), orientation)
    (trail,) = trails(layout.side(*edge) for edge in outline)
    assert len(trail) == 7
    assert rounded(trail[0]) == rounded(trail[-1])


def test_ends_that_agree_to_a_thousandth_of_a_millimetre_are_joined() -> None:
    near = trails([(Point(0, 0), Point(10, 0)), (Point(10.0004, -0.0), Point(20, 0))])
    assert near == [[Point(0, 0), Point(10, 0), Point(20, 0)]]
    assert len(trails([(Point(0, 0), Point(10, 0)), (Point(10.002, 0), Point(20, 0))])) == 2


def test_a_segment_given_twice_is_drawn_once() -> None:
    a, b = Point(0, 0), Point(10, 0)
    assert trails([(a, b), (b, a), (a, b)]) == [[a, b]]


def test_a_trail_runs_on_through_a_crossing() -> None:
    center, ends = Point(0, 0), [Point(10, 0), Point(-5, 9), Point(-5, -9)]
    found = trails((center, end) for end in ends)
    assert sorted(map(len, found)) == [2, 3]


def test_no_segments_give_no_trails() -> None:
    assert trails([]) == []


def test_trails_are_as_few_as_there_can_be() -> None:
    star = [(Point(0, 0), Point(x, y)) for x, y in ((1, 0), (0, 1), (0, -1))]
    assert len(trails(star)) == 2  # half of its four odd corners
    assert len(trails([(Point(0, 0), Point(1, 0)), (Point(1, 0), Point(1, 1)), (Point(1, 1), Point(0, 0))])) == 1


def test_a_segment_of_no_length_is_passed_over() -> None:
    assert trails([(Point(1, 2), Point(1, 2))]) == []
