"""The cover of a booklet: what to print on which paper, how to cut it and put it together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from printkit.art._text import wrapped
from printkit.drawing import Drawing, Item, Path, Text, line
from printkit.errors import FitError
from printkit.fonts import Fonts
from printkit.geometry import Point, Size
from printkit.spec import Game
from printkit.theme import BODY_PT, CAPTION_GREY, HEADING_PT, TITLE_PT, WRITING_LINE
from printkit.units import MM_PER_POINT, TOLERANCE

MARGIN = 12.0
LEADING = 4.2
GAP = 2.6  # between the assets
NAME, PAGES, PIECES = 30.0, 18.0, 22.0  # the widths of the first columns
ADVICE = (
    "Print at 100 %, and hold a real ruler to the rulers at the edges of a sheet before you cut.",
    "In the print dialogue name the pages that go on one kind of paper, such as 2\u20135; go on paper by paper.",
    "Glue on card with a glue stick, let it dry under books, and cut with a knife along a steel ruler.",
)


class Row(NamedTuple):
    """What is said of an asset: its name, its pages, how many pieces, the paper, and what to do."""

    name: str
    pages: str
    pieces: str
    paper: str
    how: str


def cover(game: Game, paper: str, rows: Sequence[Row], room: Size, fonts: Fonts) -> Drawing:
    """Draw the cover in a room; raises FitError where it has not enough."""
    wide = room.width - 2 * MARGIN
    items: list[Item] = [
        Text(Point(MARGIN, 22), game.spec.title, TITLE_PT, "bold", room=wide),
        Text(Point(MARGIN, 29), f"What to print on {paper}, and how to make it", HEADING_PT, "medium", room=wide),
    ]
    y = 40.0
    for text in ADVICE:
        for words in wrapped(text, fonts, BODY_PT, wide):
            items.append(Text(Point(MARGIN, y), words, BODY_PT, room=wide))
            y += LEADING
    y += 3.0
    columns = (MARGIN, MARGIN + NAME, MARGIN + NAME + PAGES, MARGIN + NAME + PAGES + PIECES)
    heads = ("what", "pages", "pieces", "paper, and what to do")
    for x, head in zip(columns, heads, strict=True):
        items.append(Text(Point(x, y), head, BODY_PT, "medium", CAPTION_GREY))
    rest = room.width - MARGIN - columns[-1]
    for row in rows:
        y += 1.6
        items.append(Path(line(Point(MARGIN, y), Point(room.width - MARGIN, y)), stroke=WRITING_LINE))
        y += LEADING
        is_long = fonts.width(row.name, "bold", BODY_PT) > NAME - 2
        items.append(Text(Point(columns[0], y), row.name, BODY_PT, "bold", room=wide if is_long else NAME - 2))
        y += LEADING if is_long else 0.0
        items += [
            Text(Point(columns[1], y), row.pages, BODY_PT, room=PAGES - 2),
            Text(Point(columns[2], y), row.pieces, BODY_PT, room=PIECES - 2),
            Text(Point(columns[3], y), row.paper, BODY_PT, "medium", room=rest),
        ]
        for words in wrapped(row.how, fonts, BODY_PT, rest):
            y += LEADING
            items.append(Text(Point(columns[3], y), words, BODY_PT, room=rest))
        y += GAP - 1.0
    needed = y + 0.25 * BODY_PT * MM_PER_POINT
    if needed > room.height + TOLERANCE:
        raise FitError((room.width, needed), room)
    return Drawing(Size(room.width, room.height), tuple(items))
