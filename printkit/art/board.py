"""The kind ``board``: a board to play on, with goal bands, coordinates and what one must know at the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from printkit.art import Frame, Ink, Kind, mode_of, on_board
from printkit.art._boards import BoardPlan
from printkit.art._cell_words import LEAST_NAMED, cell_words
from printkit.art._corners import Corners, Insets, arrange, stacked
from printkit.art._ground import Band, Lines, goal_bands, ground
from printkit.art._line_labels import Label, label_marks, label_text, line_labels
from printkit.art._signs import goal_sign, region_sign, stone
from printkit.art._table_blocks import note_block, table_blocks, title_block
from printkit.art._text import centred, text_box
from printkit.art._tile_board import TileBoard
from printkit.art._zone_legend import legend_block
from printkit.drawing import Drawing, Item, Path, Piece, Symbol, Text
from printkit.errors import SettingError, quoted
from printkit.fields import choice, key, length, one_line
from printkit.fields import name as names
from printkit.fonts import Fonts
from printkit.geometry import Point, Sides, Size, bounds, union
from printkit.players import goals_told
from printkit.spec import Game
from printkit.theme import (
    BODY_PT,
    CAPTION_GREY,
    CAPTION_PT,
    CELL_LINE,
    COORDINATE_PT,
    HEADING_PT,
    OUTLINE,
    REGION_LINE,
)

# In mm, for cells of 14.5 mm and less; they grow with the square root of larger cells
BAND_NEAR, BAND_FAR = 1.3, 4.3  # outside the outer edge of the cells
STACK_GAP = 4.0  # between blocks under one another
BAND_STOP = 2.0  # short of a corner
OPEN_BAND_LINE = 0.6
COORDINATE_AT, REGION_NAME_AT = 8.0, 14.5  # beyond the corner of the border cells
USUAL_ACROSS_FLATS = 14.5

NAME_AT, LOZENGE_AT = 7.2, 3.7  # beyond the last cell of a line that has a name and a mark, and beyond that name
BARE_NAME_AT = 3.6  # the same where no side has a band
CLEARANCE = 2.5
SAFE = 2.5  # mm of paper from the trim to the outermost ink
HATCH_GAP = 1.0
NARROW_SAFE = 1.0  # beside boards for tiles, which fill the paper
LETTER_AT, LAND_NAME_AT = 3.2, 8.2  # beyond the edge of the cells


@dataclass(frozen=True, eq=False)
class BoardSettings:
    """What a spec says of a board."""

    across_flats: float = key(length(4.5, 100), "distance between opposite sides of a cell")
    note: str = key(one_line, "a few words beside the board, on how a game begins for example", default="")
    layout: str = key(choice("single", "poster"), "on one page, or over several to be joined", default="single")
    board: str = key(names, "which board, where the game has several", default="")
    mode: str = key(names, "the mode that it is for, where tiles are played", default="")


def draw(settings: BoardSettings, name: str, game: Game, frame: Frame) -> tuple[Piece, ...]:
    """Draw the board as one piece."""
    game = on_board(settings.board, game)
    if settings.mode and not game.spec.modes:
        raise SettingError(
            "mode", f"the game has no mode {quoted(settings.mode)}", "it has no modes: leave it out"
        )
    if game.spec.modes:
        return (Piece(name, _tile_board(settings, game, frame)),)
    art = _BoardArt(BoardPlan(game.board, settings.across_flats), game, frame.ink)
    _refuse_small(art)
    outer = [text_box(text, frame.fonts) for text in art.words()]
    outer += [sign.bounds() for sign in art.signs()]
    cells = [bounds(art.plan.layout.corners(cell)) for cell in {edge.cell for edge in game.board.rim}]
    clear = Sides.all_round(CLEARANCE)
    strips = [bounds(pair) for band in art.bands().values() for pair in pairwise(band)]
    obstacles = [box.grown(clear) for box in (*outer, *cells, *strips)]
    rim = art.plan.box.grown(Sides.all_round(OUTLINE.width / 2))
    box = union([rim, *outer, *map(bounds, art.bands().values())]).grown(Sides.all_round(SAFE))
    corners = Corners(
        title_block(game, frame.fonts),
        _goals(game, art.plan, frame.fonts),
        note_block(settings.note, frame.fonts),
        stacked([_games(game, art.plan, frame), legend_block(art.plan, frame.fonts, frame.ink)], STACK_GAP),
    )
    arrangement = arrange(box, obstacles, corners, Insets(SAFE, SAFE, SAFE))
    art = _BoardArt(art.plan.moved(arrangement.shift), game, frame.ink)
    items = (*art.items(), *arrangement.blocks)
    return (Piece(name, Drawing(arrangement.size, items, anchors=art.plan.anchors)),)


def _tile_board(settings: BoardSettings, game: Game, frame: Frame) -> Drawing:
    """Draw a board for tiles, with the players' corners or sides, what dots count, and places for captures."""
    mode = mode_of(settings.mode, game)
    board = TileBoard(BoardPlan(game.board, settings.across_flats), game, mode, frame.ink)
    words = [*board.letters(COORDINATE_PT, LETTER_AT), *board.land_names(CAPTION_PT + 1, LAND_NAME_AT)]
    labels = [text_box(text, frame.fonts).grown(Sides.all_round(1.0)) for text in words]
    cells = [bounds(board.plan.layout.corners(cell)).grown(Sides.all_round(1.5)) for cell in game.board.cells]
    box = union([*labels, board.plan.box.grown(Sides.all_round(OUTLINE.width / 2 + NARROW_SAFE))])
    corners = table_blocks(board, settings.note, frame.fonts)
    arrangement = arrange(box, [*labels, *cells], corners, Insets(SAFE, SAFE, SAFE))
    board = board.moved(arrangement.shift)
    words = [*board.letters(COORDINATE_PT, LETTER_AT), *board.land_names(CAPTION_PT + 1, LAND_NAME_AT)]
    items = (*board.items(Lines(CELL_LINE, REGION_LINE, OUTLINE)), *words, *arrangement.blocks)
    return Drawing(arrangement.size, items, anchors=board.plan.anchors)


class _BoardArt:
    """The board itself: cells, borders, outline, goal bands, coordinates, names of regions."""

    def __init__(self, plan: BoardPlan, game: Game, ink: Ink) -> None:
        self.plan = plan
        self.game = game
        self.ink = ink
        self.scale = max(1.0, plan.across_flats / USUAL_ACROSS_FLATS) ** 0.5
        measures = (BAND_NEAR, BAND_FAR, BAND_STOP, OPEN_BAND_LINE, HATCH_GAP, OPEN_BAND_LINE / 2)
        self.band = Band(*(self.scale * measure for measure in measures))

    def items(self) -> Iterator[Item]:
        """Give all of it, from the ground up."""
        yield from ground(self.plan, Lines(CELL_LINE, REGION_LINE, OUTLINE), self.ink)
        yield from goal_bands(self.plan, self.game.spec.players.values(), self.band, self.ink)
        yield from cell_words(self.plan, self.ink)
        yield from self.words()
        yield from self.signs()

    def labels(self) -> Iterator[Label]:
        """Give the coordinates."""
        distance = self.plan.circumradius + COORDINATE_AT * self.scale
        has_bands = any(player.joins for player in self.game.spec.players.values())
        along = self.plan.across_flats / 2 + (NAME_AT if has_bands else BARE_NAME_AT) * self.scale
        return line_labels(self.plan, self.game, distance, along, LOZENGE_AT * self.scale)

    def signs(self) -> Iterator[Path]:
        """Draw the marks beside coordinates that are in a player's mark."""
        return (path for label in self.labels() for path in label_marks(label, self.scale))

    def bands(self) -> dict[str, tuple[Point, ...]]:
        """Return the outline of each goal side's band."""
        joined = {side for player in self.game.spec.players.values() for side in player.joins}
        return {side: self.band.outline(self.plan, side) for side in self.game.board.sides if side in joined}

    def words(self) -> Iterator[Text]:
        """Give the coordinates and the names of the regions."""
        size_pt = COORDINATE_PT * self.scale
        radius = self.plan.circumradius
        for label in self.labels():
            yield label_text(label, size_pt)
        for region, at in self.plan.region_names(radius + REGION_NAME_AT * self.scale):
            yield centred(at, region.name.capitalize(), (CAPTION_PT + 1) * self.scale, "regular", CAPTION_GREY)


def _refuse_small(art: _BoardArt) -> None:
    """Raise SettingError where names are to stand in cells that have no room for them."""
    if art.game.board.marks.shown == "cells" and art.plan.across_flats < LEAST_NAMED:
        message = f"cells of {art.plan.across_flats:g} mm are too small for names in them"
        hint = f"use at least {LEAST_NAMED:g} mm, or labels: {{show: edges}} or {{show: none}}"
        raise SettingError("across_flats", message, hint)


def _goals(game: Game, plan: BoardPlan, fonts: Fonts) -> Drawing:
    """Say for each player which sides to join, flush right; once for all of them where they are the same."""
    rows = [_Row(*row) for row in _goal_rows(game, plan)]
    step = max([row.sign.size.height for row in rows] + [8.0 if rows[0].words else 5.0]) + 2.5
    texts = []
    for i, row in enumerate(rows):
        y = i * step + row.sign.size.height / 2
        texts.append(Text(Point(0, y + (-0.8 if row.words else 1.4)), row.name, HEADING_PT, "bold", anchor="end"))
        if row.words:
            texts.append(Text(Point(0, y + 3.0), row.words, BODY_PT, anchor="end"))
    wide = rows[0].sign.size.width
    width = max(fonts.width(text.string, text.weight, text.size_pt) for text in texts) + 4.0 + wide
    edge = width - wide - 4.0
    items: list[Item] = [Text(Point(edge, t.at.y), t.string, t.size_pt, t.weight, anchor="end") for t in texts]
    items += [Symbol(row.sign, Point(width - wide, i * step)) for i, row in enumerate(rows)]
    return Drawing(Size(width, len(rows) * step - 2.5 + 0.6), tuple(items))


class _Row(NamedTuple):
    """A sign, and beside it a name and what it has to do."""

    sign: Drawing
    name: str
    words: str


def _goal_rows(game: Game, plan: BoardPlan) -> Iterator[tuple[Drawing, str, str]]:
    players = game.spec.players.values()
    for joining, name, words in goals_told(players):
        yield goal_sign(plan, joining, 15.0), name, words
    if not any(player.joins for player in players):
        for player in players:
            yield Drawing(Size(5.0, 5.0), (stone(player, Point(2.5, 2.5), 2.5),)), player.name, ""


def _games(game: Game, plan: BoardPlan, frame: Frame) -> Drawing:
    """Show the games that are contested, flush right; nothing where there is only one."""
    if len(game.spec.games) == 1:
        return Drawing(Size(0, 0), ())
    regions = [region for name in game.spec.games if (region := game.board.region(name)) is not None]
    signs = [region_sign(plan, region, 13.0, frame.ink) for region in regions]
    step, height = signs[0].size.width + 2.5, signs[0].size.height
    width = step * len(signs) - 2.5
    heading = f"Win {game.spec.points_to_win} of these {len(regions)} games"
    items: list[Item] = [Text(Point(width, 3.0), heading, BODY_PT, anchor="end")]
    width = max(width, frame.fonts.width(heading, "regular", BODY_PT))
    left = width - step * len(signs) + 2.5
    for i, (region, sign) in enumerate(zip(regions, signs, strict=True)):
        items.append(Symbol(sign, Point(left + i * step, 5.0)))
        middle = Point(left + i * step + sign.size.width / 2, 5.0 + height + 2.6)
        items.append(centred(middle, region.name.capitalize(), CAPTION_PT, "regular", CAPTION_GREY))
    return Drawing(Size(width, 5.0 + height + 4.0), tuple(items))


KIND = Kind(
    BoardSettings,
    draw,
    None,
    fills_frame=False,
    is_thinned=True,
    paper="heavy paper, 160 g or more",
    making="Cut along the marks, or glue it on card first.",
)
