"""Clearance: tiles lie on the cells of their boards with a millimetre to spare, or the board is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printkit.clearance import LEAST, tight
from printkit.errors import Problem
from tests.conftest import Run, files, load


def found(*overrides: str, game: str = "hexflow", only: tuple[str, ...] = ()) -> list[Problem]:
    """Return the boards that are too tight among some assets of a game, or among all."""
    loaded = load(*overrides, game=game)
    return list(tight(loaded, [asset for name, asset in loaded.assets.items() if not only or name in only]))


def own_spec(folder: Path, tile: str) -> str:
    """Write HEXFLOW with tiles of another size; return the name of its file."""
    text = load(game="hexflow").text
    assert text.count("across_flats: 30 mm") == 1
    (folder / "game.yaml").write_text(text.replace("across_flats: 30 mm", f"across_flats: {tile}"), "utf-8")
    return "game.yaml"


@pytest.mark.parametrize("game", ["hexflow", "hexflow-tri", "quadrant-hex"])
def test_the_shipped_boards_have_room_for_their_tiles(game: str) -> None:
    assert LEAST == 1.0
    assert found(game=game) == []


@pytest.mark.parametrize("tile", ["30.01 mm", "30.5 mm", "31 mm", "40 mm"])
def test_a_board_with_less_than_a_millimetre_to_spare_is_an_error(tile: str) -> None:
    problems = found(f"tiles.across_flats={tile}")
    size = tile.removesuffix(" mm")
    assert [problem.message for problem in problems] == [
        f"the cells of {name} are 31 mm across flats and its tiles {size} mm; expected cells at least 1 mm larger"
        for name in ("board", "board-battle")
    ]
    assert [(problem.severity, problem.code) for problem in problems] == [("error", "clearance")] * 2
    assert [problem.hint for problem in problems] == [
        f"use --set {name}.across_flats='{float(size) + 1:g} mm', or smaller tiles"
        for name in ("board", "board-battle")
    ]


@pytest.mark.parametrize(
    ("tile", "cell"),
    [("30 mm", "31 mm"), ("3 cm", "31 mm"), ("29.9 mm", "31 mm"), ("24.4 mm", "1 in"), ("30.1 mm", "31.1 mm")],
)
def test_a_millimetre_is_enough(tile: str, cell: str) -> None:
    boards = (f"board.across_flats={cell}", f"board-battle.across_flats={cell}")
    assert found(f"tiles.across_flats={tile}", *boards) == []


def test_each_board_is_measured_for_itself() -> None:
    (problem,) = found("tiles.across_flats=30.5 mm", "board.across_flats=31.5 mm")
    assert problem.message.startswith("the cells of board-battle are 31 mm")
    problems = found("board.across_flats=30.9 mm", game="hexflow-tri")
    assert [problem.message.split(" are ")[0] for problem in problems] == ["the cells of board"]
    assert (problems[0].file, problems[0].line) == ("--set board.across_flats=30.9 mm", None)


def test_a_board_is_refused_only_together_with_its_tiles() -> None:
    for only, number in ((("board", "tiles"), 1), (("tiles",), 0), (("board",), 0), (("tiles", "tokens"), 0)):
        assert len(found("tiles.across_flats=30.5 mm", only=only)) == number


def test_the_map_of_a_score_sheet_is_no_board_for_tiles() -> None:
    assert found("tiles.across_flats=30 mm", only=("tiles", "score-sheet", "rules")) == []


def test_a_check_tells_the_tight_boards_at_their_places(run: Run, tmp_path: Path) -> None:
    name = own_spec(tmp_path, "30.5 mm")
    result = run("check", name)
    assert result.exit_code == 1
    assert result.stdout == "hexflow: 2 errors\n"
    lines = (tmp_path / name).read_text("utf-8").splitlines()
    places = [(i, line.index("31 mm") + 1) for i, line in enumerate(lines, 1) if "across_flats: 31 mm" in line]
    told = re.findall(r"game\.yaml:(\d+):(\d+): error: the cells of ([a-z-]+) ", result.stderr)
    assert told == [(str(i), str(c), word) for (i, c), word in zip(places, ("board", "board-battle"), strict=True)]
    assert "\n    hint: use --set board.across_flats='31.5 mm', or smaller tiles\n" in result.stderr


def test_a_check_finds_the_millimetre_enough(run: Run, tmp_path: Path) -> None:
    result = run("check", own_spec(tmp_path, "3.0 cm"))
    assert result.exit_code == 0
    assert "error" not in result.stdout + result.stderr


def test_a_build_of_a_tight_board_with_its_tiles_writes_nothing(run: Run, tmp_path: Path) -> None:
    name = own_spec(tmp_path, "30.5 mm")
    words = ("build", name, "--only", "board", "--only", "tiles")
    result = run(*words)
    assert result.exit_code == 1
    assert result.stderr.count(": error: ") == 1
    assert "the cells of board are 31 mm across flats and its tiles 30.5 mm" in result.stderr
    assert files(tmp_path) == {name}
    hint = result.stderr.split("--set ")[-1].split(",")[0].replace("'", "")
    assert hint == "board.across_flats=31.5 mm"
    assert run(*words, "--set", hint).exit_code == 0


def test_tiles_are_built_alone_whatever_the_boards(run: Run, tmp_path: Path) -> None:
    name = own_spec(tmp_path, "30.5 mm")
    assert run("build", name, "--only", "tiles").exit_code == 0
    assert files(tmp_path) == {name, "output/hexflow/tiles.pdf"}
