"""The legend of a board's zones: a sample of each, what it is called, and what holds there."""

from __future__ import annotations

from printkit.art import Ink
from printkit.art._boards import BoardPlan
from printkit.art._text import text_box
from printkit.art._zones import swatch
from printkit.drawing import Colour, Drawing, Item, Symbol, Text
from printkit.fonts import Fonts
from printkit.geometry import Point, Size
from printkit.theme import BODY_PT, CAPTION_GREY, CAPTION_PT

SWATCH, ROW, GAP = 6.5, 8.2, 2.2  # mm: across flats of a sample, from one to the next, and beside it
MOST_ROWS = 4
COLUMN_GAP = 5.0


def legend_block(plan: BoardPlan, fonts: Fonts, ink: Ink, only: Colour | None = None) -> Drawing:
    """Show the zones of a board in rows, at most four under one another; nothing where there are none.

    ``only`` is a colour for all patterns.
    """
    zones = plan.board.marks.zones
    columns = [zones[first : first + MOST_ROWS] for first in range(0, len(zones), MOST_ROWS)]
    items: list[Item] = []
    x = width = 0.0
    for column in columns:
        for i, zone in enumerate(column):
            sign = swatch(plan, zone, SWATCH, ink, only)
            middle = ROW * i + ROW / 2
            items.append(Symbol(sign, Point(x, middle - sign.size.height / 2)))
            left = x + sign.size.width + GAP
            name = Text(Point(left, middle + (-0.3 if zone.note else 1.1)), zone.name, BODY_PT, "medium")
            texts = [name]
            if zone.note:
                texts.append(Text(Point(left, middle + 3.1), zone.note, CAPTION_PT, colour=CAPTION_GREY))
            items += texts
            width = max(width, *(text_box(text, fonts).right for text in texts))
        x = width + COLUMN_GAP
    rows = min(len(zones), MOST_ROWS)
    return Drawing(Size(width, ROW * rows), tuple(items))
