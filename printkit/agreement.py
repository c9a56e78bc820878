"""Whether the parts of a spec agree: what is named exists, and a scorer gets what it needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from printkit.board import NUMBERS, WHOLE, Board
from printkit.colours import theme_faults
from printkit.errors import Problem, hint_for, quoted
from printkit.fields import as_mapping, found_at, item_place, key_place, missing_key
from printkit.modes import mode_faults
from printkit.players import player_faults
from printkit.shapes import board_of
from printkit.tiles import unknown_tiles
from printkit.yamlnodes import Mapping as MappingNode
from printkit.yamlnodes import Scalar, Sequence

ROUNDS = "battle_hex"  # the scorer of a game in rounds
OF_A_RHOMBUS = ("sides", "mirror_run")  # what only boards can have that are alike in every size, and when mirrored
TILES = "flow"  # the scorer of games with tiles
OF_ONE_BOARD = (ROUNDS, TILES)  # scorers that know no boards of other sizes, and no mirrored replies
CONNECTING = ("connect", ROUNDS)  # those by which chains join sides


def disagreements(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
    """Give the problems that only several parts of a spec show; ``values`` are those that could be read."""
    yield from _one_or_several(node)
    boards = boards_of(values)
    players = values.get("players", {})
    yield from _lacking_sides(values, node)
    yield from _beyond_rounds(values, node)
    yield from _of_a_rhombus(values, node)
    yield from _unscored(values, node)
    for word, player in players.items():
        for i, side in enumerate(player.joins):
            place = item_place(found_at(node, "players", word, "joins"), i)
            lacking = [board for board in boards.values() if side not in board.sides]
            if lacking:
                message = f"the board has no side {quoted(side)}"
                yield place.problem("bad-value", message, hint_for(side, lacking[0].sides))
            elif side in player.joins[:i]:
                yield place.problem("bad-value", f"'{side}' is listed twice; expected different sides")
    games = node.find("games")
    for i, part in enumerate(values.get("games", ())):
        if isinstance(games, Sequence):
            lacking = [board for board in boards.values() if board.region(part) is None]
            if lacking:
                message = f"the board has no region {quoted(part)}"
                hint = hint_for(part, (WHOLE, *lacking[0].regions))
                yield games.items[i].place.problem("bad-value", message, hint)
            elif part in values["games"][:i]:
                yield games.items[i].place.problem("bad-value", f"the game '{part}' is listed twice")
    number, to_win = len(values.get("games", (WHOLE,))), values.get("points_to_win", 1)
    if to_win > number:
        message = f"found {to_win}; expected at most {number}, the number of games"
        yield found_at(node, "points_to_win").place.problem("bad-value", message)
    yield from player_faults(players, found_at(node, "players"))
    yield from theme_faults(values.get("theme", {}), found_at(node, "theme"))
    tiles, known = _keys(node, "tile_types"), _keys(node, "players")
    for kind, lines in values.get("line_names", {}).items():
        if lines.player not in known:
            message = f"no player is called {quoted(lines.player)}"
            place = found_at(node, "line_names", kind, "player").place
            yield place.problem("bad-value", message, hint_for(lines.player, known))
    yield from unknown_tiles(values.get("supply", {}), tiles, found_at(node, "supply"))
    for word, mode in values.get("modes", {}).items():
        yield from mode_faults(mode, known, tiles, boards.values(), found_at(node, "modes", word))


def _one_or_several(node: MappingNode) -> Iterator[Problem]:
    board, boards = node.find("board"), node.find("boards")
    if board is None and boards is None:
        yield missing_key(node, "board")
    elif board is not None and boards is not None:
        message = "a game has a 'board' or several 'boards', not both"
        yield boards.place.problem("unknown-field", message, "keep one of the two")


def _of_a_rhombus(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
    """Give a problem where sides to choose, or mirrored replies, are asked for on a board that has none."""
    board, scoring = values.get("board"), values.get("scoring")
    if scoring is None or scoring.kind in OF_ONE_BOARD or (board is None and not values.get("boards")):
        return
    if getattr(board, "diamond", None) is None:
        for word in OF_A_RHOMBUS:
            if found_at(node, "scoring", word) is not found_at(node, "scoring"):
                message = f"the scorer knows no {word} on a board that is no rhombus"
                yield key_place(found_at(node, "scoring"), word).problem("unknown-field", message, "leave it out")


def _unscored(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
    """Give a problem for each board of a scored game whose cells are numbered, as moves are."""
    boards = {"board": values["board"]} if values.get("board") is not None else values.get("boards", {})
    for word, board in boards.items() if values.get("scoring") is not None else ():
        if board.labels.scheme == NUMBERS:
            path = ("board", "labels", "scheme") if word == "board" else ("boards", word, "labels", "scheme")
            message = "a scored game needs cells with letters: numbers of cells look like those of moves"
            yield found_at(node, *path).place.problem("bad-value", message, "leave out 'scheme', or 'scoring'")


def _keys(node: MappingNode, name: str) -> tuple[str, ...]:
    """Return the keys of a mapping within a node, those of entries with mistakes too."""
    found = node.find(name)
    return tuple(word.text for word, _ in found.entries) if isinstance(found, MappingNode) else ()


def _lacking_sides(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
    """Give a problem for each player of a connection game who joins no sides."""
    scoring = values.get("scoring")
    modes, players = node.find("modes"), node.find("players")
    has_modes = isinstance(modes, MappingNode) and bool(modes.entries)
    is_connecting = scoring is not None and scoring.kind in CONNECTING
    if not has_modes and node.find("tile_types") is not None:
        place = (node if modes is None else modes).place
        yield place.problem("missing-field", "a game with 'tile_types' needs 'modes', the ways to play with them")
        return
    if not has_modes and scoring is not None and scoring.kind == TILES:
        message = f"the scorer '{TILES}' is for games with 'tile_types' and 'modes'"
        yield found_at(node, "scoring", "kind").place.problem("bad-value", message)
    for _, value in players.entries if is_connecting and isinstance(players, MappingNode) else ():
        is_empty = isinstance(value, Scalar) and value.plain and not value.text
        if isinstance(value, MappingNode) or is_empty:
            mapping = as_mapping(value)
            if mapping.find("joins") is None:
                yield missing_key(mapping, "joins")


def _beyond_rounds(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
    """Give a problem where a game of rounds has not two players, or contests other than the whole board."""
    scoring = values.get("scoring")
    if scoring is None or scoring.kind != ROUNDS:
        return
    number, games = len(values.get("players", ())), values.get("games", (WHOLE,))
    if number not in (0, 2):
        message = f"found {number}; expected two players where cards name the cells"
        yield found_at(node, "players").place.problem("bad-value", message)
    for word, player in values.get("players", {}).items():
        if len(player.joins) > 2:
            message = f"found {len(player.joins)} sides; expected two where cards name the cells"
            yield found_at(node, "players", word, "joins").place.problem("bad-value", message)
    if games != (WHOLE,):
        message = f"found {', '.join(games)}; expected only '{WHOLE}' where cards name the cells"
        yield found_at(node, "games").place.problem("bad-value", message)


def boards_of(values: Mapping[str, Any]) -> dict[str, Board]:
    """Build the boards that could be read."""
    if values.get("board") is not None:
        return {"": board_of(values["board"])}
    return {name: board_of(spec) for name, spec in values.get("boards", {}).items()}
