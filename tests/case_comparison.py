"""Compares verdicts with the expected ones of the cases; an expected file holds only what is settled.

What an expected file leaves out may be anything. A key that this file does not know is a difference, so that no
case passes because nobody looked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tests import plain_battle, plain_hex

Entry = Mapping[str, Any]

MOST_EXACT = 12  # above so many unclear cells, ``decides`` may hold more
AS_IT_STANDS = ("game", "mode", "valid", "status", "points")
DETAIL_AS_IT_STANDS = (
    *("how", "reach", "stalemate", "captures", "stones", "rounds", "forfeits", "tiebreaks"),
    *("path", "dots", "drawn"),
)
WORTH = {2: 3, 3: 4, 4: 5, 5: 6}  # of a hex with so many dots on a scored path
STARTS: dict[str, dict[str, tuple[str, ...]]] = {  # where the paths of a player of HEXFLOW begin
    "race": {"A": ("A1", "I9"), "B": ("A9", "I1")},
    "battle": {"A": ("A1", "A9"), "B": ("I1", "I9")},
    "three": {"I": ("A1",), "II": ("M1",), "III": ("M13",)},
    "two": {"II": ("M1",), "III": ("M13",)},
}


class Ground(NamedTuple):
    """What has to be known of a transcript: is it a record of moves or rounds, and what lies on which board."""

    is_record: bool
    board: plain_hex.Plain
    stones: plain_hex.Stones


def ground_of(transcript: Entry) -> Ground:
    """Return the ground of a transcript of stones without faults, as a YAML library reads it."""
    if str(transcript["game"]).startswith("hexflow"):
        return Ground("moves" in transcript, plain_hex.Plain(), {})
    board = plain_hex.board_of(transcript)
    if "rounds" in transcript:
        return Ground(True, board, plain_battle.replay(board, transcript["rounds"]).stones)
    return Ground("moves" in transcript, board, plain_hex.stones_of(transcript))


def differences(expected: Entry, verdict: Entry, ground: Ground) -> list[str]:
    """Return where a verdict differs from the expected one; nothing where it agrees."""
    return list(_differences(expected, verdict, ground))


def _differences(expected: Entry, verdict: Entry, ground: Ground) -> Iterator[str]:
    for key, wanted in expected.items():
        if key not in verdict or (verdict[key] is None and wanted is not None):
            yield f"{key}: missing"
        elif key in AS_IT_STANDS:
            yield from _same(key, wanted, verdict[key])
        elif key == "winners":
            yield from _same_ids(key, wanted, verdict[key])
        elif key == "problems":
            yield from _problems(wanted, verdict, is_record=ground.is_record)
        elif key == "provisional":
            yield from _provisional(wanted, verdict[key])
        elif key == "detail":
            yield from _detail(wanted, verdict, ground)
        else:
            yield f"{key}: not known how to compare"


def _same(key: str, wanted: Any, found: Any) -> Iterator[str]:
    if type(wanted) is not type(found) or wanted != found:
        yield f"{key}: expected {wanted!r}, found {found!r}"


def _same_ids(key: str, wanted: Collection[str], found: Collection[str]) -> Iterator[str]:
    yield from _same(key, sorted(wanted), sorted(found))


def _provisional(wanted: Entry, found: Entry) -> Iterator[str]:
    for key in wanted:
        compare = _same_ids if key == "winners" else _same
        yield from compare(f"provisional.{key}", wanted[key], found.get(key, ()))


# Problems


def _problems(wanted: Sequence[Entry], verdict: Entry, *, is_record: bool) -> Iterator[str]:
    found: Sequence[Entry] = verdict["problems"]
    partners = _partners(wanted, found)
    for number, entry in enumerate(wanted):
        if number not in partners:
            yield f"problems: none agrees with {dict(entry)!r}"
    has_unclear = "unclear" in (verdict["detail"] or {})
    may_note = is_record or has_unclear or not verdict["valid"]
    for number, problem in enumerate(found):
        is_note = (problem["severity"], problem["code"]) == ("note", "surplus-stones")
        if number not in partners.values() and not (may_note and is_note):
            yield f"problems: not expected: {dict(problem)!r}"


def _partners(wanted: Sequence[Entry], found: Sequence[Entry]) -> dict[int, int]:
    """Give as many expected entries as possible a problem of their own (augmenting paths)."""
    owner: dict[int, int] = {}

    def settle(entry: int, tried: set[int]) -> bool:
        for number, problem in enumerate(found):
            if number not in tried and _agrees(wanted[entry], problem):
                tried.add(number)
                if number not in owner or settle(owner[number], tried):
                    owner[number] = entry
                    return True
        return False

    for entry in range(len(wanted)):
        settle(entry, set())
    return {entry: number for number, entry in owner.items()}


def _agrees(wanted: Entry, problem: Entry) -> bool:
    return problem["severity"] == wanted["severity"] and all(
        problem[key] in (wanted[key] if isinstance(wanted[key], list) else (wanted[key],))
        for key in ("code", "line", "move")
        if key in wanted
    )


# Detail


def _detail(wanted: Entry, verdict: Entry, ground: Ground) -> Iterator[str]:
    found = verdict["detail"]
    for key, value in wanted.items():
        if key in ("chain", "chain_length") and "chain" in found:
            winner = "".join(verdict.get("winners", ()))
            yield from _chain("detail", "whole", winner, {key: value}, found["chain"], ground)
        elif key in PATH_KEYS:
            yield from PATH_KEYS[key](value, verdict)
        elif key not in found:
            yield f"detail.{key}: missing"
        elif key == "games":
            yield from _games(value, found[key], ground)
        elif key == "unclear":
            yield from _unclear(value, found[key])
        elif key in DETAIL_AS_IT_STANDS:
            yield from _same(f"detail.{key}", value, found[key])
        else:
            yield f"detail.{key}: not known how to compare"


def _path_of(wanted: str, verdict: Entry) -> Iterator[str]:
    path = verdict["detail"]["path"]
    if not path or path[0] not in STARTS[verdict["mode"]][wanted]:
        yield f"detail.path: expected one of {wanted}, found {path!r}"


def _path_tiles(wanted: int, verdict: Entry) -> Iterator[str]:
    yield from _same("detail.path: its different tiles", wanted, len(set(verdict["detail"]["path"])))


def _path_worth(wanted: int, verdict: Entry) -> Iterator[str]:
    worth = sum(WORTH[number] for number in verdict["detail"]["dots"].values())
    yield from _same("detail.dots: what they are worth", wanted, worth)


PATH_KEYS: Mapping[str, Callable[[Any, Entry], Iterator[str]]] = {
    "path_of": _path_of,
    "path_tiles": _path_tiles,
    "path_worth": _path_worth,
}


def _games(wanted: Entry, found: Entry, ground: Ground) -> Iterator[str]:
    for game, contest in wanted.items():
        where = f"detail.games.{game}"
        if game not in found:
            yield f"{where}: missing"
            continue
        yield from _same(f"{where}.winner", contest["winner"], found[game]["winner"])
        yield from _chain(where, game, contest["winner"], contest, found[game]["chain"], ground)


def _chain(
    where: str, game: str, winner: str, wanted: Entry, chain: Sequence[str], ground: Ground
) -> Iterator[str]:
    if "chain" in wanted:
        yield from _same(f"{where}.chain", wanted["chain"], chain)
    if "chain_length" in wanted:
        yield from _same(f"{where}: the chain's length", wanted["chain_length"], len(chain))
        for fault in ground.board.chain_faults(game, winner, ground.stones, chain):
            yield f"{where}.chain: {fault}"


def _unclear(wanted: Entry, found: Entry) -> Iterator[str]:
    yield from _same_ids("detail.unclear.cells", wanted["cells"], found["cells"])
    decides, at_least = list(found["decides"]), wanted["decides"]
    if len(wanted["cells"]) > MOST_EXACT:
        decides = [cell for cell in decides if cell in at_least or cell not in found["cells"]]
    yield from _same_ids("detail.unclear.decides", at_least, decides)
