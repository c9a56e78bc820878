"""Rounds of Battle Hex by hand, as a YAML library reads them, with nothing of printkit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tests.plain_hex import Cell, Plain, cell_of

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = {"red": "HDhd♥♦♡♢", "black": "SCsc♠♣♤♧"}

Round = Mapping[str, Any]


def spellings(colour: str, number: int) -> list[str]:
    """Return all ways to write the card of a colour with a rank from 1 to 13."""
    rank = RANKS[number - 1]
    letters = [colour[0], colour[0].upper()]
    cards = [letter + way for letter in letters for way in (rank, rank.lower())]
    cards += [way + suit for suit in SUITS[colour] for way in (rank, rank.lower())]
    return sorted(set(cards))


NAMED = {
    card: (colour, number) for colour in SUITS for number in range(1, 14) for card in spellings(colour, number)
}


def named_cell(text: str) -> Cell:
    """Return the cell that a pair of cards names, or that is written itself."""
    words = text.replace(",", " ").split()
    if len(words) == 1:
        return cell_of(words[0])
    ranks = dict(NAMED[word] for word in words)
    return ranks["red"], ranks["black"]


class Replayed(NamedTuple):
    """What rounds without faults come to."""

    stones: dict[Cell, str]
    forfeits: list[dict[str, Any]]
    tiebreaks: list[dict[str, Any]]
    winner: str | None
    played: int


def replay(board: Plain, rounds: Sequence[Round]) -> Replayed:
    """Play rounds until somebody has a chain."""
    stones: dict[Cell, str] = {}
    forfeits: list[dict[str, Any]] = []
    tiebreaks: list[dict[str, Any]] = []
    for number, entry in enumerate(rounds, 1):
        red, black = named_cell(entry["red"]), named_cell(entry["black"])
        if red == black and red not in stones:
            shown = [entry["tie"][player].upper()[0] for player in ("red", "black")]
            winner, loser = ("red", "black") if shown[0] == shown[1] else ("black", "red")
            tiebreaks.append({"round": number, "winner": winner})
            stones[red] = winner
            if len(stones) < len(board.cells()):
                stones[named_cell(entry["other"])] = loser
        else:
            before = set(stones)
            for player, cell in (("red", red), ("black", black)):
                if cell in before:
                    forfeits.append({"round": number, "player": player})
                else:
                    stones[cell] = player
        if board.winner("whole", stones) is not None:
            return Replayed(stones, forfeits, tiebreaks, board.winner("whole", stones), number)
    return Replayed(stones, forfeits, tiebreaks, None, len(rounds))
