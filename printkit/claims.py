"""Claims: the numbers that a rulebook states, compared with what printkit builds."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from printkit.errors import Problem, hint_for, quoted
from printkit.spec import Game

Counts = Callable[[Game], set[int]]

# Each counter returns the different values that it finds; one value where all places agree.
COUNTERS: dict[str, Counts] = {
    "cells": lambda game: {len(game.board.cells)},
    "cells_per_side": lambda game: {len(cells) for cells in game.board.sides.values()},
    "regions": lambda game: {len(game.board.regions)},
    "cells_per_region": lambda game: {len(region.cells) for region in game.board.regions.values()},
    "games": lambda game: {len(game.spec.games)},
    "players": lambda game: {len(game.spec.players)},
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
        found = " and ".join(str(number) for number in sorted(built)) or "none"
        message = f"the rulebook states {name}: {claim.states}; built: {found}"
        problem = claim.place.problem("claim", message)
        if claim.reading is not None:
            yield _note(problem, f"acknowledged: {claim.reading}")
        elif game.is_overridden:
            yield _note(problem, "a value was set on the command line")
        else:
            yield problem


def _note(problem: Problem, hint: str) -> Problem:
    return Problem("note", problem.code, problem.message, problem.file, problem.line, problem.column, hint)
