"""What the pages say is so: their examples are run, and their links lead somewhere."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from printkit.cli import main
from tests.plain_hex import MARKS

ROOT = Path(__file__).parent.parent
TRANSCRIPTS = ROOT / "docs" / "transcripts.md"
EXAMPLES = sorted((ROOT / "docs").glob("transcripts*.md"))
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

_FILE = re.compile(r"^```yaml\n(# (\S+\.yaml)\n.*?)^```$", re.MULTILINE | re.DOTALL)
_CONSOLE = re.compile(r"^```console\n\$ (printkit [^\n]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#:]+)\)")


def files(page: str) -> dict[str, str]:
    """Return the files that a page shows: each names itself in a comment in its first line."""
    return {name: text for text, name in _FILE.findall(page)}


def commands(page: str) -> list[tuple[str, str]]:
    """Return the commands that a page shows, with what they print."""
    return _CONSOLE.findall(page)


def untrue(page: str) -> Iterator[str]:
    """Run the commands of a page in the folder where its files are; return those that print something else."""
    for name, text in files(page).items():
        Path(name).write_text(text, encoding="utf-8")
    for command, printed in commands(page):
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
    assert len(commands(page)) == page.count("```console\n")
    shown = {word for command, _ in commands(page) for word in shlex.split(command)}
    assert shown >= set(files(page))
    assert list(untrue(page)) == []


def test_an_example_that_is_not_so_is_found(page: str) -> None:
    assert list(untrue(page.replace("Black wins 3–2", "White wins 3–2"))) != []
    assert list(untrue(page.replace("  15. A6 F4\n", ""))) != []


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


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_to_files(page: Path) -> None:
    links = _LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
