"""The picture of a verdict: the final position on its board, the winning chains over it, and who won."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.art._boards import BoardPlan
from printkit.art._position import coordinates, position_items
from printkit.art._text import text_box, wrapped
from printkit.drawing import Drawing, Item, Text
from printkit.fonts import Fonts
from printkit.geometry import Point, Sides, Size, union
from printkit.theme import BODY_PT, CAPTION_GREY
from printkit.verdict import Position

ACROSS_FLATS = 12.0  # mm
MARGIN = 6.0
BAND = 0.45  # of the distance across flats, outside the cells
HEADLINE_PT = 15.0


def verdict_picture(position: Position, headline: str, caption: str, fonts: Fonts) -> Drawing:
    """Draw a position with a headline above it and a caption below that."""
    plan = BoardPlan(position.game.board, ACROSS_FLATS)
    labels = list(coordinates(plan))
    band = BAND * ACROSS_FLATS
    boxes = [plan.box.grown(Sides.all_round(band)), *(text_box(label, fonts) for label in labels)]
    box = union(boxes)
    width = max(box.size.width, 120.0) + 2 * MARGIN
    words = list(_words(headline, caption, fonts, width - 2 * MARGIN))
    top = max(text_box(word, fonts).bottom for word in words) + 4.0
    plan = plan.moved(Point(width / 2 - box.center.x, top - box.top))
    items: tuple[Item, ...] = (*words, *position_items(plan, position), *coordinates(plan))
    size = Size(width, top + box.size.height + MARGIN)
    return Drawing(size, items, anchors=plan.anchors)


def _words(headline: str, caption: str, fonts: Fonts, room: float) -> Iterator[Text]:
    y = MARGIN + 4.5
    for line in wrapped(headline, fonts, HEADLINE_PT, room, "bold"):
        yield Text(Point(MARGIN, y), line, HEADLINE_PT, "bold")
        y += 6.4
    for line in wrapped(caption, fonts, BODY_PT, room):
        yield Text(Point(MARGIN, y), line, BODY_PT, "regular", CAPTION_GREY)
        y += 4.2
