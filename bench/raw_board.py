"""The same Quadrant Hex board as ``printkit build quadrant-hex --only board``, written by hand in reportlab.

It is the yardstick of the benchmark: the shapes and words of the shipped spec on A4, the same three fonts, and
nothing that printkit adds (no spec, no checks, no kerning). Run: ``python raw_board.py OUT.pdf``.
"""

import itertools
import math
import sys
from importlib.util import find_spec
from pathlib import Path

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

SIDE = 10
R = 14.5 / math.sqrt(3)
PAGE = (297.0, 210.0)
CENTER = (148.5, 107.0)
LETTERS = "ABCDEFGHIJ"
FLAT = [(math.cos(math.radians(60 * i)), math.sin(math.radians(60 * i))) for i in range(6)]

Point = tuple[float, float]


def center(letter: int, number: int) -> Point:
    """Return the middle of a cell in mm, y up."""
    x = 1.5 * R * (letter - number)
    y = math.sqrt(3) / 2 * R * (letter + number - SIDE + 1)
    return CENTER[0] + x, CENTER[1] + y


def corner(cell: Point, index: int, radius: float = R) -> Point:
    """Return a corner of a hex, counted anticlockwise from the right."""
    dx, dy = FLAT[index % 6]
    return cell[0] + radius * dx, cell[1] + radius * dy


def draw_path(canvas: Canvas, points: list[Point], *, fill: int = 0, stroke: int = 1, close: bool = False) -> None:
    """Draw a course of straight lines."""
    path = canvas.beginPath()
    path.moveTo(points[0][0] * mm, points[0][1] * mm)
    for x, y in points[1:]:
        path.lineTo(x * mm, y * mm)
    if close:
        path.close()
    canvas.drawPath(path, fill=fill, stroke=stroke)


def grown(points: list[Point], distance: float) -> list[Point]:
    """Shift a course outward, away from the middle of the board."""
    normals = []
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        length = math.dist((x0, y0), (x1, y1))
        normals.append(((y0 - y1) / length, (x1 - x0) / length))
    shifted = []
    for i, (x, y) in enumerate(points):
        a, b = normals[max(i - 1, 0)], normals[min(i, len(normals) - 1)]
        scale = distance / (1 + a[0] * b[0] + a[1] * b[1])
        shifted.append((x + scale * (a[0] + b[0]), y + scale * (a[1] + b[1])))
    return shifted


def sides() -> dict[str, list[Point]]:
    """Return the outer edges of the four sides, clockwise, without the ends beside the corners."""
    last = SIDE - 1
    runs = {
        "upper left": [(center(i, last), (3, 2, 1)) for i in range(SIDE)],
        "upper right": [(center(last, last - i), (2, 1, 0)) for i in range(SIDE)],
        "lower right": [(center(last - i, 0), (0, 5, 4)) for i in range(SIDE)],
        "lower left": [(center(0, i), (5, 4, 3)) for i in range(SIDE)],
    }
    return {name: [corner(cell, i) for cell, turn in run for i in turn[:-1]] for name, run in runs.items()}


def draw_board(canvas: Canvas) -> None:
    """Draw tints, cells, borders, outline and bands."""
    half = SIDE // 2
    cells = {(i, j): center(i, j) for i in range(SIDE) for j in range(SIDE)}
    canvas.setFillGray(0.94)
    for (i, j), cell in cells.items():
        if (i < half) != (j < half):
            draw_path(canvas, [corner(cell, k) for k in range(6)], fill=1, stroke=0, close=True)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    canvas.setStrokeGray(0.35)
    canvas.setLineWidth(0.35 * mm)
    borders = []
    for (i, j), cell in cells.items():
        for (di, dj), k in (((1, 0), 0), ((1, 1), 1), ((0, 1), 2)):
            if (i + di, j + dj) in cells:
                edge = [corner(cell, k), corner(cell, k + 1)]
                draw_path(canvas, edge)
                if (i < half, j < half) != (i + di < half, j + dj < half):
                    borders.append(edge)
    canvas.setStrokeGray(0)
    canvas.setLineWidth(0.9 * mm)
    for edge in borders:
        draw_path(canvas, edge)
    canvas.setLineWidth(1.2 * mm)
    courses = sides()
    draw_path(canvas, [point for course in courses.values() for point in course], close=True)
    for name, course in courses.items():
        band = grown(course, 1.3) + grown(course, 4.3)[::-1]
        is_black = name in ("upper right", "lower left")
        canvas.setFillGray(0 if is_black else 1)
        canvas.setLineWidth(0.6 * mm)
        draw_path(canvas, band, fill=1, stroke=0 if is_black else 1, close=True)


def draw_words(canvas: Canvas) -> None:
    """Draw coordinates, names and the texts in the corners."""
    canvas.setFillGray(0)
    canvas.setFont("Medium", 9)
    distance = R + 8.0
    for i in range(SIDE):
        for cell, (dx, dy), label in (
            (center(i, SIDE - 1), (-0.5, 0.866), LETTERS[i]),
            (center(SIDE - 1, i), (0.5, 0.866), str(i + 1)),
            (center(i, 0), (0.5, -0.866), LETTERS[i]),
            (center(0, i), (-0.5, -0.866), str(i + 1)),
        ):
            x, y = cell[0] + distance * dx, cell[1] + distance * dy
            canvas.drawCentredString(x * mm, (y - 1.1) * mm, label)
    canvas.setFillGray(0.38)
    canvas.setFont("Regular", 8)
    for name, x, y in (("Upper", 185, 178), ("Left", 49, 139), ("Right", 247, 73), ("Lower", 112, 36)):
        canvas.drawCentredString(x * mm, y * mm, name)
    canvas.setFillGray(0)
    canvas.setFont("Bold", 22)
    canvas.drawString(26 * mm, 180 * mm, "Quadrant Hex")
    for name, joined, y in (
        ("Black", "upper right – lower left", 181),
        ("White", "upper left – lower right", 170),
    ):
        canvas.setFont("Bold", 11)
        canvas.drawRightString(252 * mm, y * mm, name)
        canvas.setFont("Regular", 9)
        canvas.drawRightString(252 * mm, (y - 4) * mm, joined)
    opening = (
        "Opening: player 1 makes two moves",
        "for Black and one for White, any of",
        "them a pass. Player 2 then picks a",
        "colour, and White is to move.",
    )
    for i, line in enumerate(opening):
        canvas.drawString(26 * mm, (40 - 3.9 * i) * mm, line)
    canvas.drawRightString(271 * mm, 41 * mm, "Win 3 of these 5 games")
    canvas.setFillGray(0.38)
    canvas.setFont("Regular", 7)
    for i, name in enumerate(("Whole", "Upper", "Left", "Right", "Lower")):
        canvas.drawCentredString((203 + 15.5 * i) * mm, 27 * mm, name)
    footer = "Quadrant Hex · board · 1/1 · A4 · print at 100 % · "
    credit = "Quadrant Hex by Steven Meyers, after Hex by Piet Hein and John Nash"
    canvas.drawString(17.7 * mm, 7.2 * mm, footer + credit)


def diamond(x: float, y: float, width: float, height: float) -> list[Point]:
    """Return the corners of a small diamond from its left one."""
    return [(x, y), (x + width / 2, y + height / 2), (x + width, y), (x + width / 2, y - height / 2)]


def draw_signs(canvas: Canvas) -> None:
    """Draw the players' and the games' small diamonds."""
    for y, is_black in ((181, True), (170, False)):
        points = diamond(255, y, 15, 8.7)
        canvas.setStrokeGray(0.75)
        canvas.setLineWidth(0.25 * mm)
        draw_path(canvas, points, close=True)
        for i in (1, 3) if is_black else (0, 2):
            edge = [points[i], points[(i + 1) % 4]]
            canvas.setStrokeGray(0)
            canvas.setLineWidth(1.1 * mm)
            draw_path(canvas, edge)
            if not is_black:
                canvas.setStrokeGray(1)
                canvas.setLineWidth(0.5 * mm)
                draw_path(canvas, edge)
    canvas.setFillGray(0)
    canvas.setLineWidth(0.2 * mm)
    for i, filled in enumerate((None, (3.6, 2.1), (0, 0), (7.2, 0), (3.6, -2.1))):
        x = 196.5 + 15.5 * i
        canvas.setStrokeGray(0.38)
        draw_path(canvas, diamond(x, 34, 13, 7.5), close=True)
        for dx, dy in ((3.6, 2.1), (0, 0), (7.2, 0), (3.6, -2.1)):
            draw_path(canvas, diamond(x + dx, 34 + dy, 5.8, 3.3), close=True)
        canvas.setStrokeGray(0)
        fill = diamond(x, 34, 13, 7.5) if filled is None else diamond(x + filled[0], 34 + filled[1], 5.8, 3.3)
        draw_path(canvas, fill, fill=1, close=True)


def draw_marks(canvas: Canvas) -> None:
    """Draw crop marks and rulers."""
    canvas.setStrokeGray(0)
    canvas.setLineWidth(0.15 * mm)
    for x in (21.9, 275.1):
        for y0, y1 in ((25.0, 21.0), (195.0, 199.0)):
            draw_path(canvas, [(x, y0), (x, y1)])
    for y in (27.0, 193.0):
        for x0, x1 in ((20.4, 16.4), (276.6, 280.6)):
            draw_path(canvas, [(x0, y), (x1, y)])
    canvas.setLineWidth(0.2 * mm)
    for x, towards, length, step in ((12.7, 1, 100.0, 5.0), (284.3, -1, 101.6, 6.35)):
        draw_path(canvas, [(x, 57.0), (x, 57.0 + length)])
        for i in range(round(length / step) + 1):
            reach = 2.6 if i % 4 == 0 else 1.3
            draw_path(canvas, [(x, 57.0 + i * step), (x + towards * reach, 57.0 + i * step)])
    canvas.setFont("Regular", 7)
    canvas.setFillGray(0.38)
    for x, text, turn in ((13.2, "100 mm", -90), (283.8, "4 in", 90)):
        canvas.saveState()
        canvas.translate(x * mm, 107.0 * mm)
        canvas.rotate(turn)
        canvas.drawCentredString(0, 0, text)
        canvas.restoreState()


def main() -> None:
    """Write the board to the path given."""
    spec = find_spec("fontpkg_fira_sans")
    assert spec is not None
    assert spec.submodule_search_locations
    folder = Path(spec.submodule_search_locations[0], "files")
    for weight in ("Regular", "Medium", "Bold"):
        pdfmetrics.registerFont(TTFont(weight, str(folder / f"FiraSans-{weight}.ttf")))
    size = (PAGE[0] * mm, PAGE[1] * mm)
    canvas = Canvas(sys.argv[1], pagesize=size, pageCompression=1, invariant=1, initialFontName="Regular")
    canvas.setTitle("Quadrant Hex: board")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setTrimBox((21.9 * mm, 27 * mm, 275.1 * mm, 193 * mm))
    canvas.setBleedBox((21.9 * mm, 27 * mm, 275.1 * mm, 193 * mm))
    draw_board(canvas)
    draw_words(canvas)
    draw_signs(canvas)
    draw_marks(canvas)
    canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    main()
