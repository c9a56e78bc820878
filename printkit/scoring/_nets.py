"""Nets followed from one to the next: what lines reach, who has a path, and what an open board still allows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from printkit.scoring._field import ALL_SIDES, FACING, NOBODY, SIDES_OF, Face, Field, Layout

Node = int  # cell * 64 + net
FULL: Face = (ALL_SIDES,)
FEW = 8


def followed(field: Field, faces: Sequence[Face], starts: Iterable[int]) -> dict[Node, Node]:
    """Return the nets that lines reach from the tiles on some cells, each with the one before it on a short way.

    Two nets are connected where both have a line end at the side that their tiles share. The first ones have
    themselves before them.
    """
    return followed_from(field, faces, [cell << 6 | net for cell in starts for net in faces[cell]])


def followed_from(field: Field, faces: Sequence[Face], nets: Iterable[Node]) -> dict[Node, Node]:
    """Return the nets that lines reach from some nets, each with the one before it on a shortest way."""
    sides_of = field.sides
    before = {node: node for node in nets}
    waiting = list(before)
    for node in waiting:  # it grows meanwhile
        for own, facing, cell in sides_of[node >> 6]:
            if node & own and faces[cell]:
                for net in faces[cell]:
                    if net & facing:
                        found = cell << 6 | net
                        if found not in before:
                            before[found] = node
                            waiting.append(found)
                        break
    return before


def chain(field: Field, faces: Sequence[Face], starts: Iterable[int]) -> set[int]:
    """Return the cells that lines reach from the tiles on some cells."""
    return {node >> 6 for node in followed(field, faces, starts)}


def has_path(field: Field, faces: Sequence[Face], player: int) -> bool:
    """Whether lines lead from a player's start to a player's goal; ``faces`` are those that may carry the path."""
    goals = field.goals[player]
    if not any(map(faces.__getitem__, goals)):
        return False
    return any(node >> 6 in goals for node in followed(field, faces, field.starts[player]))


def a_path(field: Field, faces: Sequence[Face], player: int) -> tuple[int, ...]:
    """Return the cells of a path with the fewest nets, or nothing."""
    before = followed(field, faces, field.starts[player])
    for node in before:
        if node >> 6 in field.goals[player]:
            path = [node]
            while before[path[-1]] != path[-1]:
                path.append(before[path[-1]])
            return tuple(found >> 6 for found in reversed(path))
    return ()


def open_way(layout: Layout, player: int, opened: Collection[int] = ()) -> bool:
    """Whether a path of a player is possible where each empty hex joins all its six sides.

    The reading of the cut-off: every tile keeps its own nets. ``opened`` are cells that count as empty. Looks
    first at what lies nearest to the goal.
    """
    field = layout.field
    goals = field.goals[player]
    faces = [
        FULL if owner == NOBODY else face for face, owner in zip(layout.ways(player), layout.owners, strict=True)
    ]
    for cell in opened:
        faces[cell] = FULL
    for cell in field.dead:
        faces[cell] = ()
    if _is_walled(field, faces, player):
        return False
    nearest = field.order_to(player)
    waiting = [cell << 6 | net for cell in field.starts[player] for net in faces[cell]]
    seen = set(waiting)
    while waiting:
        node = waiting.pop()
        cell = node >> 6
        if cell in goals:
            return True
        for own, facing, beyond in nearest[cell]:
            if node & own:
                for net in faces[beyond]:
                    if net & facing and beyond << 6 | net not in seen:
                        seen.add(beyond << 6 | net)
                        waiting.append(beyond << 6 | net)
    return False


def _is_walled(field: Field, faces: Sequence[Face], player: int) -> bool:
    """Whether few nets can be reached from a player's goal, and none of them on a start."""
    goals = field.goals[player]
    if len(goals) > 3:
        return False
    waiting = [cell << 6 | net for cell in goals for net in faces[cell]]
    seen = set(waiting)
    for node in waiting:  # it grows meanwhile
        if len(waiting) > FEW or node >> 6 in field.starts[player]:
            return False
        for own, facing, beyond in field.sides[node >> 6]:
            if node & own:
                for net in faces[beyond]:
                    if net & facing and beyond << 6 | net not in seen:
                        seen.add(beyond << 6 | net)
                        waiting.append(beyond << 6 | net)
    return True


class Strands:
    """Joined nets, kept up to date while tiles are laid: who has a path is known at once (union and find).

    Each set of joined nets knows which starts and goals it touches. Where tiles carry a path for one player and
    not for another, each player has sets of its own.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        field = layout.field
        number = len(field.players)
        self.groups = [(player,) for player in range(number)] if field.has_own_ways else [tuple(range(number))]
        self.restart()

    def restart(self) -> None:
        """Join all nets anew, after a tile was taken away."""
        self.joined: list[dict[Node, Node]] = [{} for _ in self.groups]
        self.marks: list[dict[Node, int]] = [{} for _ in self.groups]
        self.done = [0 for _ in self.groups]
        for cell in self.layout.laid:
            self.add(cell)

    def add(self, cell: int) -> None:
        """Join the nets of the tile on a cell with those beside it."""
        layout = self.layout
        field = layout.field
        if cell in field.dead:
            return
        owner = layout.owners[cell]
        for number, players in enumerate(self.groups):
            if field.has_own_ways and field.barred[players[0]].get(cell) == owner:
                continue
            marks = 0
            for player in players:
                marks |= (cell in field.starts[player]) << 2 * player
                marks |= (cell in field.goals[player]) << 2 * player + 1
            for net in layout.faces[cell]:
                self._join(number, cell, net, marks)

    def _join(self, number: int, cell: int, net: int, marks: int) -> None:
        joined, flags = self.joined[number], self.marks[number]
        root = cell << 6 | net
        joined[root] = root
        near, faces = self.layout.field.near[cell], self.layout.faces
        for side in SIDES_OF[net]:
            beside = near[side]
            for other in faces[beside] if beside >= 0 else ():
                if other & FACING[side] and beside << 6 | other in joined:
                    found = _root(joined, beside << 6 | other)
                    if found != root:
                        joined[found] = root
                        marks |= flags[found]
        flags[root] = marks
        self.done[number] |= marks & marks >> 1 & 0x5555555555555555

    def able(self) -> tuple[int, ...]:
        """Return the players who have a path."""
        return tuple(
            player
            for players, done in zip(self.groups, self.done, strict=True)
            for player in (players if done else ())
            if done >> 2 * player & 1
        )


def _root(joined: dict[Node, Node], node: Node) -> Node:
    while joined[node] != node:
        joined[node] = joined[joined[node]]
        node = joined[node]
    return node
