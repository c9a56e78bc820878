"""The entries of a record of tiles: their words at once, the places of the words only where something is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from printkit.errors import quoted
from printkit.record import Line, cell_name, is_nothing, item_words, lines
from printkit.yamlnodes import Mapping, Node, Place, Scalar, Sequence, described

SKIP = "skip"
SEPARATORS = ";/|"  # between moves of a line
_WORD = re.compile(r"[^\s,]+")


class Entry:
    """An entry of a record: an item of a list, or a line of a text."""

    __slots__ = ("item", "source")

    def __init__(self, item: Node | Line, source: str) -> None:
        self.item = item
        self.source = source

    def words(self) -> list[str] | None:
        """Return the words, or None where the entry is no text; a mapping of one key counts as its text."""
        item = self.item
        if isinstance(item, Line) or (isinstance(item, Scalar) and not is_nothing(item)):
            return _WORD.findall(item.text) or None
        found = item_words(item, self.source) if isinstance(item, Mapping) else None
        return None if found is None else [word.text for word in found]

    @property
    def found(self) -> str:
        """What stands there, for a message."""
        if isinstance(self.item, Scalar) and not self.item.text.split():
            return "nothing"
        if isinstance(self.item, (Scalar, Sequence)):
            return described(self.item)
        words = self.words()
        return "a mapping" if words is None else quoted(" ".join(words))

    def place(self, number: int | None = None) -> Place:
        """Return where a word stands, or else the entry."""
        if isinstance(self.item, Line):
            found = list(_WORD.finditer(self.item.text))
            return self.item.at(found[number or 0].start()) if (number or 0) < len(found) else self.item.place
        words = item_words(self.item, self.source) or []
        if number is None and isinstance(self.item, Scalar):
            return self.item.place
        return words[number or 0].place if (number or 0) < len(words) else self.item.place


def entries(node: Node, source: str) -> Iterator[Entry]:
    """Give the entries of a record."""
    for item in items(node, source):
        yield Entry(item, source)


def items(node: Node, source: str) -> Iterable[Node | Line]:
    """Return the items of a list, or the moves of a text: one a line, or several as in the rows of a score sheet.

    Lines that begin with ``#`` are remarks, though they are none for YAML within a text.
    """
    if isinstance(node, Sequence):
        return node.items
    if not isinstance(node, Scalar):
        return ()
    return [
        part for line in lines(node, source) if not line.text.lstrip().startswith("#") for part in _moves(line)
    ]


def _moves(line: Line) -> Iterator[Line]:
    """Part a line before each hex, player or ``skip`` that follows a whole move."""
    start, has_cell, has_tile = None, False, False
    for word in _WORD.finditer(line.text):
        text = word[0].rstrip(":")
        begins = cell_name(text) is not None or text.casefold() == SKIP
        if start is not None and has_tile and (begins or word[0].endswith(":")):
            yield _part(line, start, word.start())
            start, has_cell, has_tile = None, False, False
        if word[0] in SEPARATORS:
            continue
        start = word.start() if start is None else start
        has_tile = has_tile or has_cell or text.casefold() == SKIP
        has_cell = has_cell or begins
    if start is not None:
        yield _part(line, start, len(line.text))


def _part(line: Line, start: int, end: int) -> Line:
    return Line(line.text[start:end].rstrip(f" \t,{SEPARATORS}"), line.at(start), line.is_found)
