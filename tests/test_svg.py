"""SVGs: true scale, outlines for text, everything defined once, and each kind of item as in the PDF."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from io import BytesIO
from typing import Literal

import pytest
from fontTools.subset import Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from printkit.drawing import (
    Colour,
    Document,
    Drawing,
    Item,
    Page,
    Path,
    Segment,
    Stroke,
    Symbol,
    Text,
    circle,
    grey,
    items_in,
    line,
    polyline,
    rectangle,
)
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Size, around
from printkit.pipeline import document_of
from printkit.render import RENDERERS
from printkit.units import MM_PER_POINT
from tests.conftest import Maker, load
from tests.pictures import differing, of_pdf, of_svg

NAMESPACE = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
PAPER = Size(40, 30)
CROSSINGS = 12  # pixels of 77,000 may differ: where edges cross, PDFium and cairo blend in another order
RED, BLUE = Colour((0.84, 0.37, 0), (0, 0.6, 1, 0.1)), Colour((0, 0.45, 0.7), (1, 0.45, 0, 0.15))
HEXAGON = tuple(
    Point(20 + x, 15 + y) for x, y in ((9, 0), (4.5, 7.8), (-4.5, 7.8), (-9, 0), (-4.5, -7.8), (4.5, -7.8))
)


def document(*items: Item) -> Document:
    """Put items on a page of their own."""
    page = Page("page 1/1", PAPER, Rect(0, 0, *PAPER), (Symbol(Drawing(PAPER, items), Point(0, 0)),), ())
    return Document("A title & more", "subject", "Somebody", (page,))


def svg(fonts: Fonts, *items: Item) -> ET.Element:
    (data,) = RENDERERS["svg"].render(document(*items), fonts)
    return ET.fromstring(data)


def named(root: ET.Element, name: str) -> list[ET.Element]:
    return root.findall(f".//{NAMESPACE}{name}")


def is_same_picture(fonts: Fonts, *items: Item) -> bool:
    (pdf,), (svg,) = (RENDERERS[name].render(document(*items), fonts) for name in ("pdf", "svg"))
    one, other = of_pdf(pdf), of_svg(svg)
    assert (one < 255).any()
    return differing(one, other) <= CROSSINGS


# What the file holds


@pytest.mark.parametrize(("paper", "sides"), [("a4", ("297", "210")), ("letter", ("279.4", "215.9"))])
def test_true_scale(made: Maker, fonts: Fonts, paper: str, sides: tuple[str, str]) -> None:
    (data,) = RENDERERS["svg"].render(document_of(made("board", paper)), fonts)
    root = ET.fromstring(data)
    assert (root.get("width"), root.get("height")) == tuple(f"{side}mm" for side in sides)
    assert root.get("viewBox") == f"0 0 {sides[0]} {sides[1]}"


def test_title_and_credit_are_escaped(fonts: Fonts) -> None:
    root = svg(fonts, Text(Point(5, 5), 'a < "b" & c', 9))
    assert [element.text for element in (*named(root, "title"), *named(root, "desc"))] == [
        "A title & more, page 1/1",
        "Somebody",
    ]
    assert [g.get("aria-label") for g in named(root, "g") if g.get("role") == "img"] == ['a < "b" & c']


@pytest.mark.parametrize("asset", load().assets)
def test_every_text_is_outlines_under_its_words(made: Maker, fonts: Fonts, asset: str) -> None:
    document = document_of(made(asset, "a4"))
    for page, data in zip(document.pages, RENDERERS["svg"].render(document, fonts), strict=True):
        root = ET.fromstring(data)
        assert named(root, "text") == []
        found = {g.get("aria-label") for g in named(root, "g") if g.get("role") == "img"}
        items = (item for item, _ in items_in((*page.pieces, *page.marks)))
        assert found == {item.string for item in items if isinstance(item, Text)}


@pytest.mark.parametrize("asset", load().assets)
def test_names_are_given_once_and_each_is_used(made: Maker, fonts: Fonts, asset: str) -> None:
    for data in RENDERERS["svg"].render(document_of(made(asset, "a4")), fonts):
        root = ET.fromstring(data)
        names = [element.get("id") for element in root.iter() if element.get("id")]
        used = {(element.get(HREF) or "").removeprefix("#") for element in named(root, "use")}
        used |= {name for g in named(root, "g") for name in re.findall(r"url\(#(.*)\)", g.get("clip-path", ""))}
        assert len(names) == len(set(names))
        assert set(names) == used


def test_the_same_input_gives_the_same_bytes(made: Maker, fonts: Fonts) -> None:
    document = document_of(made("rules", "a4"))
    first = RENDERERS["svg"].render(document, fonts)
    assert RENDERERS["svg"].render(document, fonts) == first


def test_letters_stand_where_harfbuzz_puts_them(fonts: Fonts) -> None:
    """The places of the outlines are the sums of the advances, kerned, in the units of the font."""
    string = "AVATAR To"
    (group,) = (g for g in named(svg(fonts, Text(Point(3, 20), string, 12, "bold")), "g") if g.get("aria-label"))
    advances = fonts.advances(string, "bold")
    places = [sum(advances[:i]) for i, letter in enumerate(string) if letter != " "]
    assert [float(use.get("x", 0)) for use in group] == pytest.approx(places, abs=1e-3)
    assert places[1] < fonts.advances("A", "bold")[0]  # A and V are kerned
    scale = 12 * MM_PER_POINT / 1000
    matrix = [float(v) for v in re.findall(r"[-.\d]+", group.get("transform", ""))]
    assert matrix == pytest.approx([scale, 0, 0, -scale, 3, 20], abs=1e-8)


def test_a_glyph_and_a_drawing_used_several_times_are_defined_once(fonts: Fonts) -> None:
    inner = Drawing(Size(5, 5), (Path(circle(Point(2, 2), 2), fill=RED), Text(Point(0, 4), "aa", 8)))
    outer = Drawing(Size(12, 6), (Symbol(inner, Point(0, 0)), Symbol(inner, Point(6, 0))))
    root = svg(fonts, Symbol(outer, Point(1, 1)), Symbol(outer, Point(1, 12)), Text(Point(20, 20), "aaa", 12))
    assert len(named(root, "path")) == 2  # the circle and the letter
    assert {element.get("id") for element in root.iter() if element.get("id")} == {
        "regular-61",
        "drawing-1",
        "drawing-2",
    }
    once = svg(fonts, Symbol(inner, Point(1, 1)))
    assert [element.get("id") for element in named(once, "g") if element.get("id")] == []


# Each kind of item as in the PDF

CROSSED = polyline(HEXAGON[::2] + HEXAGON[1::2], closed=True)  # winds twice about its middle
CURVE: tuple[Segment, ...] = (
    ("M", 5, 20),
    ("C", 10, -10, 15, 45, 22, 12),
    ("L", 34, 22),
    ("C", 38, 5, 30, 2, 25, 6),
)
RING = circle(Point(20, 15), 10) + polyline(
    (Point(15, 15), Point(20, 20), Point(25, 15), Point(20, 10)), closed=True
)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(Path(rectangle(Rect(5, 4, 31.3, 22.7)), fill=RED), id="fill"),
        pytest.param(Path(CROSSED, fill=grey(0.4)), id="nonzero winding"),
        pytest.param(Path(RING, fill=BLUE), id="two outlines"),
        pytest.param(Path(line(Point(4, 4), Point(35, 24)), stroke=Stroke(RED, 0.15)), id="thin stroke"),
        pytest.param(Path(line(Point(6, 6), Point(33, 24)), stroke=Stroke(BLUE, 4)), id="butt ends"),
        pytest.param(Path(line(Point(6, 6), Point(33, 24)), stroke=Stroke(BLUE, 4, "round")), id="round ends"),
        pytest.param(Path(polyline(HEXAGON, closed=True), stroke=Stroke(grey(1), 4)), id="round joins"),
        pytest.param(Path(polyline(HEXAGON[:3], closed=True), stroke=Stroke(grey(1), 3)), id="sharp corners"),
        pytest.param(Path(polyline(HEXAGON, closed=True), RED, Stroke(BLUE, 1.2)), id="fill and stroke"),
        pytest.param(Path(polyline(HEXAGON), RED, Stroke(BLUE, 1.2)), id="open outline"),
        pytest.param(Path(circle(Point(20, 15), 11), grey(0.1), Stroke(RED, 2)), id="circle"),
        pytest.param(Path(CURVE, stroke=Stroke(grey(0.6), 1.5, "round")), id="curves"),
        pytest.param(Path((*CURVE, ("Z",)), BLUE, Stroke(grey(1), 1.5)), id="closed curves"),
        pytest.param(
            Path(line(Point(3, 15), Point(37, 15)), stroke=Stroke(grey(1), 1, dash=(3.0, 1.5))), id="dashes"
        ),
        pytest.param(
            Path(polyline(HEXAGON, closed=True), stroke=Stroke(grey(1), 1, "round", (0.5, 2.0))), id="dots"
        ),
        pytest.param(
            Path(polyline(HEXAGON), stroke=Stroke(RED, 0.8, dash=(4.0, 1.0, 2.0))), id="an odd number of dashes"
        ),
    ],
)
def test_paths(fonts: Fonts, path: Path) -> None:
    assert is_same_picture(fonts, path)


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
@pytest.mark.parametrize("turn", [0, 90, 270])
def test_text(fonts: Fonts, anchor: str, turn: int) -> None:
    texts = [
        Text(Point(20, 15), "AVjÅ(", 14, "regular", BLUE, anchor, turn),  # type: ignore[arg-type]
        Text(Point(24, 12), "To. 7", 9, "bold", RED, anchor, turn),  # type: ignore[arg-type]
    ]
    assert is_same_picture(fonts, *texts, Path(rectangle(Rect(19.8, 14.8, 20.2, 15.2)), fill=grey(1)))


def test_a_font_of_other_units(fonts: Fonts) -> None:
    """Many fonts of one's own have 2048 units in an em instead of 1000."""
    text = Text(Point(4, 18), "AVATAR Tå", 18)
    font = TTFont(BytesIO(fonts.face("regular").data))
    font.cfg["fontTools.ttLib.tables.otBase:USE_HARFBUZZ_REPACKER"] = False  # older versions use it in an old way
    few = Subsetter()
    few.populate(text=text.string)
    few.subset(font)
    scale_upem(font, 2048)
    buffer = BytesIO()
    font.save(buffer)
    scaled = Fonts(lambda _: buffer.getvalue())
    assert is_same_picture(scaled, text)
    (one,), (other,) = (RENDERERS["svg"].render(document(text), f) for f in (fonts, scaled))
    assert one != other
    assert differing(of_svg(one), of_svg(other)) == 0


def test_a_later_item_covers_an_earlier_one(fonts: Fonts) -> None:
    assert is_same_picture(
        fonts,
        Text(Point(4, 20), "Quadrant", 20, "bold"),
        Path(rectangle(Rect(10, 5, 20, 25)), fill=RED),
        Path(rectangle(Rect(15, 12, 30, 22)), fill=grey(0), stroke=Stroke(BLUE, 1)),
    )


STONE = Drawing(Size(6, 6), (Path(circle(Point(3, 3), 2.5), BLUE), Text(Point(3, 4), "Å", 9, anchor="middle")))
PAIR = Drawing(Size(14, 6), (Symbol(STONE, Point(0, 0)), Symbol(STONE, Point(7.3, 0.4))))


@pytest.mark.parametrize(
    "items",
    [
        pytest.param([Symbol(STONE, Point(3, 7))], id="once"),
        pytest.param([Symbol(STONE, Point(3, 7)), Symbol(STONE, Point(0, 0))], id="twice"),
        pytest.param([Symbol(PAIR, Point(3, 2)), Symbol(PAIR, Point(17, 12))], id="nested"),
        pytest.param([Symbol(PAIR, Point(3, 2), Rect(2, 1, 10, 5))], id="clipped"),
        pytest.param(
            [Symbol(STONE, Point(3, 9), Rect(0, 0, 3, 6)), Symbol(PAIR, Point(14, 9), Rect(0, 0, 3, 6))],
            id="the same clip twice",
        ),
    ],
)
def test_symbols(fonts: Fonts, items: list[Item]) -> None:
    assert is_same_picture(fonts, *items)


places = st.tuples(st.integers(60, 340), st.integers(60, 240)).map(lambda at: Point(at[0] / 10, at[1] / 10))
colours = st.sampled_from([RED, BLUE, grey(0.25), grey(1)])
caps: st.SearchStrategy[Literal["butt", "round"]] = st.sampled_from(["butt", "round"])
strokes = st.tuples(colours, st.sampled_from([0.3, 0.7, 2.0]), caps).map(lambda v: Stroke(*v))
shapes = st.one_of(
    st.tuples(places, st.integers(1, 9)).map(lambda v: circle(*v)),
    st.tuples(places, st.integers(1, 12)).map(lambda v: rectangle(around(v[0], v[1], v[1]))),
    st.tuples(places, places).filter(lambda v: math.dist(*v) > 1).map(lambda v: line(*v)),
)
paths = st.tuples(shapes, st.none() | colours, strokes).map(lambda v: Path(*v))
texts = st.tuples(
    places,
    st.text("AVWToj. 47", min_size=1, max_size=8),
    st.sampled_from([8.0, 13.5]),
    st.sampled_from(["regular", "medium", "bold"]),
    colours,
    st.sampled_from(["start", "middle", "end"]),
    st.sampled_from([0, 90, 270]),
).map(lambda v: Text(*v))


def geometry(item: Path | Text) -> object:
    """Return what two items may not share: an edge drawn twice is blended twice by cairo."""
    return item.segments if isinstance(item, Path) else item.at


@given(items=st.lists(paths | texts, min_size=1, max_size=4, unique_by=geometry))
@settings(max_examples=25, deadline=None, derandomize=True, phases=[Phase.generate])  # shrinking takes minutes
def test_any_drawing_is_the_same_picture(fonts: Fonts, items: list[Item]) -> None:
    frame = Path(rectangle(Rect(1, 1, 39, 29)), stroke=Stroke(grey(1), 0.5))
    assert is_same_picture(fonts, *items, frame)
