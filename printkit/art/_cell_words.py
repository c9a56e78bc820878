"""What stands in the cells of a board for stones: their names, and words of the spec's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printkit.art import Ink
from printkit.art._boards import BoardPlan
from printkit.art._text import cap_height, centred
from printkit.art._zones import ground_at
from printkit.drawing import INK, Colour, Item, Path, Weight, rectangle
from printkit.geometry import Point, around
from printkit.hexgrid import SQRT3, Hex
from printkit.theme import CAPTION_GREY, CAPTION_PT
from printkit.units import MM_PER_POINT

NAME_AT, WORD_AT = -0.355, 0.28  # of the distance across flats, below the middle of a cell
LARGEST_PT = 9.0
LEAST_NAMED = 7.4  # mm across flats, the smallest cells with their names in them
Style = tuple[float, Weight, Colour]  # type size in pt, weight, colour
CLEAR = 0.25  # mm between a text and the lines of its cell
ROOM = 0.80  # of the distance across flats, for words


def cell_words(plan: BoardPlan, ink: Ink, least_pt: float = CAPTION_PT) -> Iterator[Item]:
    """Give the names of cells where these stand in them, near the top, and the words of a spec near the foot.

    Where a zone is patterned there, a plate of its ground lies below them.
    """
    style: Style = (_size_pt(plan, least_pt), "regular", CAPTION_GREY)
    for cell, name in plan.board.names.items() if plan.board.marks.shown == "cells" else ():
        yield from _set(plan, cell, name, NAME_AT, style, ink)
    yield from words_in(plan, ink, plan.board.cells, least_pt)


def words_in(plan: BoardPlan, ink: Ink, cells: Iterable[Hex], least_pt: float = CAPTION_PT) -> Iterator[Item]:
    """Give the words of a spec that stand in some of the cells."""
    style: Style = (_size_pt(plan, least_pt), "medium", INK)
    words = plan.board.marks.words
    for cell in cells if words else ():
        if cell in words:
            yield from _set(plan, cell, words[cell], WORD_AT, style, ink)


def _size_pt(plan: BoardPlan, least_pt: float) -> float:
    return max(least_pt, min(LARGEST_PT, 0.1 * plan.across_flats / cap_height(1.0)))


def _set(plan: BoardPlan, cell: Hex, text: str, share: float, style: Style, ink: Ink) -> Iterator[Item]:
    size_pt, weight, colour = style
    x, y = plan.layout.center(cell)
    at = Point(x, y + _within(plan, text, share, size_pt) * plan.across_flats)
    ground = ground_at(plan, cell, ink)
    if cell in plan.board.zone_of:
        wide = (0.6 * len(text) + 0.3) * size_pt * MM_PER_POINT
        yield Path(rectangle(around(at, wide, 1.3 * cap_height(size_pt))), fill=ground)
    yield centred(at, text, size_pt, weight, colour)._replace(ground=ground, room=ROOM * plan.across_flats)


def _within(plan: BoardPlan, text: str, share: float, size_pt: float) -> float:
    """Return where a text stands, above or below the middle of its cell, so that it crosses no side of the cell.

    A pointy-top cell becomes narrow towards its top and foot.
    """
    unit, half = plan.across_flats, cap_height(size_pt) / 2
    wide = 0.6 * len(text) * size_pt * MM_PER_POINT
    farthest = unit / 2 - half
    if plan.board.orientation == "pointy":
        farthest = plan.circumradius - wide / (2 * SQRT3) - half
    farthest = max(0.0, farthest - CLEAR) / unit
    return max(-farthest, min(farthest, share))
