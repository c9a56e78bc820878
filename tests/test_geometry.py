"""Boxes and outlines in the plane."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from printkit.geometry import Point, Rect, Sides, Size, around, bounds, clipped, offset, shorten, union

modest = settings(max_examples=100, deadline=None)

lengths = st.integers(-4000, 4000).map(lambda n: n / 8)  # mm; exact in binary
points = st.builds(Point, lengths, lengths)
boxes = st.lists(points, min_size=2, max_size=2).map(bounds)


@st.composite
def zigzags(draw: st.DrawFn) -> list[Point]:
    """Draw polylines of pieces of 2 to 20 mm, with turns of at most 120° to either side."""
    heading = draw(st.floats(0, 2 * math.pi))
    at = draw(points)
    line = [at]
    for turn in [0.0, *draw(st.lists(st.floats(-2 * math.pi / 3, 2 * math.pi / 3), max_size=6))]:
        heading += turn
        length = draw(st.floats(2, 20))
        at = Point(at.x + length * math.cos(heading), at.y + length * math.sin(heading))
        line.append(at)
    return line


@st.composite
def crossings(draw: st.DrawFn) -> tuple[Point, Point, Point, Rect]:
    """Draw the two ends of a straight line, a point on it, and a box that holds this point."""
    start, end = draw(points), draw(points)
    share = draw(st.integers(0, 8)) / 8
    at = Point(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))
    room = st.integers(0, 4000).map(lambda n: n / 8)
    return start, end, at, Rect(at.x - draw(room), at.y - draw(room), at.x + draw(room), at.y + draw(room))


def length_of(line: list[Point]) -> float:
    """Return the length of a polyline."""
    return sum(math.dist(a, b) for a, b in pairwise(line))


def holds(box: Rect, point: Point, slack: float = 0.0) -> bool:
    """Whether a box holds a point, its edges included."""
    inside_x = box.left - slack <= point.x <= box.right + slack
    return inside_x and box.top - slack <= point.y <= box.bottom + slack


def left_of(a: Point, b: Point, point: Point) -> float:
    """Return how far a point lies to the left of the straight line from a to b, with y down."""
    return ((b.y - a.y) * (point.x - a.x) - (b.x - a.x) * (point.y - a.y)) / math.dist(a, b)


# Boxes


def test_a_size_turned_swaps_width_and_height() -> None:
    assert Size(210, 297).turned() == Size(297, 210)


def test_a_box_knows_its_size_and_its_middle() -> None:
    box = Rect(left=10, top=20, right=40, bottom=100)
    assert box.size == Size(30, 80)
    assert box.center == Point(25, 60)


def test_a_box_moves_as_a_whole() -> None:
    assert Rect(1, 2, 3, 4).moved(Point(10, 20)) == Rect(11, 22, 13, 24)


def test_growing_pushes_each_edge_by_its_own_length() -> None:
    grown = Rect(left=10, top=20, right=30, bottom=40).grown(Sides(left=1, top=2, right=3, bottom=4))
    assert grown == Rect(left=9, top=18, right=33, bottom=44)


@modest
@given(boxes, st.builds(Sides, lengths, lengths, lengths, lengths))
def test_shrinking_undoes_growing(box: Rect, by: Sides) -> None:
    assert box.grown(by).grown(Sides(*(-length for length in by))) == box


def test_around_makes_a_box_of_the_size_about_the_point() -> None:
    assert around(Point(10, 100), width=4, height=6) == Rect(left=8, top=97, right=12, bottom=103)


@modest
@given(st.lists(points, min_size=1, max_size=8))
def test_bounds_are_the_smallest_box_that_holds_the_points(found: list[Point]) -> None:
    box = bounds(found)
    assert all(holds(box, point) for point in found)
    assert box.left in {p.x for p in found}
    assert box.right in {p.x for p in found}
    assert box.top in {p.y for p in found}
    assert box.bottom in {p.y for p in found}


@modest
@given(st.lists(st.lists(points, min_size=1, max_size=4), min_size=1, max_size=4))
def test_the_union_of_bounds_is_the_bounds_of_all(groups: list[list[Point]]) -> None:
    assert union(bounds(group) for group in groups) == bounds(point for group in groups for point in group)


def test_bounds_of_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="unpack"):
        bounds([])
    with pytest.raises(ValueError, match="unpack"):
        union([])


@pytest.mark.parametrize(
    "other",
    [
        Rect(10, 0, 20, 10),  # shares the right edge
        Rect(0, 10, 10, 20),  # shares the lower edge
        Rect(10, 10, 20, 20),  # shares a corner
        Rect(12, 0, 20, 10),
        Rect(0, 12, 10, 20),
        Rect(-20, 2, -1, 4),
    ],
)
def test_boxes_that_share_at_most_an_edge_do_not_overlap(other: Rect) -> None:
    box = Rect(0, 0, 10, 10)
    assert not box.overlaps(other)
    assert not other.overlaps(box)


@pytest.mark.parametrize("other", [Rect(9, 9, 20, 20), Rect(2, 2, 4, 4), Rect(-5, 4, 15, 6), Rect(0, 0, 10, 10)])
def test_boxes_that_share_an_area_overlap(other: Rect) -> None:
    box = Rect(0, 0, 10, 10)
    assert box.overlaps(other)
    assert other.overlaps(box)


@modest
@given(boxes, boxes)
def test_boxes_overlap_where_a_box_of_both_has_an_area(one: Rect, other: Rect) -> None:
    width = min(one.right, other.right) - max(one.left, other.left)
    height = min(one.bottom, other.bottom) - max(one.top, other.top)
    assume(min(*one.size, *other.size) > 0)
    assert one.overlaps(other) == (width > 0 and height > 0)


# Polylines


def test_shortening_cuts_whole_pieces_too() -> None:
    line = [Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10)]
    assert shorten(line, 0, 0) == line
    assert shorten(line, 2, 3) == [Point(2, 0), Point(10, 0), Point(10, 10), Point(3, 10)]
    assert shorten(line, 12, 14) == [Point(10, 2), Point(10, 6)]


def test_shortening_leaves_the_line_itself_alone() -> None:
    line = [Point(0, 0), Point(10, 0)]
    shorten(line, 1, 1)
    assert line == [Point(0, 0), Point(10, 0)]


@modest
@given(zigzags(), st.floats(0, 0.45), st.floats(0, 0.45))
def test_a_shortened_line_is_shorter_by_what_was_cut(line: list[Point], start: float, end: float) -> None:
    whole = length_of(line)
    cut = shorten(line, start * whole, end * whole)
    assert length_of(cut) == pytest.approx((1 - start - end) * whole, rel=1e-9)
    assert set(cut[1:-1]) <= set(line)


@modest
@given(zigzags())
def test_a_line_is_not_cut_by_more_than_it_is_long(line: list[Point]) -> None:
    with pytest.raises(ValueError, match="shorter than what is cut off"):
        shorten(line, 0.6 * length_of(line), 0.6 * length_of(line))


def test_an_offset_goes_to_the_left_of_the_course() -> None:
    assert offset([Point(0, 0), Point(10, 0)], 2) == [Point(0, -2), Point(10, -2)]  # to the right: upward
    assert offset([Point(0, 0), Point(0, 10)], 2) == [Point(2, 0), Point(2, 10)]  # downward: to the right


def test_an_offset_goes_outward_of_a_clockwise_course() -> None:
    square = [Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10)]
    assert offset(square, 1) == [Point(0, -1), Point(11, -1), Point(11, 11), Point(0, 11)]


@modest
@given(zigzags(), st.floats(-5, 5))
@example([Point(0, 0), Point(5, 3), Point(10, 0), Point(15, 3), Point(20, 0)], 2.5)
def test_an_offset_keeps_exactly_its_distance(line: list[Point], distance: float) -> None:
    shifted = offset(line, distance)
    assert len(shifted) == len(line)
    for (a, b), (c, d) in zip(pairwise(line), pairwise(shifted), strict=True):
        assert left_of(a, b, c) == pytest.approx(distance, abs=1e-9)
        assert left_of(a, b, d) == pytest.approx(distance, abs=1e-9)


@modest
@given(zigzags(), st.floats(-5, 5))
def test_the_ends_of_an_offset_lie_square_to_the_ends_of_the_line(line: list[Point], distance: float) -> None:
    shifted = offset(line, distance)
    assert math.dist(line[0], shifted[0]) == pytest.approx(abs(distance), abs=1e-9)
    assert math.dist(line[-1], shifted[-1]) == pytest.approx(abs(distance), abs=1e-9)


# Clipping


@pytest.mark.parametrize(
    ("start", "end", "part"),
    [
        (Point(2, 5), Point(8, 5), (Point(2, 5), Point(8, 5))),
        (Point(-5, 5), Point(15, 5), (Point(0, 5), Point(10, 5))),
        (Point(15, 5), Point(-5, 5), (Point(10, 5), Point(0, 5))),
        (Point(5, -5), Point(5, 15), (Point(5, 0), Point(5, 10))),
        (Point(-5, -5), Point(15, 15), (Point(0, 0), Point(10, 10))),
        (Point(5, 5), Point(15, 5), (Point(5, 5), Point(10, 5))),
        (Point(-5, 5), Point(5, -5), (Point(0, 0), Point(0, 0))),  # touches a corner
        (Point(0, -5), Point(0, 15), (Point(0, 0), Point(0, 10))),  # runs along an edge
        (Point(3, 3), Point(3, 3), (Point(3, 3), Point(3, 3))),
        (Point(-5, 2), Point(-1, 2), None),
        (Point(-5, -1), Point(15, -1), None),
        (Point(11, -5), Point(11, 15), None),
        (Point(-6, 5), Point(5, -6), None),  # passes a corner outside
        (Point(20, 20), Point(20, 20), None),
    ],
)
def test_a_line_is_clipped_to_a_box(start: Point, end: Point, part: tuple[Point, Point] | None) -> None:
    assert clipped(start, end, Rect(0, 0, 10, 10)) == part


@modest
@given(crossings())
def test_clipped_ends_lie_in_the_box_and_on_the_line(crossing: tuple[Point, Point, Point, Rect]) -> None:
    start, end, at, box = crossing
    part = clipped(start, end, box)
    assert part is not None
    for point in part:
        assert holds(box, point, 1e-9)
        assert math.dist(start, point) + math.dist(point, end) == pytest.approx(math.dist(start, end), abs=1e-6)
    first, last = part
    assert math.dist(start, first) <= math.dist(start, last) + 1e-9, "the course stays the same"
    assert math.dist(first, at) + math.dist(at, last) == pytest.approx(math.dist(first, last), abs=1e-6), "lost"


@modest
@given(crossings())
def test_a_clipped_end_is_an_end_of_the_line_or_lies_on_the_rim_of_the_box(
    crossing: tuple[Point, Point, Point, Rect],
) -> None:
    start, end, _, box = crossing
    part = clipped(start, end, box)
    assert part is not None
    for of_line, (x, y) in zip((start, end), part, strict=True):
        rim = min(abs(x - box.left), abs(x - box.right), abs(y - box.top), abs(y - box.bottom))
        assert math.dist(of_line, (x, y)) < 1e-9 or rim < 1e-9
