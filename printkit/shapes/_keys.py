"""What the shapes share: keys that every board takes, and how regions name letters and numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from printkit.board import WHOLE, letter_index
from printkit.fields import Reader, integer, key, list_of, map_of, mismatch, name, one_line
from printkit.outline import outline, pattern, takes
from printkit.yamlnodes import Node, Scalar

MOST_CELLS = 10_000
MOST_DOTS = 6


@dataclass(frozen=True, eq=False, kw_only=True)
class Marks:
    """What may stand on the cells of any board."""

    dots: Mapping[int, tuple[str, ...]] = key(
        map_of(integer(1, MOST_DOTS), list_of(one_line, 1)),
        "dot hexes by their number of dots, such as '2: [C3, C7]'",
        factory=dict,
    )
    centre: tuple[str, ...] = key(list_of(one_line, 1), "the cells that are the board's centre", default=())


@takes({**outline(name, whole=True), "not": {"const": WHOLE}})
def region_name(node: Node) -> str:
    """Read the name of a region; ``whole`` is taken."""
    if isinstance(node, Scalar) and node.text == WHOLE:
        raise mismatch(node, "another name: 'whole' always is the whole board")
    return name(node)


class Span(NamedTuple):
    """A run of letters or numbers: fixed ends counted from 0, or a half of whatever the side is."""

    ends: tuple[int, int] | None
    half: int | None = None

    def resolve(self, side: int) -> range:
        """Return the places this covers on a side of that many cells."""
        if self.ends is not None:
            return range(self.ends[0], self.ends[1] + 1)
        middle = side // 2
        return range(middle) if self.half == 0 else range(middle, side)


_HALVES = {"first half": 0, "second half": 1}


def span(kind: str) -> Reader[Span]:
    """Make a reader of spans of ``letters`` (``A-E``) or ``numbers`` (``1-5``), or halves of the side."""
    item = "[A-Z]{1,2}" if kind == "letters" else "[0-9]{1,3}"
    form = re.compile(rf"({item})\s*[-–]\s*({item})", re.ASCII | re.IGNORECASE)
    example = "A-E" if kind == "letters" else "1-5"
    turn: Callable[[str], int] = letter_index if kind == "letters" else lambda text: int(text) - 1
    letters = item.replace("A-Z", "A-Za-z")

    @takes(pattern(rf"\s*{letters}\s*[-–]\s*{letters}\s*|{'|'.join(_HALVES)}"))
    def read(node: Node) -> Span:
        if isinstance(node, Scalar):
            if node.text in _HALVES:
                return Span(None, _HALVES[node.text])
            match = form.fullmatch(node.text.strip())
            if match is not None:
                first, last = turn(match[1]), turn(match[2])
                if 0 <= first <= last:
                    return Span((first, last))
        raise mismatch(node, f"{kind} such as '{example}', or 'first half' or 'second half'")

    return read
