"""Cells that cannot be read: which of them some reading makes decisive for a chain.

A stone more never breaks a chain. So a player joins two sides in some reading exactly if the stones and all
unclear cells together join them, and in every reading exactly if the stones alone do.
"""

from __future__ import annotations

from printkit.hexgrid import Hex
from printkit.scoring._arena import Arena, Contest

MOST_ENUMERATED = 12


def pivotal(arena: Arena, stones: int, doubtful: int, contest: Contest, player: int) -> set[Hex]:
    """Return the unclear cells that make or break a player's chain in some reading of the other ones.

    ``stones`` are the player's, ``doubtful`` the unclear cells; the stones alone do not win the contest.
    Exact for up to ``MOST_ENUMERATED`` unclear cells in the contest; above that it returns all that lie between
    the sides.
    """
    stones &= contest.cells
    indexes = [index for index in arena.cell_at if doubtful & contest.cells & 1 << index]
    unclear = [1 << index for index in indexes]
    reaches = [bit | arena.reached(arena.around(bit) & stones, stones) for bit in unclear]
    beside = _beside(arena, unclear, reaches)
    sides = (contest.starts[player], contest.goals[player], *contest.more[player])
    touching = [[i for i, reach in enumerate(reaches) if reach & side] for side in sides]
    if len(unclear) > MOST_ENUMERATED:
        found = set.intersection(*(_flood(beside, ends) for ends in touching))
    else:
        found = _enumerated(beside, touching)
    return {arena.cell_at[indexes[i]] for i in found}


def _beside(arena: Arena, unclear: list[int], reaches: list[int]) -> list[int]:
    """Return for each unclear cell, as bits, the numbers of those it is joined with: directly or by stones."""
    return [
        sum(
            1 << j
            for j, other in enumerate(unclear)
            if j != i and (reach & reaches[j] or arena.beside[bit.bit_length() - 1] & other)
        )
        for i, (bit, reach) in enumerate(zip(unclear, reaches, strict=True))
    ]


def _flood(beside: list[int], first: list[int]) -> set[int]:
    """Return the numbers that are joined with any of the first ones."""
    seen = set(first)
    waiting = list(first)
    while waiting:
        near = beside[waiting.pop()]
        fresh = [j for j in range(len(beside)) if near >> j & 1 and j not in seen]
        seen.update(fresh)
        waiting += fresh
    return seen


def _enumerated(beside: list[int], touching: list[list[int]]) -> set[int]:
    """Try every set of unclear cells: one is decisive where it makes a set join that did not.

    ``touching`` are for each side the cells that touch it.
    """
    number = len(beside)
    starts, *others = (sum(1 << i for i in ends) for ends in touching)
    joins = bytearray(1 << number)
    for chosen in range(1, 1 << number):
        waiting = chosen & starts
        while waiting and not joins[chosen]:
            group = _group(beside, waiting & -waiting, chosen)
            joins[chosen] = all(group & side for side in others)
            waiting &= ~group
    return {
        i
        for i in range(number)
        if any(joins[chosen] and not joins[chosen ^ 1 << i] for chosen in range(1 << number) if chosen >> i & 1)
    }


def _group(beside: list[int], first: int, chosen: int) -> int:
    """Return the chosen cells that hang together with the first one."""
    reach = more = first
    while more:
        beyond = 0
        while more:
            lowest = more & -more
            beyond |= beside[lowest.bit_length() - 1]
            more ^= lowest
        more = beyond & chosen & ~reach
        reach |= more
    return reach
