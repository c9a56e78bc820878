"""Tiles on a board: read as they are typed, and followed along their lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from printkit.errors import Problem, SpecError, hint_for, quoted
from printkit.fields import as_mapping, found_at, mismatch, missing_key, unknown_keys
from printkit.hexgrid import DIRECTIONS, Hex, step
from printkit.spec import Game
from printkit.tiles import Net, TileType, turned
from printkit.yamlnodes import Mapping as MappingNode
from printkit.yamlnodes import Node, Place, Scalar, Sequence

DEGREES = (0, 60, 120, 180, 240, 300)


class Laid(NamedTuple):
    """A tile on the board: its type, its owner, and by how many times 60° it is turned clockwise.

    ``declared`` is the type that a tile without lines of its own was declared to be, else ''.
    """

    kind: str
    owner: str
    turn: int
    declared: str = ""


class Tiling(NamedTuple):
    """A position of a game with tiles, for pictures: the tiles by cell, and a path over them, cell by cell.

    ``unclear`` are the cells whose tile or direction cannot be read, ``decides`` those of them on which something
    hangs; ``captures`` says how many tiles each player has taken.
    """

    game: Game
    mode: str
    tiles: Mapping[Hex, Laid]
    path: tuple[Hex, ...] = ()
    unclear: tuple[Hex, ...] = ()
    decides: tuple[Hex, ...] = ()
    captures: Mapping[str, int] = MappingProxyType({})
    more_paths: tuple[tuple[Hex, ...], ...] = ()  # of others who win or are looked at with the same eyes

    def kind(self, cell: Hex) -> TileType:
        """Return the type whose lines a tile shows."""
        laid = self.tiles[cell]
        return self.game.spec.tile_types[laid.declared or laid.kind]

    def nets(self, cell: Hex) -> tuple[Net, ...]:
        """Return the nets of the tile on a cell, as it lies there; none where there is no tile."""
        return turned(self.kind(cell).nets, self.tiles[cell].turn) if cell in self.tiles else ()

    def strands(self, path: tuple[Hex, ...]) -> list[Net] | None:
        """Return for each cell of a path the net that it takes; None where lines do not connect these cells."""
        directions = DIRECTIONS[self.game.board.orientation]
        chosen: list[Net] = []
        used: set[tuple[Hex, Net]] = set()

        def goes_on(at: int) -> bool:
            """Choose nets from one cell of the path on, each net once."""
            if at == len(path):
                return True
            cell = path[at]
            side = (
                None if at == 0 else next((k for k in range(6) if step(path[at - 1], directions[k]) == cell), -1)
            )
            for net in self.nets(cell):
                joins = side is None or (side in chosen[-1] and (side + 3) % 6 in net)
                if joins and (cell, net) not in used:
                    used.add((cell, net))
                    chosen.append(net)
                    if goes_on(at + 1):
                        return True
                    used.remove((cell, net))
                    chosen.pop()
            return False

        return chosen if path and goes_on(0) else None


def _plain(word: str) -> str:
    return re.sub(r"[-_\s]", "", word.casefold())


def tile_name(word: str, game: Game) -> tuple[str, str] | None:
    """Return the type that a word names and, behind ``=``, the type it is declared to be; None for neither."""
    types = game.spec.tile_types
    names = {_plain(name): name for name in types}
    first, equals, second = word.partition("=")
    kind, declared = names.get(_plain(first)), names.get(_plain(second)) if equals else ""
    if kind is None or declared is None:
        return None
    is_sound = not equals or (types[kind].face == "write" and types[declared].face == "block")
    return (kind, declared) if is_sound else None


def read_tile(node: Node, game: Game) -> Laid:
    """Read a tile of a position, such as ``A straight 60``; raises SpecError."""
    expected = "an owner, a tile and the degrees it is turned by, such as 'A straight 60'"
    if not isinstance(node, Scalar) or len(words := node.text.split()) < 2:
        raise mismatch(node, expected)
    owner, *rest = words
    problems: list[Problem] = []
    place = node.place
    degrees = 0
    found = tile_name("".join(rest), game)
    if found is None and len(rest) > 1 and not re.search("[A-Za-z=]", rest[-1]):
        last = rest.pop()
        if last.isascii() and last.isdigit() and int(last) in DEGREES:
            degrees = int(last)
        else:
            listed = ", ".join(map(str, DEGREES))
            problems.append(place.problem("bad-direction", f"found {quoted(last)}; expected one of: {listed}"))
        found = tile_name("".join(rest), game)
    if owner not in game.spec.players:
        message = f"no player is called {quoted(owner)}"
        problems.append(place.problem("bad-value", message, hint_for(owner, game.spec.players)))
    if found is None:
        word = " ".join(rest)
        hint = hint_for(word, game.spec.tile_types)
        problems.append(place.problem("unknown-tile", f"no tile is called {quoted(word)}", hint))
    if problems or found is None:
        raise SpecError(problems)
    return Laid(found[0], owner, degrees // 60, found[1])


def read_tiling(game: Game, node: Node) -> Tiling:
    """Read a position of a spec: ``tiles`` by cell, a ``mode``, a ``path`` over them, whose cells must connect.

    Raises SpecError with all problems, each at its place.
    """
    mapping = as_mapping(node)
    problems = list(unknown_keys(mapping, ("board", "mode", "tiles", "path")))
    game = _its_board(game, mapping, problems)
    modes = game.spec.modes
    mode_node = mapping.find("mode")
    mode = next(iter(modes), "")
    if isinstance(mode_node, Scalar) and mode_node.text in modes:
        mode = mode_node.text
    elif mode_node is not None:
        problems += mismatch(mode_node, f"one of: {', '.join(modes)}").problems
    tiles: dict[Hex, Laid] = {}
    tiles_node = mapping.find("tiles")
    if not isinstance(tiles_node, MappingNode):
        problems += (
            [missing_key(mapping, "tiles")]
            if tiles_node is None
            else mismatch(tiles_node, "tiles by cell").problems
        )
    else:
        for word, value in tiles_node.entries:
            cell = game.board.cell(word.text)
            if cell is None or cell in tiles:
                message = (
                    f"the board has no cell {quoted(word.text)}"
                    if cell is None
                    else "this cell holds a tile already"
                )
                problems.append(word.place.problem("off-board" if cell is None else "duplicate-cell", message))
                continue
            try:
                tiles[cell] = read_tile(value, game)
            except SpecError as error:
                problems += error.problems
    if mode and tiles_node is not None:
        problems += _not_in_mode(game, mode, tiles, tiles_node)
    tiling = Tiling(game, mode, tiles)
    path_node = mapping.find("path")
    if path_node is not None and not problems:
        path, problems = _path(path_node, tiling)
        tiling = tiling._replace(path=path)
    if problems:
        raise SpecError(problems)
    return tiling


def _not_in_mode(game: Game, mode: str, tiles: Mapping[Hex, Laid], node: Node) -> Iterator[Problem]:
    """Give a problem for each tile whose owner does not play in a mode, or of which there are not so many."""
    supply = game.supply(mode)
    counts: Counter[tuple[str, str]] = Counter()
    for cell, laid in tiles.items():
        place = found_at(node, game.board.names[cell]).place
        counts[laid.owner, laid.kind] += 1
        if laid.owner not in game.spec.modes[mode].corners:
            message = f"{laid.owner} does not play in the mode {quoted(mode)}"
            yield place.problem("bad-value", message)
        elif supply and counts[laid.owner, laid.kind] > supply.get(laid.kind, 0):
            number = supply.get(laid.kind, 0)
            yield place.problem("supply", f"{laid.owner} has {number} of {quoted(laid.kind)}; this is one more")


def _its_board(game: Game, mapping: MappingNode, problems: list[Problem]) -> Game:
    node = mapping.find("board")
    if node is None:
        return game
    names = [name for name in game.boards if name]
    if isinstance(node, Scalar) and node.text in names:
        return game.on_board(node.text)
    problems += mismatch(node, f"one of: {', '.join(names)}" if names else "no 'board': the game has one").problems
    return game


def _path(node: Node, tiling: Tiling) -> tuple[tuple[Hex, ...], list[Problem]]:
    """Read a path, and check that lines connect each of its cells to the next."""
    entries: list[tuple[str, Place]] = []
    if isinstance(node, Scalar):
        entries = [(word, node.place) for word in node.text.split()]
    elif isinstance(node, Sequence):
        entries = [(item.text, item.place) for item in node.items if isinstance(item, Scalar)]
    path: list[Hex] = []
    for word, place in entries:
        cell = tiling.game.board.cell(word)
        if cell is None or cell not in tiling.tiles:
            return (), [place.problem("off-board", f"the path goes over {quoted(word)}, where no tile lies")]
        path.append(cell)
        if tiling.strands(tuple(path)) is None:
            message = f"no line leads on to {word}" if len(path) > 1 else f"the tile on {word} has no lines"
            return (), [place.problem("not-connected", message)]
    if not path:
        return (), mismatch(node, "the cells of a path, such as 'A1 B2 B3'").problems  # type: ignore[return-value]
    return tuple(path), []
