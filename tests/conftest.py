"""What the tests share: the shipped games, their fonts, and their assets laid out and as PDF bytes, made once.

Where no game is named, it is Quadrant Hex.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import cffi
import pytest
from click.testing import CliRunner, Result

from printkit import library, pipeline
from printkit.cli import main
from printkit.fonts import Fonts
from printkit.pipeline import Made
from printkit.spec import Game

gc.set_threshold(100_000, 20, 100)  # as the command does; a tenth of the time

USUAL = "quadrant-hex"
ASSETS = ("board", "board-large", "sheet", "sheet-2", "sheet-4", "stones", "rules")
PAPERS = ("a4", "letter")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flag that records the goldens anew, and those of the stress."""
    parser.addoption("--regold", action="store_true", help="record the goldens anew")
    parser.addoption("--stress", action="store_true", help="all of tests/stress in place of a sample of 2 %%")
    parser.addoption("--stress-seed", type=int, help="the seed that a failure of tests/stress named")


@cache
def _load(game: str, overrides: tuple[str, ...]) -> Game:
    return library.load_game(game, overrides)


@cache
def _make(game: str, asset: str, paper: str, overrides: tuple[str, ...]) -> Made:
    loaded = _load(game, overrides)
    return pipeline.make(loaded, loaded.assets[asset], pipeline.sheet_of(paper, None), library.fonts_of(loaded))


@cache
def _render(game: str, asset: str, paper: str, overrides: tuple[str, ...]) -> bytes:
    made = _make(game, asset, paper, overrides)
    (data,) = pipeline.rendered(made, library.fonts_of(made.game), pipeline.target_of("pdf", verify=True))
    return data


def load(*overrides: str, game: str = USUAL) -> Game:
    """Load a game by its shipped name or the path of its spec, with values overridden."""
    return _load(game, overrides)


def make(asset: str, paper: str, *overrides: str, game: str = USUAL) -> Made:
    """Lay out an asset of a game."""
    return _make(game, asset, paper, overrides)


def render(asset: str, paper: str, *overrides: str, game: str = USUAL) -> bytes:
    """Build an asset of a game, with all checks."""
    return _render(game, asset, paper, overrides)


def files(folder: Path) -> set[str]:
    """Return the names of all files in a folder and below."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


Maker = Callable[..., Made]
Renderer = Callable[..., bytes]
Run = Callable[..., Result]


def command(*words: str) -> Result:
    """Run a command; an exception that escapes fails the test."""
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(folder: Path) -> Run:  # noqa: ARG001 (which goes to an empty folder)
    """Return a function that runs a command in an empty folder; an exception that escapes fails the test."""
    return command


@pytest.fixture
def no_cairo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let cairo be imported anew and its library not be found."""

    def fail(*_: object) -> None:
        raise OSError("cannot load library 'libcairo.so.2'")

    for name in list(sys.modules):
        if name.partition(".")[0] in ("cairosvg", "cairocffi"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(cffi.FFI, "dlopen", fail)


@pytest.fixture(scope="session")
def game() -> Game:
    """Return Quadrant Hex as shipped."""
    return load()


@pytest.fixture(scope="session")
def fonts() -> Fonts:
    """Return the shipped fonts."""
    return library.fonts_of(load())


@pytest.fixture(scope="session")
def made() -> Maker:
    """Return a function that lays out an asset of a game on a paper."""
    return make


@pytest.fixture(scope="session")
def pdf() -> Renderer:
    """Return a function that builds the PDF of an asset of a game on a paper."""
    return render
