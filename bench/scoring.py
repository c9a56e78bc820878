"""How fast positions are judged, against OpenSpiel, which decides one game of Hex on the same board.

Both get the same random orders in which a 10 × 10 board was filled; OpenSpiel's end where its game ends. It reads
a state that it has written down and gives the returns. printkit takes the order itself, and gives the winners of
all five games of Quadrant Hex, or the whole verdict: each game's winner and a shortest chain by cell names, the
points, status and winner. What counts is the best of several rounds, taken in turn.
Run: ``make bench``, or ``python bench/scoring.py [--rounds N] [--orders N] [--json]``.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from printkit.library import load_game
from printkit.scoring._standing import Rules, Standing, rules_of, standing, winners

SIDE = 10
LIMITS = {"winners": 0.9, "verdict": 0.45}
TITLES = {
    "openspiel": "OpenSpiel: one game",
    "winners": "printkit: winners of five games",
    "verdict": "printkit: verdict with chains",
}

Order = Sequence[int]  # cells by letter, then number; Black's and White's in turn


class Ours:
    """Orders to positions to verdicts, on the shipped board."""

    def __init__(self) -> None:
        game = load_game("quadrant-hex")
        self.rules: Rules = rules_of(game.board, game.spec)
        self.bit = [self.rules.arena.bits[cell] for cell in game.board.cells].__getitem__

    def stones(self, order: Order) -> tuple[int, int]:
        """Return the stones of each player as bits."""
        return sum(map(self.bit, order[::2])), sum(map(self.bit, order[1::2]))

    def winners(self, order: Order) -> list[int | None]:
        """Return the winner of each game."""
        return winners(self.rules, self.stones(order))

    def verdict(self, order: Order) -> Standing:
        """Return the whole verdict."""
        return standing(self.rules, self.stones(order))


class Theirs:
    """The same orders as states of OpenSpiel's Hex."""

    def __init__(self, spiel: Any) -> None:
        self.game = spiel.load_game(f"hex(board_size={SIDE})")

    def written(self, order: Order) -> str:
        """Play an order to the end of its game, and write the state down.

        Its first player joins the first row to the last, and a cell's neighbours in the next row are the one below
        and the one before that: letters are rows, and numbers run backwards along them.
        """
        state = self.game.new_initial_state()
        for cell in order:
            if state.is_terminal():
                break
            letter, number = divmod(cell, SIDE)
            state.apply_action(letter * SIDE + SIDE - 1 - number)
        return str(state.serialize())

    def returns(self, text: str) -> list[float]:
        """Read a state, and return what each player gets."""
        found: list[float] = self.game.deserialize_state(text).returns()
        return found


def orders(number: int) -> list[list[int]]:
    """Return random orders of all cells, the same each time."""
    chance = random.Random(1)
    return [chance.sample(range(SIDE**2), SIDE**2) for _ in range(number)]


def seconds(judge: Callable[[Any], object], positions: Sequence[Any]) -> float:
    """Return how long judging all positions takes."""
    start = time.perf_counter()
    for position in positions:
        judge(position)
    return time.perf_counter() - start


def check(ours: Ours, theirs: Theirs, filled: list[list[int]], states: list[str]) -> None:
    """Make sure that both decide the game on the whole board alike, and that our two ways agree."""
    whole = [contest.name for contest in ours.rules.arena.contests].index("whole")
    for order, state in zip(filled, states, strict=True):
        won = ours.winners(order)
        named = {name: contest["winner"] for name, contest in ours.verdict(order).games.items()}
        if [ours.rules.players[winner or 0] for winner in won] != list(named.values()):
            raise SystemExit(f"two ways, two winners: {order}")
        if theirs.returns(state)[0] != (1 if won[whole] == 0 else -1):
            raise SystemExit(f"OpenSpiel decides otherwise: {order}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--orders", type=int, default=500)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    try:
        import pyspiel
    except ImportError:
        print("scoring: no OpenSpiel to compare with: pip install '.[openspiel]'", file=sys.stderr)
        return
    ours, theirs, filled = Ours(), Theirs(pyspiel), orders(options.orders)
    states = [theirs.written(order) for order in filled]
    check(ours, theirs, filled, states)
    judges: dict[str, tuple[Callable[[Any], object], Sequence[Any]]] = {
        "openspiel": (theirs.returns, states),
        "winners": (ours.winners, filled),
        "verdict": (ours.verdict, filled),
    }
    best = dict.fromkeys(judges, float("inf"))
    for _ in range(options.rounds):
        for name, (judge, positions) in judges.items():
            best[name] = min(best[name], seconds(judge, positions))
    rates = {name: options.orders / taken for name, taken in best.items()}
    ratios = {name: rates[name] / rates["openspiel"] for name in LIMITS}
    if options.json:
        print(json.dumps({"positions": options.orders, "per_second": rates, "ratios": ratios, "limits": LIMITS}))
        return
    print(f"{options.orders} filled {SIDE} × {SIDE} boards: best of {options.rounds} rounds, taken in turn")
    print(f"{'':34}{'a second':>10}{'ratio':>8}{'limit':>8}")
    for name, rate in rates.items():
        compared = f"{ratios[name]:8.2f}{LIMITS[name]:8.2f}" if name in LIMITS else ""
        print(f"{TITLES[name]:34}{rate:10.0f}{compared}")


if __name__ == "__main__":
    main()
