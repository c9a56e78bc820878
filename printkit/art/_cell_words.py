"""What stands in the cells of a board for stones: their names, and words of the spec's own."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.art import Ink
from printkit.art._boards import BoardPlan
from printkit.art._text import cap_height, centred
from printkit.art._zones import ground_at
from printkit.drawing import INK, Colour, Item, Path, Weight, rectangle
from printkit.geometry import Point, around
from printkit.hexgrid import Hex
from printkit.theme import CAPTION_GREY, CAPTION_PT
from printkit.units import MM_PER_POINT

NAME_AT, WORD_AT = -0.355, 0.28  # of the distance across flats, below the middle of a cell
LARGEST_PT = 9.0
ROOM = 0.80  # of the distance across flats, for words


def cell_words(plan: BoardPlan, ink: Ink, name_colour: Colour = CAPTION_GREY) -> Iterator[Item]:
    """Give the names of cells where these stand in them, near the top, and the words of a spec near the foot.

    Where a zone is patterned there, a plate of its ground lies below them.
    """
    marks, unit = plan.board.marks, plan.across_flats
    size_pt = max(CAPTION_PT, min(LARGEST_PT, 0.1 * unit / cap_height(1.0)))
    for cell, name in plan.board.names.items() if marks.shown == "cells" else ():
        yield from _set(plan, cell, name, NAME_AT, (size_pt, "regular", name_colour), ink)
    for cell, word in marks.words.items():
        yield from _set(plan, cell, word, WORD_AT, (size_pt, "medium", INK), ink)


def _set(
    plan: BoardPlan, cell: Hex, text: str, share: float, style: tuple[float, Weight, Colour], ink: Ink
) -> Iterator[Item]:
    size_pt, weight, colour = style
    x, y = plan.layout.center(cell)
    at = Point(x, y + share * plan.across_flats)
    ground = ground_at(plan, cell, ink)
    if any(cell in zone.cells for zone in plan.board.marks.zones):
        wide = (0.6 * len(text) + 0.3) * size_pt * MM_PER_POINT
        yield Path(rectangle(around(at, wide, 1.3 * cap_height(size_pt))), fill=ground)
    yield centred(at, text, size_pt, weight, colour)._replace(ground=ground, room=ROOM * plan.across_flats)
