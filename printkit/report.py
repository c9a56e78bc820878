"""Verdicts in words and tables, for people."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO

from printkit.errors import Problem, shown, shown_path
from printkit.verdict import Verdict

COLUMNS = ("file", "game", "mode", "valid", "status", "winners", "points", "errors", "notes")


def told(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Give a few lines for each game: who won and by what, then the problems; then a table of several games."""
    for verdict in verdicts:
        errors = _number(verdict, "error")
        start = f"{shown(verdict.file)}: "
        if not errors or verdict.outcome.status != "invalid":
            yield start + verdict.headline
        elif verdict.provisional is None:
            yield f"{start}{verdict.headline}, {errors}"
        else:
            yield f"{start}not valid, {errors}; without what is at fault: {verdict.headline}"
        if verdict.about:
            yield f"  {verdict.about}"
        yield from (f"  {_indented(problem)}" for problem in verdict.problems)
    if len(verdicts) > 1:
        yield ""
        yield from _aligned([["file", "status", "winner", "points", "problems"], *map(_row, verdicts)])


def _indented(problem: Problem) -> str:
    return str(problem).replace("\n", "\n  ")


def _number(verdict: Verdict, severity: str) -> str:
    number = sum(problem.severity == severity for problem in verdict.problems)
    return "" if not number else f"{number} {severity}" if number == 1 else f"{number} {severity}s"


def _row(verdict: Verdict) -> list[str]:
    status, winners, points = verdict.outcome
    counts = [text for severity in ("error", "note") if (text := _number(verdict, severity))]
    tally = " ".join(f"{player} {number}" for player, number in points.items())
    return [shown(verdict.file), status, " ".join(winners) or "-", tally, ", ".join(counts) or "none"]


def _aligned(rows: list[list[str]]) -> Iterator[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()


def table(verdicts: Sequence[Verdict]) -> str:
    """Return a CSV table with a row a game."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for verdict in verdicts:
        status, winners, points = verdict.outcome
        counts = [sum(p.severity == severity for p in verdict.problems) for severity in ("error", "note")]
        tally = " ".join(f"{player}={number}" for player, number in points.items())
        valid = "yes" if verdict.is_valid else "no"
        row = [
            shown_path(verdict.file),
            verdict.game or "",
            verdict.mode or "",
            valid,
            status,
            " ".join(winners),
            tally,
            *counts,
        ]
        writer.writerow(row)
    return text.getvalue()
