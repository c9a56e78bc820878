"""Specs that went wrong in any way give problems with their places, never another exception."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from printkit import library, pipeline
from printkit.errors import (
    LONGEST_PATH,
    LONGEST_QUOTE,
    MOST_LISTED,
    MOST_PROBLEMS,
    Problem,
    RequestError,
    SpecError,
)
from printkit.spec import Game
from tests.stress.campaign import Campaign
from tests.stress.mutation import Mutator

TESTS = Path(__file__).parent.parent
CORPUS = [path.read_bytes() for path in sorted((TESTS / "stress" / "corpus").glob("*.yaml"))]
SHIPPED = [path.read_bytes() for path in sorted(library.specs_folder().glob("*.yaml"))]
EXAMPLES = [path.read_bytes() for path in sorted((TESTS.parent / "examples").glob("*.yaml"))]
BAD = [path.read_bytes() for path in sorted((TESTS / "bad_specs").glob("*.yaml"))]
LONGEST_MESSAGE = 3 * LONGEST_PATH
LONGEST_HINT = (MOST_LISTED + 5) * (LONGEST_QUOTE + 3)
MOST_WORK = 1500  # cells of the board times assets: of smaller specs the assets are drawn too
ANY = Mutator([*SHIPPED, *EXAMPLES, *BAD, *CORPUS])
SMALL = Mutator(CORPUS)


def check_problem(problem: Problem, path: str, length: int) -> None:
    """Fail where a problem is not fit to be shown."""
    assert problem.message.isprintable(), problem
    assert (problem.hint or "").isprintable(), problem
    assert 0 < len(problem.message) <= LONGEST_MESSAGE, problem
    assert len(problem.hint or "") <= LONGEST_HINT, problem
    assert all(line.isprintable() for line in str(problem).split("\n"))
    if problem.file == path and problem.line is not None:
        assert 1 <= problem.line <= length, problem
        assert problem.column is None or problem.column >= 1, problem


def sensible(problems: Sequence[Problem], path: str, length: int) -> None:
    """Fail where problems are not fit to be shown."""
    assert 0 < len(problems) <= 2 * MOST_PROBLEMS
    for problem in problems:
        check_problem(problem, path, length)


def is_small(game: Game) -> bool:
    cells = max(len(board.cells) for board in game.boards.values())
    return cells * (len(game.assets) + len(game.spec.positions)) <= MOST_WORK


def examined(data: bytes, path: Path, *, draws: bool) -> str:
    """Load a spec, and draw what it asks for; return what came of it."""
    path.write_bytes(data)
    name, length = str(path), data.count(b"\n") + data.count(b"\r") + data.count("\u2028".encode()) + 3
    try:
        game = library.load_game(name)
    except (SpecError, RequestError) as error:
        sensible(error.problems, name, length)
        return "refused"
    if not draws or not is_small(game):
        return "read"
    problems = pipeline.examined(game)
    if problems:
        sensible(problems, name, length)
    return "drawn with problems" if problems else "drawn"


@pytest.mark.parametrize("part", range(4))
def test_broken_specs_are_told(part: int, campaign: Campaign, tmp_path: Path) -> None:
    del part  # of the full run, which several processes share
    campaign.run(3000, ANY, lambda data: examined(data, tmp_path / "game.yaml", draws=False))


@pytest.mark.parametrize("part", range(4))
def test_broken_small_specs_are_told_or_drawn(part: int, campaign: Campaign, tmp_path: Path) -> None:
    del part
    campaign.run(1500, SMALL, lambda data: examined(data, tmp_path / "game.yaml", draws=True))


@pytest.mark.parametrize("part", range(4))
def test_small_specs_with_parts_of_others_are_told_or_drawn(part: int, campaign: Campaign, tmp_path: Path) -> None:
    del part
    campaign.run(1500, SMALL.plausible, lambda data: examined(data, tmp_path / "game.yaml", draws=True))


@pytest.mark.parametrize("data", CORPUS, ids=range(len(CORPUS)))
def test_the_corpus_is_drawn(data: bytes, tmp_path: Path) -> None:
    assert examined(data, tmp_path / "game.yaml", draws=True) == "drawn"
