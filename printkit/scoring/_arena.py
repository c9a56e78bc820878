"""All contests of a game side by side in one integer: a bit a cell, so that one flood decides them all.

The cells of each contest are copied into a block of their own: a column of bits for each value of one cube
coordinate, a bit for each value of another one. Blocks are kept apart by bits that stay empty. In any two cube
coordinates the six neighbours of a cell lie at the shifts ±1, ±stride and ±(stride − 1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from printkit.board import Board, Region
from printkit.hexgrid import Hex

Axes = tuple[int, int]  # which two of q, r, s

ALL_AXES: tuple[Axes, ...] = ((0, 1), (0, 2), (1, 2))


class Contest(NamedTuple):
    """One of the games on a board, as bits of its block: its cells, and each player's sides to join.

    ``starts`` are the first sides by player, ``goals`` the second ones, ``more`` those that come after them.
    """

    name: str
    cells: int
    starts: tuple[int, ...]
    goals: tuple[int, ...]
    more: tuple[tuple[int, ...], ...]


class Arena:
    """Blocks of bits for some regions of a board; ``joins`` names for each player the sides to join."""

    def __init__(self, board: Board, regions: Sequence[Region], joins: Sequence[Sequence[str]]) -> None:
        axes = min(ALL_AXES, key=lambda axes: _extent(_places(board.cells, axes)))
        blocks = [_places(region.cells, axes) for region in regions]
        self.stride, offsets = _packed([_size(places) for places in blocks])
        self.bits: dict[Hex, int] = dict.fromkeys(board.cells, 0)
        self.cell_at: dict[int, Hex] = {}
        contests = []
        for region, places, (column, row) in zip(regions, blocks, offsets, strict=True):
            least = [min(place[i] for place in places.values()) for i in (0, 1)]
            own = {}
            for cell, place in places.items():
                index = (place[0] - least[0] + column) * self.stride + place[1] - least[1] + row
                own[cell] = 1 << index
                self.bits[cell] |= own[cell]
                self.cell_at[index] = cell
            sides = [[sum(own[cell] for cell in region.sides[side]) for side in asked] for asked in joins]
            starts, goals = (tuple(asked[i] for asked in sides) for i in (0, 1))
            more = tuple(tuple(asked[2:]) for asked in sides)
            contests.append(Contest(region.name, sum(own.values()), starts, goals, more))
        self.contests = tuple(contests)
        self.has_pairs = all(len(asked) == 2 for asked in joins)
        self.everything = sum(contest.cells for contest in contests)
        self.starts = tuple(sum(contest.starts[i] for contest in contests) for i in range(len(joins)))
        self.goals = tuple(sum(contest.goals[i] for contest in contests) for i in range(len(joins)))
        self.beside = [self.around(1 << index) & self.everything for index in range(self.everything.bit_length())]

    def mask(self, cells: Iterable[Hex]) -> int:
        """Return the bits of different cells, in all blocks."""
        return sum(map(self.bits.__getitem__, cells))

    def around(self, mask: int) -> int:
        """Return the bits beside a set of bits, and perhaps bits that are no cells."""
        up, down = mask >> 1, mask << 1
        return up | down | (mask | up) << self.stride | (mask | down) >> self.stride

    def reached(self, start: int, within: int) -> int:
        """Return all that is reached from ``start`` within a set of bits."""
        stride = self.stride
        reach = start & within
        while True:
            up, down = reach >> 1, reach << 1
            more = (reach | up | down | (reach | up) << stride | (reach | down) >> stride) & within
            if more == reach:
                return reach
            reach = more

    def layers(self, start: int, within: int) -> list[int]:
        """Return what is reached from ``start`` in at most 0, 1, 2 … steps, to the last that adds something."""
        stride = self.stride
        reach = start & within
        found = [reach]
        while True:
            up, down = reach >> 1, reach << 1
            more = (reach | up | down | (reach | up) << stride | (reach | down) >> stride) & within
            if more == reach:
                return found
            found.append(more)
            reach = more

    def chain(self, layers: list[int], start: int) -> list[int]:
        """Return a shortest chain from ``start``, which the last layer must meet, to the first layer.

        It is given by the numbers of its bits.
        """
        number = 0
        while not layers[number] & start:
            number += 1
        beside = self.beside
        index = (layers[number] & start).bit_length() - 1
        course = [index]
        for layer in layers[number - 1 :: -1] if number else ():
            index = (beside[index] & layer).bit_length() - 1
            course.append(index)
        return course

    def joins(self, stones: int, contest: Contest, player: int) -> bool:
        """Whether a player's stones join that player's sides in a contest."""
        return bool(self.joined(stones, contest, player))

    def joined(self, stones: int, contest: Contest, player: int) -> int:
        """Return stones of a player that hang together and join that player's sides in a contest; 0 for none."""
        within = stones & contest.cells
        if self.has_pairs:
            reach = self.reached(contest.starts[player], within)
            return reach if reach & contest.goals[player] else 0
        others = (contest.goals[player], *contest.more[player])
        waiting = contest.starts[player] & within
        while waiting:
            group = self.reached(waiting & -waiting, within)
            if all(group & side for side in others):
                return group
            waiting &= ~group
        return 0

    def tree(self, group: int, contest: Contest, player: int) -> list[int]:
        """Return few stones of a group that join more than two sides, by the numbers of their bits.

        They are a chain from the first side to the second, and then branches from it to the other sides: each the
        shortest from the cell that is nearest to all sides together.
        """
        sides = (contest.starts[player], contest.goals[player], *contest.more[player])
        floods = [self.layers(side & group, group) for side in sides]

        def far(index: int) -> int:
            return sum(next(i for i, layer in enumerate(flood) if layer >> index & 1) for flood in floods)

        hub = min((index for index in range(group.bit_length()) if group >> index & 1), key=far)
        ways = [self.chain(flood, 1 << hub) for flood in floods]  # each from the hub to a side
        course = [*ways[0][::-1], *ways[1][1:]]
        for way in ways[2:]:
            course += [index for index in way if index not in course]
        return list(dict.fromkeys(course))


def _places(cells: Iterable[Hex], axes: Axes) -> dict[Hex, Axes]:
    """Return two of the cube coordinates of each cell."""
    places = {}
    for cell in cells:
        cube = (cell.q, cell.r, -cell.q - cell.r)
        places[cell] = cube[axes[0]], cube[axes[1]]
    return places


def _size(places: dict[Hex, Axes]) -> Axes:
    firsts, seconds = zip(*places.values(), strict=True)
    return max(firsts) - min(firsts) + 1, max(seconds) - min(seconds) + 1


def _extent(places: dict[Hex, Axes]) -> int:
    columns, rows = _size(places)
    return columns * (rows + 1)


def _packed(sizes: list[Axes]) -> tuple[int, list[Axes]]:
    """Return the stride that packs blocks of these columns and rows into the fewest bits, and their places."""
    tallest = max(rows for _, rows in sizes)
    packings = []
    for stride in range(tallest + 1, 2 * tallest + 4):
        offsets: list[Axes] = []
        column = row = widest = 0
        for columns, rows in sizes:
            if row + rows + 1 > stride:
                column, row, widest = column + widest + 1, 0, 0
            offsets.append((column, row))
            row += rows + 1
            widest = max(widest, columns)
        packings.append(((column + widest) * stride, stride, offsets))
    _, stride, offsets = min(packings)
    return stride, offsets
