"""Coordinates along the sides of a board: letters and numbers, or the names that a game has for its lines."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from printkit.art._boards import BoardPlan
from printkit.art._discs import text_colour
from printkit.art._lozenge import lozenge
from printkit.art._text import centred
from printkit.board import letter_index, split_cell
from printkit.drawing import INK, Colour, Path, Text, Weight
from printkit.geometry import Point, around
from printkit.hexgrid import Hex
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
    """Give the names at both ends of every line.

    Letters and numbers stand ``distance`` mm straight out from the centres of the border cells; names in a
    player's mark in line with their cells, ``along`` mm from the last one, with a point ``further`` up or down.
    """
    for side in plan.board.sides:
        placed = list(plan.beside(side, distance))
        names = [split_cell(plan.board.names[cell]) for cell, _ in placed]
        letters = len({name[0] for name in names})
        numbers = len({name[1] for name in names})
        kind = "letters" if letters > 1 or numbers == 1 else "numbers"
        lines = game.spec.line_names.get(kind)
        for (letter, number), (cell, out) in zip(names, placed, strict=True):
            place = letter_index(letter) if kind == "letters" else int(number) - 1
            if lines is None or place >= len(lines.names):
                yield Label(letter if kind == "letters" else number, out, "", out)
                continue
            at = _in_line(plan, cell, 0 if kind == "letters" else 1, along)
            up = -1 if at.y < plan.layout.center(cell).y else 1
            mark = game.spec.players[lines.player].mark
            yield Label(lines.names[place], at, mark, Point(at.x, at.y + up * further))


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
