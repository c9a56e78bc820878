"""Verdicts on games with tiles in words, and the details that a verdict in JSON has of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printkit.modes import CENTRE
from printkit.scoring._doubts import Doubts
from printkit.scoring._field import Field
from printkit.scoring._settling import Settled
from printkit.scoring._winning import Judgement, Table


def detail_of(field: Field, table: Table, judgement: Judgement | None, doubts: Doubts) -> dict[str, Any]:
    """Return the details in their order; what does not apply is null."""
    path = judgement.path if judgement is not None else ()
    found = judgement.settled if judgement is not None else None
    has_captures = field.mode.captures > 0
    detail: dict[str, Any] = {
        "how": judgement.how if judgement is not None else None,
        "path": [field.names[cell] for cell in path] or None,
        "dots": {field.names[cell]: field.dots[cell] for cell in path if field.dots[cell]} if path else None,
        "reach": _by_player(field, found.reach) if found is not None and found.reach else None,
        "stalemate": _by_player(field, found.stalemate) if found is not None and found.stalemate else None,
        "captures": _by_player(field, table.captures) if has_captures else None,
    }
    if field.mode.aim == CENTRE:
        is_drawn = judgement is not None and judgement.status == "drawn"
        detail["drawn"] = [field.players[player] for player in found.best] if is_drawn and found else None
    if doubts.cells:
        detail["unclear"] = {
            "cells": [field.names[cell] for cell in doubts.cells],
            "decides": [field.names[cell] for cell in doubts.decides],
        }
    return detail


def _by_player(field: Field, values: tuple[Any, ...]) -> Mapping[str, Any]:
    return dict(zip(field.players, values, strict=True))


def headline(field: Field, table: Table, judgement: Judgement, doubts: Doubts) -> str:
    """Say who won and by what, such as ``Black wins by a path of 13 tiles: 70 points``."""
    if judgement.status in ("unclear", "unfinished"):
        return _undecided(field, table, judgement, doubts)
    names = " and ".join(_name(field, player) for player in judgement.winners)
    wins = f"{names} win{'s' * (len(judgement.winners) == 1)}"
    if judgement.how == "path":
        return wins + _by_path(field, judgement, doubts)
    if judgement.settled is None:
        return wins + _by_cut_off(field, table, judgement) if judgement.winners else "A draw"
    if judgement.how == "stalemate":
        scores = "–".join(str(number) for number in sorted(judgement.points, reverse=True))
        told = f"{scores} points" if doubts.has_all_points else "points that are not clear"
        if not judgement.winners:
            return f"A draw: {told} in a stalemate"
        return f"{wins} the stalemate by {told}{_worked(judgement.settled, judgement.winners[0])}"
    return _settled(field, judgement.settled, wins, is_drawn=judgement.status == "drawn")


def _undecided(field: Field, table: Table, judgement: Judgement, doubts: Doubts) -> str:
    if judgement.status == "unclear":
        cells = ", ".join(field.names[cell] for cell in doubts.decides)
        return f"Not clear, it hangs on {cells}" if cells else "Not clear, there are too many paths"
    taken = [f"{_name(field, player)} {number}" for player, number in enumerate(table.captures)]
    return "Nobody has won yet" + (f" (captures: {', '.join(taken)})" if any(table.captures) else "")


def _by_cut_off(field: Field, table: Table, judgement: Judgement) -> str:
    """Say which tile took whose last way."""
    if judgement.how != "cut-off":
        return ""
    others = [player for player in range(len(field.players)) if player not in judgement.winners]
    if table.last is None or len(others) != 1:
        return " by a cut-off"
    return f" by a cut-off: the tile on {field.names[table.last]} took the last way of {_name(field, others[0])}"


def _worked(found: Settled, winner: int) -> str:
    """Show how the sum of a stalemate comes about: the tiles, the captures, the tiles times the multipliers."""
    parts = found.stalemate[winner] if found.stalemate else None
    if parts is None:
        return ""
    length, captures, worth = (parts[key] for key in ("length", "captures", "multipliers"))
    return f" ({length} + {captures} × 2 + {length} × {worth})"


def _name(field: Field, player: int) -> str:
    """Return what a player is called, with the id where that is another word, such as ``Black (A)``."""
    word = field.players[player]
    name = field.spec.players[word].name
    return name if name.casefold() == word.casefold() else f"{name} ({word})"


def _by_path(field: Field, judgement: Judgement, doubts: Doubts) -> str:
    tiles = len(set(judgement.path))
    if len(judgement.winners) > 1:
        scores = ", ".join(f"{_name(field, player)} {judgement.points[player]}" for player in judgement.winners)
        return f" by a path each: {scores} points"
    words = f" by a path of {tiles} tiles" if tiles else " by a path"
    points = judgement.points[judgement.winners[0]]
    if not doubts.has_all_points:
        return f"{words}; the points are not clear"
    return f"{words}: {points} point{'s' * (points != 1)}" if points else words


def _settled(field: Field, found: Settled, wins: str, *, is_drawn: bool) -> str:
    """Say by what a game without a path was settled."""
    where = "its other corner" if found.how == "reach" else "the centre"
    near = found.reach[found.best[0]] if found.best else None
    if near is None:
        return "A draw" if is_drawn else f"{wins}, nearer to {where}"
    hexes = f"{near} hex{'es' * (near != 1)}"
    if is_drawn:
        everybody = len(found.best) == len(field.players) == 2
        who = "both" if everybody else " and ".join(_name(field, player) for player in found.best)
        return f"A draw: {who} are {hexes} away"
    others = [(player, number) for player, number in enumerate(found.reach) if player not in found.best]
    if any(number == near for _, number in others):
        return f"{wins} by the longer path; others are {hexes} away from {where} too"
    told = ", ".join(f"{_name(field, player)} {number}" for player, number in others if number is not None)
    return f"{wins}, {hexes} away from {where}" + (f" ({told})" if told else "")
