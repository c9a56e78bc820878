"""Pictures on reference cards: boards, goals, cells, positions, tiles; and the icons that stand in their texts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial

from printkit.art import Frame, mode_of
from printkit.art._boards import BoardPlan
from printkit.art._dots import PIP_RING, pips
from printkit.art._faces import Tile, face, look_of
from printkit.art._hatch import hatching
from printkit.art._lozenge import lozenge
from printkit.art._position import bare_board, coordinates, position_items
from printkit.art._signs import goal_sign, region_sign, stone
from printkit.art._table_blocks import dot_values
from printkit.art._text import centred, wrapped
from printkit.art._tile_board import LEAST_LETTERED, TileBoard, arrow, play_lines
from printkit.art._tile_tables import PLAIN, guide, supply_table, turn_table
from printkit.art._tiling import tiling_drawing
from printkit.art._token import crossed_hex
from printkit.board import Region, split_cell
from printkit.drawing import INK, PAPER, Drawing, Item, Path, Stroke, Symbol, circle, polyline, rectangle
from printkit.errors import SettingError, hint_for, quoted
from printkit.geometry import Point, Rect, Size, around
from printkit.hexgrid import distance
from printkit.players import Player
from printkit.spec import Game
from printkit.theme import BLUE, CAPTION_GREY, CAPTION_PT, SMALLEST_ON_CARDS_PT, VERMILION
from printkit.tiles import TileType
from printkit.tilings import Tiling
from printkit.units import MM_PER_POINT

LEAST_LABELLED = 4.7  # mm across flats, the smallest cells whose coordinates can be set
LARGEST_CELL = 14.0  # mm across flats, of positions with tiles
LABELLED_AT = 0.17  # of a lane's length, where no dots are
LEADING = 1.32  # of the type size

Sign = Callable[[float], Drawing]
"""Draws an icon in a box of a height in mm."""


class Pictures:
    """The pictures of a game in a column of a width; ``size_pt`` is that of the card's text."""

    def __init__(self, game: Game, frame: Frame, width: float, size_pt: float) -> None:
        self.game = game
        self.frame = frame
        self.width = width
        self.size_pt = size_pt

    def drawn(self, words: str, key: str) -> Drawing:
        """Draw the picture that a spec asks for; raises SettingError for the setting ``key``, or SpecError."""
        kind, _, argument = words.partition(" ")
        known: dict[str, Callable[[str], Drawing]] = {
            "cell": self._cell,
            "games": self._games,
            "goals": self._goals,
            "position": self._position,
        }
        if self.game.spec.line_names:
            known["crossing"] = self._crossing
        if self.game.spec.modes:
            known |= {
                "board": self._mode_board,
                "dots": self._dots,
                "lanes": partial(self._mode_board, has_lanes=True),
                "supply": self._supply,
                "tiles": lambda _: guide(self.game, self.frame, self.width, self.size_pt),
                "turns": lambda _: turn_table(self.game, self.width, self.size_pt),
            }
        if kind not in known:
            raise SettingError(key, f"no picture is called {quoted(kind)}", hint_for(kind, known))
        try:
            return known[kind](argument.strip())
        except SettingError as error:
            raise SettingError(key, error.message, error.hint) from None

    def signs(self) -> dict[str, Sign]:
        """Return the icons by name: players, types of tiles, dots and tokens."""
        spec = self.game.spec
        signs: dict[str, Sign] = {who: partial(self._player_sign, player) for who, player in spec.players.items()}
        signs |= {word: partial(self._tile_sign, kind) for word, kind in spec.tile_types.items()}
        for lines in spec.line_names.values():
            signs[f"card-{lines.player}"] = partial(_card_sign, spec.players[lines.player].mark)
        if self.game.board.dots:
            signs["dots"] = self._dots_sign
        if any(mode.captures for mode in spec.modes.values()):
            signs["token"] = self._token_sign
        return signs

    def icon(self, name: str, at: Point, size: float) -> Item | None:
        """Draw an icon with its middle at a point; None where the name is unknown."""
        sign = self.signs().get(name)
        return None if sign is None else Symbol(sign(size), Point(at.x - size / 2, at.y - size / 2))

    def _player_sign(self, player: Player, size: float) -> Drawing:
        middle = Point(size / 2, size / 2)
        if not self.game.spec.tile_types:
            return Drawing(Size(size, size), (stone(player, middle, 0.36 * size),))
        tile = Tile(0.8 * size)
        look = look_of(player, self.frame.ink)
        outline = polyline((Point(x + middle.x, y + middle.y) for x, y in tile.outline), closed=True)
        items: list[Item] = [Path(outline, look.ground, Stroke(INK, 0.07 * size))]
        if look.is_dotted:
            dots = [s for i in range(6) for s in circle(_around(middle, tile.midpoint(i, 0.55)), 0.05 * size)]
            items.append(Path((*dots, *circle(middle, 0.05 * size)), fill=look.dots))
        if look.is_hatched:
            corners = [_around(middle, corner) for corner in tile.outline]
            items.append(Path(hatching(corners, 0.14 * size), stroke=Stroke(look.line, 0.05 * size)))
        return Drawing(Size(size, size), tuple(items))

    def _tile_sign(self, kind: TileType, size: float) -> Drawing:
        tile = Tile(0.86 * size)
        width, height = tile.size
        drawn = face(kind, PLAIN, tile, has_rim=True, is_marked=False)
        return Drawing(Size(size, size), (Symbol(drawn, Point((size - width) / 2, (size - height) / 2)),))

    def _dots_sign(self, size: float) -> Drawing:
        unit = 0.42 * size / PIP_RING
        return Drawing(Size(size, size), tuple(pips(3, Point(size / 2, size / 2), unit, self.frame.ink)))

    def _token_sign(self, size: float) -> Drawing:
        sign = crossed_hex(Point(size / 2, size / 2), 0.8 * size, Stroke(INK, 0.08 * size))
        return Drawing(Size(size, size), (sign,))

    def _board(self, draw: Callable[[BoardPlan], Iterator[Item]]) -> Drawing:
        """Draw a board as wide as there is room, with coordinates where its cells are large enough."""
        unit = BoardPlan(self.game.board, 1.0)
        across = self.width / (unit.box.size.width + 0.9)
        if across < LEAST_LABELLED:
            edge = 0.5 * across
        else:
            across = (self.width - 6.0) / (unit.box.size.width + 0.9)
            edge = 0.9 * across + 3.4
        plan = BoardPlan(self.game.board, across)
        plan = plan.moved(Point(self.width / 2 - plan.box.center.x, edge - plan.box.top))
        labels = coordinates(plan, self.game) if across >= LEAST_LABELLED else ()
        height = plan.box.size.height + 2 * edge
        return Drawing(Size(self.width, height), (*draw(plan), *labels))

    def _games(self, _argument: str) -> Drawing:
        """Show each game's part of the board, with its name."""
        regions = [r for name in self.game.spec.games if (r := self.game.board.region(name)) is not None]
        step = self.width / len(regions)
        plan = BoardPlan(self.game.board, 1.0)
        items: list[Item] = []
        height = 0.0
        for i, region in enumerate(regions):
            sign = region_sign(plan, region, step - 1.6, self.frame.ink)
            items.append(Symbol(sign, Point(i * step + 0.8, 0)))
            height = sign.size.height + 2.4
            middle = Point(i * step + step / 2, height)
            items.append(
                centred(middle, region.name.capitalize(), max(CAPTION_PT, SMALLEST_ON_CARDS_PT), "regular")
            )
        return Drawing(Size(self.width, height + 1.4), tuple(items))

    def _goals(self, _argument: str) -> Drawing:
        """Show for each player which sides to join."""
        players = list(self.game.spec.players.values())
        step = self.width / len(players)
        plan = BoardPlan(self.game.board, 1.0)
        items: list[Item] = []
        height = 0.0
        for i, player in enumerate(players):
            sign = goal_sign(plan, player, step - 4.0)
            items.append(Symbol(sign, Point(i * step + 2.0, 0.5)))
            height = sign.size.height + 3.4
            items.append(centred(Point(i * step + step / 2, height), player.name, self.size_pt, "medium"))
        return Drawing(Size(self.width, height + 1.6), tuple(items))

    def _cell(self, name: str) -> Drawing:
        """Show one cell of the board."""
        cell = self.game.board.cell(name)
        if cell is None:
            raise SettingError(
                "", f"the board has no cell {quoted(name)} to be shown", f"for example: cell {self._any}"
            )

        def items(plan: BoardPlan) -> Iterator[Item]:
            yield from bare_board(plan, self.game, self.frame.ink)
            yield Path(polyline(plan.layout.corners(cell), closed=True), fill=BLUE, stroke=Stroke(INK, 0.3))

        return self._board(items)

    @property
    def _any(self) -> str:
        """The name of a cell that there is."""
        return next(iter(self.game.board.names.values()))

    def _crossing(self, name: str) -> Drawing:
        """Show the two lines that cross in a cell."""
        cell = self.game.board.cell(name)
        if cell is None:
            raise SettingError("", f"the board has no cell {quoted(name)} to be shown", "for example: crossing F7")
        names = self.game.board.names
        letter, number = split_cell(names[cell])

        def items(plan: BoardPlan) -> Iterator[Item]:
            for place, kind in enumerate(("letters", "numbers")):
                lines = self.game.spec.line_names.get(kind)
                mark = "" if lines is None else self.game.spec.players[lines.player].mark
                cells = tuple(c for c, text in names.items() if split_cell(text)[place] == (letter, number)[place])
                for outline in plan.area(Region(kind, cells, {})):
                    if mark == "hatched":
                        hatch = hatching(outline, 0.22 * plan.across_flats)
                        yield Path(hatch, stroke=Stroke(VERMILION, 0.06 * plan.across_flats))
                    else:
                        yield Path(polyline(outline, closed=True), fill=CAPTION_GREY)
            yield from bare_board(plan, self.game, self.frame.ink)
            yield Path(polyline(plan.layout.corners(cell), closed=True), fill=BLUE, stroke=Stroke(INK, 0.3))

        return self._board(items)

    def _position(self, name: str) -> Drawing:
        """Show a position of the spec: stones with their winning chains and the score, or tiles with a path."""
        if name not in self.game.spec.positions:
            message = f"{self.game.spec.game} has no position {quoted(name)}"
            raise SettingError("", message, hint_for(name, self.game.spec.positions))
        position, headline = self.frame.position(name)
        if isinstance(position, Tiling):
            return tiling_drawing(position, self.width, LARGEST_CELL, self.frame.ink, SMALLEST_ON_CARDS_PT)
        board = self._board(lambda plan: position_items(plan, position, self.frame.ink, SMALLEST_ON_CARDS_PT))
        items: list[Item] = [Symbol(board, Point(0, 0))]
        y = board.size.height + 1.0
        for line in wrapped(headline, self.frame.fonts, self.size_pt, self.width, "medium"):
            items.append(centred(Point(self.width / 2, y + 1.6), line, self.size_pt, "medium"))
            y += LEADING * self.size_pt * MM_PER_POINT
        return Drawing(Size(self.width, y), tuple(items))

    def _mode_board(self, name: str, *, has_lanes: bool = False) -> Drawing:
        """Show the board as a mode is played on it, with each player's lane to the centre where asked."""
        mode = mode_of(name, self.game)
        if has_lanes and not self.game.board.centre:
            raise SettingError("", "the board has no centre for lanes to lead to", "use 'board MODE'")
        unit = BoardPlan(self.game.board, 1.0)
        margin = 3.4 if self.game.board.orientation == "pointy" else 0.3  # for letters at the sides
        across = (self.width - 2 * margin) / unit.box.size.width
        plan = BoardPlan(self.game.board, across)
        edge = 3.6
        plan = plan.moved(Point(self.width / 2 - plan.box.center.x, edge - plan.box.top))
        board = TileBoard(plan, self.game, mode, self.frame.ink, SMALLEST_ON_CARDS_PT)
        is_lettered = across >= LEAST_LETTERED
        size_pt = SMALLEST_ON_CARDS_PT
        items: list[Item] = [*board.items(play_lines(across))]
        items += board.letters(size_pt, 1.8) if is_lettered else board.corner_ids(size_pt)
        if has_lanes:
            items += self._lanes(board)
        return Drawing(Size(self.width, plan.box.size.height + 2 * edge), tuple(items))

    def _lanes(self, board: TileBoard) -> Iterator[Item]:
        centre = self.game.board.centre
        for cell in board.starts:
            goal = min(centre, key=lambda other: distance(cell, other))
            start, end = (board.plan.layout.center(place) for place in (cell, goal))
            length = math.dist(start, end)
            inset = 0.42 * board.unit / length
            first = Point(start.x + (end.x - start.x) * inset, start.y + (end.y - start.y) * inset)
            yield from arrow(first, end, 0.1 * board.unit, VERMILION)
            middle = Point(start.x + (end.x - start.x) * LABELLED_AT, start.y + (end.y - start.y) * LABELLED_AT)
            yield Path(circle(middle, 1.9), PAPER, Stroke(VERMILION, 0.2))
            yield centred(middle, str(distance(cell, goal)), SMALLEST_ON_CARDS_PT, "bold")

    def _dots(self, name: str) -> Drawing:
        """Show what each number of dots counts in a mode."""
        sign = 7.0
        drawn = dot_values(mode_of(name, self.game), self.frame.ink, self.frame.fonts, self.size_pt, sign)
        left = (self.width - drawn.size.width) / 2
        return Drawing(Size(self.width, sign + 1.0), (Symbol(drawn, Point(left, 0.5)),))

    def _supply(self, name: str) -> Drawing:
        """Show how many tiles of each type a player has in a mode."""
        mode_of(name, self.game)
        return supply_table(self.game, name, self.width, SMALLEST_ON_CARDS_PT)


def _card_sign(mark: str, size: float) -> Drawing:
    """Draw a small card with the lozenge of a player's mark."""
    width = 0.68 * size
    box = Rect((size - width) / 2, 0, (size + width) / 2, size)
    rim = Path(rectangle(box), PAPER, Stroke(INK, 0.04 * size))
    return Drawing(Size(size, size), (rim, *lozenge(mark, around(box.center, 0.4 * size, 0.62 * size))))


def _around(center: Point, by: Point) -> Point:
    return Point(center.x + by.x, center.y + by.y)
