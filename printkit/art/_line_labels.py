"""Coordinates along the sides of a board: letters and numbers, or the names that a game has for its lines."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from printkit.art._boards import BoardPlan
from printkit.art._discs import text_colour
from printkit.art._lozenge import lozenge
from printkit.art._text import centred
from printkit.board import LETTERS, NUMBERS, Board, split_cell
from printkit.drawing import INK, Colour, Path, Text, Weight
from printkit.geometry import Point, around
from printkit.hexgrid import Hex, step
from printkit.spec import Game

LOZENGE = (2.2, 3.1)  # mm


class Label(NamedTuple):
    """What stands at one end of a line: its name, where, in which player's mark, and a point further outward."""

    text: str
    at: Point
    mark: str
    beyond: Point


def line_labels(
    plan: BoardPlan, game: Game, distance: float, along: float = 0.0, further: float = 0.0
) -> Iterator[Label]:
    """Give the names at the ends of lines, where they stand at the edges of the board.

    On boards each of whose sides ends one family of lines, letters and numbers stand ``distance`` mm straight out
    from the centres of the border cells, and names in a player's mark in line with their cells, ``along`` mm from
    the last one, with a point ``further`` up or down. On others all names stand in line with their cells.
    """
    if plan.board.marks.shown != "edges":
        return
    if not _has_plain_sides(plan.board):
        yield from _at_ends(plan, game, along, further)
        return
    for side in plan.board.sides:
        placed = list(plan.beside(side, distance))
        names = [split_cell(plan.board.names[cell]) for cell, _ in placed]
        letters = len({name[0] for name in names})
        numbers = len({name[1] for name in names})
        kind = LETTERS if letters > 1 or numbers == 1 else NUMBERS
        lines = game.spec.line_names.get(kind)
        for (letter, number), (cell, out) in zip(names, placed, strict=True):
            word = letter if kind == LETTERS else number
            place = plan.board.used[kind].index(word)
            if lines is None or place >= len(lines.names):
                yield Label(word, out, "", out)
                continue
            at = _in_line(plan, cell, 0 if kind == LETTERS else 1, along)
            up = -1 if at.y < plan.layout.center(cell).y else 1
            mark = game.spec.players[lines.player].mark
            yield Label(lines.names[place], at, mark, Point(at.x, at.y + up * further))


def _has_plain_sides(board: Board) -> bool:
    """Whether the sides go all round, and each of them ends one family of lines: those of rhombus and columns."""
    covered = {cell for cells in board.sides.values() for cell in cells}
    if covered != {edge.cell for edge in board.rim}:
        return False
    if NUMBERS not in board.lines:
        return True
    sides = ([split_cell(board.names[cell]) for cell in cells] for cells in board.sides.values())
    return all(any(len({name[part] for name in names}) == 1 for part in (0, 1)) for names in sides)


class _End(NamedTuple):
    """An end of a line: its family and name, its last cell, the way that leads out, and the hex there."""

    kind: str
    word: str
    cell: Hex
    slot: Hex


def _at_ends(plan: BoardPlan, game: Game, along: float, further: float) -> Iterator[Label]:
    """Give the names in line with their cells, on boards of any outline.

    Every end of a line points to a hex outside of the board, which holds one name; the mark of a name with one is
    ``further`` out.
    """
    for end in _named_ends(plan.board):
        lines = game.spec.line_names.get(end.kind)
        place = plan.board.used[end.kind].index(end.word)
        x, y = plan.layout.center(end.cell)
        out = plan.layout.center(end.slot)
        share = along / math.dist((x, y), out)
        at = Point(x + (out.x - x) * share, y + (out.y - y) * share)
        if lines is None or place >= len(lines.names):
            yield Label(end.word, at, "", at)
            continue
        share += LONGER * further / math.dist((x, y), out)
        beyond = Point(x + (out.x - x) * share, y + (out.y - y) * share)
        yield Label(lines.names[place], at, game.spec.players[lines.player].mark, beyond)


LONGER = 1.3  # names are wider than high, so that a mark beside one is further away than one above it


def _named_ends(board: Board) -> Iterator[_End]:
    """Choose the ends at which names stand: of letters both, of numbers one at least, as there is room.

    Numbers stand on the side on which there is room for more of them, and on the other one too where it takes half
    of them. Where both ends of a number's line are taken, a letter gives way that has a place at its other end.
    """
    letters = list(_ends(board, LETTERS)) if LETTERS in board.lines else []
    numbers = list(_ends(board, NUMBERS)) if NUMBERS in board.lines else []
    taken = {near.slot: near for near, _ in letters}
    others = {far.slot: far for _, far in letters if far.slot not in taken}
    beyond = {near.slot: far for near, far in letters}  # from a letter's place to its other end
    free = [sum(pair[i].slot not in taken and pair[i].slot not in others for pair in numbers) for i in (0, 1)]
    first = 0 if free[0] >= free[1] else 1
    for pair in numbers:
        ends = (pair[first], pair[1 - first])
        chosen = [end for end in ends if end.slot not in taken and end.slot not in others]
        chosen += [end for end in ends if end.slot not in taken]
        moved = [end for end in ends if end.slot in beyond and beyond[end.slot].slot not in taken]
        if chosen:
            taken[chosen[0].slot] = chosen[0]
        elif moved:
            other = beyond[moved[0].slot]
            taken[other.slot], taken[moved[0].slot] = other, moved[0]
    for slot, end in others.items():
        taken.setdefault(slot, end)
    if 2 * free[1 - first] >= len(numbers):
        for pair in numbers:
            taken.setdefault(pair[1 - first].slot, pair[1 - first])
    yield from taken.values()


def _ends(board: Board, kind: str) -> Iterator[tuple[_End, _End]]:
    """Give for each line of a family its end near A1, and the other one."""
    part = 0 if kind == LETTERS else 1
    way = board.lines[kind]
    lines: dict[str, list[Hex]] = {}
    for cell, name in board.names.items():
        lines.setdefault(split_cell(name)[part], []).append(cell)
    for word, cells in lines.items():
        first, last = (pick(cells, key=lambda c: _along(c, way)) for pick in (min, max))
        ends = _End(kind, word, first, step(first, way, -1)), _End(kind, word, last, step(last, way))
        yield ends if _rank(board, first) <= _rank(board, last) else ends[::-1]


def _along(cell: Hex, way: Hex) -> int:
    """Return how far along a line a cell lies, in steps of ``way`` but for a constant."""
    return cell.q * way.q if way.q else cell.r * way.r


def _rank(board: Board, cell: Hex) -> tuple[int, int]:
    letter, number = split_cell(board.names[cell])
    return board.used[LETTERS].index(letter), int(number)


def _in_line(plan: BoardPlan, cell: Hex, part: int, along: float) -> Point:
    """Return the point beyond the end of a cell's line, whose cells share the letter (0) or the number (1)."""
    x, y = plan.layout.center(cell)
    own = split_cell(plan.board.names[cell])[part]
    near = next((c for c in plan.board.neighbours(cell) if split_cell(plan.board.names[c])[part] == own), None)
    if near is None:
        return Point(x, y - along)
    nx, ny = plan.layout.center(near)
    length = math.dist((x, y), (nx, ny))
    return Point(x + (x - nx) * along / length, y + (y - ny) * along / length)


def label_text(label: Label, size_pt: float, colour: Colour = INK, weight: Weight = "medium") -> Text:
    """Set a label; a line in a player's mark has the player's colour."""
    if not label.mark:
        return centred(label.at, label.text, size_pt, weight, colour)
    return centred(label.at, label.text, size_pt, "bold", text_colour(label.mark, colour))


def label_marks(label: Label, scale: float = 1.0) -> Iterator[Path]:
    """Draw the lozenge of a line in a player's mark, further outward than its name."""
    if label.mark:
        width, height = (scale * side for side in LOZENGE)
        yield from lozenge(label.mark, around(label.beyond, width, height))
