"""The same inputs as Hypothesis chooses them: it looks for small ones that fail, and shows the smallest."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.stress.campaign import SHARE
from tests.stress.mutation import Chance
from tests.stress.test_assets import Files, drawn, image, table
from tests.stress.test_specs import ANY, SMALL, examined
from tests.stress.test_transcripts import GAMES, scored

FULL = 1000

Search = Callable[[Callable[[Chance], object]], None]


@pytest.fixture
def search(request: pytest.FixtureRequest) -> Search:
    """Return what tries a function with many sources of chance; the sample has the same ones each time."""
    is_full = request.config.getoption("--stress")
    bounds = settings(
        max_examples=FULL if is_full else math.ceil(FULL * SHARE),
        deadline=None,
        derandomize=not is_full,
        database=None,
        suppress_health_check=list(HealthCheck),
    )

    def run(attempt: Callable[[Chance], object]) -> None:
        @bounds
        @given(st.randoms(use_true_random=False))
        def inner(chance: Chance) -> None:
            attempt(chance)

        inner()

    return run


def test_specs(search: Search, tmp_path: Path) -> None:
    search(lambda chance: examined(ANY(chance), tmp_path / "game.yaml", draws=False))


def test_small_specs_are_drawn(search: Search, tmp_path: Path) -> None:
    search(lambda chance: examined(SMALL.plausible(chance), tmp_path / "game.yaml", draws=True))


@pytest.mark.parametrize("game", GAMES)
def test_transcripts(search: Search, game: str) -> None:
    search(lambda chance: scored(GAMES[game].plausible(chance)))


def test_tables(search: Search, tmp_path: Path) -> None:
    search(lambda chance: drawn(Files(table=table(chance)), tmp_path, "pdf"))


def test_images(search: Search, tmp_path: Path) -> None:
    search(lambda chance: drawn(image(chance), tmp_path, "svg"))


def test_what_fails_is_found_and_shrunk(search: Search) -> None:
    def fail(chance: Chance) -> None:
        assert chance.randrange(1000) < 3

    with pytest.raises(AssertionError):
        search(fail)
