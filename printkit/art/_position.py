"""A position on its board: stones, winning chains over them, cells that cannot be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printkit.art import Ink
from printkit.art._boards import BoardPlan
from printkit.art._cell_words import LEAST_NAMED, cell_words
from printkit.art._ground import Band, Lines, goal_bands, ground
from printkit.art._line_labels import label_text, line_labels
from printkit.art._signs import stone
from printkit.art._text import cap_height, centred
from printkit.board import WHOLE, Board
from printkit.drawing import INK, PAPER, Item, Path, Stroke, Text, circle, polyline
from printkit.geometry import Point
from printkit.hexgrid import Hex
from printkit.spec import Game
from printkit.theme import BLUE, CAPTION_GREY, CAPTION_PT, CELL_GREY, VERMILION
from printkit.units import MM_PER_POINT
from printkit.verdict import Position

# Of the distance across flats
STONE = 0.40
BAND_NEAR, BAND_FAR = 0.10, 0.34
CELL_LINE, BORDER_LINE, OUTLINE = 0.022, 0.06, 0.08
WHOLE_CHAIN, PART_CHAIN, HALO = 0.32, 0.12, 0.05


def position_items(
    plan: BoardPlan, position: Position, ink: Ink = "full", least_pt: float = CAPTION_PT
) -> Iterator[Item]:
    """Draw the board with what lies on it; line widths follow the size of the cells, ``least_pt`` is for words."""
    unit = plan.across_flats
    game = position.game
    yield from bare_board(plan, game, ink)
    if plan.across_flats >= LEAST_NAMED * least_pt / CAPTION_PT:
        yield from cell_words(plan, ink, least_pt)
    for cell, owner in position.stones.items():
        yield stone(game.spec.players[owner], plan.layout.center(cell), STONE * unit)
    for cell in position.unclear:
        yield from unclear_sign(plan, cell, is_decisive=cell in position.decides)
    for name, _, chain in sorted(position.chains, key=lambda entry: entry[0] != WHOLE):
        width, colour = (WHOLE_CHAIN, VERMILION) if name == WHOLE else (PART_CHAIN, BLUE)
        if any(player.mark == "hatched" for player in game.spec.players.values()):
            colour = BLUE  # vermilion is a player's colour
        if len(chain) == 1:
            yield Path(circle(plan.layout.center(chain[0]), width * unit), fill=colour)
            continue
        courses = [[plan.layout.center(cell) for cell in course] for course in branches(plan.board, chain)]
        segments = tuple(segment for course in courses for segment in polyline(course))
        for stroke in (Stroke(PAPER, (width + HALO) * unit, "round"), Stroke(colour, width * unit, "round")):
            yield Path(segments, stroke=stroke)


def branches(board: Board, chain: Sequence[Hex]) -> list[list[Hex]]:
    """Part a chain where it goes on at another of its cells: between more than two sides it has branches."""
    courses: list[list[Hex]] = []
    for i, cell in enumerate(chain):
        if courses and cell in board.neighbours(courses[-1][-1]):
            courses[-1].append(cell)
        else:
            root = next((other for other in chain[:i] if other in board.neighbours(cell)), None)
            courses.append([cell] if root is None else [root, cell])
    return courses


def bare_board(plan: BoardPlan, game: Game, ink: Ink = "full") -> Iterator[Path]:
    """Draw the board without stones: regions, cells, goal sides in the players' marks."""
    unit = plan.across_flats
    lines = Lines(
        Stroke(CELL_GREY, CELL_LINE * unit, "round"),
        Stroke(INK, BORDER_LINE * unit, "round"),
        Stroke(INK, OUTLINE * unit, "round"),
    )
    yield from ground(plan, lines, ink)
    band = Band(BAND_NEAR * unit, BAND_FAR * unit, 0.14 * unit, 0.05 * unit, 0.16 * unit, 0.05 * unit)
    yield from goal_bands(plan, game.spec.players.values(), band, ink)


def coordinates(plan: BoardPlan, game: Game) -> Iterator[Text]:
    """Give the letters and numbers along the sides, 8 pt at least; there is room for cells of 5 mm and more."""
    size_pt = max(8.0, 0.3 * plan.across_flats / cap_height(1.0))
    distance = plan.circumradius + BAND_FAR * plan.across_flats * 1.2 + 0.75 * size_pt * MM_PER_POINT
    return (label_text(label, size_pt) for label in line_labels(plan, game, distance, distance))


def unclear_sign(plan: BoardPlan, cell: Hex, *, is_decisive: bool, name: str = "") -> Iterator[Item]:
    """Mark a cell that cannot be read: strongly where something hangs on it, else in grey; with its name."""
    unit = plan.across_flats
    at = plan.layout.center(cell)
    colour, width = (VERMILION, 0.09) if is_decisive else (CAPTION_GREY, 0.05)
    dashed = Stroke(colour, width * unit, "butt", (0.12 * unit, 0.08 * unit))
    yield Path(circle(at, (STONE - 0.025) * unit), fill=PAPER, stroke=dashed)
    ink = INK if is_decisive else CAPTION_GREY
    size_pt = max(7.0, (0.3 if name else 0.5) * unit / cap_height(1.0))
    above = Point(at.x, at.y - 0.1 * unit) if name else at
    yield centred(above, "?", size_pt, "bold" if is_decisive else "regular", ink)
    if name:
        yield centred(Point(at.x, at.y + 0.22 * unit), name, CAPTION_PT, "regular", ink)
