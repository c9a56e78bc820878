"""The small markup of cards, set in lines.

It knows paragraphs, ``**bold**``, ``- lists``, ``1. steps``, ``| tables |`` and ``{icons}``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from printkit.drawing import INK, Colour, Item, Path, Stroke, Text, Weight
from printkit.drawing import line as segment
from printkit.fonts import Fonts
from printkit.geometry import Point
from printkit.theme import RULE_GREY
from printkit.units import MM_PER_POINT

LEADING = 1.32  # of the type size
PARAGRAPH_GAP = 0.45  # likewise
INDENT = 1.15  # of the type size, for what stands behind a bullet or a number
ICON_WIDTH = 1.0
CELL_GAP = 1.0  # between the columns of a table
LEAST_CELL = 5.0  # the narrowest column whose text is broken

Icon = Callable[[str, Point, float], Item | None]
"""Draws the icon of a name with its middle at a point, in a height in mm; None where the name is unknown."""


class MarkupError(Exception):
    """A text that cannot be set; ``icon`` is the name of an icon that nobody can draw."""

    def __init__(self, message: str, icon: str | None = None) -> None:
        self.icon = icon
        super().__init__(message)


class _Run(NamedTuple):
    """A piece of a word in one weight, or an icon."""

    string: str
    weight: Weight
    is_icon: bool = False


class Block(NamedTuple):
    """A paragraph or a list's item: what stands before it, and its words."""

    lead: str
    words: tuple[tuple[_Run, ...], ...]


Words = tuple[tuple[_Run, ...], ...]


class _Table(NamedTuple):
    """Rows of cells, the first of them a head where it ``has_head``."""

    rows: tuple[tuple[Words, ...], ...]
    has_head: bool


_RULE = re.compile(r"\|(\s*:?-+:?\s*\|)+")
_LEAD = re.compile(r"(-|[0-9]+\.)\s+")
_PART = re.compile(r"(\*\*)|\{([A-Za-z0-9-]+)\}|\s+|[^\s*{]+|[*{]")


def blocks(text: str) -> Iterator[Block | _Table]:
    """Split a text at blank lines, before each list item, and where a table begins or ends."""
    paragraph: list[str] = []
    rows: list[str] = []
    lead = ""
    for line in [*text.splitlines(), ""]:
        is_row = line.strip().startswith("|")
        match = _LEAD.match(line)
        if (not line.strip() or match or is_row) and paragraph:
            yield Block(lead, _words(" ".join(paragraph)))
            paragraph, lead = [], ""
        if rows and not is_row:
            yield _table(rows)
            rows = []
        if is_row:
            rows.append(line.strip())
            continue
        if match:
            lead, line = match[1], line[match.end() :]  # noqa: PLW2901
        if line.strip():
            paragraph.append(line.strip())


def _table(lines: list[str]) -> _Table:
    has_head = len(lines) > 1 and _RULE.fullmatch(lines[1]) is not None
    kept = [line for line in lines if not _RULE.fullmatch(line)]
    if any(not line.endswith("|") or line == "|" for line in kept):
        raise MarkupError("a row of a table begins and ends with '|'")
    rows = [[_words(cell) for cell in line[1:-1].split("|")] for line in kept]
    if len({len(row) for row in rows}) != 1:
        raise MarkupError("the rows of a table have different numbers of cells")
    return _Table(tuple(tuple(row) for row in rows), has_head)


def _words(text: str) -> Words:
    words: list[tuple[_Run, ...]] = []
    word: list[_Run] = []
    weight: Weight = "regular"
    for match in _PART.finditer(text):
        stars, icon = match[1], match[2]
        if stars:
            weight = "bold" if weight == "regular" else "regular"
        elif icon:
            word.append(_Run(icon, weight, is_icon=True))
        elif match[0].isspace():
            words.append(tuple(word))
            word = []
        else:
            word.append(_Run(match[0], weight))
    if weight == "bold":
        raise MarkupError("the bold text that '**' begins has no end in its paragraph")
    return tuple(word for word in [*words, tuple(word)] if word)


class Setter:
    """Sets text of one size in a column of a width."""

    def __init__(self, fonts: Fonts, size_pt: float, width: float, icon: Icon, colour: Colour = INK) -> None:
        self.fonts = fonts
        self.size_pt = size_pt
        self.size = size_pt * MM_PER_POINT
        self.leading = LEADING * self.size
        self.gap = PARAGRAPH_GAP * self.size
        self.width = width
        self.icon = icon
        self.colour = colour

    def set(self, text: str) -> Iterator[list[Item]]:
        """Give the lines one by one, its ascenders at y = 0 and ``leading`` high; empty for a ``gap``."""
        is_first = True
        for block in blocks(text):
            if not is_first and (isinstance(block, _Table) or not block.lead):
                yield []
            is_first = False
            if isinstance(block, _Table):
                yield from self._rows(block)
                continue
            indent = INDENT * self.size if block.lead else 0.0
            for i, line in enumerate(self._broken(block.words, self.width - indent)):
                items = list(self._placed(line, indent))
                if i == 0 and block.lead:
                    items.insert(0, self._text("•" if block.lead == "-" else block.lead, 0.0, "medium"))
                yield items

    def _rows(self, table: _Table) -> Iterator[list[Item]]:
        """Give the lines of a table: columns as wide as their cells, or the widest one broken into lines."""
        rows = [
            tuple(tuple(tuple(run._replace(weight="medium") for run in word) for word in cell) for cell in row)
            if table.has_head and i == 0
            else row
            for i, row in enumerate(table.rows)
        ]
        gap = CELL_GAP * self.size
        widths = [max(self._length(row[i]) for row in rows) for i in range(len(rows[0]))]
        excess = sum(widths) + gap * (len(widths) - 1) - self.width
        if excess > 0:
            widest = max(range(len(widths)), key=widths.__getitem__)
            widths[widest] -= excess
            if widths[widest] < LEAST_CELL * self.size:
                raise MarkupError("a table is too wide for its column")
        for number, row in enumerate(rows):
            cells = [list(self._broken(cell, width + 0.01)) for cell, width in zip(row, widths, strict=True)]
            height = max(1, *map(len, cells))
            for i in range(height):
                items: list[Item] = []
                x = 0.0
                for cell, width in zip(cells, widths, strict=True):
                    if i < len(cell):
                        items += self._placed(cell[i], x)
                    x += width + gap
                if i == height - 1 and number < len(rows) - 1:
                    is_head = table.has_head and number == 0
                    stroke = Stroke(INK, 0.2) if is_head else Stroke(RULE_GREY, 0.1)
                    y = self.leading - 0.22 * self.size
                    items.append(Path(segment(Point(0, y), Point(min(x - gap, self.width), y)), stroke=stroke))
                yield items

    def _length(self, words: Words) -> float:
        return sum(self._width(run) for word in words for run in word) + self._space * max(len(words) - 1, 0)

    def _width(self, run: _Run) -> float:
        return ICON_WIDTH * self.size if run.is_icon else self.fonts.width(run.string, run.weight, self.size_pt)

    @property
    def _space(self) -> float:
        return self.fonts.width(" ", "regular", self.size_pt)

    def _broken(self, words: tuple[tuple[_Run, ...], ...], room: float) -> Iterator[list[tuple[_Run, ...]]]:
        line: list[tuple[_Run, ...]] = []
        used = 0.0
        for word in words:
            width = sum(map(self._width, word))
            if line and used + self._space + width > room:
                yield line
                line, used = [], 0.0
            used += width + (self._space if line else 0.0)
            line.append(word)
        if line:
            yield line

    def _placed(self, line: list[tuple[_Run, ...]], x: float) -> Iterator[Item]:
        """Give the texts of a line, neighbours of one weight as one text, each where the one before it ends."""
        string, weight = "", "regular"
        for i, word in enumerate(line):
            blank = " " if i else ""
            for run in word:
                if string and (run.is_icon or run.weight != weight):
                    yield self._text(string, x, weight)  # type: ignore[arg-type]
                    x += self.fonts.width(string + blank, weight, self.size_pt)
                    string = blank = ""
                if blank and not string:
                    x += self._space
                    blank = ""
                if run.is_icon:
                    drawn = self.icon(run.string, Point(x + self._width(run) / 2, 0.43 * self.size), self.size)
                    if drawn is None:
                        raise MarkupError(f"no icon is called {run.string}", run.string)
                    yield drawn
                    x += self._width(run)
                else:
                    string, weight, blank = string + blank + run.string, run.weight, ""
        if string:
            yield self._text(string, x, weight)  # type: ignore[arg-type]

    def _text(self, string: str, x: float, weight: Weight) -> Text:
        baseline = Point(x, 0.78 * self.size)
        return Text(baseline, string.rstrip(), self.size_pt, weight, self.colour, room=self.width - x + 0.05)
