"""Records: finished games as they were typed in, read from YAML with the place of every word.

The names of keys and problem codes are fixed: other programs depend on them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from printkit.board import Board, split_cell
from printkit.errors import Problem, hint_for, quoted
from printkit.hexgrid import Hex
from printkit.players import Player, player_hint
from printkit.verdict import Outcome
from printkit.yamlnodes import Mapping as MappingNode
from printkit.yamlnodes import Node, Place, Scalar, Sequence, described

COMMON_KEYS = ("game", "players", "title", "date", "event", "notes", "claim")
FREE_TEXTS = ("title", "date", "event", "notes")


class Word(NamedTuple):
    """A word of a transcript and where it stands."""

    text: str
    place: Place


class Line(NamedTuple):
    """A line of a text of several lines: what it holds and where that begins.

    ``is_found`` is false where the line is not in the file as it is here, as behind escapes in quotes.
    """

    text: str
    place: Place
    is_found: bool = True

    def at(self, index: int) -> Place:
        """Return the place of a character; of a line that was not found, the place of the text as a whole."""
        return self.place._replace(column=(self.place.column or 1) + index) if self.is_found else self.place


class Entry(NamedTuple):
    """One entry of a list of moves: a word, or None where the entry is no word at all."""

    number: int  # from 1
    word: Word | None
    place: Place
    found: str  # what stands there, for a message


class Claim(NamedTuple):
    """What the players wrote down: winners (empty for a draw) and points, with the places of the values."""

    winners: tuple[str, ...] | None
    winner_place: Place | None
    points: Mapping[str, tuple[int, Place]]


class Record(NamedTuple):
    """A transcript as far as all games share it: the file's text, its nodes, the body's key."""

    file: str
    text: str
    root: MappingNode
    body_key: str | None
    body: Node | None
    claim: Claim | None
    problems: tuple[Problem, ...]


def read(
    text: str,
    root: MappingNode,
    file: str,
    players: Mapping[str, Player],
    extra: tuple[str, ...],
    bodies: tuple[str, ...],
) -> Record:
    """Read what all games share; ``extra`` are the further keys that this game knows, ``bodies`` its bodies."""
    problems: list[Problem] = []
    body_key: str | None = None
    for word, _ in root.entries:
        if word.text in bodies and body_key is None:
            body_key = word.text
        elif word.text in bodies:
            message = f"a second body: the game is already given as '{body_key}'"
            problems.append(word.place.problem("unknown-field", message, "keep one of the two"))
        elif word.text not in (*COMMON_KEYS, *extra):
            message = f"unknown key {quoted(word.text)}"
            hint = hint_for(word.text, (*COMMON_KEYS, *extra, *bodies))
            problems.append(word.place.problem("unknown-field", message, hint))
    if body_key is None:
        message = "the game itself is missing: expected one of the keys " + ", ".join(bodies)
        problems.append(Place(file, None, None).problem("missing-field", message))
    problems += _players(root.find("players"), players)
    problems += _texts(root)
    claim, claim_problems = _claim(root.find("claim"), players)
    body = None if body_key is None else root.find(body_key)
    return Record(file, text, root, body_key, body, claim, (*problems, *claim_problems))


def bad_value(node: Node, expected: str, hint: str | None = None) -> Problem:
    """Make the problem for a value of the wrong kind."""
    return node.place.problem("bad-value", f"found {described(node)}; expected {expected}", hint)


def is_nothing(node: Node) -> bool:
    """Whether a value is left out or null."""
    return isinstance(node, Scalar) and node.plain and node.text in ("", "~", "null", "Null", "NULL")


def _players(node: Node | None, players: Mapping[str, Player]) -> Iterator[Problem]:
    if node is None:
        return
    if not isinstance(node, MappingNode):
        yield bad_value(node, "a mapping of players to names: " + ", ".join(players))
        return
    for word, value in node.entries:
        if word.text not in players:
            yield unknown_player(word, players)
        elif not isinstance(value, Scalar):
            yield bad_value(value, "a name")


def unknown_player(word: Scalar, players: Mapping[str, Player], allowed: Iterable[str] = ()) -> Problem:
    """Make the problem for a player that the game does not have; ``allowed`` are the words in place of all ids."""
    ids = tuple(allowed) or tuple(players)
    message = f"found {described(word)}; expected one of the players {', '.join(ids)}"
    return word.place.problem("bad-value", message, player_hint(word.text, players, ids))


def _texts(root: MappingNode) -> Iterator[Problem]:
    for name in FREE_TEXTS:
        value = root.find(name)
        if value is not None and not isinstance(value, Scalar):
            yield bad_value(value, "a text")


def _claim(node: Node | None, players: Mapping[str, Player]) -> tuple[Claim | None, list[Problem]]:
    if node is None:
        return None, []
    if not isinstance(node, MappingNode):
        return None, [bad_value(node, "a mapping such as {winner: " + next(iter(players)) + "}")]
    problems = []
    winners: tuple[str, ...] | None = None
    winner_place = None
    points: dict[str, tuple[int, Place]] = {}
    for word, value in node.entries:
        if word.text == "winner":
            winners, faults = _winners(value, players)
            winner_place = value.place
            problems += faults
        elif word.text == "points":
            problems += _points(value, players, points)
        else:
            message = f"unknown key {quoted(word.text)}"
            problems.append(
                word.place.problem("unknown-field", message, hint_for(word.text, ("winner", "points")))
            )
    return Claim(winners, winner_place, points), problems


def _winners(node: Node, players: Mapping[str, Player]) -> tuple[tuple[str, ...] | None, list[Problem]]:
    if isinstance(node, Scalar) and node.text == "none":
        return (), []
    items = node.items if isinstance(node, Sequence) else (node,)
    problems = []
    winners = []
    for item in items:
        if isinstance(item, Scalar) and item.text in players:
            winners.append(item.text)
        else:
            hint = player_hint(item.text, players, (*players, "none")) if isinstance(item, Scalar) else None
            problems.append(bad_value(item, "a player or none: " + ", ".join(players), hint))
    if not items:
        problems.append(bad_value(node, "a player, or none for a draw"))
    return (None if problems else tuple(winners)), problems


def _points(node: Node, players: Mapping[str, Player], into: dict[str, tuple[int, Place]]) -> Iterator[Problem]:
    if not isinstance(node, MappingNode):
        yield bad_value(node, "a mapping of players to points")
        return
    for word, value in node.entries:
        if word.text not in players:
            yield unknown_player(word, players)
        elif not isinstance(value, Scalar) or not re.fullmatch(r"[0-9]{1,6}", value.text, re.ASCII):
            yield bad_value(value, "a whole number")
        else:
            into[word.text] = int(value.text), value.place


# Words with their places


PLAIN_DIAGRAM_HINT = "write 'diagram: |1', since the first line of a diagram is indented most"


_WORD = re.compile(r"[^\s,]+")


def words(scalar: Scalar, text: str) -> list[Word]:
    """Split a scalar at white space and commas, with the place of each word in the file's text."""
    return [
        Word(match[0], line.at(match.start()))
        for line in lines(scalar, text)
        for match in _WORD.finditer(line.text)
    ]


def lines(scalar: Scalar, text: str) -> list[Line]:
    """Return the lines of a scalar that are not blank, as they stand in the file's text.

    Where they cannot be found there, as behind escapes in quotes, all get the place of the scalar.
    """
    expected = "".join(scalar.text.split())
    found = []
    length = 0
    for line in _raw_lines(scalar, text):
        marks = "".join(line.text.split())
        if marks and length < len(expected):
            found.append(line)
            length += len(marks)
    if "".join("".join(line.text.split()) for line in found) == expected:
        return found
    return [Line(line, scalar.place, is_found=False) for line in scalar.text.splitlines() if line.split()]


_ANCHOR = re.compile(r"&\S+\s+")


def _raw_lines(scalar: Scalar, text: str) -> Iterator[Line]:
    start, end = scalar.span
    file, number, column = scalar.place.file, scalar.place.line or 1, scalar.place.column or 1
    raw = text[start:end]
    anchor = _ANCHOR.match(raw)
    if anchor is not None:
        raw = raw[anchor.end() :]
        *above, last = f"{anchor[0]}.".splitlines()  # the dot stands where the text begins
        number += len(above)
        column = (1 if above else column) + len(last) - 1
    is_block = raw[:1] in ("|", ">")
    if raw[:1] in ("'", '"'):
        raw, column = raw[1:-1], column + 1
    for i, line in enumerate(raw.splitlines()):
        if i or not is_block:
            yield Line(line, Place(file, number + i, 1 if i else column))


_MOVE_NUMBER = re.compile(r"[0-9]+\.+", re.ASCII)


def entries(node: Node, text: str) -> Iterator[Entry]:
    """Give the entries of a text or a list of moves; move numbers such as ``12.`` are passed over.

    A list's item that is no text takes one turn; a mapping of one key counts as its text.
    """
    number = 0
    for item in node.items if isinstance(node, Sequence) else (node,):
        found = item_words(item, text)
        if found is None:
            number += 1
            yield Entry(number, None, item.place, described(item))
            continue
        for word in found:
            match = _MOVE_NUMBER.match(word.text)
            if match is not None:
                rest = word.text[match.end() :]
                if not rest:
                    continue
                place = word.place._replace(column=(word.place.column or 1) + match.end())
                word = Word(rest, place)  # noqa: PLW2901
            number += 1
            yield Entry(number, word, word.place, quoted(word.text))


def item_words(item: Node, text: str) -> list[Word] | None:
    """Return the words of a list's item, or None where it is no text; a mapping of one key counts as its text."""
    if isinstance(item, Scalar) and not is_nothing(item):
        return words(item, text)
    if isinstance(item, MappingNode) and len(item.entries) == 1:
        key, value = item.entries[0]
        if isinstance(value, Scalar):
            *before, last = words(key, text) or [Word("", key.place)]
            return [*before, last._replace(text=last.text + ":"), *words(value, text)]
    return None


# Cells


_CELL = re.compile(r"([A-Za-z]+)([0-9]+)", re.ASCII)
_LOOKALIKES = str.maketrans(
    {"O": "0", "o": "0", "l": "1", "I": "1", "i": "1", "|": "1", "S": "5", "s": "5", "B": "8"}
)


def cell_name(word: str) -> str | None:
    """Return the name that a word means (A01 is A1), or None where it is no cell's name."""
    match = _CELL.fullmatch(word)
    if match is None or len(word) > 12:
        return None
    return f"{match[1].upper()}{int(match[2])}"


def cell_on(board: Board, word: str) -> Hex | None:
    """Return the cell that a word means on a board, or None; where cells are numbered through, a number is one."""
    is_numbered = next(iter(board.names.values())).isdigit()
    name = word if is_numbered else cell_name(word)
    return board.cell(name.lstrip("0") if is_numbered else name) if name else None


def cell_problem(word: Word, board: Board, move: int | None = None) -> Problem:
    """Make the problem for a word that names no cell of the board: ``off-board`` or ``bad-cell``."""
    names = list(board.names.values())
    size = f"{names[0]} to {names[-1]}"
    near = near_cell(word.text, board)
    hint = None if near is None else f"probably {near} was meant"
    if near is None and re.fullmatch("[A-Za-z]+[0-9]*[Oo]", word.text, re.ASCII):
        hint = "the letter O stands where a number is expected"
    named = cell_name(word.text)
    if named is not None:
        hint = hint or _gap_hint(board, named)
        message = f"the board has no cell {quoted(word.text)}; its cells go from {size}"
        return word.place.problem("off-board", message, hint)._replace(move=move)
    message = f"found {quoted(word.text)}; expected a cell such as {names[-1]}"
    return word.place.problem("bad-cell", message, hint)._replace(move=move)


def _gap_hint(board: Board, name: str) -> str | None:
    """Say which cells of a letter there are, where its numbers do not go as far as those of others."""
    letters, number = split_cell(name)
    own = [cell for cell in board.names.values() if split_cell(cell)[0] == letters]
    is_within = 0 < int(number) <= max(int(split_cell(cell)[1]) for cell in board.names.values())
    return f"of {letters} there are {own[0]} to {own[-1]}" if own and is_within else None


def near_cell(word: str, board: Board) -> str | None:
    """Return the cell that a mistyped word probably means: a 0 for O, a 1 for l, letter and number swapped."""
    plain = word.strip(".;:!?()[]'\"")
    swapped = re.fullmatch(r"([0-9]+)([A-Za-z]+)", plain, re.ASCII)
    tries = [plain, plain[:1] + plain[1:].translate(_LOOKALIKES), plain[:2] + plain[2:].translate(_LOOKALIKES)]
    if swapped is not None:
        tries.append(swapped[2] + swapped[1])
    if plain[:1] in ("l", "1", "|"):
        tries.append("I" + plain[1:])
    for attempt in tries:
        name = cell_name(attempt)
        if name is not None and board.cell(name) is not None and name != word.upper():
            return name
    return None


def claim_problems(claim: Claim, outcome: Outcome, *, has_all_points: bool) -> Iterator[Problem]:
    """Compare what the players wrote down with the verdict; each value that differs is one problem.

    Nothing is compared that an unclear cell can change: all of it, or the points alone.
    """
    status, winners, points = outcome
    if status == "unclear":
        return
    if claim.winners is not None and claim.winner_place is not None:
        agrees = set(claim.winners) == set(winners) and (bool(winners) or status == "drawn")
        if not agrees:
            wrote = " and ".join(claim.winners) or "a draw"
            found = " and ".join(winners) or ("a draw" if status == "drawn" else f"no winner, {status}")
            yield claim.winner_place.problem("claim-differs", f"the players wrote {wrote}; the verdict is {found}")
    for player, (number, place) in claim.points.items() if has_all_points else ():
        if points[player] != number:
            message = f"the players wrote {number} as the points of {player}; the verdict is {points[player]}"
            yield place.problem("claim-differs", message)
