"""How a position of tiles stands: by a path, by a cut-off, or by what counts when nobody can place any more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from printkit.modes import CENTRE, SIDES
from printkit.scoring._field import Face, Field, Layout
from printkit.scoring._nets import a_path, followed, has_path, open_way
from printkit.scoring._paths import TooMuchError, best_path
from printkit.scoring._settling import Settled, TiePath, settled, tie_path

NEEDS_LAST = "needs-last"


class Judgement(NamedTuple):
    """How a position stands, players by number; ``reach`` and ``stalemate`` are by player, or empty.

    ``status`` is a verdict's, or NEEDS_LAST where it would have to be known who placed last. ``cut_short`` says
    for whom a search was cut short.
    """

    status: str
    winners: tuple[int, ...]
    points: tuple[int, ...]
    how: str | None = None
    path: tuple[int, ...] = ()
    settled: Settled | None = None
    cut_short: tuple[int, ...] = ()
    more_paths: tuple[tuple[int, ...], ...] = ()  # of those who win together with the one whose path is shown


class Table(NamedTuple):
    """What is known beside the tiles: who placed last and where, captures by player, whether nobody can place."""

    captures: tuple[int, ...]
    placer: int | None = None
    last: int | None = None
    has_ended: bool = False


def judge(layout: Layout, table: Table, able: tuple[int, ...] | None = None) -> Judgement:
    """Say how a position stands; ``able`` are the players who have a path, where that is known."""
    found = decide(layout, table, able_of(layout) if able is None else able)
    return with_path(layout, table, found) if found.how == "path" else found


def able_of(layout: Layout) -> tuple[int, ...]:
    """Return the players who have a path, in the order of turns."""
    field = layout.field
    return tuple(player for player in field.turns if has_path(field, layout.ways(player), player))


def decide(layout: Layout, table: Table, able: tuple[int, ...]) -> Judgement:
    """Say how a position stands in which these players have a path; without the path and its score."""
    field = layout.field
    if able and field.mode.aim == CENTRE:
        return _at_the_centre(layout, able)
    if able:
        winner = _of_several(table, able)
        status, winners = (NEEDS_LAST, ()) if winner is None else ("won", (winner,))
        return Judgement(status, winners, capture_points(field, table.captures), "path" if winners else None)
    if table.placer is not None and _is_cut_off(layout, table.placer, table.last):
        return Judgement("won", (table.placer,), (0,) * len(field.players), "cut-off")
    if not table.has_ended:
        return Judgement("unfinished", (), capture_points(field, table.captures))
    return _without_path(layout, table)


def _at_the_centre(layout: Layout, able: tuple[int, ...]) -> Judgement:
    """Judge paths to the centre, of which several may win."""
    winners, cut_short = centre_winners(layout, able)
    none = (0,) * len(layout.field.players)
    if cut_short:
        return Judgement("unclear", (), none, cut_short=cut_short)
    return Judgement("won" if len(winners) == 1 else "shared", winners, none, "path")


def _without_path(layout: Layout, table: Table) -> Judgement:
    """Settle a game in which nobody can place any more."""
    found, cut_short = settled(layout, table.captures)
    status = "unclear" if cut_short else "won" if len(found.best) == 1 else "drawn"
    winners = found.best if status == "won" else ()
    return Judgement(status, winners, found.points, found.how, (), found, cut_short)


def _of_several(table: Table, able: tuple[int, ...]) -> int | None:
    """Choose the winner among those who have a path; None where it would have to be known who placed last.

    The placer wins if its own path counts, else the other one.
    """
    if len(able) == 1:
        return able[0]
    if table.placer is None:
        return None
    return table.placer if table.placer in able else able[0]


def _is_cut_off(layout: Layout, placer: int, last: int | None) -> bool:
    is_block = last is not None and layout.field.mode.cut_off and layout.is_block(last)
    return is_block and last is not None and cuts_off(layout, placer, last)


def cuts_off(layout: Layout, placer: int, cell: int) -> bool:
    """Whether a Block that lies on a cell has taken an opponent's last way.

    The reading of the Block rule: with every empty hex joining all its six sides, a path was possible before the
    Block and none is after it. A Block on a line that was dead already wins nothing.
    """
    return any(
        not open_way(layout, player) and open_way(layout, player, (cell,))
        for player in range(len(layout.field.players))
        if player != placer
    )


def capture_points(field: Field, captures: Sequence[int]) -> tuple[int, ...]:
    """Return two points a capture where tiles are captured to the far side, else none."""
    return tuple(2 * number if field.mode.aim == SIDES else 0 for number in captures)


def path_score(field: Field, worth: int) -> int:
    """Return what a path scores whose dot hexes sum up to this.

    Multipliers: ten times their sum, ten without a dot hex. Bonuses are added to ten.
    """
    if field.mode.multipliers:
        return 10 * worth or 10
    return 10 + worth


def worth_of(field: Field, cells: Sequence[int]) -> int:
    """Return what the dot hexes of a path sum up to, each once."""
    return sum(field.worth[cell] for cell in set(cells))


def scored_path(field: Field, faces: Sequence[Face], player: int) -> tuple[tuple[int, ...], bool]:
    """Return a player's path that is scored, and whether it was found by a search that went to its end.

    The reading: the greatest sum of the dots' values; of those the fewest tiles; of those the first, its cells
    compared one by one.
    """
    scale = len(field.cells) + 1
    values = [worth * scale - 1 for worth in field.worth]
    try:
        found = best_path(field, faces, field.starts[player], field.goals[player], values)
    except TooMuchError:
        return a_path(field, faces, player), False
    return (() if found is None else found.cells), True


def with_path(layout: Layout, table: Table, found: Judgement) -> Judgement:
    """Add to a win by path what the paths score, and the path that is shown.

    Shown is the path of the one who placed, if among the winners, else that of the first in the order of turns.
    """
    field = layout.field
    shown = shown_winner(table, found.winners)
    if field.mode.aim == SIDES:
        return found._replace(path=a_path(field, layout.ways(shown), shown))
    points = [0] * len(field.players)
    path: tuple[int, ...] = ()
    more: list[tuple[int, ...]] = []
    cut_short: tuple[int, ...] = ()
    for player in found.winners:
        cells, is_whole = scored_path(field, layout.ways(player), player)
        points[player] = path_score(field, worth_of(field, cells))
        if player == shown:
            path = cells
        else:
            more.append(cells)
        cut_short += () if is_whole else (player,)
    return found._replace(points=tuple(points), path=path, cut_short=cut_short, more_paths=tuple(more))


def shown_winner(table: Table, winners: tuple[int, ...]) -> int:
    """Return whose path is shown: the placer's, or that of the first winner in the order of turns."""
    return table.placer if table.placer is not None and table.placer in winners else winners[0]


def centre_winners(layout: Layout, able: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Choose the winners among those who have a path to the centre, and say for whom a search was cut short.

    The reading: players who can reach a common centre hex are compared, each by the best path to any centre hex;
    the best of each such group win together.
    """
    if len(able) == 1:
        return able, ()
    field = layout.field
    reached = {
        player: field.goals[player]
        & {node >> 6 for node in followed(field, layout.ways(player), field.starts[player])}
        for player in able
    }
    groups: list[list[int]] = []
    for player in able:
        joined = [group for group in groups if any(reached[player] & reached[other] for other in group)]
        groups = [group for group in groups if group not in joined]
        groups.append(sorted([player, *(other for group in joined for other in group)], key=able.index))
    found: dict[int, TiePath] = {}
    try:
        for group in groups:
            for player in group if len(group) > 1 else ():
                found[player] = tie_path(layout, player, field.goals[player])
    except TooMuchError:
        return (), able
    winners = [max(group, key=lambda player: found.get(player, (0, 0))) for group in groups]
    return tuple(sorted(winners, key=able.index)), ()
