"""What the PDFs hold, measured in the files: positions, sizes, boxes, fonts, words, pixels."""

from __future__ import annotations

import math
from collections import defaultdict
from io import BytesIO
from itertools import takewhile

import numpy as np
import pikepdf
import pypdfium2
import pytest

from printkit import library, pipeline
from printkit.art._boards import BoardPlan
from printkit.drawing import Document, Drawing, Page, Path, Symbol, grey, polyline, rectangle
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Size
from printkit.hexgrid import Hex, HexLayout, inner_edges
from printkit.render import RENDERERS
from printkit.spec import Game
from tests.conftest import ASSETS, PAPERS, Maker, Renderer
from tests.pdf_reading import Line, Pair, lines, pixels, words

BOARD_ASSETS = ("board", "sheet", "sheet-2", "sheet-4")
ACROSS_FLATS = {"board": 14.5, "sheet": 14.6, "sheet-2": 9.6, "sheet-4": 7.0}
BOARDS = {"board": 1, "sheet": 1, "sheet-2": 2, "sheet-4": 4}
GRID_WIDTHS = (0.35, 0.3, 0.7, 1.2)  # mm: cells and outline of boards and of sheets


def hexagons(found: list[Line], side: float) -> list[list[Pair]]:
    """Find the cells that lines of about this length enclose: the faces of their plane graph with six corners."""
    corners: dict[tuple[int, int], Pair] = {}

    def corner(point: Pair) -> tuple[int, int]:
        near = round(point[0] * 20), round(point[1] * 20)  # twentieths of a mm
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if (near[0] + dx, near[1] + dy) in corners:
                    return near[0] + dx, near[1] + dy
        corners[near] = point
        return near

    links: defaultdict[tuple[int, int], set[tuple[int, int]]] = defaultdict(set)
    for start, end, _, _ in found:
        if abs(math.dist(start, end) - side) < 0.2:
            a, b = corner(start), corner(end)
            links[a].add(b)
            links[b].add(a)

    def turn(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
        """Take the sharpest turn to the same hand at the end of a → b."""
        back = math.atan2(a[1] - b[1], a[0] - b[0])
        others = links[b] - {a} or {a}
        return min(others, key=lambda c: (math.atan2(c[1] - b[1], c[0] - b[0]) - back) % math.tau)

    faces = set()
    for a in links:
        for b in links[a]:
            face = [a, b]
            while len(face) < 8 and (c := turn(face[-2], face[-1])) != face[0]:
                face.append(c)
            if len(face) == 6:
                least = face.index(min(face))
                faces.add(tuple(face[least:] + face[:least]))
    return [[corners[name] for name in face] for face in faces]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("asset", BOARD_ASSETS)
def test_cells_are_regular_hexagons_of_the_size_in_the_spec(pdf: Renderer, asset: str, paper: str) -> None:
    across_flats = ACROSS_FLATS[asset]
    side = across_flats / math.sqrt(3)
    drawn = [line for line in lines(pdf(asset, paper)) if any(abs(line.width - w) < 0.01 for w in GRID_WIDTHS)]
    cells = hexagons(drawn, side)
    assert len(cells) == 100 * BOARDS[asset]
    for corners in cells:
        for i in range(6):
            a, b, c, d = (corners[(i + k) % 6] for k in (0, 1, 3, 4))
            assert math.dist(a, b) == pytest.approx(side, abs=0.01)
            middle, opposite = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), ((c[0] + d[0]) / 2, (c[1] + d[1]) / 2)
            assert math.dist(middle, opposite) == pytest.approx(across_flats, abs=0.01)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("diamond", ["wide", "tall"])
def test_corner_cells_by_the_words_that_are_printed(pdf: Renderer, paper: str, diamond: str) -> None:
    changes = ("board.diamond=tall", "assets.board.across_flats=13 mm") if diamond == "tall" else ()
    labels = list(takewhile(lambda word: word.text != "Upper", words(pdf("board", paper, *changes))))
    assert len(labels) == 40

    def outermost(x: float, y: float) -> set[str]:
        """Name the two words that lie furthest in a direction."""
        return {word.text for word in sorted(labels, key=lambda word: word.x * x + word.y * y)[-2:]}

    assert outermost(0, 1) == {"A", "1"}  # A1 at the bottom
    assert outermost(0, -1) == {"J", "10"}  # J10 at the top
    assert outermost(-1, 0) == {"A", "10"}  # A10 at the left
    assert outermost(1, 0) == {"J", "1"}  # J1 at the right


@pytest.mark.parametrize("paper", PAPERS)
def test_each_row_runs_from_its_letter_to_its_letter(pdf: Renderer, made: Maker, paper: str) -> None:
    page = made("board", paper).pages[0]
    (piece,) = page.pieces
    found = words(pdf("board", paper))
    for letter in "ABCDEFGHIJ":
        ends = [(w.x, w.y) for w in found if w.text == letter]
        assert len(ends) == 2
        for number in (1, 10):
            x, y = piece.drawing.anchors[f"{letter}{number}"]
            nearest = min(math.dist((x + piece.at.x, y + piece.at.y), end) for end in ends)
            assert nearest == pytest.approx(14.5 / math.sqrt(3) + 8.0, abs=0.6)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("asset", BOARD_ASSETS)
def test_anchors_are_the_middles_of_the_printed_cells(pdf: Renderer, made: Maker, asset: str, paper: str) -> None:
    drawn = [line for line in lines(pdf(asset, paper)) if any(abs(line.width - w) < 0.01 for w in GRID_WIDTHS)]
    middles = [np.mean(face, axis=0) for face in hexagons(drawn, ACROSS_FLATS[asset] / math.sqrt(3))]
    for piece in made(asset, paper).pages[0].pieces:
        for x, y in piece.drawing.anchors.values():
            nearest = min(math.dist((x + piece.at.x, y + piece.at.y), middle) for middle in middles)
            assert nearest < 0.01


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("asset", ASSETS)
def test_true_scale_boxes_and_viewer_settings(pdf: Renderer, asset: str, paper: str) -> None:
    sizes = {"a4": {210.0, 297.0}, "letter": {215.9, 279.4}}
    with pikepdf.open(BytesIO(pdf(asset, paper))) as file:
        assert file.Root.ViewerPreferences.PrintScaling == "/None"
        assert file.docinfo["/Title"] == f"Quadrant Hex: {asset}"
        assert "Steven Meyers" in str(file.docinfo["/Author"])
        pages = [f"{asset} 1/2 · A1", f"{asset} 2/2 · B1"] if asset == "board-large" else [f"{asset} 1/1"]
        assert [str(label["/P"]) for label in list(file.Root.PageLabels.Nums)[1::2]] == pages
        with file.open_outline() as outline:
            assert [entry.title for entry in outline.root] == pages
        for page in file.pages:
            media, trim, bleed = (
                [float(v) * 25.4 / 72 for v in page.obj[key]] for key in ("/MediaBox", "/TrimBox", "/BleedBox")
            )
            assert {round(side, 2) for side in media[2:]} == sizes[paper]
            assert media[0] <= bleed[0] <= trim[0] < trim[2] <= bleed[2] <= media[2]
            assert media[1] <= bleed[1] <= trim[1] < trim[3] <= bleed[3] <= media[3]
            assert "/ArtBox" not in page.obj


@pytest.mark.parametrize("asset", ASSETS)
def test_every_font_is_embedded_and_subset(pdf: Renderer, asset: str) -> None:
    names = set()
    with pikepdf.open(BytesIO(pdf(asset, "a4"))) as file:
        for item in file.objects:
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font":
                names.add(str(item["/BaseFont"]))
                assert len(item["/FontDescriptor"]["/FontFile2"].read_bytes()) > 1000
    assert names <= {f"/AAAAAA+FiraSans-{weight}" for weight in ("Regular", "Medium", "Bold")}
    assert len(names) == (1 if asset == "stones" else 3)


@pytest.mark.parametrize("asset", ASSETS)
def test_the_same_input_gives_the_same_bytes(pdf: Renderer, asset: str) -> None:
    game = library.load_game("quadrant-hex")
    fonts = library.fonts_of(game)
    again = pipeline.make(game, game.assets[asset], pipeline.sheet_of("a4", None), fonts)
    assert pipeline.rendered(again, fonts, pipeline.target_of("pdf")) == (pdf(asset, "a4"),)


def test_words_are_real_text_in_reading_order(pdf: Renderer) -> None:
    with pypdfium2.PdfDocument(pdf("board", "a4")) as file:
        text = file[0].get_textpage().get_text_bounded()
    assert "Quadrant Hex" in text
    assert "upper right – lower left" in text
    assert "print at 100 %" in text


def test_words_take_the_width_that_was_measured(pdf: Renderer, fonts: Fonts) -> None:
    """The title as printed is as wide as HarfBuzz says, less the side bearings of its first and last letter."""
    title = [word for word in words(pdf("board", "a4")) if word.text == "Quadrant"]
    assert len(title) >= 1
    with pypdfium2.PdfDocument(pdf("board", "a4")) as file:
        page = file[0].get_textpage()
        searcher = page.search("Quadrant")
        index, count = searcher.get_next()
        left = page.get_charbox(index, loose=True)[0]
        right = page.get_charbox(index + count, loose=True)[0]  # where the space begins
    assert (right - left) * 25.4 / 72 == pytest.approx(fonts.width("Quadrant", "bold", 22), abs=0.05)


def page_of(drawing: Drawing) -> Document:
    size = drawing.size
    page = Page("test", size, Rect(0, 0, *size), (Symbol(drawing, Point(0, 0)),), ())
    return Document("test", "test", "test", (page,))


def seam_pixels(paths: list[Path], layout: HexLayout, cells: tuple[Hex, ...], fonts: Fonts) -> int:
    """Count the pixels of another colour along the edges between filled cells, from 0.15 to 0.85 of each edge."""
    dpi = 150
    (data,) = RENDERERS["pdf"].render(page_of(Drawing(Size(120, 120), tuple(paths))), fonts)
    image = pixels(data, dpi)
    fill = image[round(85.7 / 25.4 * dpi), round(60 / 25.4 * dpi)]
    assert fill < 255
    off = 0
    for edge, _ in inner_edges(cells, layout.orientation):
        (x0, y0), (x1, y1) = layout.side(*edge)
        for share in np.linspace(0.15, 0.85, 30):
            x, y = x0 + share * (x1 - x0), y0 + share * (y1 - y0)
            off += int(image[int(y / 25.4 * dpi), int(x / 25.4 * dpi)] != fill)
    return off


def test_no_pixel_is_off_colour_between_filled_hexes(game: Game, fonts: Fonts) -> None:
    """A region is filled as one outline; hexes filled one by one show seams, and the count sees them."""
    plan = BoardPlan(game.board, 10.0, Point(60, 105.7))
    region = game.board.regions["lower"]
    layout = plan.layout
    whole = [Path(polyline(outline, closed=True), fill=grey(0.3)) for outline in plan.area(region)]
    single = [Path(polyline(layout.corners(cell), closed=True), fill=grey(0.3)) for cell in region.cells]
    assert seam_pixels(whole, layout, region.cells, fonts) == 0
    assert seam_pixels(single, layout, region.cells, fonts) > 50


def test_a_drawing_used_several_times_is_written_once(fonts: Fonts) -> None:
    inner = Drawing(Size(20, 20), (Path(rectangle(Rect(2, 2, 8, 5)), fill=grey(1)),))
    outer = Drawing(
        Size(20, 20), (Path(rectangle(Rect(10, 10, 20, 20)), fill=grey(0.5)), Symbol(inner, Point(1, 1)))
    )
    places = (Point(10, 10), Point(60, 10), Point(10, 60))
    page = Page("t", Size(100, 100), Rect(0, 0, 100, 100), tuple(Symbol(outer, at) for at in places), ())
    (data,) = RENDERERS["pdf"].render(Document("t", "t", "t", (page, page)), fonts)
    with pikepdf.open(BytesIO(data)) as file:
        forms = [o for o in file.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
        assert len(forms) == 1
        assert len(file.pages) == 2
    image = pixels(data, 254)  # ten pixels a mm
    for x, y in places:
        assert image[int(y * 10) + 45, int(x * 10) + 60] == 0  # inside the nested box
        assert image[int(y * 10) + 150, int(x * 10) + 150] == pytest.approx(128, abs=1)
        assert image[int(y * 10) + 75, int(x * 10) + 60] == 255
    assert (image < 200).sum() == pytest.approx(3 * (60 * 30 + 100 * 100), rel=0.03)
