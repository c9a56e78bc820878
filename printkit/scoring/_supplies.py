"""What an unclear tile can be: readings that come to the same are one case, and what tiles are left for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from printkit.scoring._field import FACING, NOBODY, Layout
from printkit.scoring._placing import Hands
from printkit.scoring._winning import Table
from printkit.tilings import Laid

Slot = tuple[int, str]  # a player, and a type of tile
Left = Mapping[Slot, int]


class Case(NamedTuple):
    """Readings of a cell that come to the same: one of them, and which tiles it may be.

    ``slots`` is empty where the tile itself is known, and only its direction is not.
    """

    laid: Laid
    owner: int
    slots: frozenset[Slot]


class Doubtful(NamedTuple):
    """The unclear cells of a position: tiles of which only the direction is unreadable, and wholly hidden ones."""

    layout: Layout
    table: Table
    turnable: Mapping[int, Laid]
    hidden: Sequence[int]
    left: Left


def left_of(hands: Hands) -> dict[Slot, int]:
    """Return the tiles that each player has left, by type."""
    return {
        (player, kind): number
        for player, tiles in enumerate(hands.left)
        for kind, number in tiles.items()
        if number
    }


def cases_of(doubtful: Doubtful, cell: int, *, counts_points: bool) -> list[Case]:
    """Return the cases of an unclear cell; ``counts_points``: whether what its tile counts can matter."""
    layout, table = doubtful.layout, doubtful.table
    field = layout.field
    live = _live_sides(doubtful, cell)
    found: dict[tuple[object, ...], Case] = {}
    for laid, owner, slots in _readings(doubtful, cell):
        face = field.face(laid)
        key: tuple[object, ...] = (
            tuple(sorted(net & live for net in face if net & live)),
            bool(face) if cell in field.all_corners else None,
            tuple(barred.get(cell) == owner for barred in field.barred),
            (owner, bool(face)) if cell == table.last else None,
            field.points[laid.declared or laid.kind] if counts_points else None,
        )
        known = found.get(key)
        found[key] = Case(laid, owner, slots) if known is None else known._replace(slots=known.slots | slots)
    return list(found.values())


def _live_sides(doubtful: Doubtful, cell: int) -> int:
    """Return the sides of a cell at which a line can meet another one, as bits.

    Beside a Block that may have cut off somebody, lines to empty hexes count too.
    """
    layout, last = doubtful.layout, doubtful.table.last
    field = layout.field
    unclear = {*doubtful.turnable, *doubtful.hidden}
    counts_empty = may_cut_off(doubtful)
    live = 0
    for side, near in enumerate(field.near[cell]):
        if near != NOBODY and (
            layout.ends[near] & FACING[side]
            or near in unclear
            or (counts_empty and (layout.owners[near] == NOBODY or near == last))
        ):
            live |= 1 << side
    return live


def may_cut_off(doubtful: Doubtful) -> bool:
    """Whether the tile that was placed last can be a Block that has cut off somebody."""
    last = doubtful.table.last
    return (
        doubtful.layout.field.mode.cut_off
        and last is not None
        and (doubtful.layout.is_block(last) or last in doubtful.hidden)
    )


def _readings(doubtful: Doubtful, cell: int) -> Iterator[tuple[Laid, int, frozenset[Slot]]]:
    """Give every way of reading a cell: any direction; of a hidden tile any type that is left, either owner."""
    field = doubtful.layout.field
    if cell in doubtful.turnable:
        laid = doubtful.turnable[cell]
        owner = field.players.index(laid.owner)
        yield from ((laid._replace(turn=turn), owner, frozenset()) for turn in range(6))
        return
    types = field.spec.tile_types
    standard = [name for name, kind in types.items() if kind.face == "block"]
    for slot in doubtful.left:
        owner, kind = slot
        for declared in standard if types[kind].face == "write" else ("",):
            for turn in range(6):
                yield Laid(kind, field.players[owner], turn, declared), owner, frozenset((slot,))


def is_supplied(left: Left, wanted: Sequence[frozenset[Slot]]) -> bool:
    """Whether each of some cells can have a tile of its own; an empty set wants none (augmenting paths)."""
    held: dict[Slot, list[int]] = {slot: [] for slot in left}

    def settle(cell: int, tried: set[Slot]) -> bool:
        for slot in wanted[cell]:
            if slot in tried or slot not in left:
                continue
            tried.add(slot)
            if len(held[slot]) < left[slot]:
                held[slot].append(cell)
                return True
            for place, other in enumerate(held[slot]):
                if settle(other, tried):
                    held[slot][place] = cell
                    return True
        return False

    return all(settle(cell, set()) for cell, slots in enumerate(wanted) if slots)


def are_both_supplied(left: Left, others: Sequence[frozenset[Slot]], one: Case, other: Case) -> bool:
    """Whether two cases of a cell are both possible beside the same tiles on the other cells."""
    for first in one.slots or (None,):
        for second in other.slots or (None,):
            taken = {slot for slot in (first, second) if slot is not None}
            rest = {slot: number - (slot in taken) for slot, number in left.items()}
            if is_supplied(rest, others):
                return True
    return False
