"""What the shapes share: keys that every board takes, and how regions name letters and numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from printkit.board import WHOLE, Board, letter_index
from printkit.errors import Problem
from printkit.fields import Reader, choice, integer, key, list_of, map_of, mismatch, name, one_line, record
from printkit.hexgrid import Hex
from printkit.outline import outline, pattern, takes
from printkit.shapes._labels import Labels
from printkit.yamlnodes import Mapping as MappingNode
from printkit.yamlnodes import Node, Scalar

MOST_CELLS = 10_000
MOST_DOTS = 6
PATTERNS = ("hatched", "dotted", "crossed", "lined", "waves", "trees", "peaks", "plain")
ZONE_COLOURS = ("grey", "vermilion", "blue", "green", "yellow")


@takes({"anyOf": [{"type": "integer", "minimum": 0}, pattern(r"[0-9]{1,3}(\s*[-–]\s*[0-9]{1,3})?")]})
def rings(node: Node) -> range:
    """Read distances: a number, or two such as ``2-3``."""
    match = (
        re.fullmatch(r"([0-9]{1,3})(?:\s*[-–]\s*([0-9]{1,3}))?", node.text) if isinstance(node, Scalar) else None
    )
    if match is None or int(match[2] or match[1]) < int(match[1]):
        raise mismatch(node, "a distance such as 0, or two such as '2-3', the smaller first")
    return range(int(match[1]), int(match[2] or match[1]) + 1)


@dataclass(frozen=True, eq=False, kw_only=True)
class ZoneSpec:
    """Cells that are filled alike: a kind of land, a part of the board where something special holds."""

    cells: tuple[str, ...] = key(list_of(one_line, 1), "the cells of the zone", default=())
    rings: range | None = key(
        rings,
        "in place of cells: how far they are from the board's centre cells, or else from its middle: 0, or '2-3'",
        default=None,
    )
    pattern: str = key(
        choice(*PATTERNS),
        "how the cells are filled; without it zones take hatched, dotted, crossed, lined in turn",
        default="",
    )
    colour: str = key(choice(*ZONE_COLOURS), "the colour of pattern and ground", default="grey")
    name: str = key(one_line, "what the zone is called beside the board; its key if left out", default="")
    note: str = key(one_line, "a few words on what holds there, such as '2 points'", default="")


@dataclass(frozen=True, eq=False, kw_only=True)
class Marks:
    """What may stand on the cells of any board."""

    labels: Labels = key(record(Labels), "how cells are named, and where their names stand", factory=Labels)
    zones: Mapping[str, ZoneSpec] = key(
        map_of(name, record(ZoneSpec)), "zones of the board by name, each filled in its own way", factory=dict
    )

    dots: Mapping[int, tuple[str, ...]] = key(
        map_of(integer(1, MOST_DOTS), list_of(one_line, 1)),
        "dot hexes by their number of dots, such as '2: [C3, C7]'",
        factory=dict,
    )
    centre: tuple[str, ...] = key(list_of(one_line, 1), "the cells that are the board's centre", default=())

    @property
    def filled(self) -> Mapping[str, tuple[Hex, ...]]:
        """The cells of zones where a shape says them itself, by the zones' names."""
        return {}

    @property
    def has_more(self) -> bool:
        """Whether anything is said by the names of cells."""
        return bool(self.dots or self.centre or self.zones or self.labels.words)

    def completed(self, board: Board) -> Board:
        """Add to a board, whose cells have got their names, what a spec says by these names: here nothing."""
        return board

    def completion_faults(self, board: Board, node: MappingNode) -> Iterator[Problem]:  # noqa: ARG002
        """Give a problem for what is added and does not fit the board: here nothing is added."""
        return iter(())


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
