"""Pen-and-paper sheets: what a camera needs, and room for a pen."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from printkit.art._markers import CODES, LAYOUTS, MOST_BOARDS, OTHER, marker_id
from printkit.drawing import Path, items_in
from printkit.errors import SpecError
from printkit.geometry import Point
from tests.conftest import PAPERS, Maker, Renderer, make
from tests.pdf_reading import pixels, words

SHEETS = {"sheet": (14.6, 1), "sheet-2": (9.6, 2), "sheet-4": (7.0, 4)}
DPI = 200


def detected(data: bytes) -> dict[int, list[tuple[float, float]]]:
    """Find the markers of a page as a camera would; return the four corners of each in mm."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_CONTOUR
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(pixels(data, DPI))
    assert ids is not None
    return {
        int(number): [((x + 0.5) / DPI * 25.4, (y + 0.5) / DPI * 25.4) for x, y in quad[0]]
        for number, quad in zip(ids.ravel(), corners, strict=True)
    }


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("sheet", SHEETS)
def test_markers_are_read_back_with_their_ids_and_places(
    pdf: Renderer, made: Maker, sheet: str, paper: str
) -> None:
    across_flats, boards = SHEETS[sheet]
    radius = across_flats / math.sqrt(3)
    layout = LAYOUTS["quadrant-hex", sheet, "wide", 10]
    found = detected(pdf(sheet, paper))
    assert set(found) == {16 * layout + 4 * board + corner for board in range(boards) for corner in range(4)}
    for board, piece in enumerate(made(sheet, paper).pages[0].pieces):
        anchors = piece.drawing.anchors
        middle_x = (anchors["A10"].x + anchors["J1"].x) / 2 + piece.at.x
        middle_y = (anchors["A1"].y + anchors["J10"].y) / 2 + piece.at.y
        for corner, (sx, sy) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
            quad = found[marker_id(layout, board, corner)]
            x, y = np.mean(quad, axis=0)
            assert x == pytest.approx(middle_x + sx * 13.5 * radius, abs=0.15)
            assert y == pytest.approx(middle_y + sy * 7.66 * radius, abs=0.15)
            for (qx, qy), (dx, dy) in zip(quad, ((-1, -1), (1, -1), (1, 1), (-1, 1)), strict=True):
                assert qx == pytest.approx(x + dx * radius, abs=0.25)  # the first corner is the top left one
                assert qy == pytest.approx(y + dy * radius, abs=0.25)


def test_the_table_holds_the_bits_of_opencv() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    for number, code in enumerate(CODES):
        image = cv2.aruco.generateImageMarker(dictionary, number, 8)
        bits = "".join(str(int(value > 127)) for value in image[1:7, 1:7].ravel())
        assert int(bits, 2) == code


def test_each_layout_has_room_for_its_boards_ids() -> None:
    assert len(set(LAYOUTS.values())) == len(LAYOUTS)
    assert OTHER not in LAYOUTS.values()
    assert marker_id(max(*LAYOUTS.values(), OTHER), MOST_BOARDS - 1, 3) < len(CODES)


@pytest.mark.parametrize("sheet", SHEETS)
def test_nothing_is_printed_inside_a_cell_or_on_the_blank_patches(pdf: Renderer, made: Maker, sheet: str) -> None:
    across_flats, _ = SHEETS[sheet]
    radius = across_flats / math.sqrt(3)
    image = pixels(pdf(sheet, "a4"), DPI)
    rows, columns = np.indices(image.shape)
    for piece in made(sheet, "a4").pages[0].pieces:
        spots = [(at, across_flats / 2 - 0.6) for at in piece.drawing.anchors.values()]
        left, right = piece.drawing.anchors["A10"], piece.drawing.anchors["J1"]
        middle = Point((left.x + right.x) / 2, left.y)
        spots += [(Point(middle.x + sx * 12.3 * radius, middle.y + sy * 4.8 * radius), 0.5 * radius)
                  for sx in (-1, 1) for sy in (-1, 1)]  # fmt: skip
        for (x, y), reach in spots:
            cx, cy = (x + piece.at.x) / 25.4 * DPI, (y + piece.at.y) / 25.4 * DPI
            size = reach / 25.4 * DPI
            box = (slice(int(cy - size), int(cy + size) + 1), slice(int(cx - size), int(cx + size) + 1))
            inside = (rows[box] - cy) ** 2 + (columns[box] - cx) ** 2 < size**2
            assert (image[box][inside] == 255).all()


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("sheet", SHEETS)
def test_markers_stand_in_white_two_modules_wide(pdf: Renderer, made: Maker, sheet: str, paper: str) -> None:
    image = pixels(pdf(sheet, paper), DPI)
    module = SHEETS[sheet][0] / math.sqrt(3) * 2 / 8
    assert module >= 1.0
    for piece in made(sheet, paper).pages[0].pieces:
        for marker in (item for item in piece.drawing.items if isinstance(item, Path) and item.role == "marker"):
            box = marker.bounds().moved(piece.at)
            for reach in np.linspace(0.3, 2 * module - 0.1, 6):
                x0, x1 = ((x) / 25.4 * DPI for x in (box.left - reach, box.right + reach))
                y0, y1 = ((y) / 25.4 * DPI for y in (box.top - reach, box.bottom + reach))
                ring = [image[int(y0), int(x0) : int(x1)], image[int(y1), int(x0) : int(x1)],
                        image[int(y0) : int(y1), int(x0)], image[int(y0) : int(y1), int(x1)]]  # fmt: skip
                assert all((line == 255).all() for line in ring)


def test_a_goal_dot_stands_before_every_border_cell_in_its_players_mark(made: Maker) -> None:
    (piece,) = made("sheet", "a4").pages[0].pieces
    radius = 14.6 / math.sqrt(3)
    dots = [
        (item.bounds().center, item.fill)
        for item, _ in items_in(piece.drawing.items)
        if isinstance(item, Path) and item.segments[1][0] == "C" and item.bounds().size.width > 2.9
    ]
    by_fill = {
        name: [at for at, fill in dots if fill is not None and fill.rgb == rgb]
        for name, rgb in (("black", (0.0, 0.0, 0.0)), ("white", (1.0, 1.0, 1.0)))
    }
    normals = {"upper right": (0.5, -0.866), "lower left": (-0.5, 0.866),
               "upper left": (-0.5, -0.866), "lower right": (0.5, 0.866)}  # fmt: skip
    board = made("sheet", "a4").game.board
    for side, (dx, dy) in normals.items():
        colour = "black" if side in ("upper right", "lower left") else "white"
        for cell in board.sides[side]:
            x, y = piece.drawing.anchors[board.names[cell]]
            wanted = (x + 1.32 * radius * dx, y + 1.32 * radius * dy)
            assert min(math.dist(wanted, at) for at in by_fill[colour]) < 0.02


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        ("sheet", {"Whole": 1, "Upper": 1, "Left": 1, "Right": 1, "Lower": 1, "Total": 1, "Date": 1, "50": 1}),
        ("sheet-2", {"Whole": 2, "Upper": 2, "Left": 2, "Right": 2, "Lower": 2, "Total": 2, "Date": 2}),
        ("sheet-4", {"Whole": 4, "Upper": 4, "Left": 4, "Right": 4, "Lower": 4, "Total": 4, "Date": 4}),
    ],
)
def test_every_board_has_its_form(pdf: Renderer, sheet: str, expected: dict[str, int]) -> None:
    found = [word.text for word in words(pdf(sheet, "letter"))]
    assert {word: found.count(word) for word in expected} == expected
    boards = SHEETS[sheet][1]
    assert found.count("circle.") == boards + (sheet == "sheet") - (sheet == "sheet")
    assert found.count("Black") >= boards
    assert found.count("White") >= boards


def test_cells_too_small_for_a_camera_are_refused() -> None:
    with pytest.raises(SpecError) as caught:
        make("sheet-4", "a4", "sheet-4.across_flats=6.9 mm")
    (problem,) = caught.value.problems
    assert "too small to be read" in problem.message
    assert problem.hint == "use at least 7 mm"
    assert make("sheet-4", "a4", "sheet-4.across_flats=6.93 mm").pages


@pytest.mark.parametrize("side", [6, 8, 12, 14])
@pytest.mark.parametrize("diamond", ["wide", "tall"])
def test_other_sides_and_diamonds_make_sound_sheets(pdf: Renderer, side: int, diamond: str) -> None:
    """The checks of the build hold: no text too wide, no quiet zone disturbed, all within the printable area."""
    changes = (f"board.side={side}", f"board.diamond={diamond}", "sheet.across_flats=7.5 mm")
    found = words(pdf("sheet", "a4", *changes))
    assert found[0].text in ("A", "1")
    assert len(detected(pdf("sheet", "a4", *changes))) == 4


@pytest.mark.parametrize("override", ["game=my-hex", "board.side=8", "board.diamond=tall"])
def test_a_sheet_for_another_game_or_board_has_the_markers_of_no_listed_one(pdf: Renderer, override: str) -> None:
    found = detected(pdf("sheet", "a4", override, "sheet.across_flats=10 mm"))
    assert set(found) == {16 * OTHER + corner for corner in range(4)}
