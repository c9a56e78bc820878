"""The examples: each is sound, builds on A4 and Letter, is in the gallery; Hex, Y and Narrows score."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.pictures import PICTURES
from printkit import library, pipeline, scorebook
from printkit.spec import Game
from printkit.verdict import Position, Verdict
from tests.conftest import PAPERS, Run, files, load, render

FOLDER = Path(__file__).parent.parent / "examples"
EXAMPLES = sorted(path.stem for path in FOLDER.glob("*.yaml"))
ASSETS = [(name, asset) for name in EXAMPLES for asset in library.load_game(str(FOLDER / f"{name}.yaml")).assets]


def example(name: str) -> Game:
    return load(game=str(FOLDER / f"{name}.yaml"))


def test_there_are_those_that_were_promised() -> None:
    assert {"hex", "havannah", "y", "terraces", "canals", "tidepool", "island"} <= set(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_sound(name: str) -> None:
    game = example(name)
    assert game.spec.game == name
    assert [problem for problem in pipeline.examined(game) if problem.severity == "error"] == []
    assert game.text.startswith("# "), "it says what it shows"


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("name", "asset"), ASSETS)
def test_every_asset_of_an_example_builds(name: str, asset: str, paper: str) -> None:
    assert render(asset, paper, game=str(FOLDER / f"{name}.yaml")).startswith(b"%PDF")


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_in_the_gallery(name: str) -> None:
    shown = {picture.source.command for picture in PICTURES if picture.heading != ""}
    assert any(f"examples/{name}.yaml" in command for command in shown)


def test_an_example_builds_from_any_folder(run: Run, folder: Path) -> None:
    result = run("build", str(FOLDER / "tidepool.yaml"), str(FOLDER / "island.yaml"))
    assert result.exit_code == 0
    assert files(folder / "output") == {
        "tidepool/board.pdf", "tidepool/creatures.pdf", "tidepool/tides.pdf",
        "island/board.pdf", "island/travellers.pdf",
    }  # fmt: skip


def test_the_deck_has_as_many_cards_as_its_table_says(folder: Path) -> None:  # noqa: ARG001
    game = example("tidepool")
    pieces = pipeline.pieces_of(
        game, game.assets["creatures"], pipeline.sheet_of("a4", None), library.fonts_of(game)
    )
    assert len(pieces) == 17


# Scores


def score(name: str, body: str) -> Verdict:
    return scorebook.score(str(FOLDER / "game.yaml"), f"game: {name}.yaml\n{body}".encode())


def test_hex_scores() -> None:
    board = example("hex").board
    assert [board.names[cell] for cell in board.sides["upper left"]] == [f"{letter}1" for letter in "ABCDEFGHIJK"]
    line = " ".join(f"D{number}" for number in range(1, 12))
    other = " ".join(f"E{number}" for number in range(1, 11))
    verdict = score("hex", f"stones: {{black: {other}, white: {line}}}\n")
    assert verdict.is_valid
    assert (verdict.outcome.status, verdict.outcome.winners) == ("won", ("white",))
    small = score("hex", "side: 3\nstones: {black: A2 B2 C2, white: A1 B1}\n")
    assert (small.outcome.status, small.outcome.winners) == ("won", ("black",))
    assert score("hex", "side: 2\nstones: {black: A2, white: A1}\n").is_valid is False


def test_y_scores_its_example() -> None:
    found, headline = scorebook.score_position(example("y"), "example")
    assert isinstance(found, Position)
    assert headline == "White wins"
    ((_, owner, chain),) = found.chains
    assert owner == "white"
    names = sorted(found.game.board.names[cell] for cell in chain)
    assert " ".join(names) == "F1 G2 G3 G6 G7 H4 H5 H6 J5 K6 L6 M7 N7 O8 P8"


def test_y_scores_moves() -> None:
    verdict = score("y", "moves: A1 B1 B2 C1 C2\n")
    assert verdict.is_valid
    assert verdict.outcome.status == "unfinished"
    assert [problem.code for problem in score("y", "moves: A1 I1\n").problems] == ["off-board"], "I is left out"


def test_a_cell_that_a_row_lacks_is_told_with_those_that_it_has() -> None:
    (problem,) = score("y", "moves: A1 C7\n").problems
    assert problem.hint == "of C there are C1 to C3"


def test_narrows_scores_on_sides_of_its_own() -> None:
    found, headline = scorebook.score_position(example("narrows"), "example")
    assert headline == "Red wins"
    assert isinstance(found, Position)


def test_canals_scores_its_tiles() -> None:
    way = "A5: N reach 120\n  B5: N reach 120\n"
    verdict = score("canals", f"board: hexagon\ntiles:\n  {way}")
    assert verdict.is_valid
    assert verdict.outcome.status == "unfinished"
