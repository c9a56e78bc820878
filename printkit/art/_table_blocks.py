"""Blocks beside a board to play on: title, note, who starts where, what dots count, places for captures."""

from __future__ import annotations

from collections.abc import Mapping

from printkit.art import Ink
from printkit.art._corners import Corners, in_a_row
from printkit.art._dots import PIP_RING, pips
from printkit.art._signs import id_sign
from printkit.art._text import block, centred, text_box, title_texts, wrapped
from printkit.art._tile_board import TileBoard
from printkit.art._zone_legend import legend_block
from printkit.drawing import INK, Drawing, Item, Path, Stroke, Text, polyline
from printkit.fonts import Fonts
from printkit.geometry import Point, Size
from printkit.hexgrid import Hex, HexLayout
from printkit.modes import CENTRE, CORNERS, Mode
from printkit.spec import Game
from printkit.theme import BODY_PT, CAPTION_GREY, HEADING_PT, TITLE_PT

GAP = 5.0
LONGEST_TITLE = 75.0  # mm, beyond which it is set in two lines
SIGN = 8.0  # mm, the height of a sign of dots


def title_block(game: Game, fonts: Fonts, more: str = "") -> Drawing:
    """Set the game's title, and what follows it in lighter type."""
    titles = title_texts(game.spec.title, fonts, 6.2, TITLE_PT, LONGEST_TITLE)
    width = max(text_box(title, fonts).right for title in titles)
    last = titles[-1]
    if not more:
        return Drawing(Size(width, last.at.y + 1.8), tuple(titles))
    at = Point(text_box(last, fonts).right + 2.5, last.at.y)
    rest = Text(at, more, HEADING_PT + 2, "regular", CAPTION_GREY)
    return Drawing(Size(max(width, text_box(rest, fonts).right), last.at.y + 1.8), (*titles, rest))


def note_block(note: str, fonts: Fonts, room: float = 56.0) -> Drawing:
    """Set a few words in lines."""
    leading = 3.9
    lines = wrapped(note, fonts, BODY_PT, room)
    return Drawing(
        Size(room if lines else 0, len(lines) * leading),
        tuple(block(lines, Point(0, 0), BODY_PT, leading, room)),
    )


def aims(mode: Mode, board: TileBoard) -> Mapping[str, str]:
    """Say for each player in a few words what a path has to join."""
    names = board.plan.board.names
    found = {}
    for who, corners in mode.corners.items():
        own = [names[board.plan.board.corners[corner]] for corner in corners]
        if mode.aim == CORNERS:
            found[who] = f"{own[0]} – {own[1]}"
        elif mode.aim == CENTRE:
            found[who] = f"{own[0]} to the centre"
        else:
            found[who] = f"{' or '.join(own)} to the {mode.goals[who]} side"
    return found


def aim_block(board: TileBoard, fonts: Fonts) -> Drawing:
    """Show each player's mark, name and aim, a line a player, flush right."""
    rows = aims(board.mode, board)
    names = {who: board.game.spec.players[who].name for who in rows}
    aim_width = max(fonts.width(text, "regular", BODY_PT) for text in rows.values())
    name_width = max(fonts.width(text, "bold", HEADING_PT) for text in names.values())
    width = 6.5 + name_width + 3.0 + aim_width
    items: list[Item] = []
    for i, (who, aim) in enumerate(rows.items()):
        middle = 2.8 + 6.2 * i
        items += id_sign(board.game.spec.players[who], who, Point(2.8, middle), 2.6, board.ink)
        items.append(Text(Point(6.5, middle + 1.3), names[who], HEADING_PT, "bold"))
        items.append(Text(Point(width - aim_width, middle + 1.3), aim, BODY_PT))
    return Drawing(Size(width, 6.2 * len(rows) - 0.4), tuple(items))


def dot_values(mode: Mode, ink: Ink, fonts: Fonts, size_pt: float, sign: float = SIGN) -> Drawing:
    """Show what each number of dots counts."""
    counted = mode.multipliers or mode.bonuses
    word = "×" if mode.multipliers else "+"
    items: list[Item] = []
    x = 0.0
    for dots, value in sorted(counted.items()):
        items += pips(dots, Point(x + sign / 2, sign / 2), sign / 2 / PIP_RING, ink)
        text = Text(Point(x + sign + 1.0, sign / 2 + 0.125 * size_pt), f"{word}{value}", size_pt, "medium")
        items.append(text)
        x = text_box(text, fonts).right + 3.5
    return Drawing(Size(max(x - 3.5, 0.0), sign if counted else 0.0), tuple(items))


def pile(board: TileBoard, who: str) -> Drawing:
    """Draw the place for the tiles that a player has captured: a cell's outline, dashed."""
    layout = HexLayout.across_flats(board.plan.board.orientation, board.unit, Point(0, 0))
    corners = layout.corners(Hex(0, 0))
    width, height = (2 * max(xs) for xs in zip(*corners, strict=True))
    at = Point(width / 2, height / 2)
    outline = [Point(x + at.x, y + at.y) for x, y in corners]
    name = board.game.spec.players[who].name
    items: list[Item] = [Path(polyline(outline, closed=True), stroke=Stroke(INK, 0.35, "butt", (2.0, 1.5)))]
    items += id_sign(board.game.spec.players[who], who, Point(at.x, at.y - 0.17 * board.unit), 2.6, board.ink)
    items.append(centred(Point(at.x, at.y + 0.05 * board.unit), f"{name}’s", BODY_PT))
    items.append(centred(Point(at.x, at.y + 0.05 * board.unit + 4.0), "captures", BODY_PT))
    return Drawing(Size(width, height), tuple(items))


def table_blocks(board: TileBoard, note: str, fonts: Fonts) -> Corners:
    """Return the blocks about a board for tiles."""
    mode = board.mode
    several = len(board.game.spec.modes) > 1
    players = list(mode.corners)
    piles = [pile(board, who) for who in players] if mode.captures else []
    values = dot_values(mode, board.ink, fonts, HEADING_PT)
    words = note_block(note, fonts)
    half = len(piles) // 2
    return Corners(
        title_block(board.game, fonts, mode.name if several else ""),
        aim_block(board, fonts),
        in_a_row([*piles[:half], words], GAP),
        in_a_row([values, legend_block(board.plan, fonts, board.ink), *piles[half:]], GAP),
    )
