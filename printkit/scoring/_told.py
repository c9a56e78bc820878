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
    if judgement.status == "unclear":
        cells = ", ".join(field.names[cell] for cell in doubts.decides)
        return f"Not clear, it hangs on {cells}" if cells else "Not clear, there are too many paths"
    if judgement.status == "unfinished":
        taken = [f"{_name(field, player)} {number}" for player, number in enumerate(table.captures)]
        return "Nobody has won yet" + (f" (captures: {', '.join(taken)})" if any(table.captures) else "")
    names = " and ".join(_name(field, player) for player in judgement.winners)
    wins = f"{names} win{'s' * (len(judgement.winners) == 1)}"
    if judgement.how == "path":
        return wins + _by_path(field, judgement, doubts)
    if judgement.settled is None:
        by = " by a cut-off" if judgement.how == "cut-off" else ""
        return wins + by if judgement.winners else "A draw"
    if judgement.how == "stalemate":
        scores = "–".join(str(number) for number in sorted(judgement.points, reverse=True))
        told = f"{scores} points" if doubts.has_all_points else "points that are not clear"
        return f"A draw: {told} in a stalemate" if not judgement.winners else f"{wins} the stalemate by {told}"
    return _settled(field, judgement.settled, wins, is_drawn=judgement.status == "drawn")


def _name(field: Field, player: int) -> str:
    return field.spec.players[field.players[player]].name


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
    if any(number == near for player, number in enumerate(found.reach) if player not in found.best):
        return f"{wins} by the longer path; others are {hexes} away from {where} too"
    return f"{wins}, {hexes} away from {where}"
