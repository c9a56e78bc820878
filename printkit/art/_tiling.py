"""Tiles on a board, and a path drawn over their lines."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.art import Ink
from printkit.art._boards import BoardPlan
from printkit.art._cell_words import LEAST_NAMED
from printkit.art._faces import Tile, face, look_of, strands
from printkit.art._position import unclear_sign
from printkit.art._text import cap_height, centred
from printkit.art._tile_board import TileBoard, play_lines
from printkit.drawing import INK, PAPER, Drawing, Item, Path, Stroke, Symbol, circle, polyline
from printkit.geometry import Point, Size
from printkit.hexgrid import DIRECTIONS, Hex, step
from printkit.theme import CAPTION_PT, VERMILION, YELLOW
from printkit.tiles import Net
from printkit.tilings import Tiling

LEAST_MARKED = 8.0  # mm across flats, the smallest tiles whose mark at side T can be seen
LETTERS_BESIDE = 3.4  # mm
PATH_HALO, PATH_LINE, PATH_END = 0.09, 0.05, 0.085  # of the distance across flats


def window(tiling: Tiling) -> tuple[Hex, ...] | None:
    """Return the cells to be shown: those with tiles and all beside them; None for the whole board."""
    board = tiling.game.board
    shown = {cell for tile in tiling.tiles for cell in (tile, *board.neighbours(tile))}
    return None if len(shown) > 0.6 * len(board.cells) else tuple(cell for cell in board.cells if cell in shown)


def tiling_items(
    plan: BoardPlan, tiling: Tiling, ink: Ink, cells: tuple[Hex, ...] | None, least_pt: float
) -> Iterator[Item]:
    """Draw the board, or some of its cells, with tiles and the path over them."""
    game = tiling.game
    board = TileBoard(plan, game, game.spec.modes[tiling.mode], ink, least_pt)
    yield from board.items(play_lines(plan.across_flats), (*tiling.tiles, *tiling.unclear), cells)
    tile = Tile(plan.across_flats * 0.955, game.board.orientation)
    faces: dict[tuple[str, ...], Drawing] = {}
    for cell, laid in tiling.tiles.items():
        key = (laid.kind, laid.declared, laid.owner, str(laid.turn))
        if key not in faces:
            look = look_of(game.spec.players[laid.owner], ink)
            is_marked = plan.across_flats >= LEAST_MARKED
            faces[key] = face(tiling.kind(cell), look, tile, turn=laid.turn, has_rim=True, is_marked=is_marked)
        center = plan.layout.center(cell)
        width, height = tile.size
        yield Symbol(faces[key], Point(center.x - width / 2, center.y - height / 2))
    for path in (tiling.path, *tiling.more_paths):
        if path:
            yield from path_items(plan, tiling, path)
    for cell in tiling.unclear:
        name = game.board.names[cell] if board.has_names else ""
        yield from unclear_sign(plan, cell, is_decisive=cell in tiling.decides, name=name)
    for cell in dict.fromkeys((*tiling.tiles, *tiling.unclear)):
        if cell in game.board.dots and (cells is None or cell in cells):
            yield from _dots_under(plan, cell, game.board.dots[cell], ink, least_pt)


def _dots_under(plan: BoardPlan, cell: Hex, number: int, ink: Ink, least_pt: float) -> Iterator[Item]:
    """Note the dots that a tile covers, in a small disc at the lower end of its hex."""
    unit = plan.across_flats
    radius = max(0.13 * unit, 0.75 * cap_height(least_pt))
    if radius > 0.3 * unit:
        return  # no room
    x, y = plan.layout.center(cell)
    at = Point(x, y + 0.5 * unit - radius)
    yield Path(circle(at, radius), YELLOW if ink == "full" else PAPER, Stroke(INK, max(0.12, 0.012 * unit)))
    size_pt = max(least_pt, 1.1 * radius / cap_height(1.0))
    yield centred(at, str(number), size_pt, "bold")._replace(ground=YELLOW if ink == "full" else PAPER)


def path_items(plan: BoardPlan, tiling: Tiling, path: tuple[Hex, ...]) -> Iterator[Path]:
    """Draw a path along the lines that it takes, with a disc at either end."""
    nets = tiling.strands(path)
    assert nets is not None, "the path was checked when it was read"
    unit = plan.across_flats
    whole = Tile(unit, tiling.game.board.orientation)
    course: list[Point] = []
    sides = _sides(tiling, path)
    for cell, net, (entry, leave) in zip(path, nets, sides, strict=True):
        x, y = plan.layout.center(cell)
        part = [Point(x + dx, y + dy) for dx, dy in _within(net, whole, entry, leave)]
        course += part if not course else part[1:]
    yield Path(polyline(course), stroke=Stroke(PAPER, PATH_HALO * unit, "round"))
    yield Path(polyline(course), stroke=Stroke(VERMILION, PATH_LINE * unit, "round"))
    ends = [s for at in (course[0], course[-1]) for s in circle(at, PATH_END * unit)]
    yield Path(tuple(ends), fill=VERMILION)


def _sides(tiling: Tiling, path: tuple[Hex, ...]) -> list[tuple[int | None, int | None]]:
    """Return for each cell of the path the side by which it is entered and the one by which it is left."""
    directions = DIRECTIONS[tiling.game.board.orientation]
    leaves: list[int | None] = [
        next(k for k in range(6) if step(path[i], directions[k]) == path[i + 1]) for i in range(len(path) - 1)
    ]
    entries = [None, *((side + 3) % 6 for side in leaves if side is not None)]
    return list(zip(entries, [*leaves, None], strict=True))


def _within(net: Net, tile: Tile, entry: int | None, leave: int | None) -> list[Point]:
    """Return the points of the way through a net, from the middle of the tile where it begins or ends there."""
    if len(net) > 2 or (entry is None and leave is None):
        sides = [side for side in (entry, leave) if side is not None]
        middle = Point(0, 0)
        ends = [tile.midpoint(side) for side in sides]
        return [ends[0], middle, *ends[1:]] if entry is not None else [middle, *ends]
    (strand,) = strands(net, tile)
    points = list(strand.points)
    start = net[0] if _is_at(points[0], tile.midpoint(net[0])) else net[1]
    if len(points) == 2:
        points.insert(1, Point(0, 0))
    middle_index = len(points) // 2
    if (entry is not None and start != entry) or (entry is None and start == leave):
        points.reverse()
    if entry is None:
        return points[middle_index:]
    return points if leave is not None else points[: middle_index + 1]


def _is_at(one: Point, other: Point) -> bool:
    return abs(one.x - other.x) < 1e-6 and abs(one.y - other.y) < 1e-6


def tiling_drawing(tiling: Tiling, width: float, across_flats: float, ink: Ink, least_pt: float) -> Drawing:
    """Draw the part of the board with tiles, at most ``width`` mm wide, cells at most ``across_flats`` large."""
    cells = window(tiling)
    unit = BoardPlan(tiling.game.board, 1.0)
    corners = [p for cell in cells or tiling.game.board.cells for p in unit.layout.corners(cell)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    edge = 0.08
    across = min(width / (right - left + 2 * edge), across_flats)
    has_letters = cells is None and across < LEAST_NAMED * least_pt / CAPTION_PT  # else cells have their names
    beside = LETTERS_BESIDE if has_letters else 0.0
    across = min((width - 2 * beside) / (right - left + 2 * edge), across_flats)
    shift = Point(width / 2 - (left + right) / 2 * across, (edge - top) * across + beside)
    plan = BoardPlan(tiling.game.board, across).moved(shift)
    items = list(tiling_items(plan, tiling, ink, cells, least_pt))
    if has_letters:
        mode = tiling.game.spec.modes[tiling.mode]
        items += TileBoard(plan, tiling.game, mode, ink, least_pt).letters(least_pt, 1.8)
    return Drawing(Size(width, (bottom - top + 2 * edge) * across + 2 * beside), tuple(items))
