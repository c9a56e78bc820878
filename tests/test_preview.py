"""Previews: the page and the contact sheet show what was built, and every link and picture is there."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from printkit import library, preview
from printkit.art import ART
from printkit.art._contact import WHOLE_PX, contact_sheet
from printkit.drawing import Document, Text
from printkit.errors import counted
from printkit.geometry import Size
from printkit.instructions import AT_100, Instructions, Shelf, Shown
from printkit.preflight import faults
from printkit.render._cairo import pixels_of
from printkit.render.png import at_pixels
from printkit.webpage import web_page
from tests.conftest import Run, command, files, load, make

VOID = ("meta", "link", "img", "br")


class Reader(HTMLParser):
    """Reads a page: elements with their attributes, the text of each, and whether all that opens is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.texts: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: D102
        self.found.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:  # noqa: D102
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:  # noqa: D102
        if data.strip():
            self.texts.append((self.open[-1], data.strip()))

    def all(self, tag: str, attribute: str) -> list[str]:
        """Return an attribute of all elements of a kind."""
        return [
            attributes[attribute] for name, attributes in self.found if name == tag and attribute in attributes
        ]

    def text(self, tag: str) -> list[str]:
        """Return the texts of all elements of a kind."""
        return [text for name, text in self.texts if name == tag]


def read(folder: Path) -> Reader:
    return Reader((folder / "index.html").read_text(encoding="utf-8"))


def missing(page: Reader, folder: Path) -> Iterator[str]:
    """Give the links and pictures that lead nowhere."""
    ids = {attributes["id"] for _, attributes in page.found if "id" in attributes}
    for word in (*page.all("a", "href"), *page.all("img", "src")):
        file, _, place = word.partition("#")
        if (file and not (folder / unquote(file)).is_file()) or (not file and place not in ids):
            yield word


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build some assets of all games with their previews, once."""
    folder = tmp_path_factory.mktemp("preview")
    only = [word for name in SOME for word in ("--only", name)]
    result = command("build", "--preview", "-o", str(folder), *only)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-2:] == [f"{folder}/preview.png", f"{folder}/index.html"]
    return folder


SOME = ("board", "deck", "tokens", "score-sheet")


def test_every_picture_and_link_is_there(built: Path) -> None:
    page = read(built)
    assert list(missing(page, built)) == []
    linked = {href for href in page.all("a", "href") if not href.startswith("#")}
    assert linked == {name for name in files(built) if name.endswith(".pdf")}
    assert {*page.all("img", "src")} == {name for name in files(built) if "/preview/" in name}
    assert all(len(alt) > 10 for alt in page.all("img", "alt"))
    for tag, attributes in page.found:
        if tag == "img":
            with Image.open(built / attributes["src"]) as picture:
                assert picture.size == (int(attributes["width"]), int(attributes["height"]))


def test_a_link_or_a_picture_that_is_missing_is_found(built: Path, tmp_path: Path) -> None:
    text = '<p><a href="no.pdf">a</a><a href="#no">b</a><img src="no.png" alt=""></p>'
    assert sorted(missing(Reader(text), tmp_path)) == ["#no", "no.pdf", "no.png"]
    assert built != tmp_path


def test_the_page_is_whole_and_asks_nothing_of_others(built: Path) -> None:
    text = (built / "index.html").read_text(encoding="utf-8")
    page = Reader(text)
    assert page.all("html", "lang") == ["en"]
    assert page.all("meta", "charset") == ["utf-8"]
    assert page.text("title") == ["Battle Hex, HEXFLOW, HEXFLOW tri-board, Quadrant Hex: what to print"]
    assert "width=device-width, initial-scale=1" in page.all("meta", "content")
    assert not any(tag == "script" for tag, _ in page.found)
    assert "//" not in text.replace("<!doctype", "")
    assert "url(" not in text
    assert AT_100 in page.text("p")


def test_assets_stand_in_the_order_of_the_spec_with_what_to_do(built: Path) -> None:
    page = read(built)
    expected = [
        (game, name) for game in library.shipped_games() for name in load(game=game).assets if name in SOME
    ]
    links = [href for href in dict.fromkeys(page.all("a", "href")) if not href.startswith("#")]
    assert links == [f"{game}/{name}.pdf" for game, name in expected]
    told = page.text("dd")
    for (game, name), what, paper, sides, then in zip(
        expected, told[::4], told[1::4], told[2::4], told[3::4], strict=True
    ):
        made, kind = make(name, "a4", game=game), ART[load(game=game).assets[name].kind]
        with pypdfium2.PdfDocument(built / game / f"{name}.pdf") as pdf:
            sheets = len(pdf) // 2 if name == "deck" else len(pdf)
        assert what.startswith(counted(len(made.pieces), "piece"))
        assert paper == f"{counted(sheets, 'sheet')}: {kind.paper}"
        assert ("both sides" in sides) == (name == "deck")
        assert then.endswith(kind.making)
        assert ("Join the sheets" in then) == (name == "board" and len(made.pages) > 1)


def test_the_totals_are_those_of_the_assets(built: Path) -> None:
    page = read(built)
    sheets: dict[str, int] = {}
    for text in page.text("dd"):
        number, _, paper = text.partition(": ")
        if number.endswith((" sheet", " sheets")):
            sheets[paper] = sheets.get(paper, 0) + int(number.split()[0])
    rows = dict(zip(page.text("th"), map(int, page.text("td")), strict=True))
    assert rows == {**sheets, "in all": sum(sheets.values())}


def test_the_same_input_gives_the_same_bytes(built: Path, run: Run, tmp_path: Path) -> None:
    assert run("build", "--preview", "battle-hex", "--only", "deck").exit_code == 0
    first = {name: (tmp_path / name).read_bytes() for name in files(tmp_path)}
    assert run("build", "--preview", "battle-hex", "--only", "deck").exit_code == 0
    assert {name: (tmp_path / name).read_bytes() for name in files(tmp_path)} == first
    thumbnail = "battle-hex/preview/deck.png"
    assert first[f"output/{thumbnail}"] == (built / thumbnail).read_bytes()


def test_what_was_built_before_is_not_on_the_page(run: Run, tmp_path: Path) -> None:
    assert run("build", "hexflow", "--only", "tokens").exit_code == 0
    assert run("build", "battle-hex", "--only", "deck", "--preview").exit_code == 0
    assert {*read(tmp_path / "output").all("a", "href")} == {"battle-hex/deck.pdf"}


def test_texts_of_a_spec_are_escaped(run: Run, tmp_path: Path) -> None:
    text = load(game="hexflow").text.replace("title: HEXFLOW", """title: '<b>"Q" & ''A'''""", 1)
    (tmp_path / "own.yaml").write_text(text, encoding="utf-8")
    result = run("build", "own.yaml", "--only", "tokens", "--preview")
    assert result.exit_code == 0, result.stderr
    page = read(tmp_path / "output")
    assert page.text("h2") == ["""<b>"Q" & 'A'"""]
    assert page.all("img", "alt") == ["""<b>"Q" & 'A', tokens: the page"""]


@pytest.mark.parametrize("form", ["svg", "png", "booklet"])
def test_other_formats_are_linked_too(run: Run, tmp_path: Path, form: str) -> None:
    words = ("build", "battle-hex", "--only", "deck", "--only", "stones", "--format", form, "--preview")
    assert run(*words, *(("--dpi", "40") if form == "png" else ())).exit_code == 0
    output = tmp_path / "output"
    page = read(output)
    assert list(missing(page, output)) == []
    links = list(dict.fromkeys(page.all("a", "href")))
    if form == "booklet":
        assert links == ["battle-hex/booklet.pdf#page=2", "battle-hex/booklet.pdf#page=3"]
    else:
        assert len(links) == len([name for name in files(output / "battle-hex") if "preview" not in name]) == 13


@pytest.mark.parametrize("profile", ["shop", "laser", "pod-thegamecrafter"])
def test_other_profiles_take_no_preview(run: Run, tmp_path: Path, profile: str) -> None:
    result = run("build", "hexflow", "--preview", "--profile", profile)
    assert result.exit_code == 2
    assert f"the profile '{profile}' takes no --preview" in result.stderr
    assert files(tmp_path) == set()


def test_a_page_of_somebody_else_is_not_replaced(run: Run, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>mine</p>", encoding="utf-8")
    result = run("build", "hexflow", "--only", "tokens", "--preview", "-o", ".")
    assert result.exit_code == 2
    assert "'index.html' is there already, and printkit did not make it" in result.stderr
    assert files(tmp_path) == {"index.html"}


def test_a_full_disk_leaves_no_part_of_a_preview(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []

    def fail(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) == 4:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    result = run("build", "hexflow", "--only", "tokens", "--preview")
    assert result.exit_code == 2
    assert "'output/index.html' cannot be written: No space left on device" in result.stderr
    assert files(tmp_path) == set()


@pytest.mark.usefixtures("no_cairo")
def test_without_cairo_the_message_names_the_package(run: Run, tmp_path: Path) -> None:
    result = run("build", "hexflow", "--only", "tokens", "--preview")
    assert result.exit_code == 2
    assert "PNGs need the system's cairo library, which is not installed" in result.stderr
    assert "libcairo2" in result.stderr
    assert files(tmp_path) == set()


@pytest.mark.parametrize(("game", "asset"), [("hexflow", "tiles"), ("battle-hex", "deck"), ("hexflow", "rules")])
def test_thumbnails_are_the_picture_of_the_png(game: str, asset: str) -> None:
    made = make(asset, "a4", game=game)
    fonts = library.fonts_of(made.game)
    document = Document("", "", "", made.pages[:1])
    width, height = (round(2 * side) for side in made.pages[0].paper)
    (data,) = at_pixels([(width, height)], 60)(document, fonts)
    with Image.open(BytesIO(data)) as opened:
        expected = np.asarray(opened.convert("RGB"), dtype=int)
    found = np.asarray(pixels_of(made.pages[0], fonts, width, height), dtype=int)
    assert np.abs(found - expected).mean() < 1.0
    assert np.abs(found - 255).mean() > 3.0  # which is not an empty page


def test_a_picture_of_pixels_is_drawn_as_in_the_png() -> None:
    from printkit.drawing import Drawing, Page, Symbol
    from printkit.drawing import Image as Picture
    from printkit.geometry import Point, Rect

    buffer = BytesIO()
    pixels = Image.new("RGBA", (40, 20), (255, 255, 255, 0))
    pixels.paste((200, 30, 30, 255), (0, 0, 20, 10))
    pixels.save(buffer, "PNG")
    picture = Picture(Rect(10, 5, 20, 25), buffer.getvalue(), "image/png", 90)
    drawing = Drawing(Size(30, 30), (picture,))
    page = Page("", Size(30, 30), Rect(0, 0, 30, 30), (Symbol(drawing, Point(0, 0), Rect(0, 0, 30, 20)),), ())
    found = np.asarray(pixels_of(page, library.shipped_fonts(), 90, 90))
    red = np.argwhere(found[:, :, 1] < 128)
    assert (red.min(axis=0).tolist(), red.max(axis=0).tolist()) == ([15, 45], [44, 59])


def shelves(number: int, name: str = "a", title: str = "A title") -> list[Shelf]:
    buffer = BytesIO()
    Image.new("RGB", (72, 51), "white").save(buffer, "PNG")
    told = Instructions(name, 1, Size(10, 20), 2, 2, "plain paper", "Print on one side.", ("Cut.",))
    shown = Shown(told, buffer.getvalue(), "g/preview/a.png", (72, 51), False, ("g/a.pdf",))
    return [Shelf("g", title, "by nobody", (shown,) * number)]


@pytest.mark.parametrize("number", [1, 4, 5, 70, 300])
def test_a_contact_sheet_has_no_faults_however_many_assets(number: int) -> None:
    fonts = library.shipped_fonts()
    long = shelves(number, "x" * 40, "many words " * 100)
    page = contact_sheet(long, "A4", fonts)
    assert list(faults(Document("", "", "", (page,)), fonts)) == []
    assert 0.2 < page.paper.width / page.paper.height < 5
    assert page.paper.width * WHOLE_PX == int(page.paper.width * WHOLE_PX)


def test_a_title_that_fira_cannot_write_gives_way_to_the_name() -> None:
    page = contact_sheet(shelves(1, title="六角"), "A4", library.shipped_fonts())
    assert "g" in [item.string for item in page.marks if isinstance(item, Text)]


def test_links_are_quoted() -> None:
    (shelf,) = shelves(1)
    odd = shelf.assets[0]._replace(files=("g/a b#1.pdf", "g/ü.pdf"), first_page=3)
    page = Reader(web_page([shelf._replace(assets=(odd,))], "A4"))
    assert page.all("a", "href") == ["g/a%20b%231.pdf#page=3"] * 2 + ["g/a%20b%231.pdf", "g/%C3%BC.pdf"]


def test_a_contact_sheet_of_a_thousand_assets_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview, "MOST_PX", 500_000)
    data = dict(preview.files(shelves(1000), "A4"))["preview.png"]
    with Image.open(BytesIO(data)) as picture:
        assert 450_000 < picture.width * picture.height < 550_000


def test_a_page_that_only_names_printkit_is_not_replaced(run: Run, folder: Path) -> None:
    (folder / "output").mkdir()
    (folder / "output/index.html").write_text("<p>My games, made with printkit</p>", encoding="utf-8")
    result = run("build", "quadrant-hex", "--only", "rules", "--preview")
    assert result.exit_code == 2
    assert "printkit did not make it" in result.stderr
    assert files(folder / "output") == {"index.html"}
