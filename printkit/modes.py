"""Modes of a game that is played with tiles: corners, goals, territories, what dots and captures count."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from printkit.board import Board
from printkit.errors import Problem, hint_for, quoted
from printkit.fields import (
    choice,
    found_at,
    integer,
    item_place,
    key,
    key_place,
    list_of,
    map_of,
    one_line,
    player_id,
    yes_or_no,
)
from printkit.tiles import unknown_tiles
from printkit.yamlnodes import Mapping as MappingNode
from printkit.yamlnodes import Node, Place

CORNERS, SIDES, CENTRE = "corners", "sides", "centre"


@dataclass(frozen=True, eq=False)
class Mode:
    """A way to play: who starts where, and what each player's path has to reach.

    The aim ``corners``: a path joins the player's two corners. ``sides``: it leads from an own corner to the side
    in ``goals``. ``centre``: from the own corner to a cell of the board's centre.
    """

    name: str = key(one_line, "what the mode is called")
    aim: str = key(
        choice(CORNERS, SIDES, CENTRE),
        "what a winning path joins: an own corner and the other, a side, or the centre",
    )
    corners: Mapping[str, tuple[str, ...]] = key(
        map_of(player_id, list_of(one_line, 1), 1),
        "each player's corners of the board; who has none does not play",
    )
    order: tuple[str, ...] = key(
        list_of(player_id, 1), "who moves after whom, where that is not the order of the corners", default=()
    )
    goals: Mapping[str, str] = key(
        map_of(player_id, one_line), "the board side that each player's path must reach", factory=dict
    )
    territories: Mapping[str, str] = key(
        map_of(player_id, one_line), "the region of the board that is each player's land", factory=dict
    )
    multipliers: Mapping[int, int] = key(
        map_of(integer(1, 6), integer(1, 1000)),
        "by what a dot hex multiplies the score, by its dots",
        factory=dict,
    )
    bonuses: Mapping[int, int] = key(
        map_of(integer(1, 6), integer(0, 1000)),
        "what a dot hex adds to the score, by its dots",
        factory=dict,
    )
    captures: int = key(integer(0, 100), "how many tiles a player may capture; 0: none", default=0)
    dead: tuple[str, ...] = key(list_of(one_line, 1), "corners of the board that no path may use", default=())
    block_on_corner: str = key(
        choice("any", "own"),
        "on whose starting corners a tile without lines may stand: anybody's, or the placer's own",
        default="any",
    )
    cut_off: bool = key(
        yes_or_no, "whether a tile without lines that takes the opponent's last way wins at once", default=False
    )
    supply: Mapping[str, int] = key(
        map_of(one_line, integer(0, 1000)), "each player's tiles by type, where they are others", factory=dict
    )

    @property
    def turns(self) -> tuple[str, ...]:
        """The players in the order of their turns."""
        return self.order or tuple(self.corners)

    @staticmethod
    def faults(values: Mapping[str, Any], node: MappingNode) -> Iterator[Problem]:
        """Check that the aim has what it needs, and that dots count in one way."""
        aim, corners = values.get("aim"), values.get("corners", {})
        order = values.get("order", ())
        if order and sorted(order) != sorted(corners):
            message = f"the order names {', '.join(order)}; expected each of {', '.join(corners)} once"
            yield found_at(node, "order").place.problem("bad-value", message)
        for player, own in corners.items():
            if aim == CORNERS and len(set(own)) != 2:
                message = f"the corners of {player}: {', '.join(own)}; the aim 'corners' is to join two"
                yield found_at(node, "corners", player).place.problem("bad-value", message)
        missing = [player for player in corners if player not in values.get("goals", {})] if aim == SIDES else []
        if missing:
            message = f"the aim 'sides' needs a side in 'goals' for each player; missing: {', '.join(missing)}"
            yield found_at(node, "goals").place.problem("missing-field", message)
        if values.get("multipliers") and values.get("bonuses"):
            message, hint = "dots multiply or add, not both", "leave out 'multipliers' or 'bonuses'"
            yield found_at(node, "bonuses").place.problem("bad-value", message, hint)


def mode_faults(
    mode: Mode, players: Iterable[str], tiles: Collection[str], boards: Iterable[Board], node: Node
) -> Iterator[Problem]:
    """Give what a mode names and the game does not have; ``node`` is the mode's."""
    known_players = tuple(players)
    for part in ("corners", "goals", "territories"):
        for player in getattr(mode, part):
            if known_players and player not in known_players:
                message, hint = f"no player is called {quoted(player)}", hint_for(player, known_players)
                yield key_place(found_at(node, part), player).problem("bad-value", message, hint)
    wanted = list(_wanted(mode, node))
    for board in boards:
        known: dict[str, Collection[str]] = {
            "corner": board.corners,
            "side": board.sides,
            "region": board.regions,
        }
        missing = [entry for entry in wanted if entry[1] not in known[entry[0]]]
        for kind, word, place in missing:
            message = f"the board has no {kind} {quoted(word)}"
            yield place.problem("bad-value", message, hint_for(word, known[kind]))
        wanted = [entry for entry in wanted if entry not in missing]
        yield from _marked_corners(mode, board, node)
        if mode.aim == CENTRE and not board.centre:
            message = "the aim 'centre' needs a board with a 'centre'"
            yield found_at(node, "aim").place.problem("bad-value", message)
    yield from unknown_tiles(mode.supply, tiles, found_at(node, "supply"))


def _marked_corners(mode: Mode, board: Board, node: Node) -> Iterator[Problem]:
    """Give a problem for each starting corner with dots or in the centre, and for dots that count nothing."""
    for player, corners in mode.corners.items():
        for i, corner in enumerate(corners):
            cell = board.corners.get(corner)
            what = "a dot hex" if cell in board.dots else "in the centre" if cell in board.centre else ""
            if cell is not None and what:
                message = f"the corner {corner}, {board.names[cell]}, is {what} as well"
                yield item_place(found_at(node, "corners", player), i).problem("bad-value", message)
    counted = mode.multipliers or mode.bonuses
    for number in sorted(set(board.dots.values()) - set(counted)) if counted else ():
        word = "multipliers" if mode.multipliers else "bonuses"
        message = f"the board has hexes with {number} dots, and these count nothing here"
        yield found_at(node, word).place.problem("missing-field", message)


def _wanted(mode: Mode, node: Node) -> Iterator[tuple[str, str, Place]]:
    """Give the corners, sides and regions that a mode names, with their places."""
    for player, corners in mode.corners.items():
        found = found_at(node, "corners", player)
        yield from (("corner", word, item_place(found, i)) for i, word in enumerate(corners))
    yield from (("corner", word, item_place(found_at(node, "dead"), i)) for i, word in enumerate(mode.dead))
    for player, side in mode.goals.items():
        yield "side", side, found_at(node, "goals", player).place
    for player, region in mode.territories.items():
        yield "region", region, found_at(node, "territories", player).place
