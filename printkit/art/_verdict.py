"""The picture of a verdict: the final position on its board, the winning chains or path over it, and who won."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.art._boards import BoardPlan
from printkit.art._position import coordinates, position_items
from printkit.art._text import text_box, wrapped
from printkit.art._tile_board import TileBoard
from printkit.art._tiling import tiling_items
from printkit.drawing import Drawing, Item, Text
from printkit.fonts import Fonts
from printkit.geometry import Point, Sides, Size, union
from printkit.theme import BODY_PT, CAPTION_GREY, CAPTION_PT
from printkit.tilings import Tiling
from printkit.verdict import Position

ACROSS_FLATS = 12.0  # mm
LEAST_ACROSS_FLATS = 3.0
MARGIN = 6.0
BAND = 0.45  # of the distance across flats, outside the cells
HEADLINE_PT = 15.0
LEAST_WIDTH = 120.0
MOST_LINES = 3  # of a headline


def verdict_picture(
    position: Position | Tiling, headline: str, caption: str, fonts: Fonts, room: Size | None = None
) -> Drawing:
    """Draw a position with a headline above it and a caption below that.

    In a ``room`` the cells become as large as it allows; a board that is too large all the same takes more.
    """
    across = ACROSS_FLATS
    drawn = _drawn(position, headline, caption, fonts, across, room)
    while room is not None and across > LEAST_ACROSS_FLATS:
        if drawn.size.width <= room.width and drawn.size.height <= room.height:
            break
        across -= 0.5
        drawn = _drawn(position, headline, caption, fonts, across, room)
    return drawn


def _drawn(
    position: Position | Tiling, headline: str, caption: str, fonts: Fonts, across: float, room: Size | None
) -> Drawing:
    plan = BoardPlan(position.game.board, across)
    labels = list(_labels(position, plan))
    boxes = [plan.box.grown(Sides.all_round(BAND * across)), *(text_box(label, fonts) for label in labels)]
    box = union(boxes)
    least = LEAST_WIDTH if room is None else room.width - 2 * MARGIN
    width = max(box.size.width, least) + 2 * MARGIN
    words = list(_words(headline, caption, fonts, width - 2 * MARGIN, is_small=room is not None))
    top = max(text_box(word, fonts).bottom for word in words) + 4.0
    plan = plan.moved(Point(width / 2 - box.center.x, top - box.top))
    items: tuple[Item, ...] = (*words, *_board(position, plan), *_labels(position, plan))
    size = Size(width, top + box.size.height + MARGIN)
    return Drawing(size, items, anchors=plan.anchors)


def _board(position: Position | Tiling, plan: BoardPlan) -> Iterator[Item]:
    if isinstance(position, Tiling):
        return tiling_items(plan, position, "full", None, CAPTION_PT)
    return position_items(plan, position)


def _labels(position: Position | Tiling, plan: BoardPlan) -> Iterator[Text]:
    if isinstance(position, Tiling):
        mode = position.game.spec.modes[position.mode]
        return TileBoard(plan, position.game, mode, "full").letters(CAPTION_PT, 2.0)
    return coordinates(plan, position.game)


def _words(headline: str, caption: str, fonts: Fonts, room: float, *, is_small: bool) -> Iterator[Text]:
    size_pt, step = (HEADLINE_PT * 0.7, 4.6) if is_small else (HEADLINE_PT, 6.4)
    y = MARGIN + step * 0.7
    lines = wrapped(headline, fonts, size_pt, room, "bold")
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], f"{lines[MOST_LINES - 1].rstrip(',')} …"]
    for line in lines:
        yield Text(Point(MARGIN, y), line, size_pt, "bold")
        y += step
    small_pt, small_step = (CAPTION_PT, 3.3) if is_small else (BODY_PT, 4.2)
    for line in wrapped(caption, fonts, small_pt, room):
        yield Text(Point(MARGIN, y), line, small_pt, "regular", CAPTION_GREY)
        y += small_step
