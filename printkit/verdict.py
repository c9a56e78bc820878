"""Verdicts: who won a finished game, by what, and what is wrong with the record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from printkit.errors import Problem
from printkit.hexgrid import Hex
from printkit.spec import Game
from printkit.tilings import Tiling

Status = Literal["won", "drawn", "shared", "unfinished", "unclear", "resigned", "invalid"]


class Outcome(NamedTuple):
    """How a game stands: its status, its winners, every player's points."""

    status: Status
    winners: tuple[str, ...]
    points: Mapping[str, int]


class Position(NamedTuple):
    """What lies on the board, for pictures: stones by cell, cells that cannot be read, winning chains.

    ``game`` is the game on the board of the transcript, which may be of another size than the spec's; ``decides``
    are those unclear cells on which something hangs.
    """

    game: Game
    stones: Mapping[Hex, str]
    unclear: tuple[Hex, ...]
    chains: tuple[
        tuple[str, str, tuple[Hex, ...]], ...
    ]  # the contest, the player's id, the cells from side to side
    decides: tuple[Hex, ...] = ()


class Verdict(NamedTuple):
    """What is said about one transcript; ``provisional`` is what remains when the faults are left out."""

    file: str
    game: str | None
    mode: str | None
    problems: tuple[Problem, ...]
    outcome: Outcome
    detail: Mapping[str, Any]
    headline: str  # who won and by what, in words
    provisional: Outcome | None = None
    position: Position | Tiling | None = None
    about: str = ""  # what the transcript says of the game: title, event, date, who played

    @property
    def is_valid(self) -> bool:
        """Whether no problem is an error."""
        return all(problem.severity != "error" for problem in self.problems)

    def as_json(self) -> dict[str, Any]:
        """Return the verdict with the agreed keys in their order."""
        status, winners, points = self.outcome
        entry = {
            "file": self.file,
            "game": self.game,
            "mode": self.mode,
            "valid": self.is_valid,
            "problems": [_problem(problem) for problem in self.problems],
            "status": status,
            "winners": list(winners),
            "points": dict(points),
            "detail": dict(self.detail),
        }
        if self.provisional is not None:
            status, winners, points = self.provisional
            entry["provisional"] = {"status": status, "winners": list(winners), "points": dict(points)}
        return entry


def _problem(problem: Problem) -> dict[str, Any]:
    message = problem.message if problem.hint is None else f"{problem.message} ({problem.hint})"
    return {
        "severity": problem.severity,
        "code": problem.code,
        "message": message,
        "line": problem.line,
        "column": problem.column,
        "move": problem.move,
    }


def unread(file: str, problems: tuple[Problem, ...], game: str | None, players: tuple[str, ...]) -> Verdict:
    """Return the verdict on a transcript of which nothing could be scored."""
    return Verdict(file, game, None, problems, invalid(players), {}, "cannot be scored")


def invalid(players: Iterable[str]) -> Outcome:
    """Return the outcome of a transcript with errors."""
    return Outcome("invalid", (), dict.fromkeys(players, 0))
