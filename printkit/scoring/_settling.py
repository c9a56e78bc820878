"""A game without a path, when nobody can place any more: reach, stalemate, what is missing to the centre."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from printkit.modes import CENTRE, CORNERS
from printkit.scoring._field import Layout
from printkit.scoring._nets import chain
from printkit.scoring._paths import TooMuchError, best_path

TiePath = tuple[int, int]  # points, dot hexes


class Settled(NamedTuple):
    """Who comes out best, alone or in a draw, by what, and the numbers that say so, by player.

    Where cells are unclear, a number that not every reading gives is None, and ``best`` empty if it differs.
    """

    how: str
    best: tuple[int, ...]
    points: tuple[int, ...]
    reach: tuple[int | None, ...] = ()
    stalemate: tuple[Mapping[str, int] | None, ...] = ()
    paths: tuple[tuple[int, ...], ...] = ()  # the longest ones of a stalemate, by player


def settled(layout: Layout, captures: Sequence[int]) -> tuple[Settled, tuple[int, ...]]:
    """Settle a game, and say for whom a search was cut short."""
    if layout.field.mode.aim == CORNERS:
        return _by_reach(layout), ()
    if layout.field.mode.aim == CENTRE:
        return _by_centre(layout)
    return _by_stalemate(layout, captures)


def _by_reach(layout: Layout) -> Settled:
    reaches = tuple(reach(layout, player) for player in range(len(layout.field.players)))
    return Settled("reach", _least(reaches), (0,) * len(reaches), reaches)


def reach(layout: Layout, player: int) -> int:
    """Return how far a player's chain is from the corner opposite to the one it comes from.

    The reading of the end without a winner: the chain is every tile that lines reach from either own corner,
    through anybody's nets; no chain counts as the distance between the corners + 1.
    """
    field = layout.field
    one, other = field.corners[player]
    faces = layout.ways(player)
    found = [field.far(one, other) + 1]
    for start, goal in ((one, other), (other, one)):
        found += [field.far(cell, goal) for cell in chain(field, faces, (start,))]
    return min(found)


def missing(layout: Layout, player: int) -> int:
    """Return how many hexes are missing between a player's chain and the centre.

    The reading: the least hex distance from a tile of the own corner's chain to a centre hex; without a chain the
    corner's distance + 1.
    """
    field = layout.field
    goals = field.goals[player]
    reached = chain(field, layout.ways(player), field.starts[player])
    if not reached:
        return 1 + min(field.far(cell, goal) for cell in field.starts[player] for goal in goals)
    return min(field.far(cell, goal) for cell in reached for goal in goals)


def _by_centre(layout: Layout) -> tuple[Settled, tuple[int, ...]]:
    """Compare what is missing to the centre; then the longest paths from the own corners to anywhere."""
    field = layout.field
    reaches = tuple(missing(layout, player) for player in range(len(field.players)))
    best, none = _least(reaches), (0,) * len(reaches)
    if len(best) > 1:
        try:
            paths = {player: tie_path(layout, player, None) for player in best}
        except TooMuchError:
            return Settled("centre", best, none, reaches), best
        best = tuple(player for player in best if paths[player] == max(paths.values()))
    return Settled("centre", best, none, reaches), ()


def tie_path(layout: Layout, player: int, goals: Collection[int] | None) -> TiePath:
    """Return points and dot hexes of the path that breaks a tie; ``goals`` None: a path to anywhere.

    The reading: the greatest sum of the tiles' points, then the most dot hexes. Raises TooMuchError.
    """
    field = layout.field
    scale = len(field.cells) + 1
    values = [layout.points(cell) * scale + (dots > 0) for cell, dots in enumerate(field.dots)]
    found = best_path(field, layout.ways(player), field.starts[player], goals, values)
    return (0, 0) if found is None else divmod(found.value, scale)


def _by_stalemate(layout: Layout, captures: Sequence[int]) -> tuple[Settled, tuple[int, ...]]:
    found = []
    paths = []
    cut_short: tuple[int, ...] = ()
    for player, number in enumerate(captures):
        try:
            length, worth, path = longest(layout, player)
        except TooMuchError:
            length, worth, path = 0, 0, ()
            cut_short += (player,)
        found.append(stalemate(length, number, worth))
        paths.append(path)
    points = tuple(entry["score"] for entry in found)
    best = _least([-score for score in points])
    shown = (0,) * len(points) if cut_short else points
    return Settled("stalemate", best, shown, (), tuple(found), tuple(paths)), cut_short


def longest(layout: Layout, player: int) -> tuple[int, int, tuple[int, ...]]:
    """Return the tiles of a player's longest path, what its dot hexes sum up to, and its cells.

    The reading: a longest simple path that the player may use and that begins on an own starting corner; of the
    longest the one with the greatest sum. Raises TooMuchError.
    """
    field = layout.field
    scale = sum(field.worth) + 1
    values = [scale + worth for worth in field.worth]
    found = best_path(field, layout.ways(player), field.starts[player], None, values)
    return (0, 0, ()) if found is None else (*divmod(found.value, scale), found.cells)


def stalemate(length: int, captures: int, worth: int) -> dict[str, int]:
    """Return the sum of a stalemate: a point a tile, two a capture, and the length times the multipliers' sum."""
    score = length + 2 * captures + length * worth
    return {"length": length, "captures": captures, "multipliers": worth, "score": score}


def _least(numbers: Sequence[int]) -> tuple[int, ...]:
    return tuple(player for player, number in enumerate(numbers) if number == min(numbers))
