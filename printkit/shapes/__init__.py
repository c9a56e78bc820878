"""Shapes of boards: the ``board`` part of a spec becomes a Board; each shape is one file here, found by its name.

A shape's file offers ``SHAPE``, a dataclass with what a spec says of it and with ``build``. Files that begin with
an underscore are shared by the shapes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from printkit.board import NUMBERS, Board, Markings, Zone, split_cell
from printkit.errors import Problem, SpecError, hint_for, quoted
from printkit.fields import Gathering, as_mapping, choice, found_at, item_place, key_place, missing_key, record
from printkit.geometry import Point
from printkit.hexgrid import Hex, HexLayout, Orientation, distance
from printkit.outline import Schema, by_word, outline, takes
from printkit.registry import Registry
from printkit.shapes._keys import PATTERNS, ZoneSpec
from printkit.shapes._labels import Labels, Scheme, label_faults, relabelled
from printkit.yamlnodes import Mapping as MappingNode
from printkit.yamlnodes import Node, Place


class BoardSpec(Protocol):
    """What every shape offers."""

    @property
    def dots(self) -> Mapping[int, tuple[str, ...]]:
        """The dot hexes by their number of dots."""

    @property
    def centre(self) -> tuple[str, ...]:
        """The cells of the centre."""

    @property
    def labels(self) -> Labels:
        """How cells are named."""

    @property
    def usual(self) -> Scheme:
        """How the shape names its cells where labels say nothing else."""

    @property
    def orientation(self) -> Orientation:
        """Flat-top or pointy-top cells."""

    @property
    def zones(self) -> Mapping[str, ZoneSpec]:
        """The zones by name."""

    @property
    def filled(self) -> Mapping[str, tuple[Hex, ...]]:
        """The cells of zones that the shape itself says, by the zones' names."""

    def build(self) -> Board:
        """Make the board without its markings, its cells named in the usual way."""

    @property
    def has_more(self) -> bool:
        """Whether anything is said by the names of cells."""

    def completed(self, board: Board) -> Board:
        """Add to a board, whose cells have got their names, what a spec says by these names."""

    def completion_faults(self, board: Board, node: MappingNode) -> Iterator[Problem]:
        """Give a problem for what is added and does not fit the board."""


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
    gathering.add(_misplaced(spec, mapping))
    gathering.finish(spec)
    return spec


def named_board(spec: BoardSpec) -> Board:
    """Make the board of a spec without its markings."""
    board = spec.build()
    if spec.labels.is_other:
        board = relabelled(board, spec.labels, spec.usual)
    return spec.completed(board)


def board_of(spec: BoardSpec) -> Board:
    """Make the board of a spec; marks on cells that it lacks, and which were told already, are left out."""
    board = named_board(spec)
    dots = {cell: number for number, names in spec.dots.items() for cell in board.named_cells(names)}
    words = {cell: text for name, text in spec.labels.words.items() for cell in board.named_cells((name,))}
    is_plain = NUMBERS in board.lines or (spec.usual.is_at_edges and spec.labels.scheme != NUMBERS)
    shown = spec.labels.show or ("edges" if is_plain else "cells")
    centre = board.named_cells(spec.centre)
    zones = tuple(_zones(spec, board, centre).values())
    return board.marked(Markings(dots, centre, zones, words, shown))  # type: ignore[arg-type]


def _zones(spec: BoardSpec, board: Board, centre: tuple[Hex, ...]) -> dict[str, Zone]:
    found = {}
    for number, (word, zone) in enumerate(spec.zones.items()):
        cells = (*spec.filled.get(word, ()), *board.named_cells(zone.cells))
        if zone.rings is not None:
            cells += tuple(cell for cell, far in _distances(board, centre).items() if far in zone.rings)
        pattern = zone.pattern or PATTERNS[number % AUTOMATIC]
        shown = zone.name or word.replace("-", " ").capitalize()
        found[word] = Zone(shown, tuple(dict.fromkeys(cells)), pattern, zone.colour, zone.note)
    return found


AUTOMATIC = 4  # the first patterns, which zones take in turn


def _distances(board: Board, centre: tuple[Hex, ...]) -> dict[Hex, int]:
    """Return how far each cell is from the centre cells, or else from those nearest to the middle."""
    if not centre:
        layout = HexLayout(board.orientation, 1.0, Point(0, 0))
        at = {cell: layout.center(cell) for cell in board.cells}
        x, y = (sum(point[i] for point in at.values()) / len(at) for i in (0, 1))
        far = {cell: round((point.x - x) ** 2 + (point.y - y) ** 2, 6) for cell, point in at.items()}
        centre = tuple(cell for cell in at if far[cell] == min(far.values()))
    return {cell: min(distance(cell, other) for other in centre) for cell in board.cells}


def _misplaced(spec: BoardSpec, node: MappingNode) -> Iterator[Problem]:
    """Give a problem for each mark on a cell that the board lacks or that is named twice."""
    found = list(label_faults(spec.labels, spec.orientation, found_at(node, "labels")))
    yield from found
    regions = found_at(node, "regions")
    if spec.labels.is_other and regions is not node:
        message = "regions count letters and numbers in the usual way of this shape"
        hint = "leave out the regions, or of 'labels' all but 'show' and 'words'"
        yield key_place(node, "labels").problem("bad-value", message, hint)
    if found or not spec.has_more:
        return
    board = named_board(spec)
    yield from spec.completion_faults(board, node)
    dotted: set[Hex] = set()
    for number, names in spec.dots.items():
        yield from _unplaced(board, names, dotted, found_at(node, "dots", str(number)))
    yield from _unplaced(board, spec.centre, set(), found_at(node, "centre"))
    yield from _unplaced(board, tuple(spec.labels.words), set(), found_at(node, "labels", "words"))
    yield from _zone_faults(spec, board, node)


def _zone_faults(spec: BoardSpec, board: Board, node: MappingNode) -> Iterator[Problem]:
    """Give a problem for each zone without cells, and for each cell in two zones."""
    taken: dict[Hex, str] = {}
    for word, cells in spec.filled.items():
        if word not in spec.zones:
            place = found_at(node, "legend").place
            message = f"no zone is called {quoted(word)}"
            yield place.problem("bad-value", message, hint_for(word, spec.zones) or "give the board 'zones'")
        taken |= dict.fromkeys(cells, word)
    made = _zones(spec, board, board.named_cells(spec.centre))
    for word, zone in spec.zones.items():
        at = as_mapping(found_at(node, "zones", word))
        yield from _unplaced(board, zone.cells, set(), found_at(at, "cells"))
        if not made[word].cells and not zone.cells:
            place = key_place(found_at(node, "zones"), word)
            message = f"the zone {word} has no cells"
            yield place.problem("bad-value", message, "give it 'cells', or 'rings' about the middle of the board")
        twice = next((cell for cell in made[word].cells if taken.setdefault(cell, word) != word), None)
        if twice is not None:
            message = f"{board.names[twice]} is in the zone {taken[twice]} already; a cell is in one zone at most"
            yield found_at(at, "cells" if at.find("cells") else "rings").place.problem("bad-value", message)


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
            yield _place(node, i, name).problem("bad-value", message, _cell_hint(board, name))
        elif cell in taken:
            yield _place(node, i, name).problem("bad-value", f"the cell {name} is named here a second time")
        else:
            taken.add(cell)


def _place(node: Node, index: int, name: str) -> Place:
    """Return where a name stands: an item of a list, or a key."""
    return key_place(node, name) if isinstance(node, MappingNode) else item_place(node, index)
