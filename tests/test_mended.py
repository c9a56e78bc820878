"""Faults that were found in use, each with what is right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from click.testing import CliRunner, Result
from PIL import Image

import printkit
from printkit import library, pipeline
from printkit.cli import main
from printkit.errors import SpecError
from printkit.fonts import shipped
from tests.conftest import make

SHIPPED = library.specs_folder() / "quadrant-hex.yaml"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(printkit.__file__).parent.parent)}


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


def spec(folder: Path, *changes: tuple[str, str]) -> str:
    """Write the shipped spec with texts replaced; return its path."""
    text = SHIPPED.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "game.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "printkit", *words]


# Fonts


def test_one_font_file_may_serve_all_weights(tmp_path: Path) -> None:
    (tmp_path / "one.ttf").write_bytes(Path(shipped("regular")).read_bytes())
    fonts = "fonts: {regular: one.ttf, medium: one.ttf, bold: one.ttf}\nplayers:"
    result = run("build", spec(tmp_path, ("players:", fonts)), "--only", "board", "--verify", "-o", str(tmp_path))
    assert result.exit_code == 0, result.output
    with pikepdf.open(tmp_path / "quadrant-hex" / "board.pdf") as file:
        names = [
            str(o["/BaseFont"]) for o in file.objects if isinstance(o, pikepdf.Dictionary) and "/BaseFont" in o
        ]
    assert names == ["/AAAAAA+FiraSans-Regular"]


def test_two_files_of_one_font_name_may_serve_two_weights(tmp_path: Path) -> None:
    data = Path(shipped("regular")).read_bytes()
    (tmp_path / "one.ttf").write_bytes(data)
    (tmp_path / "two.ttf").write_bytes(data + b"\0")
    fonts = "fonts: {regular: one.ttf, medium: two.ttf}\nplayers:"
    result = run("build", spec(tmp_path, ("players:", fonts)), "--only", "board", "--verify", "-o", str(tmp_path))
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("length", [300, 20_000, 200_000, 400_000])
def test_a_font_file_cut_short_is_told_at_its_place(tmp_path: Path, length: int) -> None:
    (tmp_path / "cut.ttf").write_bytes(Path(shipped("regular")).read_bytes()[:length])
    name = spec(tmp_path, ("players:", "fonts:\n  medium: cut.ttf\nplayers:"))
    line = next(
        i for i, text in enumerate(Path(name).read_text(encoding="utf-8").splitlines(), 1) if "cut.ttf" in text
    )
    for words in (("check", name), ("build", name, "-o", str(tmp_path / "out"))):
        result = run(*words)
        assert result.exit_code == 1
        assert f"game.yaml:{line}:11: error: the medium font 'cut.ttf' cannot be used" in result.stderr


# Texts at their own place


def test_a_title_that_the_font_lacks_is_told_once_at_the_title(tmp_path: Path) -> None:
    result = run(
        "build", spec(tmp_path, ("title: Quadrant Hex", "title: Quadrant 🎲")), "-o", str(tmp_path / "out")
    )
    assert result.exit_code == 1
    assert result.stderr.count("error:") == 1
    assert "game.yaml:4:8: error: 'Quadrant 🎲' has characters that the bold font lacks" in result.stderr


def test_a_title_set_on_the_command_line_is_told_there(tmp_path: Path) -> None:
    result = run("build", "quadrant-hex", "--set", "title=🎲", "-o", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert "--set title=🎲: error: '🎲' has characters" in result.stderr


def test_players_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="black is called 'Black' already"):
        library.load_game(spec(tmp_path, ("name: White", "name: Black")))


def test_a_name_that_leaves_no_line_to_write_on_fails_the_build(tmp_path: Path) -> None:
    long = spec(tmp_path, ("name: White", "name: Professor Whitechapel the Third"))
    result = run("build", long, "--only", "sheet-4", "-o", str(tmp_path / "out"))
    assert result.exit_code == 1
    assert "'Professor Whitechapel the Third' is" in result.stderr
    assert "mm too wide for its" in result.stderr


# Hints that hold


@pytest.mark.parametrize("paper", ["a5", "letter", "legal"])
@pytest.mark.parametrize("asset", ["board", "sheet", "sheet-2", "sheet-4"])
def test_the_largest_cells_that_a_hint_names_can_be_built(asset: str, paper: str) -> None:
    with pytest.raises(SpecError) as caught:
        make(asset, paper, f"assets.{asset}.across_flats=30 mm")
    hint = caught.value.problems[0].hint or ""
    if hint == "choose a larger paper":
        assert paper == "a5"
        return
    override = hint.split("--set ")[1].split(";")[0].replace("'", "")
    game = library.load_game("quadrant-hex", (override,))
    fonts = library.fonts_of(game)
    made = pipeline.make(game, game.assets[asset], pipeline.sheet_of(paper, None), fonts)
    assert pipeline.rendered(made, fonts, pipeline.target_of("pdf", verify=True))


# Reading and writing


def test_a_spec_may_come_from_standard_input() -> None:
    result = CliRunner().invoke(main, ["check", "-"], input=SHIPPED.read_text(encoding="utf-8"))
    assert result.exit_code == 0
    assert "quadrant-hex: fine" in result.stdout


def test_a_game_named_twice_is_built_once(tmp_path: Path) -> None:
    result = run("build", "quadrant-hex", "quadrant-hex", "--only", "board", "-o", str(tmp_path))
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 1


def test_nothing_is_replaced_where_one_file_cannot_be(tmp_path: Path) -> None:
    words = ("build", "--only", "tokens", "--only", "sheet-2", "--only", "stones", "-o", str(tmp_path))
    assert run(*words).exit_code == 0
    (tmp_path / "quadrant-hex/sheet-2.pdf").unlink()
    (tmp_path / "quadrant-hex/sheet-2.pdf").mkdir()
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert {path.name for path in before} == {"tokens.pdf", "stones.pdf"}
    result = run(*words, "--paper", "letter")
    assert result.exit_code == 2
    assert "sheet-2.pdf' is a folder" in result.stderr
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("name", ["a" * 300, "x\0y"])
def test_an_output_that_no_file_system_takes_is_refused(name: str) -> None:
    result = run("build", "quadrant-hex", "--only", "board", "-o", name)
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("words", [("list", "quadrant-hex"), ("check", "quadrant-hex"), ("--help",)])
def test_a_full_standard_output_is_told(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command(*words), env=ENVIRONMENT, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"No space left" in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "cp437"])
def test_a_terminal_without_our_signs_gets_no_traceback(encoding: str) -> None:
    environment = {**ENVIRONMENT, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = subprocess.run(command("list", "quadrant-hex"), env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"board" in done.stdout


def test_a_deleted_working_folder_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    script = 'cd gone && rmdir ../gone && exec "$0" -m printkit build quadrant-hex --only board'
    done = subprocess.run(
        ["/bin/sh", "-c", script, sys.executable], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, check=False
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_an_output_without_a_name_is_refused() -> None:
    result = run("build", "--only", "board", "-o", "")
    assert result.exit_code == 2
    assert "the output has no name" in result.stderr


def test_a_misspelt_game_key_is_pointed_at(tmp_path: Path) -> None:
    (tmp_path / "typo.yaml").write_text("gmae: quadrant-hex\nmoves: E5\n", encoding="utf-8")
    result = run("score", str(tmp_path / "typo.yaml"))
    assert result.exit_code == 1
    assert "the key 'game' is missing" in result.stdout
    assert "typo.yaml:1:1: error: unknown key 'gmae'\n      hint: did you mean 'game'?" in result.stdout


def test_a_picture_of_a_hopeless_game_leaves_the_status_to_the_verdict(tmp_path: Path) -> None:
    (tmp_path / "hopeless.yaml").write_text("game: quadrant-hex\n", encoding="utf-8")
    result = run("score", str(tmp_path / "hopeless.yaml"), "--picture", str(tmp_path / "p.png"))
    assert result.exit_code == 1
    assert "no picture of" in result.stderr
    assert not (tmp_path / "p.png").exists()


# Found under stress

CORPUS = Path(printkit.__file__).parent.parent / "tests" / "stress" / "corpus"


def changed(folder: Path, name: str, *changes: tuple[str, str]) -> str:
    """Write a spec of the corpus with texts replaced; return its path."""
    text = (CORPUS / f"{name}.yaml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "game.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_scorer_of_tiles_needs_modes(tmp_path: Path) -> None:
    name = changed(tmp_path, "stones", ("kind: connect, sides: 3-9", "kind: flow"))
    with pytest.raises(SpecError, match="the scorer 'flow' is for games with 'tile_types' and 'modes'"):
        library.load_game(name)


@pytest.mark.parametrize("turns", range(1, 12))
def test_few_turns_leave_columns_of_a_log_empty(turns: int, tmp_path: Path) -> None:
    name = changed(tmp_path, "tiles", ("turns: 6", f"turns: {turns}"))
    result = run("build", name, "--only", "score-sheet", "--verify", "-o", str(tmp_path / "out"))
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("form", ["pdf", "svg", "png"])
def test_players_who_join_nothing_get_a_sheet(form: str, tmp_path: Path) -> None:
    name = changed(
        tmp_path, "four-boards", ("kind: board, across_flats: 20", "kind: sheet, boards: 2, across_flats: 9")
    )
    result = run("build", name, "--only", "one", "--format", form, "-o", str(tmp_path / "out"))
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    ("table", "length"), [(b"hhea", 35), (b"maxp", 40), (b"glyf", 1000), (b"hmtx", 100), (b"loca", 1001)]
)
def test_a_damaged_font_is_told_whatever_is_made_with_it(table: bytes, length: int, tmp_path: Path) -> None:
    data = bytearray(Path(shipped("regular")).read_bytes())
    entry = data.index(table, 12)
    data[entry + 12 : entry + 16] = length.to_bytes(4, "big")
    (tmp_path / "bad.ttf").write_bytes(data)
    name = changed(tmp_path, "four-boards", ("assets:", "fonts: {regular: bad.ttf}\nassets:"))
    for form in ("pdf", "svg"):
        result = run("build", name, "--format", form, "-o", str(tmp_path / "out"))
        assert result.exit_code == 1
        assert "the regular font 'bad.ttf' cannot be used: it is damaged" in result.stderr


def pictured(data: bytes, suffix: str, folder: Path) -> Result:
    """Build a card with an image, as PNG."""
    (folder / f"one.{suffix}").write_bytes(data)
    deck = "  deck:\n    kind: deck\n    size: mini\n    cards: {list: [{a: b}]}\n"
    deck += f"    face: [{{image: one.{suffix}, at: [2 mm, 2 mm], box: [4 mm, 4 mm]}}]\n"
    name = changed(folder, "four-boards", ("assets:\n", f"assets:\n{deck}"))
    return run("build", name, "--only", "deck", "--format", "png", "--dpi", "72", "-o", str(folder / "out"))


def encoded(kind: str, **more: Any) -> bytes:
    buffer = BytesIO()
    Image.effect_noise((60, 60), 50).convert("RGB").save(buffer, kind, **more)
    return buffer.getvalue()


@pytest.mark.parametrize("what", ["no end", "wrong sum", "too few rows", "more behind it"])
def test_an_odd_image_is_made_one_that_every_program_reads(what: str, tmp_path: Path) -> None:
    data = encoded("PNG")
    if what == "no end":
        data = data[:-12]
    elif what == "wrong sum":
        data = data[:-16] + b"\0" + data[-15:]
    elif what == "too few rows":
        head = data[12:20] + (90).to_bytes(4, "big") + data[24:29]
        data = data[:12] + head + zlib.crc32(head).to_bytes(4, "big") + data[33:]
    else:
        data += b"more"
    result = pictured(data, "png", tmp_path)
    assert result.exit_code == 0, result.output


def test_an_image_with_a_damaged_description_is_printed(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x010E] = "a description"
    data = encoded("JPEG", exif=exif)
    at = data.index(b"MM\0*") + 8
    result = pictured(data[:at] + b"\0\x7f" + data[at + 2 :], "jpg", tmp_path)
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_folder_that_vanishes_while_it_is_looked_through_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def vanish(_self: Path, _pattern: str) -> None:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(Path, "rglob", vanish)
    result = run("score", str(tmp_path))
    assert result.exit_code == 2
    assert "cannot be looked through: No such file or directory" in result.stderr


def test_a_spec_that_a_transcript_cannot_use_is_told_on_a_line(tmp_path: Path) -> None:
    changed(tmp_path, "stones", ("kind: connect", "kind: conect"))
    (tmp_path / "played.yaml").write_text("game: game.yaml\nmoves: A1\n", encoding="utf-8")
    result = run("score", str(tmp_path / "played.yaml"), "--json")
    (problem,) = json.loads(result.stdout)["problems"]
    assert "\n" not in problem["message"]
    assert "hint" not in problem["message"]


@pytest.mark.parametrize("words", [("check", "-"), ("build", "-"), ("list", "-"), ("score", "-")])
def test_a_standard_input_that_is_closed_is_told(words: tuple[str, ...]) -> None:
    script = 'exec "$0" -m printkit "$@" <&-'
    line = ["/bin/sh", "-c", script, sys.executable, *words]
    done = subprocess.run(line, env=ENVIRONMENT, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"standard input cannot be read: it is closed" in done.stderr
