"""The command ``score`` as its users meet it: files, folders and standard input; words, JSON and CSV."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import printkit
from printkit import scorebook
from printkit.cli import main
from printkit.disk import read_file
from printkit.errors import request_error
from printkit.yamlnodes import LARGEST_FILE
from tests.agreed_json import breaches

Run = Callable[..., Result]

WHITE_WINS = "game: quadrant-hex\nstones: {white: E10 E9 D8 C7 C6 J10 J9 I8 H7 G6 G5 F4 E3 E2 D1}\n"
OPEN = "game: quadrant-hex\nmoves: [E5, F6]\n"
FAULTY = "game: quadrant-hex\ntittle: Final\nmoves: |\n  1. E5 F6\n  2. EO 5E\n  3. e5 K11\n"
CLAIMED = OPEN + "claim: {winner: white}\n"
BROKEN = "game: quadrant-hex\nmoves: [E5\n"
RESIGNED = "game: quadrant-hex\nmoves: [E5, resign]\n"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that scores in an empty folder; an exception that escapes fails the test."""
    monkeypatch.chdir(tmp_path)

    def invoke(*words: str, stdin: str | bytes = "") -> Result:
        return CliRunner().invoke(main, ["score", *words], input=stdin, catch_exceptions=False)

    return invoke


def write(folder: Path, **texts: str) -> None:
    """Write transcripts, one a keyword."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


def as_json(result: Result) -> list[dict[str, Any]]:
    """Read the lines of JSON, and check each."""
    entries = [json.loads(line) for line in result.stdout.splitlines()]
    assert [breaches(entry) for entry in entries] == [[] for _ in entries]
    return entries


def files(result: Result) -> list[str]:
    return [entry["file"] for entry in as_json(result)]


# What is scored


def test_files_are_scored_in_the_order_given(run: Run, tmp_path: Path) -> None:
    write(tmp_path, b=OPEN, a=WHITE_WINS)
    result = run("--json", "b.yaml", "a.yaml", "b.yaml")
    assert (result.exit_code, result.stderr) == (0, "")
    assert files(result) == ["b.yaml", "a.yaml", "b.yaml"]


def test_folders_are_searched_and_their_files_scored_by_name(run: Run, tmp_path: Path) -> None:
    write(tmp_path / "club" / "round-2", z=OPEN)
    write(tmp_path / "club" / "round-1", b=OPEN, a=OPEN)
    (tmp_path / "club" / "c.yml").write_text(OPEN, encoding="utf-8")
    (tmp_path / "club" / "notes.txt").write_text("no game", encoding="utf-8")
    (tmp_path / "club" / "a.expected.json").write_text("{}", encoding="utf-8")
    (tmp_path / "club" / "folder.yaml").mkdir()
    result = run("--json", "club")
    assert result.exit_code == 0
    assert files(result) == ["club/c.yml", "club/round-1/a.yaml", "club/round-1/b.yaml", "club/round-2/z.yaml"]


def test_a_file_is_scored_whatever_it_is_called(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game").write_text(OPEN, encoding="utf-8")
    (tmp_path / "-game.yaml").write_text(OPEN, encoding="utf-8")
    assert files(run("--json", "game", "--", "-game.yaml")) == ["game", "-game.yaml"]


def test_standard_input(run: Run, tmp_path: Path) -> None:
    write(tmp_path, a=OPEN)
    result = run("--json", "a.yaml", "-", stdin=WHITE_WINS)
    assert result.exit_code == 0
    assert [(entry["file"], entry["status"]) for entry in as_json(result)] == [
        ("a.yaml", "unfinished"),
        ("-", "won"),
    ]
    assert run("-", stdin=BROKEN).exit_code == 1
    assert run("-", stdin=b"\xff\xfe").exit_code == 1
    assert run("-", stdin="").exit_code == 1


def test_a_spec_beside_the_transcript(run: Run, tmp_path: Path) -> None:
    shipped = (Path(printkit.__file__).parent.parent / "specs" / "quadrant-hex.yaml").read_text(encoding="utf-8")
    write(tmp_path / "mine", spec=shipped.replace("game: quadrant-hex", "game: mine"))
    write(tmp_path / "games", a="game: ../mine/spec.yaml\nmoves: []\n")
    (entry,) = as_json(run("--json", "games/a.yaml"))
    assert (entry["game"], entry["status"]) == ("mine", "unfinished")
    assert run("-", stdin="game: mine/spec.yaml\nmoves: []\n").exit_code == 0


# What cannot be read


def test_what_does_not_exist_ends_with_2_while_the_others_are_scored(run: Run, tmp_path: Path) -> None:
    write(tmp_path, a=OPEN, b=FAULTY)
    (tmp_path / "empty").mkdir()
    result = run("--json", "nowhere.yaml", "a.yaml", "empty", "b.yaml", "x" * 5000)
    assert result.exit_code == 2
    assert files(result) == ["a.yaml", "b.yaml"]
    assert "error: 'nowhere.yaml' cannot be read: No such file or directory" in result.stderr
    assert "error: the folder 'empty' holds no transcripts\n    hint: their names end in .yaml" in result.stderr
    assert "cannot be read: File name too long" in result.stderr
    result = run("nowhere.yaml", "elsewhere.yaml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("cannot be read") == 2


def test_a_file_of_a_folder_that_cannot_be_read_hides_no_other(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "club", a=OPEN, b=OPEN, c=FAULTY)

    def read(path: str, most: int) -> bytes:
        if path == "club/b.yaml":
            raise request_error("'club/b.yaml' cannot be read: Permission denied")
        return read_file(path, most)

    monkeypatch.setattr(scorebook, "read_file", read)
    result = run("--json", "club")
    assert result.exit_code == 2
    assert files(result) == ["club/a.yaml", "club/c.yaml"]
    assert result.stderr == "error: 'club/b.yaml' cannot be read: Permission denied\n"


@pytest.mark.parametrize("words", [(), ("--json",), ("--json", "--csv", "a.yaml"), ("--xml", "a.yaml")])
def test_wrong_usage_ends_with_2(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    write(tmp_path, a=OPEN)
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Error" in result.stderr


def command(*words: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a process of its own, in which each warning is an error."""
    environment = {**os.environ, "PYTHONPATH": str(Path(printkit.__file__).parent.parent)}
    line = [sys.executable, "-W", "error", "-m", "printkit", "score", *words]
    return subprocess.run(line, env=environment, capture_output=True, check=False, **options)


def test_the_command_as_a_process(tmp_path: Path) -> None:
    write(tmp_path, a=WHITE_WINS)
    done = command("-", "a.yaml", cwd=tmp_path, input=OPEN.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().startswith(
        "-: Nobody has won yet\na.yaml: White wins 3–0: whole board, upper, left\n"
    )


def test_standard_input_that_cannot_be_read(tmp_path: Path) -> None:
    write(tmp_path, a=OPEN)
    with open(os.devnull, "wb") as only_written:
        done = command("--json", "-", "a.yaml", cwd=tmp_path, stdin=only_written)
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: standard input cannot be read: ")
    assert len(done.stdout.splitlines()) == 1


def test_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    verdicts, problems = scorebook.score_all(["-"])
    assert verdicts == []
    assert [problem.message for problem in problems] == ["standard input cannot be read: it is closed"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems take no such names")
def test_a_file_whose_name_is_no_utf_8_is_scored(tmp_path: Path) -> None:
    name = b"game-\xff.yaml"
    try:
        Path(os.fsdecode(bytes(tmp_path) + b"/" + name)).write_text(FAULTY, encoding="utf-8")
    except OSError:
        pytest.skip("the disk takes no such names")
    for option in ("--json", "--csv"):
        done = command(option, os.fsdecode(name), cwd=tmp_path)
        assert (done.returncode, done.stderr) == (1, b"")
        assert b"game-\\udcff.yaml" in done.stdout
    assert b"game-\\udcff.yaml" in command(os.fsdecode(name), cwd=tmp_path).stdout


# How it ends


@pytest.mark.parametrize(
    ("texts", "status"),
    [
        ({"a": OPEN}, 0),
        ({"a": WHITE_WINS}, 0),  # a note is no error
        ({"a": RESIGNED}, 0),
        ({"a": FAULTY}, 1),
        ({"a": CLAIMED}, 1),
        ({"a": BROKEN}, 1),
        ({"a": "game: go\n"}, 1),
        ({"a": ""}, 1),
        ({"a": OPEN, "b": FAULTY, "c": OPEN}, 1),
        ({"a": OPEN, "b": WHITE_WINS, "c": RESIGNED}, 0),
    ],
)
@pytest.mark.parametrize("option", ["--json", "--csv", None])
def test_the_exit_status(run: Run, tmp_path: Path, texts: dict[str, str], status: int, option: str | None) -> None:
    write(tmp_path, **texts)
    result = run(*([option] if option else []), ".")
    assert (result.exit_code, result.stderr) == (status, "")
    assert result.stdout != ""


# JSON and CSV


def test_json_is_one_object_a_line_in_ascii(run: Run, tmp_path: Path) -> None:
    write(tmp_path, a=FAULTY, b=WHITE_WINS, c=BROKEN, d="game: quadrant-hex\nmoves: ['é\u2028']\n")
    result = run("--json", ".")
    assert result.stdout.isascii()
    assert [entry["status"] for entry in as_json(result)] == ["invalid", "won", "invalid", "invalid"]
    first, second, third, _ = as_json(result)
    assert list(first)[-1] == "provisional"
    assert [(p["code"], p["line"], p["column"], p["move"]) for p in first["problems"]] == [
        ("unknown-field", 2, 1, None),
        ("bad-cell", 5, 6, 3),
        ("bad-cell", 5, 9, 4),
        ("occupied", 6, 6, 5),
        ("off-board", 6, 9, 6),
    ]
    assert second["problems"][0]["severity"] == "note"
    assert second["detail"]["games"]["whole"]["chain"][0] == "J10"
    assert (third["game"], third["mode"], third["points"], third["detail"]) == (None, None, {}, {})


def test_csv_is_a_row_a_game(run: Run, tmp_path: Path) -> None:
    write(tmp_path, a=WHITE_WINS, b=FAULTY, c=BROKEN)
    write(tmp_path / 'odd, "name"', d=RESIGNED)
    result = run("--csv", ".")
    rows = list(csv.DictReader(result.stdout.splitlines()))
    assert rows == [
        dict(zip(rows[0], row, strict=True))
        for row in (
            ("a.yaml", "quadrant-hex", "", "yes", "won", "white", "black=0 white=3", "0", "1"),
            ("b.yaml", "quadrant-hex", "", "no", "invalid", "", "black=0 white=0", "5", "0"),
            ("c.yaml", "", "", "no", "invalid", "", "", "1", "0"),
            ('odd, "name"/d.yaml', "quadrant-hex", "", "yes", "resigned", "black", "black=0 white=0", "0", "0"),
        )
    ]
    assert list(rows[0]) == ["file", "game", "mode", "valid", "status", "winners", "points", "errors", "notes"]


# Words


def test_a_game_in_words(run: Run, tmp_path: Path) -> None:
    write(tmp_path, a=WHITE_WINS)
    assert run("a.yaml").stdout == (
        "a.yaml: White wins 3–0: whole board, upper, left\n"
        "  a.yaml:2:9: note: 0 stones of black and 15 of white: somebody has passed, or a stone is amiss\n"
    )
    assert run("-", stdin=RESIGNED).stdout == "-: Black wins, White resigned at 0–0\n"
    assert run("-", stdin=OPEN).stdout == "-: Nobody has won yet\n"


def test_several_faults_come_at_once_each_with_its_place_and_hint(run: Run, tmp_path: Path) -> None:
    write(tmp_path, b=FAULTY)
    lines = run("b.yaml").stdout.splitlines()
    assert lines[0] == "b.yaml: not valid, 5 errors; without what is at fault: Nobody has won yet"
    places = [line.split(": error: ")[0].strip() for line in lines if ": error: " in line]
    assert places == ["b.yaml:2:1", "b.yaml:5:6", "b.yaml:5:9", "b.yaml:6:6", "b.yaml:6:9"]
    assert any(line.startswith("      hint: did you mean 'title'?") for line in lines)
    assert "      hint: the letter O stands where a number is expected" in lines
    assert "      hint: probably E5 was meant" in lines


def test_problems_come_in_the_order_of_the_file(run: Run) -> None:
    text = "game: quadrant-hex\nmoves: [EO]\nside: 11\nclaim: {winner: red}\ntittle: Final\n"
    lines = [line for line in run("-", stdin=text).stdout.splitlines() if ": error: " in line]
    assert [line.split(":")[1] for line in lines] == ["2", "3", "4", "5"]


def test_a_claim_that_differs_leaves_the_verdict_standing(run: Run) -> None:
    assert run("-", stdin=CLAIMED).stdout == (
        "-: Nobody has won yet\n  -:3:17: error: the players wrote white; the verdict is no winner, unfinished\n"
    )


def test_what_cannot_be_scored(run: Run) -> None:
    lines = run("-", stdin=BROKEN).stdout.splitlines()
    assert lines[0] == "-: cannot be scored, 1 error"
    assert lines[1].startswith("  -:3:1: error: ")
    lines = run("-", stdin="game: quadrant-hex\nside: 11\nmoves: [E5, EO]\n").stdout.splitlines()
    assert lines[0] == "-: cannot be scored, 2 errors"


def test_several_games_end_with_a_table(run: Run, tmp_path: Path) -> None:
    write(tmp_path, a=WHITE_WINS, b=FAULTY, c=BROKEN, d=RESIGNED)
    told = run(".").stdout
    table = told[told.index("\n\n") + 2 :].splitlines()
    cells = [[cell.strip() for cell in row.split("  ") if cell] for row in table]
    assert cells == [
        ["file", "status", "winner", "points", "problems"],
        ["a.yaml", "won", "white", "black 0 white 3", "1 note"],
        ["b.yaml", "invalid", "-", "black 0 white 0", "5 errors"],
        ["c.yaml", "invalid", "-", "1 error"],
        ["d.yaml", "resigned", "black", "black 0 white 0", "none"],
    ]
    assert (
        len({row.index(cell) for row, cell in zip(table, ("status", "won", "inv", "inv", "res"), strict=True)})
        == 1
    )
    assert "\n\n" not in run("a.yaml").stdout


def test_signs_of_a_transcript_cannot_reach_the_terminal(run: Run) -> None:
    result = run("-", stdin='game: quadrant-hex\nmoves: ["\\e[31mE5\\u202e"]\n"\\e[2J": 1\n')
    assert result.exit_code == 1
    assert "\\x1b[31mE5" in result.stdout
    assert all(line.isprintable() for line in result.stdout.splitlines())


def test_a_large_file_is_refused_without_being_read_to_its_end(run: Run, tmp_path: Path) -> None:
    write(tmp_path, a=OPEN + "#" * LARGEST_FILE)
    (entry,) = as_json(run("--json", "a.yaml"))
    assert [problem["code"] for problem in entry["problems"]] == ["yaml"]
    assert run("-", stdin=OPEN + "#" * LARGEST_FILE).exit_code == 1
