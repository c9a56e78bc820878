"""What holds for every position of Quadrant Hex, against plain breadth-first search and reading by brute force."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit import library, scorebook
from printkit.scoring._standing import Rules, rules_of, winners, winners_and_chains
from printkit.verdict import Verdict
from tests.plain_hex import GAMES, PLAYERS, QUADRANT, Cell, Diamond, Plain, all_readings, name_of, outcome

UNCLEAR = "unclear"

modest = settings(max_examples=40, deadline=None)

diamonds: st.SearchStrategy[Diamond] = st.sampled_from(["wide", "tall"])
boards = st.builds(Plain, st.sampled_from([6, 8, 10, 12, 14]), diamonds, st.just(QUADRANT))
small_boards = st.builds(Plain, st.sampled_from([6, 8]), diamonds, st.just(QUADRANT))


class Position(NamedTuple):
    """Stones and cells that cannot be read, on a board."""

    board: Plain
    stones: dict[Cell, str]
    unclear: tuple[Cell, ...] = ()


@st.composite
def positions(
    draw: st.DrawFn,
    plain_boards: st.SearchStrategy[Plain] = boards,
    *,
    most_unclear: int = 0,
    is_filled: bool = False,
) -> Position:
    """Draw a position: about as many stones of each colour, cells left empty in some, so that games are close."""
    board = draw(plain_boards)
    chance = random.Random(draw(st.integers(0, 2**32)))
    black = draw(st.sampled_from([0.35, 0.5, 0.5, 0.65]))
    filled = 1.0 if is_filled else draw(st.sampled_from([0.1, 0.5, 0.8, 0.9, 1.0]))
    cells = board.cells()
    chance.shuffle(cells)
    unclear = tuple(cells[: draw(st.integers(0, most_unclear))])
    stones = {
        cell: "black" if chance.random() < black else "white"
        for cell in cells[len(unclear) :]
        if chance.random() < filled
    }
    return Position(board, stones, unclear)


@cache
def loaded(board: Plain) -> tuple[Rules, dict[Cell, int]]:
    """Return the rules on a board, and the bits of each cell."""
    game = library.load_game("quadrant-hex", (f"board.side={board.side}", f"board.diamond={board.diamond}"))
    rules = rules_of(game.board, game.spec)
    bits = {}
    for cell in board.cells():
        found = game.board.cell(name_of(cell))
        assert found is not None
        bits[cell] = rules.arena.bits[found]
    return rules, bits


def masks(position: Position) -> tuple[int, int]:
    """Return the stones of each player as bits."""
    _, bits = loaded(position.board)
    black, white = (
        sum(bits[cell] for cell, who in position.stones.items() if who == player) for player in PLAYERS
    )
    return black, white


def transcript(position: Position) -> bytes:
    """Write a position down."""
    cells = {who: [cell for cell, owner in position.stones.items() if owner == who] for who in PLAYERS}
    cells[UNCLEAR] = list(position.unclear)
    lists = "".join(f"  {who}: {' '.join(map(name_of, held))}\n" for who, held in cells.items())
    board = f"side: {position.board.side}\ndiamond: {position.board.diamond}\n"
    return f"game: quadrant-hex\n{board}stones:\n{lists}".encode()


def score(position: Position) -> Verdict:
    """Score a position as a transcript; it has no faults."""
    verdict = scorebook.score("game.yaml", transcript(position))
    assert verdict.is_valid
    return verdict


def games(verdict: Verdict) -> dict[str, str | None]:
    """Return how each game stands."""
    return {game: verdict.detail["games"][game]["winner"] for game in GAMES}


def by_name(rules: Rules, won: list[int | None]) -> dict[str, str | None]:
    """Give the numbers of the winners their names."""
    return {
        contest.name: None if winner is None else rules.players[winner]
        for contest, winner in zip(rules.arena.contests, won, strict=True)
    }


# Winners and chains


@modest
@given(positions(is_filled=True))
def test_a_filled_board_has_exactly_one_winner_in_each_game(position: Position) -> None:
    rules, _ = loaded(position.board)
    stones = masks(position)
    for contest in rules.arena.contests:
        black, white = (rules.arena.joins(own, contest, player) for player, own in enumerate(stones))
        assert black is not white
    won = winners(rules, stones)
    assert None not in won
    verdict = score(position)
    assert verdict.outcome.status == "won"
    assert sorted(verdict.outcome.points.values()) in ([0, 5], [1, 4], [2, 3])


@modest
@given(positions())
def test_winners_are_those_of_a_plain_search(position: Position) -> None:
    rules, _ = loaded(position.board)
    stones = masks(position)
    expected = position.board.winners(position.stones)
    assert by_name(rules, winners(rules, stones)) == expected
    assert by_name(rules, [winner for winner, _ in winners_and_chains(rules, stones)]) == expected
    verdict = score(position)
    assert games(verdict) == expected
    assert verdict.outcome == outcome(expected)


@modest
@given(positions())
def test_chains_are_shortest_ones_from_side_to_side(position: Position) -> None:
    verdict = score(position)
    for game in GAMES:
        winner, chain = verdict.detail["games"][game]["winner"], verdict.detail["games"][game]["chain"]
        if winner is None:
            assert chain == []
            continue
        assert len(chain) == position.board.chain_length(game, winner, position.stones)
        assert list(position.board.chain_faults(game, winner, position.stones, chain)) == []


def test_the_plain_search_finds_faults_in_a_chain() -> None:
    board = Plain(6)
    stones = dict.fromkeys([(1, 1), (2, 1), (3, 1), (2, 2), (5, 1)], "black")
    assert list(board.chain_faults("lower", "black", stones, ["C1", "B1", "A1"])) == []
    for chain, fault in (
        ([], "the chain is empty"),
        (["A1", "B1", "C1"], "A1 does not lie on the side upper right"),
        (["C1", "A1"], "C1 does not touch A1"),
        (["C1", "B1"], "B1 does not lie on the side lower left"),
        (["C1", "C2", "B1", "A1"], "C2 is no stone of black"),
        (["E1", "B1", "A1"], "E1 lies outside lower"),
    ):
        assert fault in list(board.chain_faults("lower", "black", stones, chain))


# Symmetries

Symmetry = Callable[[Cell, int], Cell]
SWAPPED = {"black": "white", "white": "black"}
KEPT = {player: player for player in PLAYERS}
SYMMETRIES: list[tuple[Symmetry, dict[str, str], dict[str, str]]] = [
    (
        lambda cell, side: (side + 1 - cell[0], side + 1 - cell[1]),
        KEPT,
        {"whole": "whole", "lower": "upper", "upper": "lower", "left": "right", "right": "left"},
    ),
    (
        lambda cell, _: (cell[1], cell[0]),
        SWAPPED,
        {"whole": "whole", "lower": "lower", "upper": "upper", "left": "right", "right": "left"},
    ),
    (
        lambda cell, side: (side + 1 - cell[1], side + 1 - cell[0]),
        SWAPPED,
        {"whole": "whole", "lower": "upper", "upper": "lower", "left": "left", "right": "right"},
    ),
]


@pytest.mark.parametrize(("image", "colours", "parts"), SYMMETRIES, ids=["half turn", "upright", "level"])
@modest
@given(position=positions(most_unclear=8))
def test_verdicts_follow_the_symmetries_of_the_board(
    image: Symmetry, colours: dict[str, str], parts: dict[str, str], position: Position
) -> None:
    side = position.board.side
    stones = {image(cell, side): colours[who] for cell, who in position.stones.items()}
    unclear = tuple(image(cell, side) for cell in position.unclear)
    one, other = score(position), score(Position(position.board, stones, unclear))
    assert other.outcome.status == one.outcome.status
    assert other.outcome.winners == tuple(colours[winner] for winner in one.outcome.winners)
    assert other.outcome.points == {colours[who]: points for who, points in one.outcome.points.items()}
    assert {parts[game]: (state and colours.get(state, state)) for game, state in games(one).items()} == games(
        other
    )
    for key in ("cells", "decides") if unclear else ():
        cells = {name_of(image(cell, side)) for cell in cells_of(one, key)}
        assert cells == set(other.detail["unclear"][key])


def cells_of(verdict: Verdict, key: str) -> list[Cell]:
    """Return the cells in a list of the verdict on unclear cells."""
    return [(ord(name[0]) - 64, int(name[1:])) for name in verdict.detail["unclear"][key]]


# Unclear cells


@settings(max_examples=60, deadline=None)
@given(positions(small_boards, most_unclear=5))
def test_unclear_cells_are_judged_as_by_trying_all_readings(position: Position) -> None:
    verdict = score(position)
    expected = all_readings(*position)
    assert games(verdict) == expected.games
    assert verdict.outcome == (expected.status, expected.winners, expected.points)
    if position.unclear:
        assert set(cells_of(verdict, "cells")) == set(position.unclear)
        assert set(cells_of(verdict, "decides")) == expected.decides
    for game, state in expected.games.items():
        chain = verdict.detail["games"][game]["chain"]
        if state not in PLAYERS:
            assert chain == []
        else:
            assert list(position.board.chain_faults(game, str(state), position.stones, chain)) == []


@settings(max_examples=15, deadline=None)
@given(positions(st.just(Plain(6)), most_unclear=9, is_filled=True))
def test_up_to_twelve_unclear_cells_are_told_apart_exactly(position: Position) -> None:
    # Only a player's own stones matter for that player's chain, so sets of cells are enough.
    board, stones, unclear = position
    decides = set()
    for player, chosen in itertools.product(PLAYERS, range(1 << len(unclear))):
        extra = {cell: player for i, cell in enumerate(unclear) if chosen >> i & 1}
        joins = [board.chain_length(game, player, {**stones, **extra}) is not None for game in GAMES]
        for cell in extra:
            fewer = {**stones, **{other: player for other in extra if other != cell}}
            if joins != [board.chain_length(game, player, fewer) is not None for game in GAMES]:
                decides.add(cell)
    if unclear:
        assert set(cells_of(score(position), "decides")) == decides


def close_positions() -> Iterator[Position]:
    """Give positions in which the unclear cells are the only ones that matter, in many ways at once."""
    board = Plain(6)
    for seed in range(6):
        chance = random.Random(seed)
        cells = board.cells()
        chance.shuffle(cells)
        stones = {cell: chance.choice(PLAYERS) for cell in cells}
        pivots = [
            cell for cell in cells if len({str(board.winners({**stones, cell: who})) for who in PLAYERS}) == 2
        ]
        yield Position(board, {c: w for c, w in stones.items() if c not in pivots[:5]}, tuple(pivots[:5]))


@pytest.mark.parametrize("position", list(close_positions()), ids=range(6))
def test_cells_that_decide_are_found(position: Position) -> None:
    verdict, expected = score(position), all_readings(*position)
    assert len(position.unclear) >= 3
    assert set(cells_of(verdict, "decides")) == expected.decides != set()
    assert (games(verdict), verdict.outcome[:2]) == (expected.games, (expected.status, expected.winners))


def read(position: Position, reading: dict[Cell, str]) -> dict[str, str | None]:
    """Return the winners of the games under a reading of unclear cells."""
    return position.board.winners({**position.stones, **reading})


@settings(max_examples=25, deadline=None)
@given(positions(small_boards, most_unclear=34), st.integers(0, 2**32))
def test_many_unclear_cells(position: Position, seed: int) -> None:
    # More stones never take a game from a player: the readings that give all cells to one player are the extremes.
    verdict = score(position)
    empty = read(position, {})
    best = {who: read(position, dict.fromkeys(position.unclear, who)) for who in PLAYERS}
    expected = {
        game: UNCLEAR if empty[game] is None and any(best[who][game] == who for who in PLAYERS) else empty[game]
        for game in GAMES
    }
    assert games(verdict) == expected
    outcomes = {outcome(won)[:2] for won in (empty, *best.values())}
    assert verdict.outcome[:2] == (outcomes.pop() if len(outcomes) == 1 else ("unclear", ()))
    decides = set(cells_of(verdict, "decides")) if position.unclear else set()
    assert bool(decides) is (UNCLEAR in expected.values())
    chance = random.Random(seed)
    for _ in range(30 if position.unclear else 0):
        reading = {c: who for c in position.unclear if (who := chance.choice((*PLAYERS, ""))) != ""}
        cell = chance.choice(position.unclear)
        others = {c: who for c, who in reading.items() if c != cell}
        won = [read(position, {**others, **change}) for change in ({}, {cell: "black"}, {cell: "white"})]
        assert cell in decides or won[0] == won[1] == won[2]
        for game, state in expected.items():
            assert state == UNCLEAR or {w[game] for w in won} == {state}
        if verdict.outcome.status != "unclear":
            assert {outcome(w)[:2] for w in won} == {verdict.outcome[:2]}


@modest
@given(positions(most_unclear=20), st.data())
def test_reading_an_unclear_cell_never_contradicts_what_was_decided(
    position: Position, data: st.DataObject
) -> None:
    before = score(position)
    unclear = position.unclear
    while unclear:
        cell = data.draw(st.sampled_from(unclear))
        owner = data.draw(st.sampled_from((*PLAYERS, None)))
        unclear = tuple(other for other in unclear if other != cell)
        stones = position.stones if owner is None else {**position.stones, cell: owner}
        position = Position(position.board, stones, unclear)
        after = score(position)
        decided = {game: state for game, state in games(before).items() if state != UNCLEAR}
        assert decided.items() <= games(after).items()
        assert all(after.outcome.points[who] >= before.outcome.points[who] for who in PLAYERS)
        if before.outcome.status != "unclear":
            assert after.outcome[:2] == before.outcome[:2]
        if cell not in cells_of(before, "decides"):
            assert games(after) == games(before)
            assert after.outcome == before.outcome
        before = after
    assert "unclear" not in before.detail
