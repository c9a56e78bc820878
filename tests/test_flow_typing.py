"""HEXFLOW as people type it: rows of a score sheet, numbers, names, and hints that name the cause."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from printkit import scorebook
from printkit.cli import main
from printkit.pictures import picture_of
from printkit.tilings import Tiling
from printkit.verdict import Verdict

CASES = Path(__file__).parent / "cases"
LIST = ["A1 straight 60", "A9 straight 120", "B2 straight 60", "B9 straight 120"]


def scored(text: str) -> Verdict:
    return scorebook.score("game.yaml", text.encode())


def hints(text: str) -> list[str]:
    return [problem.hint or "" for problem in scored(text).problems]


def case(name: str) -> Verdict:
    (verdict,), _ = scorebook.score_all([str(CASES / f"{name}.yaml")])
    return verdict


def listed(*entries: str) -> str:
    return "game: hexflow\nmoves:\n" + "".join(f"  - {entry}\n" for entry in entries)


def lined(*lines: str) -> str:
    return "game: hexflow\nmoves: |\n" + "".join(f"  {line}\n" for line in lines)


ROWS = [
    lined("1. A1 straight 60   A9 straight 120", "2. B2 straight 60   B9 straight 120"),
    lined("1) A1 straight 60 / A9 straight 120", "2) B2 straight 60; B9 straight 120"),
    lined("# Friday", "A: A1 straight 60 B: A9 straight 120", "", "B2 straight 60", "B9 straight 120"),
    lined("A1, straight, 60, A9, straight, 120, B2, straight, 60, B9, straight, 120"),
    listed("1. A1 straight 60", "2) A9 straight 120", "3 B2 straight 60", "4: B9 straight 120"),
    listed("1.A1 straight 60", "A9: straight 120", "B2 straight 60", "B: B9 straight 120"),
    'game: hexflow\nmoves: "A1 straight 60 A9 straight 120\\nB2 straight 60 B9 straight 120"\n',
]


@pytest.mark.parametrize("text", ROWS)
def test_rows_of_a_score_sheet_are_read_as_they_stand(text: str) -> None:
    found, expected = scored(text), scored(listed(*LIST))
    assert found.problems == ()
    assert isinstance(found.position, Tiling)
    assert isinstance(expected.position, Tiling)
    assert dict(found.position.tiles) == dict(expected.position.tiles)


def test_a_slip_in_a_row_is_placed() -> None:
    (problem,) = scored(lined("1. A1 straight 60   A9 strait 120", "2. B2 straight 60   skip")).problems
    assert (problem.code, problem.line, problem.column, problem.move) == ("unknown-tile", 3, 26, 2)


def test_two_moves_in_one_item_are_told_apart_in_words() -> None:
    assert "one move a line" in hints(listed("A1 straight 60 A9 straight 120"))[0]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        (listed("A1 strait", "A9 straight", "B2 straight 60"), "it may follow from move 1, which was left out"),
        (listed("A1 straight 60", "A9 straight", "E5 straight"), "is a move before this one missing?"),
        (listed("A9 straight"), "A9 is a corner of B; if B moved first, add 'first: B'"),
        (listed("White: A9 straight"), "White is 'B'"),
        (listed("A1 straight120"), "did you mean 'straight 120'?"),
        (listed("A 1 straight"), "a hex is typed as one word, A1"),
        (listed("resign"), "nobody resigns here"),
        (listed("A1 straight x"), "is 'mode: battle' missing?"),
        (listed("A1 straight") + "first: white\n", "White is 'B'"),
        (listed("A1 straight") + "players: {black: Ada}\n", "Black is 'A'"),
        (listed("A1 straight") + "claim: {winner: black}\n", "Black is 'A'"),
        ("game: hexflow\ntiles: {A1: black straight}\n", "Black is 'A'"),
        ("game: hexflow\ntiles: {A1: a straight}\n", "did you mean 'A'?"),
        ("game: hexflow\ntiles: {A1: A ? 60}\n", "'unclear' alone"),
        ("game: hexflow\ntiles: {A1: unclear 60}\n", "'unclear' alone"),
        ("game: hexflow-tri\ntiles: {A1: I wildcard=spead}\n", "did you mean 'wildcard=spread'?"),
        ("game: hexflow-tri\ntiles: {A1: I wildcard-spread}\n", "did you mean 'wildcard=spread'?"),
    ],
)
def test_hints_name_the_cause(text: str, hint: str) -> None:
    assert any(hint in found for found in hints(text))


def test_a_forgotten_x_is_guessed() -> None:
    start = (CASES / "hexflow" / "battle-displacement.yaml").read_text(encoding="utf-8")
    found = scored(start.replace("E1 block x", "E1 block")).problems
    assert "typed with an x" in (found[0].hint or "")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("game: hexflow\nmoves:\n\t- A1 straight\n", "no tabs"),
        ("game: hexflow\ntitle: Final: Ada v Bo\n", "in quotes"),
        ("game:hexflow\nmoves: []\n", "a colon and a blank"),
        ("game: hexflow\nplayers: {A: Ada\nmoves: []\n", "not closed"),
        ("game: hexflow\ntitle: @home\n", "stands in quotes"),
        ("game: hexflow\ntiles:\n  F5: ? straight 60\n", "F3: unclear"),
        ("game: battle-hex\nrounds:\n  - {red: R1 B1, black: ?}\n", "question mark"),
    ],
)
def test_yaml_in_plain_words(text: str, hint: str) -> None:
    assert hint in hints(text)[0]


def test_supply_is_said_at_the_tile() -> None:
    text = "game: hexflow\ntiles:\n  A1: A arrow\n  A2: A arrow\n  A3: A arrow 60\n"
    (problem,) = scored(text).problems
    assert (problem.code, problem.line, problem.column) == ("supply", 5, 9)


def test_any_number_of_captures_beyond_three_is_too_many() -> None:
    text = "game: hexflow\nmode: battle\ncaptures: {A: 99999999999999999999}\ntiles: {A1: A straight}\n"
    assert [problem.code for problem in scored(text).problems] == ["displacement-limit"]


def test_a_folder_has_transcripts_by_any_ending_but_no_hidden_ones(tmp_path: Path) -> None:
    for name in ("a.YAML", "b.yml", ".c.yaml", "._d.yaml"):
        (tmp_path / name).write_text("game: hexflow\nmoves: []\n", encoding="utf-8")
    verdicts, problems = scorebook.score_all([str(tmp_path)])
    assert [Path(verdict.file).name for verdict in verdicts] == ["a.YAML", "b.yml"]
    assert problems == []


def test_what_the_sheet_says_beside_the_moves_is_told(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    head = "title: Cup\nevent: final\ndate: 2026-11-29\nplayers: {A: Ada, B: Bo}\n"
    file.write_text(listed(*LIST) + head, encoding="utf-8")
    told = CliRunner().invoke(main, ["score", str(file)]).output
    assert "  Cup · final · 2026-11-29 · Black: Ada, White: Bo\n" in told


# Headlines and paths


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("hexflow/battle-stalemate-with-captures", "(12 + 3 × 2 + 12 × 3)"),
        ("hexflow/race-cut-off", "took the last way of"),
        ("hexflow/race-reach", "away from its other corner ("),
        ("hexflow/race-both-paths-needs-last", "hangs on the tile that was placed last"),
    ],
)
def test_headlines_say_why(name: str, words: str) -> None:
    assert words in case(name).headline


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("hexflow/battle-stalemate-with-captures", 1),
        ("hexflow/race-both-paths-needs-last", 2),
        ("hexflow-tri/shared-win", 2),
        ("hexflow/race-70-points", 1),
        ("hexflow/race-reach", 0),
    ],
)
def test_pictures_show_the_paths_that_matter(name: str, number: int) -> None:
    position = case(name).position
    assert isinstance(position, Tiling)
    paths = [path for path in (position.path, *position.more_paths) if path]
    assert len(paths) == number
    assert all(position.strands(path) is not None for path in paths)


def test_a_stack_names_all_its_games() -> None:
    document, _ = picture_of([case("hexflow/race-70-points"), case("hexflow-tri/shared-win")])
    assert document.title == "HEXFLOW, HEXFLOW tri-board: finished games"


def test_a_board_full_of_unclear_tiles_claims_nothing() -> None:
    names = [f"{letter}{number}" for letter in "ABCDE" for number in range(1, 10)][:44]
    found = scored("game: hexflow\ntiles:\n" + "".join(f"  {name}: unclear\n" for name in names))
    assert found.outcome.status == "unclear"
    assert found.detail["unclear"]["cells"] == names
