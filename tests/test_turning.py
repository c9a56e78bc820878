"""Turning by quarters: every kind of item lands where a plain turn of its points puts it, and looks turned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from typing import Any, assert_never

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image as Pixels

from printkit.drawing import (
    Document,
    Drawing,
    Image,
    Item,
    Page,
    Path,
    Segment,
    Stroke,
    Symbol,
    Text,
    circle,
    grey,
    polyline,
    rectangle,
    uses,
)
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Sides, Size
from printkit.layouts._backs import Axis, Place, mirrored
from printkit.render import RENDERERS
from printkit.theme import BLUE, GREEN, VERMILION
from printkit.turning import Quarters, Turner, turned_box, turned_point, turned_sides, turned_size
from tests.pictures import differing, of_pdf, of_svg

QUARTERS: tuple[Quarters, ...] = (0, 1, 2, 3)
WIDTH = 12.5  # mm, of every text in these tests where its box or its ends are asked for

# Numbers with few bits, so that what comes out is equal to the last bit
few = settings(max_examples=25, deadline=None)
lengths = st.integers(-400, 400).map(lambda n: n / 8)
sides_of_boxes = st.integers(1, 400).map(lambda n: n / 8)
points = st.builds(Point, lengths, lengths)
sizes = st.builds(Size, sides_of_boxes, sides_of_boxes)
boxes = st.builds(lambda at, size: Rect(0, 0, *size).moved(at), points, sizes)
bleeds = st.builds(Sides, *[st.integers(0, 40).map(lambda n: n / 8)] * 4)
turns: st.SearchStrategy[Any] = st.sampled_from((0, 90, 180, 270))
quarters_of: st.SearchStrategy[Quarters] = st.sampled_from(QUARTERS)


def _segments(corners: list[Point], handles: list[Point]) -> tuple[Segment, ...]:
    curves: list[Segment] = [("C", *a, *b, *a) for a, b in zip(handles[::2], handles[1::2], strict=False)]
    return (*polyline(corners), *curves, ("Z",))


paths = st.builds(
    lambda corners, handles, fill: Path(
        _segments(corners, handles), fill and grey(0.5), None if fill else Stroke(grey(1), 0.25, dash=(1.0, 2.0))
    ),
    st.lists(points, min_size=1, max_size=4),
    st.lists(points, max_size=4),
    st.sampled_from((None, grey(0.5))),
)
texts = st.builds(
    lambda at, anchor, turn, room: Text(at, "A word", 8, "bold", grey(1), anchor, turn, room),
    points,
    st.sampled_from(("start", "middle", "end")),
    turns,
    st.sampled_from((None, 20.0)),
)
images = st.builds(lambda box, turn: Image(box, b"bytes", "image/png", turn), boxes, turns)
plain: st.SearchStrategy[Item] = st.one_of(paths, texts, images)


def _drawings(items: st.SearchStrategy[Item]) -> st.SearchStrategy[Drawing]:
    return st.builds(
        lambda size, drawn, bleed, anchors, quiet: Drawing(size, tuple(drawn), bleed, anchors, tuple(quiet)),
        sizes,
        st.lists(items, max_size=4),
        bleeds,
        st.dictionaries(st.sampled_from(("A1", "B2", "C3")), points),
        st.lists(boxes, max_size=2),
    )


def _symbols(items: st.SearchStrategy[Item]) -> st.SearchStrategy[Item]:
    return st.one_of(items, st.builds(Symbol, _drawings(items), points, st.one_of(st.none(), boxes)))


items_of_all_kinds = st.recursive(plain, _symbols, max_leaves=6)
drawings = _drawings(items_of_all_kinds)

Placing = Callable[[Point], Point]


def corners(box: Rect) -> list[Point]:
    """Return the corners of a box, clockwise from the top left."""
    left, top, right, bottom = box
    return [Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)]


def span(places: Iterable[Point]) -> tuple[float, ...]:
    """Return the box of some points, so that it does not matter which corner comes first."""
    xs, ys = zip(*places, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def plotted(items: Iterable[Item], place: Placing) -> Iterator[tuple[Any, ...]]:
    """Say where all points of items come to lie: those that tell a turned thing from one that stands upright."""
    for item in items:
        match item:
            case Path():
                yield "path", *(segment[0] for segment in item.segments), *map(place, item.points())
            case Text():
                start, (x, y) = item.start(WIDTH), item.along
                end, up = Point(start.x + WIDTH * x, start.y + WIDTH * y), Point(start.x + y, start.y - x)
                yield "text", item.string, place(start), place(end), place(up)
            case Image():
                first = item.turn_deg // 90  # the box's corner that the picture's own top left one lies in
                ring = corners(item.box)
                yield "image", item.data, *(place(ring[(first + i) % 4]) for i in range(4))
            case Symbol():
                at = item.at

                def inner(point: Point, at: Point = at) -> Point:
                    return place(Point(point.x + at.x, point.y + at.y))

                yield "symbol", span(map(inner, corners(Rect(0, 0, *item.drawing.size))))
                if item.clip is not None:
                    yield "clip", span(map(inner, corners(item.clip)))
                yield from plotted_drawing(item.drawing, inner)
            case _:
                assert_never(item)


def plotted_drawing(drawing: Drawing, place: Placing) -> Iterator[tuple[Any, ...]]:
    whole = Rect(0, 0, *drawing.size)
    yield "size", span(map(place, corners(whole)))
    yield "bleed", span(map(place, corners(whole.grown(drawing.bleed))))
    yield from (("anchor", name, place(at)) for name, at in drawing.anchors.items())
    yield from (("quiet", span(map(place, corners(box)))) for box in drawing.quiet)
    yield from plotted(drawing.items, place)


def as_it_is(point: Point) -> Point:
    return point


def turned(size: Size, quarters: Quarters) -> Placing:
    """Return the turn of a surface as a rotation of the plane, whose box is then moved back to the origin."""
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters]
    ring = [(cos * x - sin * y, sin * x + cos * y) for x, y in corners(Rect(0, 0, *size))]
    left, top = min(x for x, _ in ring), min(y for _, y in ring)

    def place(point: Point) -> Point:
        x, y = point
        return Point(cos * x - sin * y - left, sin * x + cos * y - top)

    return place


# Where everything lands


@few
@given(drawings, quarters_of)
def test_a_turned_drawing_has_all_its_points_where_a_rotation_puts_them(
    drawing: Drawing, quarters: Quarters
) -> None:
    found = list(plotted_drawing(Turner().drawing(drawing, quarters), as_it_is))
    assert found == list(plotted_drawing(drawing, turned(drawing.size, quarters)))


@few
@given(st.lists(items_of_all_kinds, max_size=4), sizes, quarters_of)
def test_items_of_a_surface_turn_with_it(items: list[Item], size: Size, quarters: Quarters) -> None:
    found = list(plotted([Turner().item(item, size, quarters) for item in items], as_it_is))
    assert found == list(plotted(items, turned(size, quarters)))


@few
@given(texts, sizes, quarters_of)
def test_the_box_of_a_text_turns_with_the_text(text: Text, size: Size, quarters: Quarters) -> None:
    new = Turner().item(text, size, quarters)
    assert isinstance(new, Text)
    assert new.bounds(WIDTH) == pytest.approx(turned_box(text.bounds(WIDTH), size, quarters))
    assert new.start(WIDTH) == pytest.approx(turned_point(text.start(WIDTH), size, quarters))


def test_one_quarter_is_clockwise() -> None:
    assert turned_point(Point(0, 0), Size(30, 20), 1) == (20, 0)
    assert turned_point(Point(30, 0), Size(30, 20), 1) == (20, 30)
    assert turned_sides(Sides(1, 2, 3, 4), 1) == (4, 1, 2, 3)  # what was on the left is on top
    text = Turner().item(Text(Point(5, 4), "A", 8), Size(30, 20), 1)
    assert isinstance(text, Text)
    assert (text.at, text.turn_deg) == ((16, 5), 90)


# Round and back


@few
@given(items_of_all_kinds, sizes)
def test_four_quarters_leave_every_item_as_it_was(item: Item, size: Size) -> None:
    turner, now, surface = Turner(), item, size
    for _ in range(4):
        now, surface = turner.item(now, surface, 1), turned_size(surface, 1)
    assert (now, surface) == (item, size)


@few
@given(drawings)
def test_four_quarters_leave_a_drawing_as_it_was(drawing: Drawing) -> None:
    turner, now = Turner(), drawing
    for _ in range(4):
        now = turner.drawing(now, 1)
    assert now == drawing


@few
@given(drawings, quarters_of, quarters_of)
def test_turns_add_up(drawing: Drawing, first: Quarters, second: Quarters) -> None:
    whole = QUARTERS[(first + second) % 4]
    assert Turner().drawing(Turner().drawing(drawing, first), second) == Turner().drawing(drawing, whole)


@few
@given(bleeds, boxes, points, sizes, quarters_of)
def test_boxes_points_sides_and_sizes_turn_back(
    bleed: Sides, box: Rect, point: Point, size: Size, quarters: Quarters
) -> None:
    back = QUARTERS[-quarters % 4]
    there = turned_size(size, quarters)
    assert turned_size(there, back) == size
    assert turned_sides(turned_sides(bleed, quarters), back) == bleed
    assert turned_box(turned_box(box, size, quarters), there, back) == box
    assert turned_point(turned_point(point, size, quarters), there, back) == point


@few
@given(boxes, quarters_of, st.sampled_from(("upright", "level")), lengths)
def test_a_place_mirrored_twice_is_the_place(box: Rect, quarters: Quarters, axis: Axis, at: float) -> None:
    place = Place(box, quarters)
    there = mirrored(place, axis, at)
    assert mirrored(there, axis, at) == place
    assert there.box.size == box.size
    middle, far = box.center, there.box.center
    both = (middle.x + far.x) / 2, (middle.y + far.y) / 2
    assert both == ((at, middle.y) if axis == "upright" else (middle.x, at))


# Drawings that are used several times


@few
@given(st.lists(drawings, min_size=1, max_size=3), st.data(), quarters_of)
def test_shared_drawings_stay_shared(made: list[Drawing], data: st.DataObject, quarters: Quarters) -> None:
    chosen = data.draw(st.lists(st.tuples(st.integers(0, len(made) - 1), points), min_size=1, max_size=6))
    outer = Drawing(Size(40, 30), tuple(Symbol(made[i], at) for i, at in chosen))
    page = Page(
        "t", Size(100, 80), Rect(5, 5, 95, 75), (Symbol(outer, Point(1, 2)), Symbol(outer, Point(3, 4))), ()
    )
    new = Turner().page(page, quarters)
    assert sorted(uses(new.pieces).values()) == sorted(uses(page.pieces).values())


def test_a_drawing_is_turned_once_for_each_turn_and_not_at_all_for_none() -> None:
    drawing, other = (Drawing(Size(20, 10), (Text(Point(1, 5), "A", 8),)) for _ in range(2))
    turner = Turner()
    assert turner.drawing(drawing, 0) is drawing
    assert turner.drawing(drawing, 1) is turner.drawing(drawing, 1)
    assert turner.drawing(drawing, 1) is not turner.drawing(drawing, 3)
    assert turner.drawing(other, 1) is not turner.drawing(drawing, 1)
    symbols = [turner.symbol(Symbol(drawing, Point(i, i)), Size(50, 40), 1) for i in range(3)]
    assert len({id(symbol.drawing) for symbol in symbols}) == 1


def test_a_turner_keeps_what_it_turned_so_that_no_other_drawing_is_taken_for_it() -> None:
    turner = Turner()
    for i in range(200):  # each drawing goes at once, and the next may come to lie in its place
        new = turner.drawing(Drawing(Size(20, 10), (Text(Point(0, 0), str(i), 8),)), 1)
        (item,) = new.items
        assert isinstance(item, Text)
        assert item.string == str(i)


# What it looks like


def picture() -> bytes:
    """Return a PNG of 3 × 2 large pixels, no two of one colour."""
    colours = ["#d55e00", "#0072b2", "#009e73", "#000000", "#f0e442", "#999999"]
    image = Pixels.new("RGB", (3, 2))
    for i, name in enumerate(colours):
        image.paste(name, (i % 3, i // 3, i % 3 + 1, i // 3 + 1))
    file = BytesIO()
    image.resize((48, 32), Pixels.Resampling.NEAREST).save(file, "PNG")
    return file.getvalue()


def scene() -> Drawing:
    """Return a drawing with an item of each kind, of which none looks the same when turned."""
    data = picture()
    arrow = polyline([Point(0, 4), Point(6, 4), Point(6, 7), Point(10, 2), Point(6, 0)], closed=True)
    small = Drawing(Size(10, 7), (Path(arrow, VERMILION), Text(Point(1, 3), "up", 7)))
    return Drawing(
        Size(50, 30),
        (
            Path(rectangle(Rect(0, 0, 50, 30)), grey(0.06)),
            Path(circle(Point(8, 8), 5), BLUE, Stroke(grey(1), 0.5)),
            Path(polyline([Point(2, 28), Point(30, 27)]), stroke=Stroke(GREEN, 1.0, "round", (2.0, 2.0))),
            Image(Rect(16, 2, 28, 10), data, "image/png"),
            Image(Rect(30, 2, 38, 14), data, "image/png", 90),
            Image(Rect(40, 2, 49, 8), data, "image/png", 180),
            Image(Rect(40, 10, 44, 16), data, "image/png", 270),
            Text(Point(15, 20), "Turned", 11, "bold", anchor="middle"),
            Text(Point(49, 29), "right", 8, "regular", anchor="end", turn_deg=90),
            Symbol(small, Point(26, 16)),
            Symbol(small, Point(37, 18), Rect(0, 0, 7, 5)),
        ),
    )


def shown(pieces: tuple[Symbol, ...], paper: Size) -> Document:
    return Document("t", "t", "t", (Page("t", paper, Rect(0, 0, *paper), pieces, ()),))


LIKE = 30  # pixels of 96000 that may differ: letters are set on a grid of their own


@pytest.mark.parametrize("format_name", ["pdf", "svg"])
@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_drawing_is_the_turned_picture(fonts: Fonts, format_name: str, quarters: Quarters) -> None:
    drawing = scene()
    read: Callable[[bytes], Any] = of_pdf if format_name == "pdf" else of_svg
    pictures = {}
    for turn in (0, quarters):
        new = Turner().drawing(drawing, turn)
        (data,) = RENDERERS[format_name].render(shown((Symbol(new, Point(0, 0)),), new.size), fonts)
        pictures[turn] = read(data)
    assert (pictures[0] < 128).any(axis=-1).mean() > 0.05
    expected = np.ascontiguousarray(np.rot90(pictures[0], -quarters))
    assert differing(expected, pictures[quarters]) <= LIKE
    wrong = np.ascontiguousarray(np.rot90(pictures[0], 2 - quarters))  # half a turn more or less is seen
    assert differing(wrong, pictures[quarters]) > 100 * LIKE


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_page_is_the_turned_picture(fonts: Fonts, quarters: Quarters) -> None:
    drawing, paper = scene(), Size(80, 60)
    marks = (
        Text(Point(4, 56), "a mark", 8),
        Path(polyline([Point(70, 4), Point(76, 20)]), stroke=Stroke(BLUE, 1)),
    )
    pieces = (Symbol(drawing, Point(3, 4)), Symbol(drawing, Point(55, 10), Rect(0, 0, 20, 30)))
    page = Page("t", paper, Rect(1, 2, 77, 56), pieces, marks)
    new = Turner().page(page, quarters)
    assert new.printable == span(map(turned(paper, quarters), corners(page.printable)))
    pictures = [of_pdf(RENDERERS["pdf"].render(Document("t", "t", "t", (one,)), fonts)[0]) for one in (page, new)]
    assert differing(np.ascontiguousarray(np.rot90(pictures[0], -quarters)), pictures[1]) <= LIKE
