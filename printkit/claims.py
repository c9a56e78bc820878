"""Claims: the numbers that a rulebook states, compared with what printkit builds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from printkit.board import split_cell
from printkit.errors import Problem, hint_for, quoted
from printkit.spec import Game
from printkit.tiles import distinct_faces

Counts = Callable[[Game], set[int]]


def _columns(game: Game) -> Counter[str]:
    """Count the cells of each letter."""
    return Counter(split_cell(name)[0] for name in game.board.names.values())


def _starting_rows(game: Game) -> int:
    """Count the board's top and bottom as far as players start there, all of their corners on it."""
    sides = [game.board.sides[side] for side in ("top", "bottom") if side in game.board.sides]
    starts = [
        {game.board.corners[corner] for corner in corners}
        for mode in game.spec.modes.values()
        for corners in mode.corners.values()
        if mode.goals
    ]
    return sum(any(cells <= set(side) for cells in starts) for side in sides)


# Each counter returns the different values that it finds; one value where all places agree.
COUNTERS: dict[str, Counts] = {
    "boards": lambda game: {len(game.boards)},
    "captures": lambda game: {mode.captures for mode in game.spec.modes.values() if mode.captures},
    "cells": lambda game: {len(game.board.cells)},
    "cells_per_column": lambda game: set(_columns(game).values()),
    "cells_per_side": lambda game: {len(cells) for cells in game.board.sides.values()},
    "centre": lambda game: {len(game.board.centre)},
    "columns": lambda game: {len(_columns(game))},
    "dot_hexes": lambda game: {len(game.board.dots)},
    "faces": lambda game: {
        distinct_faces(kind for kind in game.spec.tile_types.values() if kind.nets or kind.face == "block")
    },
    "games": lambda game: {len(game.spec.games)},
    "players": lambda game: {len(game.spec.players)},
    "zones": lambda game: {len(game.board.marks.zones)},
    "regions": lambda game: {len(game.board.regions)},
    "cells_per_region": lambda game: {len(region.cells) for region in game.board.regions.values()},
    "starting_rows": lambda game: {_starting_rows(game)},
    "tile_types": lambda game: {sum(number > 0 for number in game.spec.supply.values())},
    "tiles": lambda game: {sum(game.spec.supply.values()) * len(game.spec.players)},
    "tiles_per_player": lambda game: {sum(game.spec.supply.values())},
}


def compare(game: Game) -> Iterator[Problem]:
    """Give a problem for each claim that does not hold.

    It is an error, unless the spec acknowledges it with the reading taken, or its values were overridden
    from the command line: then it is a note.
    """
    for name, claim in game.spec.claims.items():
        if name not in COUNTERS:
            message = f"nothing is counted under the name {quoted(name)}"
            yield claim.place.problem("unknown-claim", message, hint_for(name, COUNTERS))
            continue
        built = COUNTERS[name](game)
        if built == {claim.states}:
            continue
        found = " and ".join(map(str, sorted(built))) or "none"
        message = f"the rulebook states {name}: {claim.states}; built: {found}"
        problem = claim.place.problem("claim", message)
        if claim.builds is not None and claim.builds != found and not game.is_overridden:
            yield problem._replace(hint=f"acknowledged is {claim.builds}")
        elif claim.reading is not None:
            yield _note(problem, f"acknowledged: {claim.reading}")
        elif game.is_overridden:
            yield _note(problem, "a value was set on the command line")
        else:
            yield problem


def _note(problem: Problem, hint: str) -> Problem:
    return Problem("note", problem.code, problem.message, problem.file, problem.line, problem.column, hint)
