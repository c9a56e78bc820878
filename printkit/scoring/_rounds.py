"""Reading lists of rounds: both players name a cell with two cards, and who named it too late or twice.

A cell that held a stone before the round is forfeited. Where both name the same open cell, each shows a card's
colour: the first player takes the cell with equal colours, the second with different ones, and the other one
places elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from printkit.board import Board
from printkit.errors import Problem
from printkit.fields import missing_key, unknown_keys
from printkit.hexgrid import Hex
from printkit.players import Player
from printkit.record import bad_value, is_nothing, unknown_player
from printkit.scoring._cards import card_of, colour_of, read_pair
from printkit.scoring._standing import Rules, winners
from printkit.spec import Game
from printkit.yamlnodes import Mapping as MappingNode
from printkit.yamlnodes import Node, Scalar, described
from printkit.yamlnodes import Sequence as SequenceNode

TIE, OTHER = "tie", "other"


class Rounds(NamedTuple):
    """What was read: stones by cell, rounds and what happened in them, and whether anything can be scored."""

    stones: Mapping[Hex, str]
    number: int  # up to the end of the game, the faulty ones too
    forfeits: Sequence[Mapping[str, Any]]
    tiebreaks: Sequence[Mapping[str, Any]]
    problems: Sequence[Problem]
    is_usable: bool


def read_rounds(game: Game, rules: Rules, node: Node, text: str) -> Rounds:
    """Follow ``rounds`` until a chain appears; a faulty round is left out."""
    if not isinstance(node, SequenceNode):
        expected = f"a list of rounds such as {example(tuple(game.spec.players))}"
        return Rounds({}, 0, (), (), (bad_value(node, expected),), is_usable=False)
    table = _Table(game, rules)
    problems: list[Problem] = []
    for number, item in enumerate(node.items, 1):
        found = table.play(item, text)
        problems += [problem._replace(move=number) for problem in found]
    return Rounds(table.stones, table.number, table.forfeits, table.tiebreaks, problems, is_usable=True)


class _Said(NamedTuple):
    """What a round says: the players' cells, the colours shown, where the tiebreak's loser placed.

    None stands for what cannot be read.
    """

    cells: tuple[Hex | None, ...]
    colours: Mapping[str, str | None]
    other: Hex | None
    problems: tuple[Problem, ...]


class _Table:
    """The board, and what has happened on it so far."""

    def __init__(self, game: Game, rules: Rules) -> None:
        self.board = game.board
        self.rules = rules
        self.known = game.spec.players
        self.players = tuple(self.known)
        self.own = [0 for _ in self.players]  # stones as bits
        self.stones: dict[Hex, str] = {}
        self.number = 0
        self.forfeits: list[dict[str, Any]] = []
        self.tiebreaks: list[dict[str, Any]] = []
        self.winner: str | None = None

    def play(self, item: Node, text: str) -> list[Problem]:
        """Play one round, unless something is wrong with it."""
        if self.winner is not None:
            message = f"a round after the end: {self.winner} has a chain since round {self.number}"
            return [item.place.problem("after-end", message)]
        self.number += 1
        if not isinstance(item, MappingNode):
            return [bad_value(item, f"a round such as {example(self.players)}")]
        said = _said(self.board, self.known, item, text)
        faults = [*said.problems, *self._faults(item, said)]
        if not faults:
            self._place(said)
        return faults

    def _is_tied(self, said: _Said) -> bool | None:
        """Whether both players name the same open cell; None where that cannot be known."""
        first, second = said.cells
        if first in self.stones or second in self.stones:
            return False
        return None if first is None or second is None else first == second

    def _faults(self, item: MappingNode, said: _Said) -> Iterator[Problem]:
        """Compare what is said of a tiebreak with the cells that are named."""
        is_tied = self._is_tied(said)
        if is_tied:
            yield from self._tie_faults(item, said)
        given = [word for word, _ in item.entries if word.text in (TIE, OTHER)]
        if is_tied is False and given:
            message = (
                f"found '{given[0].text}'; the players do not name the same open cell, so there is no tiebreak"
            )
            yield given[0].place.problem("tie-unneeded", message)

    def _tie_faults(self, item: MappingNode, said: _Said) -> Iterator[Problem]:
        contested = said.cells[0]
        both = f"both name {self._name(contested)}"
        if any(player not in said.colours for player in self.players):
            expected = f"for example {TIE}: {{{self.players[0]}: R, {self.players[1]}: B}}"
            yield item.place.problem("tie-missing", f"{both}, but not both colours shown are given", expected)
        other = item.find(OTHER)
        if other is None and len(self.stones) + 1 < len(self.board.cells):
            hint = f"for example {OTHER}: R2 B3"
            yield item.place.problem(
                "other-missing", f"{both}, but not where the loser then placed is given", hint
            )
        if other is not None and (said.other == contested or said.other in self.stones):
            owner = self.stones.get(said.other) if said.other is not None else None
            state = "is the cell that both name" if owner is None else f"already holds a stone of {owner}"
            yield other.place.problem("other-taken", f"{self._name(said.other)} {state}")

    def _name(self, cell: Hex | None) -> str:
        return "" if cell is None else self.board.names[cell]

    def _place(self, said: _Said) -> None:
        """Place the stones of a round without faults, and look for a chain."""
        if self._is_tied(said):
            first, second = (said.colours[player] for player in self.players)
            order = self.players if first == second else self.players[::-1]
            placed = list(zip(order, (said.cells[0], said.other), strict=True))
            self.tiebreaks.append({"round": self.number, "winner": order[0]})
        else:
            named = list(zip(self.players, said.cells, strict=True))
            placed = [(player, cell) for player, cell in named if cell not in self.stones]
            late = [player for player, cell in named if cell in self.stones]
            self.forfeits += [{"round": self.number, "player": player} for player in late]
        for player, cell in placed:
            if cell is not None:
                self.stones[cell] = player
                self.own[self.players.index(player)] |= self.rules.arena.bits[cell]
        (winner,) = winners(self.rules, self.own)
        self.winner = None if winner is None else self.players[winner]


def example(players: tuple[str, ...]) -> str:
    """Return a round, for messages."""
    return f"{{{players[0]}: R6 B7, {players[1]}: RK BA}}"


def _said(board: Board, players: Mapping[str, Player], item: MappingNode, text: str) -> _Said:
    """Read a round."""
    problems = list(unknown_keys(item, (*players, TIE, OTHER)))
    cells: dict[str, Hex | None] = {}
    for key in (*players, OTHER):
        node = item.find(key)
        cells[key], found = (None, ()) if node is None else read_pair(board, node, text)
        problems += found
    problems += [missing_key(item, player) for player in players if item.find(player) is None]
    tie = item.find(TIE)
    colours, faults = ({}, []) if tie is None else _colours(players, tie)
    named = tuple(cells[player] for player in players)
    return _Said(named, colours, cells[OTHER], (*problems, *faults))


def _colours(players: Mapping[str, Player], node: Node) -> tuple[dict[str, str | None], list[Problem]]:
    """Read the colours that the players show; None where one cannot be read."""
    if not isinstance(node, MappingNode):
        first, second = players
        expected = f"the colours shown, such as {{{first}: R, {second}: B}}"
        return dict.fromkeys(players), [bad_value(node, expected)]
    problems = []
    colours: dict[str, str | None] = {}
    for word, value in node.entries:
        if word.text not in players:
            problems.append(unknown_player(word, players))
            continue
        colours[word.text] = colour_of(value.text) if isinstance(value, Scalar) else None
        if not isinstance(value, Scalar) or is_nothing(value):
            problems.append(bad_value(value, "a colour, R or B"))
        elif colours[word.text] is None:
            message = f"found {described(value)}; expected a colour: R, B, red or black"
            problems.append(value.place.problem("bad-card", message, _near_colour(value.text)))
    return colours, problems


def _near_colour(text: str) -> str | None:
    card = card_of(text)
    return None if card is None else f"probably {card.colour} was meant"
