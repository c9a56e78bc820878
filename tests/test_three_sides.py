"""Chains that join more than two sides, as in Y, against plain searches; and positions that no scorer knows."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

from printkit import library, scorebook
from printkit.art._position import branches
from printkit.board import Board
from printkit.errors import SpecError
from printkit.hexgrid import Hex
from printkit.spec import Game
from printkit.verdict import Position, Verdict

SIDES = ("left", "right", "bottom")
SPEC = """\
game: small-y
title: Small Y
credit: Nobody
players:
  black: {name: Black, mark: filled, joins: [left, right, bottom]}
  white: {name: White, mark: open, joins: [left, right, bottom]}
board: {shape: triangle, side: SIZE}
scoring: {kind: connect}
assets: {board: {kind: board, across_flats: 12 mm}}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with specs of Y in small sizes."""
    path = tmp_path_factory.mktemp("y")
    for side in (3, 4, 5, 8):
        (path / f"y-{side}.yaml").write_text(SPEC.replace("SIZE", str(side)), encoding="utf-8")
    return path


def loaded(folder: Path, side: int) -> Game:
    return library.load_rules(str(folder / f"y-{side}.yaml"))


def joins(board: Board, own: set[Hex]) -> bool:
    """Whether stones join all three sides: by a plain search from each stone."""
    waiting = set(own)
    while waiting:
        group = {waiting.pop()}
        fresh = set(group)
        while fresh:
            fresh = {near for cell in fresh for near in board.neighbours(cell) if near in own} - group
            group |= fresh
        waiting -= group
        if all(group & set(board.sides[side]) for side in SIDES):
            return True
    return False


def score(folder: Path, side: int, stones: dict[Hex, str], unclear: tuple[Hex, ...] = ()) -> Verdict:
    """Score a position as a transcript."""
    board = loaded(folder, side).board
    held = {who: [cell for cell, owner in stones.items() if owner == who] for who in ("black", "white")}
    held["unclear"] = list(unclear)
    body = "".join(f"  {who}: {' '.join(board.names[cell] for cell in cells)}\n" for who, cells in held.items())
    verdict = scorebook.score(str(folder / "game.yaml"), f"game: y-{side}.yaml\nstones:\n{body}".encode())
    assert verdict.is_valid
    return verdict


def randomly(board: Board, chance: random.Random, filled: float) -> dict[Hex, str]:
    return {cell: chance.choice(("black", "white")) for cell in board.cells if chance.random() < filled}


@pytest.mark.parametrize("seed", range(60))
def test_a_filled_board_has_one_winner_who_is_found(folder: Path, seed: int) -> None:
    side = (3, 4, 5, 8)[seed % 4]
    board = loaded(folder, side).board
    stones = randomly(board, random.Random(seed), 1.0)
    able = [who for who in ("black", "white") if joins(board, {c for c, owner in stones.items() if owner == who})]
    assert len(able) == 1, "the theorem of Y"
    verdict = score(folder, side, stones)
    assert (verdict.outcome.status, verdict.outcome.winners) == ("won", tuple(able))


@pytest.mark.parametrize("seed", range(60))
def test_a_chain_is_connected_and_touches_all_sides(folder: Path, seed: int) -> None:
    board = loaded(folder, 8).board
    stones = randomly(board, random.Random(seed), 0.9)
    verdict = score(folder, 8, stones)
    contest = verdict.detail["games"]["whole"]
    chain = {cell for name in contest["chain"] if (cell := board.cell(name)) is not None}
    able = [who for who in ("black", "white") if joins(board, {c for c, owner in stones.items() if owner == who})]
    assert contest["winner"] == (able[0] if able else None)
    if able:
        assert {stones[cell] for cell in chain} == set(able)
        assert joins(board, chain)
        assert len(chain) == len(contest["chain"])
        assert all(not joins(board, chain - {cell}) for cell in chain), "no stone of it is spare"


@pytest.mark.parametrize("seed", range(40))
def test_unclear_cells_matter_where_some_reading_says_so(folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    board = loaded(folder, 5).board
    stones = randomly(board, chance, 0.8)
    cells = list(board.cells)
    chance.shuffle(cells)
    unclear = tuple(cells[:4])
    stones = {cell: owner for cell, owner in stones.items() if cell not in unclear}
    outcomes: dict[tuple[str | None, ...], str | None] = {}
    for reading in itertools.product((None, "black", "white"), repeat=len(unclear)):
        whole = stones | {cell: who for cell, who in zip(unclear, reading, strict=True) if who is not None}
        own = {who: {cell for cell, owner in whole.items() if owner == who} for who in ("black", "white")}
        outcomes[reading] = next((who for who in own if joins(board, own[who])), None)
    verdict = score(folder, 5, stones, unclear)
    if len(set(outcomes.values())) == 1:
        (winner,) = set(outcomes.values())
        assert verdict.outcome.status == ("unfinished" if winner is None else "won")
        return
    assert verdict.outcome.status == "unclear"
    pivotal = {
        board.names[cell]
        for i, cell in enumerate(unclear)
        for reading in outcomes
        if len({outcomes[(*reading[:i], who, *reading[i + 1 :])] for who in (None, "black", "white")}) > 1
    }
    assert set(verdict.detail["unclear"]["decides"]) == pivotal


def test_branches_of_a_chain_begin_where_they_leave_it(folder: Path) -> None:
    board = loaded(folder, 5).board

    def cells(text: str) -> list[Hex]:
        return [cell for name in text.split() if (cell := board.cell(name)) is not None]

    courses = branches(board, cells("C1 C2 C3 D3 E3"))
    assert [[board.names[cell] for cell in course] for course in courses] == [["C1", "C2", "C3", "D3", "E3"]]
    courses = branches(board, cells("C1 C2 B1 D3 E3"))
    assert [[board.names[cell] for cell in course] for course in courses] == [
        ["C1", "C2", "B1"],
        ["C2", "D3", "E3"],
    ]


def test_players_with_two_and_with_three_sides_play_together(folder: Path) -> None:
    path = folder / "mixed.yaml"
    spec = SPEC.replace("small-y", "mixed").replace("{shape: triangle, side: SIZE}", "{shape: hexagon, side: 3}")
    spec = spec.replace("[left, right, bottom]", "[top, lower left, lower right]", 1)
    path.write_text(spec.replace("[left, right, bottom]", "[top, bottom]"), encoding="utf-8")
    game = library.load_rules(str(path))
    names = list(game.board.names.values())
    for seed in range(60):
        chance = random.Random(seed)
        held: dict[str, list[str]] = {"black": [], "white": []}
        for name in names:
            held[chance.choice(("black", "white"))].append(name)
        body = "".join(f"  {who}: {' '.join(own)}\n" for who, own in held.items())
        verdict = scorebook.score(str(folder / "game.yaml"), f"game: mixed.yaml\nstones:\n{body}".encode())
        assert verdict.outcome.status in ("won", "drawn"), "a full board is never unfinished"
        chain = [cell for name in verdict.detail["games"]["whole"]["chain"] if (cell := game.board.cell(name))]
        for player in verdict.outcome.winners:
            assert all(set(chain) & set(game.board.sides[side]) for side in game.spec.players[player].joins)


def test_a_full_board_that_nobody_has_won_is_a_draw(folder: Path) -> None:
    path = folder / "halves.yaml"
    spec = SPEC.replace("small-y", "halves").replace("{shape: triangle, side: SIZE}", "{shape: hexagon, side: 2}")
    spec = spec.replace("[left, right, bottom]", "[top, lower left, lower right]", 1)
    path.write_text(spec.replace("[left, right, bottom]", "[bottom, upper left, upper right]"), encoding="utf-8")
    body = b"game: halves.yaml\nstones: {black: A1 B1 C3 A2, white: B2 C2 B3}\n"
    verdict = scorebook.score(str(folder / "game.yaml"), body)
    assert (verdict.outcome.status, verdict.headline) == ("drawn", "A draw")


# Positions of games without a scorer

SHOWN = (
    SPEC.replace("SIZE", "5")
    .replace("scoring: {kind: connect}\n", "")
    .replace(", joins: [left, right, bottom]", "")
)


def shown(folder: Path, position: str) -> Position:
    path = folder / "shown.yaml"
    path.write_text(f"{SHOWN}positions:\n  one:\n{position}", encoding="utf-8")
    found, headline = scorebook.score_position(library.load_rules(str(path)), "one")
    assert isinstance(found, Position)
    assert headline == ""
    return found


def test_a_position_without_a_scorer_is_shown_with_its_path(folder: Path) -> None:
    found = shown(folder, "    stones: {white: C1 C2 C3, black: D1}\n    path: C1 C2 C3\n")
    assert len(found.stones) == 4
    ((_, owner, course),) = found.chains
    assert owner == "white"
    assert [found.game.board.names[cell] for cell in course] == ["C1", "C2", "C3"]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("C1 C3", "C3 touches no earlier cell of the path"),
        ("C1 D1", "the path goes over 'D1', where a stone of black lies"),
        ("C1 B1", "the path goes over 'B1', where no stone lies"),
        ("C1 Z9", "the board has no cell 'Z9'; its cells go from A1 to E5"),
        ("[]", "found a list; expected the cells of a path, such as A1 A2 B2"),
    ],
)
def test_a_path_with_a_fault_is_told(folder: Path, path: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        shown(folder, f"    stones: {{white: C1 C2 C3, black: D1}}\n    path: {path}\n")
    assert [problem.message for problem in caught.value.problems] == [message]


def test_positions_name_cells_that_are_numbered(folder: Path) -> None:
    path = folder / "numbered.yaml"
    spec = SHOWN.replace("side: 5", "side: 5, labels: {scheme: numbers}")
    path.write_text(f"{spec}positions:\n  one:\n    stones: {{white: 1 2 05}}\n    path: 1 2 5\n", "utf-8")
    found, _ = scorebook.score_position(library.load_rules(str(path)), "one")
    assert isinstance(found, Position)
    assert [found.game.board.names[cell] for cell in found.stones] == ["1", "2", "5"]


def test_a_scored_game_with_numbered_cells_is_told(folder: Path) -> None:
    path = folder / "scored.yaml"
    path.write_text(SPEC.replace("side: SIZE", "side: 5, labels: {scheme: numbers}"), encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        library.load_rules(str(path))
    assert caught.value.problems[0].message.startswith("a scored game needs cells with letters")
