"""Cards that name cells: a red one and a black one cross in a cell of the board.

The rank of the red card is the cell's letter, that of the black card its number: the red six and the black seven
are F7. A pair may also be written as the cell.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from printkit.board import Board, letters
from printkit.errors import Problem, quoted
from printkit.hexgrid import Hex
from printkit.record import Word, bad_value, cell_name, cell_problem, is_nothing, near_cell, words
from printkit.yamlnodes import Node, Scalar

COLOURS = {"r": "red", "red": "red", "b": "black", "black": "black"}
SUITS = {**dict.fromkeys("hd♥♦♡♢", "red"), **dict.fromkeys("sc♠♣♤♧", "black")}
RANKS = ("a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k")

_RANK = "(?:10|[2-9ajqk])"
_ANY_CARD = f"(?:[rb]{_RANK}|{_RANK}[{''.join(SUITS)}])"
_CARD = re.compile(_ANY_CARD, re.IGNORECASE | re.ASCII)
_TWO_CARDS = re.compile(rf"({_ANY_CARD})\W?({_ANY_CARD})", re.IGNORECASE | re.ASCII)
_STYLES = dict.fromkeys(map(ord, "\ufe0e\ufe0f"))  # behind a suit: draw it as text, or as a picture


class Card(NamedTuple):
    """A card: its colour, and its rank as a number from 0."""

    colour: str
    rank: int


class Pair(NamedTuple):
    """The cell that two cards name, or None, and what is wrong with them."""

    cell: Hex | None
    problems: tuple[Problem, ...] = ()


def card_of(text: str) -> Card | None:
    """Read a card: a colour and a rank (``R10``), or a rank and a suit (``10♥``, ``QS``)."""
    match = _CARD.fullmatch(text.translate(_STYLES))
    if match is None:
        return None
    card = match[0].lower()
    if card[0] in COLOURS:
        return Card(COLOURS[card[0]], RANKS.index(card[1:]))
    return Card(SUITS[card[-1]], RANKS.index(card[:-1]))


def colour_of(text: str) -> str | None:
    """Read the colour of a card: ``R``, ``B``, ``red`` or ``black``."""
    return COLOURS.get(text.strip().casefold())


def read_pair(board: Board, node: Node, text: str) -> Pair:
    """Read the pair of cards that names a cell, or the cell itself."""
    found = words(node, text) if isinstance(node, Scalar) and not is_nothing(node) else []
    if not found:
        return Pair(None, (bad_value(node, "a red and a black card, such as R6 B7, or their cell, such as F7"),))
    if len(found) == 1 and (cell := board.cell(cell_name(found[0].text) or "")) is not None:
        return Pair(cell)
    cards = [card_of(word.text) for word in found]
    if len(found) == 1 and cards == [None] and cell_name(found[0].text) is not None:
        return Pair(None, (cell_problem(found[0], board),))
    near = near_cell(found[0].text, board) if len(found) == 1 else None
    faults = [_bad_card(word, near) for word, card in zip(found, cards, strict=True) if card is None]
    if faults:
        return Pair(None, tuple(faults))
    return _crossing(board, found, {card.colour: card.rank for card in cards if card is not None})


def _crossing(board: Board, found: list[Word], ranks: dict[str, int]) -> Pair:
    """Return the cell in which a red and a black card cross; ``ranks`` are those of each colour."""
    if len(found) != 2 or len(ranks) != 2:
        shown = " ".join(word.text for word in found)
        message = f"found {quoted(shown)}; expected one red and one black card, such as R6 B7"
        return Pair(None, (found[:3][-1].place.problem("card-pair", message),))
    name = f"{letters(ranks['red'])}{ranks['black'] + 1}"
    cell = board.cell(name)
    return Pair(cell) if cell is not None else Pair(None, (cell_problem(found[0]._replace(text=name), board),))


def _bad_card(word: Word, near: str | None) -> Problem:
    meant = _near_card(word.text) or near
    hint = None if meant is None else f"probably {meant} was meant"
    message = f"found {quoted(word.text)}; expected a card such as R10, BQ, 10♥ or QS"
    return word.place.problem("bad-card", message, hint)


_LOOKALIKES = str.maketrans({"o": "0", "l": "1", "i": "1", "|": "1"})
_MEANT_RANKS = {**{rank: rank for rank in RANKS}, "1": "a", "11": "j", "12": "q", "13": "k", "t": "10"}


def _near_card(text: str) -> str | None:
    """Return what a mistyped word probably means: O for 0, 11 for J, two parts swapped, two cards joined."""
    plain = text.translate(_STYLES).casefold().strip(".;:!?()[]'\"")
    joined = _TWO_CARDS.fullmatch(plain)
    if joined is not None:
        return f"{joined[1]} {joined[2]}".upper()
    for mark, rest in ((plain[:1], plain[1:]), (plain[-1:], plain[:-1])):
        rank = _MEANT_RANKS.get(rest.translate(_LOOKALIKES))
        if rank is not None and (mark in SUITS or mark in COLOURS):
            return (mark + rank if mark in COLOURS else rank + mark).upper()
    return None
