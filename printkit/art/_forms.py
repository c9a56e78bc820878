"""What is written on a pen-and-paper sheet beside the board: names, date, score table, legend, moves."""

from __future__ import annotations

from printkit.art._boards import BoardPlan
from printkit.art._signs import goal_sign, stone
from printkit.art._text import text_box, title_texts
from printkit.drawing import Drawing, Item, Path, Symbol, Text, Weight, line, rectangle
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Size
from printkit.players import goals_told
from printkit.spec import Game
from printkit.theme import BODY_PT, CAPTION_GREY, CAPTION_PT, PEN_BORDER_LINE, TITLE_PT, WRITING_LINE

MOST_ROUNDS = 50
LABEL_PT = 8.0
HEAD = 3.6  # mm, the height of a table's head
LEAST_LINE = 8.0  # mm, the shortest line to write on
CALL, TIE = 14.0, 18.0  # mm, the least widths of what is written of a round: a player's call, what broke a tie
LONGEST_TITLE, LONGEST_SMALL_TITLE = 54.0, 40.0  # mm, beyond which they are set smaller, and in two lines
LEAST_HEAD = 24.0  # mm, the narrowest head with a date
LEAST_NAME = 22.0  # mm, the narrowest column in which a player's name is asked for


class Form:
    """The blocks of a sheet for one game; every block is a Drawing of its own."""

    def __init__(self, game: Game, fonts: Fonts, *, has_rounds: bool = False) -> None:
        self.has_rounds = has_rounds
        self.spec = game.spec
        self.players = list(game.spec.players.values())
        self.fonts = fonts
        self.rounds = min(MOST_ROUNDS, -(-len(game.board.cells) // len(self.players)))

    def blank(self, label: str, at: Point, width: float) -> list[Item]:
        """Draw a label and a line to write on behind it, ``width`` mm in all."""
        return blank(label, at, width, self.fonts)

    def head(self, width: float) -> Drawing:
        """Draw the title and under it a line for the name of each player."""
        titles = title_texts(self.spec.title, self.fonts, 5.6, TITLE_PT - 2, LONGEST_TITLE)
        width = max(width, *(text_box(title, self.fonts).right for title in titles))
        items: list[Item] = [*titles]
        baseline = titles[-1].at.y + 2.4
        for player in self.players:
            baseline += 7.0
            items.append(stone(player, Point(1.6, baseline - 1.1), 1.6))
            items += self.blank(player.name, Point(5.0, baseline), width - 5.0)
        return Drawing(Size(width, baseline + 0.6), tuple(items))

    def small_head(self, height: float) -> Drawing:
        """Draw the title and under it a line for the date."""
        titles = title_texts(self.spec.title, self.fonts, 3.8, 12.0, LONGEST_SMALL_TITLE)
        width = max(LEAST_HEAD, *(text_box(title, self.fonts).right for title in titles))
        return Drawing(Size(width, height), (*titles, *self.blank("Date", Point(0, height - 0.6), width)))

    def dated_score(self, cell: float, row: float) -> Drawing:
        """Draw the score table without names, and a line for the date above it."""
        table = self.score(0.0, cell, row)
        date = self.blank("Date", Point(0, 4.0), table.size.width)
        return Drawing(Size(table.size.width, table.size.height + 6.5), (*date, Symbol(table, Point(0, 6.5))))

    def score(self, width: float, cell: float, row: float) -> Drawing:
        """Draw a table with a column a game and a row a player, names too where ``width`` leaves room."""
        has_total = len(self.spec.games) > 1
        heads = [part.capitalize() for part in self.spec.games] if has_total else ["Won"]
        if has_total:
            heads.append("Total")
        left = max(width - cell * len(heads), 6.0)
        right = left + cell * len(heads)
        bottom = HEAD + row * len(self.players)
        items: list[Item] = []
        for i, text in enumerate(heads):
            at = Point(left + cell * (i + 0.5), HEAD - 1.1)
            is_total = has_total and i == len(heads) - 1
            weight: Weight = "medium" if is_total else "regular"
            items.append(Text(at, text, CAPTION_PT, weight, CAPTION_GREY, "middle", room=cell))
        for i, player in enumerate(self.players):
            baseline = HEAD + row * (i + 0.5) + 1.0
            items.append(stone(player, Point(1.6, baseline - 1.0), 1.5))
            if left >= LEAST_NAME:
                items += self.blank(player.name, Point(4.6, baseline), left - 7.0)
        items.append(grid(Rect(left, HEAD, right, bottom), len(heads), len(self.players)))
        if has_total:
            items.append(Path(rectangle(Rect(right - cell, HEAD, right, bottom)), stroke=PEN_BORDER_LINE))
        edge = PEN_BORDER_LINE.width / 2
        return Drawing(Size(right + edge, bottom + edge), tuple(items))

    def legend(self, plan: BoardPlan) -> Drawing:
        """Show and say who joins which sides; nothing where nobody joins any."""
        items: list[Item] = []
        width = height = 0.0
        for player, name, joins in goals_told(self.players):
            sign = goal_sign(plan, player, 13.0)
            left, middle = sign.size.width + 3.0, height + sign.size.height / 2
            texts = (
                Text(Point(left, middle - 0.6), name, BODY_PT, "bold"),
                Text(Point(left, middle + 3.0), joins, BODY_PT),
            )
            items += [Symbol(sign, Point(0, height)), *texts]
            width = max(width, *(text_box(text, self.fonts).right for text in texts))
            height += max(sign.size.height, 7.5) + 2.5
        return Drawing(Size(width, max(height - 2.0, 0.0)), tuple(items))

    def small_legend(self) -> Drawing:
        """Say for each stone which sides it joins, a line a player."""
        items: list[Item] = []
        width = 0.0
        for i, (player, name, joins) in enumerate(goals_told(self.players)):
            baseline = 2.2 + 3.1 * i
            text = Text(Point(3.2, baseline), joins, CAPTION_PT)
            if player is None:
                text = Text(Point(0, baseline), f"{name}: {joins}", CAPTION_PT)
            else:
                items.append(stone(player, Point(1.1, baseline - 0.85), 1.0))
            items.append(text)
            width = max(width, text_box(text, self.fonts).right)
        return Drawing(Size(width, 2.8 + 3.1 * (len(self.players) - 1)), tuple(items))

    def advice(self, size_pt: float, *, is_short: bool) -> Drawing:
        """Say what wins and how to draw, flush right."""
        games = len(self.spec.games)
        lines = ["Write nothing inside a circle."]
        if not is_short:
            lines.insert(0, self._drawn())
        if games > 1:
            lines.insert(0, f"Win {self.spec.points_to_win} of the {games} games.")
        width = max(self.fonts.width(text, "regular", size_pt) for text in lines)
        step = size_pt * 0.44
        items = [
            Text(Point(width, 2.2 + step * i), text, size_pt, "regular", CAPTION_GREY, "end")
            for i, text in enumerate(lines)
        ]
        return Drawing(Size(width, 2.8 + step * (len(lines) - 1)), tuple(items))

    def _drawn(self) -> str:
        """Say how each player's stones are drawn with one pen."""
        if all(player.mark in ("filled", "open") for player in self.players):
            return "Draw each stone as a circle, filled or open."
        return "Draw each stone as a circle in its player’s colour."

    @property
    def log_width(self) -> float:
        """The least width of a column of moves, in mm."""
        if self.has_rounds:
            return 6.0 + CALL * len(self.players) + TIE
        return 6.0 + 9.0 * len(self.players)

    def log_columns(self, width: float) -> int:
        """Return how many columns of moves fit on a width."""
        return max(int(width // self.log_width), 1)

    def log_rows(self, columns: int) -> int:
        """Return how many lines of moves stand under one another."""
        return -(-self.rounds // columns)

    def log(self, width: float, columns: int, row: float) -> Drawing:
        """Draw lines for the moves, a round a line, down each column; ``row`` is a line's height in mm."""
        rows = self.log_rows(columns)
        number = 5.0
        step = (width + 1.5) / columns
        tie = TIE * (step - number - 1.5) / (self.log_width - 6.0) if self.has_rounds else 0.0
        cell = (step - number - 1.5 - tie) / len(self.players)
        items: list[Item] = []
        for first in range(0, self.rounds, rows):
            left = first // rows * step + number
            count = min(rows, self.rounds - first)
            box = Rect(left, HEAD, left + cell * len(self.players), HEAD + row * count)
            items.append(grid(box, len(self.players), count))
            for i, player in enumerate(self.players):
                items.append(stone(player, Point(left + cell * (i + 0.5), 1.5), 1.2))
            if self.has_rounds:
                tied = Rect(box.right, box.top, box.right + tie, box.bottom)
                items.append(grid(tied, 2, count))
                at = Point(tied.center.x, HEAD - 1.1)
                items.append(
                    Text(at, "tie · other", CAPTION_PT, "regular", CAPTION_GREY, "middle", room=tie + 1.0)
                )
            for i in range(count):
                at = Point(left - 1.0, HEAD + row * (i + 0.5) + 0.85)
                items.append(Text(at, str(first + i + 1), CAPTION_PT, "regular", CAPTION_GREY, "end"))
        return Drawing(Size(width, HEAD + row * rows + WRITING_LINE.width / 2), tuple(items))


def blank(label: str, at: Point, width: float, fonts: Fonts) -> list[Item]:
    """Draw a label and a line to write on behind it, ``width`` mm in all."""
    text = Text(at, label, LABEL_PT, room=width - LEAST_LINE)
    start = text_box(text, fonts).right + 1.5
    rule = line(Point(start, at.y + 0.4), Point(at.x + width, at.y + 0.4))
    return [text, Path(rule, stroke=WRITING_LINE)]


def grid(box: Rect, columns: int, rows: int) -> Path:
    """Draw the lines of a table in its box."""
    width, height = box.size
    ys = [box.top + height * i / rows for i in range(rows + 1)]
    xs = [box.left + width * i / columns for i in range(columns + 1)]
    lines = [line(Point(box.left, y), Point(box.right, y)) for y in ys]
    lines += [line(Point(x, box.top), Point(x, box.bottom)) for x in xs]
    return Path(tuple(segment for part in lines for segment in part), stroke=WRITING_LINE)
