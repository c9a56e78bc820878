"""What docs/limits.md says: how large things may be, which files may be named, what becomes of what is written."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

import printkit
from printkit import disk, errors, extending, fields, icc, library, pipeline, report, scorebook, spec, yamlnodes
from printkit.art import _elements, deck
from printkit.cli import main
from printkit.errors import SpecError
from printkit.render import png
from printkit.shapes import _keys
from tests.conftest import command

resource = pytest.importorskip("resource", reason="the system knows no pipes with names")
ROOT = Path(printkit.__file__).parent.parent
BOARDS = (ROOT / "tests" / "stress" / "corpus" / "four-boards.yaml").read_text(encoding="utf-8")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
MIB = 1024**2
ODD = "a\u202eb\x1bc\u200bd"
SHOWN = r"a\u202eb\x1bc\u200bd"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


def refused(text: str | bytes, folder: Path) -> str:
    """Return what is wrong with a spec; it must be told soon."""
    path = folder / "game.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    start = time.monotonic()
    with pytest.raises(SpecError) as caught:
        library.load_game(str(path))
    assert time.monotonic() - start < 10
    assert len(caught.value.problems) <= 2 * errors.MOST_PROBLEMS
    return str(caught.value)


def test_the_page_names_the_limits_that_hold() -> None:
    page = " ".join((ROOT / "docs" / "limits.md").read_text(encoding="utf-8").split())
    for said in (
        f"a profile | {yamlnodes.LARGEST_FILE // MIB} MiB",
        f"levels of nesting | {yamlnodes.DEEPEST} ",
        f"counted in full | {yamlnodes.MOST_NODES:,} ",
        f"(`extends`) | {extending.DEEPEST} ",
        f"| {fields.LONGEST_TEXT:,}; {fields.LONGEST_BLOCK:,} characters",
        f"filled in | {fields.LONGEST_TEXT:,} characters",
        f"modes | {fields._LONGEST_NAME} characters",
        f"whole numbers | {fields.LARGEST_COUNT:,}",
        f"of a board | {_keys.MOST_CELLS:,} ",
        f"of a game | {spec.MOST_ASSETS} ",
        f"of a deck | {pipeline.MOST_PIECES:,}; {deck.MOST_CARDS:,} ",
        f"(CSV) | {deck.LARGEST_TABLE // MIB} MiB, {deck.MOST_ROWS:,} rows",
        f"an image | {pipeline.LARGEST_ASSET // MIB} MiB, {_elements.MOST_PIXELS // 10**6} million",
        f"a deck together | {_elements.MOST_PIXELS_IN_ALL // 10**6} million",
        f"a font | {library.LARGEST_FONT // MIB} MiB",
        f"an ICC profile | {icc.LARGEST // MIB} MiB",
        f"as PNG | {png.MOST_DPI:,} dpi and {png.MOST_PIXELS // 10**6} million",
        f"that are told | {errors.MOST_PROBLEMS} ",
        f"a hint lists | {errors.MOST_LISTED} ",
        f"a path | {errors.LONGEST_QUOTE}; {errors.LONGEST_PATH} characters",
    ):
        assert said in page, said


# How large


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: " + "[" * 100_000, "nested more than 50|maximum nesting depth"),
        ("a: " + "{a: " * 100_000, "nested more than 50|maximum nesting depth"),
        ("".join(" " * i + "a:\n" for i in range(1200)), "nested more than 50"),
        (
            "a: &a [x,x,x,x]\n" + "".join(f"a{i}: &a{i} [*a,*a,*a,*a]\n" for i in range(9000)),
            "the anchors explode",
        ),
        ("a: &a [*a]", "holds itself"),
        ("a: &a {b: 1}\n<<: *a\n", "unknown key '<<'"),
        ("a: [" + "x," * 400_000, "more than 100000 values"),
        ("a: !!python/object/apply:os.system [touch x]", "tags have no use here"),
        ("k" * 1_000_000 + ": 1", "could not find expected ':'|mapping values"),
        ("? " + "k" * 1_000_000 + "\n: 1", "unknown key"),
        (BOARDS.replace("Four Boards", "x" * 1_000_000), "at most 2000 characters, not 1000000"),
        (BOARDS.replace("four-boards", "x" * 1_000_000), "40 characters at most"),
        (BOARDS.replace("side: 3", "side: " + "9" * 1_000_000), "a whole number from 2"),
        (BOARDS.replace("side: 3", "side: 1e9"), "a whole number from 2"),
        (BOARDS.replace("side: 3", "side: .nan"), "a whole number from 2"),
        (BOARDS.replace("side: 3", "side: 101"), "10201 cells; expected 10000 at most"),
        (BOARDS.replace("20 mm", ".inf"), "expected a length"),
        (BOARDS.replace("20 mm", "nan mm"), "expected a length"),
        (BOARDS.replace("20 mm", "9" * 100_000 + " mm"), "expected a length"),
        (BOARDS.replace("20 mm", "999999 mm"), "a length from"),
        (BOARDS + "games: [" + ", ".join("x" for _ in range(80_000)) + "]\n", "no region 'x'"),
        (BOARDS + "".join(f"  a{i}: {{kind: board, across_flats: 9 mm}}\n" for i in range(600)), "604 assets"),
        (b"\xff\xfe" + BOARDS.encode("utf-16-le"), "no UTF-8"),
        ("x" * (MIB + 1), "larger than 1 MiB"),
        (BOARDS.replace("Four Boards", '"\\u202eFour"'), r"without U\+202E"),
        (BOARDS.replace("Four Boards", '"Four\\eBoards"'), r"without U\+001B"),
        (BOARDS.replace("Four Boards", "Fo\u200bur"), r"without U\+200B"),
    ],
    ids=range(27),
)
def test_what_is_too_large_or_misleading_is_refused(text: str | bytes, message: str, tmp_path: Path) -> None:
    told = refused(text, tmp_path)
    assert any(part.replace("\\", "") in told for part in message.split("|")), told[:500]


def test_very_many_wrong_names_are_told_soon(tmp_path: Path) -> None:
    types = "".join(f"  tilename{i}: {{face: block}}\n" for i in range(2000))
    supply = "supply: {" + ", ".join(f"tilenaem{i}x: 1" for i in range(900)) + "}\n"
    told = refused(BOARDS + "tile_types:\n" + types + supply, tmp_path)
    assert len(told) < 10**6


def test_the_text_of_a_card_cannot_grow_without_end(tmp_path: Path) -> None:
    cards = "{list: [{a: " + "x " * 900 + "}]}"
    text = BOARDS + f"  deck:\n    kind: deck\n    size: poker\n    cards: {cards}\n"
    text += '    face: [{text: "' + "{a}" * 600 + '", at: [0 mm, 0 mm], box: [9 mm, 9 mm]}]\n'
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    (problem,) = pipeline.examined(library.load_game(str(tmp_path / "game.yaml")))
    assert "when its fields are filled in" in problem.message


def test_there_cannot_be_very_many_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "tests" / "stress" / "corpus" / "tiles.yaml").read_text(encoding="utf-8")
    text = text.replace("{kind: tile,", "{kind: tile, more: {reach: 1000, bridge: 1000, lock: 1000},")
    monkeypatch.setattr(pipeline, "MOST_PIECES", 5000)
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    problems = [problem.message for problem in pipeline.examined(library.load_game(str(tmp_path / "game.yaml")))]
    assert any("pieces; expected 5000 at most" in message for message in problems), problems


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a\n" + b"x\n" * 600_000, "larger than 1 MiB"),
        (b"a\n" + b"x\n" * 60_000, "60000 rows"),
        (b"a\n" + b"x" * 2001 + b"\n", "too long"),
        ("a\n\u202ex\n".encode(), "cannot be seen"),
        (b"a\n\x1b[31mx\n", "cannot be seen"),
        (b"a\x00\nx\n", "cannot be seen"),
    ],
)
def test_tables_that_are_too_large_or_misleading_are_refused(data: bytes, message: str, tmp_path: Path) -> None:
    text = BOARDS + "  deck:\n    kind: deck\n    size: poker\n    cards: {csv: c.csv}\n"
    text += '    face: [{text: "{a}", at: [0 mm, 0 mm], box: [9 mm, 9 mm]}]\n'
    (tmp_path / "c.csv").write_bytes(data)
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    problems = [str(problem) for problem in pipeline.examined(library.load_game(str(tmp_path / "game.yaml")))]
    assert message in problems[0], problems
    assert all(line.isprintable() for problem in problems for line in problem.split("\n"))


# Names that mislead


def test_odd_names_of_files_and_folders_are_shown_escaped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game, record = f"{ODD}.yaml", f"{ODD}-game.yaml"
    Path(game).write_text(BOARDS, encoding="utf-8")
    Path(record).write_text("game: quadrant-hex\nmoves: E5 Z99\n", encoding="utf-8")
    done = [
        run("build", game, "--only", "one", "-o", ODD),
        run("build", game, "--only", "one", "--profile", "laser", "-o", ODD),
        run("check", game.replace("d.", "e.")),
        run("build", game, "--set", f"title={ODD}"),
        run("score", record),
        run("score", record, "--csv"),
        run("score", record, "--json"),
        run("score", f"{ODD}/none"),
        run("calibrate", "-o", ODD),
        run("coupon", "-o", ODD),
        run("build", ODD),
        run(ODD),
        run("build", f"--{ODD}"),
        run("build", "--ink", ODD),
        run("build", "--paper", ODD),
        run("schema", ODD),
        run("list", game, "--json"),
    ]
    for result in done:
        assert result.exit_code in (0, 1, 2)
        assert all(line.isprintable() for line in (result.stdout + result.stderr).splitlines()), result.output
    assert SHOWN in done[0].stdout
    assert done[0].exit_code == 0
    assert SHOWN in done[4].stdout
    assert (tmp_path / ODD / "four-boards" / "one.pdf").exists()


def test_a_name_that_is_no_unicode_is_shown_escaped(tmp_path: Path) -> None:
    line: list[str | bytes] = [sys.executable, "-m", "printkit", "calibrate", "-o", b"a\xffb"]
    done = subprocess.run(line, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"a\\udcffb" in done.stdout


def test_the_verdicts_of_an_odd_file_are_printable() -> None:
    verdict = scorebook.score(f"{ODD}.yaml", b"game: quadrant-hex\nmoves: E5 Z99\n")
    assert all(line.isprintable() for line in report.table([verdict]).splitlines())


# Files that a file names


@pytest.fixture
def inside(tmp_path: Path) -> Path:
    """Return a folder with precious files beside it, and links to them in it."""
    folder = tmp_path / "in"
    folder.mkdir()
    (tmp_path / "secret.yaml").write_text(BOARDS, encoding="utf-8")
    (tmp_path / "secret.csv").write_text("a\nprecious\n", encoding="utf-8")
    for name in ("secret.yaml", "secret.csv"):
        (folder / f"link-{name}").symlink_to(tmp_path / name)
    (folder / "up").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe.yaml")
    os.mkfifo(folder / "pipe")
    return folder


@pytest.mark.parametrize(
    "word",
    ["../secret.yaml", "up/secret.yaml", "link-secret.yaml", "x/../../secret.yaml", "/etc/x.yaml", "pipe.yaml"],
)
def test_a_spec_extends_only_what_lies_beside_it(word: str, inside: Path) -> None:
    (inside / "game.yaml").write_text(f"extends: {word}\ngame: own\n", encoding="utf-8")
    with pytest.raises(SpecError, match=r"outside of the spec's folder|is no file"):
        library.load_game(str(inside / "game.yaml"))


@pytest.mark.parametrize("key", ["csv", "image"])
@pytest.mark.parametrize(
    "word",
    ["../secret.csv", "up/secret.csv", "link-secret.csv", "/etc/passwd", "../../../../etc/passwd", "pipe", "up"],
)
def test_tables_and_images_lie_beside_the_spec(key: str, word: str, inside: Path) -> None:
    cards = f"{{csv: {word}}}" if key == "csv" else "{list: [{a: b}]}"
    text = BOARDS + f"  deck:\n    kind: deck\n    size: poker\n    cards: {cards}\n"
    face = f"image: {word}" if key == "image" else 'text: "{a}"'
    text += f"    face: [{{{face}, at: [0 mm, 0 mm], box: [9 mm, 9 mm]}}]\n"
    (inside / "game.yaml").write_text(text, encoding="utf-8")
    (problem,) = pipeline.examined(library.load_game(str(inside / "game.yaml")))
    assert "outside of the spec's folder" in problem.message or "is no file" in problem.message
    assert "precious" not in str(problem)


@pytest.mark.parametrize("word", ["pipe", "../secret.csv", "/dev/zero", "/etc/passwd"])
def test_a_font_is_a_font(word: str, inside: Path) -> None:
    (inside / "game.yaml").write_text(f"{BOARDS}fonts: {{bold: {word}}}\n", encoding="utf-8")
    (problem, *_) = pipeline.examined(library.load_game(str(inside / "game.yaml")))
    assert "is no file" in problem.message or "it is no TrueType font" in problem.message
    assert "precious" not in str(problem)


def test_a_transcript_names_no_pipe(inside: Path) -> None:
    verdict = scorebook.score(str(inside / "x.yaml"), b"game: pipe.yaml\nmoves: A1\n")
    assert "is no file" in verdict.problems[0].message


# Files that are written


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Return an output folder with one board of a game, older."""
    (tmp_path / "game.yaml").write_text(BOARDS, encoding="utf-8")
    assert build(tmp_path, "a4").exit_code == 0
    return tmp_path / "out" / "four-boards"


def build(folder: Path, paper: str) -> Result:
    return run("build", str(folder / "game.yaml"), "--paper", paper, "-o", str(folder / "out"))


def test_a_link_in_the_output_is_replaced_and_not_followed(out: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious.pdf"
    precious.write_bytes(b"precious")
    (out / "one.pdf").unlink()
    (out / "one.pdf").symlink_to(precious)
    assert build(tmp_path, "letter").exit_code == 0
    assert precious.read_bytes() == b"precious"
    assert not (out / "one.pdf").is_symlink()
    assert (out / "one.pdf").read_bytes().startswith(b"%PDF")


def test_an_output_that_is_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(BOARDS, encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / "elsewhere")
    assert build(tmp_path, "a4").exit_code == 0
    assert (tmp_path / "elsewhere" / "four-boards" / "one.pdf").exists()


@pytest.mark.parametrize("target", ["nowhere", "out"])
def test_an_output_that_leads_nowhere_is_told(target: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(BOARDS, encoding="utf-8")
    (tmp_path / "out").symlink_to(tmp_path / target)
    result = build(tmp_path, "a4")
    assert result.exit_code == 2
    assert "error:" in result.stderr


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


NOWHERE = 65534  # nobody's id


def test_a_folder_that_only_others_may_write_to_is_told(out: Path, tmp_path: Path) -> None:
    before = contents(out)
    for path in (out, out.parent, tmp_path):
        path.chmod(0o555)
    line = [sys.executable, "-m", "printkit", "calibrate", "-o", str(out)]
    user = NOWHERE if os.geteuid() == 0 else None
    for path in tmp_path.parents:
        if not path.stat().st_mode & 0o001 and user is not None:
            pytest.skip("nobody may look into the folder of the tests")
    done = subprocess.run(line, env=ENVIRONMENT, capture_output=True, check=False, user=user)
    for path in (tmp_path, out.parent, out):
        path.chmod(0o755)
    if b"Traceback" in done.stderr or b"No module" in done.stderr:
        pytest.skip("nobody may run the package")
    assert done.returncode == 2
    assert b"cannot be written" in done.stderr
    assert contents(out) == before


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS])
@pytest.mark.parametrize("call", ["fsync", "replace", "mkdir"])
def test_a_disk_that_fails_leaves_old_files_or_new_ones(
    call: str, number: int, out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(out)
    calls: list[int] = []
    true: Callable[..., object] = getattr(os, call)

    def fail(*words: object, **more: object) -> object:
        calls.append(1)
        if len(calls) >= (1 if call == "mkdir" else 3):
            raise OSError(number, os.strerror(number))
        return true(*words, **more)

    monkeypatch.setattr(os, call, fail)
    result = build(tmp_path, "letter")
    monkeypatch.undo()
    assert result.exit_code == 2
    assert os.strerror(number) in result.stderr
    after = contents(out)
    assert set(after) == set(before)
    assert sum(after[path] == before[path] for path in before) == (2 if call == "replace" else 4)
    assert all(data.endswith(b"%%EOF\n") for data in after.values())
    assert not any(path.name.endswith(".tmp") for path in out.rglob("*"))


def test_a_file_that_grows_too_large_is_told(out: Path, tmp_path: Path) -> None:
    before = contents(out)
    line = [sys.executable, "-m", "printkit", "build", str(tmp_path / "game.yaml"), "-o", str(out.parent)]
    line += ["--paper", "letter"]

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    environment = {**ENVIRONMENT, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(line, env=environment, capture_output=True, check=False, preexec_fn=limit)
    assert done.returncode == 2
    assert b"cannot be written: File too large" in done.stderr
    assert contents(out) == before
    assert [path for path in out.rglob("*") if path.name.endswith(".tmp")] == []


def test_a_long_name_can_be_written(tmp_path: Path) -> None:
    disk.write(tmp_path / ("a" * 255), b"data")
    assert (tmp_path / ("a" * 255)).read_bytes() == b"data"


NAMED = """\
game: named
title: Named
credit: Nobody
players: {a: {name: A, mark: filled}}
board: {shape: hexagon, side: 3}
assets:
  deck:
    kind: deck
    size: mini
    cards: CARDS
    face: [{image: IMAGE, at: [4 mm, 4 mm], box: [30 mm, 30 mm]}]
"""
A_LIST = "{list: [{name: x}]}"


@pytest.mark.parametrize("name", ['"a\\0.yaml"', "loop.yaml", "x" * 300 + ".yaml", "a/" * 5000 + "b.yaml"])
@pytest.mark.parametrize("key", ["extends", "csv", "image"])
def test_names_that_can_be_no_files_are_told_at_their_place(
    key: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    cards = f"{{csv: {name}}}" if key == "csv" else A_LIST
    text = NAMED.replace("CARDS", cards).replace("IMAGE", name if key == "image" else "a.png")
    text = f"extends: {name}\ngame: named\n" if key == "extends" else text
    (tmp_path / "named.yaml").write_text(text, encoding="utf-8")
    result = command("check", "named.yaml")
    assert result.exit_code == 1
    assert "named.yaml:" in result.stderr


def test_specs_on_top_of_too_many_others_are_told_so(tmp_path: Path) -> None:
    for number in range(25):
        (tmp_path / f"x{number}.yaml").write_text(f"extends: x{number + 1}.yaml\n", encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        library.load_game(str(tmp_path / "x0.yaml"))
    assert caught.value.problems[0].message.startswith("20 specs stand on top of each other")


def test_the_images_of_a_deck_have_a_bound_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_elements, "MOST_PIXELS_IN_ALL", 1_000_000)
    for number in range(3):
        Image.new("L", (700, 700), number).save(tmp_path / f"{number}.png")
    text = NAMED.replace("CARDS", "{list: [{n: 0}, {n: 1}, {n: 2}]}").replace("IMAGE", '"{n}.png"')
    (tmp_path / "named.yaml").write_text(text, encoding="utf-8")
    problems = pipeline.examined(library.load_game(str(tmp_path / "named.yaml")))
    (message,) = {problem.message for problem in problems}
    assert message.endswith("the images have too many pixels together; expected 1 million at most")
