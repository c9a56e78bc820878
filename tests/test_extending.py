"""Specs on top of others: what is joined, taken away and replaced, where faults are placed, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from printkit import library, scorebook
from printkit.cli import main
from printkit.errors import SpecError
from tests.conftest import command as run
from tests.conftest import load

pytestmark = pytest.mark.usefixtures("folder")

MINE = """\
extends: hexflow
game: my-hexflow
board: {dots: {5: [E5], 4: [C5, G5], 3: [E2, E8], 2: [B2, H2, B9, H9]}}
assets: {tiles: {across_flats: 25 mm}, rules: ~, rules-battle: ~}
theme: {vermilion: '#CC3377'}
"""


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


def test_five_lines_make_a_game_of_ones_own(folder: Path) -> None:
    write(folder, mine=MINE)
    game, base = library.load_game("mine.yaml"), load(game="hexflow")
    assert (game.spec.game, game.spec.title) == ("my-hexflow", base.spec.title)
    assert list(game.assets) == [name for name in base.assets if name not in ("rules", "rules-battle")]
    assert game.assets["tiles"].settings.across_flats == 25.0
    assert game.assets["board"].settings.across_flats == base.assets["board"].settings.across_flats
    assert {game.board.names[cell]: dots for cell, dots in game.board.dots.items()}["B9"] == 2
    assert game.spec.tile_types.keys() == base.spec.tile_types.keys()
    assert run("build", "mine.yaml", "--only", "tiles", "--only", "board").exit_code == 0
    assert (folder / "output/my-hexflow/tiles.pdf").exists()


def test_a_spec_that_extends_one_that_extends_one(folder: Path) -> None:
    (folder / "below").mkdir()
    write(folder, mine=MINE.replace("hexflow\n", "below/middle.yaml\n", 1))
    write(folder / "below", middle="extends: last.yml\ntitle: Mine\n")
    (folder / "below/last.yml").write_text("extends: hexflow\ncredit: Somebody\n", encoding="utf-8")
    game = library.load_game("mine.yaml")
    assert (game.spec.title, game.spec.credit) == ("Mine", "Somebody")


def test_overrides_come_last(folder: Path) -> None:
    write(folder, mine=MINE)
    assert (
        library.load_game("mine.yaml", ("tiles.across_flats=22 mm",)).assets["tiles"].settings.across_flats == 22.0
    )


def test_transcripts_of_an_extended_game_are_scored(folder: Path) -> None:
    write(folder, mine=MINE)
    text = "game: mine.yaml\nmoves:\n  - A1 straight 60\n  - A9 straight\n  - A8 block\n"
    verdict = scorebook.score(str(folder / "t.yaml"), text.encode())
    assert (verdict.game, verdict.outcome.winners) == ("my-hexflow", ("A",))


def test_positions_are_replaced_as_a_whole_and_read_from_their_own_file(folder: Path) -> None:
    text = "extends: quadrant-hex\ngame: mine\npositions:\n  mine: {stones: {black: A1 B1}}\n"
    write(folder, mine=text)
    game = library.load_game("mine.yaml")
    for name in ("mine", *load().spec.positions):
        scorebook.score_position(game, name)
    write(folder, mine=text.replace("A1 B1", "A1 A1"))
    with pytest.raises(SpecError) as caught:
        scorebook.score_position(library.load_game("mine.yaml"), "mine")
    assert (caught.value.problems[0].line, caught.value.problems[0].column) == (4, 29)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("extends: hexflw\n", "mine.yaml:1:10: error: no game is called 'hexflw'"),
        ("extends: [hexflow]\n", "mine.yaml:1:10: error: found a list; expected the name of a shipped game"),
        ("extends: ''\n", "mine.yaml:1:10: error"),
        ("extends: nowhere.yaml\n", "mine.yaml:1:10: error"),
        ("extends: ../other.yaml\n", "lies outside of the spec's folder"),
        ("extends: /etc/other.yaml\n", "lies outside of the spec's folder"),
        ("extends: mine.yaml\n", "a spec cannot stand on top of itself"),
        ("extends: ./below/../mine.yaml\n", "a spec cannot stand on top of itself"),
        ("extends: round.yaml\n", "a spec cannot stand on top of itself"),
        ("extends: broken.yaml\n", "broken.yaml:2:1"),
        (f"{MINE}claims: {{nothing: ~}}\n", "mine.yaml:6:10: error: there is no 'nothing' to take away"),
        (MINE.replace("25 mm", "2 mm"), "mine.yaml:4:32: error"),
        (MINE.replace("25 mm", "29.5 mm").replace("across_flats", "across_flat"), "unknown key 'across_flat'"),
    ],
)
def test_faults_are_placed_in_their_file(text: str, words: str, folder: Path) -> None:
    write(folder, mine=text, round="extends: mine.yaml\n", broken="game: x\ngame: y\n")
    (folder / "below").mkdir()
    result = run("check", "mine.yaml")
    assert result.exit_code == 1
    assert words in result.stderr


def test_a_fault_of_the_lower_spec_is_placed_there(folder: Path) -> None:
    base = load(game="hexflow").text.replace("side: 18 mm", "side: 1 mm")
    write(folder, mine="extends: base.yaml\ngame: mine\n", base=base)
    result = run("check", "mine.yaml")
    assert result.exit_code == 1
    assert "base.yaml:" in result.stderr


def test_a_link_out_of_the_folder_is_refused(folder: Path) -> None:
    (folder / "inner").mkdir()
    write(folder, outer="game: x\n")
    (folder / "inner/link.yaml").symlink_to(folder / "outer.yaml")
    write(folder / "inner", mine="extends: link.yaml\n")
    assert "lies outside of the spec's folder" in run("check", "inner/mine.yaml").stderr


def test_standard_input_extends_nothing() -> None:
    result = CliRunner().invoke(main, ["check", "-"], input="extends: hexflow\n")
    assert "save it as a file" in result.stderr


def test_fonts_of_the_lower_spec_are_found_beside_it(folder: Path) -> None:
    (folder / "below").mkdir()
    (folder / "below/own.ttf").write_bytes(library.shipped_fonts().face("bold").data)
    write(folder / "below", base="extends: hexflow\nfonts: {bold: own.ttf}\n")
    write(folder, mine="extends: below/base.yaml\ngame: mine\n")
    assert run("build", "mine.yaml", "--only", "tokens").exit_code == 0
