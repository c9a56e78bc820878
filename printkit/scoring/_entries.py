"""The entries of a record of tiles: their words at once, the places of the words only where something is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator

from printkit.errors import quoted
from printkit.record import Line, is_nothing, item_words, lines
from printkit.yamlnodes import Mapping, Node, Place, Scalar, Sequence, described

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
    """Give the entries of a list, or the lines of a text that are not blank."""
    items = node.items if isinstance(node, Sequence) else lines(node, source) if isinstance(node, Scalar) else ()
    for item in items:
        yield Entry(item, source)
