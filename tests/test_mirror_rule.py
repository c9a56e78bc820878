"""The rule against mirroring: ten answers running that are the image of the move before, under one symmetry."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit import scorebook
from printkit.errors import Problem
from printkit.verdict import Position, Verdict
from tests.plain_hex import Cell, name_of

Symmetry = Callable[[Cell, int], Cell]

SYMMETRIES: dict[str, Symmetry] = {
    "half turn": lambda cell, side: (side + 1 - cell[0], side + 1 - cell[1]),
    "upright diagonal": lambda cell, _: (cell[1], cell[0]),
    "level diagonal": lambda cell, side: (side + 1 - cell[1], side + 1 - cell[0]),
}
RUN = 10


def pairs(number: int, symmetry: str, side: int = 10, seed: int = 1) -> list[str]:
    """Return moves and their images in turn, all on cells of their own and off the diagonals."""
    image = SYMMETRIES[symmetry]
    cells = [(c, r) for c in range(1, side + 1) for r in range(1, side + 1) if c not in (r, side + 1 - r)]
    random.Random(seed).shuffle(cells)
    taken: set[Cell] = set()
    words: list[str] = []
    for cell in cells:
        if len(words) < 2 * number and cell not in taken:
            taken |= {cell, image(cell, side)}
            words += [name_of(cell), name_of(image(cell, side))]
    assert len(words) == 2 * number
    return words


def score(words: Sequence[str], head: str = "") -> Verdict:
    text = f"game: quadrant-hex\n{head}moves: [{', '.join(words)}]\n"
    return scorebook.score("game.yaml", text.encode())


def mirrored(words: Sequence[str], head: str = "") -> list[int | None]:
    """Return the moves at which mirroring is a fault."""
    return [problem.move for problem in score(words, head).problems if problem.code == "mirror"]


def others(words: Sequence[str]) -> list[Problem]:
    return [problem for problem in score(words).problems if problem.code != "mirror"]


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_the_tenth_mirrored_answer_is_a_fault_and_each_further_one(symmetry: str) -> None:
    words = pairs(13, symmetry)
    assert mirrored(words[:19]) == []
    assert mirrored(words[:20]) == [20]
    assert mirrored(words[:21]) == [20]
    assert mirrored(words) == [20, 22, 24, 26]
    assert others(words) == []


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_black_may_not_mirror_white_either(symmetry: str) -> None:
    words = ["pass", *pairs(11, symmetry)]
    assert mirrored(words) == [21, 23]
    first = "E5" if symmetry != "upright diagonal" else "A1"
    assert mirrored([first, *pairs(11, symmetry)]) == [21, 23]


def test_the_opening_counts() -> None:
    # White's one stone of the opening is player 1's: the run is counted by colour.
    words = pairs(10, "half turn")
    assert mirrored(words) == [20]
    assert mirrored(["pass", "pass", *words[2:]]) == []


def test_the_place_and_the_words_of_the_problem() -> None:
    words = pairs(10, "half turn")
    text = "game: quadrant-hex\nmoves: |\n" + "".join(f"  {n // 2 + 1}.{word}\n" for n, word in enumerate(words))
    (problem,) = scorebook.score("game.yaml", text.encode()).problems
    assert (problem.severity, problem.code, problem.line, problem.column) == ("error", "mirror", 22, 6)
    assert "white has now answered 10 times running with the half turn" in problem.message


def test_the_stone_of_a_mirrored_move_stays() -> None:
    words = pairs(10, "half turn")
    (again,) = others([*words, words[-1]])
    assert (again.code, again.move) == ("occupied", 21)
    verdict = score(words)
    assert isinstance(verdict.position, Position)
    assert len(verdict.position.stones) == 20
    assert verdict.provisional == ("unfinished", (), {"black": 0, "white": 0})
    assert verdict.outcome.status == "invalid"


@pytest.mark.parametrize(
    "between",
    [
        ("A1", "pass"),  # the one who mirrors passes
        ("pass", "J10"),  # the other passes, so there is nothing to mirror
        ("pass", "pass"),
        ("A1", "A1"),  # a fault of the one who mirrors
        ("A1", "Z9"),
        ("A1", "null"),
        ("A1", "AO"),
        ("Z9", "J10"),  # a fault of the other
        ("A1", "B2"),  # an answer that is no image
    ],
)
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_run_is_broken(symmetry: str, between: tuple[str, str]) -> None:
    words = pairs(18, symmetry)
    assert mirrored([*words[:18], *between, *words[18:36]]) == []
    assert mirrored([*words[:16], *between, *words[16:36]]) == [38]


@pytest.mark.parametrize("between", [("pass", "pass"), ("Z9", "pass"), ("pass", "Z9")])
def test_only_the_move_just_before_can_be_mirrored(between: tuple[str, str]) -> None:
    words = pairs(11, "half turn")
    assert mirrored([words[0], *between, words[1], *words[2:20]]) == []
    assert mirrored([words[0], *between, words[1], *words[2:22]]) == [24]


def test_the_symmetry_must_stay_the_same() -> None:
    words = pairs(9, "half turn")
    for other in ("upright diagonal", "level diagonal"):
        unused = pairs(30, other, seed=2)
        (cell, image) = next(
            (cell, image)
            for cell, image in zip(unused[::2], unused[1::2], strict=True)
            if not {cell, image} & {*words}
        )
        assert mirrored([*words, cell, image]) == []
    last = next(word for word in pairs(40, "half turn", seed=3) if word not in words)
    assert mirrored([*words, last, image_of(last, "half turn")]) == [20]


def image_of(word: str, symmetry: str) -> str:
    return name_of(SYMMETRIES[symmetry]((ord(word[0]) - 64, int(word[1:])), 10))


def test_a_move_on_a_diagonal_counts_for_both_symmetries_that_give_its_answer() -> None:
    # On the upright diagonal, half turn and reflection in the level one are the same.
    for symmetry in ("half turn", "level diagonal"):
        words = pairs(9, symmetry)
        assert mirrored([*words, "C3", "H8"]) == [20]
        assert mirrored(["C3", "H8", *words]) == [20]
    assert mirrored([*pairs(9, "upright diagonal"), "C3", "H8"]) == []
    # On the level diagonal, half turn and reflection in the upright one are the same.
    for symmetry in ("half turn", "upright diagonal"):
        assert mirrored([*pairs(9, symmetry), "C8", "H3"]) == [20]


@pytest.mark.parametrize("side", [6, 8, 12, 26])
@pytest.mark.parametrize("diamond", ["wide", "tall"])
def test_the_symmetries_are_those_of_the_board_played_on(side: int, diamond: str) -> None:
    for symmetry in SYMMETRIES:
        words = pairs(11, symmetry, side)
        assert mirrored(words, f"side: {side}\ndiamond: {diamond}\n") == [20, 22]
    assert mirrored(pairs(11, "half turn"), "side: 12\n") == []
    assert mirrored(pairs(11, "upright diagonal"), "side: 12\n") == [20, 22]


def test_resigning_after_ten_mirrored_answers_is_a_fault_of_the_answers_only() -> None:
    verdict = score([*pairs(10, "half turn"), "resign"])
    assert [(p.code, p.move) for p in verdict.problems] == [("mirror", 20)]
    assert verdict.provisional is not None
    assert verdict.provisional[:2] == ("resigned", ("white",))


# Any record, against a count from the definition


def expected(words: Sequence[str]) -> list[int]:
    """Count the mirrored turns of each player and symmetry from the definition."""
    placed: list[Cell | None] = []
    for word in words:
        cell = None if word in ("pass", "Z9") else (ord(word[0]) - 64, int(word[1:]))
        placed.append(None if cell in placed else cell)
    found = set()
    for image in SYMMETRIES.values():
        runs = [0, 0]
        for number, cell in enumerate(placed):
            before = placed[number - 1] if number else None
            mirrors = cell is not None and before is not None and image(before, 10) == cell
            runs[number % 2] = runs[number % 2] + 1 if mirrors else 0
            if runs[number % 2] >= RUN:
                found.add(number + 1)
    return sorted(found)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(sorted(SYMMETRIES)), st.integers(1, 13)), max_size=3), st.data())
def test_any_record_is_judged_by_the_definition(plan: list[tuple[str, int]], data: st.DataObject) -> None:
    seed = data.draw(st.integers(0, 999))
    cells = [name_of((c, r)) for c in range(1, 11) for r in range(1, 11)]
    random.Random(seed).shuffle(cells)
    words: list[str] = []
    for symmetry, length in plan:
        for _ in range(length):
            fresh = next((cell for cell in cells if cell not in words), "pass")
            words += [fresh, "pass" if fresh == "pass" else image_of(fresh, symmetry)]
        words += data.draw(st.lists(st.sampled_from(["pass", "Z9", *cells[:4]]), max_size=2))
    assert mirrored(words) == expected(words)
