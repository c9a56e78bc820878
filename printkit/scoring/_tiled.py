"""Reading a final position of tiles: each hex with its owner, tile and direction, or as unclear."""

from __future__ import annotations

from typing import NamedTuple

from printkit.errors import Problem, quoted
from printkit.players import player_hint
from printkit.record import Word, bad_value, cell_name, cell_problem, words
from printkit.scoring._field import Field, Layout
from printkit.scoring._following import corner_note
from printkit.scoring._placing import Hands, foreign_block
from printkit.scoring._tile_words import Names, Typed, names_of, typed
from printkit.tilings import Laid
from printkit.yamlnodes import Mapping, Node, Place, Scalar

UNCLEAR = "unclear"


class Tiled(NamedTuple):
    """What was read: the readable tiles, those whose direction or whose all is unreadable, problems.

    ``turnable`` are tiles of which only the direction cannot be read; ``hidden`` are those of which nothing can.
    ``left_out`` are the hexes of faulty entries.
    """

    layout: Layout
    hands: Hands
    turnable: dict[int, Laid]
    hidden: dict[int, Place]
    left_out: set[int]
    unclear: list[int]  # both, in the order of the file
    problems: list[Problem]
    is_usable: bool


def read_tiles(field: Field, node: Node, text: str) -> Tiled:
    """Read ``tiles``; a faulty entry is left out."""
    found = Tiled(Layout(field), Hands(field), {}, {}, set(), [], [], is_usable=True)
    if not isinstance(node, Mapping):
        expected = f"hexes with their tiles, such as 'A1: {field.players[0]} straight 60'"
        found.problems.append(bad_value(node, expected))
        return found._replace(is_usable=False)
    names = names_of(field.spec)
    seen: set[int] = set()
    for key, value in node.entries:
        number = _cell(field, key, found.problems, seen)
        _read_entry(field, names, found, number, value, text)
    _drop_surplus(field, found)
    return found


def _drop_surplus(field: Field, found: Tiled) -> None:
    """Leave out the hidden tiles for which no tile is left."""
    left = field.tiles_each * len(field.players) - sum(found.hands.placed)
    for cell, place in [*found.hidden.items()][left:]:
        found.problems.append(place.problem("supply", "all tiles lie elsewhere; this is one more"))
        found.left_out.add(cell)
        found.unclear.remove(cell)
        del found.hidden[cell]


def _cell(field: Field, key: Scalar, problems: list[Problem], seen: set[int]) -> int | None:
    """Return the cell that a key names, or None where none or one that was named before."""
    cell = field.board.cell(cell_name(key.text.strip()) or "")
    if cell is None:
        problems.append(cell_problem(Word(key.text, key.place), field.board))
        return None
    number = field.index[cell]
    if number in seen:
        message = f"{field.names[number]} is listed a second time"
        problems.append(key.place.problem("duplicate-cell", message, "keep one of the two"))
        return None
    seen.add(number)
    return number


def _read_entry(field: Field, names: Names, found: Tiled, cell: int | None, value: Node, text: str) -> None:
    """Read one entry, and lay its tile where nothing is wrong with it or its hex."""
    if isinstance(value, Scalar) and value.text.strip().casefold() == UNCLEAR:
        if cell is not None:
            found.hidden[cell] = value.place
            found.unclear.append(cell)
        return
    owner, tile, problems = _read_value(field, names, value, text)
    place = value.place
    if tile is not None and owner is not None and tile.kind is not None:
        extra = [*found.hands.supply_fault(owner, tile.kind)]
        is_block = not field.faces[tile.declared or tile.kind, 0]
        if cell is not None and is_block:
            extra += foreign_block(field, owner, cell)
        at = _tile_place(value, text) if extra else place
        problems += [at.problem(fault.code, fault.message, fault.hint) for fault in extra]
        if cell is not None and not problems:
            found.hands.use(owner, tile.kind)
            laid = Laid(tile.kind, field.players[owner], tile.turn or 0, tile.declared)
            if tile.is_unclear and not is_block:
                found.turnable[cell] = laid
            else:
                found.layout.put(cell, laid, owner)
            if tile.is_unclear:
                found.unclear.append(cell)
            if is_block and cell in field.all_corners:
                note = corner_note(field, cell)
                problems.append(place.problem(note.code, note.message)._replace(severity="note"))
            found.problems.extend(problems)
            return
    found.problems.extend(problems)
    if cell is not None:
        found.left_out.add(cell)


def _tile_place(value: Node, text: str) -> Place:
    """Return where the tile stands in an entry, behind its owner."""
    found = words(value, text) if isinstance(value, Scalar) else []
    return found[1].place if len(found) > 1 else value.place


def _read_value(
    field: Field, names: Names, value: Node, text: str
) -> tuple[int | None, Typed | None, list[Problem]]:
    """Read owner and tile; None stands for what cannot be read."""
    expected = f"an owner, a tile and its direction, such as '{field.players[0]} straight 60'"
    if not isinstance(value, Scalar) or not value.text.split():
        return None, None, [bad_value(value, expected, "a tile that cannot be read is 'unclear'")]
    first, *rest = value.text.replace(",", " ").split() or [""]
    at = 1
    owner = field.players.index(first) if first in field.players else None
    problems: list[Problem] = []

    def place(at: int | None) -> Place:
        found = words(value, text)
        return found[at].place if at is not None and at < len(found) else value.place

    if owner is None:
        problems.append(place(0).problem("bad-value", *_no_owner(field, names, first, expected)))
        if typed(names, (first, *rest)).kind is not None or (not rest and first == "?"):
            rest, at = [first, *rest], 0  # the owner alone is missing
    tile = typed(names, tuple(rest), at)
    if owner is None and rest[:1] == ["?"]:
        return None, None, problems
    problems += [place(fault.at).problem(fault.code, fault.message, fault.hint) for fault in tile.faults]
    if tile.displaces is not None:
        message = "an 'x' belongs to a record of moves; expected the tile that lies there in the end"
        problems.append(place(tile.displaces).problem("bad-value", message))
    return owner, tile, problems


def _no_owner(field: Field, names: Names, word: str, expected: str) -> tuple[str, str]:
    if word == "?":
        return f"found {quoted(word)}; expected {expected}", "a tile that cannot be read is 'unclear'"
    if typed(names, (word,)).kind is not None:
        return f"the owner is missing before {quoted(word)}; expected {expected}", "for example " + field.players[
            0
        ]
    message = f"found {quoted(word)}; expected one of the players {', '.join(field.players)}"
    if word.casefold() == UNCLEAR:
        return message, f"a tile that cannot be read is '{UNCLEAR}' alone"
    return message, player_hint(word, field.spec.players, field.players)
