"""Starters: what ``printkit new`` writes builds as it stands, and with each remark taken up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printkit import library
from tests.conftest import command as run

pytestmark = pytest.mark.usefixtures("folder")

GAMES = ("battle-hex", "hexflow", "hexflow-tri", "quadrant-hex")


@pytest.mark.parametrize("game", GAMES)
def test_a_starter_builds_as_it_stands(game: str, folder: Path) -> None:
    assert run("new", "my-game", "--like", game).exit_code == 0
    assert run("check", "my-game.yaml").exit_code == 0
    result = run("build", "my-game.yaml")
    assert result.exit_code == 0, result.stderr
    built = {path.stem for path in (folder / "output/my-game").iterdir()}
    assert built == set(library.load_game(game).assets)


@pytest.mark.parametrize(("game", "paper"), [(game, ("a4", "letter")[i % 2]) for i, game in enumerate(GAMES)])
def test_a_starter_with_the_longest_name_builds(game: str, paper: str) -> None:
    name = "wonderful-new-variant-with-a-name-wwwwww"
    assert len(name) == 40
    assert run("new", name, "--like", game).exit_code == 0
    result = run("build", f"{name}.yaml", "--paper", paper)
    assert result.exit_code == 0, result.stderr


@pytest.mark.parametrize("game", GAMES)
def test_every_remark_can_be_taken_up(game: str, folder: Path) -> None:
    run("new", "my-game", "--like", game)
    text = (folder / "my-game.yaml").read_text(encoding="utf-8")
    head, rest = text.split("# Remove a #", 1)
    taken = re.sub(r"^# ?", "", rest.split("\n", 1)[1], flags=re.MULTILINE)
    (folder / "my-game.yaml").write_text(head + taken, encoding="utf-8")
    made = library.load_game("my-game.yaml")
    base = library.load_game(game)
    assert list(made.assets) == list(base.assets)[:-1]
    assert made.spec.theme


def test_the_usual_one_is_quadrant_hex(folder: Path) -> None:
    assert run("new", "four-corners").stdout == "four-corners.yaml  build it: printkit build four-corners.yaml\n"
    text = (folder / "four-corners.yaml").read_text(encoding="utf-8")
    assert "extends: quadrant-hex\n" in text
    assert "title: Four Corners\n" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("My Game",), "expected a name of a–z"),
        (("../x",), "expected a name of a–z"),
        (("hexflow",), "a shipped game is called"),
        (("mine", "--like", "hexflw"), "did you mean 'hexflow'?"),
    ],
)
def test_what_cannot_be_is_refused(arguments: tuple[str, ...], words: str, folder: Path) -> None:
    result = run("new", *arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert list(folder.iterdir()) == []


def test_nothing_is_written_over(folder: Path) -> None:
    (folder / "mine.yaml").write_text("precious", encoding="utf-8")
    result = run("new", "mine")
    assert (result.exit_code, "is there already" in result.stderr) == (2, True)
    assert (folder / "mine.yaml").read_text(encoding="utf-8") == "precious"
