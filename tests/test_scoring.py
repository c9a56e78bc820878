"""Scoring Quadrant Hex: how transcripts are read, and every fault that they can have, with its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from printkit import library, scorebook
from printkit.errors import Problem
from printkit.verdict import Position, Verdict
from tests.plain_hex import GAMES, MARKS, Plain, name_of

FILE = "game.yaml"
HEAD = "game: quadrant-hex\n"

Place = tuple[int | None, int | None]
Fault = tuple[str, int | None, int | None, int | None]  # code, line, column, move


def score(text: str | bytes, file: str = FILE) -> Verdict:
    """Score a transcript as it stands."""
    return scorebook.score(file, text.encode() if isinstance(text, str) else text)


def told(body: str) -> Verdict:
    """Score the rest of a transcript, from line 2."""
    return score(HEAD + body)


def faults(body: str) -> list[Fault]:
    """Return the problems of the rest of a transcript, from line 2."""
    return [(p.code, p.line, p.column, p.move) for p in told(body).problems]


def the_problem(body: str) -> Problem:
    """Return the one problem of the rest of a transcript."""
    (problem,) = told(body).problems
    return problem


def stones(body: str) -> dict[str, set[str]]:
    """Return the cells on which each player's stones lie at the end."""
    verdict = told(body)
    assert isinstance(verdict.position, Position)
    is_tall = "diamond: tall" in body
    board = library.load_game("quadrant-hex", ("board.diamond=tall",) if is_tall else ()).board
    found: dict[str, set[str]] = {"black": set(), "white": set()}
    for cell, owner in verdict.position.stones.items():
        found[owner].add(board.names[cell])
    return found


# The file


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (b"", (1, 1)),
        (b"# only a comment\n", (1, 1)),
        (b"- E5\n- F6\n", (1, 1)),
        (b"E5\n", (1, 1)),
        (b"game: quadrant-hex\nmoves: [E5]\n---\ngame: hex\n", (3, 1)),
        (b"game: quadrant-hex\nmoves: E\xff\n", (2, 9)),
        (b"game: quadrant-hex\nmoves: E\x075\n", (2, 9)),
        (b"game: quadrant-hex\nmoves: " + b"[" * 51 + b"]" * 51, (2, 57)),
        (b"game: quadrant-hex\nmoves: &a [*a]\n", (2, 12)),
        (b"game: quadrant-hex\nmoves: [E5]\nmoves: [F6]\n", (3, 1)),
        (b"game: quadrant-hex\nmoves: [E5\n", (3, 1)),
        (b"game: quadrant-hex\n\tmoves: E5\n", (2, 1)),
        (b"game: quadrant-hex\nmoves: *nobody\n", (2, 8)),
        (b"game: quadrant-hex\nmoves: !!str E5\n", (2, 8)),
    ],
)
def test_a_file_that_is_no_yaml_mapping_is_told_at_its_place(text: bytes, place: Place) -> None:
    verdict = score(text)
    assert [(p.code, p.line, p.column, p.move) for p in verdict.problems] == [("yaml", *place, None)]
    assert (verdict.game, verdict.mode, verdict.is_valid) == (None, None, False)
    assert verdict.outcome == ("invalid", (), {})
    assert verdict.provisional is None


def test_anchors_that_explode_are_refused() -> None:
    lines = ["game: quadrant-hex", "a0: &a0 [x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    (problem,) = score("\n".join(lines)).problems
    assert problem.code == "yaml"
    assert "the anchors explode" in problem.message


def test_doubled_keys_come_all_at_once() -> None:
    found = score("game: quadrant-hex\nmoves: [E5]\nmoves: [F6]\ngame: hex\n").problems
    assert [(p.code, p.line, p.column) for p in found] == [("yaml", 3, 1), ("yaml", 4, 1)]


def test_a_byte_order_mark_and_cr_lf_change_nothing() -> None:
    text = HEAD + "moves: |\n  1. E5 F6\n  2. Z9 EO\nclaim: {winner: red}\n"
    plain = score(text)
    assert len(plain.problems) == 3
    assert score(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()) == plain
    diagram = diagram_of({"E5": "X", "F6": "z"})
    assert score(b"\xef\xbb\xbf" + (HEAD + diagram).replace("\n", "\r\n").encode()) == told(diagram)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("moves: [E5]\n", "missing-field", (None, None)),
        ("{}\n", "missing-field", (None, None)),
        ("game:\nmoves: [E5]\n", "bad-value", (1, 6)),
        ("moves: [E5]\ngame: [quadrant-hex]\n", "bad-value", (2, 7)),
        ("moves: [E5]\ngame: {}\n", "bad-value", (2, 7)),
        ("game: quadrant-hx\n", "unknown-game", (1, 7)),
        ("game: Quadrant-Hex\n", "unknown-game", (1, 7)),
        ("game: no-such-spec.yaml\n", "unknown-game", (1, 7)),
        ('game: "a\\0.yaml"\n', "unknown-game", (1, 7)),
        (f"game: {'a' * 5000}.yaml\n", "unknown-game", (1, 7)),
    ],
)
def test_a_game_that_is_not_known_leaves_nothing_to_score(text: str, code: str, place: Place) -> None:
    verdict = score(text)
    assert [(p.code, p.line, p.column, p.move) for p in verdict.problems] == [(code, *place, None)]
    assert (verdict.game, verdict.mode) == (None, None)
    assert verdict.outcome == ("invalid", (), {})


def test_a_game_that_is_nearly_known_is_suggested() -> None:
    (problem,) = score("game: quadrant hex\n").problems
    assert problem.hint is not None
    assert problem.hint.startswith("did you mean 'quadrant-hex'?")


SHIPPED = library.specs_folder() / "quadrant-hex.yaml"


def own_spec(folder: Path, *changes: tuple[str, str]) -> None:
    """Write a copy of the shipped spec as ``specs/mine.yaml``, with texts replaced."""
    text = SHIPPED.read_text(encoding="utf-8")
    for old, new in (("game: quadrant-hex", "game: mine"), *changes):
        assert old in text
        text = text.replace(old, new, 1)
    (folder / "specs").mkdir()
    (folder / "specs" / "mine.yaml").write_text(text, encoding="utf-8")


def test_a_spec_is_found_relative_to_the_transcript(tmp_path: Path) -> None:
    own_spec(tmp_path, ("side: 10", "side: 6"))
    (tmp_path / "games").mkdir()
    text = "game: ../specs/mine.yaml\nmoves: [F6, G7]\n"
    verdict = score(text, str(tmp_path / "games" / FILE))
    assert verdict.game == "mine"
    assert [(p.code, p.line, p.column, p.move) for p in verdict.problems] == [("off-board", 2, 13, 2)]
    assert [p.code for p in score(text, str(tmp_path / FILE)).problems] == ["unknown-game"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("mark: open", "mark: opn"), "one of: filled, open"),
        (("kind: connect", "kind: conect"), "one of: battle_hex, connect, flow"),
        (("scoring:", "scorings:"), "unknown key 'scorings'"),
    ],
)
def test_a_spec_that_cannot_be_used_is_told(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    own_spec(tmp_path, change)
    (problem,) = score("game: specs/mine.yaml\nmoves: []\n", str(tmp_path / FILE)).problems
    assert (problem.code, problem.line, problem.column) == ("unknown-game", 1, 7)
    assert message in problem.message


def test_a_spec_that_says_no_way_to_score_is_told(tmp_path: Path) -> None:
    text = SHIPPED.read_text(encoding="utf-8")
    start, end = text.index("scoring:"), text.index("claims:")
    (tmp_path / "mine.yaml").write_text(text[:start] + text[end:], encoding="utf-8")
    (problem,) = score("game: mine.yaml\nmoves: []\n", str(tmp_path / FILE)).problems
    assert (problem.code, problem.line, problem.column) == ("unknown-game", 1, 7)


def test_a_spec_changed_on_disk_is_read_anew(tmp_path: Path) -> None:
    own_spec(tmp_path, ("side: 10", "side: 6"))
    transcript = ("game: specs/mine.yaml\nmoves: [J10]\n", str(tmp_path / FILE))
    assert [p.code for p in score(*transcript).problems] == ["off-board"]
    spec = tmp_path / "specs" / "mine.yaml"
    spec.write_text(spec.read_text(encoding="utf-8").replace("side: 6", "side: 10"), encoding="utf-8")
    assert score(*transcript).problems == ()


# Keys


@pytest.mark.parametrize(
    "key", ["board", "mode", "last", "captures", "first", "ended", "rounds", "tiles", "tittle"]
)
def test_a_key_that_the_game_has_no_use_for(key: str) -> None:
    assert faults(f"moves: [E5]\n{key}: 1\n") == [("unknown-field", 3, 1, None)]


def test_an_unknown_key_is_explained() -> None:
    hint = the_problem("moves: [E5]\ntittle: Final\n").hint
    assert hint is not None
    assert hint.startswith("did you mean 'title'?")


def test_every_known_key_is_taken() -> None:
    body = (
        "diamond: tall\nside: 8\nplayers: {black: Ada, white: Bo}\ntitle: Final\ndate: 2024-05-01\n"
        "event: Club\nnotes: |\n  Long\n  game\nclaim: {points: {black: 0}}\nmoves: [E5]\n"
    )
    assert faults(body) == []


def test_one_body_is_needed_and_one_only() -> None:
    assert faults("title: Final\n") == [("missing-field", None, None, None)]
    body = "stones: {black: E5}\nmoves: [F6]\ndiagram: X\n"
    assert faults(body) == [("unknown-field", 3, 1, None), ("unknown-field", 4, 1, None)]
    assert stones(body) == {"black": {"E5"}, "white": set()}
    verdict = told(body)
    assert verdict.provisional == ("unfinished", (), {"black": 0, "white": 0})


@pytest.mark.parametrize(
    ("line", "places"),
    [
        ("players: Ada and Bo", [(3, 10)]),
        ("players: [Ada, Bo]", [(3, 10)]),
        ("players: {black: Ada, red: Bo, white: [Cy]}", [(3, 23), (3, 39)]),
        ("title: [a, b]", [(3, 8)]),
        ("notes: {a: b}", [(3, 8)]),
        ("date: []", [(3, 7)]),
        ("event: {}", [(3, 8)]),
    ],
)
def test_players_and_texts_of_the_wrong_kind(line: str, places: list[Place]) -> None:
    assert faults(f"moves: [E5]\n{line}\n") == [("bad-value", *place, None) for place in places]


# The board


def test_the_board_of_a_transcript() -> None:
    assert faults("side: 12\nmoves: [L12, A1]\n") == []
    assert faults("moves: [L12, A1]\n") == [("off-board", 2, 9, 1)]
    assert faults("side: 26\nstones: {black: Z26, white: A1}\n") == []
    assert faults("side: 6\nmoves: [F6, G6]\n") == [("off-board", 3, 13, 2)]
    assert faults("diamond: tall\nside: '8'\nmoves: [H8]\n") == []
    assert faults("diamond: wide\nmoves: [J10]\n") == []


@pytest.mark.parametrize("side", ["11", "28", "4", "0", "-10", "ten", "10.0", "", "[10]", "{a: 1}", "1_0", "１０"])
def test_a_side_that_no_board_has(side: str) -> None:
    verdict = told(f"side: {side}\nmoves: [E5, F6]\n")
    column = 7 if side else 6
    assert [(p.code, p.line, p.column, p.move) for p in verdict.problems] == [("bad-value", 2, column, None)]
    assert verdict.game == "quadrant-hex"
    assert verdict.outcome == ("invalid", (), {"black": 0, "white": 0})
    assert verdict.provisional is None


@pytest.mark.parametrize("diamond", ["Wide", "high", "", "[wide]", "~"])
def test_a_diamond_that_is_no_diamond(diamond: str) -> None:
    column = 10 if diamond else 9
    assert faults(f"diamond: {diamond}\nmoves: [E5, F6]\n") == [("bad-value", 2, column, None)]


def test_a_board_that_is_not_known_hides_no_other_fault() -> None:
    body = "side: 11\ndiamond: high\nmoves: [E5, EO, e5, K11, null, resign, F6]\nclaim: {winner: red}\n"
    assert sorted(faults(body), key=str) == sorted(
        [
            ("bad-value", 2, 7, None),
            ("bad-value", 3, 10, None),
            ("bad-cell", 4, 13, 2),
            ("occupied", 4, 17, 3),
            ("bad-value", 4, 26, 5),
            ("after-end", 4, 40, 7),
            ("bad-value", 5, 17, None),
        ],
        key=str,
    )
    assert faults("side: 11\ndiagram: |\n  X O z\n") == [("bad-value", 2, 7, None), ("bad-mark", 4, 7, None)]
    assert faults("diamond: high\nmoves: [K1]\n") == [("bad-value", 2, 10, None), ("off-board", 3, 9, 1)]


def test_regions_of_a_spec_that_another_side_lacks(tmp_path: Path) -> None:
    regions = "lower: {letters: first half, numbers: first half}"
    own_spec(tmp_path, (regions, "lower: {letters: A-J, numbers: 1-5}"))
    (problem,) = score("game: specs/mine.yaml\nside: 8\nmoves: []\n", str(tmp_path / FILE)).problems
    assert (problem.code, problem.line, problem.column) == ("bad-value", 2, 7)
    assert "region 'lower'" in problem.message


def test_a_spec_with_one_board_takes_no_other(tmp_path: Path) -> None:
    start = "  sides: 6-26           # a transcript may be of another board with an even side\n"
    own_spec(tmp_path, (start, ""))
    found = score("game: specs/mine.yaml\nside: 8\ndiamond: tall\nmoves: [J10]\n", str(tmp_path / FILE)).problems
    assert [(p.code, p.line, p.column) for p in found] == [("unknown-field", 2, 1), ("unknown-field", 3, 1)]


def test_the_diamond_decides_which_cells_touch() -> None:
    # E5 touches F6 in the wide diamond, E6 touches F5 in the tall one.
    wide = "side: 6\nstones: {black: C3 B2 A1}\n"
    assert games(wide)["lower"] == "black"
    assert games("diamond: tall\n" + wide)["lower"] is None
    tall = "side: 6\nstones: {black: C1 B2 A3}\n"
    assert games(tall)["lower"] is None
    assert games("diamond: tall\n" + tall)["lower"] == "black"


def games(body: str) -> dict[str, str | None]:
    """Return who has won each game."""
    return {name: contest["winner"] for name, contest in told(body).detail["games"].items()}


# Moves


def test_black_and_white_move_in_turn() -> None:
    expected = {"black": {"E5", "C7"}, "white": {"F6", "D4"}}
    for body in (
        "moves: E5 F6 C7 D4\n",
        "moves: e5,f6 ,C7,, D4\n",
        "moves: [E5, F6, C7, D4]\n",
        "moves: [E5 F6, 'C7, D4']\n",
        "moves:\n  - E5\n  - F6\n  - C7 D4\n",
        "moves: |\n  1. E5 F6\n  2. C7 D4\n",
        "moves: |2-\n    1. E5 F6\n\n  2. C7 D4\n",
        "moves: >\n  1. E5 F6\n  2. C7\n  D4\n",
        "moves: >+\n  E5 F6 C7\n\n  D4\n\n",
        "moves: '1. E5 F6\n  2. C7 D4'\n",
        'moves: "1. E5\\tF6\\n2. C7 D4"\n',
        "moves: 1. E5 F6 2. C7\n  D4\n",
        "moves: 1.E5 1...F6 2.C7 D4\n",
        "moves: [1. E5, 1. F6, 2., C7, D4]  # the end\n",
        "moves:\n- E5   # Black\n- F6 # White\n# on it goes\n- C7\n- D4\n",
        "moves: E05 F006 C7 D4\n",
        "notes: &all E5 F6 C7 D4\nmoves: *all\n",
        "moves: &all [E5, F6, C7, D4]\n",
        "moves: |\n  E5\tF6\u00a0C7\u2003D4\n",
        "moves:\n  E5 F6\n\n  C7 D4\n",
    ):
        assert (faults(body), stones(body)) == ([], expected), body


def test_passing() -> None:
    body = "moves: [E5, PASS, '-', F6, \"Pass\", pass D4, 3. -]\n"
    assert faults(body) == []
    assert stones(body) == {"black": {"E5", "D4"}, "white": {"F6"}}
    assert faults("moves: |\n  E5 - -\n  - F6\n") == []


@pytest.mark.parametrize(
    ("moves", "winner"), [("resign", "white"), ("E5 Resign", "black"), ("E5 pass RESIGN", "white")]
)
def test_the_player_to_move_resigns(moves: str, winner: str) -> None:
    verdict = told(f"moves: {moves}\nclaim: {{winner: {winner}}}\n")
    assert verdict.problems == ()
    assert verdict.outcome == ("resigned", (winner,), {"black": 0, "white": 0})


def test_resigning_while_ahead_is_resigned_and_the_points_stand() -> None:
    moves = "J10 A1 J9 A2 I9 A3 H8 A4 G7 A5 F6 B1 E10 B2 E9 B3 D8 B4 C7 B5 B6 C1 A6 C2 E5 C5 D5 D1"
    verdict = told(f"moves: {moves} resign\n")
    assert verdict.outcome == ("resigned", ("white",), {"black": 2, "white": 1})
    assert verdict.headline == "White wins, Black resigned at 1–2"


def test_after_the_end_each_entry_is_one_fault_whatever_it_says() -> None:
    body = "moves: [resign, E5, EO, null, [F6, F7], {a: b, c: d}, pass, 4., resign, E5 F6]\n"
    columns = (17, 21, 25, 31, 41, 55, 65, 73, 76)
    assert faults(body) == [("after-end", 2, column, move) for move, column in enumerate(columns, 2)]
    assert told(body).provisional == ("resigned", ("white",), {"black": 0, "white": 0})


@pytest.mark.parametrize(
    ("word", "code", "hint"),
    [
        ("EO", "bad-cell", "the letter O"),
        ("5E", "bad-cell", "probably E5"),
        ("B", "bad-cell", ""),
        ("7", "bad-cell", ""),
        ("E-5", "bad-cell", ""),
        ("E5!", "bad-cell", "probably E5"),
        ("J1O", "bad-cell", "probably J10"),
        ("Cl", "bad-cell", "probably C1"),
        ("passs", "bad-cell", ""),
        ("É5", "bad-cell", ""),
        ("E٥", "bad-cell", ""),
        ("E5F6", "bad-cell", ""),
        ("--", "bad-cell", ""),
        ("12", "bad-cell", ""),
        (".5", "bad-cell", ""),
        ("Z9", "off-board", ""),
        ("A11", "off-board", ""),
        ("A0", "off-board", ""),
        ("A00", "off-board", ""),
        ("K1", "off-board", ""),
        ("AA1", "off-board", ""),
        ("A99999999", "off-board", ""),
        ("l3", "off-board", "probably I3"),
    ],
)
def test_words_that_are_no_cells_of_the_board(word: str, code: str, hint: str) -> None:
    body = f"moves:\n  - D4\n  - {word} F6\n  - C3\n"
    found = the_problem(body)
    assert (found.code, found.line, found.column, found.move) == (code, 4, 5, 2)
    assert hint in (found.hint or "")
    assert repr(word)[1:-1] in found.message
    assert stones(body) == {"black": {"D4", "F6"}, "white": {"C3"}}


def test_a_cell_that_holds_a_stone_is_occupied() -> None:
    body = "moves: |\n  1. E5 F6\n  2. F6 e5\n  3. C7 E05\n"
    assert faults(body) == [("occupied", 4, 6, 3), ("occupied", 4, 9, 4), ("occupied", 5, 9, 6)]
    assert stones(body) == {"black": {"E5", "C7"}, "white": {"F6"}}


def test_list_items_that_are_no_text_take_one_turn() -> None:
    body = "moves:\n  - E5\n  - [F6, F7]\n  - null\n  -\n  - {B: 1, C: 2}\n  - {}\n  - ~\n  - {E6: [F6]}\n  - D4\n"
    places = [(4, 5), (5, 5), (6, 4), (7, 5), (8, 5), (9, 5), (10, 5)]
    assert faults(body) == [("bad-value", line, column, n) for n, (line, column) in enumerate(places, 2)]
    assert stones(body) == {"black": {"E5", "D4"}, "white": set()}


def test_texts_in_quotes_that_look_like_nothing_are_words() -> None:
    assert faults("moves: [E5, 'null', F6]\n") == [("bad-cell", 2, 14, 2)]
    assert faults("moves: [E5, '', F6]\n") == []
    assert stones("moves: [E5, '', F6]\n") == {"black": {"E5"}, "white": {"F6"}}


def test_a_mapping_of_one_key_counts_as_its_text() -> None:
    assert faults("moves:\n  - E5: F6\n") == [("bad-cell", 3, 5, 1)]
    assert stones("moves:\n  - E5: F6\n") == {"black": set(), "white": {"F6"}}
    body = "moves:\n  - 1. D4 E5: F6 G7\n  - C3\n"
    assert faults(body) == [("bad-cell", 3, 11, 2)]
    assert stones(body) == {"black": {"D4", "F6", "C3"}, "white": {"G7"}}
    assert faults("moves: [E5: , F6]\n") == [("bad-cell", 2, 9, 1)]


@pytest.mark.parametrize(
    ("line", "column"),
    [("moves:", 7), ("moves: ~", 8), ("moves: null", 8), ("moves: {}", 8), ("moves: {E5: F6}", 8)],
)
def test_moves_left_empty_or_of_the_wrong_kind(line: str, column: int) -> None:
    verdict = told(line + "\n")
    assert [(p.code, p.line, p.column, p.move) for p in verdict.problems] == [("bad-value", 2, column, None)]
    assert verdict.provisional is None


@pytest.mark.parametrize("line", ["moves: []", "moves: ''", "moves: |", "moves: 1."])
def test_an_empty_record_is_a_record(line: str) -> None:
    verdict = told(line + "\n")
    assert verdict.problems == ()
    assert verdict.outcome == ("unfinished", (), {"black": 0, "white": 0})


@pytest.mark.parametrize(
    ("body", "places"),
    [
        ("moves: |\n  1. E5 XX\n\n    YY\n", [(3, 9), (5, 5)]),
        ("moves: |2-\n    1. E5 XX\n   YY\n", [(3, 11), (4, 4)]),
        ("moves: |1 # as typed\n    E5 XX\n YY\n", [(3, 8), (4, 2)]),
        ("moves: >\n  E5 XX\n  YY\n", [(3, 6), (4, 3)]),
        ("moves: 'E5 XX\n  YY'\n", [(2, 12), (3, 3)]),
        ('moves: "E5 XX\n  YY"\n', [(2, 12), (3, 3)]),
        ('moves: "E5 \\x58X YY"\n', [(2, 8), (2, 8)]),
        ("moves: E5 XX\n  YY\n", [(2, 11), (3, 3)]),
        ("moves: 1.E5 1.XX 2.YY\n", [(2, 15), (2, 20)]),
        ("moves: &m E5 XX\n  YY\n", [(2, 14), (3, 3)]),
        ("moves: &m\n  E5 XX\n  YY\n", [(3, 6), (4, 3)]),
        ("moves: &m\n E5 XX YY\n", [(3, 5), (3, 8)]),
        ("moves: &m |\n  E5 XX\n  YY\n", [(3, 6), (4, 3)]),
        ("moves: [E5, &x XX, YY]\n", [(2, 16), (2, 20)]),
        ("notes: &m E5 XX YY\nmoves: *m\n", [(2, 14), (2, 17)]),
        ("moves: |\n  E5\tXX,\n  \tYY\n", [(3, 6), (4, 4)]),
        ("moves: |\n  é5 XX\n".replace("é5", "E5,") + "  YY\n", [(3, 7), (4, 3)]),
        ("notes: ●●●○\nmoves: E5 XX ●\n", [(3, 11), (3, 14)]),
    ],
)
def test_words_are_placed_whatever_the_style(body: str, places: list[Place]) -> None:
    assert [(line, column) for _, line, column, _ in faults(body)] == places
    assert [move for *_, move in faults(body)] == [2, 3]


# Stones


def test_stones_by_player() -> None:
    expected = {"black": {"A1", "B2", "C3"}, "white": {"D4", "E5"}}
    for body in (
        "stones: {black: A1 B2 C3, white: [D4, E5]}\n",
        "stones:\n  white: D4 e5\n  black:\n    - A1, b2\n    - C03\n",
        "stones:\n  black: |\n    A1\n    B2 C3\n  white: >-\n    D4\n    E5\n",
        "stones: {black: &b [A1 B2, C3], white: 'D4,E5'}\n",
    ):
        assert (faults(body), stones(body)) == ([], expected), body


@pytest.mark.parametrize(
    "body", ["stones: {}\n", "stones: {black: , white: []}\n", "stones: {black: '', unclear: }\n"]
)
def test_a_board_without_stones(body: str) -> None:
    verdict = told(body)
    assert verdict.problems == ()
    assert verdict.outcome == ("unfinished", (), {"black": 0, "white": 0})
    assert "unclear" not in verdict.detail


def test_every_fault_among_stones_is_told() -> None:
    body = (
        "stones:\n  black: A1 B2 a01 Z9\n  white: [EO, b2, [C3], null, {D4: E5, F6: G7}, F6]\n"
        "  red: A5\n  unclear: F6 G7 g7\n"
    )
    assert faults(body) == [
        ("duplicate-cell", 3, 16, None),
        ("off-board", 3, 20, None),
        ("bad-cell", 4, 11, None),
        ("duplicate-cell", 4, 15, None),
        ("bad-value", 4, 19, None),
        ("bad-value", 4, 25, None),
        ("bad-value", 4, 31, None),
        ("bad-value", 5, 3, None),
        ("duplicate-cell", 6, 12, None),
        ("duplicate-cell", 6, 18, None),
    ]
    verdict = told(body)
    assert verdict.provisional == ("unfinished", (), {"black": 0, "white": 0})
    assert verdict.detail["unclear"]["cells"] == ["G7"]


def test_a_mapping_of_one_key_among_stones_counts_as_its_text() -> None:
    body = "stones: {black: [A1: B2], white: [C3, D4]}\n"
    assert faults(body) == [("bad-cell", 2, 18, None)]
    assert stones(body) == {"black": {"B2"}, "white": {"C3", "D4"}}


@pytest.mark.parametrize("value", ["", "~", "A1 B2", "[A1, B2]"])
def test_stones_of_the_wrong_kind(value: str) -> None:
    verdict = told(f"stones: {value}\n")
    assert [(p.code, p.line, p.column) for p in verdict.problems] == [("bad-value", 2, 9 if value else 8)]
    assert verdict.provisional is None
    assert faults("stones: {black: {A1: B2}}\n") == [("bad-value", 2, 17, None)]


def test_a_surplus_of_stones_is_a_note_on_a_position() -> None:
    found = the_problem("title: Final\nstones: {black: A1 B2 C3, white: D4}\n")
    assert (found.severity, found.code, found.line, found.column) == ("note", "surplus-stones", 3, 9)
    assert told("stones: {black: A1 B2 C3, white: D4}\n").is_valid
    assert the_problem("stones: {white: D4}\n").code == "surplus-stones"
    assert the_problem(diagram_of({"A1": "X", "B1": "X"})).code == "surplus-stones"
    for fine in ("{black: A1, white: B2}", "{black: A1 C3, white: B2}", "{black: A1 B2, white: C3 D4}"):
        assert faults(f"stones: {fine}\n") == []
    assert faults("moves: [A1, pass, B2, pass, C3]\n") == []
    assert faults("stones: {black: A1 B2 C3, unclear: D4}\n") == []


# Diagrams


def diagram_of(marks: dict[str, str], side: int = 10, head: str = "diagram: |1\n", *, indent: bool = True) -> str:
    """Draw a diagram with these marks on these cells and dots elsewhere."""
    rows = Plain(side).rows()
    widest = max(len(row) for row in rows)
    lines = []
    for row in rows:
        drawn = " ".join(marks.get(name_of(cell), ".") for cell in row)
        lines.append(" " * (1 + (widest - len(row) if indent else 0)) + drawn)
    return head + "\n".join(lines) + "\n"


POSITION = {"A1": "X", "J10": "O", "A10": "X", "J1": "O", "C7": "X", "G2": "O"}
PLACED = {"black": {"A1", "A10", "C7"}, "white": {"J10", "J1", "G2"}}


def test_a_diagram_is_the_board_as_it_is_printed() -> None:
    body = diagram_of(POSITION)
    assert body.splitlines()[1].split() == ["O"]
    assert body.splitlines()[10].split() == ["X", *"........", "O"]
    assert body.splitlines()[19].split() == ["X"]
    assert (faults(body), stones(body)) == ([], PLACED)
    assert stones("diamond: tall\n" + body) == PLACED


@pytest.mark.parametrize(
    "head", ["diagram: |1\n", "diagram: |1-\n", "diagram: |+1 # as printed\n", "diagram: &d |1\n"]
)
def test_diagrams_may_stand_in_blocks(head: str) -> None:
    body = diagram_of(POSITION, head=head)
    assert (faults(body), stones(body)) == ([], PLACED)


@pytest.mark.parametrize("head", ["diagram: |\n", "diagram: >\n", "diagram: |-\n", "diagram: |1\n"])
def test_the_lines_of_a_diagram_may_all_start_at_the_left(head: str) -> None:
    body = diagram_of(POSITION, head=head, indent=False)
    assert (faults(body), stones(body)) == ([], PLACED)


def test_blanks_and_empty_lines_in_a_diagram_do_not_matter() -> None:
    lines = diagram_of(POSITION).splitlines()
    spaced = "\n\n".join(line.replace(" . ", "\t.") + "  " for line in lines[1:])
    assert stones(lines[0] + "\n\n" + spaced + "\n") == PLACED
    packed = "\n".join(" " + "".join(line.split()) for line in lines[1:])
    assert stones(lines[0] + "\n" + packed + "\n") == PLACED
    quoted = " ".join(["'" + lines[1], *lines[2:]])
    assert faults(f"diagram: {quoted}'\n")[0][0] == "diagram-shape"
    in_quotes = "\\n".join("".join(line.split()) for line in lines[1:])
    assert stones(f'diagram: "{in_quotes}"\n') == PLACED
    assert faults(f'diagram: "{in_quotes[:-1]}z"\n') == [("bad-mark", 2, 10, None)]


@pytest.mark.parametrize("mark", [mark for marks in MARKS.values() for mark in marks])
def test_all_the_marks(mark: str) -> None:
    owner = next(owner for owner, marks in MARKS.items() if mark in marks)
    body = diagram_of({"J10": mark, "E5": mark, "A1": mark})
    assert [code for code, *_ in faults(body)] == ([] if owner in ("empty", "unclear") else ["surplus-stones"])
    cells = {"J10", "E5", "A1"}
    assert stones(body) == {player: cells if owner == player else set() for player in ("black", "white")}
    unclear = told(body).detail.get("unclear", {"cells": []})["cells"]
    assert set(unclear) == (cells if owner == "unclear" else set())


def test_a_mark_that_is_none_is_told_at_its_place() -> None:
    body = diagram_of({"J10": "r", "I9": "0", "A1": "5"})
    assert faults(body) == [("bad-mark", 3, 11, None), ("bad-mark", 21, 11, None)]
    (first, _) = told(body).problems
    assert "J10" in first.message
    assert told(body).provisional == ("unfinished", (), {"black": 0, "white": 0})


def test_lines_with_too_many_or_too_few_marks() -> None:
    lines = diagram_of(POSITION).splitlines()
    lines[3] += " ."
    lines[19] = " "
    lines.append("  X X")
    lines[5] = lines[5].replace(" .", "", 1)
    body = "\n".join(lines) + "\n"
    columns = [len(line) - len(line.lstrip()) + 1 for line in lines]
    assert faults(body) == [("diagram-shape", n + 2, columns[n], None) for n in (3, 5, 20)]
    verdict = told(body)
    assert verdict.outcome.points == {"black": 0, "white": 0}
    assert verdict.provisional is None


def test_a_diagram_with_too_many_or_too_few_lines() -> None:
    lines = diagram_of(POSITION).splitlines()
    assert faults("\n".join(lines[:-1]) + "\n") == [("diagram-shape", 2, 10, None)]
    assert faults("\n".join([*lines, " X"]) + "\n") == [("diagram-shape", 2, 10, None)]
    assert faults("side: 8\n" + diagram_of({})) == [("diagram-shape", 3, 10, None)]
    assert faults("side: 8\n" + diagram_of({}, side=8)) == []


def test_a_wrong_shape_hides_no_bad_mark() -> None:
    lines = diagram_of({"B1": "z", "A2": "y"}).splitlines()
    lines[18] += " ."
    assert sorted(faults("\n".join(lines) + "\n")) == [
        ("bad-mark", 20, 10, None),
        ("bad-mark", 20, 12, None),
        ("diagram-shape", 20, 10, None),
    ]
    codes = [code for code, *_ in faults("\n".join(lines[:-1]) + "\n")]
    assert sorted(codes) == ["bad-mark", "bad-mark", "diagram-shape"]


@pytest.mark.parametrize(("line", "column"), [("diagram:", 9), ("diagram: ~", 10), ("diagram: [X, O]", 10)])
def test_a_diagram_of_the_wrong_kind(line: str, column: int) -> None:
    assert faults(line + "\n") == [("bad-value", 2, column, None)]


@pytest.mark.parametrize("head", ["|", "|-", ">", "|  # as printed"])
def test_a_diagram_under_a_plain_bar_is_told_what_it_needs(head: str) -> None:
    for mark in "".join(MARKS.values()):
        body = diagram_of({name_of(cell): mark for cell in Plain().cells()}, head=f"diagram: {head}\n")
        found = the_problem(body)
        assert (found.code, found.line) in (("yaml", 4), ("yaml", 5), ("diagram-shape", 2)), mark
        assert found.hint is not None
        assert "diagram: |1" in found.hint


def test_another_fault_beside_a_diagram_keeps_its_own_hint() -> None:
    body = "title: a\n" + diagram_of(POSITION, head="diagram: |\n", indent=False) + "title: b\n"
    assert the_problem(body).hint == "keep one of the two"
    before = "notes: [a\n" + diagram_of(POSITION, head="diagram: |\n", indent=False)
    assert "|1" not in (the_problem(before).hint or "")


# Claims


WHITE_WINS = "stones:\n  white: E10 E9 D8 C7 C6, J10 J9 I8 H7 G6, G5 F4 E3 E2 D1\nclaim: "


@pytest.mark.parametrize(
    "claim",
    [
        "{winner: white}",
        "{winner: [white]}",
        "{winner: white, points: {white: 3}}",
        "{points: {black: 0, white: 3}}",
        "{points: {white: 03}}",
        "{}",
        "{points: {}}",
    ],
)
def test_a_claim_that_agrees(claim: str) -> None:
    assert [p.code for p in told(WHITE_WINS + claim + "\n").problems] == ["surplus-stones"]


@pytest.mark.parametrize(
    ("claim", "columns"),
    [
        ("{winner: black}", [17]),
        ("{winner: none}", [17]),
        ("{winner: [white, black]}", [17]),
        ("{winner: black, points: {black: 3, white: 2}}", [17, 40, 50]),
        ("{winner: white, points: {black: 0, white: 4}}", [50]),
    ],
)
def test_a_claim_that_differs_is_told_at_each_value(claim: str, columns: list[int]) -> None:
    verdict = told(WHITE_WINS + claim + "\n")
    found = [(p.code, p.line, p.column, p.move) for p in verdict.problems if p.severity == "error"]
    assert found == [("claim-differs", 4, column, None) for column in columns]
    assert not verdict.is_valid
    assert verdict.outcome == ("won", ("white",), {"black": 0, "white": 3})
    assert verdict.provisional is None
    assert verdict.headline == "White wins 3–0: whole board, upper, left"


@pytest.mark.parametrize(
    ("claim", "places"),
    [
        ("", [(3, 7)]),
        ("white", [(3, 8)]),
        ("[white]", [(3, 8)]),
        ("{winner: red}", [(3, 17)]),
        ("{winner: White}", [(3, 17)]),
        ("{winner: ~}", [(3, 17)]),
        ("{winner: []}", [(3, 17)]),
        ("{winner: [black, none]}", [(3, 25)]),
        ("{winner: {black: 3}}", [(3, 17)]),
        ("{points: 3}", [(3, 17)]),
        ("{points: {red: 1, black: two, white: -1}}", [(3, 18), (3, 33), (3, 45)]),
        ("{points: {black: [1], white: 1.0}}", [(3, 25), (3, 37)]),
        ("{points: {black: 1234567}}", [(3, 25)]),
    ],
)
def test_a_claim_of_the_wrong_kind(claim: str, places: list[Place]) -> None:
    assert faults(f"moves: []\nclaim: {claim}\n") == [("bad-value", *place, None) for place in places]


def test_an_unknown_key_in_a_claim() -> None:
    assert faults("moves: []\nclaim: {winer: black}\n") == [("unknown-field", 3, 9, None)]


def test_no_winner_is_claimed_for_a_draw_only() -> None:
    assert faults("moves: [E5]\nclaim: {winner: none}\n") == [("claim-differs", 3, 17, None)]
    assert faults("moves: [E5, resign]\nclaim: {winner: none}\n") == [("claim-differs", 3, 17, None)]


def test_a_claim_is_not_compared_beside_other_errors() -> None:
    for body in ("moves: [E5, EO]\n", "moves: [E5]\ntittle: a\n", "moves: [E5]\nplayers: [a]\n"):
        found = faults(body + "claim: {winner: white, points: {white: 5}}\n")
        assert len(found) == 1
        assert "claim-differs" not in str(found)


HANGS_ON_C3 = (
    "stones:\n  black: J8 I7 H6 G6 F6, E9 D8 C7 B7 A7, E5 D4 B2 A1\n"
    "  white: J7 I6 H5 G5 F5 E8 D7 C6 B6 A6 C4 C5 D2 E2\n  unclear: {}\nclaim: {}\n"
)


def test_a_claim_is_not_compared_where_the_record_is_unclear() -> None:
    wrong = "{winner: white, points: {black: 0, white: 5}}"
    assert told(HANGS_ON_C3.format("C3", wrong)).outcome.status == "unclear"
    assert faults(HANGS_ON_C3.format("C3", wrong)) == []
    found = told(HANGS_ON_C3.format("J1", "{winner: white, points: {black: 2, white: 5}}"))
    assert [(p.code, p.line, p.column) for p in found.problems] == [
        ("claim-differs", 6, 17),
        ("claim-differs", 6, 50),
    ]


def test_what_no_reading_changes_is_compared_though_a_game_is_unclear() -> None:
    # Black has upper, left and lower; whether the whole board too hangs on E8.
    body = (
        "stones:\n  black: J8 I8 H8 G8 F8 E10 D9 D8 C8 B7 A6 E5 D5 C5 B5 A5\n"
        "  unclear: E8\nclaim: {winner: %s, points: {black: 1, white: 4}}\n"
    )
    assert told(body % "black").detail["games"]["whole"]["winner"] == "unclear"
    assert told(body % "black").outcome == ("won", ("black",), {"black": 3, "white": 0})
    assert faults(body % "black") == []
    assert faults(body % "white") == [("claim-differs", 5, 17, None)]


# Verdicts


def test_the_verdict_as_json_has_the_agreed_keys_in_order() -> None:
    fine = told("moves: [E5]\n").as_json()
    keys = ["file", "game", "mode", "valid", "problems", "status", "winners", "points", "detail"]
    assert list(fine) == keys
    assert fine["file"] == FILE
    assert list(fine["points"]) == ["black", "white"]
    assert set(fine["detail"]["games"]) == set(GAMES)
    assert {tuple(contest) for contest in fine["detail"]["games"].values()} == {("winner", "chain")}
    faulty = told("moves: [EO]\n").as_json()
    assert list(faulty) == [*keys, "provisional"]
    assert list(faulty["provisional"]) == ["status", "winners", "points"]
    assert [list(problem) for problem in faulty["problems"]] == [
        ["severity", "code", "message", "line", "column", "move"]
    ]


def test_hints_are_part_of_the_message() -> None:
    (problem,) = told("moves: [5E]\n").as_json()["problems"]
    assert "probably E5 was meant" in problem["message"]


@pytest.mark.parametrize(
    ("position", "points", "headline"),
    [
        (
            "{white: C10 C9 D9 E9 F9 G9 G8 G7 G6 F6 E5 E4 F4 G4 H4 H3 I3 I2 J2 J1}",
            {"black": 0, "white": 1},
            "Nobody has won yet (White: whole board)",
        ),
        ("{black: J8 J7 I6 H6 G6 F6, white: A1}", {"black": 1, "white": 0}, "Nobody has won yet (Black: upper)"),
        (
            "{black: J8 J7 I6 H6 G6 F6 E9 D9 C9 B8 A7}",
            {"black": 2, "white": 0},
            "Nobody has won yet (Black: upper, left)",
        ),
        (
            "{black: J8 I8 H8 G8 F8 E10 D9 C8 B7 A6 E5 D5 C5 B5 A5, white: F10 F9 E8 E7 E6 F6 F5 F4 F3 F2 F1}",
            {"black": 3, "white": 2},
            "Black wins 3–2: upper, left, lower",
        ),
        (
            "{white: E10 E9 D8 C7 C6 J10 J9 I8 H7 G6 G5 F4 E3 E2 D1}",
            {"black": 0, "white": 3},
            "White wins 3–0: whole board, upper, left",
        ),
    ],
)
def test_results_in_words(position: str, points: dict[str, int], headline: str) -> None:
    verdict = told(f"stones: {position}\n")
    assert verdict.outcome.points == points
    assert verdict.headline == headline


def test_corner_cells_lie_on_both_sides_that_meet_there() -> None:
    # One stone on a corner of a quadrant touches two of its sides; a chain may begin or end there.
    assert games("stones: {white: A10 A9 A8 A7 A6}\n")["left"] == "white"
    assert games("stones: {black: A10 B10 C10 D10 E10}\n")["left"] == "black"
    assert games("stones: {black: F6 G7 H8 I9 J10}\n")["upper"] == "black"
    assert games("stones: {white: F6 G7 H8 I9 J10}\n")["upper"] == "white"


def test_a_chain_of_a_quadrant_stays_inside_it() -> None:
    outside = "E9 D8 C7 B7 B6 A5"
    assert games(f"stones: {{black: {outside}}}\n")["left"] is None
    detour = "{black: E8 D7 D6 D5 C5 B5 B6 A6}"
    assert games(f"stones: {detour}\n")["left"] is None


def test_a_game_of_plain_hex_is_scored_too(tmp_path: Path) -> None:
    text = SHIPPED.read_text(encoding="utf-8")
    start, end = text.index("games: ["), text.index("claims:")
    hex_spec = (
        text[:start] + "games: [whole]\nscoring: {kind: connect}\n" + text[end:].replace("games: 5", "games: 1")
    )
    (tmp_path / "hex.yaml").write_text(hex_spec.replace("game: quadrant-hex", "game: hex"), encoding="utf-8")
    file = str(tmp_path / FILE)
    row = " ".join(f"{letter}5" for letter in "JIHGFEDCBA")
    verdict = score(f"game: hex.yaml\nstones: {{black: {row}}}\n", file)
    assert verdict.outcome == ("won", ("black",), {"black": 1, "white": 0})
    assert verdict.headline == "Black wins"
    assert verdict.detail["games"]["whole"]["chain"] == row.split()
    unclear = score(f"game: hex.yaml\nstones: {{black: {row[3:]}, unclear: J5 A1}}\n", file)
    assert unclear.outcome.status == "unclear"
    assert unclear.detail["unclear"] == {"cells": ["J5", "A1"], "decides": ["J5"]}
    assert unclear.headline == "Not clear, it hangs on J5"
    mirrored: Any = [f"{name_of((c, r))} {name_of((11 - c, 11 - r))}" for c in range(1, 11) for r in (1, 2)]
    assert score(f"game: hex.yaml\nmoves: {' '.join(mirrored)}\n", file).is_valid


@pytest.mark.parametrize("ids", [["black"], ["black", "white", "red"]])
def test_a_spec_with_another_number_of_players_is_scored_without_a_traceback(
    tmp_path: Path, ids: list[str]
) -> None:
    white = '  white: {name: White, mark: open, joins: [upper left, lower right], typed: "o O 0 ○ w W"}\n'
    red = white.replace("white", "red").replace("White", "Red").replace("o O 0 ○ w W", "r R")
    own_spec(tmp_path, (white, {1: "", 3: white + red}[len(ids)]))
    for body in ("stones: {black: A1 B1}", "stones: {black: A1, unclear: B2}", "moves: [A1, B1, C1, resign]"):
        verdict = score(f"game: specs/mine.yaml\n{body}\n", str(tmp_path / FILE))
        assert list(verdict.outcome.points) == ids
        assert [p.code for p in verdict.problems] == []
