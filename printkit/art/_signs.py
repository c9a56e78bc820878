"""Small signs: a player's stone, a board with a player's sides, a board with one region filled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printkit.art import Ink
from printkit.art._boards import BoardPlan
from printkit.art._discs import disc, ground_of, line_colour
from printkit.art._hatch import hatching
from printkit.art._text import cap_height, centred
from printkit.board import WHOLE, Region
from printkit.drawing import INK, PAPER, Drawing, Item, Path, Stroke, circle, grey, polyline
from printkit.geometry import Point, Size, bounds, on_circle
from printkit.players import Player
from printkit.theme import CAPTION_GREY, CAPTION_PT, GREEN, PEN_GRID_GREY, VERMILION


def stone(player: Player, center: Point, radius: float) -> Path:
    """Draw a player's stone as it is drawn on paper: a circle, filled, open, coloured or hatched."""
    if player.mark == "filled":
        return Path(circle(center, radius), fill=INK)
    width = min(0.35, radius / 4)
    if player.mark == "dotted":
        return Path(circle(center, radius - width / 2), fill=GREEN, stroke=Stroke(INK, width))
    if player.mark == "hatched":
        rim = radius - width / 2
        hatch = hatching(on_circle(center, rim, 36), radius / 2.5)
        return Path((*circle(center, rim), *hatch), fill=PAPER, stroke=Stroke(VERMILION, width))
    return Path(circle(center, radius - width / 2), fill=PAPER, stroke=Stroke(INK, width))


def _scaled(plan: BoardPlan, region: Region, longest: float) -> list[Point]:
    """Return the corners of a region on a board whose longest side is ``longest``."""
    whole = bounds(plan.corners(plan.board.whole))
    scale = longest / max(whole.size)
    return [Point((x - whole.left) * scale, (y - whole.top) * scale) for x, y in plan.corners(region)]


SHARED_GREY = grey(0.45)


def goal_sign(plan: BoardPlan, player: Player | None, longest: float) -> Drawing:
    """Draw the board in small, the sides that the player joins in the player's mark; all in grey for None."""
    board = plan.board
    outlines, courses = _contour(plan, longest)
    size = bounds(point for outline in outlines for point in outline).size
    items = [Path(polyline(outline, closed=True), stroke=Stroke(PEN_GRID_GREY, 0.25)) for outline in outlines]
    for side in board.sides:
        if player is not None and side not in player.joins:
            continue
        course, mark = courses[side], "shared" if player is None else player.mark
        colour = SHARED_GREY if player is None else line_colour(mark)
        items.append(Path(polyline(course), stroke=Stroke(colour, 1.1, "round")))
        if mark == "open":
            items.append(Path(polyline(course), stroke=Stroke(PAPER, 0.5, "round")))
        elif mark not in ("filled", "shared"):
            dash = (0.5, 0.9) if mark == "dotted" else (0.25, 0.6)
            items.append(Path(polyline(course), stroke=Stroke(PAPER, 0.6, "butt", dash)))
    return Drawing(Size(*size), tuple(items))


def _contour(plan: BoardPlan, longest: float) -> tuple[list[list[Point]], dict[str, list[Point]]]:
    """Return the outlines of a board whose longest side is ``longest``, and the course of each side of it.

    Where the sides go all round, both are straight lines from corner to corner.
    """
    sides = plan.board.sides
    ends = [(cells[0], cells[-1]) for cells in sides.values()]
    if ends and all(end == ends[(i + 1) % len(ends)][0] for i, (_, end) in enumerate(ends)) and len(ends) > 1:
        corners = _scaled(plan, plan.board.whole, longest)
        return [corners], {side: [corners[i], corners[(i + 1) % len(ends)]] for i, side in enumerate(sides)}
    scale = longest / max(plan.box.size)

    def small(points: Iterable[Point]) -> list[Point]:
        return [Point((x - plan.box.left) * scale, (y - plan.box.top) * scale) for x, y in points]

    return list(map(small, plan.outlines)), {side: small(plan.side_line(side)) for side in sides}


def region_sign(plan: BoardPlan, region: Region, longest: float, ink: Ink = "full") -> Drawing:
    """Draw the board in small with its regions, one of them filled."""
    outlines, _ = _contour(plan, longest)
    items = [
        Path(polyline(_scaled(plan, other, longest), closed=True), stroke=Stroke(CAPTION_GREY, 0.2))
        for other in plan.board.regions.values()
    ]
    for filled in [_scaled(plan, region, longest)] if region.name != WHOLE else outlines:
        if ink != "saver":
            items.append(Path(polyline(filled, closed=True), fill=INK, stroke=Stroke(INK, 0.2)))
        else:
            items.append(Path(polyline(filled, closed=True), stroke=Stroke(INK, 0.3)))
            items.append(Path(hatching(filled, 0.7), stroke=Stroke(INK, 0.2)))
    rims = [Path(polyline(outline, closed=True), stroke=Stroke(CAPTION_GREY, 0.2)) for outline in outlines]
    size = bounds(point for outline in outlines for point in outline).size
    return Drawing(size, (*rims, *items))


def id_sign(
    player: Player, who: str, center: Point, radius: float, ink: Ink, least_pt: float = CAPTION_PT
) -> Iterator[Item]:
    """Draw a disc in a player's mark with the player's id in it, as large as fits; in a small one without."""
    yield from disc(player.mark, center, radius, ink)
    size_pt = max(least_pt, min(20.0, (0.75 if len(who) < 3 else 0.6) * radius / cap_height(1.0)))
    if cap_height(size_pt) > 1.3 * radius:
        return  # no room
    ground = ground_of(player.mark, ink)
    colour = PAPER if ground == INK else INK
    yield centred(center, who, size_pt, "bold", colour)._replace(ground=ground)
