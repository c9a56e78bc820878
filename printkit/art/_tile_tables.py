"""Tables of tiles for cards: the guide to all types, what a player has, sides and turns."""

from __future__ import annotations

import math
from collections.abc import Sequence

from printkit.art import Frame
from printkit.art._faces import Look, Tile, face, look_of
from printkit.art._text import centred
from printkit.drawing import INK, PAPER, Drawing, Item, Path, Stroke, Symbol, Text, line, polyline
from printkit.fonts import Fonts
from printkit.geometry import Point, Size
from printkit.spec import Game
from printkit.theme import CAPTION_GREY, RULE_GREY
from printkit.tiles import SIDES, TileType
from printkit.units import MM_PER_POINT

PLAIN = Look(PAPER, INK)
ROW = 12.9  # mm, of the guide
FACE = 11.2  # mm across flats
NAME_PT = 10.0
NAMES, JOINED = 24.0, 28.0  # mm, the usual columns of names and of joined sides
COLUMN_GAP = 2.5


def joined(kind: TileType) -> str:
    """Say which sides a type joins."""
    if not kind.nets:
        return "no sides" if kind.face == "block" else "as declared"
    if len(kind.nets) == 1 and len(kind.nets[0]) == 6:
        return "all six sides"
    return " and ".join("–".join(SIDES[side] for side in net) for net in kind.nets)


def guide(game: Game, frame: Frame, width: float, size_pt: float) -> Drawing:
    """Draw all types of the supply in rows: a face of each player, name, joined sides, points, family, advice."""
    tile = Tile(FACE, "flat")
    looks = [look_of(player, frame.ink) for player in game.spec.players.values()]
    items: list[Item] = []
    step = tile.size.width + 1.2
    left = len(looks) * step + 2.5
    size = size_pt * MM_PER_POINT
    types = [kind for word, kind in game.spec.tile_types.items() if game.spec.supply.get(word)]
    columns = _guide_columns(types, left, width, frame.fonts, size_pt)
    for i, kind in enumerate(types):
        top = i * ROW
        for j, look in enumerate(looks):
            items.append(Symbol(face(kind, look, tile, has_rim=True), Point(j * step, top + (ROW - FACE) / 2)))
        upper, lower = top + ROW / 2 - 0.9, top + ROW / 2 + 0.5 + size
        items.append(Text(Point(columns[0], upper), kind.name, NAME_PT, "bold", room=columns[1] - columns[0]))
        items.append(Text(Point(columns[1], upper), joined(kind), size_pt, "medium", room=columns[2] - columns[1]))
        items.append(Text(Point(columns[2], upper), about(kind), size_pt, room=width - columns[2]))
        items.append(
            Text(Point(columns[0], lower), kind.advice, size_pt, "regular", CAPTION_GREY, room=width - left)
        )
        if i:
            items.append(Path(line(Point(left, top), Point(width, top)), stroke=Stroke(RULE_GREY, 0.12)))
    return Drawing(Size(width, len(types) * ROW), tuple(items))


def about(kind: TileType) -> str:
    """Say what a type counts, and its family."""
    points = f"{kind.points} point" + ("" if kind.points == 1 else "s") if kind.points else ""
    return " · ".join(filter(None, (points, kind.family)))


def _guide_columns(
    types: Sequence[TileType], left: float, width: float, fonts: Fonts, size_pt: float
) -> tuple[float, float, float]:
    """Return where names, joined sides and the rest begin: in wide columns where they leave room for the rest."""
    last = max(fonts.width(about(kind), "regular", size_pt) for kind in types)
    if left + NAMES + JOINED + last <= width:
        return left, left + NAMES, left + NAMES + JOINED
    names = max(fonts.width(kind.name, "bold", NAME_PT) for kind in types) + COLUMN_GAP
    sides = max(fonts.width(joined(kind), "medium", size_pt) for kind in types) + COLUMN_GAP
    return left, left + names, left + names + sides


def supply_table(game: Game, mode: str, width: float, size_pt: float) -> Drawing:
    """Draw each type that a player has, with how many and its name."""
    columns, unit = 4, 9.4
    step, row = width / columns, unit + 5.4
    tile = Tile(unit)
    items: list[Item] = []
    supply = {word: number for word, number in game.supply(mode).items() if number}
    for i, (word, number) in enumerate(supply.items()):
        x, y = i % columns * step, i // columns * row
        kind = game.spec.tile_types[word]
        items.append(
            Symbol(face(kind, PLAIN, tile, has_rim=True), Point(x + (step - tile.size.width) / 2 - 1.0, y))
        )
        items.append(Text(Point(x + step - 1.6, y + 2.4), f"×{number}", size_pt, "medium", anchor="middle"))
        items.append(Text(Point(x + step / 2, y + unit + 3.2), kind.name, size_pt, anchor="middle", room=step))
    return Drawing(Size(width, -(-len(supply) // columns) * row), tuple(items))


def turn_table(game: Game, width: float, size_pt: float) -> Drawing:
    """Draw a tile with the names of its sides, and round it the degrees by which it is turned."""
    tile = Tile(20.0, game.board.orientation)
    size = size_pt * MM_PER_POINT
    middle = Point(width / 2, tile.size.height / 2 + 1.6 * size)
    items: list[Item] = [
        Path(polyline((_moved(p, middle) for p in tile.outline), closed=True), PAPER, Stroke(INK, 0.4))
    ]
    for side, name in enumerate(SIDES):
        items.append(
            centred(_moved(tile.midpoint(side, 0.7), middle), name, size_pt, "bold" if side == 0 else "regular")
        )
        degrees = f"{60 * side}°"
        angle = tile.direction(side)
        away = tile.across_flats / 2 + 0.75 * size + abs(math.cos(angle)) * 1.1 * size
        at = Point(middle.x + away * math.cos(angle), middle.y + away * math.sin(angle))
        items.append(centred(at, degrees, size_pt, "medium", CAPTION_GREY))
    return Drawing(Size(width, 2 * middle.y), tuple(items))


def _moved(point: Point, by: Point) -> Point:
    return Point(point.x + by.x, point.y + by.y)
