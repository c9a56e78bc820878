"""The kind ``log``: a score sheet on which a game with tiles is written down turn by turn, with a map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from printkit.art import Frame, Kind, on_board
from printkit.art._boards import BoardPlan
from printkit.art._forms import blank, grid
from printkit.art._signs import id_sign
from printkit.art._table_blocks import dot_values
from printkit.art._text import text_box, title_texts, wrapped
from printkit.art._tile_board import LEAST_LETTERED, TileBoard, play_lines
from printkit.art._tile_tables import turn_table
from printkit.drawing import INK, Drawing, Item, Path, Piece, Stroke, Symbol, Text, rectangle
from printkit.errors import FitError, SettingError
from printkit.fields import integer, key, length
from printkit.fields import name as names
from printkit.geometry import Point, Rect, Size
from printkit.modes import Mode
from printkit.spec import Game
from printkit.theme import BODY_PT, CAPTION_GREY, CAPTION_PT, TITLE_PT
from printkit.units import TOLERANCE

# In mm
INSET = 4.5  # at both sides, for the rulers
GAP = 6.0
HEAD = 7.4  # of a table: the player, and what stands in the columns
LEAST_ROW, BEST_ROW = 5.2, 7.0
NUMBER = 6.0
HEX, TILE, TURN, TAKES = 10.5, 19.0, 10.5, 5.5  # the least widths of columns


@dataclass(frozen=True, eq=False)
class LogSettings:
    """What a spec says of a score sheet."""

    across_flats: float = key(length(4, 30), "distance between opposite sides of a cell of the map")
    turns: int = key(integer(1, 200), "lines for the turns of each player")
    board: str = key(names, "which board, where the game has several", default="")


def draw(settings: LogSettings, name: str, game: Game, frame: Frame) -> tuple[Piece, ...]:
    """Draw one sheet that fills the page; raises FitError where lines would be too narrow to write on."""
    game = on_board(settings.board, game)
    if not game.spec.modes:
        raise SettingError("kind", "a log is for games with tiles", "give the spec 'tile_types' and 'modes'")
    sheet = _Sheet(settings, game, frame)
    return (Piece(name, sheet.drawing(), is_cut=False),)


class _Sheet:
    """The sheet in the making: a map with what is to be filled in beside it, and the turns below."""

    def __init__(self, settings: LogSettings, game: Game, frame: Frame) -> None:
        self.settings = settings
        self.game = game
        self.frame = frame
        self.width = frame.area.width - 2 * INSET
        self.modes = game.spec.modes
        self.mode: Mode = next(iter(self.modes.values()))
        self.takes = any(mode.captures for mode in self.modes.values())
        self.players = self.mode.turns

    def drawing(self) -> Drawing:
        """Put the parts together; the lines for the turns take the height that is left."""
        area = self.frame.area
        board = self._map()
        beside = self.width - board.size.width - GAP
        form = self._form(beside)
        top = max(board.size.height, form.size.height) + GAP
        columns = max(1, int((self.width + GAP / 2) // (self.table_width + GAP / 2)))
        rows = -(-self.settings.turns // columns)
        row = (area.height - top - HEAD) / rows
        if self.table_width > self.width + TOLERANCE or beside < 60 or row < LEAST_ROW:
            tables = columns * self.table_width + (columns - 1) * GAP / 2
            width = max(tables, board.size.width + GAP + 60) + 2 * INSET
            needed = Size(width, top + HEAD + rows * LEAST_ROW)
            raise FitError(needed, area)
        items: list[Item] = [
            Symbol(board, Point(INSET, 0)),
            Symbol(form, Point(INSET + board.size.width + GAP, 0)),
        ]
        step = (self.width + GAP / 2) / columns
        for i in range(-(-self.settings.turns // rows)):  # few turns may leave columns empty
            first = i * rows
            count = min(rows, self.settings.turns - first)
            table = self._table(step - GAP / 2, first, count, min(row, BEST_ROW))
            items.append(Symbol(table, Point(INSET + i * step, top)))
        return Drawing(area, tuple(items), anchors=self.anchors)

    @property
    def group(self) -> tuple[float, ...]:
        """The least widths of what is written down of one turn."""
        return (HEX, TILE, TURN, TAKES) if self.takes else (HEX, TILE, TURN)

    @property
    def table_width(self) -> float:
        """The least width of a table with a group for each player."""
        return NUMBER + len(self.players) * sum(self.group)

    def _map(self) -> Drawing:
        """Draw the board in small: names, dots, corners, as they lie under the tiles."""
        across = self.settings.across_flats
        plan = BoardPlan(self.game.board, across)
        corners = self.mode if len(self.modes) == 1 or len(self.game.boards) > 1 else self._no_corners()
        board = TileBoard(plan, self.game, corners, self.frame.ink)
        edge = 5.0 if across >= LEAST_LETTERED else 0.6
        board = board.moved(Point(edge - plan.box.left, edge - plan.box.top))
        letters = board.letters(CAPTION_PT + 1, 2.2)
        self.anchors = {name: Point(x + INSET, y) for name, (x, y) in board.plan.anchors.items()}
        size = Size(plan.box.size.width + 2 * edge, plan.box.size.height + 2 * edge)
        return Drawing(size, (*board.items(play_lines(across)), *letters))

    def _no_corners(self) -> Mode:
        """Return the usual mode without corners, since these differ between modes."""
        return replace(self.mode, corners={}, goals={}, territories={})

    def _form(self, width: float) -> Drawing:
        """Draw what is filled in beside the map: title, players, date, mode, who begins, result; how to write."""
        fonts = self.frame.fonts
        titles = title_texts(self.game.spec.title, fonts, 6.2, TITLE_PT - 2, width)
        items: list[Item] = [title._replace(room=width) for title in titles]
        y = titles[-1].at.y + 1.8
        for who in self.players:
            y += 7.2
            player = self.game.spec.players[who]
            items += id_sign(player, who, Point(2.6, y - 1.2), 2.6, self.frame.ink)
            items += blank(player.name, Point(6.8, y), width - 6.8, fonts)
        y += 7.2
        items += blank("Date", Point(0, y), width, fonts)
        y += 7.0
        if len(self.modes) > 1:
            items += self._boxes([mode.name for mode in self.modes.values()], y)
            y += 6.0
        starters = self._starters()
        items += self._boxes([f"{self.game.spec.players[who].name} begins" for who in starters], y)
        y += 6.6 if starters else 1.0
        items += blank("Winner", Point(0, y), width * 0.62, fonts)
        items += blank("points", Point(width * 0.66, y), width * 0.34, fonts)
        y += 5.0
        values = dot_values(self.mode, self.frame.ink, fonts, BODY_PT, 6.0)
        if values.size.width <= width:
            items.append(Symbol(values, Point(0, y)))
            y += values.size.height + 3.0
        turns = turn_table(self.game, 46.0, CAPTION_PT)
        room = width - turns.size.width
        items.append(Symbol(turns, Point(room, y)))
        words = self._words()
        for i, line in enumerate(row for word in words for row in wrapped(word, fonts, 8.0, room - 2.0)):
            items.append(Text(Point(0, y + 3.4 + 3.7 * i), line, 8.0, "regular", CAPTION_GREY, room=room))
        return Drawing(Size(width, y + turns.size.height), tuple(items))

    def _starters(self) -> tuple[str, ...]:
        """Return who may begin, where that is not settled."""
        return () if self.mode.order else self.players

    def _words(self) -> tuple[str, ...]:
        found = ["Write the hex, the tile and its turn: where its T mark points.", "For example: A1 straight 60."]
        if self.takes:
            found.append("x: the tile took one off that hex.")
        if any(kind.face == "write" for kind in self.game.spec.tile_types.values()):
            found.append("Wildcard: add its type.")
        return tuple(found)

    def _boxes(self, labels: list[str], y: float) -> Iterator[Item]:
        """Draw boxes to tick, with their labels, in a line."""
        x = 0.0
        for label in labels:
            yield Path(rectangle(Rect(x, y - 2.7, x + 3.0, y + 0.3)), stroke=Stroke(INK, 0.25))
            text = Text(Point(x + 4.2, y), label, 8.0)
            yield text
            x = text_box(text, self.frame.fonts).right + 6.0

    def _table(self, width: float, first: int, rows: int, row: float) -> Drawing:
        """Draw lines for some turns: a group of columns for each player."""
        group = self.group
        spare = (width - self.table_width) / len(self.players)
        widths = [space + (spare if i == 1 else 0.0) for i, space in enumerate(group)]
        heads = ("hex", "tile", "turn", "x")
        items: list[Item] = []
        left = NUMBER
        bottom = HEAD + row * rows
        for who in self.players:
            player = self.game.spec.players[who]
            right = left + sum(widths)
            items += id_sign(player, who, Point(left + 2.2, 2.0), 2.0, self.frame.ink)
            items.append(Text(Point(left + 5.4, 3.2), player.name, BODY_PT, "medium", room=right - left - 5.4))
            x = left
            for head, column in zip(heads, widths, strict=False):
                at = Point(x + column / 2, HEAD - 1.0)
                items.append(Text(at, head, CAPTION_PT, "regular", CAPTION_GREY, "middle"))
                x += column
            items.append(_columns(Rect(left, HEAD, right, bottom), widths, rows))
            items.append(Path(rectangle(Rect(left, HEAD, right, bottom)), stroke=Stroke(INK, 0.35)))
            left = right
        for i in range(rows):
            at = Point(NUMBER - 1.0, HEAD + row * (i + 0.5) + 0.9)
            items.append(Text(at, str(first + i + 1), CAPTION_PT, "regular", CAPTION_GREY, "end"))
        return Drawing(Size(width, bottom), tuple(items))


def _columns(box: Rect, widths: list[float], rows: int) -> Path:
    """Draw the lines between turns, and between what is written down of one."""
    level = grid(box, 1, rows)
    x = box.left
    upright = []
    for width in widths[:-1]:
        x += width
        upright += [("M", x, box.top), ("L", x, box.bottom)]
    return level._replace(segments=(*level.segments, *upright))  # type: ignore[arg-type]


KIND = Kind(
    LogSettings,
    draw,
    "n_up",
    fills_frame=True,
    paper="plain paper",
    making="One for each game that you play.",
)
