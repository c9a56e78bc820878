"""The cover of a booklet: what to print on which paper, how to cut it and put it together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from printkit.art._text import wrapped
from printkit.drawing import Drawing, Item, Path, Text, line
from printkit.errors import FitError
from printkit.fonts import Fonts
from printkit.geometry import Point, Size
from printkit.instructions import AT_100, Instructions
from printkit.spec import Game
from printkit.theme import BODY_PT, CAPTION_GREY, HEADING_PT, TITLE_PT, WRITING_LINE
from printkit.units import MM_PER_POINT

MARGIN = 12.0
LEADING = 4.2
GAP = 2.6  # between the assets
NAME, PAGES, PIECES = 30.0, 18.0, 22.0  # the widths of the first columns
COLUMNS = (MARGIN, MARGIN + NAME, MARGIN + NAME + PAGES, MARGIN + NAME + PAGES + PIECES)
NARROWEST = 30.0  # of the last one
ADVICE = (
    AT_100,
    "In the print dialogue name the pages that go on one kind of paper, such as 2\u20135; go on paper by paper.",
    "Glue on card with a glue stick, let it dry under books, and cut with a knife along a steel ruler.",
)


class Row(NamedTuple):
    """An asset on the cover: on which pages of the booklet it is, and what is said of it."""

    pages: str
    told: Instructions


def covers(game: Game, paper: str, rows: Sequence[Row], room: Size, fonts: Fonts) -> list[Drawing]:
    """Draw the cover in a room, on several pages where it needs them; raises FitError where it is too narrow."""
    wide = room.width - 2 * MARGIN
    rest = wide - NAME - PAGES - PIECES
    if rest < NARROWEST:
        raise FitError((room.width + NARROWEST - rest, room.height), room)
    pages: list[list[Item]] = [[]]
    y = MARGIN
    for size_pt, weight, text in (
        (TITLE_PT, "bold", game.spec.title),
        (HEADING_PT, "medium", f"What to print on {paper}, and how to make it"),
    ):
        for words in wrapped(text, fonts, size_pt, wide, weight):  # type: ignore[arg-type]
            y += 1.4 * size_pt * MM_PER_POINT
            pages[-1].append(Text(Point(MARGIN, y), words, size_pt, weight, room=wide))  # type: ignore[arg-type]
    y += 2 * LEADING
    for text in ADVICE:
        for words in wrapped(text, fonts, BODY_PT, wide):
            y += LEADING
            pages[-1].append(Text(Point(MARGIN, y), words, BODY_PT, room=wide))
    y = _heads(pages[-1], y + 1.5 * LEADING)
    for row in rows:
        items, height = _row(row, wide, fonts)
        if y + height > room.height:
            pages.append([])
            y = _heads(pages[-1], MARGIN + LEADING)
        pages[-1] += [_moved(item, y) for item in items]
        y += height
    return [Drawing(Size(room.width, room.height), tuple(items)) for items in pages]


def _heads(items: list[Item], y: float) -> float:
    """Set the heads of the columns; return where the rows begin."""
    for x, head in zip(COLUMNS, ("what", "pages", "pieces", "paper, and what to do"), strict=True):
        items.append(Text(Point(x, y), head, BODY_PT, "medium", CAPTION_GREY))
    return y


def _row(row: Row, wide: float, fonts: Fonts) -> tuple[list[Path | Text], float]:
    """Draw a row from y = 0 down; return its height too."""
    told = row.told
    rest = MARGIN + wide - COLUMNS[-1]
    y = 1.6
    items: list[Path | Text] = [Path(line(Point(MARGIN, y), Point(MARGIN + wide, y)), stroke=WRITING_LINE)]
    y += LEADING
    is_long = fonts.width(told.name, "bold", BODY_PT) > NAME - 2
    items.append(Text(Point(COLUMNS[0], y), told.name, BODY_PT, "bold", room=wide if is_long else NAME - 2))
    y += LEADING if is_long else 0.0
    items.append(Text(Point(COLUMNS[1], y), row.pages, BODY_PT, room=PAGES - 2))
    items.append(Text(Point(COLUMNS[2], y), told.counted_pieces, BODY_PT, room=PIECES - 2))
    lines = [(words, "medium") for words in wrapped(told.paper, fonts, BODY_PT, rest, "medium")]
    lines += [(words, "regular") for words in wrapped(" ".join((told.sides, *told.steps)), fonts, BODY_PT, rest)]
    for number, (words, weight) in enumerate(lines):
        y += LEADING if number else 0.0
        items.append(Text(Point(COLUMNS[3], y), words, BODY_PT, weight, room=rest))  # type: ignore[arg-type]
    return items, y + GAP - 1.0


def _moved(item: Path | Text, by: float) -> Item:
    if isinstance(item, Text):
        return item._replace(at=Point(item.at.x, item.at.y + by))
    (_, x0, y0), (_, x1, y1) = item.segments  # type: ignore[misc]
    return item._replace(segments=line(Point(x0, y0 + by), Point(x1, y1 + by)))
