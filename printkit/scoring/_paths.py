"""The best path over nets, exactly: each net once, a tile's value once, by whatever a tile is worth.

What can still follow behind a net depends only on the nets that can be reached from it without those of the path
so far. Lines rarely run side by side, so that many paths leave the same ones: each such rest is searched once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from printkit.scoring._field import Face, Field
from printkit.scoring._nets import followed

MOST_STEPS = 60_000  # about a second
DEEPEST = 200  # branchings on one path

Link = tuple[int, "Link"] | None  # the nets of a path from its end backwards: each with those behind it


class Work:
    """How many steps all searches of this process have taken, for those who set themselves a limit."""

    steps = 0


class TooMuchError(Exception):
    """A search was cut short."""


class Best(NamedTuple):
    """The worth of a best path, and its cells from its start; a tile that it passes twice stands there twice."""

    value: int
    cells: tuple[int, ...]


def best_path(
    field: Field,
    faces: Sequence[Face],
    starts: Collection[int],
    goals: Collection[int] | None,
    values: Sequence[int],
    most: int = MOST_STEPS,
) -> Best | None:
    """Return the path of the greatest worth; ``goals`` None: it may end anywhere.

    Of equal ones it is the first: the cells compared one by one. Raises TooMuchError.
    """
    search = _Search(field, faces, starts, goals, values, most)
    best: Best | None = None
    try:
        for start in search.first:
            found = search.from_start(start)
            if found is not None and (best is None or (-found.value, found.cells) < (-best.value, best.cells)):
                best = found
    finally:
        Work.steps += most - search.left
    return best


class _Search:
    """The nets that lines reach, numbered by cell, as bits."""

    def __init__(
        self,
        field: Field,
        faces: Sequence[Face],
        starts: Collection[int],
        goals: Collection[int] | None,
        values: Sequence[int],
        most: int,
    ) -> None:
        nodes = useful_nets(field, faces, starts, goals)
        number = {node: i for i, node in enumerate(nodes)}
        self.cells = [node >> 6 for node in nodes]
        self.values = [values[cell] for cell in self.cells]
        self.beside = [_bits_beside(field, faces, node, number) for node in nodes]
        self.twins = [
            sum(1 << j for j in range(max(i - 3, 0), min(i + 4, len(nodes))) if j != i and self.cells[j] == cell)
            for i, cell in enumerate(self.cells)
        ]
        self.ends = (1 << len(nodes)) - 1
        if goals is not None:
            self.ends = sum(1 << i for i, cell in enumerate(self.cells) if cell in goals)
        self.first = [i for i, cell in enumerate(self.cells) if cell in starts]
        self.left = most
        self.known: dict[tuple[int, int, int], tuple[int, Link] | None] = {}

    def from_start(self, start: int) -> Best | None:
        """Return the best path that begins with a net."""
        rest = self._reached(start, (1 << len(self.cells)) - 1 ^ 1 << start)
        found = self._onward(start, rest, self.twins[start] & rest, 0)
        if found is None:
            return None
        value, link = found
        path = [self.cells[start]]
        while link is not None:
            path.append(self.cells[link[0]])
            link = link[1]
        return Best(value + self.values[start], tuple(path))

    def _onward(self, at: int, rest: int, counted: int, depth: int) -> tuple[int, Link] | None:
        """Return what the best continuation behind a net adds, and its nets; None where none reaches an end.

        ``rest`` are the nets that can still be reached, ``counted`` those of them whose tiles are counted already.
        """
        key = at, rest, counted
        if key in self.known:
            return self.known[key]
        if depth > DEEPEST:
            raise TooMuchError
        best: tuple[int, Link] | None = (0, None) if self.ends >> at & 1 else None
        options = self.beside[at] & rest
        while options:
            bit = options & -options
            options ^= bit
            found = self._through(bit.bit_length() - 1, rest ^ bit, counted, depth)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
        self.known[key] = best
        return best

    def _through(self, at: int, rest: int, counted: int, depth: int) -> tuple[int, Link] | None:
        """Return what going on by a net adds; nets that leave no choice are followed at once."""
        forced = [at]
        added = 0 if counted >> at & 1 else self.values[at]
        counted |= self.twins[at]
        rest = self._reached(at, rest)
        if not (rest | 1 << at) & self.ends:
            return None
        while not self.ends >> at & 1:
            options = self.beside[at] & rest
            if options & options - 1 or not options:
                break
            at = options.bit_length() - 1
            forced.append(at)
            added += 0 if counted >> at & 1 else self.values[at]
            counted |= self.twins[at]
            rest ^= options
        found = self._onward(at, rest, counted & rest, depth + 1)
        if found is None:
            return None
        value, link = found
        for node in reversed(forced):
            link = node, link
        return value + added, link

    def _reached(self, at: int, within: int) -> int:
        """Return the nets that can be reached from one, through those within a set."""
        self.left -= 1
        if self.left < 0:
            raise TooMuchError
        beside = self.beside
        fresh = beside[at] & within
        reach = fresh
        while fresh:
            bit = fresh & -fresh
            more = beside[bit.bit_length() - 1] & within & ~reach
            reach |= more
            fresh ^= bit | more
        return reach


def _bits_beside(field: Field, faces: Sequence[Face], node: int, number: Mapping[int, int]) -> int:
    """Return the nets that are connected with one, as bits by their numbers; those without a number are not."""
    bits = 0
    for own, facing, near in field.sides[node >> 6]:
        if node & own:
            for net in faces[near]:
                if net & facing:
                    if (near << 6 | net) in number:
                        bits |= 1 << number[near << 6 | net]
                    break
    return bits


def _beside(field: Field, faces: Sequence[Face], node: int) -> list[int]:
    """Return the nets that are connected with one."""
    return [
        near << 6 | net
        for own, facing, near in field.sides[node >> 6]
        if node & own
        for net in faces[near]
        if net & facing
    ]


def useful_nets(
    field: Field, faces: Sequence[Face], starts: Collection[int], goals: Collection[int] | None
) -> list[int]:
    """Return the nets that lines reach, without dead ends where a path must end on a goal."""
    nodes = set(followed(field, faces, starts))
    if goals is None:
        return sorted(nodes)
    beside = {node: [other for other in _beside(field, faces, node) if other in nodes] for node in nodes}
    loose = [node for node in nodes if len(beside[node]) < 2]
    while loose:
        node = loose.pop()
        if node in nodes and node >> 6 not in goals and node >> 6 not in starts:
            nodes.remove(node)
            for other in beside[node]:
                beside[other].remove(node)
                if len(beside[other]) < 2:
                    loose.append(other)
    return sorted(nodes)
