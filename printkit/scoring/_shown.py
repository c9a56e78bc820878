"""Positions of games that no scorer knows, to be shown as they are: stones, and a path over them."""

from __future__ import annotations

from printkit.board import WHOLE
from printkit.errors import Problem, SpecError, quoted
from printkit.hexgrid import Hex
from printkit.record import Record, bad_value, cell_on, cell_problem, item_words
from printkit.scoring._stones import POSITION_READERS, read_position
from printkit.spec import Game
from printkit.verdict import Position
from printkit.yamlnodes import Node, Sequence

PATH = "path"
BODIES = tuple(POSITION_READERS)
EXPECTED = "the cells of a path, such as A1 A2 B2"


def shown_position(game: Game, record: Record) -> Position:
    """Return what lies on the board, and its ``path``; raises SpecError.

    Each cell of a path holds a stone of the same player and touches the one before, or an earlier one, where the
    path branches. A ring names its first cell again at its end.
    """
    stones, unclear, problems, _ = read_position(game, record)
    problems = [*record.problems, *problems]
    node = record.root.find(PATH)
    course: list[Hex] = []
    if node is not None and not problems:
        course, problems = _path(game, node, record.text, stones)
    if problems:
        raise SpecError(problems)
    chains = ((WHOLE, stones[course[0]], tuple(course)),) if course else ()
    return Position(game, stones, unclear, chains)


def _path(game: Game, node: Node, text: str, stones: dict[Hex, str]) -> tuple[list[Hex], list[Problem]]:
    course: list[Hex] = []
    for item in node.items if isinstance(node, Sequence) else (node,):
        words = item_words(item, text)
        if not words:
            return [], [bad_value(item, EXPECTED)]
        for word in words:
            cell = cell_on(game.board, word.text)
            if cell is None:
                return [], [cell_problem(word, game.board)]
            if cell not in stones or (course and stones[cell] != stones[course[0]]):
                whose = "no stone lies" if cell not in stones else f"a stone of {stones[cell]} lies"
                return [], [
                    word.place.problem("bad-value", f"the path goes over {quoted(word.text)}, where {whose}")
                ]
            if course and not any(near in course for near in game.board.neighbours(cell)):
                message = f"{word.text} touches no earlier cell of the path"
                return [], [word.place.problem("not-connected", message)]
            course.append(cell)
    return course, [] if course else [bad_value(node, EXPECTED)]
