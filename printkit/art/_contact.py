"""The contact sheet of a build: a thumbnail of each asset, game by game, with what there is of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from printkit.drawing import INK, PAPER, Image, Item, Page, Path, Stroke, Text, Weight, grey, line, rectangle
from printkit.errors import counted
from printkit.fonts import Fonts
from printkit.geometry import Point, Rect, Sides, Size
from printkit.instructions import Shelf, Shown
from printkit.theme import CAPTION_GREY

MARGIN = 16.0
BOX = 52.0  # the longest side of a thumbnail
GUTTER = 10.0
FEWEST_COLUMNS, ROWS_A_COLUMN = 4, 4  # a long sheet becomes a wide one instead
TITLE_PT, NAME_PT, FACTS_PT = 20.0, 10.5, 8.5
TITLE_DEPTH, CAPTION, LEADING = 16.0, 6.2, 4.2  # from the rule to the thumbnails; from those to the names; on
BETWEEN_ROWS, BETWEEN_GAMES = 9.0, 15.0
SHADOW = (
    (1.0, 0.006),
    (0.8, 0.014),
    (0.6, 0.026),
    (0.4, 0.042),
    (0.2, 0.06),
)  # how far it reaches, how dark it is
SHADOW_DROP = 0.45
FRAME = Stroke(grey(0.3), 0.15)
RULE = Stroke(INK, 0.4)
STACKED, STACK_STEP = 2, 1.1  # sheets seen behind the first one
WHOLE_PX = 7  # a mm; boxes of pictures stand on whole pixels


class _Placed(NamedTuple):
    """A thumbnail's size on the sheet, and how many sheets are seen behind it."""

    shown: Shown
    size: Size
    behind: int


def contact_sheet(shelves: Sequence[Shelf], paper: str, fonts: Fonts) -> Page:
    """Lay out the sheet; its paper is as large as it needs to be, a whole number of mm."""
    number = sum(len(shelf.assets) for shelf in shelves)
    columns = max(FEWEST_COLUMNS, math.ceil(math.sqrt(number / ROWS_A_COLUMN)))
    wide = columns * BOX + (columns - 1) * GUTTER
    items: list[Item] = []
    y = MARGIN
    for shelf in shelves:
        items += _heading(shelf, paper, y, wide, fonts)
        y += TITLE_DEPTH
        placed = [_placed(shown) for shown in shelf.assets]
        for start in range(0, len(placed), columns):
            row = placed[start : start + columns]
            y += max(one.size.height + one.behind * STACK_STEP for one in row)
            for i, one in enumerate(row):
                x = MARGIN + i * (BOX + GUTTER)
                items += _thumbnail(one, Point(x, y))
                items += _caption(one.shown, Point(x, y + CAPTION), fonts)
            y += CAPTION + 2 * LEADING + BETWEEN_ROWS
        y += BETWEEN_GAMES - BETWEEN_ROWS
    size = Size(wide + 2 * MARGIN, math.ceil(y - BETWEEN_GAMES + MARGIN))
    return Page("contact sheet", size, Rect(0, 0, *size), (), tuple(items))


def _heading(shelf: Shelf, paper: str, y: float, wide: float, fonts: Fonts) -> list[Item]:
    """Set a game's title under a rule, and at the right how much there is."""
    facts = f"{counted(len(shelf.assets), 'asset')} on {counted(shelf.sheets, 'sheet')} of {paper}"
    baseline = y + 9.5
    room = wide - fonts.width(facts, "regular", FACTS_PT) - GUTTER
    title = shelf.game if fonts.missing(shelf.title, "bold") else shelf.title
    return [
        Path(line(Point(MARGIN, y), Point(MARGIN + wide, y)), stroke=RULE),
        _fitted(title, Point(MARGIN, baseline), TITLE_PT, "bold", room, fonts),
        Text(Point(MARGIN + wide, baseline), facts, FACTS_PT, colour=CAPTION_GREY, anchor="end"),
    ]


def _fitted(string: str, at: Point, size_pt: float, weight: Weight, room: float, fonts: Fonts) -> Text:
    """Set a line, its end left out where it is too long."""
    short = string
    while len(short) > 1 and fonts.width(short, weight, size_pt) > room:
        short = short[: min(len(short) - 1, 200)].rstrip("… ")[:-1] + "…"
    return Text(at, short, size_pt, weight, room=room)


def _placed(shown: Shown) -> _Placed:
    """Scale a thumbnail into its box, on whole pixels, with room for the sheets behind it."""
    behind = 0 if shown.is_joined else min(shown.told.sheets - 1, STACKED)
    width, height = shown.size
    scale = (BOX - STACKED * STACK_STEP) * WHOLE_PX / max(width, height)
    return _Placed(shown, Size(*(max(1, round(side * scale)) / WHOLE_PX for side in (width, height))), behind)


def _thumbnail(placed: _Placed, at: Point) -> list[Item]:
    """Draw a thumbnail with its lower left corner at a point, and the edges of further sheets behind it."""
    left = round(at.x * WHOLE_PX) / WHOLE_PX
    bottom = round(at.y * WHOLE_PX) / WHOLE_PX
    box = Rect(left, bottom - placed.size.height, left + placed.size.width, bottom)
    items: list[Item] = []
    for reach, ink in SHADOW:
        around = box.moved(Point(0, SHADOW_DROP)).grown(Sides.all_round(reach))
        items.append(Path(rectangle(around), fill=grey(ink)))
    for i in range(placed.behind, 0, -1):
        sheet = box.moved(Point(i * STACK_STEP, -i * STACK_STEP))
        items.append(Path(rectangle(sheet), fill=PAPER, stroke=FRAME))
    items.append(Image(box, placed.shown.thumbnail, "image/png"))
    items.append(Path(rectangle(box), stroke=FRAME))
    return items


def _caption(shown: Shown, at: Point, fonts: Fonts) -> list[Item]:
    """Say what an asset is called, its pieces and their size, and its sheets."""
    told = shown.told
    sheets = counted(told.sheets, "sheet")
    lines = [f"{told.counted_pieces}, {told.told_size}", f"joined from {sheets}" if shown.is_joined else sheets]
    if told.pages > told.sheets:
        lines[-1] += ", both sides"
    items: list[Item] = [_fitted(told.name, at, NAME_PT, "bold", BOX, fonts)]
    for i, text in enumerate(lines, 1):
        items.append(Text(Point(at.x, at.y + i * LEADING), text, FACTS_PT, colour=CAPTION_GREY, room=BOX))
    return items
