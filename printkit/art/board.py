"""The kind ``board``: a board to play on, with goal bands, coordinates and what one must know at the table."""

from __future__ import annotations

from dataclasses import dataclass

from printkit.art import Frame, Kind
from printkit.art._boards import BoardPlan
from printkit.art._corners import Corners, Insets, arrange
from printkit.art._signs import goal_sign, region_sign
from printkit.art._text import block, centred, text_box, wrapped
from printkit.drawing import INK, PAPER, Drawing, Item, Path, Piece, Stroke, Symbol, Text, polyline
from printkit.fields import key, length, one_line
from printkit.fonts import Fonts
from printkit.geometry import Point, Sides, Size, bounds, union
from printkit.spec import Game, Player
from printkit.theme import (
    BODY_PT,
    CAPTION_GREY,
    CAPTION_PT,
    CELL_LINE,
    COORDINATE_PT,
    HEADING_PT,
    OUTLINE,
    REGION_LINE,
    TINT,
    TITLE_PT,
)

BAND_NEAR, BAND_FAR = 1.3, 4.3  # mm outside the outer edge of the cells
BAND_STOP = 2.0  # mm short of a corner
CLEARANCE = 2.5
SAFE = 2.5  # mm of paper from the trim to the outermost ink
OPEN_BAND_LINE = Stroke(INK, 0.6)


@dataclass(frozen=True, eq=False)
class BoardSettings:
    """What a spec says of a board."""

    across_flats: float = key(length(2, 100), "distance between opposite sides of a cell")
    note: str = key(one_line, "a few words beside the board, on how a game begins for example", default="")


def draw(settings: BoardSettings, name: str, game: Game, frame: Frame) -> tuple[Piece, ...]:
    """Draw the board as one piece."""
    fonts = frame.fonts
    plan = BoardPlan(game.board, settings.across_flats)
    coordinates = _coordinates(plan)
    names = _region_names(plan)
    outer = [text_box(text, fonts) for text in (*coordinates, *names)]
    clear = Sides(CLEARANCE, CLEARANCE, CLEARANCE, CLEARANCE)
    obstacles = [box.grown(clear) for box in outer]
    bands = [bounds(plan.band(side, BAND_NEAR, BAND_FAR, BAND_STOP)) for side in game.board.sides]
    box = union([*outer, *bands]).grown(Sides(SAFE, SAFE, SAFE, SAFE))
    arrangement = arrange(box, obstacles, _corner_blocks(settings, game, plan, fonts), Insets(SAFE, SAFE, SAFE))
    plan = plan.moved(arrangement.shift)
    items: tuple[Item, ...] = (
        *_cells(plan),
        *_bands(plan, tuple(game.spec.players.values())),
        *_coordinates(plan),
        *_region_names(plan),
        *arrangement.blocks,
    )
    return (Piece(name, Drawing(arrangement.size, items, anchors=plan.anchors)),)


def _cells(plan: BoardPlan) -> list[Path]:
    items = [
        Path(polyline(outline, closed=True), fill=TINT)
        for region in plan.checkered()
        for outline in plan.area(region)
    ]
    for lines, stroke in ((plan.cell_lines(), CELL_LINE), (plan.region_lines(), REGION_LINE)):
        if lines:
            items.append(Path(tuple(s for course in lines for s in polyline(course)), stroke=stroke))
    items.append(Path(polyline(plan.outline, closed=True), stroke=OUTLINE))
    return items


def _bands(plan: BoardPlan, players: tuple[Player, ...]) -> list[Path]:
    items = []
    for player in players:
        for side in player.joins:
            outer = polyline(plan.band(side, BAND_NEAR, BAND_FAR, BAND_STOP), closed=True)
            if player.mark == "filled":
                items.append(Path(outer, fill=INK))
            else:
                inset = OPEN_BAND_LINE.width / 2
                rim = plan.band(side, BAND_NEAR + inset, BAND_FAR - inset, BAND_STOP + inset)
                items.append(Path(polyline(rim, closed=True), fill=PAPER, stroke=OPEN_BAND_LINE))
    return items


def _coordinates(plan: BoardPlan) -> list[Text]:
    distance = plan.circumradius + 8.0
    return [centred(at, label, COORDINATE_PT, "medium") for label, at in plan.labels(distance)]


def _region_names(plan: BoardPlan) -> list[Text]:
    distance = plan.circumradius + 14.5
    return [
        centred(at, region.name.capitalize(), CAPTION_PT + 1, "regular", CAPTION_GREY)
        for region, at in plan.region_names(distance)
    ]


def _corner_blocks(settings: BoardSettings, game: Game, plan: BoardPlan, fonts: Fonts) -> Corners:
    return Corners(
        _title(game, fonts), _goals(game, plan, fonts), _note(settings, fonts), _games(game, plan, fonts)
    )


def _title(game: Game, fonts: Fonts) -> Drawing:
    title = Text(Point(0, 6.2), game.spec.title, TITLE_PT, "bold")
    return Drawing(Size(text_box(title, fonts).right, 8.0), (title,))


def _goals(game: Game, plan: BoardPlan, fonts: Fonts) -> Drawing:
    """Say for each player which sides to join, flush right."""
    players = list(game.spec.players.values())
    signs = [goal_sign(plan, player, 15.0) for player in players]
    sign = signs[0].size
    row = max(sign.height, 8.0) + 2.5
    texts = []
    for i, player in enumerate(players):
        y = i * row + sign.height / 2
        texts.append(Text(Point(0, y - 0.8), player.name, HEADING_PT, "bold", anchor="end"))
        texts.append(Text(Point(0, y + 3.0), " – ".join(player.joins), BODY_PT, anchor="end"))
    width = max(fonts.width(text.string, text.weight, text.size_pt) for text in texts) + 4.0 + sign.width
    edge = width - sign.width - 4.0
    items: list[Item] = [Text(Point(edge, t.at.y), t.string, t.size_pt, t.weight, anchor="end") for t in texts]
    items += [Symbol(drawn, Point(width - sign.width, i * row)) for i, drawn in enumerate(signs)]
    return Drawing(Size(width, len(players) * row - 2.5 + 0.6), tuple(items))


def _note(settings: BoardSettings, fonts: Fonts) -> Drawing:
    room, leading = 56.0, 3.9
    lines = wrapped(settings.note, fonts, BODY_PT, room)
    return Drawing(
        Size(room if lines else 0, len(lines) * leading),
        tuple(block(lines, Point(0, 0), BODY_PT, leading, room)),
    )


def _games(game: Game, plan: BoardPlan, fonts: Fonts) -> Drawing:
    """Show the games that are contested, flush right; nothing where there is only one."""
    if len(game.spec.games) == 1:
        return Drawing(Size(0, 0), ())
    regions = [region for name in game.spec.games if (region := game.board.region(name)) is not None]
    signs = [region_sign(plan, region, 13.0) for region in regions]
    step, height = signs[0].size.width + 2.5, signs[0].size.height
    width = step * len(signs) - 2.5
    heading = f"Win {game.spec.points_to_win} of these {len(regions)} games"
    items: list[Item] = [Text(Point(width, 3.0), heading, BODY_PT, anchor="end")]
    width = max(width, fonts.width(heading, "regular", BODY_PT))
    left = width - step * len(signs) + 2.5
    for i, (region, sign) in enumerate(zip(regions, signs, strict=True)):
        items.append(Symbol(sign, Point(left + i * step, 5.0)))
        middle = Point(left + i * step + sign.size.width / 2, 5.0 + height + 2.6)
        items.append(centred(middle, region.name.capitalize(), CAPTION_PT, "regular", CAPTION_GREY))
    return Drawing(Size(width, 5.0 + height + 4.0), tuple(items))


KIND = Kind(BoardSettings, draw, "single", fills_frame=False)
