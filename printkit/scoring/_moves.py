"""Reading lists of moves: stones placed in turn, passes, resignation, and the rule against mirroring."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from printkit.board import LETTERS, NUMBERS, Board, split_cell
from printkit.errors import Problem
from printkit.hexgrid import Hex
from printkit.record import bad_value, cell_name, cell_problem, entries, is_nothing
from printkit.spec import Game
from printkit.yamlnodes import Node, Scalar, Sequence


class Moves(NamedTuple):
    """What was read: stones by cell, who has resigned, problems, and whether anything can be scored."""

    stones: dict[Hex, str]
    resigned: str | None
    problems: list[Problem]
    is_usable: bool


def read_moves(game: Game, node: Node, text: str) -> Moves:
    """Follow ``moves``; a faulty entry is left out and uses up one turn."""
    if is_nothing(node) or not isinstance(node, (Scalar, Sequence)):
        return Moves({}, None, [bad_value(node, "moves, as a text or a list")], is_usable=False)
    players = tuple(game.spec.players)
    found = Moves({}, None, [], is_usable=True)
    mirror = MirrorRule(game)
    for number, word, place, shown in entries(node, text):
        player = players[(number - 1) % len(players)]
        plain = "" if word is None else word.text.casefold()
        fault: Problem | None = None
        if found.resigned is not None:
            fault = place.problem("after-end", f"found {shown} after the end: {found.resigned} has resigned")
        elif word is None:
            fault = place.problem("bad-value", f"found {shown}; expected a cell, pass or resign")
        elif plain == "resign":
            found = found._replace(resigned=player)
        elif plain not in ("pass", "-"):
            cell = game.board.cell(cell_name(word.text) or "")
            if cell is None:
                fault = cell_problem(word, game.board)
            elif cell in found.stones:
                message = f"{game.board.names[cell]} already holds a stone of {found.stones[cell]}"
                fault = place.problem("occupied", message)
            else:
                found.stones[cell] = player
                message = mirror.play(player, cell)
                if message:
                    found.problems.append(place.problem("mirror", message)._replace(move=number))
                continue
        mirror.skip(player)
        if fault is not None:
            found.problems.append(fault._replace(move=number))
    return found


class MirrorRule:
    """Watches for replies that are the image of the move just before under one fixed symmetry of the board.

    The rule of Quadrant Hex: half turn or diagonal reflection, ten own turns running; the tenth is at fault, and
    each further one. A pass or a faulty move breaks a run.
    """

    def __init__(self, game: Game) -> None:
        self.run = game.spec.scoring.mirror_run if game.spec.scoring is not None else 0
        self.images = images(game.board) if self.run else {}
        self.counts: dict[tuple[str, str], int] = {}
        self.before: tuple[str, Hex] | None = None

    def skip(self, player: str) -> None:
        """Note a pass or a faulty move of a player."""
        self.before = None
        for symmetry in self.images:
            self.counts[player, symmetry] = 0

    def play(self, player: str, cell: Hex) -> str:
        """Note a stone; return what is wrong where it mirrors once too often, else nothing."""
        message = ""
        for symmetry, image in self.images.items():
            mirrors = self.before is not None and self.before[0] != player and image.get(self.before[1]) == cell
            count = self.counts.get((player, symmetry), 0) + 1 if mirrors else 0
            self.counts[player, symmetry] = count
            if count >= self.run:
                message = f"{player} has now answered {count} times running with the {symmetry} of the move before"
        self.before = player, cell
        return message


@lru_cache(maxsize=64)
def images(board: Board) -> dict[str, dict[Hex, Hex]]:
    """Return the symmetries of a rhombus other than the identity: for each cell its image."""
    letters, numbers = (
        {word: place for place, word in enumerate(board.used[kind])} for kind in (LETTERS, NUMBERS)
    )
    places = {}
    for cell, name in board.names.items():
        letter, number = split_cell(name)
        places[cell] = letters[letter], numbers[number]
    cells = {place: cell for cell, place in places.items()}
    last = max(number for _, number in cells)
    diagonals = [
        {cell: cells[r, c] for cell, (c, r) in places.items()},
        {cell: cells[last - r, last - c] for cell, (c, r) in places.items()},
    ]
    is_upright = cells[0, 0] in (board.corners["top"], board.corners["bottom"])  # where the first diagonal begins
    upright, level = diagonals if is_upright else diagonals[::-1]
    return {
        "half turn": {cell: cells[last - c, last - r] for cell, (c, r) in places.items()},
        "reflection in the upright diagonal": upright,
        "reflection in the level diagonal": level,
    }
