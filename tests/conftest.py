"""What the tests share: the shipped game, its fonts, and its assets laid out and as PDF bytes, made once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from printkit import library, pipeline
from printkit.fonts import Fonts
from printkit.pipeline import Made
from printkit.spec import Game

ASSETS = ("board", "board-large", "sheet", "sheet-2", "sheet-4", "stones", "rules")
PAPERS = ("a4", "letter")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flag that records the goldens anew."""
    parser.addoption("--regold", action="store_true", help="record the goldens anew")


@cache
def load(*overrides: str) -> Game:
    """Load the shipped Quadrant Hex, with values overridden."""
    return library.load_game("quadrant-hex", overrides)


@cache
def make(asset: str, paper: str, *overrides: str) -> Made:
    """Lay out an asset of Quadrant Hex."""
    game = load(*overrides)
    return pipeline.make(game, game.assets[asset], pipeline.sheet_of(paper, None), library.fonts_of(game))


@cache
def render(asset: str, paper: str, *overrides: str) -> bytes:
    """Build an asset of Quadrant Hex, with all checks."""
    made = make(asset, paper, *overrides)
    (data,) = pipeline.rendered(made, library.fonts_of(made.game), pipeline.target_of("pdf", verify=True))
    return data


Maker = Callable[..., Made]
Renderer = Callable[..., bytes]


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
    """Return a function that lays out an asset on a paper."""
    return make


@pytest.fixture(scope="session")
def pdf() -> Renderer:
    """Return a function that builds the PDF of an asset on a paper."""
    return render
