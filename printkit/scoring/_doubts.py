"""The verdict on a position with unclear cells: what all readings have in common, and which cells decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from printkit.modes import CENTRE, SIDES
from printkit.scoring._field import Layout
from printkit.scoring._nets import FULL, a_path, has_path
from printkit.scoring._paths import Work, useful_nets
from printkit.scoring._readings import MANY, MOST_LOOKS, STEPS_A_LOOK, Key, OutOfWorkError, Readings
from printkit.scoring._settling import Settled
from printkit.scoring._supplies import Doubtful, left_of
from printkit.scoring._tiled import Tiled
from printkit.scoring._winning import (
    NEEDS_LAST,
    Judgement,
    Table,
    path_score,
    scored_path,
    shown_winner,
    worth_of,
)
from printkit.tilings import Laid


class Doubts(NamedTuple):
    """The unclear cells, those on which something hangs, and whether every reading gives the same points."""

    cells: tuple[int, ...]
    decides: tuple[int, ...]
    has_all_points: bool
    turnable: Mapping[int, Laid] = MappingProxyType({})


def doubts_of(layout: Layout, table: Table, tiled: Tiled) -> tuple[Judgement, Doubts]:
    """Judge a position with unclear cells; where the work has a limit and that is reached, nothing is claimed."""
    doubtful = Doubtful(layout, table, tiled.turnable, tuple(tiled.hidden), left_of(tiled.hands))
    readings = Readings(doubtful)
    cells = tuple(tiled.unclear)
    found, is_whole = _all_leaves(readings)
    keys = {_key(judgement) for judgement in found}
    if is_whole and len(keys) == 1:
        if found[0].status == NEEDS_LAST:
            return found[0], Doubts(cells, (), True, tiled.turnable)
        merged = _merged(found)
        is_settled = len({judgement.points for judgement in found}) == 1 and merged.how is not None
        if merged.how == "path" and layout.field.mode.aim != SIDES:
            merged, is_settled = _with_points(readings, merged)
        elif merged.how == "path":
            merged = merged._replace(path=_readable_path(layout, table, merged))
        return merged, Doubts(cells, (), is_settled, tiled.turnable)
    is_counted = is_whole or (layout.field.mode.aim == SIDES and not table.has_ended)
    points = _merged(found).points if found and is_counted else (0,) * len(layout.field.players)
    if layout.field.mode.aim != SIDES and is_whole:
        points = _points_of_all(readings, found)
    decides = _deciding(readings, cells)
    return Judgement("unclear", (), points), Doubts(cells, decides, False, tiled.turnable)


def _key(judgement: Judgement) -> Key:
    return judgement.status, judgement.winners


def _all_leaves(readings: Readings) -> tuple[list[Judgement], bool]:
    """Return the judgements of all readings, and whether these are all, or all that can still matter."""
    found: list[Judgement] = []
    try:
        for judgement in readings.leaves():
            if judgement not in found:
                found.append(judgement)
                if _is_enough(readings, found):
                    break
    except OutOfWorkError:
        return found, False
    finally:
        readings.restart()
    return found, True


def _is_enough(readings: Readings, found: Sequence[Judgement]) -> bool:
    """Whether two verdicts are known that have nothing in common, so that further readings add nothing."""
    table, aim = readings.doubtful.table, readings.field.mode.aim
    if len({_key(judgement) for judgement in found}) < 2 or (aim == SIDES and table.has_ended):
        return False
    return aim != CENTRE or not set.intersection(*(set(judgement.winners) for judgement in found))


def _merged(found: Sequence[Judgement]) -> Judgement:
    """Return what judgements have in common; of points, what every one gives, else 0."""
    first = found[0]
    return first._replace(
        how=first.how if all(other.how == first.how for other in found) else None,
        points=tuple(
            numbers[0] if len(set(numbers)) == 1 else 0
            for numbers in zip(*(other.points for other in found), strict=True)
        ),
        settled=_merged_settled([other.settled for other in found]),
    )


def _merged_settled(found: Sequence[Settled | None]) -> Settled | None:
    """Return the numbers that settle a game, with None where they differ."""
    known = [other for other in found if other is not None]
    if len(known) < len(found):
        return None
    first = known[0]
    common = {
        name: tuple(
            values[0] if all(value == values[0] for value in values) else None
            for values in zip(*(getattr(other, name) for other in known), strict=True)
        )
        for name in ("reach", "stalemate")
    }
    best = first.best if all(other.best == first.best for other in known) else ()
    return first._replace(best=best, reach=common["reach"], stalemate=common["stalemate"])


def _deciding(readings: Readings, cells: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cells that matter; where the work is done before that is known, more than those."""
    found = []
    asked = [cell for cell in cells if len(readings.cases.get(cell, ())) > 1]
    left: float = MOST_LOOKS if len(cells) <= MANY else MOST_LOOKS / 4
    for number, cell in enumerate(asked):
        share = left / (len(asked) - number)
        readings.renew(share)
        try:
            matters = readings.matters(cell)
        except OutOfWorkError:
            readings.restart()
            matters = True
        left -= share - max(readings.work, 0)
        if matters:
            found.append(cell)
    return tuple(found)


def _readable_path(layout: Layout, table: Table, found: Judgement) -> tuple[int, ...]:
    """Return a winner's path over readable tiles, if there is one."""
    shown = shown_winner(table, found.winners)
    return a_path(layout.field, layout.ways(shown), shown)


def _with_points(readings: Readings, found: Judgement) -> tuple[Judgement, bool]:
    """Add to a win by path the points that every reading gives, and the scored path if it is readable."""
    layout, table = readings.doubtful.layout, readings.doubtful.table
    field = layout.field
    points = [0] * len(field.players)
    is_settled = True
    path: tuple[int, ...] = ()
    for player in found.winners:
        number = common_points(readings, player)
        points[player] = number or 0
        is_settled = is_settled and number is not None
        if number is not None and player == shown_winner(table, found.winners):
            cells, _ = scored_path(field, layout.ways(player), player)
            path = cells if cells and path_score(field, worth_of(field, cells)) == number else ()
    return found._replace(points=tuple(points), path=path), is_settled


def _points_of_all(readings: Readings, found: Sequence[Judgement]) -> tuple[int, ...]:
    """Return the points of those who win by path in every reading."""
    points = [0] * len(readings.field.players)
    for player in range(len(points)):
        if found and all(judgement.how == "path" and player in judgement.winners for judgement in found):
            points[player] = common_points(readings, player) or 0
    return tuple(points)


def common_points(readings: Readings, player: int) -> int | None:
    """Return what a player's path scores in every reading; None where that differs or is too much work."""
    layout = readings.doubtful.layout
    field = layout.field
    faces = list(layout.ways(player))
    for cell in readings.cells:
        faces[cell] = () if cell in field.dead else FULL
    useful = {node >> 6 for node in useful_nets(field, faces, field.starts[player], field.goals[player])}
    asked = [cell for cell in readings.cells if cell in useful]
    if has_path(field, layout.ways(player), player):
        cells, is_whole = scored_path(field, layout.ways(player), player)
        least = path_score(field, worth_of(field, cells))
        if is_whole and (not asked or least == path_score(field, worth_of(field, tuple(useful)))):
            return least
    readings.renew(MOST_LOOKS / 2)
    first: int | None = None
    try:
        for number in _scores(readings, player, asked):
            if first is not None and number != first:
                first = None
                break
            first = number
    except OutOfWorkError:
        first = None
    readings.restart()
    return first


def _scores(readings: Readings, player: int, asked: Sequence[int]) -> Iterator[int | None]:
    """Give what a player's path scores in each reading of some cells."""
    if not asked:
        before = Work.steps
        cells, is_whole = scored_path(readings.field, readings.layout.ways(player), player)
        readings.spend(1 + (Work.steps - before) / STEPS_A_LOOK)
        if not is_whole:
            raise OutOfWorkError
        if cells:
            yield path_score(readings.field, worth_of(readings.field, cells))
        return
    for case in readings.cases[asked[0]]:
        readings.read(asked[0], case)
        if readings.is_possible():
            yield from _scores(readings, player, asked[1:])
        readings.unread(asked[0])
