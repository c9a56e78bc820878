"""``build --format``: which files are written, what a format does not take, and what a build imports."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from printkit.cli import main

Build = Callable[..., Result]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """Return a function that builds into an empty folder; an exception that escapes fails the test."""

    def invoke(*words: str) -> Result:
        return CliRunner().invoke(main, ["build", "-o", str(tmp_path), *words], catch_exceptions=False)

    return invoke


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("words", "expected", "start"),
    [
        ((), ["board-large.pdf", "sheet-2.pdf"], b"%PDF-"),
        (("--format", "svg"), ["board-large-1.svg", "board-large-2.svg", "sheet-2-1.svg"], b"<?xml "),
        (
            ("--format", "PNG", "--dpi", "40"),
            ["board-large-1.png", "board-large-2.png", "sheet-2-1.png"],
            b"\x89PNG",
        ),
    ],
)
def test_a_file_for_each_asset_or_page(
    build: Build, tmp_path: Path, words: tuple[str, ...], expected: list[str], start: bytes
) -> None:
    result = build("quadrant-hex", "--only", "board-large", "--only", "sheet-2", *words)
    assert result.exit_code == 0
    assert files(tmp_path) == [f"quadrant-hex/{name}" for name in expected]
    assert [line.split("  ")[0] for line in result.stdout.splitlines()] == [
        str(tmp_path / "quadrant-hex" / name) for name in expected
    ]
    assert all((tmp_path / name).read_bytes().startswith(start) for name in files(tmp_path))


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (("--format", "pgn"), "no format is called 'pgn'", "did you mean 'png'? allowed: booklet, pdf, png, svg"),
        (("--format", "_numbers"), "no format is called '_numbers'", "allowed: booklet, pdf, png, svg"),
        (("--format", "svg", "--verify"), "--verify checks PDFs, and the format is svg", "leave out --verify"),
        (("--format", "png", "--verify"), "--verify checks PDFs, and the format is png", "leave out --verify"),
        (("--dpi", "300"), "--dpi is the resolution of PNGs, and the format is pdf", "use png"),
        (("--format", "svg", "--dpi", "300"), "--dpi is the resolution of PNGs, and the format is svg", "use png"),
        (("--format", "png", "--dpi", "20"), "found --dpi 20; expected 36 to 1200", ""),
        (("--format", "png", "--dpi", "fine"), "'fine' is not a valid integer", ""),
        (
            ("--format", "png", "--dpi", "1200"),
            "1200 dpi make 139 million pixels of a page of",
            "use --dpi 909 or less",
        ),
    ],
)
def test_what_a_format_does_not_take_is_refused(
    build: Build, tmp_path: Path, words: tuple[str, ...], message: str, hint: str
) -> None:
    result = build("quadrant-hex", "--only", "board", *words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert hint in result.stderr
    assert files(tmp_path) == []


def test_a_failed_build_leaves_the_old_files(build: Build, tmp_path: Path) -> None:
    assert build("quadrant-hex", "--only", "board", "--format", "svg").exit_code == 0
    before = (tmp_path / "quadrant-hex/board-1.svg").read_bytes()
    sizes = ("--set", "board.across_flats=14 mm", "--set", "sheet.across_flats=30 mm")
    words = ("--only", "board", "--only", "sheet", "--format", "svg")
    assert build("quadrant-hex", *words, *sizes).exit_code != 0
    assert files(tmp_path) == ["quadrant-hex/board-1.svg"]
    assert (tmp_path / "quadrant-hex/board-1.svg").read_bytes() == before


def test_a_pdf_is_built_without_what_only_the_other_formats_need(tmp_path: Path) -> None:
    code = f"""
import sys
from printkit.cli import main
main(["build", "quadrant-hex", "--only", "board", "-o", {str(tmp_path)!r}], standalone_mode=False)
print([name for name in ("svgwrite", "fontTools", "cairosvg", "cairocffi") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_pictures_are_built_without_warnings(tmp_path: Path) -> None:
    words = ["-m", "printkit", "build", "quadrant-hex", "--only", "stones"]
    words += ["--format", "png", "--dpi", "36", "-o", str(tmp_path)]
    done = subprocess.run([sys.executable, "-W", "error", *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert files(tmp_path) == ["quadrant-hex/stones-1.png"]
