"""The kind ``sheet``: pen and paper, one or more boards a page, made to be read back from photographs.

Each board carries four markers, and dots beside its goal sides; their places are multiples of the cells'
circumradius R, so that print scale and paper do not matter.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from printkit.art import Frame, Kind
from printkit.art._boards import BoardPlan
from printkit.art._cell_words import cell_words
from printkit.art._corners import GAP, Arrangement, Corners, Insets, arrange, in_a_row
from printkit.art._dots import cell_marks
from printkit.art._forms import Form
from printkit.art._line_labels import Label, label_text, line_labels
from printkit.art._markers import (
    MODULES,
    MOST_BOARDS,
    QUIET_MODULES,
    SMALLEST_MODULE,
    layout_of,
    marker,
    marker_id,
)
from printkit.art._signs import stone
from printkit.art._text import text_box
from printkit.art._zone_legend import legend_block
from printkit.art._zones import zones
from printkit.drawing import Drawing, Item, Path, Piece, Symbol, Text, polyline
from printkit.errors import FitError, SettingError
from printkit.fields import choice, integer, key, length
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Sides, Size, around, bounds, union
from printkit.hexgrid import SQRT3
from printkit.players import Player
from printkit.spec import Game
from printkit.theme import CAPTION_GREY, CAPTION_PT, PEN_BORDER_GREY, PEN_BORDER_LINE, PEN_CELL_LINE, PEN_GRID_GREY
from printkit.units import TOLERANCE

# In R: from the centre of a border cell straight outward
GOAL_DOT_AT, GOAL_DOT = 1.32, 0.18
LABEL_AT = 2.0
# In R: the black square of a marker, the least box whose corners hold the markers, and how far inward from its
# corners the blank patches (the paper's own colour) lie, the longer way and the shorter way
MARKER_SIDE = 2.0
LEAST_BOX = (29.0, 10 * SQRT3)
BLANK_AT = (2.2, 3.86)
BLANK_SIDE = 1.2
MOST_GROWTH = 24  # halves of R by which the box of the markers grows about boards that are no diamonds

LEAST_ROW, BEST_ROW = 4.1, 6.0  # mm, the height of a line to write in
CUT_SAFE = 1.8  # mm from a cut to the nearest ink
LOG_GAP = 2.0
MARKS_BESIDE = 5.2  # mm left free beside boards that are cut apart, for the marks of level cuts and the rulers
BESIDE_MARKERS = 3.0  # mm beside markers that stand out, for the rulers
SIDE_INSET = 4.5  # mm beside what is written, for the rulers


@dataclass(frozen=True, eq=False)
class SheetSettings:
    """What a spec says of a pen-and-paper sheet."""

    across_flats: float = key(length(4, 60), "distance between opposite sides of a cell")
    boards: int = key(integer(1, MOST_BOARDS), "boards on a page; one alone gets lines for its moves", default=1)
    log: str = key(
        choice("moves", "rounds"), "what is written down: moves, or rounds in which both call", default="moves"
    )


def draw(settings: SheetSettings, name: str, game: Game, frame: Frame) -> tuple[Piece, ...]:
    """Draw one piece for each board; together they fill the page."""
    board = PenBoard(BoardPlan(game.board, settings.across_flats), game, is_large=settings.boards == 1)
    columns, rows = _grid(settings.boards, board.plan, frame.area)
    beside = MARKS_BESIDE if settings.boards > 1 else 0.0
    room = Size((frame.area.width - 2 * beside) / columns, frame.area.height / rows)
    form = Form(game, frame.fonts, has_rounds=settings.log == "rounds")
    is_large = settings.boards == 1
    size, body, board = _one_board(board, form, room) if is_large else _small_board(board, game, form, room)
    size = size._replace(width=max(size.width, board.width_with_rulers))
    if size.width > room.width + TOLERANCE or size.height > room.height + TOLERANCE:
        raise FitError(Size(size.width * columns + 2 * beside, size.height * rows), frame.area)
    side = max((len(cells) for cells in game.board.sides.values()), default=0)
    layout = layout_of(game.spec.game, name, "wide" if board.is_wide else "tall", side)
    pieces = []
    for number in range(settings.boards):
        markers = board.markers(layout, number)
        drawing = Drawing(
            room, (Symbol(body, Point(0, 0)), *markers), anchors=board.plan.anchors, quiet=board.quiet()
        )
        pieces.append(Piece(f"{name} {number + 1}", drawing, is_cut=settings.boards > 1))
    return tuple(pieces)


def _grid(boards: int, plan: BoardPlan, area: Size) -> tuple[int, int]:
    """Return the columns and rows in which the boards can be largest."""
    pairs = [(columns, boards // columns) for columns in range(1, boards + 1) if boards % columns == 0]
    board = plan.box.size
    return max(pairs, key=lambda p: min(area.width / p[0] / board.width, area.height / p[1] / board.height))


class PenBoard:
    """A board to draw stones into: pale cells, goal dots, coordinates, and what a camera needs."""

    def __init__(self, plan: BoardPlan, game: Game, *, is_large: bool) -> None:
        self.plan = plan
        self.game = game
        self.is_large = is_large
        self.marker_side = MARKER_SIDE * plan.circumradius
        self.module = self.marker_side / MODULES
        if self.module < SMALLEST_MODULE - TOLERANCE:
            least = math.ceil(SMALLEST_MODULE * MODULES / MARKER_SIDE * SQRT3 * 10) / 10
            message = f"cells of {plan.across_flats:g} mm make markers too small to be read from a photograph"
            raise SettingError("across_flats", message, f"use at least {least:g} mm")

    @property
    def is_wide(self) -> bool:
        """Whether the corners that the board leaves empty are wider than high."""
        return self.plan.box.size.width >= self.plan.box.size.height

    @cached_property
    def marker_box(self) -> Rect:
        """The box whose corners hold the markers: that of the cells, but at least that of a 10 × 10 diamond.

        The corners of a smaller diamond's own box leave no room for markers with the white around them. About
        other boards it is larger by as little as keeps markers and blank patches clear of cells and coordinates.
        """
        least = [side * self.plan.circumradius for side in LEAST_BOX]
        width, height = least if self.is_wide else reversed(least)
        box = self.plan.box
        box = around(box.center, max(width, box.size.width), max(height, box.size.height))
        return box.grown(self.growth(box))

    def growth(self, box: Rect) -> Sides:
        """Return by how much a box must be larger for its corners to be clear, in steps of half of R."""
        radius = self.plan.circumradius
        kept = [(self.plan.layout.center(cell), radius) for cell in {edge.cell for edge in self.plan.board.rim}]
        kept += [(label.at, 0.5 * radius) for label in self.labels()]
        kept += [(at, 1.1 * GOAL_DOT * radius) for _, at in self.goal_dots()]
        steps = [radius * i / 2 for i in range(MOST_GROWTH + 1)]
        for x, y in sorted(itertools.product(steps, steps), key=lambda by: (sum(by), max(by))):
            sides = Sides(x, y, x, y)
            places = self.quiet_in(box.grown(sides))
            if not any(_distance(at, place) < reach for place in places for at, reach in kept):
                return sides
        return Sides.all_round(0)

    @property
    def width_with_rulers(self) -> float:
        """The width of the markers' box with the rulers beside it, where it is much wider than the cells."""
        if self.marker_box.size.width < self.plan.box.size.width + self.marker_side:
            return 0.0
        return union(self.quiet_of_markers()).size.width + 2 * BESIDE_MARKERS

    def goal_dots(self) -> Iterator[tuple[Player, Point]]:
        """Give the middles of the dots along each side that one player joins."""
        players = self.game.spec.players.values()
        for player in players:
            for side in player.joins:
                is_shared = any(other is not player and side in other.joins for other in players)
                for _, at in () if is_shared else self.plan.beside(side, GOAL_DOT_AT * self.plan.circumradius):
                    yield player, at

    def labels(self) -> list[Label]:
        """Return the names of lines along the sides."""
        distance = LABEL_AT * self.plan.circumradius
        return list(line_labels(self.plan, self.game, distance, distance))

    def moved(self, by: Point) -> PenBoard:
        """Return the same board shifted, its markers with it."""
        moved = PenBoard(self.plan.moved(by), self.game, is_large=self.is_large)
        moved.marker_box = self.marker_box.moved(by)
        return moved

    def marker_centers(self) -> list[Point]:
        """Return the middles of the markers, clockwise from the top left: in the corners of their box."""
        return self.centers_in(self.marker_box)

    def centers_in(self, box: Rect) -> list[Point]:
        """Return the middles of markers in the corners of a box."""
        half = self.marker_side / 2
        return [
            Point(box.left + half, box.top + half),
            Point(box.right - half, box.top + half),
            Point(box.right - half, box.bottom - half),
            Point(box.left + half, box.bottom - half),
        ]

    def markers(self, layout: int, board: int) -> list[Path]:
        """Draw the four markers."""
        return [
            marker(marker_id(layout, board, corner), center, self.marker_side)
            for corner, center in enumerate(self.marker_centers())
        ]

    def quiet_of_markers(self) -> list[Rect]:
        """Return the markers with the white that they need around them."""
        return self.quiet_in(self.marker_box)[:4]

    def quiet(self) -> tuple[Rect, ...]:
        """Return where nothing is printed: about the markers, and four patches of blank paper."""
        return tuple(self.quiet_in(self.marker_box))

    def quiet_in(self, box: Rect) -> list[Rect]:
        """Return where nothing is printed if the markers lie in the corners of a box."""
        radius, side = self.plan.circumradius, self.marker_side + 2 * QUIET_MODULES * self.module
        across, down = BLANK_AT if self.is_wide else BLANK_AT[::-1]
        blanks = [
            around(Point(x, y), BLANK_SIDE * radius, BLANK_SIDE * radius)
            for x in (box.left + across * radius, box.right - across * radius)
            for y in (box.top + down * radius, box.bottom - down * radius)
        ]
        return [*(around(center, side, side) for center in self.centers_in(box)), *blanks]

    def coordinates(self) -> list[Text]:
        """Return the letters and numbers along the sides."""
        size_pt = CAPTION_PT + self.is_large
        return [label_text(label, size_pt, CAPTION_GREY) for label in self.labels()]

    def items(self) -> Iterator[Item]:
        """Draw the board without its markers; nothing is printed inside a cell."""
        plan = self.plan
        yield from zones(plan, "saver", PEN_GRID_GREY)
        rims = [[*outline, outline[0]] for outline in plan.outlines]
        for lines, stroke in (
            (plan.cell_lines(), PEN_CELL_LINE),
            ([*plan.region_lines(), *plan.zone_lines(), *rims], PEN_BORDER_LINE),
        ):
            segments = tuple(segment for course in lines for segment in polyline(course))
            if segments:
                yield Path(segments, stroke=stroke)
        for player, at in self.goal_dots():
            yield stone(player, at, GOAL_DOT * plan.circumradius)
        yield from cell_marks(plan, "saver", PEN_GRID_GREY)
        yield from cell_words(plan, "saver")
        yield from self.coordinates()

    def arranged(self, corners: Corners, fonts: Fonts, room: Size) -> Arrangement:
        """Put blocks into the corners about the board: between the markers, a small board's head above them."""
        labels = [text_box(text, fonts) for text in self.coordinates()]
        clear, hair = (Sides.all_round(width) for width in (1.5 if self.is_large else 1.0, 0.8))
        obstacles = [label.grown(clear) for label in labels] + [place.grown(hair) for place in self.quiet()]
        if not labels:  # else these stand further out
            dot = 2 * GOAL_DOT * self.plan.circumradius
            rim = [bounds(self.plan.layout.corners(cell)) for cell in {edge.cell for edge in self.plan.board.rim}]
            obstacles += [
                box.grown(clear) for box in (*rim, *(around(at, dot, dot) for _, at in self.goal_dots()))
            ]
        edge = 0.0 if self.is_large else CUT_SAFE
        box = union([self.plan.box, *labels, *self.quiet_of_markers()]).grown(Sides(0, edge, 0, edge))
        beside = (room.width - self.marker_box.size.width) / 2
        between = beside + self.marker_side + QUIET_MODULES * self.module + 1.0
        upper, lower = (corners.top_left, corners.top_right), (corners.bottom_left, corners.bottom_right)

        def inset(row: tuple[Drawing, Drawing], wanted: float) -> float:
            fits = sum(block.size.width for block in row) + GAP + 2 * wanted <= room.width
            return wanted if self.is_wide and fits else SIDE_INSET

        insets = Insets(inset(upper, between if self.is_large else beside), inset(lower, between), edge)
        return arrange(box, obstacles, corners, insets, room.width)


def _distance(point: Point, box: Rect) -> float:
    """Return how far a point is from a box, 0 within."""
    x, y = point
    return math.hypot(max(box.left - x, 0, x - box.right), max(box.top - y, 0, y - box.bottom))


def _one_board(board: PenBoard, form: Form, room: Size) -> tuple[Size, Drawing, PenBoard]:
    """Draw the sheet of a single board: blocks in the corners, lines for the moves below or beside it."""
    corners = Corners(
        form.head(54.0),
        form.dated_score(8.4, 5.8),
        in_a_row([form.legend(board.plan), legend_block(board.plan, form.fonts, "saver", PEN_BORDER_GREY)], GAP),
        form.advice(8.0, is_short=False),
    )
    columns = form.log_columns(room.width - 2 * SIDE_INSET) if board.is_wide else 1
    width = room.width - 2 * SIDE_INSET if board.is_wide else form.log_width
    least = form.log(width, columns, LEAST_ROW)
    beside = 0.0 if board.is_wide else width + SIDE_INSET
    arrangement = board.arranged(corners, form.fonts, Size(room.width - beside, room.height))
    above = arrangement.size.height + LOG_GAP if board.is_wide else 0.0
    spare = (room.height - above - least.size.height) / form.log_rows(columns)
    log = form.log(width, columns, min(max(LEAST_ROW, LEAST_ROW + spare), BEST_ROW))
    size = Size(
        arrangement.size.width + beside,
        max(arrangement.size.height, above + log.size.height),
    )
    top = max(0.0, room.height - size.height) / 2
    at = Point(SIDE_INSET if board.is_wide else room.width - beside, top + size.height - log.size.height)
    return _assembled(board, arrangement, room, top, size, (Symbol(log, at),))


def _small_board(board: PenBoard, game: Game, form: Form, room: Size) -> tuple[Size, Drawing, PenBoard]:
    """Draw one of several boards of a page: a narrow strip above and below the board."""
    cell = 9.0 if room.width > 160 else 8.3

    def arranged(row: float) -> Arrangement:
        table_height = form.score(0.0, cell, row).size.height
        head = form.small_head(table_height)
        width = board.marker_box.size.width if board.is_wide else room.width - 2 * SIDE_INSET
        table = form.score(width - head.size.width - 5.0, cell, row)
        corners = Corners(head, table, form.small_legend(), form.advice(CAPTION_PT, is_short=True))
        return board.arranged(corners, form.fonts, room)

    arrangement = arranged(LEAST_ROW)
    spare = room.height - arrangement.size.height
    if spare > 0:
        arrangement = arranged(min(BEST_ROW, LEAST_ROW + spare / len(game.spec.players)))
    top = max(0.0, room.height - arrangement.size.height) / 2
    return _assembled(board, arrangement, room, top, arrangement.size, ())


def _assembled(
    board: PenBoard, arrangement: Arrangement, room: Size, top: float, size: Size, more: tuple[Item, ...]
) -> tuple[Size, Drawing, PenBoard]:
    x, y = arrangement.shift
    board = board.moved(Point(x, y + top))
    blocks = [Symbol(block.drawing, Point(block.at.x, block.at.y + top)) for block in arrangement.blocks]
    return size, Drawing(room, (*board.items(), *blocks, *more)), board


KIND = Kind(
    SheetSettings,
    draw,
    "n_up",
    fills_frame=True,
    paper="plain paper",
    making="One for each game that you play; nothing is glued. Where there are marks, cut along them.",
)
