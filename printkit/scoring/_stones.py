"""Reading games of stones: a list of cells by player, or a diagram as it is printed."""

from __future__ import annotations

import re
from typing import NamedTuple

from printkit.board import Board
from printkit.errors import Problem, quoted
from printkit.hexgrid import Hex
from printkit.players import EMPTY_MARKS, UNCLEAR_MARK
from printkit.record import (
    PLAIN_DIAGRAM_HINT,
    Record,
    bad_value,
    cell_on,
    cell_problem,
    is_nothing,
    item_words,
    lines,
    unknown_player,
)
from printkit.spec import Game
from printkit.yamlnodes import Mapping, Node, Scalar, Sequence

UNCLEAR = "unclear"
_PLAIN_BAR = re.compile(r"[|>][+-]?\s")  # a block whose indentation is that of its first line


class Stones(NamedTuple):
    """What was read: stones by cell, cells that cannot be read, problems, and whether anything can be scored."""

    stones: dict[Hex, str]
    unclear: tuple[Hex, ...]
    problems: list[Problem]
    is_usable: bool


def nothing(*problems: Problem) -> Stones:
    """Return the reading of a body of which nothing can be used."""
    return Stones({}, (), list(problems), is_usable=False)


def read_stones(game: Game, node: Node, text: str) -> Stones:
    """Read ``stones``: a mapping of players, and ``unclear``, to cells."""
    players = tuple(game.spec.players)
    if not isinstance(node, Mapping):
        return nothing(bad_value(node, f"a mapping such as {{{players[0]}: A1 B2, {players[1]}: C3}}"))
    problems: list[Problem] = []
    held: dict[Hex, str] = {}
    for key, value in node.entries:
        if key.text not in (*players, UNCLEAR):
            problems.append(unknown_player(key, game.spec.players, (*players, UNCLEAR)))
            continue
        if is_nothing(value):
            continue  # a player without stones
        for item in value.items if isinstance(value, Sequence) else (value,):
            found = item_words(item, text) if item is not value or isinstance(value, Scalar) else None
            if found is None:
                problems.append(bad_value(item, "cells, such as A1 B2"))
                continue
            for word in found:
                cell = cell_on(game.board, word.text)
                if cell is None:
                    problems.append(cell_problem(word, game.board))
                elif cell in held:
                    message = f"{game.board.names[cell]} is listed a second time; the first is under {held[cell]}"
                    problems.append(word.place.problem("duplicate-cell", message))
                else:
                    held[cell] = key.text
    unclear = tuple(cell for cell, owner in held.items() if owner == UNCLEAR)
    stones = {cell: owner for cell, owner in held.items() if owner != UNCLEAR}
    return Stones(stones, unclear, problems, is_usable=True)


def read_diagram(game: Game, node: Node, text: str) -> Stones:
    """Read ``diagram``: the board as printed, a mark a cell, the top line first."""
    if not isinstance(node, Scalar) or is_nothing(node):
        return nothing(bad_value(node, "a diagram: the board as printed, a line a row of cells"))
    rows = diagram_rows(game.board)
    found = Stones({}, (), [], is_usable=True)
    drawn = lines(node, text)
    if len(drawn) != len(rows):
        message = f"the diagram has {len(drawn)} lines of marks; expected {len(rows)}"
        is_cut_off = len(drawn) < len(rows) and _PLAIN_BAR.match(text, node.span[0])
        hint = PLAIN_DIAGRAM_HINT if is_cut_off else None
        found.problems.append(node.place.problem("diagram-shape", message, hint))
    meaning = {mark: player for player, who in game.spec.players.items() for mark in who.typed_marks}
    unclear: list[Hex] = []
    for number, line in enumerate(drawn):
        columns = [i for i, mark in enumerate(line.text) if not mark.isspace()]
        row: list[Hex] | None = rows[number] if len(drawn) == len(rows) else None
        if row is not None and len(columns) != len(row):
            message = f"this line has {len(columns)} marks; expected {len(row)}"
            found.problems.append(line.at(columns[0]).problem("diagram-shape", message))
            row = None
        for n, i in enumerate(columns):
            mark, cell = line.text[i], None if row is None else row[n]
            if mark not in meaning and mark != UNCLEAR_MARK and mark not in EMPTY_MARKS:
                found.problems.append(line.at(i).problem("bad-mark", *_bad_mark(game, mark, cell)))
            elif mark in meaning and cell is not None:
                found.stones[cell] = meaning[mark]
            elif mark == UNCLEAR_MARK and cell is not None:
                unclear.append(cell)
    has_shape = all(problem.code != "diagram-shape" for problem in found.problems)
    return found._replace(unclear=tuple(unclear), is_usable=has_shape)


def _bad_mark(game: Game, mark: str, cell: Hex | None) -> tuple[str, str]:
    marks = ", ".join(f"{' '.join(who.typed_marks)} for {who.name}" for who in game.spec.players.values())
    where = "" if cell is None else f" at {game.board.names[cell]}"
    message = f"found the mark {quoted(mark)}{where}; expected {marks}"
    return message, f"{' '.join(EMPTY_MARKS)} for an empty cell, {UNCLEAR_MARK} for one that cannot be read"


def diagram_rows(board: Board) -> list[list[Hex]]:
    """Return a rhombus's cells as they are printed: level rows from the top, each from left to right."""
    rows: dict[int, list[tuple[int, Hex]]] = {}
    for cell in board.cells:
        height, across = (2 * cell.r + cell.q, cell.q) if board.orientation == "flat" else (cell.r, cell.q)
        rows.setdefault(height, []).append((across, cell))
    return [[cell for _, cell in sorted(row)] for _, row in sorted(rows.items())]


POSITION_READERS = {"stones": read_stones, "diagram": read_diagram}


def read_position(game: Game, record: Record) -> Stones:
    """Read the position that a record holds, by the key of its body."""
    if record.body is None or record.body_key is None:
        return nothing()
    return POSITION_READERS[record.body_key](game, record.body, record.text)
