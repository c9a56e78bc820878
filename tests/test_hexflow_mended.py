"""What once went wrong with games that are played with tiles."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from printkit import library, pipeline
from printkit.cli import main
from printkit.drawing import Path as Outline
from printkit.drawing import Text, items_in
from printkit.errors import SpecError
from printkit.theme import LEAST_CONTRAST
from tests.conftest import make

SPECS = library.specs_folder()


def changed(tmp_path: Path, game: str, *changes: tuple[str, str]) -> str:
    """Write a copy of a shipped spec with some texts replaced."""
    text = (SPECS / f"{game}.yaml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "mine.yaml"
    path.write_text(text.replace(f"game: {game}\n", "game: mine\n"), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("game", "change", "message"),
    [
        ("hexflow-tri", ("centre: [H4, I4, I5]", "centre: [A1, I4, I5]"), "the corner top, A1, is in the centre"),
        ("hexflow", ("5: [E5]", "5: [E5, A1]"), "the corner bottom left, A1, is a dot hex as well"),
        ("hexflow", ("5: [E5]", "6: [E5]"), "the board has hexes with 6 dots, and these count nothing here"),
        (
            "hexflow",
            ("picture: board race", "picture: lanes race"),
            "the board has no centre for lanes to lead to",
        ),
        ("hexflow", ("picture: position race-won", "picture: position nix"), "hexflow-like has no position 'nix'"),
        ("hexflow", ("modes:\n  race:", "moods:\n  race:"), "a game with 'tile_types' needs 'modes'"),
        ("hexflow", ("H8: A x-cross", "H8: A star-7"), "'star-7'"),
        ("hexflow", ("      B2: A straight 60", "      J1: A block\n      B2: A straight 60"), "'J1'"),
        (
            "hexflow-tri",
            ("mode: three\n    tiles:\n", "mode: two\n    tiles:\n"),
            "I does not play in the mode 'two'",
        ),
    ],
)
def test_mistakes_are_told_with_their_place(
    tmp_path: Path, game: str, change: tuple[str, str], message: str
) -> None:
    path = changed(tmp_path, game, change)
    result = CliRunner().invoke(main, ["check", path])
    assert result.exit_code == 1
    told = [line for line in result.stderr.splitlines() if message.replace("hexflow-like", "mine") in line]
    assert told != []
    assert told[0].startswith(f"{path}:")
    place = told[0].removeprefix(f"{path}:").split(":")
    assert int(place[0]) > 1
    assert int(place[1]) >= 1


def test_positions_that_no_card_shows_are_checked_too(tmp_path: Path) -> None:
    lost = "positions:\n  lost:\n    tiles: {A99: Q foo 17}\n    path: A1 A99\n"
    text = (SPECS / "hexflow.yaml").read_text(encoding="utf-8")
    start = text.index("positions:")
    end = text.index("\n", start) + 1
    path = tmp_path / "mine.yaml"
    path.write_text(text[:start] + lost + text[end:], encoding="utf-8")
    result = CliRunner().invoke(main, ["check", str(path)])
    assert result.exit_code == 1
    assert "'A99'" in result.stderr


def test_more_tiles_than_there_are_is_a_mistake_of_a_position(tmp_path: Path) -> None:
    path = changed(tmp_path, "hexflow", ("B2: A straight 60\n", "B2: A straight 60\n      G1: A straight\n"))
    result = CliRunner().invoke(main, ["check", path])
    assert result.exit_code == 1
    assert "A has 2 of 'straight'; this is one more" in result.stderr


@pytest.mark.parametrize("mark", ["filled", "open", "dotted", "hatched"])
@pytest.mark.parametrize("ink", ["full", "saver"])
def test_tiles_print_in_every_mark(mark: str, ink: str, tmp_path: Path) -> None:
    words = ["build", "hexflow", "--only", "tiles", "--only", "tokens", "--ink", ink, "-o", str(tmp_path)]
    others = {"filled": "open"}.get(mark, "filled")
    result = CliRunner().invoke(
        main, [*words, "--set", f"players.A.mark={mark}", "--set", f"players.B.mark={others}"]
    )
    assert result.exit_code == 0, result.stderr


def test_players_of_tiles_are_told_apart_in_texts_where_ink_is_saved() -> None:
    game = library.load_game("hexflow")
    made = pipeline.make(
        game, game.assets["rules-battle"], pipeline.sheet_of("a4", None), library.fonts_of(game), "saver"
    )
    drawn = [item for item, _ in items_in(made.pages[0].pieces) if isinstance(item, Outline)]
    hatches = [
        item
        for item in drawn
        if item.fill is None and len(item.segments) > 4 and item.bounds().size.width < 3.2
        if all(segment[0] in "ML" for segment in item.segments)
    ]
    assert len(hatches) >= 2  # Black's icon, in the aim and in the table of lands


def test_a_picture_of_the_whole_board_has_coordinates() -> None:
    pages = make("rules", "a4", game="hexflow").pages
    texts = [item for item, _ in items_in(pages[1].pieces) if isinstance(item, Text)]
    assert {text.string for text in texts if len(text.string) == 1} >= set("ABCDEFGHI")
    assert all(text.colour.contrast(text.ground) >= LEAST_CONTRAST for text in texts)


def test_the_score_sheet_of_the_triangle_has_lines_for_two_full_sets() -> None:
    game = library.load_game("hexflow-tri")
    most = max(sum(game.supply(mode).values()) for mode in game.spec.modes)
    assert game.assets["score-sheet"].settings.turns >= most == 22


def test_what_a_score_sheet_needs_is_told_for_the_paper_as_it_lies() -> None:
    with pytest.raises(SpecError) as caught:
        make("score-sheet", "a4", "score-sheet.turns=60", game="hexflow")
    (problem,) = caught.value.problems
    needed = [float(word) for word in problem.message.split(" mm")[0].split("needs ")[1].split(" × ")]
    room = [float(word) for word in problem.message.split("leaves ")[1].split(" mm")[0].split(" × ")]
    assert any(need > there for need, there in zip(needed, room, strict=True))
