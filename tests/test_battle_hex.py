"""Scoring Battle Hex: cards, rounds, forfeits and tiebreaks, every fault with its place, and what always holds."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit import library, pictures, scorebook
from printkit.drawing import Path as Outline
from printkit.drawing import Text, items_in
from printkit.errors import SpecError
from printkit.preflight import faults as preflight_faults
from printkit.verdict import Position, Verdict
from tests.plain_battle import named_cell, replay, spellings
from tests.plain_hex import BATTLE, BATTLE_MARKS, Cell, Plain, Stones, name_of

CASES = Path(__file__).parent / "cases" / "battle-hex"
BOARD = Plain(13, "wide", BATTLE)
COLOURS = ("red", "black")

Fault = tuple[str, int | None, int | None, int | None]  # code, line, column, move


def told(body: str) -> Verdict:
    """Score the rest of a transcript, from line 2."""
    return scorebook.score("game.yaml", f"game: battle-hex\n{body}".encode())


def faults(body: str) -> list[Fault]:
    """Return the problems of the rest of a transcript, from line 2."""
    return [(p.code, p.line, p.column, p.move) for p in told(body).problems]


def rounds(*entries: str) -> str:
    """Write rounds, the first in line 3, each from column 5."""
    return "rounds:\n" + "".join(f"  - {entry}\n" for entry in entries)


def codes(*entries: str) -> list[tuple[str, int | None]]:
    """Return the code and the round of all that is wrong with some rounds."""
    return [(p.code, p.move) for p in told(rounds(*entries)).problems]


def stones(verdict: Verdict) -> dict[str, set[str]]:
    """Return the cells on which each player's stones lie at the end."""
    position = verdict.position
    assert isinstance(position, Position)
    names = position.game.board.names
    return {
        player: {names[cell] for cell, owner in position.stones.items() if owner == player} for player in COLOURS
    }


def placed(*entries: str) -> dict[str, set[str]]:
    """Return the stones after rounds in which nothing is wrong."""
    verdict = told(rounds(*entries))
    assert verdict.problems == ()
    return stones(verdict)


# Cards


@pytest.mark.parametrize("number", range(1, 14))
def test_a_rank_is_a_letter_in_red_and_a_number_in_black(number: int) -> None:
    letter = "ABCDEFGHIJKLM"[number - 1]
    for card in spellings("red", number):
        assert placed(f"{{red: {card} B7, black: A1}}")["red"] == {f"{letter}7"}
    for card in spellings("black", number):
        assert placed(f"{{red: R6 {card}, black: A1}}")["red"] == {f"F{number}"}


@pytest.mark.parametrize(
    "pair",
    [
        *("R6 B7", "B7 R6", "r6 b7", "R6,B7", "'R6,  B7'", "F7", "f7", "F07", "6♥ 7♠", "7C 6D", "6h b7", "7♧ r6"),
        *(
            '"R6\\tB7"',
            "6♡ 7♤",
            "6♢ 7s",
            "6\u2665\ufe0f 7\u2660\ufe0e",
            '"6\\u2665 7\\u2663"',
            "&a R6 B7",
            "|-\n     R6\n     B7",
        ),
    ],
)
def test_a_pair_in_every_notation(pair: str) -> None:
    body = f"rounds:\n - red: {pair}\n   black: R3 B3\n"
    assert faults(body) == []
    assert stones(told(body)) == {"red": {"F7"}, "black": {"C3"}}


@pytest.mark.parametrize(
    ("pair", "code", "column", "hint"),
    [
        ("R14 B3", "bad-card", 11, None),
        ("R6 X", "bad-card", 14, None),
        ("B3 R1", "bad-card", 14, "RA"),
        ("R11 B3", "bad-card", 11, "RJ"),
        ("B3 12H", "bad-card", 14, "QH"),
        ("B3 13♥", "bad-card", 14, "K♥"),
        ("RT B3", "bad-card", 11, "R10"),
        ("TS R6", "bad-card", 11, "10S"),
        ("R1O B3", "bad-card", 11, "R10"),
        ("Rl0 B3", "bad-card", 11, "R10"),
        ("6R B3", "bad-card", 11, "R6"),
        ("R6 S7", "bad-card", 14, "7S"),
        ("R6. B3", "bad-card", 11, "R6"),
        ("R0 B3", "bad-card", 11, None),
        ("R06 B3", "bad-card", 11, None),
        ("R6 7", "bad-card", 14, None),
        ("R6 1J", "bad-card", 14, None),
        ("Ré B3", "bad-card", 11, None),
        ("R٥ B3", "bad-card", 11, None),
        ("6ſ R3", "bad-card", 11, "6S"),
        ("F7 B3", "bad-card", 11, None),
        ("R6B7", "bad-card", 11, "R6 B7"),
        ("R6/B7", "bad-card", 11, "R6 B7"),
        ("6♥7♠", "bad-card", 11, "6♥ 7♠"),
        ("7F", "bad-card", 11, "F7"),
        ("T", "bad-card", 11, None),
        ("11", "bad-card", 11, "I1"),
        ("R6", "card-pair", 11, None),
        ("BK", "card-pair", 11, None),
        ("10♥", "card-pair", 11, None),
        ("R6 R7", "card-pair", 14, None),
        ("10♥ 4D", "card-pair", 15, None),
        ("R6 6H", "card-pair", 14, None),
        ("B7 B7", "card-pair", 14, None),
        ("R6 B7 R6", "card-pair", 17, None),
        ("R6 B7 B8 B9", "card-pair", 17, None),
        ("N1", "off-board", 11, None),
        ("A14", "off-board", 11, None),
        ("A0", "off-board", 11, None),
        ("R14", "off-board", 11, None),
        ("''", "bad-value", 11, None),
        ("','", "bad-value", 11, None),
        ("~", "bad-value", 11, None),
        ("[R6, B7]", "bad-value", 11, None),
        ("{R6: B7}", "bad-value", 11, None),
        ("[[[[]]]]", "bad-value", 11, None),
    ],
)
def test_a_pair_that_names_no_cell(pair: str, code: str, column: int, hint: str | None) -> None:
    (problem,) = told(rounds(f"{{red: {pair}, black: R3 B3}}")).problems
    assert (problem.code, problem.line, problem.column, problem.move) == (code, 3, column, 1)
    assert problem.severity == "error"
    assert problem.hint == (None if hint is None else f"probably {hint} was meant")


def test_each_bad_card_is_told() -> None:
    body = rounds("{red: R1 BX, black: X Y Z}", "{red: R2 B2, black: R3 B3}")
    assert faults(body) == [("bad-card", 3, column, 1) for column in (11, 14, 25, 27, 29)]
    assert stones(told(body)) == {"red": {"B2"}, "black": {"C3"}}


# Rounds


def test_both_place_in_a_round() -> None:
    verdict = told(rounds("{red: R6 B7, black: RK BA}", "{black: A1, red: J10}"))
    assert verdict.problems == ()
    assert stones(verdict) == {"red": {"F7", "J10"}, "black": {"M1", "A1"}}
    assert verdict.outcome == ("unfinished", (), {"red": 0, "black": 0})
    assert list(verdict.detail.items()) == [
        ("chain", []),
        ("rounds", 2),
        ("stones", {"red": 2, "black": 2}),
        ("forfeits", []),
        ("tiebreaks", []),
    ]
    assert verdict.headline == "Nobody has won yet in 2 rounds"


def test_a_record_may_be_empty() -> None:
    verdict = told("rounds: []\n")
    assert verdict.problems == ()
    assert verdict.outcome == ("unfinished", (), {"red": 0, "black": 0})
    assert (verdict.detail["rounds"], verdict.headline) == (0, "Nobody has won yet")
    assert told(rounds("{red: A1, black: A2}")).headline == "Nobody has won yet in 1 round"


@pytest.mark.parametrize(
    ("line", "column"),
    [
        *(("rounds:", 8), ("rounds: ~", 9), ("rounds: R6 B7", 9), ("rounds: {red: R6 B7}", 9)),
        *(("rounds: {}", 9), ("rounds: 3", 9), ("rounds: ''", 9)),
    ],
)
def test_rounds_of_the_wrong_kind(line: str, column: int) -> None:
    verdict = told(line + "\n")
    assert [(p.code, p.line, p.column, p.move) for p in verdict.problems] == [("bad-value", 2, column, None)]
    assert (verdict.provisional, verdict.position, verdict.headline) == (None, None, "cannot be scored")


def test_items_that_are_no_rounds_take_one_round() -> None:
    items = ("R6 B7", "[R6 B7, R3 B3]", "null", "", "7", "resign", "[[[[{a: [b]}]]]]")
    body = rounds("{red: A1, black: A2}", *items, "{red: X, black: A3}")
    expected = [("bad-value", number + 3) for number in range(1, len(items) + 1)]
    found = faults(body)
    assert [(code, line) for code, line, *_ in found] == [*expected, ("bad-card", 11)]
    assert [move for *_, move in found] == list(range(2, 10))
    assert told(body).provisional == ("unfinished", (), {"red": 0, "black": 0})


def test_keys_of_a_round() -> None:
    assert faults(rounds("{red: F7}", "{}", "{red: A1, white: A2, black: A3}", "{rad: A1, black: A2}")) == [
        ("missing-field", 3, 5, 1),
        ("missing-field", 4, 5, 2),
        ("missing-field", 4, 5, 2),
        ("unknown-field", 5, 15, 3),
        ("missing-field", 6, 5, 4),
        ("unknown-field", 6, 6, 4),
    ]
    (missing, unknown) = told(rounds("{rad: A1, black: A2}")).problems
    assert missing.hint == "was 'rad' meant for it?"
    assert (unknown.hint or "").startswith("did you mean 'red'?")
    assert faults("rounds:\n  - black: F7\n    tie: 3\n    other:\n") == [
        ("missing-field", 3, 5, 1),
        ("bad-value", 4, 10, 1),
        ("bad-value", 5, 11, 1),
    ]


def test_a_faulty_round_is_left_out_and_the_record_goes_on() -> None:
    body = rounds(
        "{red: A1, black: R14 B3}",  # so A1 stays open
        "{red: A1, black: C3}",
        "{red: C3, black: D4, tie: {red: R, black: B}}",  # so there is no forfeit, and D4 stays open
        "{red: D4, black: C3}",
    )
    verdict = told(body)
    assert [(p.code, p.move) for p in verdict.problems] == [("bad-card", 1), ("tie-unneeded", 3)]
    assert stones(verdict) == {"red": {"A1", "D4"}, "black": {"C3"}}
    assert verdict.detail["forfeits"] == [{"round": 4, "player": "black"}]
    assert verdict.detail["rounds"] == 4


def test_a_cell_that_was_taken_before_the_round_is_forfeited() -> None:
    start = "{red: A1, black: B2}"
    verdict = told(rounds(start, "{red: B2, black: A1}", "{red: A1, black: A1}", "{red: C3, black: C3}"))
    assert [(p.code, p.move) for p in verdict.problems] == [("tie-missing", 4), ("other-missing", 4)]
    both = [{"round": number, "player": player} for number in (2, 3) for player in COLOURS]
    assert verdict.detail["forfeits"] == both
    one = told(rounds(start, "{red: A1, black: C3}", "{red: D4, black: C3}"))
    assert one.problems == ()
    assert one.detail["forfeits"] == [{"round": 2, "player": "red"}, {"round": 3, "player": "black"}]
    assert stones(one) == {"red": {"A1", "D4"}, "black": {"B2", "C3"}}


# Both name the same cell


@pytest.mark.parametrize(
    ("red", "black", "winner"),
    [
        *(("R", "R", "red"), ("B", "B", "red"), ("R", "B", "black"), ("B", "R", "black"), ("red", "r", "red")),
        *(("RED", "Black", "black"), ("black", "b", "red"), ("' R '", "'red'", "red")),
    ],
)
def test_the_same_colour_is_red_s_and_different_ones_are_black_s(red: str, black: str, winner: str) -> None:
    body = rounds(f"{{red: F7, black: R6 B7, tie: {{black: {black}, red: {red}}}, other: 2♥ 3♠}}")
    verdict = told(body)
    assert verdict.problems == ()
    loser = "black" if winner == "red" else "red"
    assert stones(verdict) == {winner: {"F7"}, loser: {"B3"}}
    assert verdict.detail["tiebreaks"] == [{"round": 1, "winner": winner}]
    assert verdict.detail["forfeits"] == []


TIED = "red: F7, black: F7"
SHOWN = "tie: {red: R, black: R}"


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (f"{TIED}, {SHOWN}", [("other-missing", 5)]),
        (f"{TIED}, other: A2", [("tie-missing", 5)]),
        (TIED, [("tie-missing", 5), ("other-missing", 5)]),
        (f"{TIED}, tie: {{}}, other: A2", [("tie-missing", 5)]),
        (f"{TIED}, tie: {{red: R}}, other: A2", [("tie-missing", 5)]),
        (f"{TIED}, tie: {{red: X}}, other: A2", [("tie-missing", 5), ("bad-card", 37)]),
        (f"{TIED}, tie: {{red: R6, black: 7}}, other: A2", [("bad-card", 37), ("bad-card", 48)]),
        (f"{TIED}, tie: {{red: , black: [R]}}, other: A2", [("bad-value", 37), ("bad-value", 46)]),
        (f"{TIED}, tie: {{red: R, black: R, white: R}}, other: A2", [("bad-value", 50)]),
        (f"{TIED}, tie: R B, other: A2", [("bad-value", 31)]),
        (f"{TIED}, tie: [R, B]", [("other-missing", 5), ("bad-value", 31)]),
        (f"{TIED}, tie: ~, other: ~", [("bad-value", 31), ("bad-value", 41)]),
        (f"{TIED}, {SHOWN}, other: F7", [("other-taken", 58)]),
        (f"{TIED}, {SHOWN}, other: A1", [("other-taken", 58)]),
        (f"{TIED}, {SHOWN}, other: RA BA", [("other-taken", 58)]),
        (f"{TIED}, other: A1", [("tie-missing", 5), ("other-taken", 33)]),
        (f"{TIED}, {SHOWN}, other: R6", [("card-pair", 58)]),
        (f"{TIED}, {SHOWN}, other: Z1", [("off-board", 58)]),
        (f"{TIED}, {SHOWN}, other: [A2]", [("bad-value", 58)]),
        (f"red: F7, black: F8, {SHOWN}", [("tie-unneeded", 26)]),
        ("red: F7, black: F8, other: A2", [("tie-unneeded", 26)]),
        (f"red: F7, black: F8, other: A2, {SHOWN}", [("tie-unneeded", 26)]),
        (f"red: A1, black: A1, {SHOWN}, other: A2", [("tie-unneeded", 26)]),
        (f"red: A1, black: F7, {SHOWN}, other: A2", [("tie-unneeded", 26)]),
        ("red: F7, black: F8, other: A1", [("tie-unneeded", 26)]),
        ("red: F7, black: F8, tie: {red: X}", [("tie-unneeded", 26), ("bad-card", 37)]),
        (f"red: A1, black: X, {SHOWN}", [("bad-card", 22), ("tie-unneeded", 25)]),
        (f"red: F7, black: X, {SHOWN}, other: A1", [("bad-card", 22)]),
        ("red: X, black: F7, other: A1", [("bad-card", 11)]),
    ],
)
def test_what_a_tiebreak_lacks_or_has_too_much(entry: str, expected: list[tuple[str, int]]) -> None:
    body = rounds("{red: A1, black: B1}", f"{{{entry}}}", "{red: L1, black: L2}")
    assert faults(body) == [(code, 4, column, 2) for code, column in expected]
    assert stones(told(body)) == {"red": {"A1", "L1"}, "black": {"B1", "L2"}}


def test_what_is_missing_is_told_in_the_first_line_of_the_round() -> None:
    body = "rounds:\n  -\n    red: F7\n    black: F7\n    tie:\n      red: R\n"
    assert faults(body) == [("tie-missing", 4, 5, 1), ("other-missing", 4, 5, 1)]


def test_a_colour_that_is_a_card_is_explained() -> None:
    (problem,) = told(rounds(f"{{{TIED}, tie: {{red: 10♥, black: B}}, other: A2}}")).problems
    assert problem.hint == "probably red was meant"


# The end


LINE = [f"{{red: G{number}, black: A{number}}}" for number in range(1, 13)]


def test_the_round_in_which_a_chain_appears_ends_the_game() -> None:
    verdict = told(rounds(*LINE, "{red: G13, black: B2}"))
    assert verdict.problems == ()
    assert verdict.outcome == ("won", ("red",), {"red": 1, "black": 0})
    assert verdict.detail["chain"] == [f"G{number}" for number in range(13, 0, -1)]
    assert verdict.detail["stones"] == {"red": 13, "black": 13}
    assert verdict.headline == "Red wins in round 13"


def test_after_the_end_each_entry_is_one_fault_whatever_it_says() -> None:
    late = ("{red: H1, black: H2}", "{red: X, tie: 3}", "null", "[1, 2]", "resign")
    body = rounds(*LINE, "{red: G13, black: B2}", *late)
    assert faults(body) == [("after-end", 16 + i, 5, 14 + i) for i in range(len(late))]
    verdict = told(body)
    assert verdict.provisional == ("won", ("red",), {"red": 1, "black": 0})
    assert verdict.detail["rounds"] == 13


def test_a_chain_that_a_faulty_round_would_have_made_ends_nothing() -> None:
    body = rounds(*LINE, "{red: G13, black: X}", "{red: H13, black: H1}")
    assert [(p.code, p.move) for p in told(body).problems] == [("bad-card", 13)]
    assert told(body).provisional == ("won", ("red",), {"red": 1, "black": 0})  # G12 touches H13
    assert told(body).headline == "Red wins in round 14"


@pytest.mark.parametrize(("shown", "winner"), [("R", "red"), ("B", "black")])
def test_the_last_open_cell_leaves_the_loser_nowhere_to_place(tmp_path: Path, shown: str, winner: str) -> None:
    start = ("{red: A1, black: A2}", "{red: B1, black: A1}")
    last = f"red: B2, black: B2, tie: {{red: R, black: {shown}}}"
    verdict = in_spec(tmp_path, rounds(*start, f"{{{last}}}"), ("side: 13", "side: 2"))
    assert verdict.problems == ()
    assert verdict.outcome.winners == (winner,)
    taken = in_spec(tmp_path, rounds(*start, f"{{{last}, other: A1}}"), ("side: 13", "side: 2"))
    assert [p.code for p in taken.problems] == ["other-taken"]


# Positions


def test_positions_as_stones() -> None:
    line = " ".join(f"{letter}7" for letter in "ABCDEFGHIJKLM")
    verdict = told(f"stones: {{black: {line}, red: [A1, B2]}}\nclaim: {{winner: black, points: {{red: 0}}}}\n")
    (note,) = verdict.problems
    assert (note.severity, note.code, note.line, note.column) == ("note", "surplus-stones", 2, 9)
    assert verdict.outcome == ("won", ("black",), {"red": 0, "black": 1})
    assert verdict.headline == "Black wins"
    assert dict(verdict.detail) == {
        "chain": line.split(),
        "rounds": None,
        "stones": {"red": 2, "black": 13},
        "forfeits": [],
        "tiebreaks": [],
    }


def test_a_surplus_is_a_difference_in_a_position_without_unclear_cells() -> None:
    assert faults("stones: {red: A1, black: B2}\n") == []
    assert faults("stones: {red: A1 A2, black: B2}\n") == [("surplus-stones", 2, 9, None)]
    assert faults("stones: {red: A1, black: B2 B3}\n") == [("surplus-stones", 2, 9, None)]
    assert faults("stones: {red: A1, black: B2 B3, unclear: A2}\n") == []
    assert faults(rounds("{red: A1, black: B2}", "{red: A1, black: A2}")) == []


@pytest.mark.parametrize("mark", [mark for marks in BATTLE_MARKS.values() for mark in marks])
def test_all_the_marks_of_a_diagram(mark: str) -> None:
    owner = next(owner for owner, marks in BATTLE_MARKS.items() if mark in marks)
    drawn = [" ".join(mark if cell == (2, 1) else "." for cell in row) for row in BOARD.rows()]
    verdict = told("diagram: |1\n " + "\n ".join(drawn) + "\n")
    assert [p.code for p in verdict.problems] == (["surplus-stones"] if owner in COLOURS else [])
    assert stones(verdict) == {player: {"B1"} if owner == player else set() for player in COLOURS}
    assert verdict.detail.get("unclear") == ({"cells": ["B1"], "decides": []} if owner == "unclear" else None)


def test_faults_of_positions() -> None:
    assert faults("stones: {white: A1, red: A1 N1 X, black: [A1, [B2]]}\n") == [
        ("bad-value", 2, 10, None),
        ("off-board", 2, 29, None),
        ("bad-cell", 2, 32, None),
        ("duplicate-cell", 2, 43, None),
        ("bad-value", 2, 47, None),
    ]
    assert faults("diagram: |1\n  w\n") == [("diagram-shape", 2, 10, None), ("bad-mark", 3, 3, None)]
    assert told("diagram: |1\n  w\n").provisional is None
    assert faults("stones: A1\n") == [("bad-value", 2, 9, None)]


@pytest.mark.parametrize("key", ["side", "diamond", "mode", "board", "moves", "tiles", "last", "captures"])
def test_a_key_that_the_game_has_no_use_for(key: str) -> None:
    assert faults(f"rounds: []\n{key}: 1\n") == [("unknown-field", 3, 1, None)]


def test_one_body_is_needed_and_one_only() -> None:
    assert faults("title: Final\n") == [("missing-field", None, None, None)]
    assert told("title: Final\n").provisional is None
    assert faults("rounds: []\nstones: {}\n") == [("unknown-field", 3, 1, None)]


def test_claims() -> None:
    won = rounds(*LINE, "{red: G13, black: B2}")
    assert faults("claim: {winner: red, points: {red: 1, black: 0}}\n" + won) == []
    wrong = told("claim: {winner: black, points: {red: 0}}\n" + won)
    assert [(p.code, p.line, p.column) for p in wrong.problems] == [
        ("claim-differs", 2, 17),
        ("claim-differs", 2, 38),
    ]
    assert wrong.outcome == ("won", ("red",), {"red": 1, "black": 0})
    assert faults("claim: {winner: white}\nrounds: []\n") == [("bad-value", 2, 17, None)]
    unclear = "stones: {red: G1 G2 G3 G4 G5 G6 G7 G8 G9 G10 G11 G12, unclear: G13}\nclaim: {winner: black}\n"
    assert faults(unclear) == []
    assert told(unclear).headline == "Not clear, it hangs on G13"


# Specs of one's own


SPEC = """game: mine
title: Mine
credit: me
players:
  red: {name: Red, mark: hatched, joins: [upper left, lower right], typed: "r R"}
  black: {name: Black, mark: filled, joins: [lower left, upper right], typed: "b B"}
board:
  shape: rhombus
  side: 13
scoring:
  kind: battle_hex
assets:
  board: {kind: board, across_flats: 11 mm}
"""


def write_spec(folder: Path, *changes: tuple[str, str]) -> Path:
    """Write a spec like the shipped one as ``mine.yaml``, with texts replaced."""
    text = SPEC
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def in_spec(folder: Path, body: str, *changes: tuple[str, str]) -> Verdict:
    """Score the rest of a transcript in a game of one's own."""
    write_spec(folder, *changes)
    return scorebook.score(str(folder / "game.yaml"), f"game: mine.yaml\n{body}".encode())


def test_cards_beyond_a_smaller_board(tmp_path: Path) -> None:
    verdict = in_spec(
        tmp_path, rounds("{red: RK B2, black: A1}", "{red: R5 B5, black: F5}"), ("side: 13", "side: 5")
    )
    assert [(p.code, p.line, p.column) for p in verdict.problems] == [("off-board", 3, 11), ("off-board", 4, 25)]
    assert "'M2'" in verdict.problems[0].message


def test_a_word_is_a_cell_where_the_board_has_it(tmp_path: Path) -> None:
    verdict = in_spec(tmp_path, rounds("{red: R6, black: R6 B7}"), ("side: 13", "side: 20"))
    assert verdict.problems == ()
    assert stones(verdict) == {"red": {"R6"}, "black": {"F7"}}


def test_two_chains_where_the_sides_of_a_spec_allow_them(tmp_path: Path) -> None:
    same = ("joins: [lower left, upper right]", "joins: [upper left, lower right]")
    red, black = (" ".join(f"{letter}{number}" for number in range(13, 0, -1)) for letter in "AC")
    verdict = in_spec(tmp_path, f"stones: {{red: {red}, black: {black}, unclear: E5}}\n", same)
    assert verdict.outcome == ("won", ("red",), {"red": 1, "black": 0})
    assert verdict.detail["unclear"] == {"cells": ["E5"], "decides": []}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("board:\n", "games: [left]\nboard:\n  regions: {left: {letters: A-E, numbers: A-E}}\n"), "expected"),
        (
            ("board:\n", "games: [whole, half]\nboard:\n  regions: {half: {letters: A-E, numbers: 1-13}}\n"),
            "whole",
        ),
        (("board:\n", "  third: {name: C, mark: open, joins: [upper left, lower left]}\nboard:\n"), "two players"),
        (("joins: [lower left, upper right], ", ""), "'joins' is missing"),
        (("kind: battle_hex", "kind: battle-hex"), "one of: battle_hex, connect, flow"),
        (("kind: battle_hex", "kind: battle_hx"), "one of: battle_hex, connect, flow"),
    ],
)
def test_a_spec_that_cannot_be_played_in_rounds(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    (problem,) = in_spec(tmp_path, "rounds: []\n", change).problems
    assert (problem.code, problem.line, problem.column) == ("unknown-game", 1, 7)
    assert message in problem.message


# Positions on cards, and pictures


POSITIONS = """positions:
  played:
    rounds:
      - {red: F7, black: F7, tie: {red: R, black: B}, other: A1}
      - {red: R2 B2, black: F7}
  listed:
    stones: {red: A1 B2, black: F7}
  drawn:
    diagram: |1
     R
     B ?
  slip:
    rounds:
      - {red: F7, black: X}
assets:
"""


def test_positions_of_a_spec(tmp_path: Path) -> None:
    path = write_spec(tmp_path, ("assets:\n", POSITIONS))
    game = library.load_game(str(path))
    for name in ("played", "listed"):
        position, headline = scorebook.score_position(game, name)
        assert isinstance(position, Position)
        found = {game.board.names[cell]: owner for cell, owner in position.stones.items()}
        assert found == {"A1": "red", "B2": "red", "F7": "black"}
        assert headline == ("Nobody has won yet in 2 rounds" if name == "played" else "Nobody has won yet")
    with pytest.raises(SpecError) as error:
        scorebook.score_position(game, "slip")
    line = 1 + path.read_text(encoding="utf-8").splitlines().index("      - {red: F7, black: X}")
    assert [(p.code, p.line, p.column, p.move) for p in error.value.problems] == [("bad-card", line, 26, 1)]
    with pytest.raises(SpecError) as error:
        scorebook.score_position(game, "drawn")
    assert [p.code for p in error.value.problems] == ["diagram-shape"]


def test_the_shipped_positions_are_fine() -> None:
    game = library.load_game("battle-hex")
    for name in game.spec.positions:
        position, _ = scorebook.score_position(game, name)
        assert isinstance(position, Position)
        assert position.stones


@pytest.mark.parametrize("name", ["red-wins-by-rounds", "black-wins-full-board", "unclear-crossing", "faults"])
def test_a_picture_holds_stones_chain_and_headline(name: str) -> None:
    (verdict,), _ = scorebook.score_all([str(CASES / f"{name}.yaml")])
    document, fonts = pictures.picture_of([verdict])
    (page,) = document.pages
    assert list(preflight_faults(document, fonts)) == []
    items = [item for item, _ in items_in(page.pieces)]
    words = " ".join(item.string for item in items if isinstance(item, Text))
    assert words.startswith(verdict.headline if verdict.is_valid else "Not valid, ")
    chains = [list(i.points()) for i in items if isinstance(i, Outline) and i.stroke is not None]
    anchors = page.pieces[0].drawing.anchors
    course = [anchors[cell] for cell in verdict.detail["chain"]]
    assert (course in chains) is bool(course)


# What always holds


@st.composite
def played_games(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Draw a legal game to its end, or cut off before: cells often named by both, or named again."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    again, both = draw(st.sampled_from([0.0, 0.1, 0.5])), draw(st.sampled_from([0.0, 0.1, 0.9]))
    most = draw(st.sampled_from([3, 20, 1000]))
    entries: list[dict[str, Any]] = []
    lying: list[Cell] = []
    cells = BOARD.cells()
    while len(entries) < most:
        open_cells = [cell for cell in cells if cell not in lying]
        red, black = (chance.choice(lying if lying and chance.random() < again else open_cells) for _ in COLOURS)
        if chance.random() < both:
            black = red
        entry: dict[str, Any] = {"red": spelled(red, chance), "black": spelled(black, chance)}
        if red == black and red not in lying:
            entry["tie"] = {who: chance.choice(("R", "B", "r", "b", "red", "black")) for who in COLOURS}
            others = [cell for cell in open_cells if cell != red]
            entry |= {"other": spelled(chance.choice(others), chance)} if others else {}
        entries.append(entry)
        replayed = replay(BOARD, entries)
        lying = list(replayed.stones)
        if replayed.winner is not None:
            break
    return entries


def spelled(cell: Cell, chance: random.Random) -> str:
    """Write a cell as a pair of cards or by its name."""
    cards = [chance.choice(spellings(colour, number)) for colour, number in zip(COLOURS, cell, strict=True)]
    chance.shuffle(cards)
    return chance.choice((" ".join(cards), ", ".join(cards), name_of(cell), name_of(cell).lower()))


def test_cells_are_spelled_in_many_ways_and_read_back() -> None:
    chance = random.Random(1)
    for cell in BOARD.cells():
        assert named_cell(spelled(cell, chance)) == cell


@settings(max_examples=25, deadline=None)
@given(played_games())
def test_legal_games_are_replayed(entries: list[dict[str, Any]]) -> None:
    verdict = told(f"rounds: {json.dumps(entries, ensure_ascii=False)}\n")
    assert verdict.problems == ()
    expected = replay(BOARD, entries)
    winners = () if expected.winner is None else (expected.winner,)
    points = {player: int(player in winners) for player in COLOURS}
    assert verdict.outcome == ("won" if winners else "unfinished", winners, points)
    chain = verdict.detail["chain"]
    if expected.winner is None:
        assert chain == []
    else:
        assert len(chain) == BOARD.chain_length("whole", expected.winner, expected.stones)
        assert list(BOARD.chain_faults("whole", expected.winner, expected.stones, chain)) == []
    owners = list(expected.stones.values())
    assert {key: value for key, value in verdict.detail.items() if key != "chain"} == {
        "rounds": len(entries),
        "stones": {player: owners.count(player) for player in COLOURS},
        "forfeits": expected.forfeits,
        "tiebreaks": expected.tiebreaks,
    }
    cells = {player: {name_of(c) for c, owner in expected.stones.items() if owner == player} for player in COLOURS}
    assert stones(verdict) == cells


@settings(max_examples=25, deadline=None)
@given(played_games(), st.integers(0, 2**32))
def test_a_faulty_round_changes_nothing_else(entries: list[dict[str, Any]], seed: int) -> None:
    chance = random.Random(seed)
    at = chance.randrange(len(entries) + 1)
    if replay(BOARD, entries).winner is not None:
        at = min(at, len(entries) - 1)
    slip: Any = chance.choice(
        ({"red": "R1 B2", "black": "A1"}, {"red": "A1"}, None, [], "A1", {"red": "R6", "black": 7})
    )
    before = told(f"rounds: {json.dumps(entries)}\n")
    after = told(f"rounds: {json.dumps([*entries[:at], slip, *entries[at:]])}\n")
    assert {p.move for p in after.problems} == {at + 1}
    assert after.provisional == before.outcome
    assert stones(after) == stones(before)


SMALL = Plain(5, "wide", BATTLE)


@pytest.fixture(scope="module")
def small_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the spec of a small board into a folder."""
    folder = tmp_path_factory.mktemp("small")
    write_spec(folder, ("side: 13", f"side: {SMALL.side}"))
    return folder


def winners_of_readings(lying: Stones, unclear: tuple[Cell, ...]) -> dict[tuple[str, ...], str | None]:
    """Try each unclear cell as red, as black and as empty, all together."""
    found = {}
    for owners in itertools.product((*COLOURS, ""), repeat=len(unclear)):
        read = {cell: owner for cell, owner in zip(unclear, owners, strict=True) if owner}
        found[owners] = SMALL.winner("whole", {**lying, **read})
    return found


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), number=st.integers(1, 5), share=st.sampled_from([0.5, 0.9, 1.0]))
def test_unclear_cells_are_judged_as_by_trying_all_readings(
    small_folder: Path, seed: int, number: int, share: float
) -> None:
    chance = random.Random(seed)
    cells = SMALL.cells()
    chance.shuffle(cells)
    unclear = tuple(cells[:number])
    lying = {cell: chance.choice(COLOURS) for cell in cells[number:] if chance.random() < share}
    listed = {player: [name_of(c) for c, owner in lying.items() if owner == player] for player in COLOURS}
    body = json.dumps({**listed, "unclear": [name_of(cell) for cell in unclear]})
    verdict = scorebook.score(str(small_folder / "game.yaml"), f"game: mine.yaml\nstones: {body}\n".encode())
    assert verdict.problems == ()
    readings = winners_of_readings(lying, unclear)
    decides = {
        name_of(cell)
        for i, cell in enumerate(unclear)
        for owners, winner in readings.items()
        if any(readings[(*owners[:i], other, *owners[i + 1 :])] != winner for other in (*COLOURS, ""))
    }
    assert verdict.detail["unclear"]["cells"] == [name_of(cell) for cell in unclear]
    assert set(verdict.detail["unclear"]["decides"]) == decides
    outcomes = set(readings.values())
    (winner,) = outcomes if len(outcomes) == 1 else (None,)
    status = "unclear" if len(outcomes) > 1 else "unfinished" if winner is None else "won"
    assert verdict.outcome[:2] == (status, () if winner is None else (winner,))
    assert verdict.outcome.points == {player: int(player == winner) for player in COLOURS}
    chain = verdict.detail["chain"]
    assert bool(chain) is (winner is not None)
    if winner is not None:
        assert list(SMALL.chain_faults("whole", winner, lying, chain)) == []


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_a_filled_board_has_exactly_one_winner(seed: int) -> None:
    chance = random.Random(seed)
    lying = {cell: chance.choice(COLOURS) for cell in BOARD.cells()}
    marks = {"red": "R", "black": "B"}
    drawn = [" ".join(marks[lying[cell]] for cell in row) for row in BOARD.rows()]
    verdict = told("diagram: |1\n " + "\n ".join(drawn) + "\n")
    assert verdict.outcome.winners == (BOARD.winner("whole", lying),)
    assert verdict.outcome.points[verdict.outcome.winners[0]] == 1
