"""The scorer ``battle_hex``: Hex in which both players name their cells at once, with cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from printkit.board import WHOLE
from printkit.errors import Problem
from printkit.hexgrid import Hex
from printkit.record import Record
from printkit.scoring import Scorer
from printkit.scoring._conclusion import Scored, concluded, counted, judged, surplus
from printkit.scoring._rounds import read_rounds
from printkit.scoring._standing import rules_of
from printkit.scoring._stones import POSITION_READERS, read_position
from printkit.spec import Game
from printkit.verdict import Outcome, Verdict


def score(game: Game, record: Record) -> Verdict:
    """Decide who has joined two sides of the board, and retell the rounds."""
    rules = rules_of(game.board, game.spec)
    unclear: tuple[Hex, ...] = ()
    notes: Iterable[Problem] = ()
    told: dict[str, Any] = {"rounds": None, "stones": {}, "forfeits": [], "tiebreaks": []}
    if record.body is not None and record.body_key == "rounds":
        rounds = read_rounds(game, rules, record.body, record.text)
        stones, found, is_usable = rounds.stones, rounds.problems, rounds.is_usable
        told |= {"rounds": rounds.number, "forfeits": rounds.forfeits, "tiebreaks": rounds.tiebreaks}
    else:
        stones, unclear, found, is_usable = read_position(game, record)
        notes = () if unclear else surplus(game, record, stones, (0,), "somebody has forfeited")
    outcome, games, position, doubts = judged(game, rules, stones, unclear)
    told["stones"] = counted(game, stones)
    detail = {"chain": games[WHOLE]["chain"], **told, **doubts}
    scored = Scored(outcome, detail, headline(game, outcome, detail), position if is_usable else None)
    return concluded(game, record, (*record.problems, *found), scored, notes)


def headline(game: Game, outcome: Outcome, detail: Mapping[str, Any]) -> str:
    """Say who won and when, such as ``Red wins in round 13``."""
    number = detail["rounds"]
    if outcome.status == "won":
        when = "" if number is None else f" in round {number}"
        return f"{game.spec.players[outcome.winners[0]].name} wins{when}"
    if outcome.status == "unclear":
        return "Not clear, it hangs on " + ", ".join(detail["unclear"]["decides"])
    return "Nobody has won yet" + (f" in {number} round{'s' * (number > 1)}" if number else "")


SCORER = Scorer(score, (), ("rounds", *POSITION_READERS))
