"""Tile types: lines that join side midpoints. A tile is its nets, and a net is a set of joined sides."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from printkit.errors import Problem, SpecError, hint_for, quoted
from printkit.fields import choice, found_at, integer, item_place, key, key_place, list_of, mismatch, one_line
from printkit.outline import pattern, takes
from printkit.yamlnodes import Mapping as MappingNode
from printkit.yamlnodes import Node, Scalar

# Side 0 of a flat-top hex is its top; a tile turned by 60° · k clockwise moves side i to i + k.
SIDES = ("T", "TR", "BR", "B", "BL", "TL")
TURNS = range(6)

Net = tuple[int, ...]


@takes(pattern(rf"\s*(?:{'|'.join(SIDES)})(?:\s+(?:{'|'.join(SIDES)}))+\s*"))
def net(node: Node) -> Net:
    """Read a net, such as ``T B BR``: two sides or more, none of them twice."""
    if not isinstance(node, Scalar) or len(words := node.text.split()) < 2:
        raise mismatch(node, "at least two sides that are joined, such as 'T B'", f"sides: {', '.join(SIDES)}")
    problems = []
    for i, word in enumerate(words):
        if word not in SIDES:
            problems.append(
                node.place.problem("bad-value", f"no side is called {quoted(word)}", hint_for(word, SIDES))
            )
        elif word in words[:i]:
            problems.append(node.place.problem("bad-value", f"the net names the side {word} twice"))
    if problems:
        raise SpecError(problems)
    return tuple(SIDES.index(word) for word in words)


@dataclass(frozen=True, eq=False)
class TileType:
    """A type of tile: its lines, what it counts, and what it is good for.

    The face of a type with nets shows these; without nets it is ``block``, or ``write`` with room to write on, or
    ``blank``.
    """

    name: str = key(one_line, "the name that stands on the tile")
    nets: tuple[Net, ...] = key(
        list_of(net, 0, 3),
        "lines, each a list of joined sides; a later one passes over an earlier one",
        default=(),
    )
    points: int = key(integer(0, 1000), "what the tile counts", default=0)
    family: str = key(one_line, "a word for its kind, for the tile guide", default="")
    advice: str = key(one_line, "what it is good for, for the tile guide", default="")
    short: str = key(one_line, "a shorter name, for small tiles", default="")
    face: str = key(choice("block", "write", "blank"), "how a tile without lines looks", default="block")

    @staticmethod
    def faults(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
        """Check that no two nets share a side, and that a face is asked for only where there are no lines."""
        owners: dict[int, int] = {}
        nets = found_at(node, "nets")
        for i, sides in enumerate(values.get("nets", ())):
            place = item_place(nets, i)
            for side in sides:
                if owners.setdefault(side, i) != i:
                    message = f"the side {SIDES[side]} is in another net already"
                    hint = "sides that are joined are one net; join the two"
                    yield place.problem("bad-value", message, hint)
        face = node.find("face")
        if face is not None and values.get("nets"):
            yield face.place.problem("bad-value", "a tile with lines has the face that its lines give it")

    def ends(self, turn: int = 0) -> frozenset[int]:
        """Return the sides at which lines end, on a tile turned by ``turn`` · 60°."""
        return frozenset(side for sides in turned(self.nets, turn) for side in sides)


def turned(nets: Iterable[Net], turn: int) -> tuple[Net, ...]:
    """Return nets turned by ``turn`` · 60° clockwise."""
    return tuple(tuple((side + turn) % 6 for side in sides) for sides in nets)


def distinct_faces(types: Iterable[TileType]) -> int:
    """Count the faces of tiles that differ in their lines, over all turns."""
    return sum(
        len({frozenset(frozenset(sides) for sides in turned(kind.nets, turn)) for turn in TURNS}) for kind in types
    )


def unknown_tiles(supply: Mapping[str, int], tiles: Collection[str], node: Node) -> Iterator[Problem]:
    """Give a problem for each tile of a supply that the game does not have; ``node`` is the supply's."""
    for word in supply:
        if word not in tiles:
            message = f"no tile is called {quoted(word)}"
            hint = hint_for(word, tiles) if tiles else "give the game 'tile_types'"
            yield key_place(node, word).problem("bad-value", message, hint)
