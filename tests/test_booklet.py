"""Booklets: all assets of a game in one PDF, with bookmarks and a cover that says what to do with them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from click.testing import Result

from tests.conftest import command, load

pytestmark = pytest.mark.usefixtures("folder")

GAMES = ("battle-hex", "hexflow", "hexflow-tri", "quadrant-hex")


def run(*arguments: str) -> Result:
    return command("build", *arguments)


def bookmarks(pdf: pikepdf.Pdf) -> list[tuple[str, int, list[str]]]:
    """Return the bookmarks: their titles, the pages that they lead to, from 1, and what is below them."""
    found = []
    with pdf.open_outline() as outline:
        for item in outline.root:
            target = item.destination[0] if isinstance(item.destination, pikepdf.Array) else None
            number = 0
            if target is not None:
                number = 1 + [page.obj.objgen for page in pdf.pages].index(target.objgen)
            found.append((item.title, number, [child.title for child in item.children]))
    return found


@pytest.mark.parametrize(("game", "paper"), [(game, ("a4", "letter")[i % 2]) for i, game in enumerate(GAMES)])
def test_a_booklet_holds_all_assets_behind_its_cover(game: str, paper: str, folder: Path) -> None:
    assert run(game, "--paper", paper).exit_code == 0
    pages = {}
    for path in (folder / "output" / game).glob("*.pdf"):
        with pikepdf.open(path) as pdf:
            pages[path.stem] = len(pdf.pages)
    assert run(game, "--paper", paper, "--format", "booklet", "--verify", "-o", "bound").exit_code == 0
    assert [path.name for path in (folder / "bound" / game).iterdir()] == ["booklet.pdf"]
    data = (folder / "bound" / game / "booklet.pdf").read_bytes()
    with pypdfium2.PdfDocument(data) as document:
        words = document[0].get_textpage().get_text_bounded().split()
    with pikepdf.open(BytesIO(data)) as pdf:
        blanks = [page for page in pdf.pages if page.label == "blank"]
        assert len(pdf.pages) == 1 + len(blanks) + sum(pages.values())
        found = bookmarks(pdf)
        assert "/Duplex" not in pdf.Root["/ViewerPreferences"]
    names = list(load(game=game).assets)
    assert [title for title, _, _ in found] == ["cover", *names]
    before = 1
    for title, start, below in found[1:]:
        last = start + pages[title] - 1
        assert start - before in (1, 2)
        assert len(below) in (pages[title], pages[title] + 1)  # a blank may follow
        assert title in words
        assert (str(start) if start == last else f"{start}\u2013{last}") in words
        if title == "deck":
            assert start % 2 == 1  # so that each front has its own back behind it
        before = last


def test_the_cover_says_what_is_special() -> None:
    texts = {}
    for game, more in (("battle-hex", ()), ("battle-hex", ("--backs", "fold")), ("hexflow", ())):
        run(game, "--format", "booklet", *more)
        with pypdfium2.PdfDocument(Path("output") / game / "booklet.pdf") as document:
            texts[game, *more] = " ".join(document[0].get_textpage().get_text_bounded().split())
    assert "Print on both sides; the paper turns at its long edge." in texts["battle-hex",]
    assert "fold along the dashed line" in texts["battle-hex", "--backs", "fold"]
    assert "Join the sheets" in texts["hexflow",]
    assert "44 pieces" in texts["hexflow",]


def test_chosen_assets_and_the_ink_saver_are_heard() -> None:
    assert run("hexflow", "--format", "booklet", "--only", "tokens", "--ink", "saver").exit_code == 0
    with pikepdf.open("output/hexflow/booklet.pdf") as pdf:
        assert [title for title, _, _ in bookmarks(pdf)] == ["cover", "tokens"]


def test_a_cover_that_does_not_fit_and_an_asset_that_does_not_are_told(folder: Path) -> None:
    result = run("hexflow", "--format", "booklet", "--paper", "a6")
    assert result.exit_code == 1
    assert "A6 leaves" in result.stderr
    assert not (folder / "output").exists()


def test_a_cover_goes_on_over_pages_and_narrow_paper_is_refused(folder: Path) -> None:
    text = load(game="hexflow").text
    more = "".join(
        f"  tokens-{number}: {{kind: counter, side: 18 mm, each: 3, face: token}}\n" for number in range(40)
    )
    (folder / "own.yaml").write_text(text.replace("\nassets:\n", f"\nassets:\n{more}", 1), encoding="utf-8")
    assert run("own.yaml", "--format", "booklet", "--verify").exit_code == 0
    with pikepdf.open("output/hexflow/booklet.pdf") as pdf:
        (_, _, covers), (_, first, _) = bookmarks(pdf)[:2]
    assert len(covers) > 1
    assert first == len(covers) + 1
    assert run("hexflow", "--format", "booklet", "--paper", "a5", "--only", "tiles").exit_code == 0
    result = run("hexflow", "--format", "booklet", "--paper", "a6", "--only", "tokens")
    assert result.exit_code == 1
    assert "in width; A6 leaves" in result.stderr


def test_a_long_name_has_room(folder: Path) -> None:
    text = load(game="hexflow").text.replace("\n  tokens:\n", "\n  the-tokens-for-taking-tiles-of-the-others:\n")
    (folder / "own.yaml").write_text(text, encoding="utf-8")
    assert run("own.yaml", "--format", "booklet").exit_code == 0


def test_a_booklet_is_a_pdf() -> None:
    assert "--dpi is the resolution of PNGs" in run("hexflow", "--format", "booklet", "--dpi", "300").stderr
    assert "did you mean 'booklet'" in run("hexflow", "--format", "bookle").stderr
