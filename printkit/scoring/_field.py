"""Tiles on a board as numbers: cells by their place in the board's order, nets as six bits, players by number.

A net is a bit set of sides: bit k is side k. What belongs to a board and a mode is worked out once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from printkit.board import Board
from printkit.hexgrid import DIRECTIONS, Hex, distance, step
from printkit.modes import CENTRE, CORNERS, Mode
from printkit.spec import Game, GameSpec
from printkit.tiles import TURNS, turned
from printkit.tilings import Laid

Face = tuple[int, ...]  # the nets of a tile as it lies; () is a Block, or an empty hex

Side = tuple[int, int, int]  # the bit of a side, the bit that answers it, the neighbour there

ALL_SIDES = 63
NOBODY = -1
SIDES_OF = tuple(tuple(side for side in range(6) if net >> side & 1) for net in range(64))
FACING = tuple(1 << (side + 3) % 6 for side in range(6))  # the bit by which a neighbour answers


class Field:
    """A board and a mode: neighbours, corners and goals by player, what dots count, the faces of all tiles.

    ``starts`` are the cells on which a player's path begins, ``goals`` those on which it ends.
    """

    def __init__(self, board: Board, spec: GameSpec, name: str) -> None:
        self.board, self.spec, self.name = board, spec, name
        self.mode: Mode = spec.modes[name]
        mode = self.mode
        self.cells = board.cells
        self.index = {cell: number for number, cell in enumerate(self.cells)}
        self.names = tuple(board.names.values())
        directions = DIRECTIONS[board.orientation]
        self.near = tuple(
            tuple(self.index.get(step(cell, way), NOBODY) for way in directions) for cell in self.cells
        )
        self.around = tuple(tuple(near for near in row if near != NOBODY) for row in self.near)
        self.sides: tuple[tuple[Side, ...], ...] = tuple(
            tuple((1 << side, FACING[side], near) for side, near in enumerate(row) if near != NOBODY)
            for row in self.near
        )
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.players = tuple(player for player in spec.players if player in mode.corners)
        self.turns = tuple(self.players.index(player) for player in mode.turns if player in self.players)
        self.corners = tuple(
            tuple(self.index[board.corners[corner]] for corner in mode.corners[player]) for player in self.players
        )
        self.all_corners = frozenset(cell for own in self.corners for cell in own)
        self.starts = tuple(own[:1] if mode.aim == CORNERS else own for own in self.corners)
        self.goals = tuple(frozenset(self._goals(player)) for player in self.players)
        self.dots = tuple(board.dots.get(cell, 0) for cell in self.cells)
        values = mode.multipliers or mode.bonuses
        self.worth = tuple(values.get(dots, 0) for dots in self.dots)
        self.barred = tuple(self._barred(player) for player in self.players)
        self.dead = frozenset(self.index[board.corners[corner]] for corner in mode.dead)
        self.has_own_ways = any(self.barred)
        types = spec.tile_types
        self.faces: dict[tuple[str, int], Face] = {
            (kind, turn): tuple(sum(1 << side for side in net) for net in turned(found.nets, turn))
            for kind, found in types.items()
            for turn in TURNS
        }
        self.points = {kind: found.points for kind, found in types.items()}
        self.supply = {
            kind: number for kind, number in (mode.supply or spec.supply).items() if types[kind].face != "blank"
        }
        self.known: dict[str, Any] = {}  # tiles by the words that name them, for records that are followed quickly
        self._far: dict[int, list[int]] = {}
        self._orders: dict[int, tuple[tuple[Side, ...], ...]] = {}
        self.tiles_each = sum(self.supply.values())

    def _goals(self, player: str) -> tuple[int, ...]:
        mode, board = self.mode, self.board
        if mode.aim == CORNERS:
            return (self.index[board.corners[mode.corners[player][1]]],)
        cells = board.centre if mode.aim == CENTRE else board.sides[mode.goals[player]]
        return tuple(self.index[cell] for cell in cells)

    def _barred(self, player: str) -> dict[int, int]:
        """Return the cells where another player's tiles carry no path of this player: by cell, whose tiles.

        The transit rule of Battle: a tile that the opponent placed in the opponent's territory. The own starting
        corners always carry a path, and so does all that lies anywhere else.
        """
        barred = {}
        for other, region in self.mode.territories.items():
            if other != player and other in self.players:
                for cell in self.board.regions[region].cells:
                    barred[self.index[cell]] = self.players.index(other)
        for corner in self.corners[self.players.index(player)]:
            barred.pop(corner, None)
        return barred

    def face(self, laid: Laid) -> Face:
        """Return the nets of a tile as it lies."""
        return self.faces[laid.declared or laid.kind, laid.turn]

    def far(self, one: int, other: int) -> int:
        """Return the hex distance between two cells; the second is one of few, such as a corner."""
        if other not in self._far:
            self._far[other] = [distance(cell, self.cells[other]) for cell in self.cells]
        return self._far[other][one]

    def order_to(self, player: int) -> tuple[tuple[Side, ...], ...]:
        """Return the sides of each cell that have a neighbour, the one nearest to a player's goal last."""
        if player not in self._orders:
            goals = self.goals[player]
            far = [min(self.far(cell, goal) for goal in goals) for cell in range(len(self.cells))]
            self._orders[player] = tuple(
                tuple(sorted(sides, key=lambda side: -far[side[2]])) for sides in self.sides
            )
        return self._orders[player]

    def hexes(self, cells: tuple[int, ...]) -> tuple[Hex, ...]:
        """Return cells as the board has them."""
        return tuple(self.cells[cell] for cell in cells)


@lru_cache(maxsize=64)
def _field(board: Board, spec: GameSpec, name: str) -> Field:
    return Field(board, spec, name)


def field_of(game: Game, mode: str) -> Field:
    """Prepare a game's board and a mode for scoring; boards and specs are compared by identity."""
    return _field(game.board, game.spec, mode)


class Layout:
    """The tiles that lie on a field; ``ends`` are the sides at which a cell's lines end, as bits."""

    def __init__(self, field: Field) -> None:
        number = len(field.cells)
        self.field = field
        self.faces: list[Face] = [()] * number
        self.ends = [0] * number
        self.owners = [NOBODY] * number
        self.laid: dict[int, Laid] = {}

    def copy(self) -> Layout:
        """Return a layout of its own with the same tiles."""
        other = Layout(self.field)
        other.faces, other.ends = self.faces.copy(), self.ends.copy()
        other.owners, other.laid = self.owners.copy(), self.laid.copy()
        return other

    def put(self, cell: int, laid: Laid, owner: int) -> None:
        """Lay a tile on a cell, in place of what lies there."""
        face = self.field.face(laid)
        self.faces[cell] = face
        self.ends[cell] = sum(face)
        self.owners[cell] = owner
        self.laid[cell] = laid

    def take(self, cell: int) -> None:
        """Empty a cell."""
        self.faces[cell], self.ends[cell], self.owners[cell] = (), 0, NOBODY
        self.laid.pop(cell, None)

    def is_block(self, cell: int) -> bool:
        """Whether a tile without lines lies on a cell."""
        return cell in self.laid and not self.faces[cell]

    def points(self, cell: int) -> int:
        """Return what the tile on a cell counts; a declared one counts what it was declared to be."""
        laid = self.laid.get(cell)
        return 0 if laid is None else self.field.points[laid.declared or laid.kind]

    def touches(self, cell: int, owner: int = NOBODY) -> bool:
        """Whether a tile lies beside a cell: a tile of this owner, or any."""
        owners = self.owners
        if owner == NOBODY:
            return any(owners[near] != NOBODY for near in self.field.around[cell])
        return any(owners[near] == owner for near in self.field.around[cell])

    def links(self, cell: int, ends: int) -> bool:
        """Whether a line that ends at one of these sides of a cell meets a line of a tile beside it."""
        near = self.field.near[cell]
        return any(self.ends[near[side]] & FACING[side] for side in SIDES_OF[ends] if near[side] != NOBODY)

    def ways(self, player: int) -> list[Face]:
        """Return the nets of all cells that may carry a path of a player."""
        field = self.field
        barred = field.barred[player]
        if not barred and not field.dead:
            return self.faces
        faces = self.faces.copy()
        for cell, owner in barred.items():
            if self.owners[cell] == owner:
                faces[cell] = ()
        for cell in field.dead:
            faces[cell] = ()
        return faces
