"""From stones to a verdict, for all games in which chains join sides: chains, unclear cells, claims and faults."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from printkit.errors import Problem
from printkit.hexgrid import Hex
from printkit.record import Record, claim_problems
from printkit.scoring._standing import Rules, standing
from printkit.spec import Game
from printkit.verdict import Outcome, Position, Verdict, invalid


class Judged(NamedTuple):
    """How a position stands; ``games`` are the contests with their winners and chains, as a verdict shows them."""

    outcome: Outcome
    games: Mapping[str, Mapping[str, Any]]
    position: Position
    unclear: Mapping[str, Any]  # what a verdict's detail says of unclear cells: nothing where there are none


def judged(game: Game, rules: Rules, stones: Mapping[Hex, str], unclear: Sequence[Hex] = ()) -> Judged:
    """Find the winner and the chain of each contest, and the unclear cells that matter."""
    names = game.board.names
    outcome, games, matters = standing(rules, rules.masks(stones), unclear)
    decides = tuple(cell for cell in unclear if cell in matters)
    chains = tuple(
        (name, contest["winner"], tuple(_cells(game, contest["chain"])))
        for name, contest in games.items()
        if contest["chain"]
    )
    detail: dict[str, Any] = {}
    if unclear:
        cells = [names[cell] for cell in unclear]
        detail["unclear"] = {"cells": cells, "decides": [names[cell] for cell in decides]}
    return Judged(outcome, games, Position(game, stones, tuple(unclear), chains, decides), detail)


def _cells(game: Game, names: Iterable[str]) -> Iterator[Hex]:
    for name in names:
        cell = game.board.cell(name)
        assert cell is not None
        yield cell


class Scored(NamedTuple):
    """What a record comes to, and its headline; without a position nothing of it can be used."""

    outcome: Outcome
    detail: Mapping[str, Any]
    headline: str
    position: Position | None


def concluded(
    game: Game, record: Record, found: Iterable[Problem], scored: Scored, notes: Iterable[Problem] = ()
) -> Verdict:
    """Return the verdict: with errors it is invalid, else claims are compared and ``notes`` added."""
    problems = list(found)
    outcome, detail, headline, position = scored
    has_errors = any(problem.severity == "error" for problem in problems)
    if not has_errors:
        problems += notes
        if record.claim is not None:
            is_settled = position is None or not position.decides
            problems += claim_problems(record.claim, outcome, has_all_points=is_settled)
    verdict = Verdict(record.file, game.spec.game, None, tuple(problems), outcome, detail, "cannot be scored")
    if position is not None:
        verdict = verdict._replace(headline=headline, position=position)
    if has_errors:
        provisional = None if position is None else outcome
        verdict = verdict._replace(outcome=invalid(game.spec.players), provisional=provisional)
    return verdict


def surplus(
    game: Game, record: Record, stones: Mapping[Hex, str], usual: Collection[int], reason: str
) -> Iterator[Problem]:
    """Note a position in which the first player has more stones than the second by none of the usual numbers."""
    counts = counted(game, stones)
    if record.body is None or len(counts) != 2:
        return
    (one, first), (other, second) = counts.items()
    if first - second not in usual:
        message = f"{first} stones of {one} and {second} of {other}: {reason}, or a stone is amiss"
        yield record.body.place.problem("surplus-stones", message)._replace(severity="note")


def counted(game: Game, stones: Mapping[Hex, str]) -> dict[str, int]:
    """Return how many stones each player has on the board."""
    owners = list(stones.values())
    return {player: owners.count(player) for player in game.spec.players}
