"""Small signs: a player's stone, a board with a player's sides, a board with one region filled."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.art import Ink
from printkit.art._boards import BoardPlan
from printkit.art._discs import disc, ground_of, line_colour
from printkit.art._hatch import hatching
from printkit.art._text import cap_height, centred
from printkit.board import Region
from printkit.drawing import INK, PAPER, Drawing, Item, Path, Stroke, circle, line, polyline
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


def goal_sign(plan: BoardPlan, player: Player, longest: float) -> Drawing:
    """Draw the board in small, the sides that the player joins in the player's mark."""
    corners = _scaled(plan, plan.board.whole, longest)
    size = bounds(corners).size
    items = [Path(polyline(corners, closed=True), stroke=Stroke(PEN_GRID_GREY, 0.25))]
    for i, side in enumerate(plan.board.sides):
        if side in player.joins:
            start, end = corners[i], corners[(i + 1) % len(corners)]
            items.append(Path(line(start, end), stroke=Stroke(line_colour(player.mark), 1.1, "round")))
            if player.mark == "open":
                items.append(Path(line(start, end), stroke=Stroke(PAPER, 0.5, "round")))
            elif player.mark != "filled":
                dash = (0.5, 0.9) if player.mark == "dotted" else (0.25, 0.6)
                items.append(Path(line(start, end), stroke=Stroke(PAPER, 0.6, "butt", dash)))
    return Drawing(Size(*size), tuple(items))


def region_sign(plan: BoardPlan, region: Region, longest: float, ink: Ink = "full") -> Drawing:
    """Draw the board in small with its regions, one of them filled."""
    corners = _scaled(plan, plan.board.whole, longest)
    items = [
        Path(polyline(_scaled(plan, other, longest), closed=True), stroke=Stroke(CAPTION_GREY, 0.2))
        for other in plan.board.regions.values()
    ]
    filled = _scaled(plan, region, longest)
    if ink != "saver":
        items.append(Path(polyline(filled, closed=True), fill=INK, stroke=Stroke(INK, 0.2)))
    else:
        items.append(Path(polyline(filled, closed=True), stroke=Stroke(INK, 0.3)))
        items.append(Path(hatching(filled, 0.7), stroke=Stroke(INK, 0.2)))
    return Drawing(
        bounds(corners).size, (Path(polyline(corners, closed=True), stroke=Stroke(CAPTION_GREY, 0.2)), *items)
    )


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
