"""How stones stand: who has joined the sides in each contest, by which chain, and which unclear cells matter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from printkit.board import Board
from printkit.hexgrid import Hex
from printkit.scoring._arena import Arena
from printkit.scoring._unclear import pivotal
from printkit.spec import GameSpec
from printkit.verdict import Outcome, Status

UNDECIDED = "unclear"


class Rules(NamedTuple):
    """What a game on a board comes to: the contests as bits, the cells' names by bit, and how many contests win.

    ``has_one_winner`` says that a contest whose cells are all filled has exactly one winner: two players whose
    sides alternate round each region (the theorem of Hex).
    """

    arena: Arena
    names: tuple[str, ...]  # "" where a bit is no cell
    players: tuple[str, ...]
    points_to_win: int
    has_one_winner: bool

    def masks(self, stones: Mapping[Hex, str]) -> list[int]:
        """Return the stones of each player as bits."""
        return [
            self.arena.mask(cell for cell, owner in stones.items() if owner == player) for player in self.players
        ]


@lru_cache(maxsize=64)
def rules_of(board: Board, spec: GameSpec) -> Rules:
    """Prepare a board for scoring; both are compared by identity."""
    regions = [region for name in spec.games if (region := board.region(name)) is not None]
    joins = [who.joins for who in spec.players.values()]
    alternate = [len(asked) for asked in joins] == [2, 2] and all(
        list(region.sides).index(joins[0][1]) - list(region.sides).index(joins[0][0]) in (2, -2)
        and set(region.sides) == {*joins[0], *joins[1]}
        and len(region.sides) == 4
        for region in regions
    )
    arena = Arena(board, regions, joins)
    bits = range(arena.everything.bit_length())
    names = tuple(board.names[arena.cell_at[bit]] if bit in arena.cell_at else "" for bit in bits)
    return Rules(arena, names, tuple(spec.players), spec.points_to_win, alternate)


def winners(rules: Rules, stones: Sequence[int]) -> list[int | None]:
    """Return for each contest the number of the player who has won it, or None; ``stones`` are bits by player."""
    arena = rules.arena
    if not arena.has_pairs:
        return [winner for winner, _ in _grouped(arena, stones)]
    found: list[int | None] = [None] * len(arena.contests)
    is_filled = rules.has_one_winner and sum(stones) == arena.everything
    left = arena.everything
    for player, own in enumerate(stones):
        if is_filled and player:
            return [player if winner is None else winner for winner in found]
        reach = arena.reached(arena.starts[player] & left, own & left)
        for i, contest in enumerate(arena.contests):
            if reach & contest.goals[player]:
                found[i] = player
                left ^= contest.cells
        if not left:
            break
    return found


def winners_and_chains(rules: Rules, stones: Sequence[int]) -> list[tuple[int | None, list[int]]]:
    """Return for each contest its winner as ``winners`` does, with a shortest chain of the winner's, as bits.

    A chain begins on the winner's first-named side: the flood comes from the other one.
    """
    arena = rules.arena
    if not arena.has_pairs:
        return [
            (player, [] if player is None else arena.tree(group, contest, player))
            for contest, (player, group) in zip(arena.contests, _grouped(arena, stones), strict=True)
        ]
    found: list[tuple[int | None, list[int]]] = [(None, [])] * len(arena.contests)
    left = arena.everything
    for player, own in enumerate(stones):
        layers = arena.layers(arena.goals[player] & left, own & left)
        reach = layers[-1]
        for i, contest in enumerate(arena.contests):
            if reach & contest.starts[player]:
                found[i] = player, arena.chain(layers, contest.starts[player])
                left ^= contest.cells
        if not left:
            break
    return found


def _grouped(arena: Arena, stones: Sequence[int]) -> Iterator[tuple[int | None, int]]:
    """Give for each contest its winner, and the winner's stones that join more than two sides."""
    for contest in arena.contests:
        groups = ((player, arena.joined(own, contest, player)) for player, own in enumerate(stones))
        yield next(((player, group) for player, group in groups if group), (None, 0))


class Standing(NamedTuple):
    """How a position stands, the winner and the chain of each game, and the unclear cells that matter."""

    outcome: Outcome
    games: dict[str, dict[str, Any]]
    matters: set[Hex]


def standing(rules: Rules, own: Sequence[int], unclear: Sequence[Hex] = ()) -> Standing:
    """Judge a position; ``own`` are the stones by player, as bits."""
    arena, players = rules.arena, rules.players
    decided = winners_and_chains(rules, own)
    states: list[int | str | None] = [winner for winner, _ in decided]
    matters: set[Hex] = set()
    doubtful = arena.mask(unclear) if unclear else 0
    for i, contest in enumerate(arena.contests) if unclear else ():
        for player in range(len(own)) if decided[i][0] is None else ():
            if arena.joins(own[player] | doubtful, contest, player):
                states[i] = UNDECIDED
                matters |= pivotal(arena, own[player], doubtful, contest, player)
    name_of = rules.names.__getitem__
    games = {}
    for contest, state, (_, chain) in zip(arena.contests, states, decided, strict=True):
        winner = players[state] if isinstance(state, int) else state
        games[contest.name] = {"winner": winner, "chain": list(map(name_of, chain))}
    counts = [states.count(player) for player in range(len(own))]
    points = dict(zip(players, counts, strict=True))
    return Standing(Outcome(*_status(rules, own, doubtful, states, counts), points), games, matters)


def _status(
    rules: Rules, own: Sequence[int], doubtful: int, states: list[int | str | None], counts: list[int]
) -> tuple[Status, tuple[str, ...]]:
    """Return status and winners, the same in every reading or ``unclear``.

    More stones never take a contest from a player. So the reading that is best for a player is the one in which
    all unclear cells are that player's, and the one in which the fewest contests are won has them all empty.
    ``counts`` are the contests that each player has won in that one.
    """
    winner = _winner(rules, counts)
    for player in range(len(own)) if doubtful else ():
        best = [stones | doubtful if i == player else stones for i, stones in enumerate(own)]
        won = winners(rules, best)
        if _winner(rules, [won.count(other) for other in range(len(own))]) != winner:
            return "unclear", ()
    if winner is not None:
        return "won", (rules.players[winner],)
    if None in states and sum(own) != rules.arena.everything:
        return "unfinished", ()
    can_be_drawn = len(own) * (rules.points_to_win - 1) >= len(states)
    if UNDECIDED not in states:
        return "drawn", ()
    return ("unclear" if can_be_drawn else "unfinished"), ()


def _winner(rules: Rules, counts: list[int]) -> int | None:
    """Return the player who has won enough contests, and more than anyone else."""
    best = max(counts)
    return counts.index(best) if best >= rules.points_to_win and counts.count(best) == 1 else None
