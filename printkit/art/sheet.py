"""The kind ``sheet``: pen and paper, one or more boards a page, with what is needed to read it back.

Each board carries four markers and dots beside its goal sides, so that a photograph can be straightened and
read; positions are in multiples of the circumradius, so that print scale and paper do not matter.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from printkit.art import Frame, Kind
from printkit.art._boards import BoardPlan
from printkit.art._corners import Corners, arrange
from printkit.art._markers import LAYOUTS, MODULES, QUIET_MODULES, SMALLEST_MODULE, marker, marker_id
from printkit.art._signs import goal_sign, stone
from printkit.art._text import centred, text_box
from printkit.drawing import Drawing, Item, Path, Piece, Symbol, Text, line, polyline, rectangle
from printkit.errors import FitError, SettingError
from printkit.fields import integer, key, length
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Size, around, union
from printkit.hexgrid import SQRT3
from printkit.spec import Game, Player
from printkit.theme import (
    BODY_PT,
    CAPTION_GREY,
    CAPTION_PT,
    PEN_BORDER_LINE,
    PEN_CELL_LINE,
    TITLE_PT,
    WRITING_LINE,
)
from printkit.units import TOLERANCE

# In circumradii of the cells
GOAL_DOT_AT, GOAL_DOT = 1.32, 0.18
LABEL_AT = 2.0
MARKER_SIDE = 2.0
# The corner of the board's box is at (14.5, 8.66) R for a 10 × 10 diamond; the paper's colour is read here:
BLANK_FROM_CORNER = (2.2, 3.86)
BLANK_SIDE = 1.2

MOVE_ROW = 5.0  # mm, room for a pen
MOVE_PAIRS = 50


@dataclass(frozen=True)
class SheetSettings:
    """What a spec says of a pen-and-paper sheet."""

    across_flats: float = key(length(4, 60), "distance between opposite sides of a cell")
    boards: int = key(integer(1, 12), "boards on a page", default=1)


def draw(settings: SheetSettings, name: str, game: Game, frame: Frame) -> tuple[Piece, ...]:
    """Draw one piece for each board; together they fill the page."""
    plan = BoardPlan(game.board, settings.across_flats)
    columns, rows = _grid(settings.boards, plan, frame.area)
    room = Size(frame.area.width / columns, frame.area.height / rows)
    form = _Form(settings, game, plan, frame.fonts, room)
    needed = form.arrangement.size
    if needed.width > room.width + TOLERANCE or form.height > room.height + TOLERANCE:
        raise FitError(Size(needed.width * columns, form.height * rows), frame.area)
    body = form.drawing()
    layout = LAYOUTS.get((game.spec.game, name))
    pieces = []
    for board in range(settings.boards):
        items: list[Item] = [Symbol(body, Point(0, 0))]
        if layout is not None:
            items += form.markers(layout, board)
        drawing = Drawing(room, tuple(items), anchors=form.plan.anchors, quiet=form.quiet())
        label = name if settings.boards == 1 else f"{name} {board + 1}"
        pieces.append(Piece(label, drawing, is_cut=settings.boards > 1))
    return tuple(pieces)


def _grid(boards: int, plan: BoardPlan, area: Size) -> tuple[int, int]:
    """Return the columns and rows in which the boards can be largest."""
    pairs = [(columns, boards // columns) for columns in range(1, boards + 1) if boards % columns == 0]
    board = plan.box.size
    return max(pairs, key=lambda p: min(area.width / p[0] / board.width, area.height / p[1] / board.height))


class _Form:
    """One board with everything that is written about it, for a piece of a given room."""

    def __init__(self, settings: SheetSettings, game: Game, plan: BoardPlan, fonts: Fonts, room: Size) -> None:
        self.game = game
        self.fonts = fonts
        self.room = room
        self.is_roomy = settings.boards == 1
        self.plan = plan
        radius = plan.circumradius
        self.module = MARKER_SIDE * radius / MODULES
        if self.module < SMALLEST_MODULE - TOLERANCE:
            least = SMALLEST_MODULE * MODULES / MARKER_SIDE * SQRT3
            message = f"cells of {settings.across_flats:g} mm make markers too small to be read from a photograph"
            raise SettingError("across_flats", message, f"use at least {math.ceil(least * 10) / 10:g} mm")
        labels = [text_box(text, fonts) for text in self._labels()]
        quiet = self.quiet()
        edge = around(plan.box.center, plan.box.size.width, plan.box.size.height)
        box = union([edge, *labels, *self._quiet_of_markers()])
        inset = (room.width - plan.box.size.width) / 2
        corner_inset = inset + (MARKER_SIDE * radius + QUIET_MODULES * self.module if self.is_roomy else 0)
        width = room.width - 2 * corner_inset
        corners = self._roomy(width) if self.is_roomy else self._compact(width)
        clearance = 1.5 if self.is_roomy else 1.0
        self.arrangement = arrange(box, [*labels, *quiet], corners, room.width, corner_inset, clearance)
        self.log = self._log() if self.is_roomy else None
        log_height = 0.0 if self.log is None else self.log.size.height + 2.5
        self.height = self.arrangement.size.height + log_height
        spare = max(room.height - self.height, 0.0)
        self.top = spare / 2
        x, y = self.arrangement.shift
        self.plan = plan.moved(Point(x, y + self.top))

    # What is read by a machine

    def _marker_centers(self) -> list[Point]:
        box, half = self.plan.box, MARKER_SIDE * self.plan.circumradius / 2
        return [
            Point(box.left + half, box.top + half),
            Point(box.right - half, box.top + half),
            Point(box.right - half, box.bottom - half),
            Point(box.left + half, box.bottom - half),
        ]

    def markers(self, layout: int, board: int) -> Iterator[Path]:
        side = MARKER_SIDE * self.plan.circumradius
        for corner, center in enumerate(self._marker_centers()):
            yield marker(marker_id(layout, board, corner), center, side)

    def _quiet_of_markers(self) -> list[Rect]:
        side = MARKER_SIDE * self.plan.circumradius + 2 * QUIET_MODULES * self.module
        return [around(center, side, side) for center in self._marker_centers()]

    def quiet(self) -> tuple[Rect, ...]:
        """Return where nothing is printed: about the markers, and four patches of blank paper."""
        radius, box = self.plan.circumradius, self.plan.box
        across, down = BLANK_FROM_CORNER if box.size.width >= box.size.height else BLANK_FROM_CORNER[::-1]
        blanks = [
            around(Point(x, y), BLANK_SIDE * radius, BLANK_SIDE * radius)
            for x in (box.left + across * radius, box.right - across * radius)
            for y in (box.top + down * radius, box.bottom - down * radius)
        ]
        return (*self._quiet_of_markers(), *blanks)

    # The board

    def _labels(self) -> list[Text]:
        size_pt = 8.0 if self.is_roomy else CAPTION_PT
        return [
            centred(at, label, size_pt, "medium", CAPTION_GREY)
            for label, at in self.plan.labels(LABEL_AT * self.plan.circumradius)
        ]

    def _board(self) -> Iterator[Item]:
        plan = self.plan
        cells = [*plan.cell_lines(), [*plan.outline, plan.outline[0]]]
        yield Path(tuple(s for course in cells for s in polyline(course)), stroke=PEN_CELL_LINE)
        borders = plan.region_lines()
        yield Path(
            tuple(s for course in [*borders, [*plan.outline, plan.outline[0]]] for s in polyline(course)),
            stroke=PEN_BORDER_LINE,
        )
        for player in self.game.spec.players.values():
            for side in player.joins:
                for _, at in plan.beside(side, GOAL_DOT_AT * plan.circumradius):
                    yield stone(player, at, GOAL_DOT * plan.circumradius)
        yield from self._labels()

    def drawing(self) -> Drawing:
        """Draw all but the markers."""
        items = [*self._board()]
        items += [Symbol(block.drawing, Point(block.at.x, block.at.y + self.top)) for block in self.arrangement.blocks]
        if self.log is not None:
            left = (self.room.width - self.log.size.width) / 2
            items.append(Symbol(self.log, Point(left, self.top + self.height - self.log.size.height)))
        return Drawing(self.room, tuple(items))

    # What is written about it

    def _roomy(self, width: float) -> Corners:
        half = width / 2 - 26.0
        title = Text(Point(0, 5.6), self.game.spec.title, TITLE_PT - 2, "bold")
        names: list[Item] = [title]
        for i, player in enumerate(self.game.spec.players.values()):
            y = 14.5 + 7.0 * i
            names += self._player(player, Point(0, y), half)
        top_left = Drawing(Size(half, 14.5 + 7.0 * (len(self.game.spec.players) - 1) + 0.5), tuple(names))
        table = self._score(0.0, 8.5, 6.0)
        date = self._blank("Date", Point(0, 4.0), table.size.width)
        scored = (*date, Symbol(table, Point(0, 6.5)))
        top_right = Drawing(Size(table.size.width, table.size.height + 6.5), scored)
        return Corners(top_left, top_right, self._legend(), self._advice())

    def _compact(self, width: float) -> Corners:
        title = Text(Point(0, 4.0), self.game.spec.title, 12.0, "bold")
        title_width = text_box(title, self.fonts).right
        row = 4.4 if width < 140 else 5.4
        cell = 7.6 if width < 140 else 9.0
        table = self._score(width - title_width - 4.0, cell, row)
        date = self._blank("Date", Point(0, table.size.height), title_width)
        return Corners(
            Drawing(Size(title_width, table.size.height), (title, *date)), table, self._legend(), self._advice()
        )

    def _player(self, player: Player, at: Point, width: float) -> list[Item]:
        sign = stone(player, Point(at.x + 1.6, at.y - 1.2), 1.6)
        return [sign, *self._blank(player.name, Point(at.x + 5.0, at.y), width - 5.0)]

    def _score(self, width: float, cell: float, row: float) -> Drawing:
        """Draw the table of the games: a row a player, with room for the name where ``width`` leaves it."""
        heads = [part.capitalize() for part in self.game.spec.games]
        if len(heads) > 1:
            heads.append("Total")
        head = 3.4
        left = max(width - cell * len(heads), 6.0)
        right = left + cell * len(heads)
        players = list(self.game.spec.players.values())
        bottom = head + row * len(players)
        items: list[Item] = []
        for i, text in enumerate(heads):
            middle = left + cell * (i + 0.5)
            weight = "medium" if text == "Total" else "regular"
            items.append(
                Text(Point(middle, head - 1.0), text, CAPTION_PT, weight, CAPTION_GREY, "middle", room=cell)  # type: ignore[arg-type]
            )
        for i, player in enumerate(players):
            baseline = head + row * (i + 1) - (row - 2.3) / 2
            sign = stone(player, Point(1.6, baseline - 1.15), 1.5)
            items.append(sign)
            if left > 12.0:
                items += self._blank(player.name, Point(4.6, baseline), left - 7.0)
        grid = [line(Point(left, head + row * i), Point(right, head + row * i)) for i in range(len(players) + 1)]
        grid += [
            line(Point(left + cell * i, head), Point(left + cell * i, bottom)) for i in range(len(heads) + 1)
        ]
        items.append(Path(tuple(s for part in grid for s in part), stroke=WRITING_LINE))
        if len(heads) > 1:
            total = Rect(right - cell, head, right, bottom)
            items.append(Path(rectangle(total), stroke=PEN_BORDER_LINE))
        return Drawing(Size(right, bottom), tuple(items))

    def _legend(self) -> Drawing:
        """Say who joins which sides."""
        size_pt, step = (BODY_PT, 10.5) if self.is_roomy else (CAPTION_PT, 3.1)
        items: list[Item] = []
        width = 0.0
        players = list(self.game.spec.players.values())
        for i, player in enumerate(players):
            words = f"{player.name} joins {' and '.join(player.joins)}"
            if self.is_roomy:
                sign = goal_sign(self.plan, player, 13.0)
                left, y = sign.size.width + 3.0, step * i + sign.size.height / 2 + 1.1
                items.append(Symbol(sign, Point(0, step * i)))
            else:
                left, y = 3.6, step * i + 2.2
            if not self.is_roomy:
                items.append(stone(player, Point(1.1, y - 0.85), 1.0))
            text = Text(Point(left, y), words, size_pt)
            items.append(text)
            width = max(width, text_box(text, self.fonts).right)
        height = step * (len(players) - 1) + (8.2 if self.is_roomy else 2.8)
        return Drawing(Size(width, height), tuple(items))

    def _advice(self) -> Drawing:
        games = len(self.game.spec.games)
        lines = ["Draw a stone as a circle, filled or open.", "Write nothing inside a circle."]
        if games > 1:
            lines.insert(0, f"A point for each game you win: {self.game.spec.points_to_win} of {games} decide.")
        if not self.is_roomy:
            lines = lines[-1:] if games == 1 else [lines[0], lines[-1]]
        size_pt, step = (8.0, 3.6) if self.is_roomy else (CAPTION_PT, 3.1)
        width = max(self.fonts.width(text, "regular", size_pt) for text in lines)
        items = [
            Text(Point(width, 2.2 + step * i), text, size_pt, "regular", CAPTION_GREY, "end")
            for i, text in enumerate(lines)
        ]
        return Drawing(Size(width, 2.8 + step * (len(lines) - 1)), tuple(items))

    def _log(self) -> Drawing:
        """Draw the lines for the moves, pair by pair, down each column."""
        width = self.room.width - 2 * 4.0
        players = list(self.game.spec.players.values())
        columns = max(int(width // (6.0 + 9.0 * len(players))), 1)
        rows = -(-MOVE_PAIRS // columns)
        step = width / columns
        number = 5.0
        cell = (step - number - 1.5) / len(players)
        head = 3.6
        items: list[Item] = []
        grid: list[Item] = []
        for column in range(columns):
            left = column * step + number
            right = left + cell * len(players)
            first = column * rows
            count = min(rows, MOVE_PAIRS - first)
            for i, player in enumerate(players):
                items.append(stone(player, Point(left + cell * (i + 0.5), 1.4), 1.1))
            segments = [
                line(Point(left, head + MOVE_ROW * row), Point(right, head + MOVE_ROW * row))
                for row in range(count + 1)
            ]
            segments += [
                line(Point(left + cell * i, head), Point(left + cell * i, head + MOVE_ROW * count))
                for i in range(len(players) + 1)
            ]
            grid.append(Path(tuple(s for part in segments for s in part), stroke=WRITING_LINE))
            for row in range(count):
                at = Point(left - 1.0, head + MOVE_ROW * (row + 0.5) + 0.9)
                items.append(Text(at, str(first + row + 1), CAPTION_PT, "regular", CAPTION_GREY, "end"))
        return Drawing(Size(width, head + MOVE_ROW * rows + WRITING_LINE.width), (*grid, *items))

    def _blank(self, label: str, at: Point, width: float) -> list[Item]:
        """Draw a label and a line to write on behind it, ``width`` mm in all."""
        text = Text(at, label, 8.0)
        start = text_box(text, self.fonts).right + 1.5
        rule = line(Point(start, at.y + 0.4), Point(at.x + width, at.y + 0.4))
        return [text, Path(rule, stroke=WRITING_LINE)]


KIND = Kind(SheetSettings, draw, "n_up")
