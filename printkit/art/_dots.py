"""Marks in the middle of a cell: dots as on a die in a ring, and the target of a centre cell."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.art import Ink
from printkit.art._boards import BoardPlan
from printkit.board import Board
from printkit.drawing import INK, PAPER, Colour, Path, Stroke, circle
from printkit.geometry import Point
from printkit.hexgrid import Hex
from printkit.theme import YELLOW

# Of the distance across flats
PIP_RING, PIP, PIP_AT = 0.235, 0.042, 0.115
TARGET = (0.14, 0.22)  # the rings that mark a centre cell

# Where the pips of each number stand, in units of PIP_AT
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-0.8, 0.8), (0.8, -0.8)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-0.85, -0.85), (0.85, -0.85), (-0.85, 0.85), (0.85, 0.85)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-0.85, -1.05), (0.85, -1.05), (-0.85, 0), (0.85, 0), (-0.85, 1.05), (0.85, 1.05)),
}


def pips(number: int, center: Point, unit: float, ink: Ink, colour: Colour = INK) -> Iterator[Path]:
    """Draw dots as on a die in a thin ring; ``unit`` is the distance across flats of the cell that they are in."""
    ground = YELLOW if ink == "full" else PAPER
    yield Path(circle(center, PIP_RING * unit), ground, Stroke(colour, max(0.15, 0.016 * unit)))
    step = PIP_AT * unit
    dots = [
        s for x, y in PIPS[number] for s in circle(Point(center.x + x * step, center.y + y * step), PIP * unit)
    ]
    yield Path(tuple(dots), fill=colour)


def cell_mark(board: Board, cell: Hex, at: Point, unit: float, ink: Ink, colour: Colour = INK) -> Iterator[Path]:
    """Draw the dots of a dot hex, or the target of a centre cell; nothing in other cells."""
    if cell in board.dots:
        yield from pips(board.dots[cell], at, unit, ink, colour)
    elif cell in board.centre:
        for radius in TARGET:
            yield Path(circle(at, radius * unit), stroke=Stroke(colour, max(0.15, 0.022 * unit)))


def cell_marks(plan: BoardPlan, ink: Ink, colour: Colour = INK) -> Iterator[Path]:
    """Draw the marks of all cells of a board."""
    for cell in (*plan.board.dots, *(cell for cell in plan.board.centre if cell not in plan.board.dots)):
        yield from cell_mark(plan.board, cell, plan.layout.center(cell), plan.across_flats, ink, colour)
