"""What is wrong with the place of a tile: the rules of placement, and of displacement in Battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from printkit.scoring._field import ALL_SIDES, NOBODY, Field, Layout
from printkit.scoring._tile_words import Fault, Typed
from printkit.tilings import Laid


class Hands:
    """The tiles that each player has placed, and the opponents' tiles that each has taken."""

    def __init__(self, field: Field) -> None:
        self.field = field
        number = len(field.players)
        self.placed = [0] * number
        self.left = [dict(field.supply) for _ in range(number)]
        self.captures = [0] * number

    def use(self, player: int, kind: str) -> None:
        """Note a tile that was placed."""
        self.placed[player] += 1
        self.left[player][kind] -= 1

    def are_empty(self) -> bool:
        """Whether every player has placed all tiles."""
        return sum(self.placed) == self.field.tiles_each * len(self.placed)

    def has_tiles(self, player: int) -> bool:
        """Whether a player has not placed all tiles."""
        return self.placed[player] < self.field.tiles_each

    def supply_fault(self, player: int, kind: str) -> Iterator[Fault]:
        """Give a fault where a player has no tile of a type any more."""
        if not self.left[player].get(kind, 0):
            number = self.field.supply.get(kind, 0)
            who = self.field.players[player]
            had = f"{who} has {number} of '{kind}', and this is one more" if number else f"{who} has no '{kind}'"
            yield Fault("supply", had)


class Placing(NamedTuple):
    """A tile about to be placed by a player on a cell; ``cell`` is None where none is known."""

    player: int
    cell: int | None
    tile: Typed
    cell_at: int  # the number of the word that names the cell
    tile_at: int


def faults(layout: Layout, hands: Hands, placing: Placing) -> Iterator[Fault]:
    """Give all that is wrong with a placement, beside the words themselves."""
    field = layout.field
    player, cell, tile, cell_at, tile_at = placing
    if tile.kind is not None:
        yield from (fault._replace(at=tile_at) for fault in hands.supply_fault(player, tile.kind))
    if tile.displaces is not None:
        yield from _displacement(layout, hands, placing)
        return
    if cell is None:
        return
    name = field.names[cell]
    is_first = not hands.placed[player]
    is_occupied = layout.owners[cell] != NOBODY
    if is_occupied:
        owner = field.players[layout.owners[cell]]
        can = field.mode.captures and layout.owners[cell] != player and tile.kind and is_displacer(field, tile)
        hint = "a tile that displaces another one is typed with an x behind it" if can else None
        yield Fault("occupied", f"{name} already holds a tile of {owner}", hint, cell_at)
    if is_first:
        yield from _first_tile(field, player, cell, cell_at)
    elif not is_occupied:
        yield from _beside(layout, placing, cell)
    if tile.kind is not None and not _lines(field, tile):
        yield from (fault._replace(at=cell_at) for fault in foreign_block(field, player, cell))


def _first_tile(field: Field, player: int, cell: int, at: int) -> Iterator[Fault]:
    if cell not in field.corners[player]:
        own = " or ".join(field.names[corner] for corner in field.corners[player])
        who = field.players[player]
        hint = None
        for other, theirs in enumerate(field.corners):
            if cell in theirs:
                hint = f"{field.names[cell]} is a corner of {field.players[other]}"
                if len(field.turns) == 2 and not field.mode.order:
                    hint += f"; if {field.players[other]} moved first, add 'first: {field.players[other]}'"
        yield Fault("first-tile", f"the first tile of {who} is on {field.names[cell]}; expected {own}", hint, at)


def _beside(layout: Layout, placing: Placing, cell: int) -> Iterator[Fault]:
    """Check that a later tile touches one on the board, and that a line joins it unless it has none.

    The reading for Blocks: without lines, only touching binds them.
    """
    field, tile = layout.field, placing.tile
    name = field.names[cell]
    if not layout.touches(cell):
        yield Fault("not-adjacent", f"{name} touches no tile on the board", None, placing.cell_at)
    elif tile.kind is not None and tile.turn is not None:
        ends = sum(field.faces[tile.declared or tile.kind, tile.turn])
        if ends and not layout.links(cell, ends):
            message = f"no line of this tile on {name} meets a line of a tile beside it"
            fitting = _fitting(layout, tile, cell)
            hint = f"it would when turned by {fitting}" if fitting else None
            yield Fault("not-connected", message, hint, placing.cell_at)


def _fitting(layout: Layout, tile: Typed, cell: int) -> str:
    kind = tile.declared or tile.kind or ""
    return ", ".join(
        str(60 * turn) for turn in range(6) if layout.links(cell, sum(layout.field.faces[kind, turn]))
    )


def _lines(field: Field, tile: Typed) -> int:
    return sum(field.faces[tile.declared or tile.kind or "", 0])


def foreign_block(field: Field, player: int, cell: int) -> Iterator[Fault]:
    """Give a fault for a Block on a corner where it may not stand.

    The reading: a Block may stand on any corner (the spec's ``block_on_corner: any``), else on an own one only.
    """
    if field.mode.block_on_corner == "own" and cell in field.all_corners and cell not in field.corners[player]:
        message = f"{field.names[cell]} is no starting corner of {field.players[player]}"
        yield Fault("corner-block", f"{message}; a tile without lines may stand on an own one only")


def is_displacer(field: Field, tile: Typed) -> bool:
    """Whether a tile displaces: only a Block, which has no lines, and a Star-6, whose one net joins all sides."""
    face = field.faces[tile.declared or tile.kind or "", 0]
    return face in ((), (ALL_SIDES,))


def _displacement(layout: Layout, hands: Hands, placing: Placing) -> Iterator[Fault]:
    """Check a tile that takes the place of an opponent's.

    The reading: the displacer stands on the target's hex; "adjacent" is a target that touches at least one of the
    displacing player's tiles. In Race and on the tri-board nothing displaces.
    """
    field = layout.field
    player, cell, tile, cell_at, tile_at = placing
    who, most = field.players[player], field.mode.captures
    if not most:
        others = [mode for mode, found in field.spec.modes.items() if found.captures]
        hint = f"is 'mode: {others[0]}' missing?" if others else None
        yield Fault("not-a-displacer", "no tile displaces another one in this mode", hint, tile.displaces)
        return
    displaces = tile.kind is not None and is_displacer(field, tile)
    if tile.kind is not None and not displaces:
        message = f"a tile of type '{tile.kind}' displaces nothing; expected a block or a star-6"
        yield Fault("not-a-displacer", message, None, tile_at)
    if hands.captures[player] >= most:
        yield Fault("displacement-limit", f"{who} has displaced {most} tiles already", None, tile.displaces)
    if cell is None:
        return
    name = field.names[cell]
    if layout.owners[cell] == NOBODY:
        yield Fault("target-empty", f"{name} is empty; expected a tile of the opponent", None, cell_at)
        return
    if layout.owners[cell] == player:
        yield Fault("target-own", f"the tile on {name} is {who}'s own", None, cell_at)
    if cell in field.all_corners:
        yield Fault("target-corner", f"{name} is a starting corner; its tile stays", None, cell_at)
    if not layout.touches(cell, player):
        yield Fault("target-not-adjacent", f"the tile on {name} touches no tile of {who}", None, cell_at)
    if displaces:
        yield from _left_behind(layout, placing, cell)


def _left_behind(layout: Layout, placing: Placing, cell: int) -> Iterator[Fault]:
    """Check that a displacer is joined itself, unless it is a Block, and that it leaves no tile without a line.

    The reading of "orphan": a tile that had a connected line before and has none after, with the displacer in
    place.
    """
    field = layout.field
    ends = _lines(field, placing.tile)
    name = field.names[cell]
    if ends and layout.touches(cell) and not layout.links(cell, ends):
        yield Fault("not-connected", f"no line meets this tile on {name}", None, placing.cell_at)
    after = layout.copy()
    kind, declared = placing.tile.kind or "", placing.tile.declared
    after.put(cell, Laid(kind, field.players[placing.player], 0, declared), placing.player)
    lost = [
        field.names[near]
        for near in field.around[cell]
        if layout.links(near, layout.ends[near]) and not after.links(near, after.ends[near])
    ]
    if lost:
        message = f"without the tile on {name} no line joins {', '.join(lost)} any more"
        yield Fault("orphans", message, None, placing.cell_at)
