"""Watching: what changed is built again, and only that; a spec with mistakes does not end it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image

import printkit
from printkit import library, pipeline, watching
from printkit.disk import differing, noted_reads, read_file, stamp
from printkit.errors import RequestError, SpecError
from printkit.printing import Job
from printkit.spec import Game
from tests.conftest import Run, files, load

PATIENCE = 60  # seconds that a condition may take on a busy machine

CARDS = """\
extends: base.yaml
game: cards
assets:
  fruit:
    kind: deck
    size: mini
    cards: {csv: fruit.csv}
    decks: {all: {colour: green, gap: 6 mm}}
    face:
      - {text: "{name}", at: [4 mm, 6 mm], box: [36 mm, 12 mm], size: 18 pt}
      - {image: apple.png, at: [10 mm, 30 mm], box: [10 mm, 10 mm]}
"""


class Watched(watching.Rebuilder):
    """Specs built again and again."""

    def __init__(self, *words: str, form: str = "pdf", has_previews: bool = False) -> None:
        super().__init__(self.asked, (), lambda _: None)
        self.words = words
        target = pipeline.target_of(form)
        self.job = Job(pipeline.sheet_of("a4", None), Path("output"), target, has_previews=has_previews)

    def asked(self) -> tuple[list[Game], Job]:
        """Load the games, and say how to print them."""
        return library.load_games(self.words), self.job

    def rebuilt(self) -> tuple[set[str], set[str]]:
        """Build; return the assets that were made anew, and the names of the files that were written."""
        before = {key: known.part for key, known in self._parts.items()}
        written = {built.path.name for built in self.build()}
        made = {key[1] for key, known in self._parts.items() if before.get(key) is not known.part}
        assert not self.is_stale()
        return made, written


def changed(file: str, old: str, new: str) -> None:
    text = Path(file).read_text(encoding="utf-8")
    assert old in text
    Path(file).write_text(text.replace(old, new, 1), encoding="utf-8")


def shorter(*names: str) -> str:
    """Return the spec of HEXFLOW with some of its assets only."""
    gone = "".join(f"  {name}: ~\n" for name in load(game="hexflow").assets if name not in names)
    return f"extends: base.yaml\ngame: mine\nassets:\n{gone}"


@pytest.fixture
def cards(folder: Path) -> Path:
    """Write a deck that extends a spec, and reads a table and a picture."""
    gone = "".join(f"  {name}: ~\n" for name in load().assets)
    (folder / "base.yaml").write_text("extends: quadrant-hex\ngame: base\ncredit: by nobody\n", encoding="utf-8")
    (folder / "cards.yaml").write_text(CARDS.replace("assets:\n", f"assets:\n{gone}"), encoding="utf-8")
    (folder / "fruit.csv").write_text("name,copies\nApple,2\nPear,1\n", encoding="utf-8")
    Image.new("RGB", (100, 100), "red").save(folder / "apple.png")
    return folder


@pytest.fixture
def tiles(folder: Path) -> Path:
    """Write a spec with tiles and tokens, on top of HEXFLOW as shipped."""
    (folder / "base.yaml").write_text(load(game="hexflow").text, encoding="utf-8")
    (folder / "mine.yaml").write_text(shorter("tiles", "tokens"), encoding="utf-8")
    return folder


def test_only_what_changed_is_made_and_written(tiles: Path) -> None:
    watched = Watched("mine.yaml")
    assert watched.rebuilt() == ({"tiles", "tokens"}, {"tiles.pdf", "tokens.pdf"})
    assert watched.rebuilt() == (set(), set())
    then = stamp("output/mine/tokens.pdf")
    changed("base.yaml", "across_flats: 30 mm", "across_flats: 28 mm")
    assert watched.is_stale()
    assert watched.rebuilt() == ({"tiles"}, {"tiles.pdf"})
    assert stamp("output/mine/tokens.pdf") == then
    changed("base.yaml", "title: HEXFLOW", "title: Hexflow")
    assert watched.rebuilt() == ({"tiles", "tokens"}, {"tiles.pdf", "tokens.pdf"})
    changed("base.yaml", "title:", "# a remark\ntitle:")
    assert watched.is_stale()
    assert watched.rebuilt() == (set(), set())
    (tiles / "output/mine/tokens.pdf").unlink()
    assert watched.rebuilt() == (set(), {"tokens.pdf"})


def test_what_is_built_again_is_what_a_build_makes(tiles: Path, run: Run) -> None:
    watched = Watched("mine.yaml", has_previews=True)
    watched.rebuilt()
    changed("base.yaml", "across_flats: 30 mm", "across_flats: 28 mm")
    assert watched.rebuilt() == ({"tiles"}, {"tiles.pdf", "preview.png", "index.html"})
    assert run("build", "mine.yaml", "--preview", "-o", "once").exit_code == 0
    once, again = (
        {name: (tiles / out / name).read_bytes() for name in files(tiles / out)} for out in ("once", "output")
    )
    assert once == again


@pytest.mark.parametrize(
    ("file", "old", "new"), [("fruit.csv", "Pear", "Plum"), ("base.yaml", "nobody", "somebody")]
)
@pytest.mark.usefixtures("cards")
def test_tables_and_specs_below_are_watched(file: str, old: str, new: str) -> None:
    watched = Watched("cards.yaml", "hexflow-tri")
    watched.rebuilt()
    names = {Path(path).name for path in watched.reads}
    assert {"cards.yaml", "base.yaml", "fruit.csv", "apple.png", "quadrant-hex.yaml"} <= names
    changed(file, old, new)
    assert watched.is_stale()
    assert watched.rebuilt() == ({"fruit"}, {"fruit.pdf"})


def test_pictures_are_watched_and_may_come_later(cards: Path) -> None:
    (cards / "apple.png").unlink()
    watched = Watched("cards.yaml")
    with pytest.raises(SpecError, match=r"apple\.png"):
        watched.build()
    assert not watched.is_stale()
    for colour in ("green", "blue"):
        Image.new("RGB", (100, 100), colour).save(cards / "apple.png")
        assert watched.is_stale()
        assert watched.rebuilt() == ({"fruit"}, {"fruit.pdf"})


@pytest.mark.usefixtures("cards")
def test_a_spec_with_mistakes_writes_nothing_and_forgets_nothing() -> None:
    watched = Watched("cards.yaml")
    watched.rebuilt()
    then = stamp("output/cards/fruit.pdf")
    changed("cards.yaml", "kind: deck", "kind: dekc")
    with pytest.raises(SpecError, match="did you mean 'deck'"):
        watched.build()
    assert not watched.is_stale()
    changed("fruit.csv", "Pear", "Plum")  # which this spec does not come to read
    assert watched.is_stale()
    with pytest.raises(SpecError):
        watched.build()
    assert not watched.is_stale()
    assert stamp("output/cards/fruit.pdf") == then
    changed("cards.yaml", "kind: dekc", "kind: deck")
    assert watched.rebuilt() == ({"fruit"}, {"fruit.pdf"})


def test_fonts_of_ones_own_are_watched(cards: Path) -> None:
    from printkit.fonts import shipped

    (cards / "Mine.ttf").write_bytes(Path(shipped("regular")).read_bytes())
    changed("cards.yaml", "game: cards", "game: cards\nfonts: {regular: Mine.ttf}")
    watched = Watched("cards.yaml")
    watched.rebuilt()
    (cards / "Mine.ttf").write_bytes(Path(shipped("medium")).read_bytes())
    assert watched.is_stale()
    assert watched.rebuilt() == ({"fruit"}, {"fruit.pdf"})


def test_booklets_are_bound_again_where_a_part_changed(tiles: Path) -> None:
    (tiles / "other.yaml").write_text(shorter("tokens").replace("mine", "other"), encoding="utf-8")
    watched = Watched("mine.yaml", "other.yaml", form="booklet")
    assert watched.rebuilt()[1] == {"booklet.pdf"}
    changed("mine.yaml", "assets:", "assets:\n  tiles: {across_flats: 28 mm}")
    then = stamp("output/other/booklet.pdf")
    assert watched.rebuilt() == ({"tiles"}, {"booklet.pdf"})
    assert stamp("output/other/booklet.pdf") == then


def test_a_file_that_goes_and_comes_back_is_noticed(cards: Path) -> None:
    watched = Watched("cards.yaml")
    watched.rebuilt()
    (cards / "cards.yaml").rename(cards / "away")
    assert watched.is_stale()
    with pytest.raises(RequestError, match="cannot be read"):
        watched.build()
    assert not watched.is_stale()
    (cards / "away").rename(cards / "cards.yaml")
    assert watched.is_stale()
    assert watched.rebuilt() == (set(), set())


def test_reads_are_noted_by_the_innermost(folder: Path) -> None:
    (folder / "a").write_text("a", encoding="utf-8")
    with noted_reads() as outer:
        read_file("a", 10)
        with noted_reads() as inner, pytest.raises(RequestError):
            read_file("b", 10)
    read_file("a", 10)
    assert (outer, inner) == ({"a": stamp("a")}, {"b": None})


def test_only_files_that_differ_are_written(folder: Path) -> None:
    (folder / "a").write_bytes(b"1")
    (folder / "b").write_bytes(b"2")
    wanted = [(Path("a"), b"1"), (Path("b"), b"3"), (Path("c"), b"4")]
    assert differing(wanted) == wanted[1:]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("-",), "standard input cannot be watched"),
        (("hexflo",), "no game is called 'hexflo'"),
        (("none/here.yaml",), "'none/here.yaml' cannot be read"),
        (("hexflow", "--profile", "shop"), "the profile 'shop' takes no --watch"),
        (("hexflow", "--profile", "laser"), "the profile 'laser' takes no --watch"),
    ],
)
def test_what_cannot_be_watched_is_refused(run: Run, words: tuple[str, ...], told: str) -> None:
    result = run("build", *words, "--watch")
    assert result.exit_code == 2
    assert told in result.stderr


class Process:
    """``printkit build … --watch`` in a process of its own."""

    def __init__(self, folder: Path, *words: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(Path(printkit.__file__).parent.parent)}
        self.out, self.err = folder / "out.log", folder / "err.log"
        with self.out.open("wb") as out, self.err.open("wb") as err:
            command = [sys.executable, "-m", "printkit", "build", *words, "--watch"]
            self.process = subprocess.Popen(command, cwd=folder, env=environment, stdout=out, stderr=err)

    def wait_for(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds; fail where the process ends before that."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert self.process.poll() is None, self.err.read_text(encoding="utf-8")
            assert time.monotonic() < end, self.err.read_text(encoding="utf-8")
            time.sleep(0.02)

    def told(self, text: str, times: int = 1) -> Callable[[], bool]:
        """Return whether a text was told so many times on the standard error."""
        return lambda: self.err.read_text(encoding="utf-8").count(text) >= times

    def written(self, file: str, times: int) -> Callable[[], bool]:
        """Return whether a file was told so many times on the standard output."""
        return lambda: self.out.read_text(encoding="utf-8").count(file) >= times


@pytest.fixture
def watcher(cards: Path) -> Iterator[Process]:
    """Watch the deck, until the test ends."""
    found = Process(cards, "cards.yaml", "--preview")
    yield found
    found.process.kill()
    found.process.wait()


def test_a_watch_survives_mistakes_and_ends_when_it_is_interrupted(cards: Path, watcher: Process) -> None:
    watcher.wait_for(watcher.told("watching, Ctrl-C ends"))
    assert watcher.written("output/cards/fruit.pdf  2 pages A4\n", 1)()
    changed("fruit.csv", "Pear", "Plum")
    watcher.wait_for(watcher.written("fruit.pdf", 2))
    changed("cards.yaml", "kind: deck", "kind: dekc")
    watcher.wait_for(watcher.told("cards.yaml:"))
    watcher.wait_for(watcher.told("did you mean 'deck'"))
    watcher.wait_for(watcher.told("nothing written; watching"))
    (cards / "next.yaml").write_text(
        (cards / "cards.yaml").read_text(encoding="utf-8").replace("dekc", "deck").replace("18 pt", "16 pt"),
        encoding="utf-8",
    )
    (cards / "next.yaml").replace(cards / "cards.yaml")  # as many editors save
    watcher.wait_for(watcher.written("fruit.pdf", 3))
    Image.new("RGB", (100, 100), "blue").save(cards / "apple.png")
    watcher.wait_for(watcher.written("fruit.pdf", 4))
    watcher.wait_for(watcher.written("index.html", 1))
    changed("base.yaml", "nobody", "somebody")
    watcher.wait_for(watcher.written("fruit.pdf", 5))
    watcher.process.send_signal(signal.SIGINT)
    assert watcher.process.wait(PATIENCE) == 130
    err = watcher.err.read_text(encoding="utf-8")
    assert err.endswith("stopped watching\n")
    assert "Traceback" not in err


def test_a_folder_that_goes_and_comes_back(cards: Path) -> None:
    below = cards / "below"
    below.mkdir()
    for name in ("cards.yaml", "base.yaml", "fruit.csv", "apple.png"):
        (cards / name).rename(below / name)
    watcher = Process(cards, "below/cards.yaml")
    try:
        watcher.wait_for(watcher.written("fruit.pdf", 1))
        watcher.wait_for(watcher.told("watching"))
        below.rename(cards / "away")
        watcher.wait_for(watcher.told("cannot be read"))
        changed("away/fruit.csv", "Pear", "Plum")
        (cards / "away").rename(below)
        watcher.wait_for(watcher.written("fruit.pdf", 2))
        changed("below/fruit.csv", "Plum", "Peach")
        watcher.wait_for(watcher.written("fruit.pdf", 3))
    finally:
        watcher.process.kill()
        watcher.process.wait()
