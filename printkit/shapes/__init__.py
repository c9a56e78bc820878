"""Shapes of boards: the ``board`` part of a spec becomes a Board; each shape is one file here, found by its name.

A shape's file offers ``SHAPE``, a dataclass with what a spec says of it and with ``build``. Files that begin with
an underscore are shared by the shapes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from printkit.board import Board, split_cell
from printkit.errors import Problem, SpecError, quoted
from printkit.fields import Gathering, as_mapping, choice, found_at, item_place, missing_key, record
from printkit.hexgrid import Hex
from printkit.outline import Schema, by_word, outline, takes
from printkit.registry import Registry
from printkit.yamlnodes import Mapping as MappingNode
from printkit.yamlnodes import Node


class BoardSpec(Protocol):
    """What every shape offers."""

    @property
    def dots(self) -> Mapping[int, tuple[str, ...]]:
        """The dot hexes by their number of dots."""

    @property
    def centre(self) -> tuple[str, ...]:
        """The cells of the centre."""

    def build(self) -> Board:
        """Make the board, without its dots and centre."""


SHAPES: Registry[type[BoardSpec]] = Registry(__name__, __file__, "SHAPE")


def _outline(whole: bool) -> Schema:
    shapes = {word: outline(record(shape, also=("shape",)), whole=whole) for word, shape in SHAPES.items()}
    return by_word("shape", "the shape of the board", shapes, whole=whole)


@takes(_outline)
def board_spec(node: Node) -> BoardSpec:
    """Read the ``board`` part of a spec; its ``shape`` says which other keys it takes."""
    mapping = as_mapping(node)
    shape = mapping.find("shape")
    if shape is None:
        raise SpecError([missing_key(mapping, "shape")])
    spec = record(SHAPES[choice(*SHAPES)(shape)], also=("shape",))(mapping)
    gathering = Gathering()
    gathering.problems.extend(_misplaced(spec, mapping))
    gathering.finish(spec)
    return spec


def board_of(spec: BoardSpec) -> Board:
    """Make the board of a spec; dots and centre cells that it lacks, and which were told already, are left out."""
    board = spec.build()
    dots = {cell: number for number, names in spec.dots.items() for cell in _cells(board, names)}
    return board.marked(dots, _cells(board, spec.centre))


def _cells(board: Board, names: tuple[str, ...]) -> tuple[Hex, ...]:
    return tuple(cell for name in names if (cell := board.cell(name)) is not None)


def _misplaced(spec: BoardSpec, node: MappingNode) -> Iterator[Problem]:
    """Give a problem for each dot hex and centre cell that the board lacks or that is named twice."""
    board = spec.build() if spec.dots or spec.centre else None
    if board is None:
        return
    dotted: set[Hex] = set()
    for number, names in spec.dots.items():
        yield from _unplaced(board, names, dotted, found_at(node, "dots", str(number)))
    yield from _unplaced(board, spec.centre, set(), found_at(node, "centre"))


def _cell_hint(board: Board, name: str) -> str:
    """Say which cells a board has: of the letter that was named, where there is one, else which letters."""
    own = [cell for cell in board.names.values() if split_cell(cell)[0] == name.rstrip("0123456789").upper()]
    if own:
        return f"{own[0]} to {own[-1]} are there"
    names = list(board.names.values())
    return f"its letters go from {split_cell(names[0])[0]} to {split_cell(names[-1])[0]}"


def _unplaced(board: Board, names: tuple[str, ...], taken: set[Hex], node: Node) -> Iterator[Problem]:
    for i, name in enumerate(names):
        cell = board.cell(name)
        if cell is None:
            message = f"the board has no cell {quoted(name)}"
            yield item_place(node, i).problem("bad-value", message, _cell_hint(board, name))
        elif cell in taken:
            yield item_place(node, i).problem("bad-value", f"the cell {name} is named here a second time")
        else:
            taken.add(cell)
