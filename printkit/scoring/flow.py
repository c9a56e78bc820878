"""The scorer ``flow``: HEXFLOW and its like, in which paths run over the lines of tiles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from printkit.errors import Problem
from printkit.record import Record, bad_value, claim_problems
from printkit.scoring import Scorer
from printkit.scoring._doubts import Doubts, doubts_of
from printkit.scoring._field import NOBODY, Field, Layout
from printkit.scoring._nets import a_path
from printkit.scoring._replay import replay
from printkit.scoring._settings import KEYS, MOVES, OF_ANY_BOARD, Settings, read_settings
from printkit.scoring._tiled import Tiled, read_tiles
from printkit.scoring._told import detail_of, headline
from printkit.scoring._winning import NEEDS_LAST, Judgement, Table, judge
from printkit.spec import Game
from printkit.tilings import Tiling
from printkit.verdict import Outcome, Verdict, invalid
from printkit.yamlnodes import Place

TILES = "tiles"
NO_DOUBTS = Doubts((), (), has_all_points=True)


def score(game: Game, record: Record) -> Verdict:
    """Decide a record of moves or a final position of tiles."""
    said = read_settings(game, record)
    layout, table = Layout(said.field), Table((0,) * len(said.field.players))
    doubts, judgement = NO_DOUBTS, None
    found: list[Problem] = []
    if record.body is not None and record.body_key == MOVES:
        played = replay(said.field, said.first, said.has_ended, record.body, record.text)
        layout, table, found = played.layout, played.table, played.problems
        judgement = judge(layout, table, played.able) if played.is_usable else None
    elif record.body is not None:
        tiled = read_tiles(said.field, record.body, record.text)
        found, layout = [*tiled.problems, *_last_faults(said, tiled)], tiled.layout
        table = _table(said, tiled)
        if tiled.is_usable:
            judgement, doubts = _judged(layout, table, tiled)
    if not said.is_known:
        found, judgement = [problem for problem in found if problem.code in OF_ANY_BOARD], None
    problems = [*record.problems, *said.problems, *found]
    if judgement is not None and judgement.status == NEEDS_LAST and said.last_node is None:
        problems.append(_needs_last(record))
    return _verdict(said, record, problems, layout, table, judgement, doubts)


def _judged(layout: Layout, table: Table, tiled: Tiled) -> tuple[Judgement, Doubts]:
    if not tiled.unclear:
        return judge(layout, table), NO_DOUBTS
    return doubts_of(layout, table, tiled)


def _table(said: Settings, tiled: Tiled) -> Table:
    """Return what is known beside the tiles of a final position.

    The reading: where all tiles lie on the board or in the piles, the game has ended.
    """
    field = said.field
    lying = len(tiled.layout.laid) + len(tiled.turnable) + len(tiled.hidden) + sum(said.captures)
    has_ended = said.has_ended or lying >= field.tiles_each * len(field.players) > 0
    last = said.last if said.last is not None and said.last not in tiled.left_out else None
    owner = None if last is None else tiled.layout.owners[last]
    if last in tiled.turnable:
        owner = field.players.index(tiled.turnable[last].owner)
    is_placed = owner is not None and owner != NOBODY
    return Table(said.captures, owner if is_placed else None, last, has_ended)


def _last_faults(said: Settings, tiled: Tiled) -> Iterable[Problem]:
    """Give a problem where no tile lies on the hex that is said to hold the last one."""
    last = said.last
    if last is None or said.last_node is None or last in tiled.layout.laid or last in tiled.left_out:
        return
    if last not in tiled.unclear:
        name = said.field.names[last]
        yield bad_value(said.last_node, f"the hex of the tile that was placed last; no tile lies on {name}")


def _needs_last(record: Record) -> Problem:
    message = "more than one player has a path; which tile was placed last decides who wins"
    hint = "add the hex of the tile that was placed last, for example last: E5"
    return Place(record.file, None, None).problem("needs-last", message, hint)


def _verdict(
    said: Settings,
    record: Record,
    problems: list[Problem],
    layout: Layout,
    table: Table,
    judgement: Judgement | None,
    doubts: Doubts,
) -> Verdict:
    """Return the verdict: with errors it is invalid, else claims are compared."""
    field = said.field
    players = field.players if said.is_known else tuple(field.spec.players)
    outcome = invalid(players)
    is_judged = judgement is not None and judgement.status != NEEDS_LAST
    detail: Mapping[str, Any] = detail_of(field, table, judgement if is_judged else None, doubts)
    words = "cannot be scored"
    has_errors = any(problem.severity == "error" for problem in problems)
    position: Tiling | None = None
    mode = field.name if _mode_is_known(record, field) else None
    if judgement is not None and judgement.status == NEEDS_LAST:
        words = "Several have a path, and it hangs on the tile that was placed last"
        position, judgement = _position(said, layout, table, judgement, doubts), None
    elif judgement is not None:
        outcome = _outcome(field, judgement)
        problems += _cut_short(record, field, judgement)
        words = headline(field, table, judgement, doubts)
        position = _position(said, layout, table, judgement, doubts)
        if not has_errors and record.claim is not None:
            problems += claim_problems(record.claim, outcome, has_all_points=doubts.has_all_points)
    verdict = Verdict(record.file, field.spec.game, mode, tuple(problems), outcome, detail, words)
    verdict = verdict._replace(position=position)
    if has_errors:
        provisional = None if judgement is None else outcome
        verdict = verdict._replace(outcome=invalid(players), provisional=provisional)
    return verdict


def _mode_is_known(record: Record, field: Field) -> bool:
    node = record.root.find("mode")
    return node is None or getattr(node, "text", None) == field.name


def _outcome(field: Field, judgement: Judgement) -> Outcome:
    winners = tuple(field.players[player] for player in judgement.winners)
    points = dict(zip(field.players, judgement.points, strict=True))
    return Outcome(judgement.status, winners, points)  # type: ignore[arg-type]


def _cut_short(record: Record, field: Field, judgement: Judgement) -> Iterable[Problem]:
    """Note that a search was cut short: what it would have found is not claimed."""
    if judgement.cut_short and record.body is not None:
        who = ", ".join(field.players[player] for player in judgement.cut_short)
        message = f"there are too many paths to compare them all ({who}); a better path may exist than was found"
        yield record.body.place.problem("search-limit", message)._replace(severity="note")


def _paths_shown(layout: Layout, judgement: Judgement, doubts: Doubts) -> list[tuple[int, ...]]:
    """Return the paths that a picture shows: of the winners, of a stalemate, or of all who have one."""
    if judgement.status == NEEDS_LAST:
        field = layout.field
        return [a_path(field, layout.ways(player), player) for player in field.turns]
    if judgement.settled is not None and judgement.settled.paths and not doubts.cells:
        return [judgement.settled.paths[player] for player in judgement.settled.best]
    return [judgement.path, *judgement.more_paths]


def _position(said: Settings, layout: Layout, table: Table, judgement: Judgement, doubts: Doubts) -> Tiling:
    field = said.field
    tiles = {field.cells[cell]: laid for cell, laid in layout.laid.items()}
    tiles |= {field.cells[cell]: laid for cell, laid in doubts.turnable.items()}
    paths = [path for path in _paths_shown(layout, judgement, doubts) if path]
    captures = dict(zip(field.players, table.captures, strict=True)) if field.mode.captures else {}
    return Tiling(
        said.game,
        field.name,
        tiles,
        field.hexes(paths[0]) if paths else (),
        field.hexes(doubts.cells),
        field.hexes(doubts.decides),
        captures,
        tuple(field.hexes(path) for path in paths[1:]),
    )


SCORER = Scorer(score, KEYS, (MOVES, TILES))
