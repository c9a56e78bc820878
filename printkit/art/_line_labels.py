"""Coordinates along the sides of a board: letters and numbers, or the names that a game has for its lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from printkit.art._boards import BoardPlan
from printkit.art._discs import text_colour
from printkit.art._lozenge import lozenge
from printkit.art._text import centred
from printkit.board import letter_index, split_cell
from printkit.drawing import INK, Colour, Path, Text, Weight
from printkit.geometry import Point, around
from printkit.spec import Game

LOZENGE = (2.2, 3.1)  # mm


class Label(NamedTuple):
    """What stands at one end of a line: its name, where, in which player's mark, and a point further outward."""

    text: str
    at: Point
    mark: str
    beyond: Point


def line_labels(plan: BoardPlan, game: Game, distance: float, further: float = 0.0) -> Iterator[Label]:
    """Give the names at both ends of every line, ``distance`` mm from the centres of the border cells."""
    for side in plan.board.sides:
        near, far = (list(plan.beside(side, reach)) for reach in (distance, distance + further))
        names = [split_cell(plan.board.names[cell]) for cell, _ in near]
        letters = len({name[0] for name in names})
        numbers = len({name[1] for name in names})
        kind = "letters" if letters > 1 or numbers == 1 else "numbers"
        lines = game.spec.line_names.get(kind)
        for (letter, number), (_, at), (_, beyond) in zip(names, near, far, strict=True):
            place = letter_index(letter) if kind == "letters" else int(number) - 1
            if lines is not None and place < len(lines.names):
                yield Label(lines.names[place], at, game.spec.players[lines.player].mark, beyond)
            else:
                yield Label(letter if kind == "letters" else number, at, "", beyond)


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
