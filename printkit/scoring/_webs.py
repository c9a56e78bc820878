"""What the readable tiles join round unclear cells: sets of joined nets, and where these cells meet them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from printkit.scoring._field import FACING, NOBODY, SIDES_OF, Face, Layout
from printkit.scoring._nets import followed_from

Step = tuple[int, int]  # a set of joined nets and -1, or an unclear cell and a net


class Reached(NamedTuple):
    """Whether a goal is reached, the unclear cells on a way there, and all unclear cells that are reached."""

    is_joined: bool
    route: tuple[int, ...]
    cells: frozenset[int]


class Web:
    """The sets of joined nets of a player's readable tiles, round some unclear cells."""

    def __init__(
        self,
        layout: Layout,
        player: int,
        unclear: Collection[int],
        starts: Collection[int],
        goals: Collection[int],
    ) -> None:
        field = layout.field
        faces = layout.ways(player)
        self.near = field.near
        self.starts, self.goals = starts, goals
        self.unclear = frozenset(unclear) - field.dead
        self.sets: dict[int, int] = {}  # by net: the number of its set
        self.met: list[list[tuple[int, int]]] = []  # by set: unclear cells and their sides
        self.is_start: list[bool] = []
        self.is_goal: list[bool] = []
        self.beside: dict[int, list[int]] = {cell: [NOBODY] * 6 for cell in self.unclear}
        for cell in starts:
            for net in faces[cell]:
                self._add(layout, faces, cell, net)
        for cell in self.unclear:
            for side, near in enumerate(self.near[cell]):
                for net in faces[near] if near != NOBODY else ():
                    if net & FACING[side]:
                        number = self._add(layout, faces, near, net)
                        self.beside[cell][side] = number
                        self.met[number].append((cell, side))

    def _add(self, layout: Layout, faces: list[Face], cell: int, net: int) -> int:
        """Return the number of a net's set."""
        if cell << 6 | net not in self.sets:
            joined = followed_from(layout.field, faces, (cell << 6 | net,))
            cells = {node >> 6 for node in joined}
            self.sets.update(dict.fromkeys(joined, len(self.met)))
            self.met.append([])
            self.is_start.append(not cells.isdisjoint(self.starts))
            self.is_goal.append(not cells.isdisjoint(self.goals))
        return self.sets[cell << 6 | net]

    def reached(self, faces: Mapping[int, Face]) -> Reached:
        """Follow lines from the start, with these nets on the unclear cells."""
        before: dict[Step, Step | None] = {}
        for number, is_start in enumerate(self.is_start):
            if is_start:
                before[number, NOBODY] = None
        for cell in self.unclear:
            if cell in self.starts:
                before.update(dict.fromkeys(((cell, net) for net in faces[cell]), None))
        waiting = list(before)
        goal: Step | None = None
        for step in waiting:  # it grows meanwhile
            number, net = step
            if goal is None and (self.is_goal[number] if net == NOBODY else number in self.goals):
                goal = step
            for found in self._onward(step, faces):
                if found not in before:
                    before[found] = step
                    waiting.append(found)
        route = []
        at = goal
        while at is not None:
            if at[1] != NOBODY:
                route.append(at[0])
            at = before[at]
        cells = frozenset(number for number, net in before if net != NOBODY)
        return Reached(goal is not None, tuple(route), cells)

    def _onward(self, step: Step, faces: Mapping[int, Face]) -> list[Step]:
        number, net = step
        if net == NOBODY:
            return [(cell, other) for cell, side in self.met[number] for other in faces[cell] if other >> side & 1]
        found: list[Step] = []
        for side in SIDES_OF[net]:
            joined = self.beside[number][side]
            if joined != NOBODY:
                found.append((joined, NOBODY))
                continue
            near = self.near[number][side]
            if near in self.unclear:
                found += [(near, other) for other in faces[near] if other & FACING[side]]
        return found
