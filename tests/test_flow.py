"""HEXFLOW: every problem code with its place, what paths score, how games end, and exact searches."""

from __future__ import annotations

import random
from typing import Any

import pytest

from printkit import scorebook
from printkit.library import load_game
from printkit.scoring import _paths, _readings
from printkit.scoring._entries import entries
from printkit.scoring._field import field_of
from printkit.scoring._replay import CarefulGame, replay
from printkit.scoring._settling import stalemate
from printkit.scoring._winning import able_of, path_score
from printkit.tilings import Tiling
from printkit.verdict import Verdict
from printkit.yamlnodes import parse
from tests.agreed_json import breaches
from tests.flow_games import planted, random_game
from tests.flow_texts import judged, position, record
from tests.plain_flow import ALL_WAYS, BATTLE, RACE, THREE, TWO, WAYS, Tile, Way, verdict

OPENING = ["A1 straight 120", "I1 straight 60"]
MEETING = [
    *OPENING,
    "B1 l-curve 300",
    "H1 l-curve 300",
    "C1 l-curve 120",
    "G1 l-curve 120",
    "D1 arrow",
    "F1 arrow",
]
DISPLACED = [*MEETING, "D2 straight", "E1 tri-branch 180"]


def scored(text: str) -> Verdict:
    verdict = scorebook.score("game.yaml", text.encode())
    assert breaches(verdict.as_json(), text) == []
    return verdict


def told(text: str) -> list[tuple[str, int | None, int | None]]:
    return [(problem.code, problem.line, problem.move) for problem in scored(text).problems]


def faults(way: Way, entries: list[str], **more: Any) -> list[tuple[str, int | None]]:
    """Return code and move of each problem of a record; each stands in the line of its move."""
    text = record(way, entries, **more)
    problems = scored(text).problems
    first = text.splitlines().index("moves:") + 1
    assert all(problem.line == first + (problem.move or 0) for problem in problems)
    return [(problem.code, problem.move) for problem in problems]


RACE_FAULTS: list[tuple[list[str], list[tuple[str, int]]]] = [
    (["A1 straight 60", "A9 straight", "B2 straight 60"], []),
    (["a1 STRAIGHT 60", "A9 star 6", "A2 Star_6 180"], [("not-connected", 3)]),
    (["A1 star-6", "A9 x cross", "A2 y left"], []),
    (["A1 straight", "E5 straight"], [("first-tile", 2)]),
    (["A1 straight", "A1 straight"], [("first-tile", 2), ("occupied", 2)]),
    (["A1 straight 60", "A9 straight", "A1 straight 45"], [("bad-direction", 3), ("occupied", 3)]),
    (["A1 strait 61"], [("unknown-tile", 1), ("bad-direction", 1)]),
    (["A1 straight 360"], [("bad-direction", 1)]),
    (["A1 straight 6O"], [("bad-direction", 1)]),
    (["A1 straight ?"], [("bad-direction", 1)]),
    (["A1 straight 0 60"], [("bad-value", 1)]),
    (["A1 straight -60"], [("bad-direction", 1)]),
    (["A1"], [("unknown-tile", 1)]),
    (["straight 60"], [("bad-cell", 1)]),
    (["1A straight"], [("bad-cell", 1)]),
    (["A0 straight", "J1 straight", "B11 straight"], [("off-board", 1), ("off-board", 2), ("off-board", 3)]),
    (["A01 straight"], []),
    (["A1 wildcard=spread"], [("supply", 1)]),
    (["A1 wildcard"], [("unknown-tile", 1)]),
    (["A1 straight=spread"], [("unknown-tile", 1)]),
    (["A1 straight x", "A9 star-6 0 x"], [("not-a-displacer", 1), ("not-a-displacer", 2)]),
    (["A1 straight 60", "A9 straight", "E5 star-6"], [("not-adjacent", 3)]),
    (
        ["A1 straight 60", "A9 straight", "E5 stra 1"],
        [("unknown-tile", 3), ("bad-direction", 3), ("not-adjacent", 3)],
    ),
    (["A1 straight 60", "A9 straight", "A2 block"], []),
    (["A1 straight 60", "A9 straight", "E5 block"], [("not-adjacent", 3)]),
    (['"B: A1 straight"', "A9 straight"], [("wrong-player", 1)]),
    (["B: A1 straight", "B: A9 straight"], [("wrong-player", 1)]),
    (['"C: A1 straight"', '"B: A9 straight"'], [("bad-value", 1)]),
    (["[A1, straight]", "A9 straight"], [("bad-value", 1)]),
    (["", "A9 straight", "{A: 1, B: 2}"], [("bad-value", 1), ("bad-value", 3)]),
    (["skip", "skip", "A1 straight 60"], []),
    (["A1 star-6", "A9 block", "A2 star-6", "A8 block", "A3 star-6"], [("corner-block", 2), ("supply", 5)]),
]


@pytest.mark.parametrize(("entries", "expected"), RACE_FAULTS, ids=str)
def test_faults_of_placement(entries: list[str], expected: list[tuple[str, int]]) -> None:
    assert sorted(faults(RACE, entries)) == sorted(expected)


BATTLE_FAULTS: list[tuple[list[str], list[tuple[str, int]]]] = [
    ([*DISPLACED, "E1 block x", "E1 star-6 x"], []),
    ([*DISPLACED, "E1 arrow 0 x"], [("not-a-displacer", 11)]),
    ([*DISPLACED, "E5 block x"], [("target-empty", 11)]),
    ([*DISPLACED, "C1 block x"], [("target-own", 11)]),
    ([*DISPLACED, "I1 block x"], [("target-corner", 11), ("target-not-adjacent", 11)]),
    ([*DISPLACED, "G1 block x"], [("target-not-adjacent", 11)]),
    ([*DISPLACED, "G1 arrow x"], [("not-a-displacer", 11), ("target-not-adjacent", 11)]),
    (["A1 straight", "I1 straight", "A2 straight", "B2 block", "B2 star-6 x"], [("not-connected", 5)]),
    ([*MEETING, "D2 straight", "E1 y-right", "D3 spread", "E2 straight", "E1 block x"], [("orphans", 13)]),
]


@pytest.mark.parametrize(("entries", "expected"), BATTLE_FAULTS, ids=str)
def test_faults_of_displacement(entries: list[str], expected: list[tuple[str, int]]) -> None:
    assert sorted(faults(BATTLE, entries)) == sorted(expected)


def test_a_fourth_displacement_is_one_too_many() -> None:
    game = load_game("hexflow")
    field = field_of(game, "battle")
    node = parse(record(BATTLE, [*DISPLACED, "E1 block x"]), "").find("moves")
    assert node is not None
    follower = CarefulGame(field, 0)
    follower.hands.captures[0] = 3
    for entry in entries(node, record(BATTLE, [*DISPLACED, "E1 block x"])):
        follower.play(entry)
    assert [(problem.code, problem.move) for problem in follower.problems] == [("displacement-limit", 11)]


def test_the_turn_goes_on_behind_a_fault_and_a_player_without_tiles_is_skipped() -> None:
    entries = ["A1 strait", "B: A9 straight 120", "A: A1 straight 60"]
    assert faults(RACE, entries) == [("unknown-tile", 1)]
    assert faults(THREE, ["III: M13 straight 60", "II: M1 straight", "I: A1 straight", "III: skip"]) == []
    assert faults(TWO, ["III: M13 straight 60", "II: M1 straight", "III: M12 wildcard=arrow"])[0] == ("supply", 3)


def test_who_moves_first() -> None:
    assert faults(RACE, ["B: A9 straight"], first="B") == []
    assert told(record(RACE, ["B: A9 straight"], first="C"))[0] == ("bad-value", 3, None)
    assert [code for code, _, _ in told(record(THREE, ["M13 straight"], first="II"))] == ["bad-value"]
    assert told(record(THREE, ["M13 straight"], first="III")) == []


def test_all_that_comes_after_the_end_is_said_to() -> None:
    chance = random.Random(5)
    game = next(
        game for game in iter(lambda: random_game(TWO, chance, 60), None) if judged(TWO, game).how == "path"
    )
    behind = [*game.entries, "skip", "A1 nonsense", "[1]"]
    number = len(game.entries)
    assert faults(TWO, behind) == [("after-end", number + n) for n in (1, 2, 3)]
    verdict = scored(record(TWO, behind))
    assert verdict.provisional is not None
    assert verdict.provisional.status == "won"


def test_after_a_cut_off_the_game_is_over() -> None:
    entries = ["A1 straight 60", "A9 straight", "A8 block", "B9 star-6"]
    assert faults(RACE, entries) == [("after-end", 4)]
    assert faults(BATTLE, ["A1 straight 60", "I1 straight 60", "A2 block"]) == []


def test_a_record_ends_when_all_tiles_lie() -> None:
    chance = random.Random(11)
    game = next(
        game
        for game in iter(lambda: random_game(THREE, chance, 90), None)
        if len([entry for entry in game.entries if entry != "skip"]) == 51
    )
    verdict = scored(record(THREE, game.entries))
    assert verdict.detail["how"] is not None
    assert faults(THREE, [*game.entries, "skip"])[-1] == ("after-end", len(game.entries) + 1)


# Final positions


def tiles(**entries: str) -> str:
    return "game: hexflow\ntiles:\n" + "".join(f"  {cell}: {text}\n" for cell, text in entries.items())


POSITION_FAULTS = [
    (tiles(A1="straight 60"), ["bad-value"]),
    (tiles(A1="C straight"), ["bad-value"]),
    (tiles(A1="A star-6 x"), ["bad-value"]),
    (tiles(A1="A straight 0 60"), ["bad-value"]),
    (tiles(A1="[A, straight]"), ["bad-value"]),
    (tiles(A1=""), ["bad-value"]),
    (tiles(A1="A"), ["unknown-tile"]),
    (tiles(A1="A ?"), ["unknown-tile"]),
    (tiles(A1="A strait"), ["unknown-tile"]),
    (tiles(A1="A straight 61"), ["bad-direction"]),
    (tiles(A1="A wildcard=arrow"), ["supply"]),
    (tiles(A1="A arrow", A2="A arrow", A3="A arrow ?"), ["supply"]),
    (tiles(A1="A arrow", a1="A arrow"), ["duplicate-cell"]),
    (tiles(A1="A arrow") + "  A1: B arrow\n", ["duplicate-cell"]),
    (tiles(Z1="A arrow", A="A arrow"), ["off-board", "bad-cell"]),
    (tiles(A1="A block"), ["corner-block"]),
    (tiles(A1="A arrow") + "last: A2\n", ["bad-value"]),
    (tiles(A1="A arrow") + "last: A0\n", ["off-board"]),
    (tiles(A1="A arrow") + "last: [A1]\n", ["bad-value"]),
    (tiles(A1="A arrow") + "captures: {A: 1}\n", ["unknown-field"]),
    (tiles(A1="A arrow") + "board: 91\n", ["unknown-field"]),
    (tiles(A1="A arrow") + "mode: rase\n", ["bad-value"]),
    (
        tiles(A1="A arrow") + "mode: battle\ncaptures: {A: 4, B: many, C: 1}\n",
        ["displacement-limit", *["bad-value"] * 2],
    ),
    (tiles(A1="A arrow") + "mode: battle\ncaptures: 3\n", ["bad-value"]),
    ("game: hexflow\ntiles: [A1]\n", ["bad-value"]),
    ("game: hexflow\ntiles: {}\n", []),
    ("game: hexflow\nmoves:\n", ["bad-value"]),
    ("game: hexflow\nmoves: []\n", []),
    ("game: hexflow\nmoves: [A1 arrow]\nlast: A1\n", ["unknown-field"]),
    ("game: hexflow\nmoves: [A1 arrow]\ncaptures: {A: 1}\n", ["unknown-field"]),
    ("game: hexflow\nmode: battle\nmoves: [A1 arrow]\ncaptures: {A: 9}\n", []),
    ("game: hexflow\nmoves: |\n  A1 arrow\n  A9 arrow\n", []),
    ("game: hexflow-tri\nboard: 100\nmoves: []\n", ["bad-value"]),
    ("game: hexflow-tri\nboard: 105\nmoves: [N14 arrow]\n", []),
    (
        "game: hexflow-tri\nmode: two\nplayers: {I: Ada}\nclaim: {winner: I, points: {I: 3}}\nmoves: []\n",
        ["bad-value"] * 3,
    ),
    ("game: hexflow-tri\nmode: two\ntiles: {M1: I arrow}\n", ["bad-value"]),
]


@pytest.mark.parametrize(("text", "codes"), POSITION_FAULTS)
def test_faults_of_positions_and_keys(text: str, codes: list[str]) -> None:
    assert [code for code, _, _ in told(text)] == codes


def test_a_bare_question_mark_is_explained() -> None:
    (problem,) = scored("game: hexflow\ntiles:\n  F3: ?\n").problems
    assert problem.code == "yaml"
    assert "F3: unclear" in (problem.hint or "")


def test_a_claim_is_compared() -> None:
    text = record(RACE, ["A1 straight 60", "A9 straight", "A8 block"]) + "claim: {winner: B, points: {A: 10}}\n"
    assert [code for code, _, _ in told(text)] == ["claim-differs"] * 2


# Paths, ends and points


@pytest.mark.parametrize("seed", range(40))
def test_positions_are_judged_as_the_rules_word_it(seed: int) -> None:
    chance = random.Random(seed)
    for way in ALL_WAYS:
        lying = planted(way, chance, chance.choice([1, 2, 3]), 4)
        last = chance.choice([None, *lying])
        ended = seed % 2 == 0
        found = scored(position(way, lying, last=last, ended=ended)).as_json()
        expected = verdict(way, lying, last, ended)
        if expected.status == "needs-last":
            assert [problem["code"] for problem in found["problems"]] == ["needs-last"]
            continue
        assert (found["status"], sorted(found["winners"])) == (expected.status, sorted(expected.winners))
        assert (found["points"], found["detail"]["how"]) == (dict(expected.points), expected.how)
        if expected.path is not None:
            assert found["detail"]["path"] == expected.path
        if expected.numbers is not None:
            assert (found["detail"]["reach"] or found["detail"]["stalemate"]) == expected.numbers
        if way.centre and expected.status == "drawn":
            assert set(found["detail"]["drawn"]) == expected.drawn


def test_the_sum_of_the_worked_stalemate() -> None:
    assert stalemate(12, 4, 3) == {"length": 12, "captures": 4, "multipliers": 3, "score": 56}


def test_paths_score_as_in_the_examples() -> None:
    race, three = field_of(load_game("hexflow"), "race"), field_of(load_game("hexflow-tri"), "three")
    assert [path_score(race, worth) for worth in (0, 3 + 4, 6)] == [10, 70, 60]
    assert [path_score(three, worth) for worth in (0, 3 + 5)] == [10, 18]


HEADLINES = [
    (
        record(RACE, ["A1 straight 60", "A9 straight", "A8 block"]),
        "Black (A) wins by a cut-off: the tile on A8 took the last way of White (B)",
    ),
    (record(RACE, ["A1 straight 60"]), "Nobody has won yet"),
    (tiles(A1="A straight 60", A9="B straight 120") + "ended: true\n", "A draw: both are 12 hexes away"),
    (
        "game: hexflow-tri\ntiles: {A1: I straight, M1: II straight}\nended: true\n",
        "A draw: Black (I) and White (II) are 7 hexes away",
    ),
    (tiles(A1="unclear"), "Nobody has won yet"),
]


@pytest.mark.parametrize(("text", "words"), HEADLINES)
def test_headlines(text: str, words: str) -> None:
    assert scored(text).headline == words


def test_the_position_carries_the_path() -> None:
    chance = random.Random(1)
    lying = planted(RACE, chance, 1, 0)
    verdict = scored(position(RACE, lying))
    assert isinstance(verdict.position, Tiling)
    names = verdict.position.game.board.names
    assert [names[cell] for cell in verdict.position.path] == (verdict.detail["path"] or [])
    assert {names[cell] for cell in verdict.position.tiles} == set(lying)


# What a spec may change


@pytest.mark.parametrize(
    ("old", "new", "entries", "expected"),
    [
        ("cut_off: yes", "cut_off: no", ["A1 straight 60", "A9 straight", "A8 block"], "unfinished"),
        ("block_on_corner: any  #", "block_on_corner: own  #", ["A1 block", "A9 straight 60"], "unfinished"),
    ],
)
def test_values_of_the_spec_have_an_effect(
    tmp_path: Any, old: str, new: str, entries: list[str], expected: str
) -> None:
    game = load_game("hexflow")
    (tmp_path / "own.yaml").write_text(game.text.replace(old, new), encoding="utf-8")
    text = record(RACE, entries).replace("game: hexflow", "game: own.yaml")
    assert scorebook.score(str(tmp_path / "x.yaml"), text.encode()).outcome.status == expected


def test_a_block_on_a_foreign_corner_is_an_error_where_the_spec_says_so(tmp_path: Any) -> None:
    game = load_game("hexflow")
    changed = game.text.replace("block_on_corner: any  #", "block_on_corner: own  #")
    (tmp_path / "own.yaml").write_text(changed, encoding="utf-8")
    text = tiles(A9="A block", A1="A arrow").replace("game: hexflow", "game: own.yaml")
    found = scorebook.score(str(tmp_path / "x.yaml"), text.encode()).problems
    assert [(problem.severity, problem.code) for problem in found] == [("error", "corner-block")]


# Work limits


def test_a_search_that_is_cut_short_is_noted_and_claims_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(3)
    lying = next(tiles for tiles in iter(lambda: planted(RACE, chance, 1, 2), None) if verdict(RACE, tiles).path)
    defaults = list(_paths.best_path.__defaults__ or ())
    monkeypatch.setattr(_paths.best_path, "__defaults__", (*defaults[:-1], 1))
    found = scored(position(RACE, lying))
    assert found.outcome.status == "won"
    assert [(problem.severity, problem.code) for problem in found.problems] == [("note", "search-limit")]
    drawn = scored(position(BATTLE, {"A1": Tile("A", "star-6", 0), "A2": Tile("A", "star-6", 0)}, ended=True))
    assert (drawn.outcome.status, drawn.outcome.winners) == ("unclear", ())


def test_where_the_work_on_unclear_cells_ends_nothing_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(3)
    lying = next(tiles for tiles in iter(lambda: planted(RACE, chance, 1, 2), None) if verdict(RACE, tiles).path)
    hidden = dict.fromkeys(list(lying)[3:6], "unclear")
    monkeypatch.setattr(_readings.Readings, "spend", lambda *_: (_ for _ in ()).throw(_readings.OutOfWorkError))
    found = scored(position(RACE, lying, hidden))
    assert (found.outcome.status, found.outcome.winners) == ("unclear", ())
    assert set(found.detail["unclear"]["decides"]) == set(hidden)


@pytest.mark.parametrize("seed", range(4))
def test_quick_and_careful_following_agree(seed: int) -> None:
    chance = random.Random(seed)
    for way in WAYS:
        for most in (6, 25, 45):
            listed = random_game(way, chance, most).entries
            for at in range(chance.randrange(len(listed)), len(listed), 7):
                listed[at] = "A1 star-6"
            text = record(way, [*listed[:5], *listed])
            node = parse(text, "").find("moves")
            assert node is not None
            field = field_of(load_game(way.game), way.mode)
            found = replay(field, field.turns[0], False, node, text)
            careful = CarefulGame(field, field.turns[0])
            for entry in entries(node, text):
                careful.play(entry)
            assert found.problems == careful.problems
            assert found.layout.laid == careful.layout.laid
            assert (found.table.placer, found.table.last) == (careful.placer, careful.last)
            assert found.able == able_of(careful.layout)


# Unclear tiles that took too much work, or seemed to


LAST_AT_THE_CORNER = """\
game: hexflow-tri
mode: three
last: M5
ended: true
tiles:
  L5: II wildcard=spread 180
  M5: unclear
  I4: III y-right 180
  M3: II star-6 300
  M4: I star-6
  M2: III straight 60
  J4: I spread ?
  K4: I y-right ?
  M1: II spread 240
"""
STALEMATE = """\
game: hexflow
mode: battle
ended: true
tiles:
  I1: B star-6 120
  H2: unclear
  H3: B x-cross 120
  H4: B spread 60
  G3: B spread 240
  F3: B y-left 240
  E2: B arrow 120
  E1: B angle 300
  D2: A y-right ?
  C2: B y-right 120
  B2: B y-left ?
  B3: B y-right 60
  A2: B tri-branch 240
  G1: A x-cross
  H1: A arrow 60
"""
BLOCK_OR_NOT = """\
game: hexflow-tri
mode: two
board: 105
last: N2
ended: true
tiles: {M2: III l-curve ?, N1: III l-curve 60, N2: unclear}
"""


@pytest.mark.parametrize(
    ("text", "status", "winners", "decides"),
    [
        (LAST_AT_THE_CORNER, "won", ("II",), []),
        (STALEMATE, "won", ("B",), []),
        (BLOCK_OR_NOT, "unclear", (), ["N2"]),
    ],
)
def test_few_unclear_tiles_are_judged_exactly(
    text: str, status: str, winners: tuple[str, ...], decides: list[str]
) -> None:
    """Each has thousands of readings that come to few; all of them, tried one by one, give this."""
    found = scored(text)
    assert (found.outcome.status, found.outcome.winners) == (status, winners)
    assert found.detail["unclear"]["decides"] == decides
