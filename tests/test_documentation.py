"""What the pages say is so: their examples are run, and their links lead somewhere."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner

from docs.reference import slug
from printkit.cli import main
from tests.plain_hex import MARKS

ROOT = Path(__file__).parent.parent
TRANSCRIPTS = ROOT / "docs" / "transcripts.md"
START = ROOT / "docs" / "start.md"
KINDS = ROOT / "docs" / "kinds.md"
EXAMPLES = [START, ROOT / "docs" / "printing.md", *sorted((ROOT / "docs").glob("transcripts*.md"))]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

_FILE = re.compile(r"^```yaml\n(# (\S+\.yaml)\n.*?)^```$", re.MULTILINE | re.DOTALL)
_CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ (printkit [^\n]+)\n((?:(?!\$ )[^\n]*\n)*)", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)#:]*)(?:#([^)]*))?\)|<img src=\"([^\"]+)\"")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def files(page: str) -> dict[str, str]:
    """Return the files that a page shows: each names itself in a comment in its first line."""
    return {name: text for text, name in _FILE.findall(page)}


def commands(page: str) -> list[tuple[str, str]]:
    """Return the commands that a page shows, with what they print."""
    return [found for block in _CONSOLE.findall(page) for found in _COMMAND.findall(block)]


def untrue(page: str) -> Iterator[str]:
    """Follow a page step by step in an empty folder; return the commands that print something else."""
    steps = [*_FILE.finditer(page), *_CONSOLE.finditer(page)]
    for step in sorted(steps, key=lambda found: found.start()):
        if step.re is _FILE:
            Path(step[2]).write_text(step[1], encoding="utf-8")
            continue
        for command, printed in _COMMAND.findall(step[1]):
            result = CliRunner().invoke(main, shlex.split(command)[1:], catch_exceptions=False)
            if result.output != printed:
                yield command


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the page on transcripts, and go to an empty folder."""
    monkeypatch.chdir(tmp_path)
    return TRANSCRIPTS.read_text(encoding="utf-8")


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_print_what_the_page_says(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = file.read_text(encoding="utf-8")
    assert commands(page) != []
    assert len(files(page)) == page.count("```yaml\n")
    assert len(commands(page)) == page.count("\n$ ")
    shown = {word for command, _ in commands(page) for word in shlex.split(command)}
    assert shown >= set(files(page))
    assert list(untrue(page)) == []


def test_an_example_that_is_not_so_is_found(page: str) -> None:
    assert list(untrue(page.replace("Black wins 3–2", "White wins 3–2"))) != []
    assert list(untrue(page.replace("  15. A6 F4\n", ""))) != []


def test_an_example_that_is_not_so_is_found_among_several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = START.read_text(encoding="utf-8")
    assert list(untrue(page.replace("card.pdf  1 page", "card.pdf  2 pages"))) == ["printkit build ponds.yaml"]


def test_the_page_lists_all_the_marks(page: str) -> None:
    for owner, title in (
        ("black", "Black"),
        ("white", "White"),
        ("empty", "empty"),
        ("unclear", "not to be read"),
    ):
        (row,) = re.findall(rf"^\| {title} \| (.*) \|$", page, re.MULTILINE)
        assert set(row.replace("`", "").split()) == set(MARKS[owner])


def test_the_deck_of_the_reference_builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "specs.md").read_text(encoding="utf-8")
    (deck,) = re.findall(r"^```yaml\n(fruit:\n.*?)^```$", page, re.MULTILINE | re.DOTALL)
    spec = (ROOT / "specs" / "quadrant-hex.yaml").read_text(encoding="utf-8")
    head = spec[: spec.index("assets:")].replace("game: quadrant-hex", "game: orchard")
    own = "assets:\n" + "".join(f"  {line}\n" for line in deck.splitlines())
    (tmp_path / "orchard.yaml").write_text(head + own, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["build", "orchard.yaml", "--verify"])
    assert (result.exit_code, result.stdout) == (0, "output/orchard/fruit.pdf  2 pages A4\n")


def copy_with_kind(page: str, folder: Path) -> None:
    """Copy printkit into a folder, with the kind of asset that a page makes."""
    (code,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    for name in ("printkit", "specs"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "printkit" / "art" / "track.py").write_text(code, encoding="utf-8")
    for name, text in files(page).items():
        (folder / name).write_text(text, encoding="utf-8")


def run_copy(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the copy of printkit in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "printkit", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_the_kind_of_asset_on_the_page_works(tmp_path: Path) -> None:
    page = KINDS.read_text(encoding="utf-8")
    copy_with_kind(page, tmp_path)
    ((command, printed),) = commands(page)
    result = run_copy(tmp_path, *shlex.split(command)[1:])
    assert (result.stdout, result.stderr, result.returncode) == (printed, "", 0)
    with pypdfium2.PdfDocument(tmp_path / "output" / "race" / "track.pdf") as file:
        assert len(file) == 1
        words = file[0].get_textpage().get_text_bounded().split()
        assert {str(number) for number in range(60)} <= set(words)
    refused = run_copy(tmp_path, "build", "race.yaml", "--only", "track", "--set", "track.across=70")
    assert refused.returncode == 2
    assert "error: found '70'; expected a whole number from 2 to 50" in refused.stderr
    refused = run_copy(tmp_path, "build", "race.yaml", "--only", "track", "--set", "track.last=5")
    assert "race.yaml:5:10: error: a row of 10 boxes is longer than the track" in refused.stderr
    assert '"track"' in run_copy(tmp_path, "schema").stdout


def anchors(page: Path) -> set[str]:
    """Return what links may lead to within a page."""
    return set(map(slug, _HEADING.findall(page.read_text(encoding="utf-8"))))


def dead_links(page: Path, text: str) -> list[str]:
    """Return the links of a page, as changed, that lead nowhere."""
    dead = []
    for file, anchor, picture in _LINK.findall(text):
        target = (page.parent / (file or picture)) if file or picture else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            dead.append(f"{file or picture}{'#' if anchor else ''}{anchor}")
    return dead


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_to_files(page: Path) -> None:
    assert dead_links(page, page.read_text(encoding="utf-8")) == []


def test_links_that_lead_nowhere_are_found() -> None:
    text = "[a](specs.md) [b](spec.md) [c](reference.md#assets--deck) [d](reference.md#assets--desk) [e](#no)"
    assert dead_links(START, text + ' <img src="images/none.png">') == [
        "spec.md", "reference.md#assets--desk", "#no", "images/none.png",
    ]  # fmt: skip


def unlinked(contents: str, pages: Iterable[Path]) -> list[str]:
    """Return the pages that the contents do not lead to."""
    links = {file for file, _, _ in _LINK.findall(contents)}
    return [page.name for page in pages if page.name not in links]


def test_the_contents_lead_to_every_page() -> None:
    contents = ROOT / "docs" / "README.md"
    text = contents.read_text(encoding="utf-8")
    pages = [page for page in contents.parent.glob("*.md") if page != contents]
    assert unlinked(text, pages) == []
    assert unlinked(text, [*pages, Path("new.md")]) == ["new.md"]
    assert "docs/README.md" in {file for file, _, _ in _LINK.findall(PAGES[0].read_text(encoding="utf-8"))}


def test_the_page_on_commands_has_every_option() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    code = re.findall(r"`([^`]+)`", page)
    for name in main.commands:
        assert any(text.startswith(f"printkit {name}") for text in code), name
    options = {word for option in main.commands["build"].params for word in option.opts if word[0] == "-"}
    assert len(options) > 15
    assert sorted(options - set(code)) == []
