"""What a transcript of a game with tiles says beside its body: board, mode, who began, captures, the last tile."""

from __future__ import annotations

import re
from typing import NamedTuple

from printkit.errors import Problem, SpecError, hint_for, quoted
from printkit.fields import yes_or_no
from printkit.players import player_hint
from printkit.record import Record, Word, bad_value, cell_name, cell_problem, unknown_player
from printkit.scoring._field import Field, field_of
from printkit.spec import Game
from printkit.yamlnodes import Mapping, Node, Scalar

MODE, BOARD, FIRST, ENDED, CAPTURES, LAST = KEYS = ("mode", "board", "first", "ended", "captures", "last")
MOVES = "moves"

# What is judged where the board or the mode is not known
OF_ANY_BOARD = ("bad-value", "bad-cell", "unknown-tile", "bad-direction", "unknown-field", "duplicate-cell")


class Settings(NamedTuple):
    """The field of play and what was said beside the body.

    ``is_known`` is false where board or mode cannot be read: another one is taken, and little can be judged.
    """

    game: Game
    field: Field
    is_known: bool
    first: int
    has_ended: bool
    captures: tuple[int, ...]
    last: int | None
    last_node: Node | None
    problems: list[Problem]


def read_settings(game: Game, record: Record) -> Settings:
    """Read all keys beside the body."""
    find = record.root.find
    problems: list[Problem] = []
    game, board_is_known = _board(game, record, problems)
    modes = game.spec.modes
    mode, mode_is_known = next(iter(modes)), True
    node = find(MODE)
    if node is not None and isinstance(node, Scalar) and node.text in modes:
        mode = node.text
    elif node is not None:
        mode_is_known = False
        hint = hint_for(node.text, modes) if isinstance(node, Scalar) else None
        problems.append(bad_value(node, f"a mode of {game.spec.game}: {', '.join(modes)}", hint))
    field = field_of(game, mode)
    if mode_is_known:
        problems += _strangers(field, record)
    captures = _captures(field, record, problems, mode_is_known=mode_is_known)
    first = _first(field, find(FIRST), problems)
    has_ended = False
    if (node := find(ENDED)) is not None:
        try:
            has_ended = yes_or_no(node)
        except SpecError as error:
            problems += error.problems
    last, last_node = _last(field, record, problems)
    is_known = board_is_known and mode_is_known
    return Settings(game, field, is_known, first, has_ended, captures, last, last_node, problems)


def _unused(record: Record, key: str, reason: str) -> Problem:
    """Make the problem for a key that has no use here."""
    word = next(word for word, _ in record.root.entries if word.text == key)
    return word.place.problem("unknown-field", f"{reason}: it takes no '{key}'")


def _board(game: Game, record: Record, problems: list[Problem]) -> tuple[Game, bool]:
    node = record.root.find(BOARD)
    names = [name for name in game.boards if name]
    if node is None:
        return game, True
    if not names:
        problems.append(_unused(record, BOARD, f"{game.spec.game} has one board"))
        return game, True
    if isinstance(node, Scalar) and node.text in names:
        return game.on_board(node.text), True
    problems.append(bad_value(node, f"a board of {game.spec.game}: {', '.join(names)}"))
    return game, False


def _strangers(field: Field, record: Record) -> list[Problem]:
    """Give a problem for each player of the game who does not play in this mode; others are told already."""
    away = [player for player in field.spec.players if player not in field.players]
    if not away:
        return []
    named: list[Scalar] = []
    claim = record.root.find("claim")
    parts = [record.root.find("players")]
    if isinstance(claim, Mapping):
        parts.append(claim.find("points"))
        winner = claim.find("winner")
        items = winner.items if winner is not None and not isinstance(winner, (Scalar, Mapping)) else (winner,)
        named += [item for item in items if isinstance(item, Scalar)]
    named += [word for part in parts if isinstance(part, Mapping) for word, _ in part.entries]
    return [unknown_player(word, field.spec.players, field.players) for word in named if word.text in away]


def _first(field: Field, node: Node | None, problems: list[Problem]) -> int:
    """Read who moves first; a mode that has an order always begins with its first player."""
    if node is not None:
        allowed = field.mode.turns[:1] if field.mode.order else field.mode.turns
        if isinstance(node, Scalar) and node.text in allowed:
            return field.players.index(node.text)
        is_told = isinstance(node, Scalar) and len(allowed) > 1
        hint = player_hint(node.text, field.spec.players, allowed) if is_told else None  # type: ignore[union-attr]
        problems.append(bad_value(node, f"the player who moves first: {' or '.join(allowed)}", hint))
    return field.turns[0]


def _captures(field: Field, record: Record, problems: list[Problem], *, mode_is_known: bool) -> tuple[int, ...]:
    """Read the piles of captured tiles; beside moves they follow from the record."""
    found = [0] * len(field.players)
    node = record.root.find(CAPTURES)
    if node is None:
        return tuple(found)
    if not field.mode.captures:
        if mode_is_known:
            problems.append(_unused(record, CAPTURES, f"nothing is captured in the mode '{field.name}'"))
    elif record.body_key == MOVES:
        pass
    elif not isinstance(node, Mapping):
        example = ", ".join(f"{player}: 0" for player in field.players)
        problems.append(bad_value(node, f"a mapping such as {{{example}}}"))
    else:
        for word, value in node.entries:
            if word.text not in field.players:
                problems.append(unknown_player(word, field.spec.players, field.players))
                continue
            if not isinstance(value, Scalar) or not re.fullmatch("[0-9]{1,4000}", value.text, re.ASCII):
                problems.append(bad_value(value, f"a whole number from 0 to {field.mode.captures}"))
            elif int(value.text) > field.mode.captures:
                message = f"found {quoted(value.text)} captures; a player has {field.mode.captures} at most"
                problems.append(value.place.problem("displacement-limit", message))
            else:
                found[field.players.index(word.text)] = int(value.text)
    return tuple(found)


def _last(field: Field, record: Record, problems: list[Problem]) -> tuple[int | None, Node | None]:
    """Read which hex holds the tile that was placed last; whether one lies there is looked at later."""
    node = record.root.find(LAST)
    if node is None:
        return None, None
    if record.body_key == MOVES:
        problems.append(_unused(record, LAST, "the moves say which tile was placed last"))
        return None, None
    if not isinstance(node, Scalar) or not node.text.strip():
        problems.append(bad_value(node, "the hex of the tile that was placed last"))
        return None, node
    cell = field.board.cell(cell_name(node.text.strip()) or "")
    if cell is None:
        problems.append(cell_problem(Word(node.text, node.place), field.board))
        return None, node
    return field.index[cell], node
