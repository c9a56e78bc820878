"""The command line as its users meet it: what it prints, what it writes, how it ends."""

from __future__ import annotations

import errno
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pikepdf
import pytest

import printkit
from printkit import library, printing
from tests.conftest import ASSETS, Run, files, load

SHIPPED = library.specs_folder() / "quadrant-hex.yaml"
GAMES = library.shipped_games()

# The pieces of each asset, and its pages on A4 and on Letter
LISTED = {
    "hexflow": {
        "board": (1, 2),
        "board-battle": (1, 2),
        "tiles": (44, 1),
        "tokens": (6, 1),
        "score-sheet": (1, 1),
        "tile-guide": (2, 1),
        "rules": (4, 2),
        "rules-battle": (4, 2),
    },
    "hexflow-tri": {
        "board": (1, 4),
        "board-105": (1, 6),
        "tiles": (54, 1),
        "score-sheet": (1, 1),
        "rules": (6, 3),
    },
    "quadrant-hex": {
        "board": (1, 1),
        "board-large": (1, 2),
        "sheet": (1, 1),
        "sheet-2": (2, 1),
        "sheet-4": (4, 1),
        "stones": (100, 1),
        "rules": (2, 1),
    },
}


def spec(folder: Path, *changes: tuple[str, str], name: str = "game.yaml") -> str:
    """Write the shipped spec with texts replaced; return its name."""
    text = SHIPPED.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (folder / name).write_text(text, encoding="utf-8")
    return name


def test_build_without_names_makes_every_asset_of_every_shipped_game(run: Run, tmp_path: Path) -> None:
    result = run("build")
    assert result.exit_code == 0
    expected = {f"output/{game}/{asset}.pdf" for game in GAMES for asset in load(game=game).assets}
    assert files(tmp_path) == expected
    assert expected >= {f"output/{game}/{asset}.pdf" for game, assets in LISTED.items() for asset in assets}
    assert {line.split()[0] for line in result.stdout.splitlines()} == expected
    assert result.stderr == ""
    assert all((tmp_path / name).read_bytes().startswith(b"%PDF-") for name in expected)


def test_only_paper_output_set_and_verify(run: Run, tmp_path: Path) -> None:
    words = ("--only", "sheet-2", "--only", "board", "--paper", "letter", "-o", "there", "--verify")
    result = run("build", "quadrant-hex", *words, "--set", "board.across_flats=14 mm")
    assert result.exit_code == 0
    assert files(tmp_path) == {"there/quadrant-hex/board.pdf", "there/quadrant-hex/sheet-2.pdf"}
    assert "1 page Letter" in result.stdout


def test_an_asset_is_built_of_all_games_that_have_it(run: Run, tmp_path: Path) -> None:
    result = run("build", "--only", "tokens", "--only", "sheet-2")
    assert result.exit_code == 0
    assert files(tmp_path) == {"output/hexflow/tokens.pdf", "output/quadrant-hex/sheet-2.pdf"}


def test_margins_make_room(run: Run) -> None:
    words = ("build", "quadrant-hex", "--only", "board", "--set", "board.across_flats=15.6 mm")
    refused = run(*words)
    assert refused.exit_code == 2
    assert "board needs 271.8 × 178.6 mm; A4 leaves 271.6 × 193.2 mm" in refused.stderr
    assert run(*words, "--margins", "office").exit_code == 0
    assert run(*words, "--margins", "5 mm").exit_code == 0


def test_the_hint_for_a_board_that_is_too_large_names_the_largest_that_fits(run: Run) -> None:
    words = ("build", "quadrant-hex", "--only", "board", "--paper", "letter", "--set")
    refused = run(*words, "board.across_flats=18 mm")
    hint = refused.stderr.split("--set ")[-1].split(";")[0].replace("'", "")
    assert hint == "board.across_flats=14.5 mm"
    assert run(*words, hint).exit_code == 0
    assert run(*words, hint.replace("14.5", "14.6")).exit_code == 2


def test_a_spec_of_ones_own_from_any_folder(run: Run, tmp_path: Path) -> None:
    name = spec(tmp_path, ("game: quadrant-hex", "game: my-hex"))
    assert run("build", name, "--only", "board").exit_code == 0
    assert "output/my-hex/board.pdf" in files(tmp_path)


def test_list_shows_sizes_pieces_and_pages(run: Run) -> None:
    result = run("list", "quadrant-hex", "--paper", "letter")
    assert result.exit_code == 0
    (row,) = [line for line in result.stdout.splitlines() if "sheet-4" in line]
    assert row.split() == ["sheet-4", "sheet", "121.8", "×", "99.5", "mm", "4", "pieces", "1", "page", "Letter"]


def test_list_json_has_the_agreed_keys(run: Run) -> None:
    entries = json.loads(run("list", "--json").stdout)
    assert all(set(entry) == {"game", "assets"} for entry in entries)
    games = {entry["game"]: {asset["name"]: asset for asset in entry["assets"]} for entry in entries}
    every = [asset for assets in games.values() for asset in assets.values()]
    assert all(set(asset) == {"name", "kind", "pieces", "size_mm", "pages"} for asset in every)
    assert list(games) == GAMES
    assert {game: set(assets) for game, assets in games.items()} == {
        game: set(load(game=game).assets) for game in GAMES
    }
    assert set(LISTED["quadrant-hex"]) == set(ASSETS)
    for game, listed in LISTED.items():
        found = {name: (asset["pieces"], asset["pages"]) for name, asset in games[game].items()}
        assert found == {name: (pieces, {"a4": n, "letter": n}) for name, (pieces, n) in listed.items()}
    assert games["quadrant-hex"]["sheet"]["size_mm"] == [271.6, 193.2]
    assert games["quadrant-hex"]["rules"]["size_mm"] == [127.0, 177.8]
    assert games["hexflow"]["tiles"]["size_mm"] == [34.64, 30.0]
    assert games["hexflow"]["tokens"]["kind"] == "counter"


def test_list_says_where_an_asset_does_not_fit(run: Run) -> None:
    result = run("list", "quadrant-hex", "--paper", "a5")
    assert result.exit_code == 0
    assert "does not fit on A5" in result.stdout
    (entry,) = json.loads(run("list", "quadrant-hex", "--json", "--paper", "a5").stdout)
    assert entry["assets"][0]["pages"] == {"a4": 1, "letter": 1, "a5": None}
    assert entry["assets"][0]["size_mm"] is None


def test_check_compares_the_claims_of_every_shipped_game(run: Run) -> None:
    result = run("check")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.partition(":")[0] for line in lines] == GAMES
    assert all(": fine, " in line for line in lines)
    assert {
        "hexflow: fine, 10 claims compared, 3 notes",
        "hexflow-tri: fine, 5 claims compared, 2 notes",
        "quadrant-hex: fine, 5 claims compared",
    } <= set(lines)
    for game, notes in (("hexflow", 3), ("hexflow-tri", 2), ("quadrant-hex", 0)):
        assert result.stderr.count(f"/{game}.yaml:") == notes
    assert result.stderr.count(": note: the rulebook states ") == result.stderr.count("    hint: acknowledged: ")
    assert "error" not in result.stderr


def test_check_compares_the_claims(run: Run, tmp_path: Path) -> None:
    assert run("check", "quadrant-hex").stdout == "quadrant-hex: fine, 5 claims compared\n"
    result = run("check", spec(tmp_path, ("cells: 100", "cells: 81")))
    assert result.exit_code == 1
    assert result.stderr == "game.yaml:36:10: error: the rulebook states cells: 81; built: 100\n"
    assert result.stdout == "quadrant-hex: 1 error\n"
    acknowledged = spec(tmp_path, ("cells: 100", "cells: {states: 81, reading: nine is a slip}"))
    result = run("check", acknowledged)
    assert result.exit_code == 0
    assert (
        "note: the rulebook states cells: 81; built: 100\n    hint: acknowledged: nine is a slip" in result.stderr
    )


def test_build_refuses_a_spec_whose_claims_do_not_hold(run: Run, tmp_path: Path) -> None:
    result = run("build", spec(tmp_path, ("cells: 100", "cells: 81")))
    assert result.exit_code == 1
    assert files(tmp_path) == {"game.yaml"}


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (("build", "quadrant-hx"), "no game is called 'quadrant-hx'", "did you mean 'quadrant-hex'?"),
        (("build", "missing.yaml"), "'missing.yaml' cannot be read: No such file or directory", ""),
        (("build", "."), "'.' is a folder; expected a file", ""),
        (("build", "--paper", "lettre"), "no paper is called 'lettre'", "did you mean 'letter'?"),
        (("build", "quadrant-hex", "--only", "sheets"), "quadrant-hex has no asset 'sheets'", "mean 'sheet'?"),
        (("build", "--only", "sheets"), "none of the games has an asset 'sheets'", "did you mean 'sheet'?"),
        (("build", "--margins", "5"), "the unit is missing", "'office' or one length"),
        (("build", "--margins", "90 mm"), "leave no room on A4", ""),
        (
            ("build", "quadrant-hex", "--set", "board.side"),
            "found --set 'board.side'; expected KEY=VALUE",
            "for example",
        ),
        (("build", "quadrant-hex", "--set", "bord.side=8"), "there is no 'bord'", "did you mean 'board'?"),
        (("build", "quadrant-hex", "--set", "board.sid=8"), "unknown key 'sid'", "did you mean 'side'?"),
        (("build", "quadrant-hex", "--set", "board.side=11"), "a side of 11 cannot be halved", "use 10 or 12"),
        (("build", "quadrant-hex", "--set", "sheet.across_flats=14"), "the unit is missing", ""),
        (("build", "quadrant-hex", "--set", "sheet.across_flats=14 furlongs"), "unknown unit 'furlongs'", ""),
        (("build", "quadrant-hex", str(SHIPPED)), "two specs are called 'quadrant-hex'", "one at a time"),
        (("list", "--paper", "a11"), "no paper is called 'a11'", "allowed: a3, a4"),
        (("check", "nothing"), "no game is called 'nothing'", f"allowed: {', '.join(GAMES)}"),
    ],
)
def test_a_wrong_request_ends_with_2_and_says_why(
    run: Run, tmp_path: Path, words: tuple[str, ...], message: str, hint: str
) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert hint in result.stderr
    assert result.stdout == ""
    assert files(tmp_path) == set()


@pytest.mark.parametrize("words", [("build", "--frobnicate"), ("bild",), ("build", "--paper")])
def test_a_wrong_option_ends_with_2(run: Run, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert "Error" in result.stderr


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "bad.yaml:1:1: error: found an empty file; expected a mapping"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "bad.yaml:1:1: error: byte 0x89 is no UTF-8"),
        (b"\x00\x01", "bad.yaml:1:1: error: U+0000 may not stand"),
        (b"a: &a [*a, *a]\n", "bad.yaml:1:8: error: the anchor 'a' holds itself"),
        (b"a: 1\na: 2\n", "bad.yaml:2:1: error: the key 'a' stands here a second time"),
        (
            b"# " + b"x" * 2 * 1024 * 1024,
            "bad.yaml:1:1: error: the file is larger than 1 MiB; expected 1 MiB at most",
        ),
        (b"a: [1, 2\n", "bad.yaml:2:1: error: did not find expected"),
    ],
)
def test_a_broken_file_ends_with_1_and_its_place(run: Run, tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "bad.yaml").write_bytes(content)
    for command in ("build", "check", "list"):
        result = run(command, "bad.yaml")
        assert result.exit_code == 1
        assert message in result.stderr
    assert files(tmp_path) == {"bad.yaml"}


def test_problems_of_several_specs_come_together(run: Run, tmp_path: Path) -> None:
    first = spec(tmp_path, ("side: 10", "side: 11"), name="first.yaml")
    second = spec(tmp_path, ("mark: open", "mark: opn"), name="second.yaml")
    result = run("build", first, second, "nowhere.yaml")
    assert result.exit_code == 2
    column = SHIPPED.read_text(encoding="utf-8").splitlines()[8].index("open") + 1
    for name in ("first.yaml:13:9: error", f"second.yaml:9:{column}: error", "'nowhere.yaml' cannot be read"):
        assert name in result.stderr


def test_a_failed_build_leaves_the_old_files_of_all_games(run: Run, tmp_path: Path) -> None:
    words = ("build", "hexflow", "quadrant-hex", "--only", "tokens", "--only", "board", "--only", "sheet")
    assert run(*words).exit_code == 0
    before = {name: (tmp_path / name).read_bytes() for name in files(tmp_path)}
    assert before.keys() == {
        "output/hexflow/board.pdf",
        "output/hexflow/tokens.pdf",
        "output/quadrant-hex/board.pdf",
        "output/quadrant-hex/sheet.pdf",
    }
    result = run(*words, "--set", "board.across_flats=20 mm")  # too large for the one page of quadrant-hex
    assert result.exit_code == 2
    assert "board needs" in result.stderr
    assert {name: (tmp_path / name).read_bytes() for name in files(tmp_path)} == before


def test_a_full_disk_leaves_the_old_file_and_no_rest(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("build", "quadrant-hex", "--only", "board")
    assert run(*words).exit_code == 0
    before = (tmp_path / "output/quadrant-hex/board.pdf").read_bytes()

    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    result = run(*words, "--paper", "letter")
    assert result.exit_code == 2
    assert "'output/quadrant-hex/board.pdf' cannot be written: No space left on device" in result.stderr
    assert files(tmp_path) == {"output/quadrant-hex/board.pdf"}
    assert (tmp_path / "output/quadrant-hex/board.pdf").read_bytes() == before


def test_an_output_that_is_a_file_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "output").write_text("precious", encoding="utf-8")
    result = run("build")
    assert result.exit_code == 2
    assert "is a file; expected a folder for the output" in result.stderr
    (tmp_path / "output").unlink()
    (tmp_path / "output").mkdir()
    (tmp_path / "output/quadrant-hex").write_text("precious", encoding="utf-8")
    result = run("build", "--only", "tokens", "--only", "stones")
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr
    assert (tmp_path / "output/quadrant-hex").read_text(encoding="utf-8") == "precious"
    assert files(tmp_path) == {"output/quadrant-hex"}


def test_an_output_that_may_not_be_written_is_refused_before_the_work(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(printing, "make", None)
    result = run("build")
    assert result.exit_code == 2
    assert "cannot be written to" in result.stderr
    assert files(tmp_path) == set()


def test_new_files_get_the_usual_permissions(run: Run, tmp_path: Path) -> None:
    assert run("build", "quadrant-hex", "--only", "board").exit_code == 0
    (tmp_path / "plain").write_text("", encoding="utf-8")
    made = tmp_path / "output/quadrant-hex/board.pdf"
    assert made.stat().st_mode == (tmp_path / "plain").stat().st_mode


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        ("missing.ttf", "cannot be read"),
        ("text.ttf", "it is no TrueType font"),
        ("cff.ttf", "it holds CFF outlines"),
    ],
)
def test_a_font_that_cannot_be_used_is_told(run: Run, tmp_path: Path, file: str, reason: str) -> None:
    (tmp_path / "text.ttf").write_bytes(b"hello")
    (tmp_path / "cff.ttf").write_bytes(b"OTTO" + bytes(100))
    name = spec(tmp_path, ("players:", f"fonts: {{regular: {file}}}\nplayers:"))
    result = run("build", name)
    assert result.exit_code in (1, 2)
    assert reason in result.stderr
    assert run("check", name).exit_code == 1


def test_a_font_of_ones_own_is_embedded(run: Run, tmp_path: Path) -> None:
    from printkit.fonts import shipped

    (tmp_path / "Mine.ttf").write_bytes(Path(shipped("regular").replace("Regular", "Light")).read_bytes())
    name = spec(tmp_path, ("players:", "fonts: {regular: Mine.ttf}\nplayers:"))
    assert run("build", name, "--only", "board", "--verify").exit_code == 0
    assert b"FiraSans-Light" in (tmp_path / "output/quadrant-hex/board.pdf").read_bytes()


def test_text_that_the_font_lacks_fails_the_build(run: Run, tmp_path: Path) -> None:
    result = run("build", spec(tmp_path, ("title: Quadrant Hex", "title: Quadrant ⬡")))
    assert result.exit_code == 1
    assert "characters that the bold font lacks: '⬡' (U+2B21)" in result.stderr
    assert files(tmp_path) == {"game.yaml"}


def test_a_credit_too_long_for_the_footer_is_shortened_there(run: Run, tmp_path: Path) -> None:
    credit = f"credit: {'very ' * 60}by"
    result = run("build", spec(tmp_path, ("credit: Quadrant Hex by", credit)), "--only", "board", "-o", "out")
    assert result.exit_code == 0
    with pikepdf.open("out/quadrant-hex/board.pdf") as pdf:
        assert str(pdf.docinfo["/Author"]).startswith("very very")
        assert str(pdf.docinfo["/Author"]).count("very") == 60


def command(*words: str) -> list[str]:
    return [sys.executable, "-W", "error", "-m", "printkit", *words]


@pytest.mark.parametrize(("game", "asset"), [("quadrant-hex", "board"), ("hexflow", "tiles")])
def test_the_installed_command_runs_without_warnings(tmp_path: Path, game: str, asset: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(printkit.__file__).parent.parent)}
    done = subprocess.run(
        command("build", game, "--only", asset, "--verify"),
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == f"output/{game}/{asset}.pdf  1 page A4\n"


def test_progress_shows_on_a_terminal_only(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(printkit.__file__).parent.parent)}
    terminal, end = pty.openpty()
    subprocess.run(
        command("build", "quadrant-hex", "--only", "board"), cwd=tmp_path, env=environment,
        stdout=subprocess.DEVNULL, stderr=end, check=True,
    )  # fmt: skip
    os.close(end)
    seen = os.read(terminal, 1000).decode()
    os.close(terminal)
    assert "quadrant-hex board …" in seen
    assert seen.endswith("\r\x1b[K")
