"""What every verdict in JSON keeps to: its keys in their order, and how its values belong together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

KEYS = ["file", "game", "mode", "valid", "problems", "status", "winners", "points", "detail"]
PROBLEM_KEYS = ["severity", "code", "message", "line", "column", "move"]
OUTCOME_KEYS = ["status", "winners", "points"]
STATUSES = {"won", "drawn", "shared", "unfinished", "unclear", "resigned", "invalid"}
CODES = {
    *("yaml", "unknown-field", "missing-field", "bad-value", "unknown-game", "claim-differs"),
    *("bad-cell", "off-board", "duplicate-cell", "diagram-shape", "bad-mark"),
    *("occupied", "after-end", "mirror", "surplus-stones"),
    *("bad-card", "card-pair", "tie-missing", "tie-unneeded", "other-missing", "other-taken"),
    *("wrong-player", "unknown-tile", "bad-direction", "supply", "first-tile", "not-adjacent", "not-connected"),
    *("needs-last", "not-a-displacer", "displacement-limit", "target-empty", "target-own", "target-corner"),
    *("target-not-adjacent", "orphans", "corner-block", "search-limit"),
}
PLAYERS = {"quadrant-hex": ["black", "white"], "battle-hex": ["red", "black"], "hexflow": ["A", "B"]}
OF_MODES = (["I", "II", "III"], ["II", "III"])  # the tri-board
NOTES = {"surplus-stones", "corner-block", "search-limit"}
_LINE_BREAK = re.compile("\r\n|[\n\r]")
_ODD_BREAK = re.compile("[\x85\u2028\u2029]")  # ends a line for YAML, but not for an editor


def breaches(verdict: Mapping[str, Any], text: str | None = None) -> list[str]:
    """Return what the verdict on a game of stones does not keep to; ``text`` is its transcript, if it decodes."""
    return [*_breaches(verdict), *(() if text is None else _misplaced(verdict["problems"], text))]


def _breaches(verdict: Mapping[str, Any]) -> Iterator[str]:
    if list(verdict) not in (KEYS, [*KEYS, "provisional"]):
        yield f"keys: {list(verdict)}"
    for problem in verdict["problems"]:
        if list(problem) != PROBLEM_KEYS:
            yield f"keys of a problem: {list(problem)}"
        if problem["code"] not in CODES:
            yield f"code: {problem['code']}"
        if problem["severity"] != ("note" if problem["code"] in NOTES else "error"):
            yield f"severity of {problem['code']}: {problem['severity']}"
        if not problem["message"] or not problem["message"].isprintable():
            yield f"message: {problem['message']!r}"
    errors = {problem["code"] for problem in verdict["problems"] if problem["severity"] == "error"}
    if verdict["valid"] is not (not errors):
        yield f"valid: {verdict['valid']} with {errors}"
    if verdict["status"] not in STATUSES or (verdict["status"] == "invalid") is not bool(
        errors - {"claim-differs"}
    ):
        yield f"status: {verdict['status']} with {errors}"
    if verdict["status"] == "invalid" and (verdict["winners"] or any(verdict["points"].values())):
        yield f"an invalid verdict with {verdict['winners']} and {verdict['points']}"
    if "provisional" in verdict and (
        verdict["status"] != "invalid"
        or list(verdict["provisional"]) != OUTCOME_KEYS
        or verdict["provisional"]["status"] == "invalid"
    ):
        yield f"provisional: {verdict['provisional']}"
    if (verdict["status"] in ("won", "shared", "resigned")) is not bool(verdict["winners"]):
        yield f"{verdict['status']} with {verdict['winners']}"
    known = PLAYERS.get(verdict["game"])
    players = (*PLAYERS.values(), *OF_MODES) if known is None else (known,)  # or a game of one's own
    if verdict["points"] != {} and list(verdict["points"]) not in players:
        yield f"points: {verdict['points']}"


def _misplaced(problems: list[dict[str, Any]], text: str) -> Iterator[str]:
    lines = [] if _ODD_BREAK.search(text) else _LINE_BREAK.split(text)
    for problem in problems:
        line, column = problem["line"], problem["column"]
        if not lines or (line is None and column is None):
            continue
        if problem["code"] == "yaml" and (line, column) == (len(lines) + 1, 1):
            continue  # libyaml's place for the end of a text whose last line has no end
        if not 1 <= line <= len(lines) or not 1 <= column <= len(lines[line - 1]) + 1:
            yield f"{problem['code']} at {line}:{column} lies outside the text"
