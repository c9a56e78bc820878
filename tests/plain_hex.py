"""Quadrant Hex and the board of Battle Hex by hand: breadth-first search, with nothing of printkit.

A cell is (letter, number), both from 1; ``G7`` is (7, 7). What printkit says is compared with this.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

Cell = tuple[int, int]
Stones = Mapping[Cell, str]
Diamond = Literal["wide", "tall"]

PLAYERS = ("black", "white")
QUADRANT, BATTLE = "quadrant-hex", "battle-hex"
SIDES = {
    QUADRANT: {"black": ("upper right", "lower left"), "white": ("upper left", "lower right")},
    BATTLE: {"red": ("upper left", "lower right"), "black": ("lower left", "upper right")},
}
GAMES = ("whole", "lower", "right", "left", "upper")
TO_WIN = 3
MARKS = {"black": "xX*#●•bB", "white": "oO0○wW", "unclear": "?", "empty": "._-+·"}
BATTLE_MARKS = {"red": "rRxX●", "black": "bBoO○", "unclear": "?", "empty": "._-+·"}
MEANING = {
    game: {mark: owner for owner, marks in meant.items() for mark in marks}
    for game, meant in ((QUADRANT, MARKS), (BATTLE, BATTLE_MARKS))
}


def cell_of(name: str) -> Cell:
    """Read the name of a cell; letters A to Z are enough here."""
    return ord(name[0].upper()) - 64, int(name[1:])


def name_of(cell: Cell) -> str:
    """Name a cell."""
    return f"{chr(64 + cell[0])}{cell[1]}"


class Plain(NamedTuple):
    """A board: how many cells along a side, which way it is drawn, and what is played on it."""

    side: int = 10
    diamond: Diamond = "wide"
    played: str = QUADRANT

    def cells(self) -> list[Cell]:
        """Return all cells."""
        return [(c, r) for c in range(1, self.side + 1) for r in range(1, self.side + 1)]

    def around(self, cell: Cell) -> set[Cell]:
        """Return the cells that touch a cell, and perhaps some beyond the board."""
        c, r = cell
        slanted = {(c + 1, r + 1), (c - 1, r - 1)} if self.diamond == "wide" else {(c + 1, r - 1), (c - 1, r + 1)}
        return {(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)} | slanted

    def part(self, game: str) -> tuple[range, range]:
        """Return the letters and the numbers of one of the five games."""
        half, side = self.side // 2, self.side
        first, second, all_ = range(1, half + 1), range(half + 1, side + 1), range(1, side + 1)
        return {
            "whole": (all_, all_),
            "lower": (first, first),
            "right": (second, first),
            "left": (first, second),
            "upper": (second, second),
        }[game]

    def edge(self, game: str, side: str) -> set[Cell]:
        """Return the cells along one side of a game."""
        letters, numbers = self.part(game)
        return {
            "upper left": {(c, numbers[-1]) for c in letters},
            "lower right": {(c, numbers[0]) for c in letters},
            "upper right": {(letters[-1], r) for r in numbers},
            "lower left": {(letters[0], r) for r in numbers},
        }[side]

    def chain_length(self, game: str, player: str, stones: Stones) -> int | None:
        """Return how many cells the shortest chain of a player has in a game; None where there is none."""
        letters, numbers = self.part(game)
        own = {cell for cell, who in stones.items() if who == player and cell[0] in letters and cell[1] in numbers}
        start, goal = (self.edge(game, side) for side in SIDES[self.played][player])
        layer, seen, length = own & start, own & start, 1
        while layer:
            if layer & goal:
                return length
            layer = {near for cell in layer for near in self.around(cell) & own} - seen
            seen |= layer
            length += 1
        return None

    def winner(self, game: str, stones: Stones) -> str | None:
        """Return who has won a game."""
        won = [player for player in SIDES[self.played] if self.chain_length(game, player, stones) is not None]
        assert len(won) <= 1, "both players have a chain"
        return won[0] if won else None

    def winners(self, stones: Stones) -> dict[str, str | None]:
        """Return who has won each game."""
        return {game: self.winner(game, stones) for game in GAMES}

    def chain_faults(self, game: str, player: str, stones: Stones, chain: Sequence[str]) -> Iterator[str]:
        """Say what is wrong with what should be a chain of a player from the first-named side to the other."""
        if not chain:
            yield "the chain is empty"
            return
        cells = [cell_of(name) for name in chain]
        letters, numbers = self.part(game)
        for name, cell in zip(chain, cells, strict=True):
            if cell[0] not in letters or cell[1] not in numbers:
                yield f"{name} lies outside {game}"
            if stones.get(cell) != player:
                yield f"{name} is no stone of {player}"
        for one, other in itertools.pairwise(cells):
            if other not in self.around(one):
                yield f"{name_of(one)} does not touch {name_of(other)}"
        for cell, side in zip((cells[0], cells[-1]), SIDES[self.played][player], strict=True):
            if cell not in self.edge(game, side):
                yield f"{name_of(cell)} does not lie on the side {side}"

    def rows(self) -> list[list[Cell]]:
        """Return the cells as a diagram shows them: level rows from the top, each from left to right.

        A letter more leads up to the right, a number more up to the left, so their sum is the same all along a
        row, in both diamonds.
        """
        last = self.side
        return [
            [(c, total - c) for c in range(1, last + 1) if 1 <= total - c <= last]
            for total in range(2 * last, 1, -1)
        ]


def outcome(won: Mapping[str, str | None]) -> tuple[str, tuple[str, ...], dict[str, int]]:
    """Return status, winners and points of a position without unclear cells."""
    points = {player: list(won.values()).count(player) for player in PLAYERS}
    best = [player for player in PLAYERS if points[player] >= TO_WIN]
    return ("won" if best else "unfinished"), tuple(best), points


class Reading(NamedTuple):
    """What all readings of the unclear cells have in common, and the cells that matter."""

    status: str
    winners: tuple[str, ...]
    points: dict[str, int]
    games: dict[str, str | None]  # or "unclear"
    decides: set[Cell]


def all_readings(board: Plain, stones: Stones, unclear: Collection[Cell]) -> Reading:
    """Try each unclear cell as black, white and empty, all together."""
    cells = list(unclear)
    verdicts: dict[tuple[str | None, ...], dict[str, str | None]] = {}
    for owners in itertools.product((*PLAYERS, None), repeat=len(cells)):
        extra = {cell: owner for cell, owner in zip(cells, owners, strict=True) if owner is not None}
        verdicts[owners] = board.winners({**stones, **extra})
    found = list(verdicts.values())
    games: dict[str, str | None] = {
        game: found[0][game] if all(won[game] == found[0][game] for won in found) else "unclear" for game in GAMES
    }
    outcomes = {outcome(won)[:2] for won in found}
    status, winners = next(iter(outcomes)) if len(outcomes) == 1 else ("unclear", ())
    decides = set()
    for i, cell in enumerate(cells):
        for owners, won in verdicts.items():
            for other in (*PLAYERS, None):
                changed = verdicts[(*owners[:i], other, *owners[i + 1 :])]
                if changed != won or outcome(changed)[:2] != outcome(won)[:2]:
                    decides.add(cell)
    points = {player: list(games.values()).count(player) for player in PLAYERS}
    return Reading(status, winners, points, games, decides)


# Transcripts without faults, as a YAML library reads them


def board_of(transcript: Mapping[str, Any]) -> Plain:
    """Return the board of a transcript."""
    if transcript["game"] == BATTLE:
        return Plain(13, "wide", BATTLE)
    return Plain(transcript.get("side", 10), transcript.get("diamond", "wide"))


def stones_of(transcript: Mapping[str, Any]) -> dict[Cell, str]:
    """Return the readable stones of a transcript that has no faults."""
    board = board_of(transcript)
    if "moves" in transcript:
        return dict(_moves(_words(transcript["moves"])))
    if "stones" in transcript:
        body = transcript["stones"]
        return {cell_of(word): who for who in SIDES[board.played] for word in _words(body.get(who) or "")}
    marks = "".join(transcript["diagram"].split())
    cells = [cell for row in board.rows() for cell in row]
    owners = zip(cells, (MEANING[board.played][mark] for mark in marks), strict=True)
    return {cell: owner for cell, owner in owners if owner in SIDES[board.played]}


def _words(body: str | list[str]) -> list[str]:
    return (body if isinstance(body, str) else " ".join(body)).replace(",", " ").split()


def _moves(words: list[str]) -> Iterator[tuple[Cell, str]]:
    entries = [word.casefold() for word in words if not word.endswith(".")]
    for i, word in enumerate(entries):
        if word not in ("pass", "-", "resign"):
            yield cell_of(word), PLAYERS[i % 2]
